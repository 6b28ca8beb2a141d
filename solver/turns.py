"""When a run gives its consumer a turn: after enough rows, and after a little while even if nothing was recorded.

Commands reach a run only between chunks, so the time between them is how long a person waits for one to be obeyed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import numpy as np

from solver.moment import Moment
from solver.observe import Chunk
from solver.recorder import Recorder

MOST_ROWS = 200
LONGEST = 0.008  # s: two turns make a frame of 60 Hz


class Turns:
    """Decides between steps whether whoever consumes a run is due."""

    def __init__(self) -> None:
        self.is_single = False  # a turn after every step, which is recorded
        self.hold_at = math.inf  # a turn as soon as this simulated time is reached
        self.left = 0  # chunks of this turn that have not been asked for
        self._next = 0.0

    def is_due(self, now: Moment, recorder: Recorder) -> bool:
        """Tell whether the consumer is due."""
        if recorder.count >= MOST_ROWS or self.is_single or now.time >= self.hold_at:
            return True
        return time.perf_counter() >= self._next

    def deliver(self, now: Moment, recorder: Recorder) -> Iterator[Chunk]:
        """Yield what was recorded, or else an empty chunk."""
        if self.is_single and recorder.last_time != now.time:
            recorder.add(now)
        chunks = list(recorder.flush()) or [nothing(now)]
        for number, chunk in enumerate(chunks, 1):
            self.left = len(chunks) - number
            yield chunk
        self._next = time.perf_counter() + LONGEST


def nothing(now: Moment) -> Chunk:
    """Return a chunk without rows."""
    states, guesses = np.zeros((0, len(now.states))), np.zeros((0, len(now.guesses)))
    return Chunk(np.zeros(0), states, now.modes[None].copy(), now.held[None].copy(), guesses, now.parameters)
