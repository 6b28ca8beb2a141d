"""A guess at what was meant when units do not match: a multiplication where a division belongs, or the other way round.

In: the expressions of a statement, and a test whether expressions fit together. Out: a question for a person, or
nothing. Each multiplication or division by a named quantity is turned round, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeAlias

from blocks.expression import Expr

Sides: TypeAlias = tuple[Expr, ...]

NAME_OPS = frozenset(["symbol", "index", "der", "pow", "constant", "sqrt", "abs", "time", "pre", "previous"])
MAX_TRIES = 500
MAX_GUESSES = 2


def suggest(sides: Sides, fits: Callable[[Sides], bool]) -> str:
    """Return a question such as "Did you mean to divide by R?", or an empty string.

    Many possible answers are as good as none, so nothing is said then.
    """
    found: list[str] = []
    for changed, phrase in islice(_one_changed(sides, False), MAX_TRIES):
        if phrase not in found and fits(changed):
            found.append(phrase)
    return f"Did you mean to {' or to '.join(found)}?" if 0 < len(found) <= MAX_GUESSES else ""


def turned(expr: Expr, is_below: bool = False) -> Iterator[tuple[Expr, str]]:
    """Yield the expression with one multiplication or division turned round, and what that means in words.

    ``is_below`` says that the expression stands in a denominator, where to divide is to multiply.
    """
    if expr.op in ("mul", "div"):
        yield from _turned_here(expr, is_below)
    is_product = expr.op in ("mul", "div")
    for i, arg in enumerate(expr.args):
        below = is_product and is_below != (expr.op == "div" and i == 1)
        for changed, phrase in turned(arg, below):
            args = (*expr.args[:i], changed, *expr.args[i + 1 :])
            yield Expr(expr.op, args, expr.data, expr.shape), phrase


def _turned_here(expr: Expr, is_below: bool) -> Iterator[tuple[Expr, str]]:
    left, right = expr.args
    word = "divide" if (expr.op == "mul") != is_below else "multiply"
    if _is_name(right):
        other = "div" if expr.op == "mul" else "mul"
        yield Expr(other, (left, right), shape=expr.shape), f"{word} by {right.text()}"
    if expr.op == "mul" and _is_name(left):
        yield Expr("div", (right, left), shape=expr.shape), f"{word} by {left.text()}"


def _one_changed(sides: Sides, is_below: bool) -> Iterator[tuple[Sides, str]]:
    for i, side in enumerate(sides):
        for changed, phrase in turned(side, is_below):
            yield (*sides[:i], changed, *sides[i + 1 :]), phrase


def _is_name(expr: Expr) -> bool:
    ops = {node.op for node in expr.walk()}
    return ops <= NAME_OPS and not ops <= {"constant", "pow"}
