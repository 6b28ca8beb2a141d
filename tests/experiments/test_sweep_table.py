"""The table of a sweep survives whatever stops the sweep, and belongs to one sweep only."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

import junctura
from tests.experiments.sweeping import DECAY, FINAL, rows_in, start, wait_for_rows

TABLE = Path("sweep.csv")
MANY = ("sweep", "decay.toml", "--vary", "R=1..10", "--vary", "V=1..15", *FINAL, "--jobs", "2")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("decay.toml").write_text(DECAY)
    return tmp_path


def sweep(*words: str) -> int:
    return junctura.main(["sweep", "decay.toml", *words, *FINAL, "--jobs", "1"])


@pytest.mark.parametrize("kind", ["SIGKILL", "SIGINT"])
def test_a_stopped_sweep_goes_on_where_it_was(folder: Path, kind: str) -> None:
    process = start(*MANY, folder=folder)
    wait_for_rows(TABLE, 5, process)
    process.send_signal(getattr(signal, kind))
    _, noted = process.communicate()
    before = rows_in(TABLE)
    assert 5 <= len(before) < 150
    if kind == "SIGINT":
        assert process.returncode == 130
        assert f"Stopped after {len(before)} of 150 runs. They are in sweep.csv." in noted
        assert "Start the same command again to go on." in noted
        assert "Traceback" not in noted
    again = start(*MANY, folder=folder)
    _, noted = again.communicate()
    assert again.returncode == 0
    assert f"Running {150 - len(before)} of 150 simulations; the others are in sweep.csv already" in noted
    after = rows_in(TABLE)
    assert [(row["R"], row["V"]) for row in after] == [(str(R), str(V)) for R in range(1, 11) for V in range(1, 16)]
    assert all(row in after for row in before)


def test_a_worker_that_is_killed_costs_no_row(folder: Path) -> None:
    psutil = pytest.importorskip("psutil")
    process = start(*MANY, folder=folder)
    wait_for_rows(TABLE, 3, process)
    children = psutil.Process(process.pid).children()
    workers = [child for child in children if any("spawn_main" in word for word in child.cmdline())]
    assert len(workers) == 2
    workers[0].kill()
    _, noted = process.communicate()
    assert process.returncode == 0, noted
    assert len(rows_in(TABLE)) == 150
    assert {row["error"] for row in rows_in(TABLE)} == {""}


def test_a_line_that_was_cut_off_is_run_again(folder: Path) -> None:
    sweep("--vary", "R=1..4")
    whole = TABLE.read_text()
    TABLE.write_text(whole[:-9])
    assert len(rows_in(TABLE)) == 3
    assert sweep("--vary", "R=1..4") == 0
    assert [row["R"] for row in rows_in(TABLE)] == ["1", "2", "3", "4"]


def test_more_values_may_be_added(capsys: pytest.CaptureFixture[str]) -> None:
    sweep("--vary", "R=2,4")
    first = rows_in(TABLE)
    sweep("--vary", "R=1..3")
    assert "Running 2 of 3 simulations; the others are in sweep.csv already" in capsys.readouterr().err
    assert [row["R"] for row in rows_in(TABLE)] == ["1", "2", "3", "4"]
    assert [row for row in rows_in(TABLE) if row in first] == first


def test_nothing_is_run_twice(capsys: pytest.CaptureFixture[str]) -> None:
    sweep("--vary", "R=1000, 2000 ohm")
    before = TABLE.read_text()
    capsys.readouterr()
    assert sweep("--vary", "R=1, 2 kohm") == 0
    assert TABLE.read_text() == before
    assert capsys.readouterr().err == ""


def test_failed_runs_are_run_again_only_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    sweep("--vary", "R=0,1")
    assert capsys.readouterr().err == "Running 2 simulations ...\n"
    sweep("--vary", "R=0,1")
    assert capsys.readouterr().err == ""
    sweep("--vary", "R=0,1", "--retry")
    assert capsys.readouterr().err == "Running 1 of 2 simulations; the others are in sweep.csv already ...\n"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("--until", "2"), "There, until is 1.0; now it is 2.0."),
        (("--set", "V=2"), 'There, set is {}; now it is {"V": "2"}.'),
        (("--measure", "maximum tank.v"), "Its columns are R, final tank.v, seconds, error; now they are"),
    ],
)
def test_a_table_of_another_sweep_is_left_alone(
    capsys: pytest.CaptureFixture[str], change: tuple[str, ...], reason: str
) -> None:
    sweep("--vary", "R=1,2")
    before = TABLE.read_text()
    assert sweep("--vary", "R=1,2", *change) == 1
    noted = capsys.readouterr().err
    assert "sweep.csv: this table belongs to another sweep." in noted
    assert reason in noted
    assert TABLE.read_text() == before


def test_a_table_of_a_changed_diagram_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    sweep("--vary", "R=1,2")
    Path("decay.toml").write_text(DECAY.replace('C = "1 F"', 'C = "2 F"'))
    assert sweep("--vary", "R=1,2") == 1
    assert "The diagram has changed since." in capsys.readouterr().err
    Path("decay.toml").write_text(DECAY + "\n[layout]\ntank = [0, 0]\n")
    assert sweep("--vary", "R=1,2") == 0


@pytest.mark.parametrize("text", ["", "R,V\n1,2\n", "# junctura-sweep 1\n", "# junctura-sweep 1\n# hash: x\nR\n"])
def test_a_file_that_is_no_table_is_left_alone(capsys: pytest.CaptureFixture[str], text: str) -> None:
    TABLE.write_text(text)
    assert sweep("--vary", "R=1,2") == 1
    assert "sweep.csv: this is not the table of a sweep." in capsys.readouterr().err
    assert TABLE.read_text() == text
