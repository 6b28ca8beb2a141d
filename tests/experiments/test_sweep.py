"""``junctura sweep``: one row for each run, in a table that can be trusted."""

from __future__ import annotations

import json
import math
import pickle
import shutil
from pathlib import Path

import pandas as pd
import pytest

import junctura
from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram
from blocks.errors import ModelError
from libraries.estimation import DiagramUKF
from solver.experiments.measure_reader import measure_in_words
from solver.project_needs import has_code, opened_files
from solver.sweeps.cases import read_cases
from solver.sweeps.cluster import perform
from solver.sweeps.sweep import Sweep, sweep_of
from solver.worker_job import job_for
from tests.experiments.sweeping import DECAY, FINAL, rows_in


@pytest.fixture
def sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    Path("decay.toml").write_text(DECAY)

    def call(*words: str) -> tuple[int, str, str]:
        code = junctura.main(["sweep", "decay.toml", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def test_a_grid_gives_one_row_for_each_run(sweep) -> None:
    varied = ("--vary", "R=1, 2 kohm", "--vary", "V=1..3")
    code, printed, noted = sweep(*varied, *FINAL, "--until", "1000 s", "--jobs", "1")
    assert (code, noted) == (0, "Running 6 simulations ...\n")
    assert "6 runs in sweep.csv." in printed
    table = pd.read_csv("sweep.csv", comment="#")
    assert list(table.columns) == ["R", "V", "final tank.v", "seconds", "error"]
    assert list(zip(table["R"], table["V"], strict=True)) == [(R, V) for R in (1000, 2000) for V in (1, 2, 3)]
    for row in table.itertuples():
        assert row[3] == pytest.approx(row.V * math.exp(-1000 / row.R), rel=1e-5)


def test_conditions_choose_unordered_pairs() -> None:
    cases = read_cases(["first=1..24", "second=1..24", "face=1,2"], [], ["first < second", "face > zero"], {"zero": 0})
    pairs = [(case["first"], case["second"]) for case in cases]
    assert pairs == [(a, b) for a in range(1, 25) for b in range(a + 1, 25) for _ in range(2)]
    assert len(pairs) == 2 * 276


def test_conditions_know_the_parameters_of_blocks() -> None:
    varied = ["rod.m=1, 2 kg", "arm[2].m=1, 3 kg", "m=5"]
    cases = read_cases(varied, [], ["rod.m < arm[2].m", "rod.m + arm[2].m < m * 1 kg"], {})
    assert [(case["rod.m"], case["arm[2].m"]) for case in cases] == [("1 kg", "3 kg")]
    with pytest.raises(ModelError, match="out of place") as caught:
        read_cases(varied, [], ["rod.m < arm[2].q"], {})
    assert "arm[2].q" in str(caught.value)


def test_a_range_may_be_long() -> None:
    cases = read_cases(["R=0..1 ohm/5001"], [], [], {})
    assert (len(cases), cases[1]["R"], cases[-1]["R"]) == (5001, "0.0002 ohm", "1 ohm")


def test_a_value_given_twice_is_run_once() -> None:
    assert read_cases(["first=1,2,1"], [], [], {}) == [{"first": 1.0}, {"first": 2.0}]


def test_long_tables_are_shown_in_part(sweep) -> None:
    code, printed, _ = sweep("--vary", "R=1..50", "--where", "R < 45", "--until", "1e-3", "--jobs", "1")
    assert code == 0
    assert "\n  ... and 4 more\n\n44 runs in sweep.csv." in printed
    assert [row["R"] for row in rows_in(Path("sweep.csv"))] == [str(number) for number in range(1, 45)]


def test_cases_of_a_file_are_combined_with_what_is_varied(sweep) -> None:
    Path("cases.csv").write_text("R,V\n1 ohm,1 V\n0.5 kohm,5 V\n")
    assert sweep("--cases", "cases.csv", "--vary", "tank.C=1,2", *FINAL, "--jobs", "1")[0] == 0
    found = [(row["R"], row["V"], row["tank.C"]) for row in rows_in(Path("sweep.csv"))]
    assert found == [("1", "1", "1"), ("1", "1", "2"), ("500", "5", "1"), ("500", "5", "2")]


def test_a_failed_run_is_a_row(sweep) -> None:
    code, printed, _ = sweep("--vary", "R=-1..1", *FINAL, "--jobs", "1", "--json")
    found = json.loads(printed)
    assert (code, found["failed"], found["units"]) == (0, 2, {"final tank.v": "V"})
    first, second, third = found["rows"]
    assert first["error"] == '"leak.R" is -1 ohm (= R); it must be at least 0 ohm.'
    assert second["error"].startswith('"decay" cannot start at t = 0 s.')
    assert first["final tank.v"] is second["final tank.v"] is third["error"] is None
    assert third["final tank.v"] == pytest.approx(math.exp(-1), rel=1e-5)


def test_if_all_runs_fail_the_command_does(sweep) -> None:
    assert sweep("--vary", "R=0,-0.0", *FINAL, "--jobs", "1")[0] == 1


def test_never_is_infinite(sweep) -> None:
    sweep("--vary", "V=1, 9 V", "--measure", "first tank.v level='0.5 V'", "--jobs", "1")
    table = pd.read_csv("sweep.csv", comment="#")
    assert [round(time, 3) for time in table.iloc[:, 1]] == [0.693, math.inf]


def test_what_shapes_the_equations_is_compiled_anew(sweep) -> None:
    text = DECAY.replace('R = "1 ohm"', "R = 0").replace('["tank.n", "leak.n"]', '["tank.n", "more.n"]')
    text = text.replace('["leak.n", "earth.p"]', '["tank.n", "earth.p"], ["leak.n", "more.p"]')
    Path("decay.toml").write_text(text + '\n[blocks.more]\ntype = "electrical.Resistor"\nR = "1 ohm"\n')
    sweep("--vary", "leak.R=0,1", *FINAL, "--jobs", "1")
    found = [float(row["final tank.v"]) for row in rows_in(Path("sweep.csv"))]
    assert found == pytest.approx([math.exp(-1), math.exp(-0.5)], rel=1e-5)


def test_processes_give_what_one_gives_in_the_same_order(sweep) -> None:
    values = ("--vary", "R=1..3", "--vary", "V=1..3", *FINAL)
    assert sweep(*values, "--jobs", "1", "--out", "one.csv")[0] == 0
    assert sweep(*values, "--jobs", "3", "--out", "three.csv")[0] == 0
    one, three = (pd.read_csv(name, comment="#").drop(columns="seconds") for name in ("one.csv", "three.csv"))
    pd.testing.assert_frame_equal(one, three)


def with_code(folder: Path) -> Path:
    """Return a diagram whose project brings code along."""
    folder.mkdir()
    (folder / "law.py").write_text("def law(t, u, state, p, period):\n    return p[0] * u, state\n")
    law = 'type = "control.Function"\nfile = "law.py"\nfunction = "law"\ninputs = "u"\noutputs = "y"\np = ["= R"]\n'
    ends = '"earth.p"], ["one.y", "law.u"]]'
    source = f'\n[blocks.one]\ntype = "signals.Constant"\n\n[blocks.law]\n{law}'
    (folder / "diagram.toml").write_text(DECAY.replace('"earth.p"]]', ends).replace('R = "1 ohm"', "R = 1") + source)
    return folder / "diagram.toml"


def test_code_of_the_project_needs_trust(sweep, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", str(with_code(Path("robot"))), "--vary", "R=1,2", "--measure", "final law.y", "--jobs", "1"]
    assert junctura.main(words) == 1
    assert "wants to run code of its own, and it is not trusted: law.py." in capsys.readouterr().err
    assert not Path("sweep.csv").exists()
    assert junctura.main([*words, "--trust"]) == 0
    assert [float(row["final law.y"]) for row in rows_in(Path("sweep.csv"))] == [1.0, 2.0]
    Path("robot/law.py").write_text("def law(t, u, state, p, period):\n    return 2 * u, state\n")
    assert junctura.main([*words, "--trust"]) == 1
    assert "The diagram has changed since." in capsys.readouterr().err


def test_a_sweep_can_be_run_where_its_files_are_not(tmp_path: Path) -> None:
    diagram = read_diagram(with_code(tmp_path / "robot"))
    measures = [measure_in_words("final law.y")]
    sent = pickle.dumps(sweep_of(diagram, measures, {}, {}, trust=True, with_files=True))
    shutil.rmtree(tmp_path / "robot")
    row = perform("key", pickle.loads(sent), {"R": 3.0})
    assert (row.numbers, row.error) == ((3.0,), "")


def test_diagrams_that_blocks_open_belong_to_the_sweep() -> None:
    inner, outer = Diagram("inner"), Diagram("outer")
    inner.add("observer", DiagramUKF())
    outer.add("inner", inner)
    assert opened_files(outer) == ["model.toml"]
    assert not has_code(outer)


def test_a_worker_with_another_version_is_refused() -> None:
    with pytest.raises(ModelError, match="The worker has version"):
        perform("other key", Sweep(job_for(Diagram(), None), (), version="another"), {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Nothing is varied."),
        (("--vary", "R"), '"R" does not vary anything.'),
        (("--vary", "Q=1,2"), 'There is no parameter "Q".'),
        (("--vary", "R=1,,2"), '"R=1,,2": a value is missing beside a comma.'),
        (("--vary", "R=1..2.5"), '"1..2.5" is no range of whole numbers.'),
        (("--vary", "R=1 ohm..2 V/3"), '"R=1 ohm..2 V/3" is no range.'),
        (("--vary", "R=1 ohm..2 V/3"), '"R=1 ohm..2 V/3" is no range.\n  1 ohm and 2 V are not of one kind.'),
        (("--vary", "R=1..2 ohm/0"), '"R=1 ohm..2 ohm/0" is no range.\n  A range has from 1 to 100,000 values.'),
        (("--vary", "R=1..100001"), '"1..100001" is no range.\n  A range has from 1 to 100,000 numbers.'),
        (("--vary", "R=1,2", "--vary", "R=3,4"), '"R" is varied twice.'),
        (("--vary", "R=1,2", "--set", "R=3"), '"R" is varied and has one value, too.'),
        (("--vary", "R=1,2", "--out", "none/sweep.csv"), "none/sweep.csv: there is no folder "),
        (("--vary", "R=1,2", "--out", "."), ".: the table of a sweep is a .csv file.\n  Name it --out sweep.csv"),
        (("--vary", "R=1, 2 kohm, 3 kohm"), '"1" has no unit, and other values beside it have one.'),
        (("--vary", "R=1 kg, 2 kg"), '"leak.R"'),
        (("--vary", "R=1,2", "--where", "R > 5"), "No combination of values meets the conditions."),
        (("--vary", "R=1,2", "--where", "R"), '"R" is not a comparison.'),
        (("--vary", "R=1,2", "--where", "Q > 1"), 'There is no parameter "Q".'),
        (("--vary", "R=1,2", "--measure", "final tnk.v"), 'There is no variable "tnk.v" in "decay".'),
        (("--vary", "R=1,2", "--measure", "finl tank.v"), 'The measure "finl tank.v"'),
        (("--vary", "R=1,2", "--out", "sweep.xlsx"), "sweep.xlsx: the table of a sweep is a .csv file."),
        (("--cases", "none.csv"), "none.csv: there is no such file."),
        (("--cases", "decay.toml"), "decay.toml, row"),
        (("--vary", "R=1..1000", "--vary", "V=1..1000"), "1,000,000 runs are too many; 100,000 are possible."),
        (("--vary", "R=1..100", "--vary", "V=1..10001"), "There are more than 1,000,000 combinations"),
    ],
)
def test_what_makes_no_sense_is_said_before_anything_runs(sweep, words: tuple[str, ...], message: str) -> None:
    code, printed, noted = sweep(*words)
    assert (code, printed) == (1, "")
    assert noted.startswith(message)
    assert not Path("sweep.csv").exists()
