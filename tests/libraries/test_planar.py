"""Mechanics in a plane against Newton and Euler, one or a few blocks at a time."""

import numpy as np
import pytest

from libraries import planar as p
from libraries import rotational as r
from libraries import signals as s
from libraries import translational as m
from tests.libraries.simulated import end, run

G = 9.81
FREE = {"x": 0, "y": 0, "phi": 0, "vx": 0, "vy": 0, "w": 0}
FLAT = {"world": p.World(g=[0, 0])}


def test_free_body_falls_and_spins() -> None:
    body = p.Body(m=2, I=0.3, start={"x": 1, "y": 2, "phi": 0.5, "vx": 3, "vy": 4, "w": 5})
    result = run({"world": p.World(), "body": body}, [])
    t = result.time
    assert result["body.x"] == pytest.approx(1 + 3 * t, abs=1e-8)
    assert result["body.y"] == pytest.approx(2 + 4 * t - G * t**2 / 2, abs=1e-8)
    assert result["body.phi"] == pytest.approx(0.5 + 5 * t, abs=1e-8)


def test_world_force_accelerates_in_the_axes_of_the_world() -> None:
    result = run(
        {
            **FLAT, "body": p.Body(m=2, I=0.5, start={**FREE, "phi": 1.0}), "fx": s.Constant(level=4),
            "fy": s.Constant(level=-6), "tau": s.Constant(level=3), "force": p.WorldForce(),
        },
        ["fx.y force.fx", "fy.y force.fy", "tau.y force.tau", "force.a body.a"],
    )  # fmt: skip
    t = result.time
    assert result["body.vx"] == pytest.approx(2 * t, abs=1e-8)
    assert result["body.vy"] == pytest.approx(-3 * t, abs=1e-8)
    assert result["body.w"] == pytest.approx(6 * t, abs=1e-8)


def test_thruster_turns_with_its_body() -> None:
    """A body that spins at a constant rate and is pushed along its own x axis moves on a trochoid."""
    w = 2.0
    result = run(
        {**FLAT, "body": p.Body(m=1, start={**FREE, "w": w}), "push": s.Constant(level=3), "thruster": p.FrameForce()},
        ["push.y thruster.fx", "thruster.a body.a"],
    )
    t = result.time
    assert result["body.vx"] == pytest.approx(3 / w * np.sin(w * t), abs=1e-8)
    assert result["body.vy"] == pytest.approx(3 / w * (1 - np.cos(w * t)), abs=1e-8)


def swing(parts, wires, until=2.0):
    """Return a pendulum that hangs to the right of a hinge at the origin, released at a small angle from below."""
    blocks = {
        "world": p.World(), "ground": p.Fixed(),
        "hinge": p.Revolute(start={"phi": -np.pi / 2 + 1e-4, "w": 0}), **parts,
    }  # fmt: skip
    return run(blocks, ["ground.a hinge.a", *wires], until=until)


@pytest.mark.parametrize(
    ("parts", "wires", "inertia", "moment"),
    [
        ({"rod": p.Rod(m=3, length=2)}, ["hinge.b rod.a"], 3 * 2**2 / 3, 3 * 1),
        (
            {"link": p.Link(m=2, r=[2, 0], r_cm=[0.5, 0], I=0.3)},
            ["hinge.b link.a"], 0.3 + 2 * 0.5**2, 2 * 0.5,
        ),
        (
            {"arm": p.FixedTranslation(r=[1.5, 0]), "bob": p.PointMass(m=2)},
            ["hinge.b arm.a", "arm.b bob.a"], 2 * 1.5**2, 2 * 1.5,
        ),
        (
            {
                "turn": p.FixedRotation(angle=0.7), "arm": p.FixedTranslation(r=[np.cos(0.7), -np.sin(0.7)]),
                "bob": p.Body(m=2, I=0.4),
            },
            ["hinge.b turn.a", "turn.b arm.a", "arm.b bob.a"], 0.4 + 2, 2,
        ),
    ],
    ids=["Rod", "Link", "PointMass", "FixedRotation"],
)  # fmt: skip
def test_small_swings_of_pendulums(parts, wires, inertia: float, moment: float) -> None:
    result = swing(parts, wires)
    w = np.sqrt(moment * G / inertia)
    expected = -np.pi / 2 + 1e-4 * np.cos(w * result.time)
    assert result["hinge.phi"] == pytest.approx(expected, abs=1e-10)


