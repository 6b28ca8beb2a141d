"""Friction that is hard to get right: what sticks does not creep, breaks away in time, and never chatters."""

from math import asin, atan, pi, sqrt, tan
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from blocks import Block, Equations, Parameter
from blocks.functions import cos, der, sin
from libraries import planar as p
from libraries import rotational as r
from libraries import signals as s
from libraries import translational as t
from libraries import transmission as x
from solver.result import Result
from tests.libraries.simulated import end, run

Array = np.ndarray[Any, Any]
REST = {"phi": 0, "w": 0}
STILL = {"s": 0, "v": 0}
EXACT = 1e-9  # the largest speed of what sticks


def events(result: Result) -> Array:
    """Return the instants of all events after the start."""
    found = np.unique(result.time[1:][np.diff(result.time) == 0])
    return found[found > 0]


def is_stuck(result: Result, name: str) -> Array:
    """Return when a block sticks."""
    modes = next(machine.modes for machine in result.model.hybrid.machines if machine.name == f"{name}.mode")
    return result[f"{name}.mode"] == modes.index("stuck")


@pytest.mark.parametrize("force", [4.5, -4.5, 5.5])
def test_what_rests_is_held_up_to_its_peak_from_the_start(force: float) -> None:
    """Sliding takes 4 N, breaking away 5 N."""
    result = run(
        {
            "force": t.ConstantForce(force=force), "block": t.Mass(m=1, start=STILL),
            "floor": t.SupportFriction(speeds=[0, 1], forces=[4, 4], peak=1.25),
        },
        ["force.flange block.a", "block.b floor.flange"],
    )  # fmt: skip
    if abs(force) < 5:
        assert np.abs(result["block.v"]).max() < EXACT
        assert end(result, "floor.f") == pytest.approx([force])
    else:
        assert result["block.v"] == pytest.approx((force - 4) * result.time, abs=1e-8)


@pytest.mark.parametrize("kind", ["position", "speed", "acceleration"])
def test_motion_that_is_prescribed_may_reverse(kind: str) -> None:
    """A bearing and a lossy gear on a shaft that swings as told: the torque that it takes, and when it changes."""
    swing = 2 * pi
    signal, drive, start = {
        "position": (s.Sine(frequency=1), r.Position(), 0.25),
        "speed": (s.Cosine(frequency=1, amplitude=swing), r.Speed(start={"phi": 0}), 0.25),
        "acceleration": (
            s.Sine(frequency=1, amplitude=-(swing**2)), r.Accelerate(start={"phi": 0, "w": swing}), 0.25,
        ),
    }[kind]  # fmt: skip
    port = {"position": "angle"}.get(kind, kind)
    result = run(
        {
            "signal": signal, "drive": drive, "torque": r.TorqueSensor(), "rotor": r.Inertia(J=0.5),
            "bearing": r.BearingFriction(speeds=[0, 1], torques=[4, 4.5], peak=1.5),
        },
        [f"signal.y drive.{port}", "drive.shaft torque.a", "torque.b rotor.a", "rotor.b bearing.shaft"],
        until=2,
    )  # fmt: skip
    w = swing * np.cos(swing * result.time)
    expected = -0.5 * swing**2 * np.sin(swing * result.time) + np.sign(w) * (4 + 0.5 * np.abs(w))
    moving = np.abs(w) > 1e-6
    assert result["torque.torque"][moving] == pytest.approx(expected[moving], abs=1e-5)
    assert events(result) == pytest.approx(start + 0.5 * np.arange(4), abs=1e-8)


def test_motion_that_is_prescribed_may_rest() -> None:
    """Nothing says how much of its friction acts at rest, but it is a number within its limits."""
    result = run(
        {
            "path": s.PointToPoint(destination=1, max_speed=1, max_acceleration=2, delay=0.5), "drive": r.Position(),
            "gear": r.LossyGear(ratio=5, bearing_torque=0.2), "arm": r.Inertia(J=2),
            "bearing": r.BearingFriction(speeds=[0, 1], torques=[4, 5]), "brake": r.Brake(normal_force=3, mu=1),
            "later": s.Step(delay=3),
        },
        [
            "path.position drive.angle", "drive.shaft gear.a", "gear.b arm.a bearing.shaft brake.shaft",
            "later.y brake.engagement",
        ],
        until=4,
    )  # fmt: skip
    assert np.isfinite(result["gear.a.tau"]).all()
    assert np.abs(result["bearing.tau"]).max() <= 5
    assert len(events(result)) == 5


