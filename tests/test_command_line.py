"""The command line: output, files, exit codes, and no traceback whatever a person types."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import junctura

HEAD = 'format = "junctura-diagram"\nversion = 1\n'
DECAY = (
    HEAD
    + """
[blocks.tank]
type = "electrical.Capacitor"
C = "1 F"

[blocks.tank.start]
v = "1 V"

[blocks.leak]
type = "electrical.Resistor"
R = "1 ohm"

[blocks.earth]
type = "electrical.Ground"

[diagram]
connections = [
  ["tank.p", "leak.p"],
  ["tank.n", "leak.n"],
  ["leak.n", "earth.p"],
]

[experiment]
stop = "2 s"
"""
)
SCOPE = """
[blocks.scope]
type = "signals.Scope"

[blocks.meter]
type = "electrical.VoltageSensor"
"""


class Outcome:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "decay.toml").write_text(DECAY)
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]):
    def call(*words: str) -> Outcome:
        code = junctura.main(words)
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return call


def test_help_names_all_commands(run) -> None:
    found = run("--help")
    assert found.code == 0
    assert found.out == run().out
    for command in ("run", "sweep", "report", "demo", "check", "explain", "blocks", "bench"):
        assert f"\n  {command} " in found.out
        assert run(command, "--help").code == 0


def test_version(run) -> None:
    assert run("--version").out == f"junctura {junctura.__version__}\n"


def test_run_prints_a_summary(run) -> None:
    found = run("run", "decay.toml")
    assert found.code == 0
    first, blank, head, row = found.out.splitlines()
    assert first.startswith("decay: 2 s simulated in ")
    assert " steps, 0 events, solver " in first
    assert (blank, head.split()) == ("", ["signal", "at", "2", "s"])
    assert row.split() == ["tank.v", "0.135335", "V"]
    assert found.err == ""


def test_run_prints_json(run) -> None:
    found = run("run", "decay.toml", "--json").json
    assert {"compile_s", "simulate_s", "steps", "events", "until", "final"} <= set(found)
    assert found["until"] == 2.0
    assert found["final"] == {"tank.v": pytest.approx(0.135335, rel=1e-4)}
    assert found["units"] == {"tank.v": "V"}


def test_until_set_and_signals(run) -> None:
    words = ("--until", "500 ms", "--set", "leak.R=500 mohm", "--signals", "tank.v, leak.i", "--json")
    found = run("run", "decay.toml", *words).json
    assert found["until"] == 0.5
    assert found["final"] == {"tank.v": pytest.approx(0.36788, rel=1e-4), "leak.i": pytest.approx(0.73576, rel=1e-4)}


@pytest.mark.parametrize("options", ["--solver rk4 --step 10ms", "--solver stiff", "--tolerance 1e-9"])
def test_solver_options(run, options: str) -> None:
    found = run("run", "decay.toml", *options.split(), "--json").json
    assert found["final"]["tank.v"] == pytest.approx(0.135335, rel=1e-4)


def test_out_saves_all_variables(run, folder: Path) -> None:
    assert run("run", "decay.toml", "--set", "leak.R=2", "--out", "a.csv").out.endswith("\nSaved a.csv.\n")
    saved = junctura.load_result("a.csv")
    assert {"tank.v", "leak.i", "earth.p.v"} <= set(saved.names)
    assert saved.settings["parameters"] == {"leak.R": 2.0}
    assert saved.final(["tank.v"])["tank.v"] == pytest.approx(0.36788, rel=1e-4)


def test_out_saves_chosen_signals(run) -> None:
    run("run", "decay.toml", "--signals", "leak.i", "--out", "a.parquet", "--plot", "a.svg")
    assert junctura.load_result("a.parquet").names == ["leak.i"]
    assert "<svg" in Path("a.svg").read_text()


def test_scopes_are_shown_by_default(run, folder: Path) -> None:
    wires = '["tank.p", "meter.p"], ["tank.n", "meter.n"], ["meter.voltage", "scope.u[1]"], ["tank.p", "leak.p"],'
    port = '\n[ports]\nvoltage = "meter.voltage"\n'
    text = DECAY.replace('["tank.p", "leak.p"],', wires).replace("[diagram]", SCOPE + port + "\n[diagram]")
    (folder / "scope.toml").write_text(text)
    found = run("run", "scope.toml", "--json").json
    assert list(found["final"]) == ["voltage"]
    assert found["units"] == {"voltage": "V"}
    (folder / "scope.toml").write_text(text.replace(port, ""))
    assert list(run("run", "scope.toml", "--json").json["final"]) == ["meter.voltage"]
    assert run("run", "scope.toml", "--plot", "scope.png").code == 0


def test_run_takes_the_folder_of_a_project(run, folder: Path) -> None:
    (folder / "robot").mkdir()
    (folder / "robot" / "diagram.toml").write_text(DECAY)
    assert run("run", "robot").out.startswith("robot: 2 s simulated")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "none.toml"], "none.toml: there is no such file.\n  Check the name and the folder.\n"),
        (["run", "empty"], "empty: the folder has no diagram.toml.\n  Name the file of the diagram.\n"),
        (["run", "binary.toml"], "binary.toml, line 1: the file is not a text in UTF-8.\n"),
        (["run", "decay.toml", "--signals", "tank.w"],
         'There is no variable "tank.w" in "decay".\n  Did you mean "tank.v"?\n'),
        (["run", "decay.toml", "--set", "leak.r=1"], 'There is no parameter "leak.r".\n  Did you mean "leak.R"?\n'),
        (["run", "decay.toml", "--set", "leak.R=1 V"],
         '"leak.R": "1 V" is a voltage [V]; a resistance [ohm] is expected.\n'),
        (["run", "decay.toml", "--out", "a.xls"],
         'a.xls: a result cannot be saved as ".xls" files.\n  Use .csv, .mat or .parquet.\n'),
        (["run", "decay.toml", "--plot", "a.gif"],
         'a.gif: a result cannot be drawn as ".gif" files.\n  Use .png, .svg or .pdf.\n'),
        (["run", "decay.toml", "--out", "none/a.csv"],
         "none/a.csv: there is no folder {folder}/none.\n  Make it, or name a file elsewhere.\n"),
        (["explain", "none.toml"], "none.toml: there is no such file.\n  Check the name and the folder.\n"),
        (["report", "none.toml"], "none.toml: there is no such file.\n  Check the name and the folder.\n"),
        (["blocks", "Resistr"], 'There is no block "Resistr".\n  Did you mean "Resistor"?\n'),
        (["blocks", "Fixed"],
         'There are several blocks "Fixed".\n'
         "  Name one of: translational.Fixed, rotational.Fixed, planar.Fixed, spatial.Fixed.\n"),
        (["bench", "--folder", "empty"],
         "There are no benchmarks in empty.\n  They are part of the source code of Junctura.\n"),
    ],
)  # fmt: skip
def test_problems_are_told_in_words(run, folder: Path, words: list[str], message: str) -> None:
    (folder / "empty").mkdir()
    (folder / "binary.toml").write_bytes(b"\xff\x00\xfe")
    found = run(*words)
    assert found.err == message.replace("{folder}/none", str(folder / "none"))
    assert found.code == 1
    assert found.out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run"], "junctura run: the following arguments are required: FILE\nTry: junctura run --help\n"),
        (["run", "decay.toml", "--tolerance", "x"],
         "junctura run: argument --tolerance: invalid float value: 'x'\nTry: junctura run --help\n"),
        (["run", "decay.toml", "--set", "leak.R"],
         'junctura run: argument --set: "leak.R" does not set anything; write NAME=VALUE, such as motor.R="2 ohm"\n'
         "Try: junctura run --help\n"),
    ],
)  # fmt: skip
def test_wrong_usage(run, words: list[str], message: str) -> None:
    found = run(*words)
    assert (found.code, found.err) == (2, message)


def test_unknown_command(run) -> None:
    assert run("rum").code == 2


def test_check_without_problems(run) -> None:
    found = run("check", "decay.toml")
    assert (found.code, found.out) == (0, "No problems found.\n")
    assert run("check", "decay.toml", "--json").json == {"file": "decay.toml", "problems": []}


def test_check_finds_problems_of_file_and_equations(run, folder: Path) -> None:
    text = DECAY.replace('R = "1 ohm"', 'r = "1 ohm"').replace('["leak.n", "earth.p"]', '["leak.n", "earth.q"]')
    (folder / "bad.toml").write_text(text + '\n[blocks.ghost]\ntype = "magic.Ghost"\n')
    found = run("check", "bad.toml", "--json")
    assert found.code == 1
    problems = found.json["problems"]
    assert all(set(problem) == {"what", "where", "why", "fix"} for problem in problems)
    told = [problem["what"] for problem in problems]
    assert told == [
        'bad.toml, blocks.leak: electrical.Resistor has no parameter "r".',
        'bad.toml, blocks.ghost: the block type "magic.Ghost" is not installed.',
        'The block "earth" (electrical.Ground) has no port "q".',
    ]
    plain = run("check", "bad.toml")
    assert plain.code == 1
    assert plain.out.endswith("\n\n3 problems found in bad.toml.\n")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (None, 'There is no file "function.py" in the folder of the diagram.'),
        ("def stepp(t, u, state):\n    return u, state\n", 'function.py has no function "step".'),
        ("def step(:\n", "function.py, line 1 is not Python: invalid syntax."),
        ("raise SystemExit  # is not run\nfrom elsewhere import one as step\n", ""),
    ],
)
def test_check_reads_the_code_of_a_project_and_runs_none(run, folder: Path, code: str | None, told: str) -> None:
    blocks = '[blocks.code]\ntype = "control.Function"\n\n[blocks.one]\ntype = "signals.Constant"\n\n'
    (folder / "coded.toml").write_text(f'{HEAD}\n{blocks}[diagram]\nconnections = [["one.y", "code.u"]]\n')
    if code is not None:
        (folder / "function.py").write_text(code)
    problems = run("check", "coded.toml", "--json").json["problems"]
    assert [problem["what"] for problem in problems] == ([f'Block "code": {told}'] if told else [])


def test_run_refuses_a_file_with_problems(run, folder: Path) -> None:
    (folder / "bad.toml").write_text(DECAY.replace('R = "1 ohm"', 'R = "1 ohm"\nr = 3'))
    found = run("run", "bad.toml")
    assert found.code == 1
    assert found.err.startswith("The file has problems, and what it means is not certain.")
    assert 'electrical.Resistor has no parameter "r".' in found.err
    assert run("run", "bad.toml", "--anyway").code == 0


def test_explain(run) -> None:
    assert run("explain", "decay.toml").out.startswith('"decay": 1 state, 0 loops.\n')
    found = run("explain", "decay.toml", "--json").json
    assert found["states"] == ["tank.v"]
    assert found["summary"] == "1 state, 0 loops"


def test_blocks(run) -> None:
    listing = run("blocks").out
    assert "\nelectrical\n" in listing
    assert "  Resistor " in listing
    assert {"type": "electrical.Resistor", "summary": "Ideal linear resistor."} in run("blocks", "--json").json
    assert "planar" not in run("blocks", "electrical").out
    assert run("blocks", "resistor").out.startswith("electrical.Resistor\nIdeal linear resistor.\n")
    assert run("blocks", "electrical.Resistor", "--json").json["parameters"][0]["name"] == "R"


def test_bench(run, folder: Path) -> None:
    answer = {"name": "B1", "ours": 0.5, "peer": 2.0, "peer_name": "slow", "gap": 1e-12}
    (folder / "b1_fast.py").write_text(f"def run():\n    print('noise')\n    return {answer}\n")
    (folder / "b2_alone.py").write_text("def run():\n    return [{'name': 'B2', 'ours': 1.0, 'peer': None}]\n")
    found = run("bench", "--folder", ".", "--json")
    assert found.code == 0
    assert found.json == [
        {"name": "B1", "ours": 0.5, "peer": 2.0, "peer_name": "slow", "gap": 1e-12, "ratio": 0.25},
        {"name": "B2", "ours": 1.0, "peer": None, "peer_name": "", "ratio": None},
    ]
    assert run("bench", "--folder", ".", "b2").out.splitlines()[1].split() == ["B2", "1", "missing"]
    assert run("bench", "--folder", ".", "b3").err.startswith('There is no benchmark "b3".')


def test_bench_reports_failures(run, folder: Path) -> None:
    (folder / "broken.py").write_text("def run():\n    return 1 / 0\n")
    found = run("bench", "--folder", ".", "broken")
    assert found.code == 1
    assert "failed" in found.out
    assert "ZeroDivisionError: division by zero" in found.out


def test_demo_writes_a_report(run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = run("demo", "--no-window")
    assert (found.code, found.out) == (0, "The report is in report/index.html.\n")
    page = (folder / "report" / "index.html").read_text()
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") == page.count("</svg>") >= 3
    for text in ("Two-link robot arm", "What happens", "Parameters", "How to reproduce", "upper_length", "400&nbsp;mm"):
        assert text in page
    # a target has no unit of its own: it is shown in that of the angles beside it; a path is not drawn over time
    assert '<td>shoulder_drive.<wbr/>target</td><td class="number">30</td><td>deg</td>' in page
    assert "path: hand.y over hand.x." in page
    assert "<script src" not in page
    assert 'src="http' not in page
    assert 'href="http' not in page


def test_report_escapes_names_and_repeats_settings(run, folder: Path) -> None:
    (folder / "decay.toml").write_text(DECAY.replace("\n[blocks.tank]", 'note = "<b>bold</b>"\n\n[blocks.tank]', 1))
    assert run("report", "decay.toml", "--until", "1", "--set", "leak.R=2 ohm", "--out", "page").code == 0
    page = (folder / "page" / "index.html").read_text()
    assert "&lt;b&gt;bold" in page
    command = re.sub("</?span>", "", page)
    assert "junctura run decay.toml --until 1 --out result.csv --set &#x27;leak.R=2 ohm&#x27;" in command


def test_example_reaches_its_target() -> None:
    result = junctura.simulate(junctura.EXAMPLE)
    found = result.final(["shoulder.phi", "elbow.phi"])
    assert found["shoulder.phi"] == pytest.approx(0.5236, abs=0.02)
    assert found["elbow.phi"] == pytest.approx(1.0472, abs=0.02)


def test_hidden_package_is_named(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(junctura, "ROOT", Path("/elsewhere"))
    found = run("check", "decay.toml")
    assert found.code == 1
    assert found.err.startswith('The package "blocks" of Junctura is hidden by another one.\n')
