"""How fast guards made of several conditions move, also where two of the conditions are at zero together.

The guard of ``a & b`` is the smaller of two guards. Where both are zero, CasADi's derivative is that of one of them,
but the smaller of the two speeds counts: the guard rises only if both do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import casadi as ca

from solver.buffered import Array

Tree: TypeAlias = "int | Compound"


@dataclass(frozen=True)
class Compound:
    """The smaller or the larger of two guards; plain ones are numbers of leaves."""

    is_smaller: bool
    a: Tree
    b: Tree

    def motion(self, values: Array, rates: Array, nearness: float) -> tuple[float, float]:
        """Return value and speed; guards nearer to each other than ``nearness`` are equal."""
        (a, rate_a), (b, rate_b) = (_motion(part, values, rates, nearness) for part in (self.a, self.b))
        choose = min if self.is_smaller else max
        if abs(a - b) <= nearness:
            return choose(a, b), choose(rate_a, rate_b)
        return (a, rate_a) if choose(a, b) == a else (b, rate_b)


def _motion(tree: Tree, values: Array, rates: Array, nearness: float) -> tuple[float, float]:
    if isinstance(tree, Compound):
        return tree.motion(values, rates, nearness)
    return float(values[tree]), float(rates[tree])


def take_apart(guard: ca.SX, leaves: list[ca.SX], sign: int = 1) -> Tree:
    """Return the tree of a guard; its plain guards are appended to ``leaves``."""
    if guard.is_op(ca.OP_NEG) and (guard.dep(0).is_op(ca.OP_FMIN) or guard.dep(0).is_op(ca.OP_FMAX)):
        return take_apart(guard.dep(0), leaves, -sign)
    for op, is_smaller in ((ca.OP_FMIN, True), (ca.OP_FMAX, False)):
        if guard.is_op(op):
            a, b = (take_apart(guard.dep(i), leaves, sign) for i in (0, 1))
            return Compound(is_smaller == (sign > 0), a, b)
    leaves.append(sign * guard)
    return len(leaves) - 1
