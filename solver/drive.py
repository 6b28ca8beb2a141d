"""Driving a run for somebody who watches it: batches come out, commands go in.

The driver is the part that a run in this process and one in a worker process share. It is a generator that returns
often: with a batch, or with None when there is nothing new. In between it obeys commands, which any thread may send.
"""

from __future__ import annotations

import itertools
import math
import queue
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from blocks.errors import ModelError
from solver.batch import Batch, Reader
from solver.model import Model
from solver.observe import Chunk
from solver.pacing import FRAME, Pacing
from solver.progress import Estimator, Progress
from solver.run import Run
from solver.run_warnings import RunWarnings
from solver.settings import settings_for
from solver.shown_signals import shown_signals

IDLE = 0.02  # s between two returns while nothing happens
MOST_ROWS = 20_000  # in a batch
LOOKS = 2  # instants of a batch at which values that are no numbers are looked for


@dataclass(frozen=True)
class Wish:
    """What a live run is asked to do; what is not given comes from the diagram's experiment."""

    signals: tuple[str, ...] | None = None
    also: tuple[str, ...] = ()  # recorded, too, as far as the model has them
    settings: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    pace: float | None = None
    is_paused: bool = False


@dataclass(frozen=True)
class Command:
    """One of pause, resume, step, set, pace, stop; ``answer`` is told None when it is done, or why it is refused."""

    kind: str
    arguments: tuple[Any, ...] = ()
    answer: Callable[[ModelError | None], None] = lambda problem: None


class Driver:
    """Runs a model and obeys commands."""

    def __init__(self, make_model: Callable[[], Model], wish: Wish) -> None:
        self._make_model, self.wish = make_model, wish
        self.commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self.signals: tuple[str, ...] = wish.signals or ()
        self.progress = Progress()
        self.is_paused = wish.is_paused
        self.run: Run | None = None
        self._warnings: RunWarnings | None = None
        self._steps = 0  # still to be taken although paused
        self._waiting: list[Chunk] = []
        self._next_batch = 0.0

    def batches(self) -> Iterator[Batch | None]:
        """Yield batches until the end; None in between whenever somebody should look around."""
        run = self._begin()
        chunks = run.chunks()
        goes_on = not run.is_stopped and self._advance(run, chunks)
        while goes_on:
            wait = self._rest()
            if wait > 0:
                yield self._take()
                self._listen(wait)
            else:
                goes_on = self._advance(run, chunks)
                yield self._take() if self._is_batch_due() else None
                self.obey()
            if run.is_stopped and goes_on:
                self._waiting += [chunk for chunk in chunks if chunk.count]
                goes_on = False
        yield self._take()

    def _begin(self) -> Run:
        model = self._make_model()
        settings = settings_for(model.diagram, **self.wish.settings)
        self.signals = self._wanted(model)
        self._reader = Reader(model, self.signals)
        run = Run(model, settings, self.wish.parameters)
        self._pacing, self._estimate = Pacing(run, self.wish.pace), Estimator()
        self.run, self._warnings = run, RunWarnings(run)
        self.obey()
        return run

    def _wanted(self, model: Model) -> tuple[str, ...]:
        chosen = shown_signals(model) if self.wish.signals is None else self.wish.signals
        return tuple(dict.fromkeys((*chosen, *filter(model.observer.has, self.wish.also))))

    def _rest(self) -> float:
        """Return how many seconds to wait before the next step, at most."""
        if self.is_paused and not self._steps:
            return IDLE
        ahead = 0.0 if self.is_paused else self._pacing.ahead()
        # not for every step: waking up costs more than the steps of a quarter of a frame
        return min(max(ahead, FRAME / 4), FRAME) if ahead > 0 else 0.0

    def _advance(self, run: Run, chunks: Iterator[Chunk]) -> bool:
        """Go on until the run gives a turn; return False at its end."""
        run.turns.is_single = self.is_paused
        before = run.now.time, run.statistics.events
        chunk = next(chunks, None)
        parts = [] if chunk is None else [chunk, *itertools.islice(chunks, run.turns.left)]
        self._waiting += [part for part in parts if part.count]
        if self._steps and before != (run.now.time, run.statistics.events):
            self._steps -= 1
            self._next_batch = 0.0
        until = run.settings.until
        self.progress = self._estimate(run.now.time / until if until else 1.0, run.now.time)
        return chunk is not None

    def _is_batch_due(self) -> bool:
        return time.perf_counter() >= self._next_batch or sum(part.count for part in self._waiting) > MOST_ROWS

    @property
    def warnings(self) -> list[ModelError]:
        """Return what a person should know about the run, as far as it has come."""
        return self._warnings.found if self._warnings is not None else []

    def _take(self) -> Batch | None:
        if not self._waiting:
            return None
        chunks, self._waiting = self._waiting, []
        self._next_batch = time.perf_counter() + FRAME
        batch = self._reader.read(chunks)
        assert self._warnings is not None
        self._warnings.look(chunks, LOOKS)
        return batch

    def _listen(self, seconds: float) -> None:
        """Wait for a command and obey it, and all that came with it."""
        try:
            self._obey(self.commands.get(timeout=seconds))
        except queue.Empty:
            return
        self.obey()

    def obey(self) -> None:
        """Obey all commands that have arrived."""
        while True:
            try:
                command = self.commands.get_nowait()
            except queue.Empty:
                return
            self._obey(command)

    def _obey(self, command: Command) -> None:
        try:
            getattr(self, f"_do_{command.kind}")(*command.arguments)
        except ModelError as problem:
            command.answer(problem)
        else:
            command.answer(None)

    def _do_pause(self) -> None:
        self.is_paused, self._steps = True, 0
        self._estimate.pause()

    def _do_resume(self) -> None:
        self.is_paused, self._steps = False, 0
        self._estimate.resume()
        self._pacing.restart()

    def _do_step(self, count: int) -> None:
        if self.is_paused:
            self._steps += count

    def _do_set(self, name: str, value: Any) -> None:
        assert self.run is not None
        self.run.set_parameter(name, value)

    def _do_pace(self, factor: float | None) -> None:
        self._pacing.set(factor)

    def _do_stop(self) -> None:
        assert self.run is not None
        self.run.stop()


def wish_of(
    until: Any = None, signals: Sequence[str] | None = None, *, also: Sequence[str] = (),
    parameters: Mapping[str, Any] | None = None, pace: float | None = None, paused: bool = False, **settings: Any,
) -> Wish:  # fmt: skip
    """Return what a live run is asked to do, checked as far as possible without its model."""
    wanted = None if signals is None else tuple(signals)
    settings = {"until": until, **settings}
    return Wish(wanted, tuple(also), settings, dict(parameters or {}), checked_pace(pace), paused)


def checked_pace(pace: float | None) -> float | None:
    """Return the pace; raise an error if it is none."""
    if pace is None or 0 < pace < math.inf:
        return pace
    what = f"A run cannot go {pace:g} times as fast as real time."
    raise ModelError(what, fix="Use 1 for real time, or None for as fast as possible.")
