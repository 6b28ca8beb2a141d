"""What the worker processes of some tests do."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from blocks.errors import ModelError


def doubling(folder: str) -> Callable[[object], object]:
    """Return a job that doubles numbers, and does what words tell it."""
    return lambda job: twice(Path(folder), job)


def twice(folder: Path, job: object) -> object:
    if job == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if job == "die once":
        mark = folder / "died"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "alive"
    if job == "fail":
        raise ModelError("It fell over.", "arm")
    if job == "break":
        raise ZeroDivisionError("by zero")
    if job == "sleep":
        time.sleep(60)
    if job == "who":
        return os.getpid()
    return 2 * job  # type: ignore[operator]


def dying(folder: str) -> Callable[[object], object]:
    os.kill(os.getpid(), signal.SIGKILL)
    return doubling(folder)
