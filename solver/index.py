"""Index reduction by the signature method: how often each equation must be differentiated.

Input: an ``Incidence``. Output: offsets c (rows) and d (columns): row i is differentiated c_i times and the unknown
of column j at the top level is its derivative of order d_j. Fast path: if the highest derivatives alone can be
matched with the equations, nothing is differentiated. Otherwise the rows that are too many are differentiated, again
and again, which gives the smallest offsets (Pryce, BIT 41, 2001): those of Pantelides' algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from blocks.errors import raise_all
from solver.incidence import Array, Incidence
from solver.singular import coarse_blocks, drop_redundant, explain_singular


@dataclass(frozen=True)
class Offsets:
    """How often each row is differentiated, and the order of each column's unknown."""

    rows: Array
    columns: Array

    @property
    def is_plain(self) -> bool:
        """Tell whether no equation needs differentiating."""
        return not self.rows.any()


def reduce_index(incidence: Incidence) -> Offsets:
    """Return the offsets; raise ModelError if the equations cannot determine the variables."""
    plain = _plain_offsets(incidence)
    if plain is not None:
        return plain
    if not _can_be_matched(incidence, np.ones(len(incidence.row), dtype=bool)):
        drop_redundant(incidence)
        raise_all(explain_singular(incidence))
        plain = _plain_offsets(incidence)
    return plain or _smallest_offsets(incidence)


def _plain_offsets(incidence: Incidence) -> Offsets | None:
    """Return the offsets if nothing has to be differentiated: the highest derivatives match the equations."""
    count = len(incidence.columns)
    if incidence.least_offsets().any():
        return None
    highest = np.zeros(count, dtype=int)
    np.maximum.at(highest, incidence.column, incidence.order)
    top = np.maximum(highest, incidence.needed)
    leading = incidence.order == top[incidence.column]
    if (top == highest).all() and _can_be_matched(incidence, leading):
        return Offsets(np.zeros(count, dtype=int), top)
    return None


def _can_be_matched(incidence: Incidence, chosen: Array) -> bool:
    """Tell whether every equation can be paired with a variable of its own."""
    count = len(incidence.columns)
    if incidence.row_count != count or not count:
        return incidence.row_count == count
    too_few, too_many = coarse_blocks(count, count, incidence.row[chosen], incidence.column[chosen])
    return not too_few and not too_many


def _smallest_offsets(incidence: Incidence) -> Offsets:
    """Raise the offsets from zero until equations match unknowns of their own order.

    An equation can be matched with a column where its highest derivative of that column reaches the unknown's. Rows
    that are too many for the columns they reach so must be differentiated once more, and these columns with them. No
    row is raised beyond its smallest offset, because the smallest offsets leave no row over.
    """
    size = len(incidence.columns)
    rows, columns = incidence.least_offsets(), incidence.needed.copy()
    np.maximum.at(columns, incidence.column, incidence.order + rows[incidence.row])
    while True:
        leading = incidence.order + rows[incidence.row] == columns[incidence.column]
        *_, too_many = coarse_blocks(size, size, incidence.row[leading], incidence.column[leading])
        if not len(too_many):
            return Offsets(rows, columns)
        raised = np.zeros(size, dtype=bool)
        raised[too_many] = True
        reached = np.unique(incidence.column[leading & raised[incidence.row]])
        rows[too_many] += 1
        columns[reached] += 1
