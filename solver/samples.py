"""Points at which the compiler tries its pivots: near the start, consistent with all constraints, and at quarter turns.

Random points show which expressions are identical; consistent ones show which pivots are safe. Turns by multiples of 45
degrees are among them because a pivot such as cos(phi) looks harmless everywhere else.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np

from solver.assemble import Assembly
from solver.incidence import Array
from solver.program import random_points
from solver.starts import Start

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
        from solver.model import guess_vector

        program = self.assembly.program
        guess, _ = guess_vector(self.assembly, self.starts)
        rng = np.random.default_rng(1)
        columns = []
        for k in range(NEAR + TURNED):
            spread = rng.uniform(-0.3, 0.3, len(guess))
            quarter = np.pi / 4 * rng.integers(-4, 5, len(guess))
            states = guess + spread if k < NEAR else quarter + 1e-3 * spread
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
    def _closure(self) -> tuple[ca.Function, ca.Function] | None:
        """Return the constraints at the level of positions and their Jacobian."""
        assembly = self.assembly
        rows = assembly.choice.constraints
        if not rows or not assembly.program.is_explicit:
            return None
        residual = ca.vertcat(*[assembly.residual(row, 0) for row in rows])
        states, others = assembly.program.states, assembly.program.arguments()
        inputs = [states, others[0], *others[2:]]
        return (
            ca.Function("closure", inputs, [residual]),
            ca.Function("turn", inputs, [ca.densify(ca.jacobian(residual, states))]),
        )

    def _consistent(self, states: Array) -> Array:
        """Return the point moved onto the constraints by a few Gauss-Newton steps; as it is where that fails."""
        if self._closure is None:
            return states
        closure, turn = self._closure
        program = self.assembly.program
        parameters = self.assembly.system.parameter_values
        rest = (0.0, parameters, np.zeros(program.modes.numel()), np.zeros(program.held.numel()))
        moved = states.copy()
        for _ in range(30):
            gap = closure(moved, *rest).full().ravel()
            if not np.isfinite(gap).all() or np.abs(gap).max() < 1e-12:
                break
            moved = moved - np.linalg.lstsq(turn(moved, *rest).full(), gap, rcond=1e-10)[0]
        return moved if np.isfinite(moved).all() else states