@pytest.mark.parametrize("load", [-30.0, 30.0])
def test_robot_joint_with_a_holding_brake(load: float) -> None:
    """Motor with brake and bearing, and a lossy gear: three frictions on one shaft that all stick at first.

    Free from 1 s on, the load drives the gear; pressed again at 2 s, the brake stops it.
    """
    gear = {"ratio": 10, "efficiency": 0.8, "backward_efficiency": 0.6, "bearing_torque": 0.1}
    result = run(
        {
            "rotor": r.Inertia(J=0.1, start=REST), "bearing": r.BearingFriction(speeds=[0, 1], torques=[0.2, 0.2]),
            "brake": r.Brake(normal_force=20, mu=0.5), "gear": r.LossyGear(**gear), "arm": r.Inertia(J=2),
            "load": r.ConstantTorque(torque=load),
            "press": s.TimeTable(times=[0, 1, 2], levels=[1, 0, 1], between="held"),
        },
        [
            "rotor.a bearing.shaft brake.shaft", "rotor.b gear.a", "gear.b arm.a load.shaft",
            "press.y brake.engagement",
        ],
        until=3,
    )  # fmt: skip
    # seen from the motor, 60 % of the load and of the arm's inertia count while the load drives
    falling = (0.6 * 3 - 0.3) / (0.1 + 0.6 * 0.02)
    # braked by 10 N.m the arm still pushes, until its own weight turns the way the power goes
    braking = (10 + 0.3 - 0.6 * 3) / (0.1 + 0.6 * 0.02)
    stop = 2 + falling / braking
    time = result.time
    speed = np.select([time < 1, time < 2, time < stop], [0, falling * (time - 1), falling - braking * (time - 2)], 0)
    assert result["rotor.w"] == pytest.approx(np.sign(load) * speed, abs=1e-6)
    rests = (time < 1) | (time > stop + 1e-6)
    assert np.abs(result["rotor.w"][rests]).max() < EXACT
    assert np.abs(events(result) - stop).min() < 1e-8


def test_screw_on_a_guide_that_rubs() -> None:
    """Both stick; they break away together where the torque lifts the weight against both."""
    result = run(
        {
            "sine": s.Sine(amplitude=2, frequency=0.5), "motor": r.Torque(), "rotor": r.Inertia(J=1e-3, start=REST),
            "screw": x.LeadScrew(lead=4e-3, diameter=1e-2, mu=0.2, bearing_torque=0.01), "mass": t.Mass(m=5),
            "guide": t.SupportFriction(speeds=[0, 1], forces=[20, 30]), "weight": t.ConstantForce(force=-49),
        },
        [
            "sine.y motor.torque", "motor.shaft rotor.a", "rotor.b screw.shaft",
            "screw.flange mass.a", "mass.b guide.flange weight.flange",
        ],
        until=0.5,
    )  # fmt: skip
    lifts = 0.01 + (49 + 20) * 5e-3 * tan(atan(4e-3 / (pi * 1e-2)) + atan(0.2))
    begin = asin(lifts / 2) / pi
    assert np.abs(events(result) - begin).min() < 1e-8
    assert np.abs(result["mass.v"][result.time < begin]).max() < EXACT
    assert end(result, "rotor.w")[0] > 1


SCREW = {"lead": 2e-3, "diameter": 8e-3, "mu": 0.15}
SLOPE, RUB = atan(2e-3 / (pi * 8e-3)), atan(0.15)


@pytest.mark.parametrize("force", [-5e3, 1.0])
def test_self_locking_screw_is_driven_from_its_own_side_only(force: float) -> None:
    """Any load is held, and lifted or lowered by the torques of a wedge; without a motor nothing moves."""
    torque = abs(force) * 4e-3
    lifting, lowering = torque * tan(SLOPE + RUB), torque * tan(RUB - SLOPE)
    against = -np.sign(force)
    tried = [(0.0, 0), (0.99 * lifting, 0), (-0.99 * lowering, 0), (1.01 * lifting, 1), (-1.01 * lowering, -1)]
    for motor, moves in tried:
        result = run(
            {
                "motor": r.ConstantTorque(torque=against * motor), "rotor": r.Inertia(J=1e-2, start=REST),
                "screw": x.LeadScrew(**SCREW), "load": t.ConstantForce(force=force),
            },
            ["motor.shaft rotor.a", "rotor.b screw.shaft", "screw.flange load.flange"],
            until=0.1,
        )  # fmt: skip
        if moves:
            speed = against * (motor - moves * (lifting if moves > 0 else lowering)) / 1e-2
            assert result["rotor.w"] == pytest.approx(speed * result.time, rel=1e-6, abs=1e-12)
        else:
            assert np.abs(result["rotor.w"]).max() < EXACT


