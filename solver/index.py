"""Index reduction by the signature method: how often each equation must be differentiated.

Input: an ``Incidence``. Output: offsets c (rows) and d (columns): row i is differentiated c_i times and the unknown
of column j at the top level is its derivative of order d_j. Fast path: if the highest derivatives alone can be
matched with the equations, nothing is differentiated. Otherwise a maximum-weight assignment and a sweep give the
smallest offsets (Pryce, BIT 41, 2001), which are those of Pantelides' algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from blocks.errors import raise_all
from solver.incidence import Array, Incidence
from solver.singular import drop_redundant, explain_singular


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
    return plain or _smallest_offsets(incidence, _assignment(incidence))


def _plain_offsets(incidence: Incidence) -> Offsets | None:
    """Return the offsets if nothing has to be differentiated: the highest derivatives match the equations."""
    count = len(incidence.columns)
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
    pattern = ca.Sparsity.triplet(
        count, count, incidence.row[chosen].tolist(), incidence.column[chosen].tolist()
    )
    # the coarse blocks hold what too few or too many rows determine; sprank answers the same, but slowly
    *_, coarse_rows, coarse_columns = pattern.btf()
    return list(coarse_rows[2:4]) == [0, count] and list(coarse_columns[1:3]) == [0, count]


def _assignment(incidence: Incidence) -> Array:
    """Return for each row the column it is matched with, the sum of orders being as large as possible."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    weight = incidence.order.max() + 1.0 - incidence.order
    size = len(incidence.columns)
    table = csr_array((weight, (incidence.row, incidence.column)), shape=(size, size))
    rows, columns = min_weight_full_bipartite_matching(table)
    match = np.empty(size, dtype=int)
    match[rows] = columns
    return match


def _smallest_offsets(incidence: Incidence, match: Array) -> Offsets:
    """Sweep d_j = max(sigma_ij + c_i), c_i = d_match - sigma until nothing changes."""
    size = len(incidence.columns)
    matched = match[incidence.row] == incidence.column
    own_order = np.zeros(size, dtype=int)
    own_order[incidence.row[matched]] = incidence.order[matched]
    rows = np.zeros(size, dtype=int)
    for _ in range(size + 2):
        columns = incidence.needed.copy()
        np.maximum.at(columns, incidence.column, incidence.order + rows[incidence.row])
        updated = columns[match] - own_order
        if (updated == rows).all():
            return Offsets(rows, columns)
        rows = updated
    raise AssertionError("the offsets of a matched system always settle")
