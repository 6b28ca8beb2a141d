"""Arithmetic on single SX numbers without operator overhead.

``a * b`` on SX takes 13 us to find out what its operands are; ``SX.binary`` takes 2. Factors of one and zero, which are
most of what connections produce, cost nothing.
"""

from __future__ import annotations

from typing import Any

from casadi import OP_ADD, OP_DIV, OP_MUL, OP_SUB, SX

Entry = Any  # a float or an SX scalar
ZERO = SX(0)

_binary = SX.binary


def plus_product(total: SX, factor: Entry, value: SX) -> SX:
    """Return ``total + factor * value``."""
    if value.is_zero():
        return total
    if isinstance(factor, float):
        if factor == 1.0:
            return value if total.is_zero() else _binary(OP_ADD, total, value)
        if factor == -1.0:
            return -value if total.is_zero() else _binary(OP_SUB, total, value)
        factor = SX(factor)
    product = _binary(OP_MUL, factor, value)
    return product if total.is_zero() else _binary(OP_ADD, total, product)


def negative_quotient(value: SX, divisor: Entry) -> SX:
    """Return ``-value / divisor``."""
    if isinstance(divisor, float):
        if divisor == 1.0:
            return -value
        if divisor == -1.0:
            return value
        divisor = SX(divisor)
    return _binary(OP_DIV, -value, divisor)
