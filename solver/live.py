"""A run that is consumed while it goes on, in this process.

    with LiveRun(diagram, until=10, signals=["motor.w"]) as live:
        for batch in live:
            plot(batch.time, batch["motor.w"])

Nothing happens but when the next batch is asked for; ``start`` lets a thread ask. While a run is paused, iterating
waits and ``poll`` returns nothing. Commands may come from any thread.
"""

from __future__ import annotations

import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from blocks.diagram import Diagram
from blocks.errors import ModelError
from solver.batch import Batch
from solver.drive import IDLE, Command, Driver, checked_pace, wish_of
from solver.model import Model
from solver.progress import Progress
from solver.simulate import ensure_model

PATIENCE = 1.0  # s that set_parameter waits for an answer

Source = Model | Diagram | str | Path


class Live(ABC):
    """What runs in this process and runs in a worker have in common."""

    def __init__(self) -> None:
        self.problems: list[ModelError] = []  # why commands that nobody waited for were refused
        self.is_finished = False  # batches may still be waiting to be read
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    @abstractmethod
    def poll(self, timeout: float = 0.0) -> Batch | None:
        """Return the next batch, or None if there is none within ``timeout`` seconds; raise what ended the run."""

    @abstractmethod
    def _send(self, kind: str, *arguments: Any) -> Future[None]:
        """Send a command."""

    @abstractmethod
    def _await(self, answer: Future[None], seconds: float) -> None:
        """Wait for the answer to a command, not longer than it may come."""

    @property
    @abstractmethod
    def progress(self) -> Progress:
        """Return the fraction done, the simulated time reached and the seconds left."""

    @property
    @abstractmethod
    def warnings(self) -> list[ModelError]:
        """Return what a person should know about the run, as far as it has come."""

    @property
    @abstractmethod
    def signals(self) -> tuple[str, ...]:
        """Return the names of the signals in each batch; those chosen by the model are known when it is compiled."""

    @abstractmethod
    def stop(self) -> None:
        """End the run; what it has delivered can still be read."""

    @abstractmethod
    def close(self) -> None:
        """Stop, and give back whatever the run holds."""

    def __iter__(self) -> Iterator[Batch]:
        while not self.is_finished:
            if (batch := self.poll(IDLE)) is not None:
                yield batch
        while (batch := self.poll()) is not None:
            yield batch

    def run(self, callback: Callable[[Batch], None]) -> None:
        """Call back with every batch until the end."""
        for batch in self:
            callback(batch)

    def start(self, callback: Callable[[Batch], None]) -> None:
        """Call back with every batch, in a thread of its own; ``wait`` tells how it ended."""
        if self._thread is not None:
            raise RuntimeError("a live run is started only once")
        self._thread = threading.Thread(target=self._consume, args=(callback,), name="live run", daemon=True)
        self._thread.start()

    def _consume(self, callback: Callable[[Batch], None]) -> None:
        try:
            self.run(callback)
        except BaseException as error:
            self.stop()
            self._error = error
        self.is_finished = True

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end of a run that was started; return whether it is there, raise what went wrong."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)
            if self._thread.is_alive():
                return False
        if self._error is not None:
            raise self._error
        return self.is_finished

    def pause(self) -> None:
        """Hold the run where it is."""
        self._send("pause")

    def resume(self) -> None:
        """Let a paused run go on."""
        self._send("resume")

    def step(self, count: int = 1) -> None:
        """Let a paused run take some steps of the solver; the end of each is recorded."""
        self._send("step", count)

    def set_pace(self, pace: float | None) -> None:
        """Let simulated time go ``pace`` times as fast as real time, or, with None, as fast as it can."""
        self._send("pace", checked_pace(pace))

    def set_parameter(self, name: str, value: Any, wait: float = PATIENCE) -> None:
        """Change a parameter from now on; raise an error if it is refused within ``wait`` seconds.

        A run that is being compiled does not answer. A later refusal is found in ``problems``.
        """
        answer = self._send("set", name, value)
        self._await(answer, wait)
        if not answer.done():
            answer.add_done_callback(self._note_problem)
        elif (problem := _problem(answer)) is not None:
            raise problem

    def _note_problem(self, answer: Future[None]) -> None:
        if (problem := _problem(answer)) is not None:
            self.problems.append(problem)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _problem(answer: Future[None]) -> ModelError | None:
    found = None if answer.cancelled() else answer.exception()
    assert found is None or isinstance(found, ModelError)
    return found


class LiveRun(Live):
    """A run in this process; for its options see ``solver.drive.wish_of`` and ``simulate``."""

    def __init__(self, source: Source, until: Any = None, signals: list[str] | None = None, **options: Any) -> None:
        super().__init__()
        self._driver = Driver(lambda: ensure_model(source), wish_of(until, signals, **options))
        self._batches = self._driver.batches()
        self._turn = threading.Lock()

    @property
    def progress(self) -> Progress:
        """Return the fraction done, the simulated time reached and the seconds left."""
        return self._driver.progress

    @property
    def warnings(self) -> list[ModelError]:
        """Return what a person should know about the run, as far as it has come."""
        return self._driver.warnings

    @property
    def signals(self) -> tuple[str, ...]:
        """Return the names of the signals in each batch."""
        return self._driver.signals

    def poll(self, timeout: float = 0.0) -> Batch | None:
        """Return the next batch, or None if there is none within ``timeout`` seconds; raise what ended the run."""
        end = time.perf_counter() + timeout
        while True:
            with self._turn:
                batch = self._next()
            if batch is not None or self.is_finished or time.perf_counter() >= end:
                return batch

    def _next(self) -> Batch | None:
        if self._error is not None:
            raise self._error
        try:
            return next(self._batches)
        except StopIteration:
            self.is_finished = True
            return None
        except BaseException as error:
            self._error, self.is_finished = error, True
            raise

    def _send(self, kind: str, *arguments: Any) -> Future[None]:
        answer: Future[None] = Future()

        def tell(problem: ModelError | None) -> None:
            answer.set_result(None) if problem is None else answer.set_exception(problem)

        self._driver.commands.put(Command(kind, arguments, tell))
        return answer

    def _await(self, answer: Future[None], seconds: float) -> None:
        end = time.perf_counter() + seconds
        while self._driver.run is not None and not self.is_finished and not answer.done():
            # between two batches nobody else obeys
            if self._turn.acquire(timeout=max(0.0, min(IDLE, end - time.perf_counter()))):
                self._driver.obey()
                self._turn.release()
            elif time.perf_counter() >= end:
                return

    def stop(self) -> None:
        """End the run; what it has delivered can still be read."""
        self._await(self._send("stop"), 0.0)

    def close(self) -> None:
        """Stop, and give back whatever the run holds."""
        self.stop()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self.is_finished = True
        self._batches.close()  # type: ignore[attr-defined]
        while True:
            try:
                self._driver.commands.get_nowait()
            except queue.Empty:
                return
