"""The part of a sparse matrix that is not eliminated yet, with the steps that eliminated the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solver.value_tape import Entry, Tape, Values

# up to this many updates the fill of a pivot is counted, above it is only bounded
COUNTED_FILL = 10


class Unsolvable(Exception):
    """The elimination gives up; the text is the reason."""


class TooLarge(Unsolvable):
    """Another order of pivots would not help."""


@dataclass(frozen=True, slots=True)
class Step:
    """One pivot: its row gives one unknown, and ``below`` are the multiples of it to subtract from other rows."""

    row: int
    column: int
    pivot: Entry
    inverse: Entry
    row_is_scaled: bool
    below: list[tuple[int, Entry]]
    right: list[tuple[int, Entry]]


@dataclass(frozen=True, slots=True)
class Mix:
    """Two rows replaced by their combinations, such that in two columns only the determinant is left."""

    rows: tuple[int, int]
    # the entries of the first row, then of the second, in these columns
    entries: tuple[Entry, Entry, Entry, Entry]


class ActiveMatrix:
    """The rows and columns that are left; entries are values on a tape."""

    def __init__(self, tape: Tape, entries: dict[tuple[int, int], Entry], size: int, node_limit: int) -> None:
        self.tape, self.sample_count = tape, len(tape.decisive)
        self.steps: list[Step | Mix] = []
        self.rows: dict[int, dict[int, Entry]] = {i: {} for i in range(size)}
        self.columns: dict[int, set[int]] = {j: set() for j in range(size)}
        for (i, j), entry in entries.items():
            if entry != 0.0:
                self.rows[i][j] = entry
                self.columns[j].add(i)
        self._node_limit = node_limit
        self._row_scale, self._column_scale = self._equilibrate(size)

    def _equilibrate(self, size: int) -> tuple[list[float], list[float]]:
        """Return factors for rows and columns that bring the entries near 1 (in the mean of their logarithms)."""
        places = [(i, j, self.tape.size_range(entry)[1]) for i, row in self.rows.items() for j, entry in row.items()]
        # with the parameters as they are, some entries vanish everywhere: they have no size to go by
        places = [place for place in places if place[2] > 1e-100]
        if not places:
            raise Unsolvable("the matrix is zero")
        i, j, sizes = (np.array(part) for part in zip(*places, strict=True))
        logarithms = np.log(sizes)
        rows, columns = np.zeros(size), np.zeros(size)
        in_row, in_column = (np.maximum(np.bincount(index, minlength=size), 1) for index in (i, j))
        for _ in range(4):
            rows = -np.bincount(i, logarithms + columns[j], size) / in_row
            columns = -np.bincount(j, logarithms + rows[i], size) / in_column
        return np.exp(rows).tolist(), np.exp(columns).tolist()

    def eliminate(self, r: int, c: int) -> list[int]:
        """Eliminate unknown ``c`` with row ``r`` and return the rows whose entries or fill may have changed."""
        if len(self.tape.nodes) > self._node_limit:
            raise TooLarge("it takes too many operations")
        tape, row = self.tape, self.rows.pop(r)
        pivot = row.pop(c)
        inverse = tape.invert(pivot)
        others = sorted(self.columns.pop(c) - {r})
        column = [self.rows[i].pop(c) for i in others]
        for j in row:
            self.columns[j].discard(r)
        # one factor of each product is divided by the pivot: on the side where that is cheaper
        row_is_scaled = _products(row.values()) < _products(column)
        if row_is_scaled:
            row = {j: tape.multiply(entry, inverse) for j, entry in row.items()}
        else:
            column = [tape.multiply(entry, inverse) for entry in column]
        for i, factor in zip(others, column, strict=True):
            self._subtract(i, factor, row)
        below = list(zip(others, column, strict=True))
        self.steps.append(Step(r, c, pivot, inverse, row_is_scaled, below, list(row.items())))
        return sorted(set(others).union(*(self.columns[j] for j in row)))

    def mix(self, rows: tuple[int, int], columns: tuple[int, int]) -> None:
        """Combine two rows so that each is left with one of the two columns, by Cramer's rule.

        A turned frame has the entries cos, -sin, sin and cos. Each of them vanishes at some angle, their determinant
        does not.
        """
        tape, (first, second) = self.tape, rows
        upper, lower = self.rows[first], self.rows[second]
        (a, b), (c, d) = ([row.get(j, 0.0) for j in columns] for row in (upper, lower))
        mixed: tuple[dict[int, Entry], dict[int, Entry]] = {}, {}
        for j in {**upper, **lower}:
            x, y = upper.get(j, 0.0), lower.get(j, 0.0)
            mixed[0][j] = tape.subtract(tape.multiply(d, x), tape.multiply(b, y))
            mixed[1][j] = tape.subtract(tape.multiply(a, y), tape.multiply(c, x))
        for r, row in zip(rows, mixed, strict=True):
            self._replace(r, {j: entry for j, entry in row.items() if entry != 0.0})
        self.steps.append(Mix(rows, (a, b, c, d)))

    def _replace(self, r: int, row: dict[int, Entry]) -> None:
        for j in self.rows[r].keys() - row.keys():
            self.columns[j].discard(r)
        for j in row:
            self.columns[j].add(r)
        self.rows[r] = row
        self._row_scale[r] = 1.0 / max(
            self.tape.size_range(entry)[1] * self._column_scale[j] for j, entry in row.items()
        )

    def _subtract(self, i: int, factor: Entry, row: dict[int, Entry]) -> None:
        tape, target = self.tape, self.rows[i]
        for j, entry in row.items():
            old = target.get(j, 0.0)
            new = tape.subtract(old, tape.multiply(factor, entry))
            if new != 0.0:
                target[j] = new
                self.columns[j].add(i)
            elif old != 0.0:
                del target[j]
                self.columns[j].discard(i)

    def fill(self, r: int, c: int) -> int:
        """Return how many entries a pivot fills in; where that takes long to count, Markowitz's bound."""
        row, column = self.rows[r], self.columns[c]
        bound = (len(row) - 1) * (len(column) - 1)
        if bound > COUNTED_FILL:
            return bound
        return sum(len(row.keys() - self.rows[i].keys()) for i in column)

    def is_alone(self, r: int, c: int) -> bool:
        """Return whether a pivot is the only one its row or its column can have."""
        return len(self.rows[r]) == 1 or len(self.columns[c]) == 1

    def is_constant(self, entry: Entry) -> bool:
        """Return whether an entry depends on parameters at most."""
        if isinstance(entry, float) or self.sample_count == 1:
            return isinstance(entry, float)
        low, high = self.tape.size_range(entry)
        return high - low <= 1e-12 * high and not self.tape.changes_sign(entry)

    def keeps_size(self, r: int, c: int) -> bool:
        """Return whether an entry has one sign at all samples and is never much smaller than at another."""
        low, high = self.tape.size_range(self.rows[r][c])
        return low > 1e-3 * high and not self.tape.changes_sign(self.rows[r][c])

    def values(self, r: int, c: int) -> Values:
        """Return an entry at the samples by which pivots are chosen."""
        return self.tape.values(self.rows[r][c])[self.tape.decisive]

    def sizes(self, r: int, c: int) -> Values:
        """Return the sizes of an entry in the scaled matrix at these samples."""
        return np.abs(self.scaled(r, c))

    def scaled(self, r: int, c: int) -> Values:
        """Return an entry of the scaled matrix at these samples."""
        return self.values(r, c) * (self._row_scale[r] * self._column_scale[c])

    def ratio(self, r: int, c: int) -> float:
        """Return the least size of an entry beside the greatest of its row and column in the scaled matrix."""
        size_range, row_scale, column_scale = self.tape.size_range, self._row_scale, self._column_scale
        in_row = max(size_range(entry)[1] * column_scale[j] for j, entry in self.rows[r].items())
        in_column = max(size_range(self.rows[i][c])[1] * row_scale[i] for i in self.columns[c])
        least = size_range(self.rows[r][c])[0]
        return least / max(in_row / column_scale[c], in_column / row_scale[r])


