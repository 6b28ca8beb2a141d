"""Workers that are killed, hang, are stopped while they compile, or are forgotten."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from blocks import ModelError
from solver.batch import joined
from solver.worker import MOST_UNANSWERED, WorkerDied, WorkerRun
from solver.worker_link import warm_up
from tests.models.live_models import charging, endless, ladder
from tests.solver.processes import is_running, nothing_is_left, wait_for_end

ROOT = Path(__file__).resolve().parents[2]
on_posix = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture(scope="module", autouse=True)
def _clean() -> Iterator[None]:
    with nothing_is_left():
        yield


def kill(run: WorkerRun, number: int) -> None:
    assert run.pid is not None
    os.kill(run.pid, number)


@on_posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_killed_worker_is_told_at_once_and_loses_nothing(number: int) -> None:
    run = WorkerRun(endless(), signals=["c.v"])
    batches = list(islice(run, 5))
    kill(run, number)
    began = time.perf_counter()
    with pytest.raises(WorkerDied, match='The worker process that ran "endless" died at t = ') as caught:
        run.run(batches.append)
    took = time.perf_counter() - began
    print(f"{signal.Signals(number).name} noticed after {1e3 * took:.1f} ms")
    assert took < 10
    assert signal.Signals(number).name in str(caught.value)
    assert np.allclose(np.diff(joined(batches).time), 0.05)
    assert not is_running(run.pid)
    assert joined(list(WorkerRun(charging(), signals=["c.v"]))).time[-1] == 5


@on_posix
def test_a_worker_killed_while_idle_is_replaced() -> None:
    run = WorkerRun(charging())
    list(run)
    kill(run, signal.SIGKILL)
    time.sleep(0.05)
    again = WorkerRun(charging())
    assert joined(list(again)).time[-1] == 5
    assert again.pid != run.pid


@on_posix
def test_a_hanging_worker_is_given_up() -> None:
    run = WorkerRun(endless(), signals=["c.v"], silence=2.5)
    next(iter(run))
    kill(run, signal.SIGSTOP)
    for _ in range(MOST_UNANSWERED + 1):
        run.set_parameter("r.R", 1000, wait=0)
    with pytest.raises(ModelError, match="does not answer"):
        run.set_parameter("r.R", 1000, wait=0)
    with pytest.raises(WorkerDied, match=r"It has given no sign of life for 2\.5 s"):
        list(run)
    assert not is_running(run.pid)


def test_stop_while_compiling() -> None:
    warm_up()
    run = WorkerRun(ladder(3000))
    time.sleep(0.3)
    began = time.perf_counter()
    run.stop()
    took = time.perf_counter() - began
    print(f"a compile was stopped after {1e3 * took:.1f} ms")
    assert took < 10
    assert list(run) == []
    assert run.is_finished


def test_forgotten_runs_end_too() -> None:
    run = WorkerRun(endless())
    pid = run.pid
    next(iter(run))
    del run
    assert not is_running(pid)


SCRIPT = """
import os, sys, time
print("script", flush=True)
from tests.models.live_models import endless
from solver.worker import WorkerRun
run = WorkerRun(endless())
next(iter(run))
print(run.pid, flush=True)
time.sleep(60 if sys.argv[1] == "wait" else 0)
"""


@on_posix
@pytest.mark.parametrize("end", ["leave", "wait"])
def test_a_script_without_a_guard_runs_once_and_leaves_nothing(tmp_path: Path, end: str) -> None:
    """Whether the parent leaves or is killed, the worker ends; it does not run the parent's script."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, script, end], stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "script\n"
        pid = int(parent.stdout.readline())
        if end == "wait":
            parent.kill()
        assert parent.stdout.read() == ""
    wait_for_end(pid)
