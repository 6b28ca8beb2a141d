"""Find the earliest instant inside a step at which a guard crosses zero.

A crossing is searched through the dense output, and polished by repeating the step up to it, so that its time is as
accurate as the method itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.buffered import Array
from solver.crossing_search import CrossingSearch
from solver.events import SURFACE, Events
from solver.moment import Moment
from solver.steppers import Attempt, Stepper


@dataclass(eq=False)
class Crossing:
    """An event inside a step: how far into it, the states there, and which guards crossed."""

    step: float
    states: Array
    guesses: Array
    forced: Array
    attempt: Attempt


def locate(events: Events, stepper: Stepper, now: Moment, size: float, attempt: Attempt) -> Crossing | None:
    """Return the first crossing inside a step, or None."""
    if not events.has_guards:
        return None
    active = events.active(now.modes) & ~events.clocked
    if not active.any():
        return None
    probe, signs = now.copy(), events.signs(now.modes)

    def margins(theta: float) -> Array:
        probe.time = now.time + theta * size
        probe.states[:] = attempt.states if theta == 1.0 else attempt.dense(theta)
        probe.guesses[:] = attempt.guesses
        return events.margins(probe, signs)

    search = CrossingSearch(margins, events.margins(now, signs), active)
    found = search.find()
    attempt.growth = search.growth
    if found is None:
        return None
    theta, crossed = found
    return _polished(events, stepper, now, size, theta, crossed, attempt)


def _polished(
    events: Events, stepper: Stepper, now: Moment, size: float, theta: float, crossed: Array, attempt: Attempt
) -> Crossing:
    """Repeat the step up to the crossing and correct its size by the guard's own speed."""
    probe = now.copy()
    step = max(theta * size, 1e-14 * max(1.0, abs(now.time)))
    found = attempt if theta == 1.0 else None
    for _ in range(5):
        again = stepper.attempt(now, step)
        if again is None:
            break
        found = again
        probe.time, probe.states[:], probe.guesses[:] = now.time + step, again.states, again.guesses
        values = events.margins(probe)
        # end on the far side: scales may differ between modes, and there must be no doubt that it crossed
        if -SURFACE <= float(values[crossed].min()) <= 0.0:
            break
        rates = events.signs(now.modes) * events.rates(probe.time, probe.states, *probe.rest)[0]
        k = int(np.flatnonzero(crossed)[int(np.argmin(values[crossed]))])
        if rates[k] == 0 or not np.isfinite(rates[k]):
            break
        change = -(float(values[k]) + 0.5 * SURFACE) / float(rates[k])
        if not abs(change) < 0.1 * size:
            break
        step = min(max(step + change, 1e-14 * max(1.0, abs(now.time))), size)
    states = attempt.dense(theta) if found is None else found.states
    guesses = attempt.guesses if found is None else found.guesses
    probe.time, probe.states[:], probe.guesses[:] = now.time + step, states, guesses
    forced = crossed & (events.margins(probe) <= SURFACE)
    if not forced.any():
        forced = crossed
    return Crossing(step, states.copy(), guesses.copy(), forced, attempt)
