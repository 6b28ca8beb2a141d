"""What sticks, slips, lets go and catches: exact rest, event times in closed form, energy that only falls."""

import numpy as np
import pytest

from libraries import rotational as r
from libraries import signals as s
from libraries import translational as t
from solver.result import Result
from tests.libraries.simulated import end, run

REST = {"phi": 0, "w": 0}
STILL = {"s": 0, "v": 0}
EXACT = 1e-9  # the largest speed of what sticks


def events(result: Result) -> list[float]:
    """Return the instants of all events after the start."""
    found = np.unique(result.time[1:][np.diff(result.time) == 0])
    return [float(time) for time in found if time > 0]


@pytest.mark.parametrize("direction", [1, -1])
def test_rotor_runs_down_in_its_bearing(direction: int) -> None:
    """2 w' = -(4 + w/2), so w = -8 + 18 exp(-t/4) until it is zero."""
    result = run(
        {
            "rotor": r.Inertia(J=2, start={"phi": 0, "w": 10 * direction}),
            "bearing": r.BearingFriction(speeds=[0, 1], torques=[4, 4.5]),
        },
        ["rotor.a bearing.shaft"],
        until=6,
    )
    stop = 4 * np.log(18 / 8)
    expected = direction * np.maximum(-8 + 18 * np.exp(-result.time / 4), 0)
    assert result["rotor.w"] == pytest.approx(expected, abs=1e-6)
    assert events(result) == pytest.approx([stop], abs=1e-7)
    assert np.abs(result["rotor.w"][result.time > stop + 1e-6]).max() < EXACT


def test_friction_curve_has_corners_and_goes_on() -> None:
    """Held at constant speeds, the bearing shows its curve: between its points and beyond the last."""
    for speed, torque in ((0.5, 3.0), (1.5, 2.5), (4.0, 5.0), (-4.0, -5.0)):
        result = run(
            {
                "speed": s.Constant(level=speed), "drive": r.Speed(start={"phi": 0}),
                "bearing": r.BearingFriction(speeds=[0, 1, 2], torques=[4, 2, 3]),
            },
            ["speed.y drive.speed", "drive.shaft bearing.shaft"],
        )  # fmt: skip
        assert end(result, "bearing.tau") == pytest.approx([torque])


def test_shaft_and_housing_come_to_one_speed() -> None:
    """6 N.m between 1 and 2 kg.m2: their spin stays, and they turn as one after 9 / (6 + 3) s."""
    result = run(
        {
            "shaft": r.Inertia(J=1, start={"phi": 0, "w": 9}), "housing": r.Inertia(J=2, start=REST),
            "bearing": r.BearingFrictionWithSupport(speeds=[0, 1], torques=[6, 6]),
        },
        ["shaft.b bearing.shaft", "bearing.support housing.a"],
        until=2,
    )  # fmt: skip
    assert events(result) == pytest.approx([1], abs=1e-8)
    assert result["shaft.w"] + 2 * result["housing.w"] == pytest.approx(np.full(len(result.time), 9), abs=1e-8)
    assert result["shaft.w"] == pytest.approx(np.maximum(9 - 6 * result.time, 3), abs=1e-7)


def test_bearing_lets_go_at_its_peak() -> None:
    """A torque of 3 t reaches 1.5 times 4 N.m at 2 s; then J w' = 3 t - 4."""
    result = run(
        {
            "ramp": s.Ramp(height=12, duration=4), "motor": r.Torque(), "rotor": r.Inertia(J=2, start=REST),
            "bearing": r.BearingFriction(speeds=[0, 1], torques=[4, 4], peak=1.5),
        },
        ["ramp.y motor.torque", "motor.shaft rotor.a", "rotor.b bearing.shaft"],
        until=4,
    )  # fmt: skip
    t = result.time
    assert events(result)[0] == pytest.approx(2, abs=1e-8)
    assert np.abs(result["rotor.w"][t < 2]).max() < EXACT
    late = np.maximum(t, 2)
    assert result["rotor.w"] == pytest.approx(0.75 * (late**2 - 4) - 2 * (late - 2), abs=1e-7)


