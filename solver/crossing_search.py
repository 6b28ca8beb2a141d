"""Find where a guard is first below zero inside a step, from looks at all guards in a few places.

What lies between looks is judged by the polynomial through them. Where that cannot be trusted, because a bar spins
freely through a long step, say, the step is halved and looked at again; a shallow dip below zero is found along
parabolas.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.buffered import Array
from solver.events import SURFACE

PLACES = np.array([0.0, 0.23, 0.51, 0.76, 1.0])  # uneven: what swings has another rhythm
NEAR = 0.1  # a dip this near to zero, as a share of its bend between two looks, is looked at more closely
# how far a guard may be from its polynomial of degree 4: so many times what this differs from those of degree 3 and 2
CAUTION_3, CAUTION_2 = 2.0, 0.1
WILD = 0.3  # the same, as a share of what it changes by: polynomials say nothing about this guard
FAR = 6.0  # a guard that is farther from zero than so many times what it changes by does not cross it between looks
MOST_HALVINGS = 6
MOST_LOOKS = 8


def _weights(inside: Array, chosen: list[int]) -> Array:
    """Return the weights with which looks add up to the polynomial through the chosen ones."""
    weights = np.zeros((len(inside), len(PLACES)))
    weights[:, chosen] = np.vander(inside, len(chosen)) @ np.linalg.inv(np.vander(PLACES[chosen]))
    return weights


_INSIDE = (PLACES[:-1, None] + np.diff(PLACES)[:, None] * np.array([0.2, 0.5, 0.8])).ravel()
INTERVAL = np.repeat(np.arange(len(PLACES) - 1), 3)[:, None]  # between which looks each is
BETWEEN = _weights(_INSIDE, [0, 1, 2, 3, 4])
DOUBT_3 = CAUTION_3 * (BETWEEN - _weights(_INSIDE, [0, 1, 3, 4]))
# what swings about the middle of a step has no part of degree 4
DOUBT_2 = CAUTION_2 * (BETWEEN - _weights(_INSIDE, [0, 2, 4]))


class CrossingSearch:
    """The guards of one step: ``margins`` returns them at a share of the step; below zero is crossed."""

    def __init__(self, margins: Callable[[float], Array], before: Array, active: Array) -> None:
        self.margins, self.active = margins, active
        # a guard that starts on its surface is armed as soon as it has risen above
        self.level = np.where(before > SURFACE, 0.0, -SURFACE)
        self.first = before
        self.halvings = 0

    def find(self) -> tuple[float, Array] | None:
        """Return the first crossing and which guards have crossed at the next look after it; None if there is none."""
        return self._find(0.0, 1.0, MOST_HALVINGS)

    @property
    def growth(self) -> float:
        """Return how much longer the next step may be: never so much that guards turn unnoticed."""
        return 2.0 ** max(1 - self.halvings, -2)

    def _find(self, start: float, end: float, halvings: int) -> tuple[float, Array] | None:
        places = start + (end - start) * PLACES
        seen = np.array([self.first, *(self.margins(place) for place in places[1:])])
        span = seen.max(axis=0) - seen.min(axis=0)
        is_near = (self.active & ~(seen[0] > FAR * span)).any()
        if is_near and halvings and self._is_doubtful(seen):
            self.halvings = max(self.halvings, MOST_HALVINGS - halvings + 1)
            middle = (start + end) / 2
            return self._find(start, middle, halvings - 1) or self._find(middle, end, halvings - 1)
        found = self._in_looks(places, seen) if is_near else None
        self.first = seen[-1]
        return found

    def _is_doubtful(self, seen: Array) -> bool:
        """Tell whether a guard may be below zero between looks before the first at which it has crossed.

        It may if it is as near to zero as to its polynomial, or if it moves so that no polynomial says anything.
        """
        crossed = seen < self.level
        first = np.where(crossed.any(axis=0), crossed.argmax(axis=0), len(PLACES))
        watched = self.active & (first > 0) & ((first < len(PLACES)) | (seen[1:].min(axis=0) > SURFACE))
        if not watched.any():
            return False
        values, first = seen[:, watched], first[watched]
        between, doubt = np.abs(BETWEEN @ values), np.maximum(np.abs(DOUBT_3 @ values), np.abs(DOUBT_2 @ values))
        may_cross = ((doubt > between) & (INTERVAL < first - 1)).any(axis=0)
        span = values.max(axis=0) - values.min(axis=0)
        is_wild = (doubt.max(axis=0) > WILD * span) & (values.min(axis=0) < FAR * span)
        return bool((may_cross | is_wild).any())

    def _in_looks(self, places: Array, seen: Array) -> tuple[float, Array] | None:
        dip = self._earliest_dip(places, seen)
        for i in range(1, len(places)):
            crossed = self.active & ~(seen[i] >= self.level)
            if crossed.any():
                numbers = np.flatnonzero(crossed).tolist()
                theta = min(self._crossing(k, places[i - 1 : i + 1], seen[i - 1 : i + 1, k]) for k in numbers)
                return (theta, crossed) if dip is None or theta <= dip[0] else dip
            self.level = np.where(seen[i] > SURFACE, 0.0, self.level)
        return dip

    def _crossing(self, k: int, places: Array, seen: Array) -> float:
        """Return where a guard falls below its level between two places."""
        level, (a, b), (fa, fb) = float(self.level[k]), places.tolist(), (seen - self.level[k]).tolist()
        return _illinois(lambda theta: float(self.margins(theta)[k]) - level, a, b, fa, fb)

    def _guard(self, k: int) -> Callable[[float], float]:
        return lambda theta: float(self.margins(theta)[k])

    def _earliest_dip(self, places: Array, seen: Array) -> tuple[float, Array] | None:
        """Return where the first guard goes below zero that comes back before the next look, and which one it is.

        A parabola through three looks tells where to look again: only if its lowest point is near zero, or below.
        """
        left, right = np.diff(places)[:-1, None], np.diff(places)[1:, None]
        falling, rising = (seen[1:-1] - seen[:-2]) / left, (seen[2:] - seen[1:-1]) / right
        bend = (rising - falling) / (left + right)
        slope = (falling * right + rising * left) / (left + right)
        with np.errstate(divide="ignore", invalid="ignore"):
            shift = -slope / (2 * bend)
            lowest = seen[1:-1] - slope**2 / (4 * bend)
        # what crosses at a look is found there
        wanted = self.active & (seen[0] > SURFACE) & (seen[1:] >= 0).all(axis=0)
        is_near = lowest < NEAR * 2 * bend * left * right
        suspect = wanted & (bend > 0) & (shift > -left) & (shift < right) & is_near
        found: tuple[float, Array] | None = None
        for i, k in np.argwhere(suspect):
            own = self._guard(int(k))
            centre, reach = float(places[i + 1] + shift[i, k]), float(min(left[i, 0], right[i, 0])) / 4
            dip = _dip(own, centre, reach, float(places[0]), float(places[-1]))
            if dip is None:
                continue
            before = int(np.searchsorted(places, dip)) - 1
            theta = _illinois(own, float(places[before]), dip, float(seen[before, k]), -1.0)
            if found is None or theta < found[0]:
                found = theta, np.arange(len(self.active)) == k
        return found


def _dip(function: Callable[[float], float], theta: float, reach: float, first: float, last: float) -> float | None:
    """Return a place near ``theta`` where the function is negative, found along parabolas; None if there is none."""
    for _ in range(MOST_LOOKS):
        theta = min(max(theta, first), last)
        left, here, right = function(max(theta - reach, first)), function(theta), function(min(theta + reach, last))
        if here < 0:
            return theta
        bend = left - 2 * here + right
        if not bend > 0 or reach < 1e-7:
            return None
        move = min(max((left - right) / (2 * bend), -1.0), 1.0) * reach
        theta, reach = theta + move, max(abs(move), reach / 8)
    return None


def _illinois(function: Callable[[float], float], a: float, b: float, fa: float, fb: float) -> float:
    """Return a point on the negative side of the sign change, very near to it."""
    if fa <= 0:
        return a if a > 0 else min(b, 1e-12)
    for _ in range(60):
        if b - a < 1e-13:
            break
        c = b - fb * (b - a) / (fb - fa) if np.isfinite(fb) and fb != fa else (a + b) / 2
        if not a < c < b:
            c = (a + b) / 2
        fc = function(c)
        if fc > 0:
            a, fa, fb = c, fc, fb / 2
        else:
            b, fb, fa = c, fc, fa / 2
            if abs(fc) < 1e-14:
                break
    return b
