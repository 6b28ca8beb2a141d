"""Motion about an axis against Newton, Euler, Willis and Coulomb."""

import numpy as np
import pytest

from libraries import rotational as r
from libraries import signals as s
from tests.libraries.simulated import end, run

REST = {"phi": 0, "w": 0}


def test_torsional_pendulum_rings_down() -> None:
    t_decay, w = 2.0, np.sqrt(100 - 4.0)
    result = run(
        {
            "wall": r.Fixed(angle=0.5), "spring": r.Spring(stiffness=50, free_angle=-0.5),
            "damper": r.Damper(damping=2), "disc": r.Inertia(J=0.5, start={"phi": 0.1, "w": 0}),
        },
        ["wall.shaft spring.a damper.a", "spring.b damper.b disc.a"],
        until=2,
    )  # fmt: skip
    t = result.time
    expected = 0.1 * np.exp(-t_decay * t) * (np.cos(w * t) + t_decay / w * np.sin(w * t))
    assert result["disc.phi"] == pytest.approx(expected, abs=1e-7)


def test_two_discs_on_an_elastic_shaft() -> None:
    """They swing against each other at the frequency of their reduced inertia, and turn together on the mean."""
    result = run(
        {
            "left": r.Inertia(J=1, start={"phi": 0, "w": 3}), "right": r.Inertia(J=2, start=REST),
            "shaft": r.SpringDamper(stiffness=24, damping=0),
        },
        ["left.b shaft.a", "shaft.b right.a"],
    )  # fmt: skip
    assert result["left.w"] == pytest.approx(1 + 2 * np.cos(6 * result.time), abs=1e-6)
    assert result["right.w"] == pytest.approx(1 - np.cos(6 * result.time), abs=1e-6)


def test_torques_accelerate() -> None:
    blocks = {
        "signal": s.Constant(level=6), "torque": r.Torque(), "constant": r.ConstantTorque(torque=6),
        "step": r.TorqueStep(height=4, offset=2, delay=0), "pair": r.TorqueWithSupport(),
        **{f"disc{k}": r.Inertia(J=2, start=REST) for k in (1, 2, 3, 4)}, "base": r.Inertia(J=3, start=REST),
    }  # fmt: skip
    result = run(
        blocks,
        [
            "signal.y torque.torque pair.torque", "torque.shaft disc1.a", "constant.shaft disc2.a",
            "step.shaft disc3.b", "pair.shaft disc4.a", "pair.support base.a",
        ],
    )  # fmt: skip
    for k in (1, 2, 3, 4):
        assert result[f"disc{k}.phi"] == pytest.approx(1.5 * result.time**2, abs=1e-8)
    assert result["base.w"] == pytest.approx(-2 * result.time, abs=1e-8)


def test_fan_slows_down_by_itself() -> None:
    """J w' = -20 (w / 10)², so that 1/w rises steadily."""
    result = run(
        {
            "fan": r.QuadraticSpeedDependentTorque(nominal_torque=-20, nominal_speed=10),
            "rotor": r.Inertia(J=2, start={"phi": 0, "w": 10}),
        },
        ["fan.shaft rotor.a"],
        until=3,
    )  # fmt: skip
    assert result["rotor.w"] == pytest.approx(1 / (0.1 + 0.1 * result.time), rel=1e-7)


def test_prescribed_motions_agree() -> None:
    w = 2 * np.pi
    result = run(
        {
            "sine": s.Sine(frequency=1), "cosine": s.Cosine(frequency=1, amplitude=w),
            "negative": s.Sine(frequency=1, amplitude=-(w**2)), "position": r.Position(),
            "speed": r.Speed(start={"phi": 0}), "accelerate": r.Accelerate(start={"phi": 0, "w": w}),
            "disc1": r.Inertia(), "disc2": r.Inertia(), "disc3": r.Inertia(),
        },
        [
            "sine.y position.angle", "cosine.y speed.speed", "negative.y accelerate.acceleration",
            "position.shaft disc1.a", "speed.shaft disc2.a", "accelerate.shaft disc3.a",
        ],
    )  # fmt: skip
    for k in (1, 2, 3):
        assert result[f"disc{k}.phi"] == pytest.approx(np.sin(w * result.time), abs=1e-6)
        assert result[f"disc{k}.acceleration"] == pytest.approx(-(w**2) * np.sin(w * result.time), abs=1e-4)


