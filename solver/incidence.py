"""Which equation contains which variable, and in which derivative: the table the structural passes work on.

Input: a ``System`` and its ``Aliases``. Output: an ``Incidence`` with rows (first the linear ones that are left, then
the kernels, all instances of one kernel side by side) and columns (root variables), each entry with its highest
order.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from blocks.expression import Equation
from solver.alias import Aliases, Origin
from solver.flatten import Instance, System
from solver.template import Jet, Kernel, Template

Array = np.ndarray[Any, Any]


@dataclass(eq=False)
class KernelRows:
    """All rows that come from one kernel of one template: ``first`` is the row of the first instance."""

    template: Template
    kernel: int
    instances: list[Instance]
    first: int
    # rows for angular velocities are derivatives already: that of orientations
    shift: int = 0

    def at(self, level: int) -> Kernel:
        """Return the kernel, differentiated ``level`` times in all."""
        return self.template.kernel(self.kernel, level - self.shift)

    @property
    def bases(self) -> Array:
        """Return where the variables of each instance begin."""
        return np.array([instance.variables for instance in self.instances], dtype=int)


@dataclass(frozen=True)
class Reaction:
    """A reaction that nothing determines: a column, or one component of a vector in the axes of a part in space."""

    columns: tuple[int, ...]
    signs: tuple[float, ...] = (1.0,)
    node: int = -1  # the part in whose axes the vector is given; -1 for a single column
    axis: int = 0
    name: str = ""


@dataclass(eq=False)
class Incidence:
    """Entries (row, column, highest order) of the reduced system, and how rows and columns are named."""

    system: System
    aliases: Aliases
    columns: Array  # column -> root variable
    column_of: Array  # variable -> column of its root, or -1 for a constant
    kernels: list[KernelRows]
    row: Array
    column: Array
    order: Array
    needed: Array  # per column: the highest derivative some variable or function asks for
    row_count: int
    # rows taken out because others already say the same, and the reactions set to zero instead
    dropped: dict[int, Reaction] = field(default_factory=dict)
    # rows that repeat others in another way in every position: kept, with the reactions they leave open
    shared: dict[int, Reaction] = field(default_factory=dict)
    # all rows of such loops: they hold at the level of accelerations
    accelerated: set[int] = field(default_factory=set)
    # for dropped rows: the blocks that fix the same quantity, as far as structure shows them
    rivals: dict[int, list[str]] = field(default_factory=dict)
    # those dropped rows that need only hold nearly: a loop in space whose axes are a little out of line
    loose: set[int] = field(default_factory=set)
    # for dropped rows: the columns and orders they had
    before: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def linear_count(self) -> int:
        """Return how many of the rows are linear with plain numbers."""
        return len(self.aliases.rows)

    def kernel_row(self, row: int) -> tuple[KernelRows, Instance]:
        """Return the kernel and the instance of a row."""
        starts = [group.first for group in self.kernels]
        group = self.kernels[bisect_right(starts, row) - 1]
        return group, group.instances[row - group.first]

    def least_offsets(self) -> Array:
        """Return how often each row must be differentiated at least.

        Parts turn as their joints do: where their accelerations follow from those of the joints, none of their speeds
        becomes a state of its own.
        """
        least = np.zeros(self.row_count, dtype=int)
        for group in self.kernels:
            if group.shift:
                least[group.first : group.first + len(group.instances)] = 2
        least[list(self.accelerated)] = 2
        least[list(self.dropped)] = 0
        return least

    def closes_loop(self, row: int) -> bool:
        """Tell whether a row closes a loop in space."""
        if row < self.linear_count:
            return False
        group, _ = self.kernel_row(row)
        return any(group.kernel in turn.closures for turn in group.template.turns)

    def origin(self, row: int) -> Origin | tuple[Instance, int]:
        """Return where a row comes from: a connection, or an instance and the number of its equation."""
        if row < self.linear_count:
            number, equation = self.aliases.rows[row].origin
            return (number, equation) if number < 0 else (self.system.instances[number], equation)
        group, instance = self.kernel_row(row)
        return instance, group.template.row_equation[group.kernel]

    def row_text(self, row: int) -> str:
        """Return an equation in the person's names, with its source line."""
        owner, equation = self.origin(row)
        if not isinstance(owner, Instance):
            return f"the connection at {self.system.variable_name(equation)}"
        written = owner.template.trace.equations[equation]
        return f"{written.text(owner.name + '.')}    {written.source}"

    def row_unit(self, row: int) -> str:
        """Return the unit of a row's two sides, if one of them is a quantity; else an empty text."""
        owner, equation = self.origin(row)
        if not isinstance(owner, Instance):
            owner = self.system.owner(equation)
            declared = owner.template.variables[equation - owner.variables].info.declaration
            return plain_unit(declared.unit_text)
        written = owner.template.trace.equations[equation]
        sides = (written.left, written.right) if isinstance(written, Equation) else ()
        units = [side.data.declaration.unit_text for side in sides if side.op == "symbol"]
        return plain_unit(units[0]) if units else ""

    def reaction_name(self, reaction: Reaction) -> str:
        """Return what a person calls a reaction."""
        if reaction.node < 0:
            return f'"{self.column_name(reaction.columns[0])}"'
        return f'"{reaction.name}" along {"xyz"[reaction.axis]} of its frame'

    def column_name(self, column: int) -> str:
        """Return the name of the root variable of a column."""
        return self.system.variable_name(int(self.columns[column]))


