"""Recording: rows of states at the instants people want to see, cut into chunks where something discrete changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from solver.buffered import Array
from solver.moment import Moment
from solver.observe import Chunk


class Recorder:
    """Collects rows. An event gives two rows with the same time: before and after."""

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.last_time: float | None = None
        self._rows: list[tuple[float, Array, Array]] = []
        self._chunks: list[Chunk] = []
        self._discrete: tuple[Array, Array, Array] | None = None

    @property
    def count(self) -> int:
        """Return the number of rows waiting."""
        return len(self._rows)

    def add(self, now: Moment, time: float | None = None, states: Array | None = None) -> None:
        """Record the moment, or states at a time shortly before it."""
        self._watch(now)
        row = now.states.copy() if states is None else states
        self.last_time = now.time if time is None else time
        self._rows.append((self.last_time, row, now.guesses.copy()))

    def _watch(self, now: Moment) -> None:
        """Begin a new chunk when modes, held values or parameters are not those of the last row."""
        last = self._discrete
        is_same = last is not None and last[2] is now.parameters and np.array_equal(last[0], now.modes)
        if is_same and last is not None and np.array_equal(last[1], now.held):
            return
        self._close()
        self._discrete = (now.modes.copy(), now.held.copy(), now.parameters)

    def _close(self) -> None:
        if not self._rows:
            return
        assert self._discrete is not None
        modes, held, parameters = self._discrete
        times = np.array([row[0] for row in self._rows])
        states = np.array([row[1] for row in self._rows]).reshape(len(times), -1)
        guesses = np.array([row[2] for row in self._rows]).reshape(len(times), -1)
        self._chunks.append(Chunk(times, states, modes[None], held[None], guesses, parameters))
        self._rows = []

    def add_rows(self, now: Moment, times: Array, states: Array, held: Array, guesses: Array) -> None:
        """Record many rows at once; held values may differ from row to row."""
        self._close()
        if len(times):
            self._chunks.append(Chunk(times, states, now.modes[None].copy(), held, guesses, now.parameters))
        self._discrete = (now.modes.copy(), now.held.copy(), now.parameters)

    def next_instant(self, time: float) -> int:
        """Return the number of the first wanted instant after a time."""
        position = time / self.interval
        return math.floor(position + 1e-9 * max(1.0, position)) + 1

    def flush(self) -> Iterator[Chunk]:
        """Yield what was recorded since the last time."""
        self._close()
        chunks, self._chunks = self._chunks, []
        yield from chunks

    def is_due(self, time: float) -> bool:
        """Tell whether a time is one of the wanted instants."""
        position = time / self.interval
        return abs(position - round(position)) < 1e-9 * max(1.0, position)

    def inside(self, now: Moment, end: float, dense: Callable[[float], Array], size: float) -> None:
        """Record the wanted instants strictly inside a step that begins now."""
        begin = now.time
        first = self.next_instant(begin)
        last = math.ceil(end / self.interval - 1e-9 * max(1.0, end / self.interval)) - 1
        for k in range(first, last + 1):
            time = k * self.interval
            self.add(now, time, dense((time - begin) / size))
