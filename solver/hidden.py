"""Constraints that no single equation shows: three coils that feed a bridge of diodes which nothing else holds.

Each node of such a bridge has currents that may take any value, but the sum over all nodes is left with those of the
coils alone, and these are not free. Structure does not see that: the equations could be paired with unknowns, and
would then always be singular. The same holds for a triangle of capacitors without a ground.

Input: an ``Incidence``. Effect: wherever linear equations with plain numbers add up to one between states and given
quantities only, the sum takes the place of one of them. Where they add up to nothing, as those of a bridge without a
ground do, nothing takes its place, so that what is missing shows. (Analytical singularities made structural, as in the
ASSC algorithm of OpenModelica.)
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from solver.alias import Row
from solver.incidence import Array, Incidence

Terms = dict[tuple[int, int], float]  # (root variable, derivative order) -> coefficient; the constant is at ONE
ONE = (-1, 0)
MOST_WORK = 50  # terms that may arise, per term there is


def expose_hidden(incidence: Incidence) -> None:
    """Put sums of linear rows in place of single ones where only the sums show what they say, or that it is nothing."""
    rows = incidence.aliases.rows
    open_roots = set(incidence.columns[~_is_given(incidence)].tolist())
    uses = Counter(root for row in rows for root, _, _ in row.terms)
    most = MOST_WORK * (sum(uses.values()) + 100)
    known, unknown = _Pivots(uses), _Pivots(uses)
    sums: dict[int, Terms] = {}
    for number, row in enumerate(rows):
        terms: Terms = {(root, order): factor for root, order, factor in row.terms} | {ONE: row.constant}
        if not any(root in open_roots for root, _ in terms):
            known.take(terms)
            continue
        unknown.reduce(terms)
        left = [key for key in terms if key[0] in open_roots]
        if left:
            unknown.add(terms, left)
        else:
            sums[number] = terms
        if unknown.work > most:
            return  # such a network is too dense
    for terms in sums.values():
        known.take(terms)
    found = {number: terms for number, terms in sums.items() if len(terms) > 1 or abs(terms[ONE]) < 1e-12}
    if found:
        _replace(incidence, found)


class _Pivots:
    """Rows of a system in echelon form: none has the pivot of one before it."""

    def __init__(self, uses: Counter[int]) -> None:
        self.uses, self.work = uses, 0
        self.rows: dict[tuple[int, int], tuple[int, Terms]] = {}

    def take(self, terms: Terms) -> None:
        """Reduce a row and add what is left of it."""
        self.reduce(terms)
        if left := [key for key in terms if key != ONE]:
            self.add(dict(terms), left)

    def add(self, terms: Terms, left: list[tuple[int, int]]) -> None:
        """Add a row that is reduced, with one of some terms as its pivot: the rarest."""
        self.rows[min(left, key=lambda key: self.uses[key[0]])] = (len(self.rows), terms)

    def reduce(self, terms: Terms) -> None:
        """Take multiples of the rows off another until it has none of their pivots."""
        while hits := [key for key in terms if key in self.rows]:
            key = min(hits, key=lambda hit: self.rows[hit][0])
            other = self.rows[key][1]
            share = terms[key] / other[key]
            for place, factor in other.items():
                value = terms.get(place, 0.0) - share * factor
                if abs(value) > 1e-12 or place == ONE:
                    terms[place] = value
                else:
                    terms.pop(place, None)
            terms.pop(key, None)
            self.work += len(other)


def _is_given(incidence: Incidence) -> Array:
    """Tell which columns are no plain unknowns: those with derivatives, and those an equation of their own fixes."""
    given = incidence.needed > 0
    given[incidence.column[incidence.order > 0]] = True
    counts = np.bincount(incidence.row, minlength=incidence.row_count)
    given[incidence.column[counts[incidence.row] == 1]] = True
    return given


def _replace(incidence: Incidence, found: dict[int, Terms]) -> None:
    rows = incidence.aliases.rows
    entries = []
    for number, terms in found.items():
        plain = [(root, order, factor) for (root, order), factor in terms.items() if root >= 0]
        rows[number] = Row(plain, terms[ONE], rows[number].origin)
        entries += [(number, int(incidence.column_of[root]), order) for root, order, _ in plain]
    keep = ~np.isin(incidence.row, list(found))
    more = np.array(entries, dtype=int).reshape(-1, 3).T
    table = (incidence.row, incidence.column, incidence.order)
    parts = [np.append(old[keep], new) for old, new in zip(table, more, strict=True)]
    incidence.row, incidence.column, incidence.order = parts
