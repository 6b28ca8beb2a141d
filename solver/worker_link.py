"""The parent's side of a worker process: starting, talking to, keeping warm and ending it.

One idle worker is kept, so that the next run need not wait for imports, and finds its model compiled if it is the same.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import signal
import sys
import threading
import types
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from solver.worker_process import serve

_starting, _keeping = threading.Lock(), threading.Lock()
_idle: list[Link] = []


class Link:
    """A worker process and the two pipes to it; ``target`` is what it does with its ends of them."""

    def __init__(self, target: Callable[..., None] = serve, *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        inbox, self._outbox = context.Pipe(duplex=False)
        self._inbox, outbox = context.Pipe(duplex=False)
        self._process = context.Process(
            target=target, args=(inbox, outbox, *arguments), name="junctura worker", daemon=True
        )
        self._ending, self._sending = threading.Lock(), threading.Lock()
        self._is_ended = False
        try:
            with _starting, _empty_main():
                self._process.start()
        except BaseException:
            self._outbox.close()
            self._inbox.close()
            raise
        finally:
            # the ends the worker has: when it dies, they must close
            inbox.close()
            outbox.close()
        self.pid = self._process.pid
        self.exit_code: int | None = None

    @property
    def inbox(self) -> Connection:
        """Return what becomes readable when the worker has sent something or is gone."""
        return self._inbox

    def send(self, message: Any) -> None:
        """Send a message; raise OSError if nobody is there."""
        with self._sending:
            self._outbox.send(message)

    def receive(self, timeout: float) -> Any:
        """Return the next message, or None if none comes in time; raise EOFError or OSError if the worker is gone."""
        return self._inbox.recv() if wait([self._inbox], timeout) else None

    @property
    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        return not self._is_ended and self._process.is_alive()

    def end(self, grace: float = 0.0) -> None:
        """Kill the process, after ``grace`` seconds for dying by itself, and leave nothing of it behind."""
        with self._ending:
            if self._is_ended:
                return
            self._is_ended = True
            if grace:
                self._process.join(grace)
            self._process.kill()
            self._process.join()
            self.exit_code = self._process.exitcode
            self._process.close()

    def close(self) -> None:
        """End the process and close the pipes; nobody may be reading."""
        self.end()
        self._inbox.close()
        self._outbox.close()


@contextlib.contextmanager
def _empty_main() -> Iterator[None]:
    """Keep a new process from importing the program that starts it: scripts would run twice, editors open twice."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def link_for(message: tuple[int, str, Any]) -> Link:
    """Return a worker that has got a message: the idle one, or a new one."""
    with _keeping:
        links = _idle.copy()
        _idle.clear()
    for link in [*links, None]:
        link = link or Link()
        try:
            link.send(message)
        except OSError:
            # it has died while it was idle
            link.close()
            if link not in links:
                raise
        except BaseException:
            link.close()
            raise
        else:
            return link
    raise AssertionError


def keep_link(link: Link) -> None:
    """Take back a worker that has nothing to do."""
    with _keeping:
        if not _idle and link.is_alive:
            _idle.append(link)
            return
    link.close()


def warm_up() -> None:
    """Start a worker beforehand, so that the first run starts at once."""
    with _keeping:
        is_warm = bool(_idle)
    if not is_warm:
        keep_link(Link())


def discard_workers() -> None:
    """End the idle worker; needed only when libraries on the disk have changed."""
    with _keeping:
        links = _idle.copy()
        _idle.clear()
    for link in links:
        link.close()


atexit.register(discard_workers)


def how_it_ended(exit_code: int | None) -> str:
    """Return in words how a process ended.

    >>> how_it_ended(-9), how_it_ended(3)
    ('It was killed (SIGKILL), by somebody or for lack of memory.', 'Its exit code is 3.')
    """
    if exit_code is None or exit_code >= 0:
        return f"Its exit code is {exit_code}."
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        name = f"signal {-exit_code}"
    if name == "SIGKILL":
        return "It was killed (SIGKILL), by somebody or for lack of memory."
    return f"It ended with {name}."
