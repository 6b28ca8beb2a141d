"""A sweep on a cluster of real processes, one of which is killed: every row arrives once, as on one machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import junctura
from tests.experiments.sweeping import DECAY, FINAL, LIVENESS, rows_in, start, wait_for_rows

pytest.importorskip("distributed")
VALUES = ("--vary", "R=1..10", "--vary", "V=1..6", *FINAL)


class Cluster:
    """A scheduler and worker processes."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.file = folder / "scheduler.json"
        options = ("--port", "0", "--no-dashboard", "--scheduler-file", str(self.file))
        self.scheduler = self.begin("dask_scheduler", *options)
        self.workers: list[subprocess.Popen[bytes]] = []

    @property
    def address(self) -> str:
        end = time.monotonic() + LIVENESS
        while True:
            try:
                return str(json.loads(self.file.read_text())["address"])
            except (OSError, ValueError):
                assert time.monotonic() < end
                time.sleep(0.05)

    def add_worker(self) -> None:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        self.workers.append(self.begin("dask_worker", self.address, *options))

    def begin(self, module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
        process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), stack)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("decay.toml").write_text(DECAY)
    return tmp_path


def without_seconds(path: str) -> list[dict[str, str]]:
    return [{name: text for name, text in row.items() if name != "seconds"} for row in rows_in(Path(path))]


def test_a_killed_worker_costs_nothing(cluster: Cluster, folder: Path) -> None:
    for _ in range(2):
        cluster.add_worker()
    words = ("sweep", "decay.toml", *VALUES, "--scheduler", cluster.address, "--out", "cluster.csv")
    process = start(*words, folder=folder)
    wait_for_rows(Path("cluster.csv"), 3, process)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    early = len(rows_in(Path("cluster.csv")))
    _, noted = process.communicate()
    assert process.returncode == 0, noted
    assert early < 60, "the worker was killed too late to matter"
    assert junctura.main(["sweep", "decay.toml", *VALUES, "--jobs", "1", "--out", "here.csv"]) == 0
    assert len(rows_in(Path("here.csv"))) == 60
    assert without_seconds("cluster.csv") == without_seconds("here.csv")


def test_a_sweep_is_stopped_and_goes_on_until_the_scheduler_is_gone(cluster: Cluster, folder: Path) -> None:
    cluster.add_worker()
    words = ("sweep", "decay.toml", *VALUES, "--vary", "tank.C=1..20", "--scheduler", cluster.address)
    process = start(*words, folder=folder)
    wait_for_rows(Path("sweep.csv"), 3, process)
    process.send_signal(signal.SIGINT)
    _, noted = process.communicate()
    stopped = len(rows_in(Path("sweep.csv")))
    assert (process.returncode, noted.count("\n")) == (130, 3), noted
    assert f"Stopped after {stopped} of 1200 runs." in noted
    again = start(*words, folder=folder)
    wait_for_rows(Path("sweep.csv"), stopped + 3, again)
    cluster.scheduler.kill()
    _, noted = again.communicate()
    assert again.returncode == 1
    assert f"The Dask scheduler at {words[-1]} is gone." in noted
    assert "Traceback" not in noted


def test_there_must_be_a_scheduler(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.sweeps.cluster.PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense://"):
        assert junctura.main(["sweep", "decay.toml", *VALUES, "--scheduler", address]) == 1
        noted = capsys.readouterr().err
        assert f"There is no Dask scheduler at {address}." in noted
        assert "Start one: dask scheduler" in noted
        assert "Traceback" not in noted


def test_there_must_be_a_worker(
    cluster: Cluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.sweeps.cluster.LONGER", 0.5)
    assert junctura.main(["sweep", "decay.toml", *VALUES, "--scheduler", cluster.address]) == 1
    assert "has no workers." in capsys.readouterr().err


def test_without_dask_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert junctura.main(["sweep", "decay.toml", *VALUES, "--scheduler", "tcp://127.0.0.1:1"]) == 1
    noted = capsys.readouterr().err
    assert "A sweep on a cluster needs Dask, which is not installed." in noted
    assert "pip install -e '.[cluster]'" in noted
