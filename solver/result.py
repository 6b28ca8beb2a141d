"""The result of a run: every variable by its full name, computed from what the run recorded when somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from blocks.errors import ModelError
from solver.model import Model
from solver.model_hash import model_hash
from solver.observe import Chunk
from solver.shown_unit import Shown
from solver.signal_units import Origin, origin_of, shown_units
from solver.trajectories import Array, Trajectories, unknown_name, vectors_in

__all__ = ["Result", "SavedResult", "load_result", "model_hash"]

# how much is computed at once: enough to be fast, little enough to fit into any memory
MOST_INSTANTS = 20_000
MOST_NUMBERS = 4_000_000
NO_UNIT = ("any", "bool", "1")


class Result(Trajectories):
    """A finished run of a model."""

    def __init__(
        self, model: Model, chunks: list[Chunk], settings: dict[str, Any] | None = None,
        statistics: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.model, self.chunks = model, chunks
        self.name = model.system.name
        self.settings, self.statistics = dict(settings or {}), dict(statistics or {})
        self._read: dict[str, Array] = {}

    @cached_property
    def time(self) -> Array:
        """Return the recorded instants."""
        return np.concatenate([chunk.time for chunk in self.chunks]) if self.chunks else np.zeros(0)

    @property
    def names(self) -> list[str]:
        """Return the names of all variables and switches."""
        return self.model.observer.names

    @cached_property
    def hash(self) -> str:
        """Return the hash of the model."""
        return model_hash(self.model.diagram)

    def expand(self, name: str) -> list[str]:
        """Return the scalars a name stands for: itself, or the elements of a vector."""
        return self.model.observer.expand(name)

    def unit(self, name: str) -> str:
        """Return the SI unit of a variable; of a signal that takes any unit, what follows from its neighbours."""
        shown = self._shown(name)
        return "" if shown is None or shown.unit in NO_UNIT else shown.unit

    def display_unit(self, name: str) -> str:
        """Return the unit in which people like to see a variable."""
        shown = self._shown(name)
        return (shown.display if shown is not None else "") or self.unit(name)

    def _shown(self, name: str) -> Shown | None:
        observer, model = self.model.observer, self.model
        scalar = observer.expand(name)[0]
        declaration = observer.declaration(scalar)
        if declaration is None:
            return None
        if declaration.unit_text != "any":
            return Shown(declaration.unit_text, declaration.display or "")
        units: dict[Origin, Shown] = model.keep("shown units", lambda: shown_units(model))
        return units.get(origin_of(model, observer.places[scalar]))

    def __getitem__(self, name: str) -> Array:
        """Return a variable over time; the elements of a vector are columns."""
        if name not in self._read:
            self._read[name] = super().__getitem__(name)
        return self._read[name]

    def pieces(self, scalars: list[str]) -> Iterator[tuple[Array, Array]]:
        """Yield time and the named scalars, one column each, for some thousand instants after another."""
        width = len(scalars) + self.model.state_count
        size = min(MOST_INSTANTS, max(1, MOST_NUMBERS // max(1, width)))
        for chunk in even_chunks(self.chunks, size):
            yield chunk.time, self.model.observer.values(scalars, [chunk])

    def last(self, scalars: list[str]) -> Array:
        """Return the named scalars at the last instant."""
        recorded = [chunk for chunk in self.chunks if chunk.count]
        if not recorded:
            raise ModelError(f'The run of "{self.name}" has recorded nothing.')
        end = part_of(recorded[-1], recorded[-1].count - 1, recorded[-1].count)
        return self.model.observer.values(scalars, [end])[0]


class SavedResult(Trajectories):
    """A result read from a file: the variables that were saved, and nothing that has to be computed."""

    def __init__(self, time: Array, columns: dict[str, Array], metadata: dict[str, Any]) -> None:
        self._time, self.columns = time, columns
        self.name = str(metadata.get("model", "result"))
        self.settings, self.statistics = dict(metadata.get("settings", {})), dict(metadata.get("statistics", {}))
        self._hash, self._units = str(metadata.get("hash", "")), dict(metadata.get("units", {}))
        self._vectors = vectors_in(columns)

    @property
    def time(self) -> Array:
        """Return the recorded instants."""
        return self._time

    @property
    def names(self) -> list[str]:
        """Return the names of all saved scalars."""
        return list(self.columns)

    @property
    def hash(self) -> str:
        """Return the hash of the model that was run."""
        return self._hash

    def expand(self, name: str) -> list[str]:
        """Return the scalars a name stands for: itself, or the elements of a vector."""
        if name in self.columns:
            return [name]
        if name in self._vectors:
            return self._vectors[name]
        raise unknown_name(name, self.name, [*self.columns, *self._vectors])

    def unit(self, name: str) -> str:
        """Return the SI unit of a variable, "" where it has none."""
        return str(self._units.get(self.expand(name)[0], ""))

    def pieces(self, scalars: list[str]) -> Iterator[tuple[Array, Array]]:
        """Yield time and the named scalars, one column each."""
        yield self.time, np.column_stack([np.zeros((len(self.time), 0)), *(self.columns[name] for name in scalars)])


def load_result(path: str) -> SavedResult:
    """Return a result that was saved as .csv, .mat or .parquet."""
    from solver.result_files import read_result

    return SavedResult(*read_result(path))


def part_of(chunk: Chunk, first: int, last: int) -> Chunk:
    """Return some instants of a chunk."""
    several = chunk.count > 1

    def cut(rows: Array) -> Array:
        return rows[first:last] if several and len(rows) == chunk.count else rows

    return replace(
        chunk, time=chunk.time[first:last], states=chunk.states[first:last],
        modes=cut(chunk.modes), held=cut(chunk.held), guesses=cut(chunk.guesses),
    )  # fmt: skip


def even_chunks(chunks: Iterable[Chunk], size: int) -> Iterator[Chunk]:
    """Yield the same instants in chunks of at most ``size``: long ones are divided, short ones joined."""
    waiting: list[Chunk] = []
    count = 0
    for chunk in chunks:
        for first in range(0, chunk.count, size):
            part = chunk if chunk.count <= size else part_of(chunk, first, min(first + size, chunk.count))
            if waiting and (count + part.count > size or not _same(waiting[-1].parameters, part.parameters)):
                yield _joined(waiting)
                waiting, count = [], 0
            waiting.append(part)
            count += part.count
    if waiting:
        yield _joined(waiting)


def _same(a: Array, b: Array) -> bool:
    return a is b or np.array_equal(a, b)


def _joined(chunks: list[Chunk]) -> Chunk:
    if len(chunks) == 1:
        return chunks[0]

    def rows(field: str) -> Array:
        parts = [(getattr(chunk, field), chunk.count) for chunk in chunks]
        return np.concatenate([np.broadcast_to(part, (count, part.shape[1])) for part, count in parts])

    time = np.concatenate([chunk.time for chunk in chunks])
    fields = {field: rows(field) for field in ("states", "modes", "held", "guesses")}
    return Chunk(time, **fields, parameters=chunks[0].parameters)
