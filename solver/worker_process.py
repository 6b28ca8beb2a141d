"""The inside of a worker process: it runs one job after another, and ends when nobody is left at the other side.

Three threads: one runs, one listens for commands, one says every quarter of a second that all is well. Messages to the
parent are (number of the run, kind, content).
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
import traceback
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from blocks.errors import ModelError

if TYPE_CHECKING:
    from solver.batch import Batch
    from solver.drive import Driver
    from solver.model import Model
    from solver.worker_job import Job

BEAT = 0.25  # s


def serve(inbox: Connection, outbox: Connection) -> None:
    """Do what comes through the inbox until it is closed."""
    # an interrupt on the terminal is for the parent, which ends its workers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Worker(inbox, outbox).work()


class Worker:
    """Runs jobs."""

    def __init__(self, inbox: Connection, outbox: Connection) -> None:
        self._inbox, self._outbox = inbox, outbox
        self._sending = threading.Lock()
        self._jobs: queue.SimpleQueue[tuple[int, Job, Driver]] = queue.SimpleQueue()
        self._current: tuple[int, Driver] | None = None
        self._compiled: tuple[tuple[str, ...], Model] | None = None

    def work(self) -> None:
        """Run jobs as they come."""
        for task in (self._listen, self._beat):
            threading.Thread(target=task, daemon=True).start()
        # what takes long is imported before the first job comes
        import solver.drive  # noqa: F401

        while True:
            number, job, driver = self._jobs.get()
            try:
                for batch in driver.batches():
                    if batch is not None:
                        self._report(number, driver, batch)
                self._report(number, driver)
                end = None
            except ModelError as error:
                end = error
            except Exception as error:
                end = _failure(job.name, error)
            self._current = None
            self._send(number, "end", end)

    def _report(self, number: int, driver: Driver, batch: Batch | None = None) -> None:
        self._send(number, "report", (driver.signals, driver.progress, driver.warnings, batch))

    def _model(self, job: Job) -> Model:
        """Return the model, compiled only if it is not the one of the last run."""
        from solver.model import compile_model
        from solver.model_hash import model_hash

        diagram = job.diagram()
        key = (model_hash(diagram), diagram.name, repr(diagram.values), str(diagram.folder))
        if self._compiled is None or self._compiled[0] != key:
            self._compiled = None
            self._compiled = key, compile_model(diagram)
        return self._compiled[1]

    def _listen(self) -> None:
        try:
            while True:
                number, kind, content = self._inbox.recv()
                if kind == "job":
                    self._accept(number, content)
                else:
                    self._command(number, kind, *content)
        except (EOFError, OSError):
            # the parent has gone; whatever is being computed, nobody wants it
            os._exit(0)

    def _accept(self, number: int, job: Job) -> None:
        from solver.drive import Driver

        driver = Driver(lambda: self._model(job), job.wish)
        self._current = number, driver
        self._jobs.put((number, job, driver))

    def _command(self, number: int, kind: str, identity: int, arguments: tuple[Any, ...]) -> None:
        from solver.drive import Command

        if (current := self._current) is not None and current[0] == number:
            current[1].commands.put(Command(kind, arguments, partial(self._answer, number, identity)))

    def _answer(self, number: int, identity: int, problem: ModelError | None) -> None:
        self._send(number, "answer", (identity, problem))

    def _beat(self) -> None:
        while True:
            time.sleep(BEAT)
            if (current := self._current) is not None:
                self._report(*current)

    def _send(self, number: int, kind: str, content: Any) -> None:
        try:
            with self._sending:
                self._outbox.send((number, kind, content))
        except OSError:
            os._exit(0)


def _failure(name: str, error: Exception) -> ModelError:
    """Return an error that is not the person's, with where it happened as a note."""
    failure = ModelError(
        f'The run of "{name}" ended with an internal error.', "", f"{type(error).__name__}: {error}",
        "This is a fault of the program, not of the diagram; please report it.",
    )  # fmt: skip
    failure.add_note(traceback.format_exc())
    return failure
