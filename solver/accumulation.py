"""Accumulation of events: a ball that bounces ever faster comes to rest instead of bouncing for ever.

When the intervals between the jumps of a ``when`` clause shrink like a geometric series and what is left of it is
shorter than anybody can see, the states it sets are held at rest until their free motion points away again. This
covers jumps of a speed along one direction; contacts in mechanisms have blocks of their own.
"""

from __future__ import annotations

import numpy as np

WINDOW = 6
LARGEST_RATIO = 0.999
SPREAD = 0.05
SHORTEST = 2e-4  # seconds left of the series


class Accumulation:
    """Remembers when each when clause let states jump."""

    def __init__(self) -> None:
        self.times: dict[int, list[float]] = {}
        self.totals: dict[int, int] = {}

    def note(self, clause: int, time: float) -> float | None:
        """Take note of a jump; return the time its series ends at if that is very near, else None."""
        times = self.times.setdefault(clause, [])
        times.append(time)
        self.totals[clause] = self.totals.get(clause, 0) + 1
        del times[: -WINDOW - 1]
        if len(times) <= WINDOW:
            return None
        intervals = np.diff(times)
        if not (intervals > 0).all():
            return None
        ratios = intervals[1:] / intervals[:-1]
        ratio = float(ratios.mean())
        left = float(intervals[-1]) * ratio / (1 - ratio) if ratio < 1 else np.inf
        if ratio > LARGEST_RATIO or float(np.ptp(ratios)) > SPREAD or left > SHORTEST:
            return None
        times.clear()
        return time + left
