"""Find the earliest instant inside a step at which a guard crosses zero.

Guards are looked at in four places of the step through the dense output; a crossing is bracketed there, narrowed by the
Illinois method, and polished by repeating the step up to it, so that its time is as accurate as the method itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.buffered import Array
from solver.events import SURFACE, Events
from solver.moment import Moment
from solver.steppers import Attempt, Stepper

PLACES = (0.25, 0.5, 0.75, 1.0)
NEAR = 0.1  # a dip this near to zero, as a share of its bend between two looks, is looked at more closely
MOST_LOOKS = 8


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
    probe = now.copy()

    def margins(theta: float) -> Array:
        probe.time = now.time + theta * size
        probe.states[:] = attempt.states if theta == 1.0 else attempt.dense(theta)
        probe.guesses[:] = attempt.guesses
        return events.margins(probe).copy()

    before = events.margins(now).copy()
    level = np.where(before > SURFACE, 0.0, -SURFACE)
    low, low_values = 0.0, before
    seen = [before]
    for place in PLACES:
        values = margins(place)
        crossed = active & ~(values >= level)
        if crossed.any():
            theta = min(
                _illinois(lambda t, k=k, edge=level[k]: float(margins(t)[k] - edge), low, place,
                          float(low_values[k] - level[k]), float(values[k] - level[k]))
                for k in np.flatnonzero(crossed)
            )  # fmt: skip
            return _polished(events, stepper, now, size, theta, crossed, attempt)
        # a guard that rose above its surface inside the step is armed from there on
        level = np.where(values > SURFACE, 0.0, level)
        low, low_values = place, values
        seen.append(values)
    dip = _earliest_dip(margins, np.array(seen), active & (before > SURFACE))
    if dip is None:
        return None
    k, theta = dip
    return _polished(events, stepper, now, size, theta, np.arange(len(active)) == k, attempt)


def _earliest_dip(margins: Callable[[float], Array], seen: Array, wanted: Array) -> tuple[int, float] | None:
    """Return the guard that is first to go below zero and come back between two looks, and where it crosses.

    A parabola through three looks tells where to look again: only if its lowest point is near zero, or below.
    """
    places = np.array([0.0, *PLACES])
    bend = seen[:-2] - 2 * seen[1:-1] + seen[2:]
    with np.errstate(divide="ignore", invalid="ignore"):
        shift = (seen[:-2] - seen[2:]) / (2 * bend)
        lowest = seen[1:-1] - (seen[:-2] - seen[2:]) ** 2 / (8 * bend)
    suspect = wanted & (bend > 0) & (np.abs(shift) < 1) & (lowest < NEAR * bend)
    found: tuple[int, float] | None = None
    for i, k in np.argwhere(suspect):
        centre, spacing = places[i + 1], places[1]
        own = _one_of(margins, int(k))
        dip = _dip(own, centre + spacing * shift[i, k], spacing / 4)
        if dip is None:
            continue
        start = int(np.searchsorted(places, dip)) - 1
        theta = _illinois(own, places[start], dip, float(seen[start, k]), -1.0)
        if found is None or theta < found[1]:
            found = int(k), theta
    return found


def _one_of(margins: Callable[[float], Array], k: int) -> Callable[[float], float]:
    return lambda theta: float(margins(theta)[k])


def _dip(function: Callable[[float], float], theta: float, reach: float) -> float | None:
    """Return a place near ``theta`` where the function is negative, found along parabolas; None if there is none."""
    for _ in range(MOST_LOOKS):
        theta = min(max(theta, 0.0), 1.0)
        left, here, right = function(max(theta - reach, 0.0)), function(theta), function(min(theta + reach, 1.0))
        if here < 0:
            return theta
        bend = left - 2 * here + right
        if not bend > 0 or reach < 1e-7:
            return None
        move = min(max((left - right) / (2 * bend), -1.0), 1.0) * reach
        theta, reach = theta + move, max(abs(move), reach / 8)
    return None


def _illinois(function: object, a: float, b: float, fa: float, fb: float) -> float:
    """Return a point on the negative side of the sign change, very near to it."""
    if fa <= 0:
        return a if a > 0 else min(b, 1e-12)
    for _ in range(60):
        if b - a < 1e-13:
            break
        c = b - fb * (b - a) / (fb - fa) if np.isfinite(fb) and fb != fa else (a + b) / 2
        if not a < c < b:
            c = (a + b) / 2
        fc = function(c)  # type: ignore[operator]
        if fc > 0:
            a, fa, fb = c, fc, fb / 2
        else:
            b, fb, fa = c, fc, fa / 2
            if abs(fc) < 1e-14:
                break
    return b


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
        rates = events._signs(now.modes) * events.rates(probe.time, probe.states, *probe.rest)[0]
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
