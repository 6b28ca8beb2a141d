"""Remove equations that only say a == b, a == -b, a == der(b) or a == number.

Input: connection rows and the linear rows of all blocks. Output: for every variable a root, a sign and a derivative
order (``v = der(x)`` makes v the first derivative of x, so speeds and accelerations vanish), or a constant; and the
linear rows that are left. A union-find structure whose links carry sign and order; rows that shrink to two terms join
in later passes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from blocks.errors import ModelError
from solver.connect import ConnectionRows
from solver.flatten import System

Term = tuple[int, int, float]  # variable, derivative order, coefficient
Origin = tuple[int, int]  # instance and equation; instance -1 for a connection


@dataclass
class Row:
    """A linear row with plain numbers over root variables."""

    terms: list[Term]
    constant: float
    origin: Origin


@dataclass
class Aliases:
    """Roots, signs, orders and constants of all variables, and the linear rows that are left."""

    root: np.ndarray[Any, Any]
    sign: np.ndarray[Any, Any]
    order: np.ndarray[Any, Any]
    constant: dict[int, float]
    rows: list[Row]
    redundant: list[Origin] = field(default_factory=list)


class _Links:
    """Union-find with sign and derivative order on each link."""

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))
        self.sign = [1.0] * size
        self.order = [0] * size
        self.constant: dict[int, float] = {}

    def find(self, variable: int) -> tuple[int, float, int]:
        parent = self.parent
        if parent[variable] == variable:
            return variable, 1.0, 0
        path = []
        while parent[variable] != variable:
            path.append(variable)
            variable = parent[variable]
        sign, order = 1.0, 0
        for item in reversed(path):
            sign *= self.sign[item]
            order += self.order[item]
            parent[item], self.sign[item], self.order[item] = variable, sign, order
        return variable, sign, order

    def link(self, child: int, to: int, sign: float, order: int) -> None:
        self.parent[child], self.sign[child], self.order[child] = to, sign, order


def eliminate_aliases(system: System, connections: ConnectionRows) -> Aliases:
    """Return the roots of all variables; contradictions are added to the system's problems."""
    links = _Links(system.variable_count)
    redundant: list[Origin] = []
    waiting: list[Row] = []
    for variable, value in connections.constants:
        waiting.append(Row([(variable, 0, 1.0)], -value, (-1, variable)))
    for a, b in connections.equal:
        _equate(links, a, b, redundant)
    for members in connections.sums:
        row = Row([(variable, 0, 1.0) for variable in members], 0.0, (-1, members[0]))
        _join(links, row, waiting, redundant, system)
    for number, instance in enumerate(system.instances):
        base = instance.variables
        closed = system.orientations.closed_equations(number)
        for linear in instance.template.split[0]:
            if linear.equation in closed:
                continue
            terms = [(base + local, order, factor) for local, order, factor in linear.terms]
            _join(links, Row(terms, linear.constant, (number, linear.equation)), waiting, redundant, system)
    rows = _repeat(links, waiting, redundant, system)
    return _finish(links, rows, redundant, system.variable_count)


def _equate(links: _Links, a: int, b: int, redundant: list[Origin]) -> None:
    """Make two connected variables one; nothing is constant or differentiated yet."""
    (root_a, sign_a, _), (root_b, sign_b, _) = links.find(a), links.find(b)
    if root_a == root_b:
        redundant.append((-1, a))
    else:
        links.link(root_a, root_b, sign_a * sign_b, 0)


def _repeat(links: _Links, waiting: list[Row], redundant: list[Origin], system: System) -> list[Row]:
    """Substitute and join until nothing changes."""
    while True:
        left: list[Row] = []
        before = len(waiting)
        for row in waiting:
            _join(links, row, left, redundant, system)
        if len(left) == before:
            return left
        waiting = left


def _substitute(links: _Links, row: Row) -> Row:
    terms: dict[tuple[int, int], float] = {}
    constant = row.constant
    for variable, order, factor in row.terms:
        root, sign, more = links.find(variable)
        if root in links.constant:
            constant += factor * sign * links.constant[root] if order + more == 0 else 0.0
            continue
        key = (root, order + more)
        terms[key] = terms.get(key, 0.0) + factor * sign
    return Row([(root, order, f) for (root, order), f in terms.items() if f != 0.0], constant, row.origin)


def _join(links: _Links, row: Row, left: list[Row], redundant: list[Origin], system: System) -> None:
    """Use a row to remove a variable, or keep it for later."""
    row = _substitute(links, row)
    terms = row.terms
    if not terms:
        if abs(row.constant) > 1e-12:
            system.problems.append(_contradiction(system, row))
        else:
            redundant.append(row.origin)
    elif len(terms) == 1 and terms[0][1] == 0:
        links.constant[terms[0][0]] = -row.constant / terms[0][2]
    elif len(terms) == 2 and row.constant == 0.0 and abs(terms[0][2]) == abs(terms[1][2]):
        if not _merge(links, terms):
            left.append(row)
    else:
        left.append(row)


def _merge(links: _Links, terms: list[Term]) -> bool:
    (a, order_a, factor_a), (b, order_b, factor_b) = terms
    if a == b or (order_a > 0 and order_b > 0):
        return False
    # the one without a derivative becomes another name for the other
    if order_a > 0:
        a, order_a, factor_a, b, order_b, factor_b = b, order_b, factor_b, a, order_a, factor_a
    links.link(a, b, -factor_b / factor_a, order_b)
    return True


def _finish(links: _Links, rows: list[Row], redundant: list[Origin], size: int) -> Aliases:
    root = np.empty(size, dtype=int)
    sign = np.empty(size)
    order = np.empty(size, dtype=int)
    for variable in range(size):
        root[variable], sign[variable], order[variable] = links.find(variable)
    return Aliases(root, sign, order, links.constant, rows, redundant)


def _contradiction(system: System, row: Row) -> ModelError:
    number, equation = row.origin
    if number < 0:
        name = system.variable_name(equation)
        return ModelError(
            f'"{name}" is given two different values (they differ by {abs(row.constant):g}).', name,
            fix="Remove one of the blocks that fix it.",
        )  # fmt: skip
    instance = system.instances[number]
    text = instance.template.trace.equations[equation].text(f"{instance.name}.")
    return ModelError(
        f'The block "{instance.name}" contradicts what it is connected to.', instance.name,
        f"    {text}\nThe two sides differ by {abs(row.constant):g}.",
        "Remove one of the blocks that fix the same quantity, or give them equal values.",
    )  # fmt: skip
