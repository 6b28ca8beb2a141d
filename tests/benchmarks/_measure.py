"""What the benchmarks share: processor time, the best of a few runs, and answers that say whether they are right."""

from __future__ import annotations

import atexit
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

Answer = dict[str, Any]
Made = TypeVar("Made")

ROOT = Path(__file__).resolve().parents[2]
REPEATS = 3
# one thread per library, as the published figures have it
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def processor_time() -> float:
    """Return the processor time of this process and of all children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in used)


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    """Return the processor time of some work, and what it made.

    Compilers that it leaves behind in the background are waited for, so that their time counts too.
    """
    others = set(threading.enumerate())
    began = processor_time()
    made = work()
    for thread in set(threading.enumerate()) - others:
        thread.join()
    return processor_time() - began, made


def best(work: Callable[[], Made], repeats: int = REPEATS) -> tuple[float, Made]:
    """Return the shortest time of a few runs, and what the last one made."""
    runs = [timed(work) for _ in range(repeats)]
    return min(seconds for seconds, _ in runs), runs[-1][1]


def in_turns(
    ours: Callable[[], Any], peer: Callable[[], Any] | None, repeats: int = REPEATS
) -> tuple[tuple[float, Any], tuple[float, Any] | None]:
    """Return the best of ours and of the peer, run in turns so that both see the same machine."""
    mine, theirs = [], []
    for _ in range(repeats):
        mine.append(timed(ours))
        if peer is not None:
            theirs.append(timed(peer))
    first = min(seconds for seconds, _ in mine), mine[-1][1]
    return first, (min(seconds for seconds, _ in theirs), theirs[-1][1]) if theirs else None


def answer(
    name: str, ours: float, peer: float | None, peer_name: str, errors: dict[str, tuple[float, float]],
    goal: str = "", is_met: bool | None = None, **more: Any,
) -> Answer:  # fmt: skip
    """Return one answer; ``errors`` holds for each kind of error its size and the largest one that counts as right.

    >>> answer("B0", 1.0, 4.0, "peer", {"deviation": (0.2, 0.1)}, "a quarter", True)["verdict"]
    'WRONG: deviation 0.2 is above 0.1'
    >>> answer("B0", 1.0, 4.0, "peer", {"deviation": (0.0, 0.1)}, "a quarter", True)["verdict"]
    'right, goal met (a quarter)'
    """
    wrong = [f"{kind} {size:.3g} is above {most:.3g}" for kind, (size, most) in errors.items() if not size <= most]
    verdict = "WRONG: " + ", ".join(wrong) if wrong else "right"
    if goal and not wrong:
        verdict += f", goal {'met' if is_met else 'MISSED'} ({goal})"
    # "error" makes the whole run of benchmarks fail
    failure = {"error": verdict} if wrong else {}
    return {
        "name": name, "ours": ours, "peer": peer, "peer_name": peer_name,
        "ratio": ours / peer if peer else None, "verdict": verdict,
        **{kind: size for kind, (size, _) in errors.items()}, **more, **failure,
    }  # fmt: skip


def is_right(found: Answer) -> bool:
    """Tell whether an answer's values are right, however long they took."""
    return str(found["verdict"]).startswith("right")


def process(command: list[str], cache: str | None = None) -> str:
    """Run a command as a person would and return what it prints: one thread, compiled Python modules kept."""
    environment = {**os.environ, **ONE_THREAD, "PYTHONPYCACHEPREFIX": _bytecode_folder()}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if cache is not None:
        environment["JUNCTURA_CACHE"] = cache
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


@lru_cache(maxsize=1)
def _bytecode_folder() -> str:
    """Return a folder for this process, because the machine may be set up to keep no compiled modules."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def child(code: str, *arguments: str, cache: str | None = None) -> Any:
    """Run Python code in a process of its own; return the JSON on the last line it prints, if any."""
    lines = process([sys.executable, "-c", code, *arguments], cache).splitlines()
    return json.loads(lines[-1]) if lines else None


@contextmanager
def empty_cache() -> Iterator[str]:
    """Give a folder for compiled models that is empty at first and gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("JUNCTURA_CACHE")
        os.environ["JUNCTURA_CACHE"] = folder
        try:
            yield folder
        finally:
            if before is None:
                del os.environ["JUNCTURA_CACHE"]
            else:
                os.environ["JUNCTURA_CACHE"] = before