def test_block_on_an_incline_that_is_raised() -> None:
    """Weight along the slope grows as 10 N/s; it slides from 0.5 s on, against 4 N of its 5 N at rest."""
    result = run(
        {
            "weight": s.Ramp(height=20, duration=2), "pull": t.Force(), "block": t.Mass(m=2, start=STILL),
            "slope": t.SupportFriction(speeds=[0, 1], forces=[4, 4], peak=1.25),
        },
        ["weight.y pull.force", "pull.flange block.a", "block.b slope.flange"],
        until=2,
    )  # fmt: skip
    late = np.maximum(result.time, 0.5)
    assert events(result)[0] == pytest.approx(0.5, abs=1e-8)
    assert np.abs(result["block.v"][result.time < 0.5]).max() < EXACT
    assert result["block.v"] == pytest.approx(2.5 * (late**2 - 0.25) - 2 * (late - 0.5), abs=1e-7)


def test_thrown_block_stops_on_the_slope_and_stays() -> None:
    """Up a slope that pulls with 3 N against 5 N of friction: -4 m/s², then rest."""
    result = run(
        {
            "weight": t.ConstantForce(force=-3), "block": t.Mass(m=2, start={"s": 0, "v": 6}),
            "slope": t.SupportFriction(speeds=[0, 1], forces=[5, 5]),
        },
        ["weight.flange block.a", "block.b slope.flange"],
        until=4,
    )  # fmt: skip
    assert events(result) == pytest.approx([1.5], abs=1e-8)
    assert result["block.v"] == pytest.approx(np.maximum(6 - 4 * result.time, 0), abs=1e-7)
    assert end(result, "block.s", "slope.f") == pytest.approx([4.5, -3], abs=1e-7)


def test_block_on_a_belt_sticks_and_slips() -> None:
    """The belt carries the block until the spring breaks it away; it swings back and is caught at the belt's speed.

    Sliding, s = 3/k + A cos w(t - t0) + B sin w(t - t0) about the sliding force, and speed is the belt's again after
    the angle 2 (pi - arctan(A w / v)).
    """
    stiffness, mass, speed, sliding, peak = 100.0, 1.0, 0.2, 3.0, 1.5
    result = run(
        {
            "wall": t.Fixed(), "spring": t.Spring(stiffness=stiffness),
            "block": t.Mass(m=mass, start={"s": 0, "v": speed}),
            "belt": t.Speed(start={"s": 0}), "run": s.Constant(level=speed),
            "contact": t.SupportFrictionWithSupport(speeds=[0, 1], forces=[sliding, sliding], peak=peak),
        },
        ["wall.flange spring.a", "spring.b block.a", "block.b contact.flange", "belt.flange contact.support",
         "run.y belt.speed"],
        until=2,
    )  # fmt: skip
    w = np.sqrt(stiffness / mass)
    let_go = peak * sliding / stiffness / speed
    swing = (peak - 1) * sliding / stiffness
    caught = let_go + 2 * (np.pi - np.arctan(swing * w / speed)) / w
    again = caught + 2 * swing / speed
    assert events(result)[:3] == pytest.approx([let_go, caught, again], abs=1e-6)
    stuck = (result.time < let_go) | ((result.time > caught + 1e-5) & (result.time < again - 1e-5))
    assert np.abs(result["contact.v"][stuck]).max() < EXACT


def test_spring_pulls_a_block_in_steps() -> None:
    """A spring whose end moves on steadily: each rest ends when it is stretched by the breakaway force again."""
    result = run(
        {
            "pull": s.Ramp(height=4, duration=4), "end": t.Position(), "spring": t.Spring(stiffness=50),
            "block": t.Mass(m=0.5, start=STILL), "floor": t.SupportFriction(speeds=[0, 1], forces=[10, 10], peak=2),
        },
        ["pull.y end.position", "end.flange spring.b", "spring.a block.a", "block.b floor.flange"],
        until=1.5,
    )  # fmt: skip
    # rest until 20 N; then a swing about the moving end minus 10 N, back to rest after 2 (pi - arctan(0.2 w))
    w, first = 10.0, 0.4
    stop = first + 2 * (np.pi - np.arctan(0.2 * w)) / w
    assert events(result)[:2] == pytest.approx([first, stop], abs=1e-6)
    # it stops as far below the sliding force as it broke away above it, so the next pull takes 20 N / 50 N/s
    assert events(result)[2] == pytest.approx(stop + 0.4, abs=1e-6)
    rest = (result.time < first) | ((result.time > stop + 1e-5) & (result.time < stop + 0.39))
    assert np.abs(result["block.v"][rest]).max() < EXACT


