"""Real processes in tests: whether they still run, and that none is left behind."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solver.worker_link import discard_workers

LIVENESS = 10.0  # s; whatever takes longer hangs


@contextmanager
def nothing_is_left() -> Iterator[None]:
    """Check that no process and no pipe of a worker outlives what is done here."""
    before = open_files()
    yield
    discard_workers()
    assert multiprocessing.active_children() == []
    # the one pipe that stays leads to the tracker of multiprocessing
    assert open_files() <= before + 1


def open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def is_running(pid: int | None) -> bool:
    """Tell whether a process exists, as a zombie or alive."""
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_end(pid: int | None) -> None:
    """Wait until a process has ended; nobody may be there to bury an orphan."""
    assert pid is not None
    state = Path(f"/proc/{pid}/stat")
    began = time.perf_counter()
    while is_running(pid) and not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"):
        assert time.perf_counter() - began < LIVENESS
        time.sleep(0.01)