def test_link_with_its_mass_off_the_line_hangs_askew() -> None:
    result = run(
        {
            "world": p.World(), "ground": p.Fixed(), "hinge": p.Revolute(damping=3, start={"phi": 0, "w": 0}),
            "link": p.Link(m=1, r=[1, 0], r_cm=[0.3, 0.4], I=0.1), "tip": p.AbsolutePosition(),
        },
        ["ground.a hinge.a", "hinge.b link.a", "link.b tip.a"],
        until=20,
    )  # fmt: skip
    # the centre of mass ends below the hinge
    angle = -np.pi / 2 - np.arctan2(0.4, 0.3)
    assert end(result, "link.x", "link.y") == pytest.approx([0, -0.5], abs=1e-6)
    assert end(result, "tip.x", "tip.y") == pytest.approx([np.cos(angle), np.sin(angle)], abs=1e-6)


def test_joint_driven_through_its_axis() -> None:
    result = run(
        {
            **FLAT, "ground": p.Fixed(position=[1, 2], angle=0.3), "hinge": p.Revolute(start={"phi": 0, "w": 0}),
            "rod": p.Rod(m=3, length=2), "motor": r.ConstantTorque(torque=8), "tip": p.AbsolutePosition(),
        },
        ["ground.a hinge.a", "hinge.b rod.a", "motor.shaft hinge.axis", "rod.b tip.a"],
    )  # fmt: skip
    angle = result.time**2
    assert result["hinge.phi"] == pytest.approx(angle, abs=1e-8)
    assert result["tip.x"] == pytest.approx(1 + 2 * np.cos(0.3 + angle), abs=1e-8)
    assert result["tip.y"] == pytest.approx(2 + 2 * np.sin(0.3 + angle), abs=1e-8)
    assert result["tip.phi"] == pytest.approx(0.3 + angle, abs=1e-8)


def test_slide_down_a_slope() -> None:
    slope = -np.pi / 6
    result = run(
        {
            "world": p.World(), "ground": p.Fixed(), "slide": p.Prismatic(direction=slope, start={"s": 0, "v": 0}),
            "body": p.Body(m=4), "push": m.ConstantForce(force=-4),
        },
        ["ground.a slide.a", "slide.b body.a", "push.flange slide.axis"],
    )  # fmt: skip
    way = (G / 2 - 1) * result.time**2 / 2
    assert result["slide.s"] == pytest.approx(way, abs=1e-8)
    assert result["body.y"] == pytest.approx(-way / 2, abs=1e-8)


def test_slide_turns_faster_as_it_shortens() -> None:
    """Nothing turns a bead on a guide about the origin: its spin stays."""
    result = run(
        {
            **FLAT, "ground": p.Fixed(), "hinge": p.Revolute(start={"phi": 0, "w": 1}),
            "slide": p.Prismatic(start={"s": 2, "v": -0.5}), "bead": p.PointMass(m=1),
        },
        ["ground.a hinge.a", "hinge.b slide.a", "slide.b bead.a"],
    )  # fmt: skip
    assert result["hinge.w"] * result["slide.s"] ** 2 == pytest.approx(4, abs=1e-7)
    # free of forces, the bead moves straight
    assert result["bead.x"] == pytest.approx(2 - 0.5 * result.time, abs=1e-7)
    assert result["bead.y"] == pytest.approx(2 * result.time, abs=1e-7)


def hung(parts, wires, mass=2.0, start=0.0, until=2.0):
    """Return a body that hangs from a ceiling one metre above its start."""
    body = p.Body(m=mass, start={**FREE, "y": start})
    return run({"world": p.World(), "ceiling": p.Fixed(position=[0, 1]), "body": body, **parts}, wires, until=until)


