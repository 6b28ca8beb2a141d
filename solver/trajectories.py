"""Trajectories by name: what a run and a saved result have in common.

Names are those of scalars (``motor.w``), of elements counted from one (``com[2]``) or of whole vectors (``com``).
An event appears as two rows with equal time: before and after it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any

import numpy as np

from blocks.errors import ModelError, did_you_mean
from blocks.units import format_quantity, unit

Array = np.ndarray[Any, Any]
TIME = "time"


class Trajectories(ABC):
    """Every variable over time, by its full name, in SI units."""

    name: str
    settings: dict[str, Any]
    statistics: dict[str, Any]

    @property
    @abstractmethod
    def time(self) -> Array:
        """Return the recorded instants."""

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """Return the names of all scalars, with all their other names."""

    @property
    @abstractmethod
    def hash(self) -> str:
        """Return the hash of the model."""

    @abstractmethod
    def expand(self, name: str) -> list[str]:
        """Return the scalars a name stands for: itself, or the elements of a vector."""

    @abstractmethod
    def unit(self, name: str) -> str:
        """Return the SI unit of a variable, "" where it has none."""

    @abstractmethod
    def pieces(self, scalars: list[str]) -> Iterator[tuple[Array, Array]]:
        """Yield time and the named scalars, one column each, for some thousand instants after another."""

    def display_unit(self, name: str) -> str:
        """Return the unit in which people like to see a variable."""
        return self.unit(name)

    def in_words(self, name: str, value: Any, otherwise: str = "") -> tuple[str, str]:
        """Return a value of a variable as text in its display unit, and that unit; ``otherwise`` if it has none."""
        symbol = self.display_unit(name) or otherwise
        return format_quantity(value, unit(symbol or "1")).removesuffix(f" {symbol}"), symbol

    def last(self, scalars: list[str]) -> Array:
        """Return the named scalars at the last instant."""
        return self.values(scalars)[-1]

    def values(self, scalars: list[str]) -> Array:
        """Return the named scalars at all instants, one column each."""
        parts = [values for _, values in self.pieces(scalars)]
        return np.concatenate(parts) if parts else np.zeros((0, len(scalars)))

    def __getitem__(self, name: str) -> Array:
        """Return a variable over time; the elements of a vector are columns."""
        if name == TIME:
            return self.time
        scalars = self.expand(name)
        return self.values(scalars).reshape(len(self.time), *element_shape(name, scalars))

    def __contains__(self, name: str) -> bool:
        try:
            return name == TIME or bool(self.expand(name))
        except ModelError:
            return False

    def final(self, names: Iterable[str] | None = None) -> dict[str, Any]:
        """Return variables at the last instant: a number for a scalar, an array for a vector."""
        chosen = self.names if names is None else list(names)
        expanded = {name: self.expand(name) for name in chosen}
        row = iter(self.last([scalar for scalars in expanded.values() for scalar in scalars]).tolist())
        found: dict[str, Any] = {}
        for name, scalars in expanded.items():
            values = np.array([next(row) for _ in scalars]).reshape(element_shape(name, scalars))
            found[name] = values if values.ndim else float(values)
        return found

    def at(self, time: float, name: str) -> Any:
        """Return a variable at any time in between; at an event, the value after it."""
        instants = self.time
        if not len(instants) or not instants[0] <= time <= instants[-1]:
            span = f"{instants[0]:g} s to {instants[-1]:g} s" if len(instants) else "nothing"
            raise ModelError(f"There is no value at {time:g} s.", name, f"The result covers {span}.")
        values = self[name]
        k = int(np.searchsorted(instants, time, side="right")) - 1
        if k == len(instants) - 1 or instants[k] == time:
            found = values[k]
        else:
            part = (time - instants[k]) / (instants[k + 1] - instants[k])
            found = values[k] + part * (values[k + 1] - values[k])
        return found if np.ndim(found) else float(found)

    def scalars(self, names: Iterable[str] | None = None) -> list[str]:
        """Return the scalars that some names stand for, each once; all of them without names."""
        if names is None:
            return self.names
        return list(dict.fromkeys(scalar for name in names if name != TIME for scalar in self.expand(name)))

    def metadata(self, scalars: list[str]) -> dict[str, Any]:
        """Return what is stored beside the numbers in files and tables."""
        units = {name: symbol for name in scalars if (symbol := self.unit(name))}
        return {
            "model": self.name, "hash": self.hash, "settings": self.settings, "statistics": self.statistics,
            "units": {TIME: "s", **units},
        }  # fmt: skip

    def to_pandas(self, names: Iterable[str] | None = None) -> Any:
        """Return a pandas table with time as its index; ``attrs`` has units, hash and settings."""
        import pandas as pd

        scalars = self.scalars(names)
        table = pd.DataFrame(self.values(scalars), index=pd.Index(self.time, name=TIME), columns=scalars)
        table.attrs.update(self.metadata(scalars))
        return table

    def save(self, path: str | PathLike[str], names: Iterable[str] | None = None) -> None:
        """Save all variables, or those named, as .csv, .mat or .parquet."""
        from solver.result_files import save_result

        save_result(self, path, self.scalars(names))

    def plot(self, names: Iterable[str], path: str | PathLike[str] | None = None) -> Any:
        """Draw variables over time, one picture for each unit; save it as .png, .svg or .pdf if a path is given."""
        from solver.result_plot import plot_result

        return plot_result(self, [names] if isinstance(names, str) else list(names), path)


def element_shape(name: str, scalars: list[str]) -> tuple[int, ...]:
    """Return the shape of a variable from the names of its elements.

    >>> element_shape("A", ["A[1,1]", "A[1,2]"]), element_shape("x", ["x"])
    ((1, 2), ())
    """
    if scalars == [name]:
        return ()
    shape = tuple(int(text) for text in scalars[-1][scalars[-1].rindex("[") + 1 : -1].split(","))
    return shape if np.prod(shape) == len(scalars) else (len(scalars),)


def vectors_in(scalars: Iterable[str]) -> dict[str, list[str]]:
    """Return the vectors among some names, with their elements.

    >>> vectors_in(["x", "r[1]", "r[2]"])
    {'r': ['r[1]', 'r[2]']}
    """
    found: dict[str, list[str]] = {}
    for name in scalars:
        if name.endswith("]"):
            found.setdefault(name[: name.rindex("[")], []).append(name)
    return found


def unknown_name(name: str, model: str, known: Iterable[str]) -> ModelError:
    """Return the error for a variable that is not there."""
    return ModelError(f'There is no variable "{name}" in "{model}".', name, fix=did_you_mean(name, known))
