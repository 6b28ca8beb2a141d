"""Steppers: one attempt at a step, whatever the method. They share one interface, so that the run does not care."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from solver.buffered import Array, Buffered
from solver.model import Model
from solver.moment import Moment
from solver.rosenbrock import Rodas
from solver.steps import DP_A, DP_DENSE, adaptive_step, fixed_step, projection_step, semi_implicit_step

# explicit steps are stiff if their stiffness was above the limit so many times in a row, looked at every few steps
STIFF_LIMIT, STIFF_CHECKS, STIFF_EVERY = 3.25, 3, 5


USED = [0, 2, 3, 4, 5, 6]  # the stages that count between the ends of a step
DENSE = DP_DENSE[USED]


@dataclass(eq=False)
class Attempt:
    """The end of a tried step, its error estimate, states in between, and what nonlinear loops found.

    ``growth`` is how much longer the next step may be.
    """

    states: Array
    error: Array | None
    dense: Callable[[float], Array]
    guesses: Array
    residual: float
    stages: Array | None = None
    growth: float = 5.0


class Stepper(Protocol):
    """A method of integration."""

    order: int

    def attempt(self, now: Moment, step: float) -> Attempt | None:
        """Return the step, or None where it cannot be computed."""

    def accepted(self) -> None:
        """Take note that the last attempt counts."""

    def restart(self) -> None:
        """Forget what was kept from earlier steps; called after events."""


class Explicit:
    """Dormand-Prince 5(4) with dense output of order 4."""

    order = 5

    def __init__(self, model: Model) -> None:
        self.derivatives = Buffered(model.derivatives_function)
        self.function = Buffered(model.keep("adaptive", lambda: adaptive_step(model)))
        self.is_free = not model.assembly.choice.constraints
        self.size = model.state_count
        self.first: Array | None = None
        self.last: Array | None = None

    def attempt(self, now: Moment, step: float) -> Attempt | None:
        """Return the step, or None where it cannot be computed."""
        if self.first is None:
            self.first = self.derivatives(now.time, now.states, *now.rest)[0].copy()
        states, stages, error, guesses, residual = self.function(now.time, now.states, *now.rest, step, self.first)
        if not np.isfinite(states).all():
            return None
        table = stages.reshape(7, self.size).copy()
        self.last = table[6]
        # a column more, because numpy adds up a single one in another order
        used, parts = table[USED], np.zeros((1 + len(USED), self.size + 1))
        parts[0, :-1] = now.states

        def dense(theta: float) -> Array:
            # row by row as compiled code does: a run is the same to the last bit, whenever that takes over
            np.multiply((step * theta * horner(DENSE, theta))[:, None], used, out=parts[1:, :-1])
            return np.asarray(np.add.reduce(parts, axis=0))[:-1]

        return Attempt(states.copy(), error.copy(), dense, guesses.copy(), float(residual[0]), table)

    def accepted(self) -> None:
        """Take note that the last attempt counts."""
        # the last stage is the first of the next step, unless the end was projected
        self.first = self.last if self.is_free else None

    def restart(self) -> None:
        """Forget what was kept from earlier steps."""
        self.first = None

    @np.errstate(over="ignore", invalid="ignore")
    def stiffness(self, attempt: Attempt, step: float) -> float:
        """Return an estimate of step times the fastest rate of the system (Hairer and Wanner, section IV.2)."""
        if attempt.stages is None:
            return 0.0
        stages = attempt.stages
        weights = np.array(DP_A[6]) - np.array([*DP_A[5], 0.0])
        moved = step * (weights @ stages[:6])
        length = float(np.linalg.norm(moved))
        return step * float(np.linalg.norm(stages[6] - stages[5])) / length if length > 0 else 0.0


class Stiff:
    """Rodas 4(3)."""

    order = 4

    def __init__(self, model: Model) -> None:
        self.method = Rodas(model, Buffered(model.derivatives_function))

    def attempt(self, now: Moment, step: float) -> Attempt | None:
        """Return the step, or None where it cannot be computed."""
        found = self.method.step(now.time, step, now.states.copy(), now.rest)
        if found is None or not np.isfinite(found[0]).all():
            return None
        states, error, dense, guesses, residual = found
        return Attempt(states, error, dense, guesses, residual)

    def accepted(self) -> None:
        """Take note that the last attempt counts."""

    def restart(self) -> None:
        """Forget what was kept from earlier steps."""


class Fixed:
    """A method of fixed step: classical Runge-Kutta, or semi-implicit Euler."""

    order = 4

    def __init__(self, model: Model, name: str) -> None:
        maker = {"rk4": fixed_step, "semi-implicit": semi_implicit_step}[name]
        self.function = Buffered(model.keep(name, lambda: maker(model)))
        self.derivatives = Buffered(model.derivatives_function)

    def attempt(self, now: Moment, step: float) -> Attempt | None:
        """Return the step, or None where it cannot be computed."""
        time, begin, rest = now.time, now.states.copy(), [*now.rest[:-1], now.guesses.copy()]
        states, guesses, residual = self.function(time, begin, *rest, step)
        if not np.isfinite(states).all():
            return None
        end, found = states.copy(), guesses.copy()
        rates: list[Array] = []

        def dense(theta: float) -> Array:
            if not rates:
                rates.append(self.derivatives(time, begin, *rest)[0].copy())
                rates.append(self.derivatives(time + step, end, *rest[:-1], found)[0].copy())
            return hermite(theta, step, begin, rates[0], end, rates[1])

        return Attempt(end, None, dense, found, float(residual[0]))

    def accepted(self) -> None:
        """Take note that the last attempt counts."""

    def restart(self) -> None:
        """Forget what was kept from earlier steps."""


def horner(table: Array, theta: float) -> Array:
    """Return the polynomials whose coefficients are the rows of a table, the constant first."""
    found = table[:, -1]
    for column in table.T[-2::-1]:
        found = column + theta * found
    return np.asarray(found)


def hermite(theta: float, step: float, x0: Array, r0: Array, x1: Array, r1: Array) -> Array:
    """Return the cubic through two states with their rates."""
    a, b = theta * theta * (3 - 2 * theta), theta * (1 - theta)
    return (1 - a) * x0 + a * x1 + step * b * ((1 - theta) * r0 - theta * r1)


class Projector:
    """Moves states back onto the constraints after a step."""

    def __init__(self, model: Model) -> None:
        has_constraints = bool(model.assembly.choice.constraints)
        self.function = Buffered(model.keep("project", lambda: projection_step(model))) if has_constraints else None

    def __call__(self, now: Moment, passes: int = 1) -> None:
        """Correct the states in place."""
        if self.function is None:
            return
        for _ in range(passes):
            moved = self.function(now.time, now.states, *now.rest)[0]
            if np.isfinite(moved).all():
                now.states[:] = moved


def make_stepper(model: Model, solver: str) -> Stepper:
    """Return the stepper with the given name."""
    if solver == "adaptive":
        return Explicit(model)
    if solver == "stiff":
        return Stiff(model)
    return Fixed(model, solver)