class PivotQuality:
    """How good a pivot is at the worst sample: beside its column, where each row is scaled to 1, and beside its row."""

    def __init__(self, matrix: ActiveMatrix) -> None:
        self._matrix = matrix
        self._row_sizes: dict[int, Values] = {}

    def __call__(self, r: int, c: int) -> tuple[float, float]:
        """Return the ratio to the largest of the column, and the ratio to the largest of the row."""
        own = np.abs(self._relative(r, c))
        largest = np.max([np.abs(self._relative(i, c)) for i in self._matrix.columns[c]], axis=0)
        return float(np.min(own / largest)), float(np.min(own))

    def of_determinant(self, rows: tuple[int, int], columns: tuple[int, int]) -> float:
        """Return the size of a determinant of two rows and columns, beside its rows."""
        (r, i), (c, j) = rows, columns
        determinant = self._relative(r, c) * self._relative(i, j) - self._relative(r, j) * self._relative(i, c)
        return float(max(np.min(determinant), np.min(-determinant)))

    def is_at_least(self, in_column: float, in_row: float, r: int, c: int) -> bool:
        """Return whether both ratios are large enough: within a column of rounding noise the first is always good."""
        if self._matrix.tape.changes_sign(self._matrix.rows[r][c]):
            return False
        ratio, size = self(r, c)
        return ratio >= in_column and size >= in_row

    def forget(self, rows: Iterable[int]) -> None:
        """Forget what is remembered of rows that changed."""
        for r in rows:
            self._row_sizes.pop(r, None)

    def _relative(self, i: int, c: int) -> Values:
        sizes = self._row_sizes.get(i)
        if sizes is None:
            sizes = np.max([self._matrix.sizes(i, j) for j in self._matrix.rows[i]], axis=0)
            self._row_sizes[i] = sizes
        return self._matrix.scaled(i, c) / sizes


def is_unit(entry: Entry) -> bool:
    """Return whether an entry is 1 or -1; node number 1 is not."""
    return isinstance(entry, float) and abs(entry) == 1.0


def _products(entries: Iterable[Entry]) -> int:
    """Return how many entries cost a multiplication when they are divided by a pivot."""
    return sum(1 for entry in entries if not is_unit(entry))