@pytest.mark.parametrize("mu", [0.01, 0.05])
def test_efficiency_of_a_screw(mu: float) -> None:
    """Driven at a constant speed: tan(slope) / tan(slope + rub) lifting, tan(slope - rub) / tan(slope) going back."""
    rub = atan(mu)
    for speed, expected in ((5.0, tan(SLOPE) / tan(SLOPE + rub)), (-5.0, tan(SLOPE - rub) / tan(SLOPE))):
        result = run(
            {
                "speed": s.Constant(level=speed), "drive": r.Speed(start={"phi": 0}), "in": r.PowerSensor(),
                "screw": x.LeadScrew(**{**SCREW, "mu": mu}), "out": t.PowerSensor(),
                "load": t.ConstantForce(force=-800),
            },
            [
                "speed.y drive.speed", "drive.shaft in.a", "in.b screw.shaft", "screw.flange out.a",
                "out.b load.flange",
            ],
            until=0.1,
        )  # fmt: skip
        shaft, nut = end(result, "in.power", "out.power")
        assert (nut / shaft if speed > 0 else shaft / nut) == pytest.approx(expected, rel=1e-9)


def test_block_on_a_belt_keeps_its_period() -> None:
    """Nine times the same: carried for 2 A / v, then back after the angle 2 (pi - arctan(A w / v)) of its swing."""
    stiffness, mass, speed, sliding, peak = 100.0, 1.0, 0.2, 3.0, 1.5
    result = run(
        {
            "wall": t.Fixed(), "spring": t.Spring(stiffness=stiffness), "run": s.Constant(level=speed),
            "block": t.Mass(m=mass, start={"s": 0, "v": speed}), "belt": t.Speed(start={"s": 0}),
            "contact": t.SupportFrictionWithSupport(speeds=[0, 1], forces=[sliding, sliding], peak=peak),
        },
        ["wall.flange spring.a", "spring.b block.a", "block.b contact.flange", "belt.flange contact.support",
         "run.y belt.speed"],
        until=6,
        tolerance=1e-11,
    )  # fmt: skip
    w, swing = sqrt(stiffness / mass), (peak - 1) * sliding / stiffness
    slips, sticks = 2 * (pi - atan(swing * w / speed)) / w, 2 * swing / speed
    lets_go = peak * sliding / stiffness / speed + (slips + sticks) * np.arange(20)
    expected = np.sort(np.concatenate([lets_go, lets_go + slips]))
    expected = expected[expected < 6]
    assert len(expected) == 18
    assert events(result) == pytest.approx(expected, abs=1e-8)
    assert np.abs(result["contact.v"][is_stuck(result, "contact")]).max() < EXACT


@pytest.mark.parametrize("amplitude", [4.2, 5.0])
def test_shaken_block_moves_twice_in_each_period(amplitude: float) -> None:
    """A force that hardly exceeds 4 N of friction: away where they are equal, at rest where their impulses are."""
    result = run(
        {
            "sine": s.Sine(amplitude=amplitude, frequency=1), "force": t.Force(), "block": t.Mass(m=2, start=STILL),
            "floor": t.SupportFriction(speeds=[0, 1], forces=[4, 4]),
        },
        ["sine.y force.force", "force.flange block.a", "block.b floor.flange"],
        until=10,
    )  # fmt: skip
    begin = asin(4 / amplitude)
    stop = brentq(lambda angle: np.cos(begin) - np.cos(angle) - np.sin(begin) * (angle - begin), pi / 2, pi)
    half = 0.5 * np.arange(20)
    expected = np.sort(np.concatenate([half + begin / (2 * pi), half + stop / (2 * pi)]))
    assert events(result) == pytest.approx(expected, abs=1e-8)
    assert np.abs(result["block.v"][is_stuck(result, "floor")]).max() < EXACT


