"""The thread that talks to the process in which models are checked.

Only the latest diagram counts: one that is replaced while it waits is never checked, and a long check of an old one is
given up. A check that hangs is ended with its process; the next one gets a new process.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from blocks.diagram import Diagram
from blocks.errors import ModelError
from editor.model_facts import Checked

if TYPE_CHECKING:
    from solver.worker_job import Job

LONGEST = 60.0  # s
LONGEST_OLD = 3.0  # s for a check that nobody waits for any more; a new process takes half a second to start
LOOK = 0.05  # s
CODE = "from editor.check_process import main; main()"

_open: weakref.WeakSet[CheckThread] = weakref.WeakSet()


class CheckThread(threading.Thread):
    """Checks diagrams; ``answered`` is called in this thread."""

    def __init__(self, answered: Callable[[Checked], None], longest: float = LONGEST) -> None:
        super().__init__(name="check", daemon=True)
        self._answered, self._longest = answered, longest
        self._news = threading.Condition()
        self._waiting: Diagram | None = None
        self._is_asked = False  # by a person, who waits for an answer even if it is the old one
        self._is_closed = False
        self._child: _Child | None = None
        self._last: tuple[tuple[Any, ...], Checked] | None = None
        _open.add(self)

    def check(self, diagram: Diagram, *, is_asked: bool = False) -> None:
        """Check a diagram that nobody changes any more, instead of any that still waits."""
        with self._news:
            self._waiting, self._is_asked = diagram, self._is_asked or is_asked
            self._news.notify()

    def close(self) -> None:
        """End the thread and its process."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        if self._child is not None:
            self._child.end()

    @property
    def pid(self) -> int | None:
        """Return the process that checks, if there is one."""
        return self._child.pid if self._child is not None else None

    def run(self) -> None:
        """Check what comes."""
        while (diagram := self._next()) is not None:
            try:
                answer = self._check(diagram)
            except ModelError as error:
                answer = Checked(tuple((p.what, p.where, p.why, p.fix) for p in error.problems))
            except Exception as error:
                answer = _trouble("The check could not be carried out.", f"{type(error).__name__}: {error}")
            # of an old diagram nobody wants to know
            if answer is not None and self._waiting is None and not self._is_closed:
                self._answered(answer)
        if self._child is not None:
            self._child.end()

    def _next(self) -> Diagram | None:
        with self._news:
            self._news.wait_for(lambda: self._waiting is not None or self._is_closed)
            diagram, self._waiting = self._waiting, None
            return None if self._is_closed else diagram

    def _check(self, diagram: Diagram) -> Checked | None:
        from solver.worker_job import job_for

        is_asked, self._is_asked = self._is_asked, False
        job = job_for(diagram, None)  # type: ignore[arg-type]  # nothing is run
        content = (job.name, job.text, repr(job.values), job.installed)
        if self._last is not None and content == self._last[0]:
            # only moved: the last answer holds
            return self._last[1] if is_asked else None
        self._last = None
        answer, is_sound = self._ask(job)
        if answer is not None and is_sound:
            self._last = content, answer
        return answer

    def _ask(self, job: Job) -> tuple[Checked | None, bool]:
        """Return the answer, if there is one, and whether the process gave it."""
        if self._child is None or not self._child.is_alive:
            if self._child is not None:
                self._child.end()
            self._child = _Child()
        child, began = self._child, time.perf_counter()
        child.ask(job)
        while True:
            found = child.answer(LOOK)
            passed = time.perf_counter() - began
            if found is not None:
                return found, True
            if not child.is_alive:
                return _trouble("The process that checks the model has died."), False
            if self._waiting is not None and passed > LONGEST_OLD:
                child.end()
                return None, False
            if passed > self._longest:
                child.end()
                return _trouble(f"The check took longer than {self._longest:g} s and was given up."), False


def _trouble(what: str, why: str = "") -> Checked:
    return Checked(((what, "", why, "Press F7 to check again."),))


class _Child:
    """The process, and a thread that reads what it says."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", CODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self.pid = self._process.pid
        self._answers: queue.SimpleQueue[tuple[int, Checked] | None] = queue.SimpleQueue()
        self._number = 0
        self._is_ended = False
        threading.Thread(target=self._read, name="check answers", daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(Exception), self._process.stdout as stream:
            while True:
                self._answers.put(pickle.load(stream))
        self._answers.put(None)

    @property
    def is_alive(self) -> bool:
        """Tell whether it can answer."""
        return not self._is_ended and self._process.poll() is None

    def ask(self, job: Job) -> None:
        """Send a job."""
        assert self._process.stdin is not None
        self._number += 1
        with contextlib.suppress(OSError):  # found out when the answer is read
            pickle.dump((self._number, job), self._process.stdin)
            self._process.stdin.flush()

    def answer(self, timeout: float) -> Checked | None:
        """Return the answer to the last job, or None if it is not there in time."""
        try:
            found = self._answers.get(timeout=timeout)
        except queue.Empty:
            return None
        if found is None:
            self.end()
            return None
        return found[1] if found[0] == self._number else None

    def end(self) -> None:
        """Kill the process."""
        self._is_ended = True
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()


def _close_all() -> None:
    for thread in list(_open):
        thread.close()


atexit.register(_close_all)
