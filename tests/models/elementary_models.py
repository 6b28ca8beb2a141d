"""Small mechanisms in space, after Modelica's MultiBody.Examples.Elementary and after textbooks."""

from __future__ import annotations

from math import pi, sin

from blocks import Diagram
from libraries import rotational, signals, spatial, translational
from tests.models.spatial_models import WEIGHTLESS, G, connect_all, in_space


def bead_on_rod(speed: float, place: float) -> Diagram:
    """Return a bead that slides without friction on a level rod which turns at a constant speed."""
    d = in_space(
        "bead_on_rod", 1, command=signals.Constant(level=speed), drive=rotational.Speed(start={"phi": 0}),
        hub=spatial.Revolute(), slide=spatial.Prismatic(direction="x", start={"s": place, "v": 0}),
        bead=spatial.Body(m=0.7, I=[0.01, 0.02, 0.03]),
    )  # fmt: skip
    d.connect("command.y", "drive.speed")
    d.connect("drive.shaft", "hub.axis")
    connect_all(d, "world hub slide bead")
    return d


def spring_pendulum() -> Diagram:
    """Return PendulumWithSpringDamper: a mass swings on a slide with a spring and a damper."""
    d = in_space(
        "spring_pendulum", 10, swing=spatial.Revolute(direction="y", start={"phi": 1.2, "w": 0}),
        slide=spatial.Prismatic(direction="n", n=[0, 0, -2], start={"s": 0.6, "v": 0}),
        bob=spatial.Body(m=0.9, I=[0.01, 0.02, 0.03]), fixed=translational.Fixed(),
        spring=translational.SpringDamper(stiffness=80, damping=0.4, free_length=0.5),
    )  # fmt: skip
    connect_all(d, "world swing slide bob")
    d.connect("fixed.flange", "spring.a")
    d.connect("spring.b", "slide.axis")
    return d


def crane() -> Diagram:
    """Return PlanarMechanics' CraneCrab in space: a trolley on a rail, driven by a force, carries a pendulum."""
    d = in_space(
        "crane", 5, rail=spatial.Prismatic(direction="x", start={"s": 0, "v": 0.2}), trolley=spatial.Body(m=2),
        hinge=spatial.Revolute(direction="y", start={"phi": 0.9, "w": 0.5}),
        load=spatial.Link(m=1.2, r=[0, 0, -1], r_cm=[0, 0, -0.7], I=[0.05, 0.06, 0.02]),
        push=translational.Force(), wave=signals.Sine(amplitude=5, frequency=0.7),
    )  # fmt: skip
    connect_all(d, "world rail trolley", "rail hinge load")
    d.connect("wave.y", "push.force")
    d.connect("push.flange", "rail.axis")
    return d


def thruster() -> Diagram:
    """Return a weightless body under a thrust along its own x axis and a torque about its own z axis."""
    start = {"position": [0, 0, 0], "v": [0, 0, 0], "angles": [0, 0, 0], "w": [0, 0, 0]}
    d = in_space(
        "thruster", 4, WEIGHTLESS, body=spatial.Body(m=2, I=[0.1, 0.2, 0.4], start=start),
        push=spatial.Force(axes="frame"), push_signal=signals.Constant(level=[3, 0, 0]),
        twist=spatial.Torque(axes="frame"), twist_signal=signals.Constant(level=[0, 0, 0.8]),
    )  # fmt: skip
    d.connect("push_signal.y", "push.force")
    d.connect("twist_signal.y", "twist.torque")
    d.connect("body.a", "push.frame", "twist.frame")
    return d


def double_pendulum_by_its_tip(tip: tuple[float, float]) -> Diagram:
    """Return DoublePendulumInitTip: two boxes start with the tip of the second at a given place."""
    d = in_space(
        "double_pendulum_by_its_tip", 3, [0, -G, 0], r1=spatial.Revolute(guess={"phi": 0.8}, start={"w": 0}),
        b1=spatial.Box(r=[0.5, 0, 0], width=0.06, height=0.06), r2=spatial.Revolute(guess={"phi": -1}, start={"w": 0}),
        b2=spatial.Box(r=[0.5, 0, 0], width=0.06, height=0.06, start={"b.r[1]": tip[0], "b.r[2]": tip[1]}),
    )  # fmt: skip
    connect_all(d, "world r1 b1 r2 b2")
    return d


def three_springs(node: float) -> Diagram:
    """Return ThreeSprings: two springs in parallel and one in series carry a mass; the springs meet at a small mass."""
    d = in_space(
        "three_springs", 5, left=spatial.Fixed(r=[-0.3, 0, 0]), right=spatial.Fixed(r=[0.3, 0, 0]),
        spring1=spatial.Spring(stiffness=30, free_length=0.1), spring2=spatial.Spring(stiffness=30, free_length=0.1),
        spring3=spatial.Spring(stiffness=40, free_length=0.1),
        node=spatial.PointMass(m=node, start={"position": [0, 0, -0.25], "v": [0, 0, 0]}),
        mass=spatial.PointMass(m=0.8, start={"position": [0, 0, -0.6], "v": [0, 0, 0]}),
    )  # fmt: skip
    d.connect("left.frame", "spring1.a")
    d.connect("right.frame", "spring2.a")
    d.connect("spring1.b", "spring2.b", "node.a", "spring3.a")
    d.connect("spring3.b", "mass.a")
    return d


def springs_in_a_row() -> Diagram:
    """Return a mass on two springs, one below the other; the slide between them has no mass."""
    d = in_space(
        "springs_in_a_row", 3, upper=spatial.Spring(stiffness=30, free_length=0.1),
        slide=spatial.Prismatic(direction="z", guess={"s": -0.4}),
        lower=spatial.Spring(stiffness=40, free_length=0.1),
        mass=spatial.PointMass(m=0.8, start={"position": [0, 0, -0.7], "v": [0, 0, 0]}),
    )  # fmt: skip
    d.connect("world.origin", "upper.a", "slide.a")
    d.connect("upper.b", "slide.b", "lower.a")
    d.connect("lower.b", "mass.a")
    return d


def rolling_wheel() -> Diagram:
    """Return RollingWheel: a thin disc rolls on a level plane, leaning to one side; its axis is z of its frame."""
    lean = pi / 2 - 0.3
    start = {"position": [0, 0, WHEEL["radius"] * sin(lean)], "angles": [lean, 0, 0], "w_body": WHEEL_START}
    d = in_space("rolling_wheel", 5, body=spatial.Body(
        m=WHEEL["m"], I=[WHEEL["across"], WHEEL["across"], WHEEL["about"]], start=start
    ))  # fmt: skip
    d.add("edge", spatial.RollingDisc(direction="z", radius=WHEEL["radius"]))
    d.connect("body.a", "edge.a")
    return d


WHEEL = {"m": 2.0, "radius": 0.3, "across": 0.06, "about": 0.12}

WHEEL_START = [0.2, 0.5, 8.0]
