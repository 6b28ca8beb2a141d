"""What to call the unit of an expression: "a current [A]" when it has a name, "[V.ohm]" from its factors when not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from blocks.errors import ModelError
from blocks.expression import Expr
from blocks.unit_table import UNIT_NAMES
from blocks.units import Dimension, unit

Factors: TypeAlias = dict[str, Fraction]

# operations whose result has the unit of (some of) their operands
PASSING = frozenset(["pre", "previous", "no_event", "index", "transpose", "sum", "abs", "neg", "stack", "let"])
ALIKE = frozenset(["add", "sub", "min", "max", "where"])
_TOKEN = re.compile(r"(?P<name>[A-Za-z%]+)(?P<exponent>\^?[+-]?\d+|\^\([+-]?\d+/\d+\))?|(?P<sign>[./()])")


def words(expr: Expr, dimension: Dimension) -> str:
    """Return what an expression is, for a message: with a name if its dimension has one."""
    declared = declared_unit(expr)
    name = UNIT_NAMES.get(declared, "")
    if name:
        return f"{article(name)} {name} [{declared}]"
    if dimension == Dimension.ONE:
        return "a number without unit"
    if dimension.name:
        return f"{article(dimension.name)} {dimension.name} [{dimension}]"
    return f"[{declared or composed_unit(expr, dimension)}]"


def article(word: str) -> str:
    """Return the article a word takes.

    >>> article("angle"), article("unit"), article("force")
    ('an', 'a', 'a')
    """
    return "an" if word[0] in "aeio" else "a"


def declared_unit(expr: Expr) -> str:
    """Return the unit as a declaration writes it, if the expression only passes such values on, else nothing."""
    if expr.op == "symbol":
        return str(expr.data.declaration.unit_text)
    if expr.op in PASSING or expr.op in ALIKE:
        operands = expr.args[1:] if expr.op == "where" else expr.args
        found = {declared_unit(arg) for arg in operands if not is_zero(arg)}
        return found.pop() if len(found) == 1 else ""
    return ""


def is_zero(expr: Expr) -> bool:
    """Tell whether an expression is the literal number zero, which may have any unit."""
    if expr.op == "neg":
        return is_zero(expr.args[0])
    return expr.op == "constant" and not isinstance(expr.data, bool) and not np.any(expr.data)


def composed_unit(expr: Expr, dimension: Dimension) -> str:
    """Return a unit put together from those of the factors, as the person who wrote them thinks of it."""
    text = factors_text(factors_of(expr))
    try:
        return text if unit(text).dimension == dimension else str(dimension)
    except ModelError:
        return str(dimension)


def factors_of(expr: Expr) -> Factors:
    """Return the declared units in an expression with their exponents."""
    op, args = expr.op, expr.args
    if op == "symbol":
        return unit_factors(expr.data.declaration.unit_text)
    if op == "time":
        return {"s": Fraction(1)}
    if op in ("mul", "matmul", "div"):
        return _product(factors_of(args[0]), factors_of(args[1]), -1 if op == "div" else 1)
    if op == "der":
        return _product(factors_of(args[0]), {"s": Fraction(1)}, -1)
    if op == "sqrt":
        return _product({}, factors_of(args[0]), Fraction(1, 2))
    if op == "pow" and (power := constant_value(args[1])) is not None:
        return _product({}, factors_of(args[0]), Fraction(power).limit_denominator(12))
    if op == "interpolate":
        return factors_of(args[2])
    if op in PASSING or op in ALIKE:
        operands = args[1:] if op == "where" else args
        return next((found for arg in operands if (found := factors_of(arg))), {})
    return {}


def constant_value(expr: Expr) -> float | None:
    """Return the number an expression of literals stands for, or None if it is not known yet."""
    if expr.op == "constant":
        return None if expr.shape or not np.isfinite(expr.data) else float(expr.data)
    values = [constant_value(arg) for arg in expr.args]
    if expr.op == "neg" and values[0] is not None:
        return -values[0]
    if expr.op == "div" and values[0] is not None and values[1]:
        return values[0] / values[1]
    return None


def unit_factors(text: str) -> Factors:
    """Return the units in a unit text with their exponents.

    >>> {name: str(power) for name, power in unit_factors("J/(kg.K2)").items()}
    {'J': '1', 'kg': '-1', 'K': '-2'}
    """
    found: Factors = {}
    signs, sign = [1], 1
    for token in _TOKEN.finditer(text):
        match token["sign"]:
            case None:
                power = sign * Fraction((token["exponent"] or "1").strip("^()"))
                found = _product(found, {token["name"]: power}, 1)
            case "/":
                sign = -signs[-1]
            case "(":
                signs.append(sign)
            case ")":
                signs = signs[:-1] or [1]
            case _:
                sign = signs[-1]
    return found


def factors_text(factors: Mapping[str, Fraction]) -> str:
    """Return a unit text with the named units first, as in V.ohm or N.m/s.

    >>> factors_text({"ohm": Fraction(1), "V": Fraction(1), "s": Fraction(-2)})
    'V.ohm/s2'
    """
    above = [_power_text(name, power) for name, power in sorted(factors.items()) if power > 0]
    below = [_power_text(name, -power) for name, power in sorted(factors.items()) if power < 0]
    text = ".".join(above) or "1"
    if below:
        text += f"/({'.'.join(below)})" if len(below) > 1 else f"/{below[0]}"
    return text


def _power_text(name: str, power: Fraction) -> str:
    if power == 1:
        return name
    return f"{name}{power}" if power.denominator == 1 else f"{name}^({power})"


def _product(first: Factors, second: Factors, power: int | Fraction) -> Factors:
    """Return ``first * second**power``; what cancels is gone."""
    result = dict(first)
    for name, exponent in second.items():
        result[name] = result.get(name, Fraction(0)) + exponent * power
    return {name: exponent for name, exponent in result.items() if exponent}
