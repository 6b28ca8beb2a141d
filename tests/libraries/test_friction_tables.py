"""Friction and losses that depend on the speed: brakes, clutches and gears with tables."""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks.errors import ModelError
from libraries import rotational as r
from libraries import signals as s
from libraries import translational as t
from solver.result import Result
from tests.libraries.simulated import end, run

FALLING: dict[str, Any] = {"normal_force": 10, "speeds": [0, 2], "mu": [0.6, 0.2]}


def braked(kind: str, speed: float, until: float) -> tuple[Result, str, str]:
    """Return a body of 1 kg or 1 kg.m2 that friction slows down, and the names of its speed and of the friction."""
    pressed = s.Constant(level=1)
    if kind.startswith("translational"):
        along: dict[str, Any] = {"body": t.Mass(m=1, start={"s": 0, "v": speed}), "pressed": pressed}
        brake = t.BrakeWithSupport(**FALLING) if kind.endswith("support") else t.Brake(**FALLING)
        wires = ["pressed.y brake.engagement", "body.b brake.flange"]
        if kind.endswith("support"):
            along["wall"] = t.Fixed()
            wires.append("wall.flange brake.support")
        return run({**along, "brake": brake}, wires, until, tolerance=1e-10), "body.v", "brake.f"
    about: dict[str, Any] = {"body": r.Inertia(J=1, start={"phi": 0, "w": speed}), "pressed": pressed}
    if kind == "clutch":
        about |= {"brake": r.Clutch(**FALLING), "wall": r.Fixed()}
        wires = ["wall.shaft brake.a", "brake.b body.a"]
    else:
        about["brake"] = r.Brake(**FALLING)
        wires = ["body.a brake.shaft"]
    return run(about, ["pressed.y brake.engagement", *wires], until, tolerance=1e-10), "body.w", "brake.tau"


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("kind", ["translational", "translational support", "rotational", "clutch"])
def test_brake_that_grips_harder_as_it_slows_down(kind: str, direction: int) -> None:
    """From 5 to 2 it slows by 2 each second; from there v' = 2 v - 6, so that 3 - v doubles every 0.35 s."""
    result, speed, friction = braked(kind, 5.0 * direction, 3.0)
    time = result.time
    stop = 1.5 + np.log(3) / 2
    later = 3 - np.exp(2 * (np.minimum(time, stop) - 1.5))
    expected = np.where(time < 1.5, 5 - 2 * time, later)
    assert direction * result[speed] == pytest.approx(expected, abs=1e-6)
    assert np.abs(result[speed][time > stop + 1e-6]).max() < 1e-9
    slides = time < stop - 1e-6
    assert direction * result[friction][slides] == pytest.approx(6 - 2 * np.minimum(expected[slides], 2), abs=1e-5)


def test_peak_multiplies_the_friction_at_rest() -> None:
    result = run(
        {
            "ramp": s.Ramp(height=30, duration=10), "pull": t.Force(), "body": t.Mass(start={"s": 0, "v": 0}),
            "brake": t.Brake(**FALLING, peak=1.5), "pressed": s.Constant(level=1),
        },
        ["ramp.y pull.force", "pull.flange body.a", "body.b brake.flange", "pressed.y brake.engagement"],
        until=3.5,
    )  # fmt: skip
    begin = result.time[result["body.v"] > 1e-6][0]
    assert begin == pytest.approx(1.5 * 6 / 3, abs=4e-3)
    assert result["brake.f"].max() == pytest.approx(9, abs=1e-6)


def test_one_number_holds_at_all_speeds_and_lists_must_fit() -> None:
    for speed in (0.5, 7.0):
        blocks = {
            "speed": s.Constant(level=speed), "drive": r.Speed(start={"phi": 0}), "pressed": s.Constant(level=1),
            "brake": r.Brake(normal_force=10, radius=0.5, speeds=[0, 2], mu=0.3),
        }  # fmt: skip
        wires = ["speed.y drive.speed", "drive.shaft brake.shaft", "pressed.y brake.engagement"]
        assert end(run(blocks, wires), "brake.tau") == pytest.approx([1.5])
    blocks["brake"] = r.Brake(speeds=[0, 2], mu=[0.3, 0.2, 0.1])
    with pytest.raises(ModelError, match="mu"):
        run(blocks, wires)


SPEEDS, FORWARD, BACKWARD, BEARING = [0.0, 10.0, 30.0], [0.6, 0.9, 0.8], [0.4, 0.7, 0.5], [0.2, 0.5, 0.7]


@pytest.mark.parametrize("kind", [r.LossyGear, r.LossyGearWithSupport])
@pytest.mark.parametrize("pull", [-8.0, 8.0])
@pytest.mark.parametrize("speed", [5.0, 20.0, 50.0, -5.0, -50.0])
def test_gear_loses_what_its_table_says(kind: type, speed: float, pull: float) -> None:
    """At constant speed, 8 N.m at the output are 4 N.m at the input, divided or multiplied by the efficiency."""
    blocks = {
        "speed": s.Constant(level=speed), "drive": r.Speed(start={"phi": 0}), "load": r.ConstantTorque(torque=pull),
        "gear": kind(ratio=2, speeds=SPEEDS, efficiency=FORWARD, backward_efficiency=BACKWARD, bearing_torque=BEARING),
    }  # fmt: skip
    wires = ["speed.y drive.speed", "drive.shaft gear.a", "gear.b load.shaft"]
    if kind is r.LossyGearWithSupport:
        blocks["ground"] = r.Fixed()
        wires.append("ground.shaft gear.support")
    forward, backward, bearing = (np.interp(abs(speed), SPEEDS, column) for column in (FORWARD, BACKWARD, BEARING))
    resisting = -pull / 2 * np.sign(speed)
    expected = np.sign(speed) * bearing - pull / 2 * (1 / forward if resisting > 0 else backward)
    assert end(run(blocks, wires), "gear.a.tau") == pytest.approx([expected], rel=1e-9)


def test_drive_speeds_up_through_a_gear_whose_efficiency_rises() -> None:
    result = run(
        {
            "motor": r.ConstantTorque(torque=6), "rotor": r.Inertia(J=0.5, start={"phi": 0, "w": 0}),
            "gear": r.LossyGear(ratio=2, speeds=SPEEDS, efficiency=FORWARD, bearing_torque=BEARING),
            "arm": r.Inertia(J=2), "load": r.ConstantTorque(torque=-3),
        },
        ["motor.shaft rotor.a", "rotor.b gear.a", "gear.b arm.a", "arm.b load.shaft"],
        until=12,
    )  # fmt: skip

    def rate(_: float, w: np.ndarray) -> np.ndarray:
        efficiency, bearing = np.interp(w, SPEEDS, FORWARD), np.interp(w, SPEEDS, BEARING)
        return (6 - bearing - 1.5 / efficiency) / (0.5 + 2 / 4 / efficiency)

    found = solve_ivp(rate, (0, 12), [0], "DOP853", rtol=1e-11, atol=1e-11, max_step=0.02, dense_output=True)
    expected = found.sol(result.time)[0]
    assert expected[-1] > 35
    assert result["rotor.w"] == pytest.approx(expected, abs=1e-5)
