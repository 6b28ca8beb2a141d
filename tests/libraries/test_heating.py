"""Mechanical parts that heat up: they move as their siblings do, and what is lost is found as heat."""

from typing import Any

import numpy as np
import pytest

from blocks import Block
from libraries import rotational as r
from libraries import signals as s
from libraries import thermal as h
from libraries import translational as t
from solver.result import Result
from tests.libraries.simulated import end, run

TURNING: list[tuple[type[Block], type[Block], dict[str, Any]]] = [
    (r.Damper, r.HeatingDamper, {"damping": 3}),
    (r.ElastoBacklash, r.HeatingElastoBacklash, {"stiffness": 50, "damping": 3, "backlash": 0.4}),
    (r.Clutch, r.HeatingClutch, {"normal_force": 4}),
    (r.LossyGear, r.HeatingLossyGear, {"ratio": 2, "bearing_torque": 0.5}),
    (r.Brake, r.HeatingBrake, {"normal_force": 4}),
    (r.BearingFriction, r.HeatingBearingFriction, {"speeds": [0, 1], "torques": [2, 2.5]}),
]
SLIDING: list[tuple[type[Block], type[Block], dict[str, Any]]] = [
    (t.Damper, t.HeatingDamper, {"damping": 3}),
    (t.ElastoGap, t.HeatingElastoGap, {"stiffness": 50, "damping": 3, "free_length": 0.4}),
    (t.Brake, t.HeatingBrake, {"normal_force": 4}),
    (t.SupportFriction, t.HeatingSupportFriction, {"speeds": [0, 1], "forces": [2, 2.5]}),
]


def run_down(part: Block, bodies: dict[str, Block], port: str) -> Result:
    """Return the run of a first body that is slowed by a part, on a second body or by its only port on the ground."""
    names = part.declarations
    blocks = {"part": part, "on": s.Constant(), **bodies}
    wires = ["first.b part.a", "part.b second.a"] if "b" in names else [f"first.b part.{port}"]
    if "engagement" in names:
        wires.append("on.y part.engagement")
    if "heat" in names:
        blocks["store"] = h.HeatCapacitor(C=2, start={"T": 300})
        wires.append("store.heat part.heat")
    return run(blocks, wires, until=4, tolerance=1e-10)


def lost(result: Result, speed: str) -> float:
    """Return what has gone of the energy of motion of both bodies."""
    motion = 0.5 * result[f"first.{speed}"] ** 2 + result[f"second.{speed}"] ** 2
    return float(motion[0] - motion[-1])


@pytest.mark.parametrize(("cold", "hot", "values"), TURNING, ids=[hot.__name__ for _, hot, _ in TURNING])
def test_turning_parts_heat_up(cold: type[Block], hot: type[Block], values: dict[str, Any]) -> None:
    follows = "ratio" in values
    second = r.Inertia(J=2) if follows else r.Inertia(J=2, start={"phi": 0, "w": 0})
    bodies = {"first": r.Inertia(J=1, start={"phi": 0, "w": 3}), "second": second}
    alone, heated = (run_down(kind(**values), bodies, "shaft") for kind in (cold, hot))
    assert np.interp(alone.time, heated.time, heated["first.w"]) == pytest.approx(alone["first.w"], abs=1e-6)
    expected = lost(heated, "w")
    if "backlash" in values:
        expected -= 25 * max(abs(end(heated, "part.phi_rel")[0]) - 0.2, 0) ** 2
    assert end(heated, "store.T")[0] == pytest.approx(300 + expected / 2, abs=1e-6)
    assert expected > 0.2


@pytest.mark.parametrize(("cold", "hot", "values"), SLIDING, ids=[hot.__name__ for _, hot, _ in SLIDING])
def test_sliding_parts_heat_up(cold: type[Block], hot: type[Block], values: dict[str, Any]) -> None:
    bodies = {"first": t.Mass(m=1, start={"s": 0, "v": 3}), "second": t.Mass(m=2, start={"s": 1, "v": 0})}
    alone, heated = (run_down(kind(**values), bodies, "flange") for kind in (cold, hot))
    assert np.interp(alone.time, heated.time, heated["first.v"]) == pytest.approx(alone["first.v"], abs=1e-6)
    assert end(heated, "store.T")[0] == pytest.approx(300 + lost(heated, "v") / 2, abs=1e-6)
    assert lost(heated, "v") > 0.2


def test_eddy_currents_warm_what_they_brake() -> None:
    """All energy ends as heat; the warmer the disc, the higher the speed at which it brakes best."""
    result = run(
        {
            "rotor": r.Inertia(J=2, start={"phi": 0, "w": 20}), "store": h.HeatCapacitor(C=4, start={"T": 300}),
            "disc": r.EddyCurrentBrake(nominal_torque=10, nominal_speed=5, alpha=0.004, T_ref=300),
            "cool": r.EddyCurrentBrake(nominal_torque=10, nominal_speed=5), "bath": h.FixedTemperature(T=300),
            "other": r.Inertia(J=2, start={"phi": 0, "w": 20}), "mass": t.Mass(m=2, start={"s": 0, "v": 20}),
            "rail": t.EddyCurrentBrake(nominal_force=10, nominal_speed=5),
        },
        ["rotor.b disc.shaft", "other.b cool.shaft", "mass.b rail.flange", "store.heat disc.heat",
         "bath.heat cool.heat rail.heat"],
        until=10,
    )  # fmt: skip
    warmth = result["store.T"] - 300
    assert result["rotor.w"] ** 2 + 4 * warmth == pytest.approx(np.full(len(warmth), 400), abs=1e-5)
    speed = result["rotor.w"] / (5 * (1 + 0.004 * warmth))
    assert result["disc.tau"] == pytest.approx(20 * speed / (1 + speed**2), abs=1e-9)
    assert end(result, "store.T")[0] == pytest.approx(400, abs=1)
    assert result["mass.v"] == pytest.approx(result["other.w"], abs=1e-7)