def test_block_on_a_block_on_the_floor() -> None:
    """Pulled by 6 N/s, the lower one (3 kg) takes the upper one (1 kg) along until 2 N are not enough for it.

    Later the pull ends: the lower one is braked by the floor and by the upper one, and both go on as one.
    """
    result = run(
        {
            "pull": s.TimeTable(times=[0, 4, 4.0001, 10], levels=[0, 24, 0, 0]), "force": t.Force(),
            "lower": t.Mass(m=3, start=STILL), "upper": t.Mass(m=1, start=STILL),
            "floor": t.SupportFriction(speeds=[0, 1], forces=[6, 6]),
            "between": t.SupportFrictionWithSupport(speeds=[0, 1], forces=[2, 2]),
        },
        [
            "pull.y force.force", "force.flange lower.a", "lower.b floor.flange between.support",
            "upper.a between.flange",
        ],
        until=10,
    )  # fmt: skip
    # both break away at 6 N, then (6 t - 6) / 4 = 2 m/s² is all that 2 N can do for 1 kg
    first, second = 1.0, 7 / 3
    found = events(result)
    assert found[:2] == pytest.approx([first, second], abs=1e-8)
    common = 0.75 * (second - first) ** 2
    late = (result.time > second) & (result.time < 4)
    assert result["upper.v"][late] == pytest.approx(common + 2 * (result.time[late] - second), abs=1e-7)
    lower = common + (result.time[late] ** 2 - second**2) - 8 / 3 * (result.time[late] - second)
    assert result["lower.v"][late] == pytest.approx(lower, abs=1e-7)
    # without the pull 8 N brake the lower one until it is as slow as the other, then 6 N both
    fast, slow = (np.interp(4.0001, result.time, result[f"{name}.v"]) for name in ("lower", "upper"))
    meet = 4.0001 + (fast - slow) / (8 / 3 + 2)
    stop = meet + (slow + 2 * (meet - 4.0001)) / 1.5
    assert found[-2:] == pytest.approx([meet, stop], abs=1e-6)
    assert len(found) == 6
    assert np.abs(result["between.v"][is_stuck(result, "between")]).max() < EXACT
    assert np.abs(result["floor.v"][is_stuck(result, "floor")]).max() < EXACT


class UniversalJoint(Block):
    """Two shafts at an angle: the second runs ahead and falls behind twice in each turn."""

    a = r.Shaft("driving shaft")
    b = r.Shaft("driven shaft")
    angle = Parameter(0.7, "rad", "angle between the shafts")

    def equations(self) -> Equations:
        ratio = cos(self.angle) / (1 - (sin(self.angle) * cos(self.a.phi)) ** 2)
        yield der(self.b.phi) == ratio * der(self.a.phi)
        yield self.a.tau + ratio * self.b.tau == 0


@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_clutch_behind_a_universal_joint_stays_locked(tolerance: float) -> None:
    """Its speed depends on the angle in a complicated way; locked for 20 s and many turns, it does not drift."""
    result = run(
        {
            "motor": r.ConstantTorque(torque=0.5), "first": r.Inertia(J=1, start={"phi": 0, "w": 5}),
            "joint": UniversalJoint(start={"b.phi": 0}), "middle": r.Inertia(J=0.2),
            "clutch": r.Clutch(normal_force=100), "on": s.Constant(), "last": r.Inertia(J=0.5, start=REST),
        },
        [
            "motor.shaft first.a", "first.b joint.a", "joint.b middle.a", "middle.b clutch.a", "clutch.b last.a",
            "on.y clutch.engagement",
        ],
        until=20,
        tolerance=tolerance,
    )  # fmt: skip
    locked = is_stuck(result, "clutch")
    assert result.time[locked][0] < 0.1
    assert result.time[locked][-1] == 20
    assert end(result, "first.phi")[0] > 20 * pi
    assert np.abs(result["clutch.w_rel"][locked]).max() < EXACT
    assert len(events(result)) <= 2