def test_instruments_read_and_do_not_disturb() -> None:
    result = run(
        {
            "drive": r.ConstantTorque(torque=3), "watts": r.PowerSensor(), "torque": r.TorqueSensor(),
            "disc": r.Inertia(J=1.5, start={"phi": 1, "w": 0}), "angle": r.AngleSensor(), "speed": r.SpeedSensor(),
            "acceleration": r.AccelerationSensor(), "wall": r.Fixed(angle=0.5), "between": r.RelativeAngleSensor(),
        },
        [
            "drive.shaft watts.a", "watts.b torque.a", "wall.shaft between.a",
            "torque.b disc.a angle.shaft speed.shaft acceleration.shaft between.b",
        ],
    )  # fmt: skip
    readings = end(
        result, "angle.angle", "speed.speed", "acceleration.acceleration", "torque.torque", "watts.power",
        "between.angle",
    )  # fmt: skip
    assert readings == pytest.approx([2, 2, 2, 3, 6, 1.5])


def test_gear_makes_a_light_rotor_heavy() -> None:
    """Seen from the slow side an inertia counts with the square of the ratio."""
    result = run(
        {
            "motor": r.ConstantTorque(torque=2), "rotor": r.Inertia(J=0.01), "gear": r.IdealGear(ratio=10),
            "load": r.Inertia(J=3, start=REST),
        },
        ["motor.shaft rotor.a", "rotor.b gear.a", "gear.b load.a"],
    )  # fmt: skip
    assert result["load.w"] == pytest.approx(20 / 4 * result.time, abs=1e-8)
    assert result["rotor.w"] == pytest.approx(10 * result["load.w"], abs=1e-7)


def test_housing_takes_the_rest_of_the_torque() -> None:
    result = run(
        {
            "motor": r.ConstantTorque(torque=2), "gear": r.IdealGearWithSupport(ratio=-4), "load": r.Fixed(),
            "mount": r.SpringDamper(stiffness=100, damping=10), "ground": r.Fixed(),
            "housing": r.Inertia(J=0.1, start=REST), "rotor": r.Inertia(J=0.1),
        },
        [
            "motor.shaft rotor.a", "rotor.b gear.a", "gear.b load.shaft", "gear.support housing.a",
            "housing.b mount.b", "mount.a ground.shaft",
        ],
        until=20,
    )  # fmt: skip
    # the load takes 4 * 2 N.m, the housing what is missing to a balance with the motor
    assert end(result, "gear.b.tau", "gear.support.tau", "housing.phi") == pytest.approx([8, -10, 0.1], abs=1e-5)


def test_planetary_gear_with_a_fixed_ring() -> None:
    result = run(
        {
            "motor": r.ConstantTorque(torque=1), "sun": r.Inertia(J=0.2), "gear": r.IdealPlanetary(ratio=3),
            "carrier": r.Inertia(J=1.6, start=REST), "ring": r.Fixed(),
        },
        ["motor.shaft sun.a", "sun.b gear.sun", "gear.carrier carrier.a", "gear.ring ring.shaft"],
    )  # fmt: skip
    # a reduction of 1 + 3, so 0.2 * 4² + 1.6 on the carrier
    assert result["carrier.w"] == pytest.approx(4 / 4.8 * result.time, abs=1e-8)
    assert result["sun.w"] == pytest.approx(4 * result["carrier.w"], abs=1e-8)


def test_backlash_lets_go_and_catches() -> None:
    """The disc crosses the play at constant speed, and is thrown back by the teeth as fast as it came."""
    result = run(
        {
            "wall": r.Fixed(), "teeth": r.ElastoBacklash(stiffness=400, backlash=2),
            "disc": r.Inertia(J=4, start={"phi": 0, "w": 1}),
        },
        ["wall.shaft teeth.a", "teeth.b disc.a"],
        until=4,
    )  # fmt: skip
    t, contact = result.time, np.pi / 10
    expected = np.select([t < 1, t < 1 + contact, t < 3 + contact], [1, np.cos(10 * (t - 1)), -1], np.nan)
    known = np.isfinite(expected)
    assert result["disc.w"][known] == pytest.approx(expected[known], abs=1e-6)
    damped = run(
        {
            "wall": r.Fixed(), "teeth": r.ElastoBacklash(stiffness=400, damping=60, backlash=2),
            "disc": r.Inertia(J=4, start={"phi": 0, "w": 1}),
        },
        ["wall.shaft teeth.a", "teeth.b disc.a"],
        until=4,
    )  # fmt: skip
    assert damped["teeth.tau"][damped["teeth.phi_rel"] > 1].min(initial=0) >= 0
    assert damped["teeth.tau"][damped["teeth.phi_rel"] < -1].max(initial=0) <= 0


@pytest.mark.parametrize("has_support", [False, True])
def test_brake_stops_and_holds(has_support: bool) -> None:
    blocks = {
        "disc": r.Inertia(J=2, start={"phi": 0, "w": -1}), "one": s.Constant(), "load": r.ConstantTorque(torque=1),
        "brake": (r.BrakeWithSupport if has_support else r.Brake)(normal_force=10, mu=0.5, radius=0.6),
    }  # fmt: skip
    wires = ["disc.a load.shaft", "disc.b brake.shaft", "one.y brake.engagement"]
    if has_support:
        blocks["ground"] = r.Fixed()
        wires += ["ground.shaft brake.support"]
    result = run(blocks, wires)
    assert result["disc.w"] == pytest.approx(np.minimum(-1 + 2 * result.time, 0), abs=1e-7)
    assert end(result, "brake.tau")[0] == pytest.approx(1)


