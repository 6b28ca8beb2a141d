"""Blocks of spatial mechanics: sensors, loads, joints and point masses."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from blocks import Block, Diagram
from libraries import rotational, spatial, translational
from libraries.signals import Constant
from libraries.spatial import (
    AbsoluteAcceleration,
    AbsolutePosition,
    AbsoluteVelocity,
    BallRod,
    Body,
    Box,
    CutForce,
    Distance,
    Fixed,
    FixedRotation,
    Force,
    ForceBetween,
    Free,
    InertiaSensor,
    LineActuator,
    Link,
    PointMass,
    RelativePosition,
    RelativeVelocity,
    Revolute,
    Shape,
    Spherical,
    Spring,
    Torque,
    World,
)
from solver.model import compile_model
from solver.simulate import simulate
from tests.libraries.spatial_parts import FINE, WEIGHTLESS, diagram, matrix, vector


def test_orientation_of_angles() -> None:
    """The three angles mean what scipy means by intrinsic turns about x, y and z."""
    angles = [0.4, -0.8, 1.9]
    built = diagram(
        "world.origin turned.a", "turned.b seen.a",
        world=World(), turned=FixedRotation(angles=angles, r=[1, 2, 3]), seen=AbsolutePosition(),
    )  # fmt: skip
    result = simulate(built, 0.01)
    assert matrix(result, "seen.R", 0) == pytest.approx(Rotation.from_euler("XYZ", angles).as_matrix())
    assert vector(result, "seen.angles")[:, 0] == pytest.approx(angles)
    assert vector(result, "seen.r")[:, 0] == pytest.approx([1, 2, 3])


@pytest.mark.parametrize(
    "angles", [[0, 90, 0], [0, -90, 0], [30, 90, 20], [180, 0, 0], [0, 180, 90], [10, 20, 30]], ids=str
)
def test_every_orientation_may_be_a_start(angles: list[float]) -> None:
    """At 90 degrees three angles are singular; the body starts there all the same."""
    start = {"position": [1, 0, 0], "angles": f"{angles} deg", "v": [0, 0, 0], "w": [0, 0, 0]}
    built = diagram("body.a seen.a", world=World(g=WEIGHTLESS), body=Body(start=start), seen=AbsolutePosition())
    found = matrix(simulate(built, 0.1), "seen.R", -1)
    assert found == pytest.approx(Rotation.from_euler("XYZ", angles, degrees=True).as_matrix(), abs=1e-9)


def test_a_ball_joint_starts_at_angles_too() -> None:
    start = {"angles": "[0, 90, 0] deg", "w": [0, 0, 0]}
    built = diagram(
        "world.origin joint.a", "joint.b bar.a", "bar.b seen.a",
        world=World(), joint=Spherical(start=start), bar=Link(r=[1, 0, 0], r_cm=[0.5, 0, 0]), seen=AbsolutePosition(),
    )  # fmt: skip
    # the bar along x is turned about y, so it hangs down
    assert vector(simulate(built, 1), "seen.r")[:, -1] == pytest.approx([0, 0, -1], abs=1e-9)


def spinning_arm() -> Diagram:
    """Return an arm that turns at 2 rad/s about z, with sensors at its end, 0.5 m away."""
    return diagram(
        "world.origin joint.a", "joint.b arm.a",
        "arm.b place.a speed.a own_speed.a gain.a own_gain.a", "world.origin seen.a far.a pace.a",
        "arm.b far.b seen.b pace.b",
        world=World(g=WEIGHTLESS), joint=Revolute(start={"phi": 0.3, "w": 2}), arm=Box(r=[0.5, 0, 0]),
        place=AbsolutePosition(), speed=AbsoluteVelocity(), own_speed=AbsoluteVelocity(axes="frame"),
        gain=AbsoluteAcceleration(), own_gain=AbsoluteAcceleration(axes="frame"), seen=RelativePosition(),
        far=Distance(), pace=RelativeVelocity(),
    )  # fmt: skip


def test_sensors_on_a_spinning_arm() -> None:
    result = simulate(spinning_arm(), 1, **FINE)
    angle = 0.3 + 2 * result.time
    c, s, zero = np.cos(angle), np.sin(angle), 0 * angle
    close = {"abs": 1e-9}
    assert vector(result, "place.r") == pytest.approx(0.5 * np.array([c, s, zero]), **close)
    assert vector(result, "speed.v") == pytest.approx(np.array([-s, c, zero]), **close)
    assert vector(result, "speed.w")[:, -1] == pytest.approx([0, 0, 2], **close)
    assert vector(result, "own_speed.v")[:, -1] == pytest.approx([0, 1, 0], **close)
    assert vector(result, "gain.acceleration") == pytest.approx(-2 * np.array([c, s, zero]), **close)
    assert vector(result, "own_gain.acceleration")[:, -1] == pytest.approx([-2, 0, 0], **close)
    assert vector(result, "own_gain.angular")[:, -1] == pytest.approx([0, 0, 0], **close)
    assert result["far.distance"] == pytest.approx(0.5, **close)
    assert vector(result, "seen.r") == pytest.approx(vector(result, "place.r"), **close)
    assert vector(result, "pace.v") == pytest.approx(vector(result, "speed.v"), **close)


def test_relative_sensors_ride_on_their_frame() -> None:
    """Seen from the turning arm, a point at rest goes round the other way."""
    built = diagram(
        "world.origin joint.a", "joint.b arm.a pace.a seen.a", "post.frame pace.b seen.b",
        world=World(g=WEIGHTLESS), joint=Revolute(start={"phi": 0, "w": 2}), arm=Box(), post=Fixed(r=[1, 0, 0.5]),
        pace=RelativeVelocity(), seen=RelativePosition(),
    )  # fmt: skip
    result = simulate(built, 1, **FINE)
    angle = -2 * result.time
    assert vector(result, "seen.r") == pytest.approx(
        np.array([np.cos(angle), np.sin(angle), 0.5 + 0 * angle]), abs=1e-9
    )
    assert vector(result, "pace.v") == pytest.approx(
        np.array([-2 * -np.sin(angle), -2 * np.cos(angle), 0 * angle]), abs=1e-9
    )
    assert vector(result, "pace.w")[:, -1] == pytest.approx([0, 0, -2], abs=1e-9)


@pytest.mark.parametrize("axes", ["world", "frame"])
def test_cut_force_carries_the_weight(axes: str) -> None:
    built = diagram(
        "world.origin tilt.a", "tilt.b cell.a", "cell.b arm.a",
        world=World(), tilt=FixedRotation(angles=["90 deg", 0, 0]), cell=CutForce(axes=axes),
        arm=Link(m=2, r_cm=[0.25, 0, 0]),
    )  # fmt: skip
    result = simulate(built, 0.01)
    weight = 2 * 9.81
    # what the wall exerts on the arm: upward, and against the arm's turning down
    force, torque = np.array([0, 0, weight]), np.array([0, -0.25 * weight, 0])
    if axes == "frame":
        back = Rotation.from_euler("X", -90, degrees=True)
        force, torque = back.apply(force), back.apply(torque)
    assert vector(result, "cell.force")[:, -1] == pytest.approx(force, abs=1e-9)
    assert vector(result, "cell.torque")[:, -1] == pytest.approx(torque, abs=1e-9)


def test_loads_in_the_axes_of_the_frame_turn_with_it() -> None:
    """A thruster across a spinning arm gives a constant angular acceleration."""
    built = diagram(
        "world.origin joint.a", "joint.b arm.a", "arm.b thruster.frame", "push.y thruster.force",
        world=World(), joint=Revolute(start={"phi": 0, "w": 0}), arm=Link(r=[1, 0, 0], m=0, I=[0.5, 0.5, 0.5]),
        thruster=Force(axes="frame"), push=Constant(level=[0, 3, 0]),
    )  # fmt: skip
    result = simulate(built, 2)
    assert result["joint.phi"][-1] == pytest.approx(0.5 * 3 / 0.5 * 4, rel=1e-6)


def test_torque_on_a_free_body() -> None:
    built = diagram(
        "body.a drive.frame", "turn.y drive.torque",
        world=World(g=WEIGHTLESS), body=Body(I=[1, 2, 4], start={"v": [0, 0, 0], "w": [0, 0, 0]}),
        drive=Torque(), turn=Constant(level=[0, 0, 2]),
    )  # fmt: skip
    assert simulate(built, 3)["body.w[3]"][-1] == pytest.approx(2 / 4 * 3, rel=1e-6)


@pytest.mark.parametrize("axes", ["world", "a", "b"])
def test_force_between_bodies_conserves_momentum(axes: str) -> None:
    still = {"v": [0, 0, 0], "w": [0, 0, 0]}
    built = diagram(
        "left.a drive.a weigh.a", "right.a drive.b", "push.y drive.force", "turn.y drive.torque",
        world=World(g=WEIGHTLESS), left=Body(m=1, I=[1, 1, 1], start={"position": [0, 0, 0], **still}),
        right=Body(m=3, I=[1, 2, 3], start={"position": [1, 1, 0], **still}), drive=ForceBetween(axes=axes),
        push=Constant(level=[1, 2, 3]), turn=Constant(level=[0.5, 0, 1]), weigh=InertiaSensor(),
    )  # fmt: skip
    result = simulate(built, 1, **FINE)
    assert np.abs(vector(result, "weigh.momentum")).max() < 1e-12
    assert np.abs(vector(result, "weigh.angular_momentum")).max() < 1e-11
    assert np.abs(vector(result, "right.v")).max() > 0.1


def test_line_actuator_pushes_with_what_is_connected() -> None:
    built = diagram(
        "world.origin line.a", "line.b mass.a", "line.axis drive.flange", "push.y drive.force",
        world=World(g=WEIGHTLESS), line=LineActuator(), mass=PointMass(m=2, start={"position": [1, 1, 1], "v": 0}),
        drive=translational.Force(), push=Constant(level=6),
    )  # fmt: skip
    result = simulate(built, 1)
    assert np.linalg.norm(vector(result, "mass.position")[:, -1]) == pytest.approx(np.sqrt(3) + 0.5 * 3, rel=1e-6)


def test_a_spring_may_begin_without_any_length() -> None:
    """A mass falls from the very point where its spring is fixed."""
    built = diagram(
        "world.origin spring.a", "spring.b mass.a", world=World(), spring=Spring(stiffness=20),
        mass=PointMass(m=2, start={"position": [0, 0, 0], "v": [0, 0, 0]}),
    )  # fmt: skip
    result = simulate(built, 3, **FINE)
    expected = 2 * 9.81 / 20 * (np.cos(np.sqrt(10) * result.time) - 1)
    assert result["mass.position[3]"] == pytest.approx(expected, abs=1e-8)


def test_a_rope_that_pulls_on_and_on_ends_where_its_ends_meet() -> None:
    """The pull turns round with every pass, ever faster; damped, the mass comes to rest all the same."""
    built = diagram(
        "world.origin rope.a", "rope.b mass.a", "rope.axis pull.flange damper.b", "damper.a wall.flange",
        world=World(g=WEIGHTLESS), mass=PointMass(m=1, start={"position": [0.1, 0, 0], "v": [0, 0, 0]}),
        rope=LineActuator(), pull=translational.ConstantForce(force=-5), damper=translational.Damper(damping=8),
        wall=translational.Fixed(),
    )  # fmt: skip
    result = simulate(built, 8)
    assert np.abs(result["mass.position[1]"][result.time > 7]).max() < 1e-6
    assert np.abs(result["mass.v[1]"][result.time > 7]).max() < 1e-2


def test_point_masses_need_no_orientation() -> None:
    """Two points on a spring swing about their common centre; nothing turns, so there are twelve states."""
    built = diagram(
        "left.a spring.a weigh.a", "right.a spring.b",
        world=World(g=WEIGHTLESS), spring=Spring(stiffness=8, free_length=1),
        left=PointMass(m=1, start={"position": [0, 0, 0], "v": [0, 0, 0]}),
        right=PointMass(m=1, start={"position": [1.2, 0, 0], "v": [0, 0, 0]}), weigh=InertiaSensor(),
    )  # fmt: skip
    model = compile_model(built)
    assert model.state_count == 12
    result = simulate(model, 2, **FINE)
    assert result["spring.length"] == pytest.approx(1 + 0.2 * np.cos(4 * result.time), abs=1e-8)
    assert result["weigh.position[1]"] == pytest.approx(0.6, abs=1e-12)


def test_a_point_mass_on_a_body_moves_with_it() -> None:
    start = {"position": [0, 0, 0], "v": [0, 0, 0], "w": [0, 0, 3]}
    built = diagram(
        "bar.b tip.a", world=World(g=WEIGHTLESS), bar=Link(r=[1, 0, 0], I=[1, 1, 1], start=start), tip=PointMass(m=2),
    )  # fmt: skip
    result = simulate(built, 1, **FINE)
    ends = vector(result, "tip.position") - vector(result, "bar.a.r")
    assert np.linalg.norm(ends, axis=0) == pytest.approx(1, abs=1e-9)


def test_ball_rod_keeps_its_length() -> None:
    """A spherical pendulum hung on a rod without mass, beside the same equations by scipy."""
    built = diagram(
        "world.origin rod.a", "rod.b ball.a",
        world=World(), rod=BallRod(rod_length=1),
        ball=PointMass(m=2, start={"position[1]": 0.6, "position[2]": 0, "v[2]": 1.2, "v[1]": 0},
                       guess={"position[3]": -0.8}),
    )  # fmt: skip
    result = simulate(built, 3, **FINE)

    def rate(_: float, state: np.ndarray) -> np.ndarray:
        r, v = state[:3], state[3:]
        pull = (v @ v - 9.81 * r[2]) / (r @ r)
        return np.concatenate([v, [0, 0, -9.81] - pull * r])

    exact = solve_ivp(rate, (0, 3), [0.6, 0, -0.8, 0, 1.2, 0], rtol=1e-11, atol=1e-12)
    assert vector(result, "ball.position")[:, -1] == pytest.approx(exact.y[:3, -1], abs=1e-7)
    assert np.abs(result["rod.length"] - 1).max() < 1e-12


def test_shapes_follow_their_frame_and_change_nothing() -> None:
    drawn = spinning_arm()
    drawn.add("look", Shape(kind="sphere", r=[0.1, 0, 0]))
    drawn.connect("arm.b", "look.a")
    plain, seen = (simulate(built, 1, **FINE) for built in (spinning_arm(), drawn))
    assert seen["joint.phi"] == pytest.approx(plain["joint.phi"], abs=1e-12)
    assert np.linalg.norm(vector(seen, "look.position"), axis=0) == pytest.approx(0.6)
    assert matrix(seen, "look.axes", -1)[:, 0] * 0.6 == pytest.approx(vector(seen, "look.position")[:, -1])


def test_free_joint_between_two_bodies() -> None:
    """It only gives names to their relative motion: both fall side by side."""
    start = {"r": [1, 0, 0], "v": [0, 1, 0], "angles": [0, "90 deg", 0], "w": [0, 0, 0]}
    built = diagram(
        "one.a free.a", "free.b two.a",
        world=World(), one=Body(start={"position": [0, 0, 5], "v": [0, 0, 0], "w": [0, 0, 0]}), two=Body(),
        free=Free(start=start),
    )  # fmt: skip
    result = simulate(built, 1, **FINE)
    assert vector(result, "two.position")[:, -1] == pytest.approx([1, 1, 5 - 9.81 / 2], abs=1e-9)


JOINTS = {
    spatial.Prismatic: ({"s": 0.2, "v": 0.1}, 0), spatial.Cylindrical: ({"phi": 0.3, "w": 1, "s": 0, "v": 0.2}, 0),
    spatial.Universal: ({"phi_a": 0.2, "w_a": 1, "phi_b": 0.1, "w_b": -2}, 0),
    spatial.Planar: ({"x": 0.1, "y": 0, "phi": 0.4, "vx": 1, "vy": 0, "w": 2}, 0),
    Revolute: ({"phi": 0.3, "w": 2}, 0), Spherical: ({"angles": [0.1, 0.2, 0.3], "w": [1, 2, 3]}, 1),
    Free: ({"r": [0, 0, 1], "v": [1, 0, 0], "angles": [0.1, 0.2, 0.3], "w": [1, 2, 3]}, 1),
}  # fmt: skip


@pytest.mark.parametrize("kind", JOINTS, ids=lambda kind: kind.__name__)
def test_joints_without_friction_keep_the_energy(kind: type[Block]) -> None:
    start, quaternions = JOINTS[kind]
    I = np.array([[0.2, 0.01, 0.0], [0.01, 0.3, 0.02], [0.0, 0.02, 0.4]])
    built = diagram(
        "world.origin tilt.a", "tilt.b joint.a", "joint.b body.a",
        world=World(), tilt=FixedRotation(angles=[0.3, -0.5, 0.2]), joint=kind(start=start),
        body=Body(m=2, r_cm=[0.3, 0.1, -0.2], I=I.tolist()),
    )  # fmt: skip
    model = compile_model(built)
    assert model.state_count == sum(np.size(value) for value in start.values()) + quaternions
    result = simulate(model, 2, **FINE)
    v, w = vector(result, "body.v"), vector(result, "body.w_body")
    kinetic = (v**2).sum(axis=0) + np.einsum("it,ij,jt->t", w, I, w) / 2
    energy = kinetic + 2 * 9.81 * result["body.position[3]"]
    assert np.ptp(energy) < 1e-7 * max(1.0, np.abs(energy).max())
    assert np.ptp(kinetic) > 1e-2


def test_drives_of_joints_push_along_their_axes() -> None:
    """A force on the axis of a slide and a torque on that of a screw joint move a body as on a line."""
    built = diagram(
        "world.origin slide.a", "slide.b cart.a", "push.flange slide.axis", "newton.y push.force",
        "world.origin screw.a", "screw.b nut.a", "turn.shaft screw.shaft", "shove.flange screw.flange",
        "newton.y turn.torque shove.force", "world.origin cross.a", "cross.b hub.a", "twist.shaft cross.axis_b",
        "newton.y twist.torque",
        world=World(g=WEIGHTLESS), slide=spatial.Prismatic(direction="y", start={"s": 0, "v": 0}), cart=Body(m=2),
        push=translational.Force(), newton=Constant(level=3), nut=Body(m=4, I=[1, 1, 0.5]),
        screw=spatial.Cylindrical(start={"phi": 0, "w": 0, "s": 0, "v": 0}), turn=rotational.Torque(),
        shove=translational.Force(), hub=Body(I=[1, 0.25, 1]), twist=rotational.Torque(),
        cross=spatial.Universal(start={"phi_a": 0, "w_a": 0, "phi_b": 0, "w_b": 0}),
    )  # fmt: skip
    result = simulate(built, 1)
    assert result["cart.position[2]"][-1] == pytest.approx(3 / 2 / 2, rel=1e-6)
    assert result["screw.phi"][-1] == pytest.approx(3 / 0.5 / 2, rel=1e-6)
    assert result["nut.position[3]"][-1] == pytest.approx(3 / 4 / 2, rel=1e-6)
    assert result["cross.phi_b"][-1] == pytest.approx(3 / 0.25 / 2, rel=1e-6)


def test_damper_between_points() -> None:
    built = diagram(
        "world.origin damper.a", "damper.b mass.a",
        world=World(g=WEIGHTLESS), damper=spatial.Damper(damping=3),
        mass=PointMass(m=2, start={"position": [0, 1, 0], "v": [0, 2, 0]}),
    )  # fmt: skip
    result = simulate(built, 1)
    assert result["mass.v[2]"][-1] == pytest.approx(2 * np.exp(-1.5), rel=1e-6)


def test_points_without_mass_are_where_their_forces_balance() -> None:
    """Two springs in a row: where they meet moves as the lever rule says."""
    built = diagram(
        "world.origin upper.a", "upper.b lower.a meeting.b", "lower.b mass.a",
        world=World(), upper=Spring(stiffness=30), lower=Spring(stiffness=60), meeting=spatial.PointMotion(
            guess={"r": [0, 0, -0.3]}),
        mass=PointMass(m=1, start={"position": [0, 0, -1], "v": [0, 0, 0]}),
    )  # fmt: skip
    result = simulate(built, 2, **FINE)
    assert result["meeting.r[3]"] == pytest.approx(2 / 3 * result["mass.position[3]"], abs=1e-9)
    rest = -9.81 / 20
    assert result["mass.position[3]"] == pytest.approx(rest + (-1 - rest) * np.cos(np.sqrt(20) * result.time), abs=1e-6)


def test_free_motion_may_be_placed_by_hand() -> None:
    built = diagram(
        "motion.b body.a", world=World(),
        motion=spatial.FreeMotion(start={"r": [0, 0, 2], "v": [1, 0, 0], "w": [0, 0, 0]}), body=Body(),
    )  # fmt: skip
    assert vector(simulate(built, 0.5), "body.position")[:, -1] == pytest.approx([0.5, 0, 2 - 9.81 / 8], rel=1e-6)
