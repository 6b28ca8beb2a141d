"""Let constraints on positions hold along axes that move with the mechanism.

Input: an ``Incidence`` and its constraint rows. Output: the same, where the three rows of a vector equation that closes
a loop are given in the axes of a frame of their block. Written in the axes of the world, which of them repeats others
may change as a loop turns in space: a planar loop closes by itself along the normal of its plane. In the axes of any
part of such a loop that normal stands still, so a row that repeats others once does so always.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from blocks.expression import Equation
from blocks.orientation import Turn
from solver.flatten import Instance
from solver.incidence import Incidence, instance_jets


def turn_rows(incidence: Incidence, rows: list[int]) -> list[int]:
    """Turn all vector equations among some rows; return the rows that changed."""
    turned = []
    for (instance, equation), own in _vectors(incidence, rows).items():
        first = instance.template.turned_rows(equation)
        for component, row in enumerate(own):
            _exchange(incidence, row, first + component)
        turned += own
    return turned


def _vectors(incidence: Incidence, rows: list[int]) -> dict[tuple[Instance, int], list[int]]:
    """Return the equations whose three rows are all there, with their rows in order."""
    found: dict[tuple[Instance, int], list[tuple[int, int]]] = {}
    for row in rows:
        owner, equation = incidence.origin(row)
        if row < incidence.linear_count or not isinstance(owner, Instance) or not owner.template.lowering.orientations:
            continue
        written = owner.template.trace.equations[equation]
        if isinstance(written, Equation) and not isinstance(written, Turn) and written.size == 3:
            group, _ = incidence.kernel_row(row)
            found.setdefault((owner, equation), []).append((group.kernel, row))
    return {key: [row for _, row in sorted(own)] for key, own in found.items() if len(own) == 3}


def _exchange(incidence: Incidence, row: int, kernel: int) -> None:
    """Let one row be another kernel of its block."""
    place = next(i for i, group in enumerate(incidence.kernels) if 0 <= row - group.first < len(group.instances))
    group = incidence.kernels[place]
    k = row - group.first
    own = replace(group, kernel=kernel, instances=[group.instances[k]], first=row)
    before = replace(group, instances=group.instances[:k])
    after = replace(group, instances=group.instances[k + 1 :], first=row + 1)
    incidence.kernels[place : place + 1] = [part for part in (before, own, after) if part.instances]
    made = own.template.kernel(kernel)
    columns, _, orders = instance_jets(
        made.jets + made.turned, own.bases, incidence.aliases, incidence.column_of
    )
    highest: dict[int, int] = {}
    for column, order in zip(columns[0].tolist(), orders[0].tolist(), strict=True):
        if column >= 0:
            highest[column] = max(order, highest.get(column, order))
    keep = incidence.row != row
    incidence.row = np.append(incidence.row[keep], np.full(len(highest), row))
    incidence.column = np.append(incidence.column[keep], np.array(list(highest), dtype=int))
    incidence.order = np.append(incidence.order[keep], np.array(list(highest.values()), dtype=int))
