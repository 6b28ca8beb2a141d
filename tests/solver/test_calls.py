"""Blocks that call plain code: when, in which order, with which values; the same on all tiers; errors in words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks import Diagram, Equations, Input, ModelError, Output, Parameter, SampledBlock
from blocks.called import CalledBlock, Given
from blocks.diagram_file import read_diagram, write_diagram
from blocks.functions import previous
from blocks.trust import trust
from junctura import main
from libraries.control import Function
from libraries.signals import Clock, Constant, Integrator, Power, Sine, UnitDelay
from solver.explain import explain
from solver.live import LiveRun
from solver.model import compile_model
from solver.simulate import simulate
from solver.worker import WorkerRun
from solver.worker_link import discard_workers

TIERS = pytest.mark.parametrize("native", ["never", "always"])

PROPORTIONAL = """
def step(t, measured, target, state, p):
    count = 1 if state is None else state + 1
    return (p[0] * (target - measured), count), count
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JUNCTURA_CONFIG", str(tmp_path / "settings"))
    discard_workers()  # they know only the settings with which they were started
    place = tmp_path / "robot"
    place.mkdir()
    (place / "control.py").write_text(PROPORTIONAL)
    return place


def loop(folder: Path | None, **values: Any) -> Diagram:
    """Return an integrator that code brings to 1."""
    diagram = Diagram("loop")
    given = {"file": "control.py", "inputs": "measured, target", "outputs": "command, calls", "p": [5.0]}
    diagram.add("code", Function(**{**given, "period": 0.01, **values}))
    diagram.add("plant", Integrator())
    diagram.add("target", Constant(level=1.0))
    diagram.connect("plant.y", "code.measured")
    diagram.connect("target.y", "code.target")
    diagram.connect("code.command", "plant.u")
    diagram.folder = folder
    return diagram


@TIERS
def test_code_controls_a_plant(folder: Path, native: str) -> None:
    found = simulate(loop(folder), 0.995, trust=True, native=native, interval=0.005)
    # the error shrinks by 1 - 5 * 0.01 from sample to sample; in between the plant moves in a straight line
    k = np.floor(found.time / 0.01 + 1e-6)
    whole = 1 - 0.95**k
    expected = whole + 5 * 0.95**k * (found.time - 0.01 * k)
    assert np.allclose(found["plant.y"], expected, rtol=0, atol=1e-9)
    assert found["code.calls"][-1] == 100


@TIERS
@pytest.mark.parametrize("solver", ["adaptive", "rk4", "semi-implicit"])
def test_every_method_calls_as_often(folder: Path, native: str, solver: str) -> None:
    found = simulate(loop(folder), 1.0, trust=True, native=native, solver=solver, step=0.002, interval=0.01)
    assert found["code.calls"][-1] == 101
    assert found["plant.y"][-1] == pytest.approx(1 - 0.95**100, abs=1e-6)


def test_every_run_begins_anew(folder: Path) -> None:
    """Runs of one compiled model, as a fast restart does them: the state of the code is not that of the run before."""
    (folder / "control.py").write_text(PROPORTIONAL.replace("def step", "seen = []\ndef step").replace(
        "count = 1 if state is None else state + 1", "seen.append(t); count = len(seen)"))
    model = compile_model(loop(folder))
    runs = [simulate(model, 0.5, trust=True, native=native) for native in ("never", "always", "always")]
    assert [run["code.calls"][-1] for run in runs] == [51, 51, 51]
    assert runs[1]["plant.y"][-1] == runs[2]["plant.y"][-1] == pytest.approx(runs[0]["plant.y"][-1], rel=1e-14)


def test_parameters_are_tuned_during_a_run(folder: Path) -> None:
    (folder / "control.py").write_text("def step(t, u, state, p, period):\n    return (p[1] + p[0], period), None\n")
    diagram = Diagram()
    diagram.add("code", Function(file="control.py", inputs="u", outputs="y, period_seen", p=[1.0, 2.0], period=0.25))
    diagram.add("u", Constant(level=0.0))
    diagram.connect("u.y", "code.u")
    diagram.folder = folder
    signals = ["code.y", "code.period_seen"]
    with LiveRun(diagram, until=1.0, signals=signals, trust=True, paused=True, native="never") as live:
        while live.progress.time < 0.5:
            live.step()
            live.poll(0.05)
        live.set_parameter("code.p", [10.0, 2.0])
        live.resume()
        last = [batch for batch in live][-1]
    assert last["code.y"][-1] == 12.0
    assert last["code.period_seen"][-1] == 0.25