def plain_unit(text: str) -> str:
    """Return a unit as it is written behind a number; nothing where there is none."""
    return "" if text in ("1", "any", "bool") else f" {text}"


def build_incidence(system: System, aliases: Aliases, asked: list[tuple[int, int]]) -> Incidence:
    """Return the incidence table; ``asked`` are (variable, order) pairs that must be available besides."""
    is_root = aliases.root == np.arange(system.variable_count)
    is_root[list(aliases.constant)] = False
    columns = np.flatnonzero(is_root)
    number = np.full(system.variable_count, -1)
    number[columns] = np.arange(len(columns))
    column_of = number[aliases.root] if system.variable_count else number
    kernels, entries, row_count = _kernel_entries(system, aliases, column_of)
    entries.append(_linear_entries(aliases, number))
    row, column, order = (np.concatenate(parts) for parts in zip(*entries, strict=True))
    row, column, order = _highest(row, column, order)
    needed = np.zeros(len(columns), dtype=int)
    inside = column_of >= 0
    np.maximum.at(needed, column_of[inside], aliases.order[inside])
    for variable, derivative in asked:
        if column_of[variable] >= 0:
            j = column_of[variable]
            needed[j] = max(needed[j], aliases.order[variable] + derivative)
    return Incidence(system, aliases, columns, column_of, kernels, row, column, order, needed, row_count)


def instance_jets(jets: list[Jet], bases: Array, aliases: Aliases, column_of: Array) -> tuple[Array, Array, Array]:
    """Return column, sign and order (instance x jet) of local jets; a constant has column -1."""
    local = np.array([jet[0] for jet in jets], dtype=int)
    derivative = np.array([jet[1] for jet in jets], dtype=int)
    variable = bases[:, None] + local[None, :]
    return column_of[variable], aliases.sign[variable], aliases.order[variable] + derivative[None, :]


def _kernel_entries(system: System, aliases: Aliases, column_of: Array) -> tuple[list[KernelRows], list[Any], int]:
    kernels: list[KernelRows] = []
    entries = []
    first = len(aliases.rows)
    for template, everywhere in system.groups().items():
        parts = [(row, *part) for row in template.split[1] for part in _users(system, template, row, everywhere)]
        for row, instances, shift in parts:
            if not instances:
                continue
            group = KernelRows(template, row, instances, first, shift)
            kernel = template.kernel(row)
            jets = kernel.jets + kernel.turned
            if jets:
                column, _, order = instance_jets(jets, group.bases, aliases, column_of)
                rows = np.repeat(np.arange(len(instances)) + first, len(jets))
                keep = column.ravel() >= 0
                entries.append((rows[keep], column.ravel()[keep], order.ravel()[keep] - shift))
            kernels.append(group)
            first += len(instances)
    return kernels, entries, first


def _users(
    system: System, template: Template, row: int, instances: list[Instance]
) -> list[tuple[list[Instance], int]]:
    """Return the blocks in which a row holds, by whether it is a derivative already."""
    for number, turn in enumerate(template.turns):
        if row in turn.rates or row in turn.closures:
            cuts = [system.orientations.cuts.get((item.name, number)) for item in instances]
            groups = {"closed": 0} if row in turn.closures else {None: 1, "open": 0}
            return [
                ([item for item, cut in zip(instances, cuts, strict=True) if cut == kind], shift)
                for kind, shift in groups.items()
            ]
    return [(instances, 0)]


def _linear_entries(aliases: Aliases, number: Array) -> tuple[Array, Array, Array]:
    rows, columns, orders = [], [], []
    for i, row in enumerate(aliases.rows):
        for root, order, _ in row.terms:
            rows.append(i)
            columns.append(int(number[root]))
            orders.append(order)
    return np.array(rows, dtype=int), np.array(columns, dtype=int), np.array(orders, dtype=int)


def _highest(row: Array, column: Array, order: Array) -> tuple[Array, Array, Array]:
    """Keep one entry for each row and column, with the highest order."""
    sequence = np.lexsort((order, column, row))
    row, column, order = row[sequence], column[sequence], order[sequence]
    last = np.ones(len(row), dtype=bool)
    last[:-1] = (row[1:] != row[:-1]) | (column[1:] != column[:-1])
    return row[last], column[last], order[last]
