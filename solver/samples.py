"""Points at which the compiler tries its pivots: near the start, consistent with all constraints, and at quarter turns.

Random points show which expressions are identical; consistent ones show which pivots are safe. Turns by multiples of 45
degrees are among them because a pivot such as cos(phi) looks harmless everywhere else.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from solver.assemble import Assembly
from solver.closure import Closure
from solver.incidence import Array
from solver.nominal import nominal_sizes
from solver.program import random_points
from solver.starts import Start, guess_vector

NEAR, TURNED, IDENTITY = 6, 6, 4


class SamplePoints:
    """Makes the sample points of an assembly once, when the first block asks for them."""

    def __init__(self, assembly: Assembly, starts: list[Start]) -> None:
        self.assembly, self.starts = assembly, starts

    def make(self) -> tuple[Array, Array]:
        """Return consistent points and random points of all program arguments, one column each."""
        return self._points

    @cached_property
    def _points(self) -> tuple[Array, Array]:
        program = self.assembly.program
        guess = self._begin()
        sizes = nominal_sizes(self.assembly)
        has_size = ~np.isnan(sizes)
        rng = np.random.default_rng(1)
        columns = []
        for k in range(NEAR + TURNED):
            spread = rng.uniform(-0.3, 0.3, len(guess))
            quarter = np.pi / 4 * rng.integers(-4, 5, len(guess))
            # the first is the start itself: whatever vanishes there must not be a pivot
            states = guess + spread * (k > 0) if k < NEAR else quarter + 1e-3 * spread
            # what has a size of its own is no angle: a pressure or a mass of gas stays what it may be
            states[has_size] = (guess + spread * (k > 0) * np.minimum(sizes, np.maximum(np.abs(guess), 1e-3 * sizes)))[
                has_size
            ]
            columns.append(self._column(self._consistent(states), rng))
        size = sum(symbol.numel() for symbol in program.arguments())
        identity = random_points(size, IDENTITY, 2)
        return np.array(columns).T, identity

    def _column(self, states: Array, rng: np.random.Generator) -> Array:
        program = self.assembly.program
        values = self.assembly.system.parameter_values
        modes = rng.integers(0, 2, program.modes.numel()).astype(float)
        held = rng.uniform(-1, 1, program.held.numel())
        return np.concatenate([[rng.uniform(0, 1)], states, values, modes, held])

    @cached_property
    def _closure(self) -> Closure | None:
        return Closure(self.assembly) if self.assembly.choice.constraints else None

    def _begin(self) -> Array:
        """Return the states near which the samples lie."""
        if self._closure is not None:
            return self._closure.wished(self.starts)
        return guess_vector(self.assembly, self.starts)[0]

    def _consistent(self, states: Array) -> Array:
        """Return the point moved onto the constraints; as it is where that fails."""
        moved = self._closure.near(states) if self._closure is not None else None
        return states if moved is None else moved