class Adder(CalledBlock):
    """Adds one to its input and counts its calls."""

    u = Input("1", "input")
    y = Output("1", "output")
    calls = Output("1", "how often it was called")
    more = Parameter(1.0, "1", "what is added")

    def begin(self, given: Given) -> int:
        return 0

    def step(self, given: Given, state: int) -> tuple[Mapping[str, Any], int]:
        return {"y": given.u + given.more, "calls": state + 1}, state + 1


class Twice(SampledBlock):
    """Doubles its input, in equations."""

    u = Input("1", "input")
    y = Output("1", "output", start=0)
    last = Output("1", "output of the sample before", start=0)

    def equations(self) -> Equations:
        yield self.y == 2 * self.u
        yield self.last == previous(self.y)


def chain(*blocks: Any) -> Diagram:
    """Return a clock, in seconds, that goes through blocks one after the other, added in reverse order."""
    diagram = Diagram("chain")
    for k, block in reversed(list(enumerate(blocks))):
        diagram.add(f"b{k}", block)
    diagram.add("ramp", Sine(frequency=0.05))
    for k in range(len(blocks)):
        diagram.connect("ramp.y" if k == 0 else f"b{k - 1}.y", f"b{k}.u")
    return diagram


@TIERS
def test_chains_of_code_and_equations_settle_within_an_instant(native: str) -> None:
    found = simulate(chain(Adder(), Twice(), Adder(), Twice(), Adder()), 1.0, native=native, interval=0.01)
    true = np.sin(2 * np.pi * 0.05 * found.time[:100])
    assert np.allclose(found["b4.y"][:100], 2 * (2 * (true + 1) + 1) + 1, atol=1e-9)
    assert np.allclose(found["b3.last"][1:100], found["b3.y"][:99])
    assert {found[f"b{k}.calls"][-1] for k in (0, 2, 4)} == {101}


@TIERS
def test_several_rates_meet_at_common_instants(native: str) -> None:
    """The fast block reads what the slow one has just computed, whether that is code or equations."""
    pairs = [(Adder, Twice), (Twice, Adder), (Adder, Adder), (Twice, Twice)]
    for slow, fast in [(slow(period=0.03), fast()) for slow, fast in pairs]:
        found = simulate(chain(slow, fast), 0.595, native=native, interval=0.005)
        middle, end = found["b0.y"], found["b1.y"]
        assert np.allclose(end, 2 * middle if isinstance(fast, Twice) else middle + 1)


@TIERS
def test_a_circle_without_delay_is_refused_and_with_one_runs(native: str) -> None:
    diagram = Diagram()
    diagram.add("a", Adder())
    diagram.add("b", Adder())
    diagram.connect("a.y", "b.u")
    diagram.connect("b.y", "a.u")
    with pytest.raises(ModelError, match="at the same instant") as caught:
        simulate(diagram, 0.1, native=native)
    assert "UnitDelay" in caught.value.fix
    diagram.disconnect("b.y", "a.u")
    diagram.add("delay", UnitDelay())
    diagram.connect("b.y", "delay.u")
    diagram.connect("delay.y", "a.u")
    assert simulate(diagram, 0.1, native=native)["b.y"][-1] == 2 * 11


def test_explain_names_called_blocks() -> None:
    assert "b0" in str(explain(compile_model(chain(Adder()))))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def step(t, u, state):\n    return 1 / (u - u), state\n",
         ["control.py, line 2: return 1 / (u - u)", "ZeroDivisionError"]),
        ("def helper():\n    raise ValueError('no way')\ndef step(t, u, state):\n    return helper(), 0\n",
         ["control.py, line 2", "ValueError: no way"]),
        ("def step(t, u, state)\n    return u, state\n", ["control.py, line 1", "SyntaxError"]),
        ("import nothing_like_this\n", ["control.py, line 1", "nothing_like_this"]),
        ("def step(t, u):\n    return u, None\n", ["TypeError"]),
        ("def step(t, u, state):\n    return u\n", ["return y, state"]),
        ("def step(t, u, state):\n    return [1, 2], state\n", ['"y" 2 numbers instead of a single number']),
        ("def step(t, u, state):\n    return 'seven', state\n", ["'seven'", "no number"]),
        ("def step(t, u, state):\n    return float('nan'), state\n", ["not a finite number", "division by zero"]),
        ("def step(t, u, state):\n    return 1 / (u - u), state\n", ["ZeroDivisionError"]),
        ("def step(t, u, state):\n    return (1.0, 2.0), state\n", ["2 numbers"]),
        ("def other():\n    pass\n", ['no function "step"']),
    ],
)  # fmt: skip
def test_faults_of_the_code_are_told_with_their_place(folder: Path, code: str, words: list[str]) -> None:
    (folder / "control.py").write_text(code)
    diagram = Diagram()
    diagram.add("brain", Function(file="control.py"))
    diagram.add("u", Clock())
    diagram.connect("u.y", "brain.u")
    diagram.folder = folder
    with pytest.raises(ModelError) as caught:
        simulate(diagram, 0.1, trust=True)
    assert caught.value.where == "brain"
    assert '"brain"' in caught.value.what
    for word in words:
        assert word in str(caught.value)


