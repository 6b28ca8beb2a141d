"""Units of signals that take any: what follows from equations, and where nothing does."""

from __future__ import annotations

import pytest

from blocks import Block, Diagram
from libraries import electrical as e
from libraries import rotational as r
from libraries import signals as s
from libraries import translational as t
from solver.model import compile_model
from solver.result import Result


def units(blocks: dict[str, Block], wires: list[str]) -> Result:
    d = Diagram("units")
    for name, block in blocks.items():
        d.add(name, block)
    for wire in wires:
        d.connect(*wire.split())
    return Result(compile_model(d), [])


def test_an_integral_of_power_is_energy() -> None:
    loop = {"V": e.ConstantVoltage(V="10 V"), "power": e.PowerSensor(), "R": e.Resistor(R="5 ohm"), "earth": e.Ground()}
    shown = units(
        {**loop, "work": s.Integrator(), "half": s.Integrator(k=0.5), "sum": s.Add(k=[1, -1]), "rate": s.Derivative()},
        ["V.p power.p", "power.n R.p", "R.n V.n", "V.n earth.p", "power.reference V.n", "power.power work.u",
         "power.power half.u", "work.y sum.u[1]", "half.y sum.u[2]", "sum.y rate.u"],
    )  # fmt: skip
    assert shown.unit("work.y") == "J"
    assert shown.unit("sum.y") == "J"
    # what is added is alike, so that the sum tells what a gain may hide
    assert shown.unit("half.y") == "J"
    assert shown.unit("rate.y") == "W"


def test_a_plain_gain_may_hide_any_unit() -> None:
    gains = {"gain": s.Gain(k=20), "same": s.Gain(k=-1), "typed": s.Gain(k="3 N.m")}
    shown = units(
        {"angle": r.AngleSensor(), "wall": r.Fixed(), **gains},
        ["wall.shaft angle.shaft", "angle.angle gain.u", "angle.angle same.u", "angle.angle typed.u"],
    )
    assert shown.unit("gain.y") == ""
    assert (shown.unit("same.y"), shown.display_unit("same.y")) == ("rad", "deg")
    assert shown.unit("typed.y") == "N.m"


@pytest.mark.parametrize(("height", "unit", "display"), [
    ("60 deg", "rad", "deg"), ("3000 rpm", "rad/s", "rpm"), ("30 mm", "m", "mm"), ("= 2 N * 3 m", "N.m", "N.m"),
    ("2", "", ""), ("50 %", "", "%"),
])  # fmt: skip
def test_a_source_has_the_unit_of_its_values(height: str, unit: str, display: str) -> None:
    shown = units({"step": s.Step(height=height), "limiter": s.Limiter(low=-5, high=5)}, ["step.y limiter.u"])
    for name in ("step.y", "limiter.y"):
        assert (shown.unit(name), shown.display_unit(name)) == (unit, display)


def test_a_target_is_shown_like_its_measurement() -> None:
    """A target in millimetres beside a measurement in metres shares its axis."""
    shown = units(
        {"target": s.Step(height="30 mm"), "error": s.Feedback(), "place": t.PositionSensor(), "wall": t.Fixed()},
        ["target.y error.target", "place.position error.measured", "wall.flange place.flange"],
    )
    assert shown.display_unit("target.y") == shown.display_unit("place.position") == "m"
    assert shown.display_unit("error.y") == "m"


@pytest.mark.parametrize(("k", "unit"), [
    (["= 2 m", "= 3 m"], "m2"), (["2 m", "= 3 m"], "m2"), ("[2, 3] m", "m2"), (["= -1", 1], "m"), (["= 2 m", 1], ""),
])  # fmt: skip
def test_gains_that_are_expressions(k: list[object], unit: str) -> None:
    shown = units({"a": s.Step(height="1 m"), "sum": s.Add(k=k)}, ["a.y sum.u[1]", "a.y sum.u[2]"])
    assert shown.unit("sum.y") == unit


def test_a_matrix_may_hold_expressions() -> None:
    both = {"a": s.Step(height="1 m"), "mix": s.MatrixGain(K=[["= -1", 1], ["= 1", 1]])}
    shown = units(both, ["a.y mix.u[1]", "a.y mix.u[2]"])
    assert shown.unit("mix.y[1]") == shown.unit("mix.y[2]") == "m"


def test_neighbours_that_contradict_each_other_tell_nothing() -> None:
    shown = units(
        {"a": s.Step(height="1 m"), "b": s.Step(height="1 s"), "sum": s.Add(), "mixed": s.Product(n=2)},
        ["a.y sum.u[1]", "b.y sum.u[2]", "a.y mixed.u[1]", "b.y mixed.u[2]"],
    )
    assert shown.unit("sum.y") == ""
    assert shown.unit("mixed.y") == "m.s"
