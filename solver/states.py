"""Choose the states: which variables are integrated, which follow from them, and which equations remain constraints.

Input: incidence and offsets. Output: a ``StateChoice``. Rows that are differentiated are swept causally at the level of
positions: a row with one unknown left and a factor that cannot vanish (a number, or made of parameters) determines it;
when no row does, the most wanted variable becomes a state. The same assignment serves every derivative level. Rows with
nothing left to determine are the constraints (loop closures) from which drift is projected away. No state is ever
exchanged during a run.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solver.incidence import Array, Incidence, instance_jets
from solver.index import Offsets

RANK = {"prefer": 1, "default": 2, "avoid": 3}


@dataclass
class StateChoice:
    """For each determined column the row that determines it (from order d - c on), and the constraint rows."""

    determined_by: dict[int, int] = field(default_factory=dict)
    # the factor of the column in its row; None where it is made of parameters and worked out later
    factor: dict[int, float | None] = field(default_factory=dict)
    constraints: list[int] = field(default_factory=list)

    def lowest_determined(self, column: int, offsets: Offsets) -> int:
        """Return the lowest order of a column that follows from others; its own order if it is a state."""
        top = int(offsets.columns[column])
        row = self.determined_by.get(column)
        return top if row is None else top - int(offsets.rows[row])


def choose_states(incidence: Incidence, offsets: Offsets, fixed: set[int]) -> StateChoice:
    """Return the choice; ``fixed`` are variables with fixed start values, which make the best states."""
    choice = StateChoice()
    if offsets.is_plain:
        return choice
    rank = _ranks(incidence, fixed)
    known = np.zeros(len(incidence.columns), dtype=bool)
    for level in sorted(set(offsets.rows[offsets.rows > 0].tolist()), reverse=True):
        rows = np.flatnonzero(offsets.rows == level)
        _sweep(incidence, offsets, rows, rank, known, choice)
    return choice


def leading_partials(incidence: Incidence, offsets: Offsets, row: int) -> dict[int, float | None]:
    """Return the partial derivatives of a row by its leading columns: a number, or None where it varies."""
    lead = int(offsets.rows[row])
    found: dict[int, float | None] = {}
    if row in incidence.dropped:
        reaction = incidence.dropped[row]
        return {column: 1.0 if reaction.node < 0 else None for column in reaction.columns}
    if row < incidence.linear_count:
        for root, order, factor in incidence.aliases.rows[row].terms:
            column = int(incidence.column_of[root])
            if order == offsets.columns[column] - lead:
                found[column] = factor
        return found
    group, instance = incidence.kernel_row(row)
    kernel = group.template.kernel(group.kernel)
    bases = np.array([instance.variables])
    jets, constants = kernel.jets + kernel.turned, [*kernel.constants, *[None] * len(kernel.turned)]
    columns, signs, orders = instance_jets(jets, bases, incidence.aliases, incidence.column_of)
    for column, sign, order, constant in zip(columns[0], signs[0], orders[0] - group.shift, constants, strict=True):
        if column < 0 or order != offsets.columns[column] - lead:
            continue
        before = found.get(int(column), 0.0)
        found[int(column)] = None if constant is None or before is None else before + float(sign) * constant
    return found


def _ranks(incidence: Incidence, fixed: set[int]) -> Array:
    """Return how wanted each column is as a state: 0 for fixed start values, then by the block author's preference."""
    rank = np.full(len(incidence.columns), 3)
    is_preferred = np.zeros(len(incidence.columns), dtype=bool)
    for instance in incidence.system.instances:
        for local, variable in enumerate(instance.template.variables):
            number = instance.variables + local
            column = incidence.column_of[number]
            if column < 0:
                continue
            preference = variable.info.declaration.state  # type: ignore[attr-defined]
            is_preferred[column] |= preference == "prefer"
            rank[column] = min(rank[column], 0 if number in fixed else RANK[preference])
    # the angular velocity of a part follows from the joints on the way to it, unless it is that of a free one
    turning = np.array(_turning_columns(incidence), dtype=int)
    rank[turning[~is_preferred[turning]]] = 9
    return rank


