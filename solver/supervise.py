"""Watch over events: accumulation (a ball that bounces ever faster) and chattering are detected and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blocks.errors import ModelError
from solver.events import SURFACE, Events
from solver.moment import Moment

if TYPE_CHECKING:
    from solver.locate import Crossing

CHATTER = 60
TINY, MOST_TINY = 100 * SURFACE, 30  # so many events in a row between which a guard hardly moves are chattering
MOST_EVENTS = 200_000


class Supervisor:
    """Remembers when each switch changed."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.times: dict[int, list[float]] = {}
        self.tiny: dict[int, int] = {}
        self.total = 0

    def note(self, now: Moment, crossing: Crossing) -> None:
        """Take note of an event; raise ModelError where events follow each other without end."""
        self.total += 1
        rates = np.abs(self.events.rates(now.time, now.states, *now.rest)[0])
        for guard in np.flatnonzero(crossing.forced).tolist():
            times = self.times.setdefault(guard, [])
            moved = rates[guard] * (now.time - times[-1]) if times else np.inf
            self.tiny[guard] = self.tiny.get(guard, 0) + 1 if moved < TINY else 0
            times.append(now.time)
            if self.tiny[guard] >= MOST_TINY:
                raise self._chattering(guard, now.time)
            if len(times) >= CHATTER and times[-1] - times[-CHATTER] < 1e-9 * max(1.0, now.time) * CHATTER:
                raise self._chattering(guard, now.time)
            del times[:-CHATTER]
        if self.total > MOST_EVENTS:
            raise self._chattering(int(np.flatnonzero(crossing.forced)[0]), now.time)

    def _chattering(self, guard: int, time: float) -> ModelError:
        name = self.events.guard_names[guard]
        others = {
            self.events.guard_names[k] for k, times in self.times.items()
            if k != guard and times and time - times[-1] < 1e-6
        }  # fmt: skip
        also = f" Also switching: {', '.join(sorted(others)[:3])}." if others else ""
        return ModelError(
            f'Chattering at t = {time:.6g} s: "{name}" switches again and again without time passing.',
            name.split(":")[0],
            f"Both sides of the condition drive it back across its limit.{also}",
            "Give the condition a hysteresis, or use a friction or contact block, which can stick.",
        )
