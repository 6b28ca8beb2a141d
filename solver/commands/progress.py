"""How far a run is, and how long it will still take: shown on a terminal once it takes longer than a second."""

from __future__ import annotations

import math
import sys
import time
from types import TracebackType
from typing import Any, Self

from solver.commands.output import seconds

PATIENCE = 1.0  # s
PAUSE = 0.1  # s, between two looks


class ProgressBar:
    """Called with the fraction done and how far it is, as a time or in words; draws a bar if somebody is watching."""

    def __init__(self, title: str, before: float = 0.0) -> None:
        self.title, self._before = title, before  # the fraction that was done already
        self.is_watched = sys.stderr.isatty()
        self._began = time.perf_counter()
        self._next = self._began + PATIENCE
        self._bar: Any = None

    def __call__(self, done: float, reached: float | str) -> None:
        """Show the fraction done and how far it is, if it is time to."""
        now = time.perf_counter()
        if not self.is_watched or now < self._next:
            return
        self._next = now + PAUSE
        where = reached if isinstance(reached, str) else f"t = {reached:.4g} s"
        shown = {"completed": done, "reached": where, "left": self._left(now, done)}
        if self._bar is None:
            self._bar = self._start(shown)
        self._bar.update(self._bar.task_ids[0], **shown)

    def _left(self, now: float, done: float) -> str:
        rest = 1 - self._before
        return remaining(now - self._began, (done - self._before) / rest) if rest > 0 else ""

    def _start(self, shown: dict[str, Any]) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        columns = (
            TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
            TextColumn("{task.fields[reached]}"), TextColumn("{task.fields[left]}"),
        )  # fmt: skip
        bar = Progress(*columns, console=Console(stderr=True, force_terminal=True), transient=True)
        bar.add_task(self.title, total=1.0, **shown)
        bar.start()
        return bar

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()


def remaining(elapsed: float, done: float) -> str:
    """Return the time left in words.

    >>> remaining(10.0, 0.25), remaining(10.0, 0.0)
    ('about 30 s left', '')
    """
    if not 0 < done < 1:
        return ""
    left = math.ceil(elapsed * (1 - done) / done)
    return f"about {left} s left" if left < 100 else f"about {seconds(left)} left"