def _turning_columns(incidence: Incidence) -> list[int]:
    """Return the columns that rows for angular velocities determine."""
    found = []
    for group in incidence.kernels:
        if group.shift:
            turn = next(turn for turn in group.template.turns if group.kernel in turn.rates)
            ends = [turn.orientation] if turn.base is None else [turn.orientation, turn.base]
            component = group.kernel - turn.rates.start
            locals_ = [group.template.lowering.orientations[end].rate + component for end in ends]
            found += [int(incidence.column_of[base + local]) for base in group.bases for local in locals_]
    return [column for column in found if column >= 0]


def _sweep(
    incidence: Incidence, offsets: Offsets, rows: Array, rank: Array, known: Array, choice: StateChoice
) -> None:
    partials = {int(row): leading_partials(incidence, offsets, int(row)) for row in rows}
    users: dict[int, list[int]] = {}
    bent: dict[int, int] = {}
    for row, entries in partials.items():
        for column, value in entries.items():
            users.setdefault(column, []).append(row)
            bent[column] = bent.get(column, 0) + (value is None)
    left = {row: sum(not known[column] for column in entries) for row, entries in partials.items()}
    wanted = sorted((column for column in users if not known[column]), key=lambda j: (rank[j], -bent[j], j))
    ready = [row for row, count in left.items() if count <= 1]
    position = 0
    done: set[int] = set()
    while True:
        while ready:
            row = ready.pop()
            if row in done:
                continue
            open_columns = [column for column in partials[row] if not known[column]]
            if not open_columns:
                done.add(row)
                choice.constraints.append(row)
                continue
            value = partials[row][open_columns[0]]
            if not _is_safe(incidence, offsets, row, open_columns[0], value):
                continue  # waits until another row determines the variable, or it becomes a state
            done.add(row)
            choice.determined_by[open_columns[0]] = row
            choice.factor[open_columns[0]] = value
            _mark(open_columns[0], known, users, left, ready)
        while position < len(wanted) and known[wanted[position]]:
            position += 1
        if position == len(wanted):
            break
        _mark(wanted[position], known, users, left, ready)
    choice.constraints.sort()


def _is_safe(incidence: Incidence, offsets: Offsets, row: int, column: int, value: float | None) -> bool:
    """Tell whether a row may be divided by the factor of a column at all times."""
    if value is not None:
        return abs(value) > 1e-12
    group, instance = incidence.kernel_row(row)
    kernel, template = group.template.kernel(group.kernel), group.template
    columns, signs, orders = instance_jets(
        kernel.jets, np.array([instance.variables]), incidence.aliases, incidence.column_of
    )
    lead = orders[0] - group.shift == offsets.columns[columns[0]] - offsets.rows[row]
    chosen = np.flatnonzero((columns[0] == column) & lead)
    turned = {int(incidence.column_of[instance.variables + local]) for local, _ in kernel.turned}
    if column in turned and not group.shift:
        return False
    if not len(chosen) or not all(kernel.parametric[k] for k in chosen):
        return False
    first = instance.parameters
    numbers = incidence.system.parameter_values[first : first + len(template.parameters)]
    sizes = [np.zeros(item.numel()) for item in template.inputs[1:]]
    partials = np.asarray(kernel.partials(np.zeros(len(kernel.jets)), numbers, *sizes)).ravel()
    total = float((signs[0] * partials)[chosen].sum())
    return abs(total) > 1e-6 * max(1e-6, float(np.abs(partials[np.array(kernel.parametric)]).max()))


def _mark(column: int, known: Array, users: dict[int, list[int]], left: dict[int, int], ready: list[int]) -> None:
    known[column] = True
    for row in users[column]:
        left[row] -= 1
        if left[row] <= 1:
            ready.append(row)