def test_freewheel_drives_one_way() -> None:
    """Driven by 5 sin(pi t), both turn together for 1 s; then b goes on alone while a is turned back."""
    result = run(
        {
            "sine": s.Sine(amplitude=5, frequency=0.5), "motor": r.Torque(), "a": r.Inertia(J=1, start=REST),
            "freewheel": r.OneWayClutch(), "b": r.Inertia(J=1, start=REST),
        },
        ["sine.y motor.torque", "motor.shaft a.a", "a.b freewheel.a", "freewheel.b b.a"],
        until=2.6,
    )  # fmt: skip
    t, top = result.time, 5 / np.pi
    together = top / 2 * (1 - np.cos(np.pi * t))
    assert result["a.w"] == pytest.approx(np.where(t < 1, together, -top * np.cos(np.pi * t)), abs=1e-6)
    assert result["b.w"] == pytest.approx(np.where(t < 1, together, top), abs=1e-6)
    assert np.abs(result["freewheel.w_rel"][t < 1]).max() < EXACT
    assert events(result)[0] == pytest.approx(1, abs=1e-6)


def test_freewheel_catches_what_falls_back() -> None:
    """b runs ahead by 3 rad/s and is braked at 2 rad/s²; from 1.5 s on, a pushes it."""
    result = run(
        {
            "a": r.Inertia(J=3, start=REST), "freewheel": r.OneWayClutch(),
            "b": r.Inertia(J=1, start={"phi": 0, "w": 3}), "load": r.ConstantTorque(torque=-2),
        },
        ["a.b freewheel.a", "freewheel.b b.a", "load.shaft b.b"],
        until=3,
    )  # fmt: skip
    late = np.maximum(result.time - 1.5, 0)
    assert events(result) == pytest.approx([1.5], abs=1e-8)
    assert result["b.w"] == pytest.approx(np.maximum(3 - 2 * result.time, 0) - 0.5 * late, abs=1e-7)
    assert result["a.w"] == pytest.approx(-0.5 * late, abs=1e-7)


@pytest.mark.parametrize("damping", [0.0, 5.0, 60.0])
def test_play_never_creates_energy(damping: float) -> None:
    """Between the faces of a play a body bounces with less and less energy, and with the same without damping."""
    along = run(
        {
            "wall": t.Fixed(), "play": t.ElastoBacklash(stiffness=400, damping=damping, backlash=2),
            "body": t.Mass(m=4, start={"s": 0, "v": 1}),
        },
        ["wall.flange play.a", "play.b body.a"],
        until=8,
    )  # fmt: skip
    about = run(
        {
            "wall": r.Fixed(), "play": r.ElastoBacklash(stiffness=400, damping=damping, backlash=2),
            "body": r.Inertia(J=4, start={"phi": 0, "w": 1}),
        },
        ["wall.shaft play.a", "play.b body.a"],
        until=8,
    )  # fmt: skip
    for place, speed in ((along["body.s"], along["body.v"]), (about["body.phi"], about["body.w"])):
        energy = 2 * speed**2 + 200 * np.maximum(np.abs(place) - 1, 0) ** 2
        assert np.diff(energy).max() < 1e-7
        if damping == 0:
            assert energy == pytest.approx(np.full(len(energy), 2), abs=1e-6)
        else:
            assert energy[-1] < 1.9
    assert len(events(along)) >= 3


@pytest.mark.parametrize("damping", [0.0, 5.0, 1000.0])
def test_end_stop_returns_at_most_what_came(damping: float) -> None:
    """A disc flies into an end stop at 0 and leaves it at -1 rad/s or slower; undamped, exactly after half a swing."""
    result = run(
        {
            "wall": r.Fixed(), "stop": r.ElastoGap(stiffness=400, damping=damping),
            "disc": r.Inertia(J=4, start={"phi": 0.5, "w": -1}),
        },
        ["wall.shaft stop.a", "stop.b disc.a"],
        until=2,
    )  # fmt: skip
    assert result["stop.tau"].max() <= 0
    assert np.abs(result["disc.w"]).max() <= 1 + 1e-8
    if damping == 0:
        assert end(result, "disc.w", "disc.phi") == pytest.approx([1, 1.5 - np.pi / 10], abs=1e-6)
    else:
        assert 0 < end(result, "disc.w")[0] < 1


