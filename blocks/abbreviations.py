"""Equations as a person reads them: what occurs in several places, or is long, stands under a name of its own.

The expression of a contact may hold the same velocity a thousand times. Where the code of the block calls it ``speed``,
so do the equations here, with ``speed == ...`` below them; where the code has no name for it, it is ``part_1``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from blocks.block import Block
from blocks.expression import Equation, Expr, Reinit, When
from blocks.expression_text import vector_operation

# from how many letters on a part gets a name: one that occurs in several places, one for which the code has a name too,
# and one that occurs once and has a name in the code
SEVERAL, SEVERAL_NAMED, ONCE_NAMED = 25, 12, 50

Item = Equation | When | Reinit


@dataclass(frozen=True)
class Readable:
    """The equations of a block as text; ``abbreviations`` say what the names in them stand for."""

    equations: list[str]
    initial_equations: list[str]
    abbreviations: list[str]


def readable(block: Block) -> Readable:
    """Return the equations of a block as a person reads them."""
    (always, names), (initially, more_names) = (block.written(name) for name in ("equations", "initial_equations"))
    items, definitions = abbreviated([*always, *initially], [*names, *more_names], set(block.trace.symbols))
    texts = [item.text() for item in items]
    return Readable(texts[: len(always)], texts[len(always) :], [item.text() for item in definitions])


def abbreviated(
    items: Sequence[Item], names: Iterable[Mapping[str, Any]], taken: set[str]
) -> tuple[list[Item], list[Equation]]:
    """Return equations in which parts are replaced by names, and an equation for each of these names.

    ``names`` are what the code calls its local values; names that are ``taken`` get a number.
    """
    sharing = _Sharing()
    for item in items:
        _changed(item, sharing.use)
    short = _Abbreviations(sharing, names, taken)
    return [_changed(item, short.of) for item in items], short.definitions()


def _changed(item: Any, change: Callable[[Expr], Expr]) -> Any:
    """Return an equation with all its expressions changed."""
    match item:
        case Equation():
            return replace(item, left=change(item.left), right=change(item.right))
        case Reinit():
            return replace(item, state=change(item.state), value=change(item.value))
        case When():
            actions = tuple(_changed(action, change) for action in item.actions)
            return replace(item, condition=change(item.condition), actions=actions)


class _Sharing:
    """Numbers expressions so that equal ones have one number, parts before the whole, and counts where each is used."""

    def __init__(self) -> None:
        self.parts: list[tuple[Expr, tuple[int, ...]]] = []
        self.uses: Counter[int] = Counter()
        self._numbers: dict[Any, int] = {}
        self._seen: dict[int, tuple[int, Expr]] = {}  # by identity, with the expression, so that it lives on

    def use(self, expr: Expr) -> Expr:
        """Count a place where an expression is used as a whole."""
        self.uses[self.number(expr)] += 1
        return expr

    def number(self, expr: Expr) -> int:
        """Return the number of an expression."""
        if id(expr) not in self._seen:
            self._seen[id(expr)] = self._new_number(expr), expr
        return self._seen[id(expr)][0]

    def _new_number(self, expr: Expr) -> int:
        if vectors := vector_operation(expr):
            expr = Expr("called", vectors[1], data=vectors[0], shape=expr.shape)
        parts = tuple(map(self.number, expr.args))
        key = expr.op, parts, _data_key(expr)
        if key not in self._numbers:
            self._numbers[key] = len(self.parts)
            self.parts.append((expr, parts))
            self.uses.update(parts)
        return self._numbers[key]


def _data_key(expr: Expr) -> Any:
    if isinstance(expr.data, np.ndarray):
        return expr.data.shape, expr.data.tobytes()
    # False is not the number 0
    return expr.data.path if expr.op == "symbol" else (type(expr.data), expr.data)


class _Abbreviations:
    """Expressions in which parts are replaced by names."""

    def __init__(self, sharing: _Sharing, names: Iterable[Mapping[str, Any]], taken: set[str]) -> None:
        self._sharing, self._taken = sharing, set(taken)
        self._spare = (f"part_{i}" for i in count(1))
        # what the code names but no equation holds comes after all that counts
        self._uses, known = sharing.uses.copy(), len(sharing.parts)
        self._in_code: dict[int, str] = {}
        for local in names:
            for name, value in local.items():
                if isinstance(value, Expr):
                    self._in_code.setdefault(sharing.number(value), name)
        self._short: list[Expr] = []
        for number in range(known):
            self._short.append(self._shortened(number))

    def of(self, expr: Expr) -> Expr:
        """Return an expression with names in it."""
        return self._short[self._sharing.number(expr)]

    def definitions(self) -> list[Equation]:
        """Return what the names stand for, each said before those that need it."""
        return [item == item.args[0] for item in self._short if item.op == "let"]

    def _shortened(self, number: int) -> Expr:
        expr, parts = self._sharing.parts[number]
        changed = Expr(expr.op, tuple(self._short[part] for part in parts), expr.data, expr.shape)
        if expr.op == "let":
            body = changed.args[0]
            return body if body.op == "symbol" else self._named(expr.data, body)
        name = self._in_code.get(number)
        limit = (SEVERAL_NAMED if name else SEVERAL) if self._uses[number] > 1 else ONCE_NAMED
        is_worth_it = len(changed.text()) > limit and (name or limit == SEVERAL)
        if changed.op in ("symbol", "constant") or not is_worth_it:
            return changed
        return self._named(name or next(self._spare), changed)

    def _named(self, wish: str, body: Expr) -> Expr:
        names = (wish, *(f"{wish}_{i}" for i in range(2, len(self._taken) + 3)))
        name = next(name for name in names if name not in self._taken)
        self._taken.add(name)
        return Expr("let", (body,), data=name, shape=body.shape)
