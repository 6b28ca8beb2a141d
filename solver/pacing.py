"""Keeping step with the clock on the wall: real time, slow motion or time lapse."""

from __future__ import annotations

import math
import time

from solver.run import Run

FRAME = 1 / 60  # s
MOST_LAG = 0.25  # s; what is further behind is given up, not made up for by hurrying


class Pacing:
    """Says how far a run may have come by now. Steps are kept shorter than a frame, so that it moves smoothly."""

    def __init__(self, run: Run, factor: float | None) -> None:
        self._run = run
        self._largest_step = run.settings.step
        self.factor: float | None = None
        self._began, self._from = 0.0, 0.0
        self.set(factor)

    def set(self, factor: float | None) -> None:
        """Let simulated time go ``factor`` times as fast as real time, or as fast as it can."""
        self.factor = factor
        settings = self._run.settings
        if not settings.is_fixed:
            largest = self._largest_step
            settings.step = largest if factor is None else min(largest or math.inf, factor * FRAME)
        self.restart()

    def restart(self) -> None:
        """Count from here and now."""
        self._began, self._from = time.perf_counter(), self._run.now.time
        self._run.turns.hold_at = math.inf

    def ahead(self) -> float:
        """Return how many seconds the run is ahead of the clock; negative when it may go on."""
        if self.factor is None:
            return -1.0
        reached = self._run.now.time
        allowed = self._from + self.factor * (time.perf_counter() - self._began)
        self._run.turns.hold_at = allowed
        ahead = (reached - allowed) / self.factor
        if ahead < -MOST_LAG:
            self.restart()
            self._run.turns.hold_at = reached
        return ahead