def test_carriage_rides_on_the_slider_of_a_crank() -> None:
    """A closed loop moves the slider; what lies on it is caught once and then follows for ten turns."""
    crank, rod, phi = 0.2, 0.5, 0.3
    tilt = -asin(crank * np.sin(phi) / rod)
    result = run(
        {
            "world": p.World(g=[0, 0]), "ground": p.Fixed(), "hub": p.Revolute(start={"phi": phi, "w": 6}),
            "crank": p.Rod(m=1, length=crank), "elbow": p.Revolute(guess={"phi": tilt - phi}),
            "rod": p.Rod(m=1, length=rod), "pin": p.Revolute(guess={"phi": -tilt}),
            "slide": p.Prismatic(guess={"s": 0.69}), "wheel": r.Inertia(J=2), "slider": t.Mass(m=1),
            "carriage": t.Mass(m=1, start=STILL), "rub": t.SupportFrictionWithSupport(speeds=[0, 1], forces=[60, 60]),
        },
        [
            "ground.a hub.a slide.a", "hub.b crank.a", "crank.b elbow.a", "elbow.b rod.a", "rod.b pin.a",
            "pin.b slide.b", "hub.axis wheel.a", "slide.axis slider.a", "slider.b rub.flange", "carriage.a rub.support",
        ],
        until=10,
        tolerance=1e-6,
    )  # fmt: skip
    stuck = is_stuck(result, "rub")
    assert len(events(result)) == 1
    assert result.time[stuck][0] < 0.02
    assert np.abs(result["rub.v"][stuck]).max() < EXACT
    assert np.ptp(result["carriage.s"]) == pytest.approx(2 * crank, abs=0.01)


def test_brake_on_the_elbow_of_a_swinging_arm() -> None:
    """Locked from 0.5 s on, the arm is one rigid pendulum that keeps its energy, until the brake lets go at 6 s."""
    result = run(
        {
            "world": p.World(g=[0, -9.81]), "ground": p.Fixed(), "shoulder": p.Revolute(start=REST),
            "upper": p.Rod(m=1, length=1), "elbow": p.Revolute(start={"phi": 0, "w": -3}),
            "lower": p.Rod(m=1, length=1), "brake": r.Brake(normal_force=1000),
            "press": s.TimeTable(times=[0, 0.5, 6], levels=[0, 1, 0], between="held"),
        },
        [
            "ground.a shoulder.a", "shoulder.b upper.a", "upper.b elbow.a", "elbow.b lower.a", "elbow.axis brake.shaft",
            "press.y brake.engagement",
        ],
        until=7,
    )  # fmt: skip
    stuck = is_stuck(result, "brake")
    assert result.time[stuck][0] < 0.6
    assert result.time[stuck][-1] == 6
    assert np.abs(result["elbow.w"][stuck]).max() < EXACT
    assert len(events(result)) == 3
    motion = sum(
        0.5 * (result[f"{name}.vx"] ** 2 + result[f"{name}.vy"] ** 2 + result[f"{name}.w"] ** 2 / 12)
        + 9.81 * result[f"{name}.y"]
        for name in ("upper", "lower")
    )
    assert np.ptp(motion[stuck]) < 1e-6
    assert np.ptp(result["shoulder.phi"][stuck]) > 0.3
    assert np.ptp(result["elbow.phi"][result.time > 6]) > 0.1


def test_freewheel_holds_a_hanging_load_from_the_start() -> None:
    """A backstop: lifted from 1 s to 2 s by 20 N.m more than its weight of 10 N.m, it goes on rising until 4 s."""
    result = run(
        {
            "lift": s.TimeTable(times=[0, 1, 2], levels=[0, 30, 0], between="held"), "motor": r.Torque(),
            "drum": r.Inertia(J=1, start=REST), "stop": r.OneWayClutch(), "ground": r.Fixed(),
            "load": r.ConstantTorque(torque=-10),
        },
        ["lift.y motor.torque", "motor.shaft drum.a", "ground.shaft stop.a", "stop.b drum.b load.shaft"],
        until=6,
    )  # fmt: skip
    time = result.time
    speed = np.select([time < 1, time < 2, time < 4], [0, 20 * (time - 1), 20 - 10 * (time - 2)], 0)
    assert result["drum.w"] == pytest.approx(speed, abs=1e-8)
    assert np.abs(result["drum.w"][(time < 1) | (time > 4)]).max() < EXACT
    assert events(result) == pytest.approx([1, 2, 4], abs=1e-8)
