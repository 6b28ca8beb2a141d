"""Many independent jobs in several processes, each of which may die without harm to the others.

    for number, answer in answers(prepare, shared, jobs, count=4):
        ...

Every process calls ``prepare(shared)`` once and what that returns for each of its jobs, one after another. Whoever
stops asking for answers ends the processes.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any

from blocks.errors import ModelError
from solver.worker_link import Link, how_it_ended

Job = Any
Work = Callable[[Job], Any]
Prepare = Callable[[Any], Work]
TRIES = 2  # how often a job is begun whose process dies
MOST_DEATHS = 4  # per process, before any of them has answered


def cores() -> int:
    """Return how many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def answers(prepare: Prepare, shared: Any, jobs: Sequence[Job], count: int) -> Generator[tuple[int, Any], None, None]:
    """Yield the number of each job and its answer, in the order in which they finish.

    The answer is a ModelError if that was raised, or if the process died each time that the job was tried.
    """
    pool = _Pool(prepare, shared, jobs, min(count, len(jobs)))
    try:
        yield from pool.answers()
    finally:
        pool.close()


class _Pool:
    def __init__(self, prepare: Prepare, shared: Any, jobs: Sequence[Job], count: int) -> None:
        self._content, self._jobs, self._count = (prepare, shared), jobs, count
        self._waiting = deque(range(len(jobs)))
        self._tries = [0] * len(jobs)
        self._busy: dict[Link, int] = {}
        self._deaths = 0  # since the last answer

    def answers(self) -> Generator[tuple[int, Any], None, None]:
        while len(self._busy) < self._count:
            self._start()
        while self._busy:
            ready = wait([link.inbox for link in self._busy])
            for link in [link for link in self._busy if link.inbox in ready]:
                number = self._busy.pop(link)
                try:
                    answer = link.receive(0.0)
                except (EOFError, OSError):
                    if (death := self._died(link, number)) is not None:
                        yield number, death
                else:
                    self._deaths = 0
                    self._next(link)
                    yield number, answer

    def _start(self) -> None:
        link = Link(_serve, *self._content)
        self._next(link)

    def _next(self, link: Link) -> None:
        """Give a process the next job; without any it ends."""
        if not self._waiting:
            link.close()
            return
        number = self._waiting.popleft()
        self._tries[number] += 1
        self._busy[link] = number
        # one that has died is noticed where its answer is expected
        with contextlib.suppress(OSError):
            link.send(self._jobs[number])

    def _died(self, link: Link, number: int) -> ModelError | None:
        """Put another process in the place of one that is gone; return an error if its job is not tried again."""
        link.end(grace=0.5)
        why = how_it_ended(link.exit_code)
        link.close()
        self._deaths += 1
        if self._deaths >= MOST_DEATHS * self._count:
            fix = "There may be too little memory: let fewer run at once."
            raise ModelError("One worker process after another ends before it has finished a run.", "", why, fix)
        is_over = self._tries[number] >= TRIES
        if not is_over:
            self._waiting.appendleft(number)
        if self._waiting:
            self._start()
        return ModelError(f"The worker process died during the run, {TRIES} times.", "", why) if is_over else None

    def close(self) -> None:
        for link in self._busy:
            link.close()
        self._busy.clear()


def _serve(inbox: Connection, outbox: Connection, prepare: Prepare, shared: Any) -> None:
    """Do the jobs that come through the inbox until it is closed."""
    # an interrupt on the terminal is for the parent, which ends its workers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inbox, jobs), daemon=True).start()
    work: Work | None = None
    while True:
        job = jobs.get()
        try:
            work = work or prepare(shared)
            answer = work(job)
        except ModelError as error:
            answer = error
        except Exception as error:
            answer = unexpected(error)
        try:
            outbox.send(answer)
        except OSError:
            return


def _listen(inbox: Connection, jobs: queue.SimpleQueue[Job]) -> None:
    try:
        while True:
            jobs.put(inbox.recv())
    except (EOFError, OSError):
        # the parent has gone; whatever is being computed, nobody wants it
        os._exit(0)


def unexpected(error: Exception) -> ModelError:
    """Return an error that is not the person's, with where it happened as a note."""
    failure = ModelError(
        "The run ended with an internal error.", "", f"{type(error).__name__}: {error}",
        "This is a fault of the program, not of the diagram; please report it.",
    )  # fmt: skip
    failure.add_note(traceback.format_exc())
    return failure
