"""A run that is consumed while it goes on, in a process of its own.

    with WorkerRun(diagram, until=10, signals=["motor.w"]) as live:
        for batch in live:
            plot(batch.time, batch["motor.w"])

The run begins at once and goes on whether batches are read or not. It can be killed, by ``stop`` or from outside,
without harm to this process; what has arrived can still be read, and a new run can start.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
import weakref
from collections import deque
from concurrent.futures import Future
from typing import Any

from blocks.errors import ModelError
from solver.batch import Batch
from solver.drive import IDLE, wish_of
from solver.live import Live, Source
from solver.model import Model
from solver.progress import Progress
from solver.worker_job import job_for
from solver.worker_link import how_it_ended, keep_link, link_for

GRACE = 0.1  # s for a run to stop by itself
SILENCE = 30.0  # s without any sign of life after which a worker counts as hanging
MOST_UNANSWERED = 200

_numbers = itertools.count(1)


class WorkerDied(ModelError):
    """The worker process has gone or does not answer."""


class WorkerRun(Live):
    """A run in a worker process; the options are those of ``LiveRun``.

    ``silence`` is how many seconds the worker may give no sign of life. It does so four times a second even while it
    compiles, so that only one that hangs, or a machine that is overloaded, is ever silent for long.
    """

    def __init__(
        self, source: Source, until: Any = None, signals: list[str] | None = None, *, silence: float = SILENCE,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        job = job_for(source.diagram if isinstance(source, Model) else source, wish_of(until, signals, **options))
        self._name, self._silence, self._number = job.name, silence, next(_numbers)
        self._signals, self._progress = job.wish.signals or (), Progress()
        self._warnings: list[ModelError] = []
        self._batches: deque[Batch] = deque()
        self._answers: dict[int, Future[None]] = {}
        self._identities = itertools.count()
        self._reading = threading.Lock()
        self._is_stopped = False
        self._heard = time.perf_counter()
        self._link = link_for((self._number, "job", job))
        self._finalizer = weakref.finalize(self, self._link.close)
        self.pid = self._link.pid

    @property
    def progress(self) -> Progress:
        """Return the fraction done, the simulated time reached and the seconds left."""
        self._catch_up()
        return self._progress

    @property
    def warnings(self) -> list[ModelError]:
        """Return what a person should know about the run, as far as it has come."""
        self._catch_up()
        return self._warnings

    @property
    def signals(self) -> tuple[str, ...]:
        """Return the names of the signals in each batch."""
        self._catch_up()
        return self._signals

    def poll(self, timeout: float = 0.0) -> Batch | None:
        """Return the next batch, or None if there is none within ``timeout`` seconds; raise what ended the run."""
        end = time.perf_counter() + timeout
        while not self._batches and not self.is_finished:
            left = end - time.perf_counter()
            self._read(max(0.0, min(left, IDLE)))
            if left <= 0:
                break
        if self._batches:
            return self._batches.popleft()
        if self.is_finished and self._error is not None:
            raise self._error
        return None

    def _catch_up(self) -> None:
        self._read(0.0)

    def _read(self, timeout: float) -> None:
        """Take in what has arrived, waiting for it if need be; one thread reads for all."""
        if self.is_finished or not self._reading.acquire(timeout=timeout or IDLE):
            return
        try:
            while not self.is_finished:
                message = self._link.receive(timeout)
                if message is None:
                    break
                self._take(*message)
                timeout = 0.0
            if not self.is_finished and time.perf_counter() - self._heard > self._silence:
                self._die(f"It has given no sign of life for {self._silence:g} s.")
        except (EOFError, OSError):
            self._die()
        finally:
            self._reading.release()

    def _take(self, number: int, kind: str, content: Any) -> None:
        self._heard = time.perf_counter()
        if number != self._number:
            return
        if kind == "report":
            self._signals, self._progress, self._warnings, batch = content
            if batch is not None:
                self._batches.append(batch)
        elif kind == "answer":
            _tell(self._answers.pop(content[0]), content[1])
        else:
            self._over(content)
            self._finalizer.detach()
            keep_link(self._link)

    def _die(self, why: str = "") -> None:
        self._link.end(grace=0.0 if why else 0.5)
        if self._is_stopped:
            error = None
        else:
            error = WorkerDied(
                f'The worker process that ran "{self._name}" died at t = {self._progress.time:.6g} s.', "",
                why or how_it_ended(self._link.exit_code),
                "What it had delivered is kept. Run again; if it dies again at this time, look at the model there.",
            )  # fmt: skip
        self._over(error)
        self._finalizer()

    def _over(self, error: BaseException | None) -> None:
        self._error, self.is_finished = error, True
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()

    def _send(self, kind: str, *arguments: Any) -> Future[None]:
        answer: Future[None] = Future()
        if len(self._answers) > MOST_UNANSWERED:
            self._catch_up()
        if len(self._answers) > MOST_UNANSWERED:
            raise ModelError(
                f'The worker process that runs "{self._name}" does not answer.', "",
                f"It has not obeyed the last {len(self._answers)} commands.", "Wait until it is compiled, or stop it.",
            )  # fmt: skip
        identity = next(self._identities)
        self._answers[identity] = answer
        if self.is_finished:
            answer.cancel()
        else:
            # a worker that has died is noticed by whoever reads
            with contextlib.suppress(OSError):
                self._link.send((self._number, kind, (identity, arguments)))
        return answer

    def _await(self, answer: Future[None], seconds: float) -> None:
        end = time.perf_counter() + seconds
        while not answer.done() and not self.is_finished and (left := end - time.perf_counter()) > 0:
            self._read(min(left, IDLE))

    def stop(self) -> None:
        """End the run; what it has delivered can still be read."""
        if self.is_finished:
            return
        self._is_stopped = True
        with contextlib.suppress(ModelError):
            self._send("stop")
        end = time.perf_counter() + GRACE
        while not self.is_finished and (left := end - time.perf_counter()) > 0:
            self._read(min(left, IDLE))
        if not self.is_finished:
            self._link.end()
            while not self.is_finished:
                self._read(IDLE)

    def close(self) -> None:
        """Stop, and give back whatever the run holds."""
        self.stop()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()


def _tell(answer: Future[None], problem: ModelError | None) -> None:
    if not answer.cancelled():
        answer.set_result(None) if problem is None else answer.set_exception(problem)
