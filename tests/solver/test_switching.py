"""Which mode a condition is in where it is exactly at its limit, and in which order modes are found."""

import numpy as np
import pytest

from blocks import Block, Diagram, Equations, Input, Output, Parameter
from blocks.functions import leave_when, machine, where
from libraries import rotational, signals, translational
from solver.simulate import simulate


class Compared(Block):
    """All four comparisons of a signal with a number."""

    u = Input("any", "input")
    limit = Parameter(0.0, "any", "number to compare with")
    above = Output("any", "1 while greater")
    at_least = Output("any", "1 while greater or equal")
    below = Output("any", "1 while less")
    at_most = Output("any", "1 while less or equal")

    def equations(self) -> Equations:
        yield self.above == where(self.u > self.limit, 1, 0)
        yield self.at_least == where(self.u >= self.limit, 1, 0)
        yield self.below == where(self.u < self.limit, 1, 0)
        yield self.at_most == where(self.u <= self.limit, 1, 0)


def compared(source: Block) -> dict[str, np.ndarray]:
    d = Diagram()
    d.add("source", source)
    d.add("compared", Compared(limit=0.3))
    d.connect("source.y", "compared.u")
    result = simulate(d, 1)
    return {name: result[f"compared.{name}"] for name in ("above", "at_least", "below", "at_most")}


def test_equality_counts_where_it_is_written() -> None:
    found = compared(signals.Constant(level=0.3))
    assert {name: set(values) for name, values in found.items()} == {
        "above": {0}, "at_least": {1}, "below": {0}, "at_most": {1},
    }  # fmt: skip


def test_a_signal_that_stops_at_the_limit_is_equal_to_it() -> None:
    found = compared(signals.Ramp(height=0.3, duration=0.5))
    assert {name: values[-1] for name, values in found.items()} == {
        "above": 0, "at_least": 1, "below": 0, "at_most": 1,
    }  # fmt: skip


class Gate(Block):
    """Opens for good once two signals are positive together."""

    u1 = Input("any", "first input")
    u2 = Input("any", "second input")
    y = Output("any", "1 once open")

    def equations(self) -> Equations:
        gate = machine({"shut": [leave_when((self.u1 > 0) & (self.u2 > 0), "open")], "open": []}, start="shut")
        yield self.y == where(gate.is_in("open"), 1, 0)


@pytest.mark.parametrize("order", [("still", "rising"), ("rising", "still")])
def test_both_conditions_must_hold_where_both_are_at_their_limit(order: tuple[str, str]) -> None:
    """At 0.5 s one signal leaves zero while the other stays there."""
    d = Diagram()
    d.add("still", signals.Constant(level=0))
    d.add("rising", signals.Ramp(delay=0.5))
    d.add("gate", Gate())
    for port, source in zip(("u1", "u2"), order, strict=True):
        d.connect(f"{source}.y", f"gate.{port}")
    assert set(simulate(d, 1)["gate.y"]) == {0}


def test_the_gate_opens_when_both_rise_together() -> None:
    d = Diagram()
    d.add("first", signals.Ramp(delay=0.5))
    d.add("second", signals.Ramp(delay=0.5, height=2))
    d.add("gate", Gate())
    d.connect("first.y", "gate.u1")
    d.connect("second.y", "gate.u2")
    result = simulate(d, 1)
    last = np.append(np.diff(result.time) > 0, True)
    assert np.array_equal(result["gate.y"][last] > 0.5, result.time[last] >= 0.5)


def test_friction_that_is_not_pressed_yet_is_free() -> None:
    """The switch of the step is thrown before the brake looks at it."""
    d = Diagram()
    d.add("step", signals.Step(delay=0.5))
    d.add("brake", translational.Brake())
    d.add("mass", translational.Mass(start={"s": 0, "v": 1}))
    d.connect("step.y", "brake.engagement")
    d.connect("mass.b", "brake.flange")
    result = simulate(d, 1)
    modes = next(item for item in result.model.hybrid.machines if item.name == "brake.mode").modes
    assert {modes[int(k)] for k in result["brake.mode"][result.time < 0.5]} == {"free"}
    assert modes[int(result["brake.mode"][-1])] == "forward"


def test_friction_without_pressure_is_free_again() -> None:
    """The pressure falls to zero and stays there."""
    d = Diagram()
    d.add("release", signals.Ramp(offset=1, height=-1, duration=0.5))
    d.add("brake", rotational.Brake(normal_force=2))
    d.add("disc", rotational.Inertia(start={"phi": 0, "w": 3}))
    d.connect("release.y", "brake.engagement")
    d.connect("disc.a", "brake.shaft")
    result = simulate(d, 1)
    modes = next(item for item in result.model.hybrid.machines if item.name == "brake.mode").modes
    assert modes[int(result["brake.mode"][-1])] == "free"
    assert result["disc.w"][-1] == pytest.approx(3 - 0.25)


def test_the_work_grows_with_the_number_of_rubbing_parts_and_no_faster() -> None:
    """Each of the rotors is solved on its own. If each repeated the work of all before it, this would take years."""
    d, count = Diagram(), 40
    for k in range(count):
        d.add(f"rotor{k}", rotational.Inertia(J=1, start={"phi": 0, "w": 1 + k}))
        d.add(f"bearing{k}", rotational.BearingFriction(speeds=[0, 1], torques=[10, 10]))
        d.connect(f"rotor{k}.a", f"bearing{k}.shaft")
    result = simulate(d, 2, native="never")
    assert sum(block.kind == "numerical" for block in result.model.causal.blocks) == count
    for k in range(count):
        assert result[f"rotor{k}.w"] == pytest.approx(np.maximum(1 + k - 10 * result.time, 0), abs=1e-6)
