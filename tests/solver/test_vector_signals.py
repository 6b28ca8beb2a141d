"""Vector signals: their elements are connected, named and left open one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import Block, Diagram, Equations, Input, ModelError, Output, Parameter, Structural
from blocks.functions import no_event, sum_of, where
from libraries import rotational
from libraries import signals as s
from libraries.electrical import ConstantVoltage, Ground, Resistor
from solver.flatten import flatten
from solver.model import compile_model
from solver.shown_signals import scopes, shown_signals
from solver.simulate import simulate
from tests.models.live_models import root_of_a_sine


class Mixer(Block):
    """A weighted sum of inputs that may be left open."""

    u = Input("any", "inputs", shape="n", default=[10.0, 20.0, 30.0])
    y = Output("any", "sum")
    n = Structural(3, "number of inputs", min=1)
    k = Parameter(2.0, "1", "weight", shape="n")

    def equations(self) -> Equations:
        yield self.y == sum_of(self.k * self.u)


def drive() -> Diagram:
    """Return a subsystem that shows an angle and three levels."""
    d = Diagram("drive")
    d.add("rotor", rotational.Inertia(start={"phi": 0.5, "w": 0}))
    d.add("encoder", rotational.AngleSensor())
    d.add("c", s.Constant(level=[1, 2, 3]), count=3)
    d.add("mux", s.Mux())
    d.connect("rotor.b", "encoder.shaft")
    d.connect("c[1:2].y", "mux.u[1:2]")
    d.expose("angle", "encoder.angle")
    d.expose("levels", "c.y")
    d.expose("pair", "mux.y")
    return d


def with_drive(*connections: tuple[str, str], **blocks: Block) -> Diagram:
    d = Diagram("robot")
    d.add("drive", drive())
    for name, block in blocks.items():
        d.add(name, block)
    for pair in connections:
        d.connect(*pair)
    return d


def final(d: Diagram, name: str) -> Any:
    return simulate(d, 0.1).final([name])[name]


def test_open_elements_take_their_own_default() -> None:
    assert final(with_drive(mixer=Mixer()), "mixer.y") == 120
    assert final(with_drive(("drive.levels[3]", "mixer.u[2]"), mixer=Mixer()), "mixer.y") == 86


def test_one_number_serves_all_elements_of_a_parameter() -> None:
    assert final(with_drive(mixer=Mixer(k=3)), "mixer.y") == 180
    assert final(with_drive(mixer=Mixer(k=[1, 0, 0])), "mixer.y") == 10
    d = with_drive(mixer=Mixer(k=[1, 2]))
    assert [error.what for error in flatten(d).problems] == ['"mixer.k" has 2 numbers; 3 are expected.']
    assert simulate(with_drive(mixer=Mixer()), 0.1, parameters={"mixer.k": 1}).final(["mixer.y"])["mixer.y"] == 60


def test_elements_of_what_a_subsystem_shows() -> None:
    d = with_drive(("drive.pair[2]", "a.u"), ("drive.levels[3]", "b.u"), a=s.Gain(), b=s.Gain())
    assert (final(d, "a.y"), final(d, "b.y")) == (2, 3)


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("mixer.u[4]", '"u" of block "mixer" (Mixer) has the elements 1 to 3; there is no "u[4]".'),
        ("mixer.u[0]", '"u" of block "mixer" (Mixer) has the elements 1 to 3; there is no "u[0]".'),
        ("gain.u[1]", '"u" of block "gain" (signals.Gain) is a single signal; there is no "u[1]".'),
        ("drive.pair[3]", '"pair" of block "drive" has the elements 1 to 2; there is no "pair[3]".'),
        ("drive.levels[4]", '"levels" of block "drive" has the elements 1 to 3; there is no "levels[4]".'),
    ],
)
def test_elements_that_do_not_exist(end: str, message: str) -> None:
    d = with_drive(mixer=Mixer(), gain=s.Gain(), one=s.Constant())
    d.connect("one.y", end)
    assert message in [error.what for error in flatten(d).problems]


def test_an_element_has_one_source() -> None:
    d = with_drive(("drive.pair", "mixer.u"), ("drive.angle", "mixer.u[2]"), mixer=Mixer(n=2))
    with pytest.raises(ModelError, match="are connected with each other"):
        compile_model(d)


def test_a_scope_shows_signals_under_their_own_names() -> None:
    d = with_drive(("drive.angle", "scope.u[2]"), ("drive.pair", "both.u"), scope=s.Scope(), both=s.Scope(n=2))
    model = compile_model(d)
    assert scopes(model) == {"scope": ["drive.angle"], "both": ["drive.pair[1]", "drive.pair[2]"]}
    assert shown_signals(model) == ["drive.angle", "drive.pair[1]", "drive.pair[2]"]
    result = simulate(model, 0.1)
    assert result["drive.angle"][0] == 0.5
    assert result.display_unit("drive.angle") == "deg"
    assert list(result["drive.levels"][0]) == [1, 2, 3]


def test_a_scope_inside_a_subsystem_uses_the_shortest_name_there() -> None:
    inner = with_drive(("drive.angle", "scope.u[1]"), scope=s.Scope())
    inner.expose("angle", "drive.angle")
    d = Diagram("outer")
    d.add("robot", inner)
    d.expose("angle", "robot.angle")
    model = compile_model(d)
    assert scopes(model) == {"robot.scope": ["robot.angle"]}
    assert shown_signals(model) == ["angle", "robot.angle"]


def test_a_scope_takes_conditions_and_a_gain_does_not() -> None:
    d = Diagram()
    d.add("step", s.BooleanStep(delay=0.05))
    d.add("scope", s.Scope())
    d.connect("step.y", "scope.u[3]")
    result = simulate(d, 0.1)
    assert set(np.unique(result["scope.u[3]"])) == {0, 1}
    assert shown_signals(result.model) == ["step.y"]
    d.add("gain", s.Gain())
    d.connect("step.y", "gain.u")
    with pytest.raises(ModelError, match="Cannot connect"):
        compile_model(d)


def test_a_vector_meets_as_many_single_signals() -> None:
    """A vector on either side of an array of blocks: each takes its own element."""
    diagram = Diagram()
    diagram.add("source", s.Constant(level=[1.0, 2.0, 3.0]))
    diagram.add("gain", s.Gain(k=10), count=3)
    diagram.add("sum", s.Mux(n=3))
    diagram.connect("source.y", "gain[1:3].u")
    diagram.connect("gain[1:3].y", "sum.u")
    diagram.expose("sum", "sum.y")
    assert simulate(diagram, 0.1)["sum"][-1] == pytest.approx([10, 20, 30])


def test_expressions_stand_at_any_depth_of_a_list() -> None:
    d = Diagram("matrix")
    d.parameters = {"k": 2.0}
    d.add("u", s.Constant(level=[1.0, 10.0]))
    d.add("gain", s.MatrixGain(K=[["= -k", 0], [1, "= k + 1"], ["= k", "= k"]]))
    d.connect("u.y", "gain.u")
    assert final(d, "gain.y") == pytest.approx([-2, 31, 22])


def test_rows_of_different_length_are_refused() -> None:
    d = Diagram("matrix")
    d.parameters = {"k": [1.0, 2.0]}
    d.add("gain", s.MatrixGain(K=[["= k", 0], [1, 2]]))
    with pytest.raises(ModelError, match="the items of a list must all have the same size"):
        compile_model(d)


class Step(Block):
    """Jumps without an event, and something that follows from it."""

    u = Input("1", "input")
    y = Output("1", "1 above a half, else 0")
    z = Output("1", "input and step together")

    def equations(self) -> Equations:
        yield self.y == no_event(where(self.u > 0.5, 1, 0))
        yield self.z == self.u + no_event(where(self.u > 0.5, 1, 0))


def test_an_equation_with_a_step_is_not_taken_as_linear() -> None:
    d = Diagram("step")
    d.add("wave", s.Sine(frequency="1 Hz"))
    d.add("step", Step())
    d.connect("wave.y", "step.u")
    result = simulate(d, 1.0)
    assert (result["step.y"] == (result["wave.y"] > 0.5)).all()
    assert result["step.y"].max() == 1
    assert result["step.z"] == pytest.approx(result["wave.y"] + result["step.y"])


def test_where_nothing_is_integrated_outputs_are_shown_or_what_blocks_have_of_their_own():
    assert shown_signals(compile_model(root_of_a_sine())) == ["wave.y", "root.y", "doubled.y"]
    d = Diagram("divider")
    d.add("battery", ConstantVoltage(V="5 V"))
    d.add("r", Resistor(R="1 kohm"))
    d.add("ground", Ground())
    d.connect("battery.p", "r.p")
    d.connect("battery.n", "r.n", "ground.p")
    assert shown_signals(compile_model(d)) == ["battery.v", "battery.i"]  # each once: those of r are equal