@pytest.mark.parametrize("has_support", [False, True])
@pytest.mark.parametrize(
    ("motor", "load", "acceleration"),
    [
        # x is the load at the input: 0.1 w' = motor - (0.1 + x / 0.8), 2 w' / 10 = 10 x + load
        (5.0, -10.0, (5 - 0.1 - 1 / 0.8) / (0.1 + 0.02 / 0.8)),
        # the load drives: 60 % of it arrive, less the bearing
        (0.0, 10.0, (0.6 - 0.1) / (0.1 + 0.6 * 0.02)),
        # 2 N.m at the input are held by 1.8 N.m and friction
        (1.8, -20.0, 0.0),
    ],
)
def test_gear_with_losses(motor: float, load: float, acceleration: float, has_support: bool) -> None:
    gear = (r.LossyGearWithSupport if has_support else r.LossyGear)(
        ratio=10, efficiency=0.8, backward_efficiency=0.6, bearing_torque=0.1
    )
    blocks = {
        "motor": r.ConstantTorque(torque=motor), "rotor": r.Inertia(J=0.1, start=REST), "gear": gear,
        "arm": r.Inertia(J=2), "load": r.ConstantTorque(torque=load),
    }  # fmt: skip
    wires = ["motor.shaft rotor.a", "rotor.b gear.a", "gear.b arm.a load.shaft"]
    if has_support:
        blocks["ground"] = r.Fixed()
        wires += ["ground.shaft gear.support"]
    result = run(blocks, wires)
    assert result["rotor.w"] == pytest.approx(acceleration * result.time, abs=1e-7)
    assert (result["gear.loss"] * result["gear.w"]).min() >= 0
    if acceleration == 0:
        assert np.abs(result["rotor.w"]).max() < EXACT


def test_self_locking_gear_cannot_be_driven_from_behind() -> None:
    """With a backward efficiency of zero any load is held; a motor still turns it."""
    for motor, speed in ((0.0, 0.0), (1.0, 1 / 0.1)):
        result = run(
            {
                "motor": r.ConstantTorque(torque=motor), "rotor": r.Inertia(J=0.1, start=REST),
                "gear": r.LossyGear(ratio=10, efficiency=0.5, backward_efficiency=0),
                "load": r.ConstantTorque(torque=50),
            },
            ["motor.shaft rotor.a", "rotor.b gear.a", "gear.b load.shaft"],
        )  # fmt: skip
        assert end(result, "rotor.w") == pytest.approx([speed], abs=1e-7)


def test_loads_that_grow_with_speed() -> None:
    """m v' = -F v / V decays exponentially; with the square of the speed 1/v rises steadily."""
    result = run(
        {
            "oil": t.LinearSpeedDependentForce(nominal_force=-4, nominal_speed=2),
            "slow": t.Mass(m=2, start={"s": 0, "v": 3}),
            "air": t.QuadraticSpeedDependentForce(nominal_force=-20, nominal_speed=10),
            "fast": t.Mass(m=2, start={"s": 0, "v": 10}),
            "generator": r.LinearSpeedDependentTorque(nominal_torque=-4, nominal_speed=2),
            "rotor": r.Inertia(J=2, start={"phi": 0, "w": 3}),
        },
        ["oil.flange slow.a", "air.flange fast.a", "generator.shaft rotor.a"],
        until=2,
    )
    assert result["slow.v"] == pytest.approx(3 * np.exp(-result.time), abs=1e-7)
    assert result["rotor.w"] == pytest.approx(3 * np.exp(-result.time), abs=1e-7)
    assert result["fast.v"] == pytest.approx(1 / (0.1 + 0.1 * result.time), rel=1e-7)


def test_relative_instruments_read_and_do_not_disturb() -> None:
    result = run(
        {
            "pull": t.ConstantForce(force=4), "block": t.Mass(m=2, start=STILL), "wall": t.Fixed(),
            "v": t.RelativeSpeedSensor(), "a": t.RelativeAccelerationSensor(), "turn": r.ConstantTorque(torque=6),
            "disc": r.Inertia(J=2, start=REST), "base": r.Fixed(), "w": r.RelativeSpeedSensor(),
            "alpha": r.RelativeAccelerationSensor(),
        },
        [
            "pull.flange block.a v.b a.b", "wall.flange v.a a.a", "turn.shaft disc.a w.b alpha.b",
            "base.shaft w.a alpha.a",
        ],
    )  # fmt: skip
    readings = end(result, "v.speed", "a.acceleration", "w.speed", "alpha.acceleration")
    assert readings == pytest.approx([2, 2, 3, 3])
