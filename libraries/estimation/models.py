"""The models of filters: functions of the project, or a diagram."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from blocks import ModelError
from blocks.project_code import Project
from libraries.estimation.kalman import Array

NAMES = ("x", "u", "t", "period", "p", "w", "v")


class StateFunction(Protocol):
    """A function of states, many at once."""

    @property
    def size(self) -> int:
        """Return how many numbers it gives for one state."""

    @property
    def where(self) -> str:
        """Return how messages call it."""

    def columns(self, **given: Any) -> Array:
        """Return the values at all states, which are the columns of ``x``."""


@dataclass(frozen=True)
class ModelFunction:
    """A function of the model, and what it asks for."""

    code: Callable[..., Any]
    asked: tuple[str, ...]
    is_vectorized: bool
    where: str
    size: int

    def columns(self, **given: Any) -> Array:
        """Return the values at all states, which are the columns of ``x``; noises are columns too."""
        x = given["x"]
        if self.is_vectorized:
            return self._checked(self.code(**self._wanted(given)), x.shape[1:])
        noise = {name: given[name] for name in ("w", "v") if name in given}
        found = [
            self._checked(self.code(**self._wanted(
                {**given, "x": x[:, k].copy(), **{name: item[:, k].copy() for name, item in noise.items()}}
            )), ())
            for k in range(x.shape[1])
        ]  # fmt: skip
        return np.column_stack(found)

    def matrix(self, size: int, **given: Any) -> Array:
        """Return a Jacobian."""
        return self._checked(self.code(**self._wanted(given)), (size,))

    def _wanted(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {name: given[name] for name in self.asked if name in given}

    def _checked(self, value: Any, more: tuple[int, ...]) -> Array:
        found = np.asarray(value, dtype=float)
        if found.shape != (self.size, *more):
            got, wanted = (" x ".join(map(str, shape)) or "1" for shape in (found.shape, (self.size, *more)))
            raise ModelError(f"{self.where} returned {got} numbers instead of {wanted}.")
        return found


def project_function(project: Project, file: str, name: str, size: int, is_vectorized: bool = False) -> ModelFunction:
    """Return a function of the project, after a look at what it asks for."""
    code = project.function(file, name)
    asked = tuple(inspect.signature(code).parameters)
    where = f'"{name}" in {file}'
    if unknown := [item for item in asked if item not in NAMES]:
        fix = f"It may ask for: {', '.join(NAMES)}."
        raise ModelError(f'{where} asks for "{unknown[0]}", which is not known.', fix=fix)
    return ModelFunction(code, asked, is_vectorized, where, size)


@dataclass(frozen=True)
class DiagramProcess:
    """What a diagram does in one period."""

    steps: Any
    count: int
    where: str
    size: int

    def columns(self, **given: Any) -> Array:
        """Return all states one period later."""
        found: Array = self.steps.step(given["x"], given["u"], given["t"], given["period"], self.count)
        return found


@dataclass(frozen=True)
class DiagramMeasurement:
    """What is measured on a diagram."""

    steps: Any
    where: str
    size: int

    def columns(self, **given: Any) -> Array:
        """Return what is measured in all states."""
        found: Array = self.steps.look(given["x"], given["u"], given["t"])
        return found
