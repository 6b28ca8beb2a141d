"""Motion along a line against Newton, Hooke and Coulomb."""

import numpy as np
import pytest

from libraries import signals as s
from libraries import translational as m
from tests.libraries.simulated import end, run

REST = {"s": 0, "v": 0}


def test_mass_between_spring_and_damper_rings_down() -> None:
    result = run(
        {
            "wall": m.Fixed(position=-1), "spring": m.Spring(stiffness=50, free_length=1),
            "damper": m.Damper(damping=2), "mass": m.Mass(m=0.5, start={"s": 0.1, "v": 0}),
        },
        ["wall.flange spring.a damper.a", "spring.b damper.b mass.a"],
        until=2,
    )  # fmt: skip
    decay, w = 2.0, np.sqrt(100 - 4.0)
    t = result.time
    expected = 0.1 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    assert result["mass.s"] == pytest.approx(expected, abs=1e-7)
    assert result["spring.f"] == pytest.approx(50 * result["mass.s"], abs=1e-9)


def test_spring_damper_is_a_spring_beside_a_damper() -> None:
    both = m.SpringDamper(stiffness=20, damping=3, free_length=0.5)
    single = {"wall": m.Fixed(), "both": both, "mass": m.Mass(start=REST)}
    double = {
        "wall": m.Fixed(), "spring": m.Spring(stiffness=20, free_length=0.5), "damper": m.Damper(damping=3),
        "mass": m.Mass(start=REST),
    }  # fmt: skip
    first = run(single, ["wall.flange both.a", "both.b mass.a"])
    second = run(double, ["wall.flange spring.a damper.a", "spring.b damper.b mass.a"])
    assert first["mass.s"] == pytest.approx(second["mass.s"], abs=1e-8)


def test_lengths_add_up() -> None:
    result = run(
        {
            "wall": m.Fixed(position=1), "rod": m.Rod(length=2), "spring": m.Spring(stiffness=1e3, free_length=0.5),
            "mass": m.Mass(length=0.4, start={"s": 3.7, "v": 0}), "distance": m.RelativePositionSensor(),
        },
        ["wall.flange rod.a distance.a", "rod.b spring.a", "spring.b mass.a", "mass.b distance.b"],
    )  # fmt: skip
    assert end(result, "mass.s", "distance.distance", "spring.f") == pytest.approx([3.7, 2.9, 0], abs=1e-9)


def test_forces_accelerate() -> None:
    blocks = {
        "signal": s.Constant(level=6), "force": m.Force(), "constant": m.ConstantForce(force=6),
        "step": m.ForceStep(height=4, offset=2, delay=0), "pair": m.ForceWithSupport(),
        **{f"mass{k}": m.Mass(m=2, start=REST) for k in (1, 2, 3, 4)}, "base": m.Mass(m=3, start=REST),
    }  # fmt: skip
    result = run(
        blocks,
        [
            "signal.y force.force pair.force", "force.flange mass1.a", "constant.flange mass2.a", "step.flange mass3.b",
            "pair.flange mass4.a", "pair.support base.a",
        ],
    )  # fmt: skip
    for k in (1, 2, 3, 4):
        assert result[f"mass{k}.s"] == pytest.approx(1.5 * result.time**2, abs=1e-8)
    assert result["base.v"] == pytest.approx(-2 * result.time, abs=1e-8)


def test_force_step_waits() -> None:
    result = run({"step": m.ForceStep(height=4, delay=0.5), "mass": m.Mass(start=REST)}, ["step.flange mass.a"])
    assert result["mass.v"] == pytest.approx(4 * np.maximum(result.time - 0.5, 0), abs=1e-8)


def test_prescribed_motions_agree() -> None:
    """The same sine as position, as speed and as acceleration; the masses resist, which changes nothing."""
    w = 2 * np.pi
    result = run(
        {
            "sine": s.Sine(frequency=1), "cosine": s.Cosine(frequency=1, amplitude=w),
            "negative": s.Sine(frequency=1, amplitude=-(w**2)), "position": m.Position(),
            "speed": m.Speed(start={"s": 0}), "accelerate": m.Accelerate(start={"s": 0, "v": w}),
            "mass1": m.Mass(), "mass2": m.Mass(), "mass3": m.Mass(),
        },
        [
            "sine.y position.position", "cosine.y speed.speed", "negative.y accelerate.acceleration",
            "position.flange mass1.a", "speed.flange mass2.a", "accelerate.flange mass3.a",
        ],
    )  # fmt: skip
    for k in (1, 2, 3):
        assert result[f"mass{k}.s"] == pytest.approx(np.sin(w * result.time), abs=1e-6)
        assert result[f"mass{k}.acceleration"] == pytest.approx(-(w**2) * np.sin(w * result.time), abs=1e-4)


def test_instruments_read_and_do_not_disturb() -> None:
    result = run(
        {
            "drive": m.ConstantForce(force=3), "watts": m.PowerSensor(), "newtons": m.ForceSensor(),
            "mass": m.Mass(m=1.5, start={"s": 1, "v": 0}), "position": m.PositionSensor(), "speed": m.SpeedSensor(),
            "acceleration": m.AccelerationSensor(),
        },
        [
            "drive.flange watts.a", "watts.b newtons.a",
            "newtons.b mass.a position.flange speed.flange acceleration.flange",
        ],
    )  # fmt: skip
    readings = end(
        result, "position.position", "speed.speed", "acceleration.acceleration", "newtons.force", "watts.power"
    )
    assert readings == pytest.approx([2, 2, 2, 3, 6])


