"""What a live run delivers: the wanted signals at some instants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.model import Model
from solver.observe import Chunk
from solver.result import MOST_INSTANTS, even_chunks
from solver.trajectories import Array


@dataclass(frozen=True, eq=False)
class Batch:
    """Some instants, and every wanted signal at them; the elements of a vector are columns."""

    time: Array
    values: dict[str, Array]

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, name: str) -> Array:
        return self.values[name]


def joined(batches: Sequence[Batch]) -> Batch:
    """Return several batches of the same signals as one."""
    if len(batches) == 1:
        return batches[0]
    names = batches[0].values if batches else ()
    time = np.concatenate([batch.time for batch in batches]) if batches else np.zeros(0)
    return Batch(time, {name: np.concatenate([batch.values[name] for batch in batches]) for name in names})


class Reader:
    """Computes the wanted signals of a model from recorded chunks."""

    def __init__(self, model: Model, signals: Sequence[str]) -> None:
        self._observer = model.observer
        self.elements = {name: self._observer.expand(name) for name in signals}
        self._scalars = list(dict.fromkeys(scalar for names in self.elements.values() for scalar in names))

    def read(self, chunks: Sequence[Chunk]) -> Batch:
        """Return the signals at all instants of the chunks."""
        even = list(even_chunks(chunks, MOST_INSTANTS))
        table = self._observer.values(self._scalars, even)
        column = {name: table[:, k] for k, name in enumerate(self._scalars)}
        time = np.concatenate([chunk.time for chunk in even]) if even else np.zeros(0)
        return Batch(time, {name: self._signal(name, column) for name in self.elements})

    def _signal(self, name: str, column: dict[str, Array]) -> Array:
        scalars = self.elements[name]
        if scalars == [name]:
            return np.ascontiguousarray(column[name])
        return np.column_stack([column[scalar] for scalar in scalars])
