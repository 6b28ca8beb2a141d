"""What runs have recorded, and how much of it a screen can show.

All values of the last runs are kept, for cursors and files. What is drawn is reduced to the lowest and the highest
value in each column of pixels, so that a million points cost hardly more than a thousand. Nothing here draws.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

MOST_RUNS = 8
MOST_NUMBERS = 12_000_000  # in one run: 100 MB; of longer ones the beginning is forgotten
LARGE = 1_000_000  # numbers up to which room is made by copying; beyond, all of it is reserved at once
FEW = 4  # points for each column that are drawn as they are


class Table:
    """The last ``most`` columns of a table that grows. However long it gets, nothing is ever copied for long.

    Columns beyond ``most`` are written twice, at their place in a ring and as far behind it as the ring is long: so
    the last ones always stand in one piece somewhere. Memory that was never written to costs nothing.

    >>> t = Table(rows=1, most=4)
    >>> t.append(np.array([[1.0, 2.0, 3.0]])); t.append(np.array([[4.0, 5.0]]))
    >>> t.values
    array([[2., 3., 4., 5.]])
    """

    def __init__(self, rows: int, most: int) -> None:
        self._most = max(1, most)
        self._room = np.empty((rows, min(256, 2 * self._most)))
        self._end = 0  # how many columns were ever appended

    @property
    def count(self) -> int:
        """Return how many columns are there."""
        return min(self._end, self._most)

    @property
    def values(self) -> Array:
        """Return what is there; a view, valid until more comes."""
        begin = (self._end - self.count) % self._most
        return self._room[:, begin : begin + self.count]

    def append(self, values: Array) -> None:
        """Add columns at the end."""
        for first in range(0, values.shape[1], self._most):
            self._append(values[:, first : first + self._most])

    def _append(self, values: Array) -> None:
        count = values.shape[1]
        end = self._end + count
        self._make_room(end)
        place = self._end % self._most
        before = min(count, self._most - place)  # that fit in before the ring closes
        for part, at in ((values[:, :before], place), (values[:, before:], 0)):
            self._room[:, at : at + part.shape[1]] = part
            if end > self._most:
                self._room[:, self._most + at : self._most + at + part.shape[1]] = part
        self._end = end

    def _make_room(self, end: int) -> None:
        all_of_it = 2 * self._most
        needed = end if end <= self._most else all_of_it
        rows, there = self._room.shape
        if needed > there:
            size = max(needed, 2 * there)
            room = np.empty((rows, all_of_it if size * rows > LARGE else min(size, all_of_it)))
            room[:, : self._end] = self._room[:, : self._end]
            self._room = room


class Run:
    """One run: its instants and the signals at them, in SI units. Elements of vectors are named ``r[1]``."""

    def __init__(self, number: int, model: str = "", until: float | None = None, most: int = MOST_NUMBERS) -> None:
        self.number, self.model, self.until = number, model, until
        self._most = most
        self._appended = 0
        self._table = Table(1, 1)
        self._rows: dict[str, int] = {}

    @property
    def forgotten(self) -> int:
        """Return how many instants at the beginning are gone."""
        return self._appended - len(self)

    @property
    def name(self) -> str:
        """Return what people call it."""
        return f"run {self.number}"

    @property
    def time(self) -> Array:
        """Return the instants."""
        return self._table.values[0]

    @property
    def names(self) -> list[str]:
        """Return the recorded scalars."""
        return list(self._rows)

    def __len__(self) -> int:
        return self._table.count

    def __contains__(self, name: str) -> bool:
        return name in self._rows

    def __getitem__(self, name: str) -> Array:
        return self._table.values[self._rows[name]]

    def append(self, time: Array, values: Mapping[str, Array]) -> None:
        """Add some instants; the signals are those of the first time."""
        if not self._appended:
            names = [name for signal, column in values.items() for name in _scalars(signal, column)]
            self._rows = {name: 1 + k for k, name in enumerate(names)}
            # what there is room for depends on how many are recorded
            self._table = Table(1 + len(names), self._most // (1 + len(names)))
        parts = [np.asarray(column, dtype=float).reshape(len(time), -1).T for column in (time, *values.values())]
        self._table.append(np.concatenate(parts))
        self._appended += len(time)

    def at(self, time: float, name: str) -> float | None:
        """Return a signal at any time in between, at an event the value after it; None outside of the run."""
        instants = self.time
        if not len(instants) or not instants[0] <= time <= instants[-1]:
            return None
        values = self[name]
        k = int(np.searchsorted(instants, time, side="right")) - 1
        if k == len(instants) - 1 or instants[k] == time:
            return float(values[k])
        part = (time - instants[k]) / (instants[k + 1] - instants[k])
        return float(values[k] + part * (values[k + 1] - values[k]))


def _scalars(name: str, column: Array) -> list[str]:
    """Return the names of a signal's elements."""
    return [name] if column.ndim == 1 else [f"{name}[{k + 1}]" for k in range(math.prod(column.shape[1:]))]


class RunStore:
    """The last runs, the newest at the end."""

    def __init__(self, most: int = MOST_RUNS) -> None:
        self.runs: list[Run] = []
        self.current: Run | None = None  # still going on
        self._most, self._number = most, 0

    def begin(self, model: str = "", until: float | None = None) -> Run:
        """Return the record of a new run."""
        self._number += 1
        # runs that never delivered anything are not worth comparing with
        self.runs = [run for run in self.runs if len(run)][-(self._most - 1) :]
        self.current = Run(self._number, model, until)
        self.runs.append(self.current)
        return self.current

    def end(self) -> None:
        """The run is over; what it recorded stays."""
        self.current = None

    @property
    def last(self) -> Run | None:
        """Return the newest run."""
        return self.runs[-1] if self.runs else None

    def before(self, run: Run | None) -> Run | None:
        """Return the run before one, if it has recorded anything."""
        older = [other for other in self.runs if run is not None and other.number < run.number and len(other)]
        return older[-1] if older else None


class Columns:
    """The columns of pixels of a plot over the instants of a run; made once for all its curves."""

    def __init__(self, time: Array, first: float, last: float, count: int) -> None:
        begin = max(0, int(np.searchsorted(time, first)) - 1)
        end = min(len(time), int(np.searchsorted(time, last, side="right")) + 1)
        self._part = slice(begin, end)
        self._time = time[begin:end]
        self._edges: Array | None = None
        if end - begin > FEW * count > 0:
            edges = np.searchsorted(self._time, np.linspace(first, last, count + 1)[:-1])
            edges = np.minimum(edges, end - begin - 1)
            # what np.unique does, which would import a large part of NumPy in the middle of a run
            self._edges = edges[np.append(True, edges[1:] != edges[:-1])]
            ends = np.append(self._edges[1:], end - begin) - 1
            self._ends = ends
            self._instants = np.repeat(self._time[self._edges], 2)

    @property
    def is_reduced(self) -> bool:
        """Tell whether there are more points than can be shown."""
        return self._edges is not None

    def reduced(self, values: Array) -> tuple[Array, Array]:
        """Return a curve with at most two points for each column, or all its points if they are few."""
        part = values[self._part]
        if self._edges is None:
            return self._time, part
        low, high = np.minimum.reduceat(part, self._edges), np.maximum.reduceat(part, self._edges)
        # a falling curve goes from high to low; the other way it would be drawn with spikes
        rising = part[self._ends] >= part[self._edges]
        points = np.empty(2 * len(low))
        points[0::2], points[1::2] = np.where(rising, low, high), np.where(rising, high, low)
        return self._instants, points