def test_a_block_that_passes_on_what_is_no_number_is_not_blamed(folder: Path) -> None:
    (folder / "control.py").write_text("def step(t, u, state):\n    return 2 * u, state\n")
    diagram = Diagram()
    diagram.add("brain", Function(file="control.py"))
    diagram.add("zero", Constant(level=0))
    diagram.add("inverse", Power(exponent=-1))
    diagram.connect("zero.y", "inverse.u")
    diagram.connect("inverse.y", "brain.u")
    diagram.folder = folder
    with pytest.raises(ModelError, match='It was given something like that, too: "u"'):
        simulate(diagram, 0.1, trust=True)


@TIERS
def test_a_fault_during_the_run_is_told_with_its_time(folder: Path, native: str) -> None:
    (folder / "control.py").write_text("def step(t, u, target, state):\n    return (1.0 / (t < 0.055), 0.0), 0\n")
    with pytest.raises(ModelError, match="failed at t = 0.06 s") as caught:
        simulate(loop(folder, p=[0.0]), 0.1, trust=True, native=native)
    assert "control.py, line 2" in str(caught.value)


@TIERS
def test_slow_code_lets_whoever_watches_have_a_turn(folder: Path, native: str) -> None:
    slow = PROPORTIONAL.replace("    count", "    time.sleep(0.02)\n    count")
    (folder / "control.py").write_text(f"import time\n{slow}")
    live = LiveRun(loop(folder), until=0.2, signals=["code.calls"], trust=True, native=native, interval=0.01)
    batches = list(live)
    assert len(batches) > 5
    assert batches[-1]["code.calls"][-1] == 21


def test_without_trust_nothing_runs(folder: Path) -> None:
    diagram = loop(folder)
    model = compile_model(diagram)
    for attempt in (lambda: simulate(diagram, 1.0), lambda: simulate(model, 1.0, native="always")):
        with pytest.raises(ModelError, match="not trusted") as caught:
            attempt()
        assert caught.value.where == "code"
    trust(folder)
    assert simulate(diagram, 1.0)["code.calls"][-1] == 101


def test_a_saved_diagram_knows_its_folder_and_keeps_its_ports(folder: Path) -> None:
    write_diagram(loop(None), folder / "diagram.toml")
    read = read_diagram(folder / "diagram.toml")
    assert not read.problems
    assert simulate(read, 1.0, trust=True)["code.calls"][-1] == 101
    assert simulate(folder / "diagram.toml", 1.0, trust=True)["code.calls"][-1] == 101


def test_the_command_line_asks_for_trust(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_diagram(loop(None), folder / "diagram.toml")
    assert main(["run", str(folder), "--until", "1"]) == 1
    assert "not trusted" in capsys.readouterr().err
    assert main(["run", str(folder), "--until", "1", "--trust", "--signals", "code.calls"]) == 0
    assert "101" in capsys.readouterr().out


def test_workers_run_code_of_trusted_projects_only(folder: Path) -> None:
    live = WorkerRun(loop(folder), until=1.0, signals=["code.calls"])
    with live, pytest.raises(ModelError, match="not trusted"):
        list(live)
    with WorkerRun(loop(folder), until=1.0, signals=["code.calls"], trust=True) as live:
        assert [batch for batch in live][-1]["code.calls"][-1] == 101
    trust(folder)
    with WorkerRun(loop(folder), until=1.0, signals=["code.calls"]) as live:
        assert [batch for batch in live][-1]["code.calls"][-1] == 101
    # the same model again, in the same worker, with other code
    (folder / "control.py").write_text(PROPORTIONAL.replace("count), count", "-count), count"))
    trust(folder)
    with WorkerRun(loop(folder), until=1.0, signals=["code.calls"]) as live:
        assert [batch for batch in live][-1]["code.calls"][-1] == -101