def test_elastic_stop_pushes_and_never_pulls() -> None:
    """Without damping a mass leaves the stop as fast as it came, after half a period of the spring."""
    result = run(
        {
            "wall": m.Fixed(), "stop": m.ElastoGap(stiffness=400, damping=0, free_length=1),
            "mass": m.Mass(m=4, start={"s": 2, "v": -1}),
        },
        ["wall.flange stop.a", "stop.b mass.a"],
        until=3,
    )  # fmt: skip
    contact = np.pi / 10
    late = result.time > 1 + contact
    assert result["mass.v"][late] == pytest.approx(1, abs=1e-6)
    assert result["mass.s"].min() == pytest.approx(0.9, abs=1e-5)
    damped = run(
        {
            "wall": m.Fixed(), "stop": m.ElastoGap(stiffness=400, damping=50, free_length=1),
            "mass": m.Mass(m=4, start={"s": 2, "v": -1}),
        },
        ["wall.flange stop.a", "stop.b mass.a"],
        until=3,
    )  # fmt: skip
    assert damped["stop.f"].max() <= 1e-9
    assert 0 < end(damped, "mass.v")[0] < 0.9


@pytest.mark.parametrize("has_support", [False, True])
def test_brake_stops_holds_and_lets_go(has_support: bool) -> None:
    """Sliding at 1 m/s under 4 N of friction, then pulled by 5 N where 6 N would be needed, then by 7 N."""
    brake = m.BrakeWithSupport if has_support else m.Brake
    blocks = {
        "pull": s.TimeTable(times=[0, 1, 2], levels=[0, 5, 7], between="held"), "force": m.Force(),
        "mass": m.Mass(m=2, start={"s": 0, "v": 1}), "brake": brake(normal_force=8, mu=0.5, peak=1.5),
        "pressed": s.Constant(level=1),
    }  # fmt: skip
    wires = ["pull.y force.force", "force.flange mass.a", "mass.b brake.flange", "pressed.y brake.engagement"]
    if has_support:
        blocks["ground"] = m.Fixed()
        wires += ["ground.flange brake.support"]
    result = run(blocks, wires, until=3)
    t = result.time
    expected = np.select([t < 0.5, t < 2], [1 - 2 * t, 0], 1.5 * (t - 2))
    assert result["mass.v"] == pytest.approx(expected, abs=1e-7)
    held = (t > 1.1) & (t < 1.9)
    assert result["brake.f"][held] == pytest.approx(5)


def test_brake_on_a_moving_part_takes_it_along() -> None:
    """Two masses end at their common speed."""
    result = run(
        {
            "fast": m.Mass(m=1, start={"s": 0, "v": 3}), "slow": m.Mass(m=2, start=REST), "one": s.Constant(),
            "brake": m.BrakeWithSupport(normal_force=10),
        },
        ["fast.b brake.flange", "slow.a brake.support", "one.y brake.engagement"],
    )  # fmt: skip
    assert end(result, "fast.v", "slow.v") == pytest.approx([1, 1], abs=1e-8)
    assert result["fast.v"] == pytest.approx(np.maximum(3 - 5 * result.time, 1), abs=1e-7)


def test_prescribed_motions_against_a_part_that_moves() -> None:
    """Slider and carriage move against each other as told, and keep their common momentum of zero."""
    w = 2 * np.pi
    speed, acceleration = s.Cosine(frequency=1, amplitude=w), s.Sine(frequency=1, amplitude=-(w**2))
    for kind, port, signal, start in (
        (m.PositionWithSupport, "position", s.Sine(frequency=1), {}),
        (m.SpeedWithSupport, "speed", speed, {"s": 0}),
        (m.AccelerateWithSupport, "acceleration", acceleration, {"s": 0, "v": w}),
    ):
        result = run(
            {
                "signal": signal, "drive": kind(start=start), "slider": m.Mass(m=1),
                "carriage": m.Mass(m=3, start={"s": 0, "v": -w / 4}),
            },
            [f"signal.y drive.{port}", "drive.flange slider.a", "drive.support carriage.a"],
        )  # fmt: skip
        moved = np.sin(w * result.time)
        assert result["slider.s"] == pytest.approx(0.75 * moved, abs=1e-6)
        assert result["carriage.s"] == pytest.approx(-0.25 * moved, abs=1e-6)
        assert result["drive.flange.f"] == pytest.approx(0.75 * w**2 * moved, abs=1e-4)


@pytest.mark.parametrize("law", ["exponential", "gaussian"])
@pytest.mark.parametrize("speed", [0.05, 0.4, -3.0])
def test_friction_falls_and_rises_again(law: str, speed: float) -> None:
    values = {"coulomb": 2, "stribeck": 1, "stribeck_speed": 0.2, "viscous": 0.5, "law": law}
    result = run(
        {
            "speed": s.Constant(level=speed), "drive": m.Speed(start={"s": 0}), "still": m.Fixed(),
            "guide": m.StribeckFriction(**values), "other": m.StribeckFrictionWithSupport(**values),
        },
        ["speed.y drive.speed", "drive.flange guide.flange other.support", "still.flange other.flange"],
    )  # fmt: skip
    ratio = abs(speed) / 0.2
    fading = np.exp(-(ratio**2 if law == "gaussian" else ratio))
    force = np.sign(speed) * (2 + fading + 0.5 * abs(speed))
    assert end(result, "guide.f", "other.f") == pytest.approx([force, -force])
