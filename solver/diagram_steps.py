"""A diagram as a step in time and a look at it, for filters that carry a model of their own along.

Many states go through at once, as columns. The steps are Runge-Kutta steps of fourth order, so the diagram must be
smooth: without switches, samples and closed loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError, did_you_mean, raise_all
from solver.buffered import Array
from solver.model import Model, compile_model
from solver.parameters import ParameterSetter


class DiagramSteps:
    """A compiled diagram, with names for what goes in and comes out."""

    def __init__(self, path: Path, states: Sequence[str], inputs: Sequence[str], outputs: Sequence[str]) -> None:
        diagram = read_diagram(path)
        raise_all(diagram.problems)
        self.model: Model = compile_model(diagram)
        self._check(path.name)
        self.order = self._places(path.name, states)
        self.setter = ParameterSetter(self.model)
        self.inputs = [self._parameter(name) for name in inputs]
        self.outputs = [scalar for name in outputs for scalar in self.model.observer.expand(name)]

    def _check(self, name: str) -> None:
        model = self.model
        program = model.assembly.program
        faults = {
            "has switches": program.modes.numel(), "has sampled blocks": program.held.numel(),
            "has closed loops of joints": len(model.assembly.choice.constraints),
            "has equations that must be iterated": program.guess_count,
        }  # fmt: skip
        if found := [words for words, count in faults.items() if count]:
            fix = "Take a simpler model for the filter, or write it as a function."
            raise ModelError(f"{name} cannot be the model of a filter: it {' and '.join(found)}.", fix=fix)

    def _places(self, name: str, states: Sequence[str]) -> Array:
        known = self.model.state_names
        if wrong := [state for state in states if state not in known]:
            why = did_you_mean(wrong[0], known)
            raise ModelError(f'{name} has no state "{wrong[0]}".', why=why, fix=f"Its states are: {', '.join(known)}.")
        if sorted(states) != sorted(known):
            raise ModelError(f"{name} has other states than those listed.", fix=f"List them all: {', '.join(known)}.")
        return np.array([states.index(state) for state in known])

    def _parameter(self, name: str) -> int:
        places = self.setter.places.get(name, [])
        if len(places) != 1:
            raise ModelError(f'"{name}" is not a single parameter.', fix=did_you_mean(name, self.setter.places))
        return places[0]

    @cached_property
    def _rest(self) -> list[Array]:
        return [np.zeros((0, 1))] * 3

    def _numbers(self, u: Array) -> Array:
        vector = self.setter.vector.copy()
        vector[self.inputs] = u[: len(self.inputs)]
        return vector[:, None]

    def step(self, x: Array, u: Array, t: float, period: float, count: int) -> Array:
        """Return all states one period later, in ``count`` steps."""
        numbers, size, y = self._numbers(u), period / count, x[self.order]
        for k in range(count):
            begin = t + k * size
            a = self._rates(begin, y, numbers)
            b = self._rates(begin + size / 2, y + size / 2 * a, numbers)
            c = self._rates(begin + size / 2, y + size / 2 * b, numbers)
            d = self._rates(begin + size, y + size * c, numbers)
            y = y + size / 6 * (a + 2 * b + 2 * c + d)
        found = np.empty_like(y)
        found[self.order] = y
        return found

    def _rates(self, t: float, y: Array, numbers: Array) -> Any:
        return np.asarray(self.model.derivatives_function(t, y, numbers, *self._rest)[0]).reshape(y.shape)

    def look(self, x: Array, u: Array, t: float) -> Array:
        """Return the outputs at all states."""
        function = self.model.observer.function(self.outputs)
        values = function(t, x[self.order], self._numbers(u), *self._rest)
        return np.asarray(values).reshape(len(self.outputs), -1)
