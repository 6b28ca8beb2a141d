"""The moment a run is at: everything that determines what comes next."""

from __future__ import annotations

from dataclasses import dataclass

from solver.buffered import Array


@dataclass(eq=False)
class Moment:
    """Time, states, parameters, modes, held values and guesses of nonlinear loops."""

    time: float
    states: Array
    parameters: Array
    modes: Array
    held: Array
    guesses: Array

    @property
    def rest(self) -> tuple[Array, Array, Array, Array]:
        """Return what functions take after time and states."""
        return self.parameters, self.modes, self.held, self.guesses

    def copy(self) -> Moment:
        """Return an independent copy; parameters are shared."""
        return Moment(
            self.time, self.states.copy(), self.parameters, self.modes.copy(), self.held.copy(), self.guesses.copy()
        )
