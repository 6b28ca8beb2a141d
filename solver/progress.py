"""How far a run is, and how long it will still take."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

FIRST_LOOK = 0.2  # s of work before there is anything to go by
SHORTEST_MEMORY = 1.0  # s


@dataclass(frozen=True)
class Progress:
    """The fraction done, the simulated time reached, and an estimate of the seconds left; None while there is none."""

    fraction: float = 0.0
    time: float = 0.0
    left: float | None = None


class Estimator:
    """Estimates the time left from the speed of late: runs have easy and hard stretches.

    The speed is averaged over about the last eighth of the run, so that the estimate follows a change of pace but does
    not jump with every event. Pauses do not count.

    >>> seconds = iter([0.0, 1.0, 2.0])
    >>> estimate = Estimator(lambda: next(seconds))
    >>> estimate(0.1, 1.0), estimate(0.2, 2.0)
    (Progress(fraction=0.1, time=1.0, left=9.0), Progress(fraction=0.2, time=2.0, left=8.0))
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._last = clock()
        self._elapsed = self._done = self._speed = 0.0
        self._is_paused = False

    def __call__(self, done: float, reached: float) -> Progress:
        """Return the progress at a fraction done and a time reached."""
        now = self._clock()
        if not self._is_paused:
            self._note(now - self._last, done)
        self._last = now
        return Progress(done, reached, self._left())

    def _note(self, passed: float, done: float) -> None:
        self._elapsed += passed
        if passed <= 0:
            return
        memory = max(SHORTEST_MEMORY, self._elapsed / 8)
        # in the beginning the average over everything is the best guess
        weight = max(1 - math.exp(-passed / memory), passed / self._elapsed)
        self._speed += weight * ((done - self._done) / passed - self._speed)
        self._done = done

    def _left(self) -> float | None:
        if self._done >= 1:
            return 0.0
        if self._elapsed < FIRST_LOOK or self._speed <= 0:
            return None
        return (1 - self._done) / self._speed

    def pause(self) -> None:
        """Stop counting."""
        if not self._is_paused:
            self._elapsed += self._clock() - self._last
            self._is_paused = True

    def resume(self) -> None:
        """Go on counting."""
        if self._is_paused:
            self._last, self._is_paused = self._clock(), False