def test_clutch_brings_two_discs_to_one_speed() -> None:
    """Pressed from 0.5 s on, it slips with 6 N.m until both turn at the speed that keeps their spin."""
    result = run(
        {
            "left": r.Inertia(J=1, start={"phi": 0, "w": 9}), "right": r.Inertia(J=2, start=REST),
            "clutch": r.Clutch(normal_force=20, mu=0.3), "press": s.Step(delay=0.5),
        },
        ["left.b clutch.a", "clutch.b right.a", "press.y clutch.engagement"],
        until=3,
    )  # fmt: skip
    late = np.maximum(result.time - 0.5, 0)
    assert result["left.w"] == pytest.approx(np.maximum(9 - 6 * late, 3), abs=1e-7)
    assert result["right.w"] == pytest.approx(np.minimum(3 * late, 3), abs=1e-7)


def test_prescribed_motions_against_a_part_that_turns() -> None:
    """Disc and base turn against each other as told, and keep their common spin of zero."""
    w = 2 * np.pi
    speed, acceleration = s.Cosine(frequency=1, amplitude=w), s.Sine(frequency=1, amplitude=-(w**2))
    for kind, port, signal, start in (
        (r.PositionWithSupport, "angle", s.Sine(frequency=1), {}),
        (r.SpeedWithSupport, "speed", speed, {"phi": 0}),
        (r.AccelerateWithSupport, "acceleration", acceleration, {"phi": 0, "w": w}),
    ):
        result = run(
            {
                "signal": signal, "drive": kind(start=start), "disc": r.Inertia(J=1),
                "base": r.Inertia(J=3, start={"phi": 0, "w": -w / 4}),
            },
            [f"signal.y drive.{port}", "drive.shaft disc.a", "drive.support base.a"],
        )  # fmt: skip
        turned = np.sin(w * result.time)
        assert result["disc.phi"] == pytest.approx(0.75 * turned, abs=1e-6)
        assert result["base.phi"] == pytest.approx(-0.25 * turned, abs=1e-6)
        assert result["drive.shaft.tau"] == pytest.approx(0.75 * w**2 * turned, abs=1e-4)


@pytest.mark.parametrize("law", ["exponential", "gaussian"])
@pytest.mark.parametrize("speed", [0.05, 0.4, -3.0])
def test_friction_falls_and_rises_again(law: str, speed: float) -> None:
    values = {"coulomb": 2, "stribeck": 1, "stribeck_speed": 0.2, "viscous": 0.5, "law": law}
    result = run(
        {
            "speed": s.Constant(level=speed), "drive": r.Speed(start={"phi": 0}),
            "bearing": r.StribeckFriction(**values), "other": r.StribeckFrictionWithSupport(**values),
            "still": r.Fixed(),
        },
        ["speed.y drive.speed", "drive.shaft bearing.shaft other.support", "still.shaft other.shaft"],
    )  # fmt: skip
    ratio = abs(speed) / 0.2
    fading = np.exp(-(ratio**2 if law == "gaussian" else ratio))
    torque = np.sign(speed) * (2 + fading + 0.5 * abs(speed))
    assert end(result, "bearing.tau", "other.tau") == pytest.approx([torque, -torque])


def test_angle_limits_hold_a_joint_and_only_take_energy() -> None:
    """A rotor that is driven against a stop leans on it; one that flies against it comes back slower."""
    limits = r.AngleLimits(low=-0.5, high=0.5, stiffness=200, damping=0.5)
    leaning = run(
        {
            "drive": r.ConstantTorque(torque=3), "rotor": r.Inertia(J=0.01, start={"phi": 0, "w": 0}), "stops": limits,
        },
        ["drive.shaft rotor.a", "rotor.b stops.shaft"],
        until=5,
    )  # fmt: skip
    assert end(leaning, "rotor.phi", "stops.torque") == pytest.approx([0.5 + 3 / 200, -3], rel=1e-6)
    flying = run(
        {"rotor": r.Inertia(J=0.01, start={"phi": 0, "w": -2}), "stops": limits},
        ["rotor.b stops.shaft"],
        until=1,
        tolerance=1e-11,
    )
    pressed = np.maximum(np.abs(flying["rotor.phi"]) - 0.5, 0)
    energy = 0.005 * flying["rotor.w"] ** 2 + 100 * pressed**2
    assert (np.diff(energy) < 1e-9).all()
    assert flying["rotor.phi"].min() < -0.5
    assert energy[-1] < 0.9 * energy[0]