def test_body_on_a_spring_bounces() -> None:
    result = hung({"spring": p.Spring(stiffness=200, free_length=0.6)}, ["ceiling.a spring.a", "spring.b body.a"])
    middle = 1 - 0.6 - 2 * G / 200
    assert result["body.y"] == pytest.approx(middle - middle * np.cos(10 * result.time), abs=1e-6)
    assert result["spring.f"] == pytest.approx(200 * (result["spring.length"] - 0.6), abs=1e-7)


def test_body_on_a_damper_sinks_at_its_final_speed() -> None:
    result = hung({"damper": p.Damper(damping=5)}, ["ceiling.a damper.a", "damper.b body.a"])
    final = 2 * G / 5
    assert result["body.vy"] == pytest.approx(-final * (1 - np.exp(-2.5 * result.time)), abs=1e-6)
    assert result["damper.v"] == pytest.approx(-result["body.vy"], abs=1e-6)


def test_spring_damper_is_a_spring_beside_a_damper() -> None:
    one = hung(
        {"both": p.SpringDamper(stiffness=80, free_length=0.5, damping=3)}, ["ceiling.a both.a", "both.b body.a"]
    )
    two = hung(
        {"spring": p.Spring(stiffness=80, free_length=0.5), "damper": p.Damper(damping=3)},
        ["ceiling.a spring.a damper.a", "spring.b damper.b body.a"],
    )
    assert one["body.y"] == pytest.approx(two["body.y"], abs=1e-7)


def test_line_force_carries_a_translational_spring() -> None:
    one = hung({"line": p.LineForce(), "spring": m.Spring(stiffness=80, free_length=0.5)}, [
        "ceiling.a line.a", "line.b body.a", "line.near spring.a", "line.far spring.b",
    ])  # fmt: skip
    two = hung({"spring": p.Spring(stiffness=80, free_length=0.5)}, ["ceiling.a spring.a", "spring.b body.a"])
    assert one["body.y"] == pytest.approx(two["body.y"], abs=1e-7)


def test_torsion_spring_swings_a_body() -> None:
    result = run(
        {
            **FLAT, "ground": p.Fixed(angle=0.2), "spring": p.TorsionSpring(stiffness=8, free_angle=0.3, damping=0.4),
            "hinge": p.Revolute(start={"phi": 0, "w": 0}), "body": p.Body(I=0.5),
        },
        ["ground.a hinge.a spring.a", "hinge.b spring.b body.a"],
    )  # fmt: skip
    decay = 0.4
    w, t = np.sqrt(16 - decay**2), result.time
    expected = 0.3 - 0.3 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    assert result["hinge.phi"] == pytest.approx(expected, abs=1e-7)


def test_sensors_of_a_turning_arm() -> None:
    result = run(
        {
            **FLAT, "ground": p.Fixed(), "turn": s.Ramp(height=3), "drive": r.Position(), "hinge": p.Revolute(),
            "cell": p.CutForce(axes="frame"), "arm": p.FixedTranslation(r=[2, 0]), "bob": p.Body(m=5),
            "place": p.AbsolutePosition(), "world_speed": p.AbsoluteVelocity(),
            "own_speed": p.AbsoluteVelocity(axes="frame"), "way": p.RelativePosition(), "distance": p.Distance(),
        },
        [
            "turn.y drive.angle", "drive.shaft hinge.axis", "ground.a hinge.a", "hinge.b cell.a", "cell.b arm.a way.a",
            "arm.b bob.a place.a world_speed.a own_speed.a way.b distance.b", "ground.a distance.a",
        ],
        until=0.9,
    )  # fmt: skip
    angle = 3 * result.time
    assert result["place.x"] == pytest.approx(2 * np.cos(angle))
    assert result["world_speed.vx"] == pytest.approx(-6 * np.sin(angle), abs=1e-9)
    assert result["world_speed.w"] == pytest.approx(3)
    assert result["own_speed.vx"] == pytest.approx(0, abs=1e-9)
    assert result["own_speed.vy"] == pytest.approx(6)
    assert end(result, "way.x", "way.y", "distance.distance") == pytest.approx([2, 0, 2])
    # the cell pulls the bob inwards
    assert end(result, "cell.fx", "cell.fy", "cell.tau") == pytest.approx([-5 * 9 * 2, 0, 0], abs=1e-8)
