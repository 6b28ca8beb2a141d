"""More mechanisms in space, after the examples of Modelica's MultiBody library and after textbooks.

Each is checked against something that was not written here: exact solutions, conservation laws, SciPy or MuJoCo.
"""

from __future__ import annotations

from math import asin, cos, pi, radians, sin, sqrt
from typing import Any

import numpy as np

from blocks import Diagram
from libraries import rotational, signals, spatial, translational
from tests.models.spatial_models import connect_all

G = 9.81
WEIGHTLESS = [0.0, 0.0, 0.0]


def in_space(name: str, stop: float, g: list[float] | None = None, **blocks: Any) -> Diagram:
    """Return a diagram with a world in which z points up, and the given blocks."""
    d = Diagram(name)
    d.add("world", spatial.World(g=[0, 0, -G] if g is None else g))
    for block, part in blocks.items():
        d.add(block, part)
    d.experiment.stop = stop
    return d


# bodies that tumble

INERTIA = [[0.3, 0.02, -0.03], [0.02, 0.5, 0.04], [-0.03, 0.04, 0.7]]


def tumbling_body() -> Diagram:
    """Return a weightless body of no symmetry that tumbles and flies; its frame is beside its centre."""
    start = {"position": [0, 0, 0], "v": [0.3, -0.2, 0.1], "angles": [0.1, 0.2, 0.3], "w_body": [1.0, 2.0, 0.5]}
    return in_space(
        "tumbling_body", 60, WEIGHTLESS, body=spatial.Body(m=2, r_cm=[0.1, -0.2, 0.3], I=INERTIA, start=start)
    )


def flipping_body() -> Diagram:
    """Return a weightless body that turns about its middle axis, which it cannot keep up (Dzhanibekov)."""
    start = {"position": [0, 0, 0], "v": [0, 0, 0], "angles": [0, 0, 0], "w_body": [0.03, 6.0, 0.0]}
    return in_space("flipping_body", 20, WEIGHTLESS, body=spatial.Body(m=1, I=[0.1, 0.2, 0.3], start=start))


# pendulums on ball joints

TOP = {"m": 0.8, "length": 0.25, "across": 0.02, "spin": 0.004}


def top(tilt: float, precession: float, spin: float) -> Diagram:
    """Return a symmetric top on a ball joint, its axis z tilted about y; the spin is that about its own axis."""
    # the start of "w" of the joint is in the axes of the world
    axis = np.array([sin(tilt), 0, cos(tilt)])
    w = np.array([0, 0, precession]) + (spin - precession * cos(tilt)) * axis
    half = tilt / 2
    d = in_space(
        "top", 10, ball=spatial.Spherical(start={"Q": [cos(half), 0, sin(half), 0], "w": w.tolist()}),
        body=spatial.Body(
            m=TOP["m"], r_cm=[0, 0, TOP["length"]], I=[TOP["across"], TOP["across"], TOP["spin"]]
        ),
    )  # fmt: skip
    connect_all(d, "world ball body")
    return d


def ball_chain(count: int, speeds: list[list[float]] | None = None, name: str = "ball_chain") -> Diagram:
    """Return bars of one metre that hang on each other by ball joints, each level at the start."""
    d = in_space(name, 5)
    parts = ["world"]
    for k in range(1, count + 1):
        w = [0, 0, 0] if speeds is None else speeds[k - 1]
        d.add(f"ball{k}", spatial.Spherical(start={"Q": [1, 0, 0, 0], "w": w}))
        d.add(f"bar{k}", spatial.Link(m=1, r=[1, 0, 0], r_cm=[0.5, 0, 0], I=[0.01, 0.09, 0.09]))
        parts += [f"ball{k}", f"bar{k}"]
    connect_all(d, " ".join(parts))
    return d


def spherical_pendulum(tilt: float, speed: float) -> Diagram:
    """Return a mass on a string without mass, ``tilt`` from hanging straight down, circling at ``speed``."""
    half = tilt / 2
    start = {"Q": [cos(half), 0, -sin(half), 0], "w": [0, 0, speed]}
    d = in_space(
        "spherical_pendulum", 20, ball=spatial.Spherical(start=start),
        body=spatial.Body(m=1.5, r_cm=[0, 0, -0.8], I=[1e-9, 1e-9, 1e-9]),
    )  # fmt: skip
    connect_all(d, "world ball body")
    return d


# arms

ARM = (
    # direction of the axis, way to the next joint, mass, centre of mass, inertia (after Modelica's RobotR3)
    ("y", [0, 0.324, 0.3], 1.0, [0, 0, 0], [[1.16, 0, 0], [0, 1.16, 0], [0, 0, 1.16]]),
    ("x", [0, 0.65, 0], 56.5, [0.172, 0.205, 0], [[2.58, -0.46, 0], [-0.46, 0.64, 0], [0, 0, 2.73]]),
    ("x", [0, 0.414, -0.155], 26.4, [0.064, -0.034, 0], [[0.279, -0.07, 0], [-0.07, 0.413, 0], [0, 0, 0.245]]),
    ("y", [0, 0.186, 0], 28.7, [0, -0.32, 0], [[1.67, 0, 0], [0, 0.081, 0], [0, 0, 1.67]]),
    ("x", [0, 0.125, 0], 5.2, [0, -0.023, 0], [[1.25, 0, 0], [0, 0.81, 0], [0, 0, 1.53]]),
    ("y", [0.1, 0.25, 0.1], 15.5, [0.1, 0.24, 0.1], [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]),
)
ARM_START = (0.1, 0.4, -0.7, 0.5, 1.0, -0.3)
ARM_SPEED = (0.5, -0.3, 0.8, -1.0, 0.4, 1.5)


def robot_arm() -> Diagram:
    """Return an arm with six revolute joints; y points up."""
    d = in_space("robot_arm", 2, [0, -G, 0])
    parts = ["world"]
    for k, (direction, way, m, centre, inertia) in enumerate(ARM, start=1):
        start = {"phi": ARM_START[k - 1], "w": ARM_SPEED[k - 1]}
        d.add(f"r{k}", spatial.Revolute(direction=direction, start=start))
        d.add(f"b{k}", spatial.Link(r=way, m=m, r_cm=centre, I=inertia))
        parts += [f"r{k}", f"b{k}"]
    connect_all(d, " ".join(parts))
    return d


# small models after Modelica's MultiBody.Examples.Elementary


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


# planar loops drawn in space


def engine() -> Diagram:
    """Return Modelica's Engine1a: one cylinder, and a flywheel on the axis of the crank; y points up."""
    d = in_space(
        "engine", 2, [0, -G, 0],
        inertia=rotational.Inertia(J=1, start={"phi": 0, "w": 10}), bearing=spatial.Revolute(direction="x"),
        crank1=spatial.Cylinder(r=[0.1, 0, 0], diameter=0.05),
        crank2=spatial.Box(r=[0, 0.1, 0], width=0.02, height=0.06, sideways=[1, 0, 0]),
        crank3=spatial.Cylinder(r=[0.1, 0, 0], diameter=0.03), mid=spatial.FixedTranslation(r=[0.05, 0, 0]),
        crank4=spatial.Box(r=[0, -0.1, 0], width=0.02, height=0.06, sideways=[1, 0, 0]),
        b1=spatial.Revolute(direction="x"), b2=spatial.Revolute(direction="x"),
        rod=spatial.Box(r=[0, -0.2, 0], width=0.02, height=0.06, sideways=[1, 0, 0]),
        piston=spatial.Cylinder(r=[0, -0.1, 0], diameter=0.1),
        cylinder=spatial.Prismatic(direction="n", n=[0, -1, 0], guess={"s": 0.05}),
        place=spatial.FixedTranslation(r=[0.15, 0.45, 0]),
    )  # fmt: skip
    connect_all(
        d, "world bearing crank1 crank2 crank3 crank4", "crank2 mid b1 !rod !b2 !piston !cylinder", "world place"
    )
    d.connect("inertia.b", "bearing.axis")
    d.connect("place.b", "cylinder.a")
    return d


FIRING = ((0, -30), (0, 30), (240, -30), (240, 30), (120, -30), (120, 30))


def engine_v6() -> Diagram:
    """Return six cylinders on one crankshaft after Modelica's EngineV6; each pin and each bank have their angle."""
    d = in_space("engine_v6", 1, [0, -G, 0])
    d.add("bearing", spatial.Revolute(direction="x", start={"phi": 0.01, "w": 10}))
    d.add("shaft", spatial.Body(m=5, I=[0.3, 0.5, 0.5]))
    connect_all(d, "world bearing shaft")
    for k, (pin, bank) in enumerate(FIRING, start=1):
        reach = [0.1 * k, 0.05 * cos(radians(pin)), 0.05 * sin(radians(pin))]
        d.add(f"pin{k}", spatial.FixedTranslation(r=reach))
        d.add(f"bank{k}", spatial.FixedRotation(r=[0.1 * k, 0, 0], angles=[radians(bank), 0, 0]))
        angle = radians(pin) + 0.01 - radians(bank)  # of the pin, seen from the bank
        lean = -asin(0.05 * sin(angle) / 0.2)
        d.add(f"big{k}", spatial.Revolute(direction="x", guess={"phi": radians(bank) + lean - 0.01}))
        d.add(f"small{k}", spatial.Revolute(direction="x", guess={"phi": -lean}))
        d.add(f"rod{k}", spatial.Link(r=[0, 0.2, 0], r_cm=[0, 0.1, 0], m=0.5, I=[0.002, 1e-4, 0.002]))
        d.add(f"piston{k}", spatial.Body(m=0.8, I=[1e-3, 1e-3, 1e-3]))
        height = 0.05 * cos(angle) + 0.2 * cos(lean)
        d.add(f"cylinder{k}", spatial.Prismatic(direction="y", guess={"s": height}))
        connect_all(d, f"bearing pin{k} big{k} rod{k} small{k} piston{k}", f"world bank{k} cylinder{k} piston{k}")
    return d


LINKS = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7}


def add_four_bar(d: Diagram, base: str) -> None:
    """Add a four-bar linkage in the x-y plane of a frame."""
    for name, length in LINKS.items():
        d.add(
            name, spatial.Link(r=[length, 0, 0], r_cm=[length / 2, 0, 0], m=length, I=[0.001, length / 20, length / 20])
        )
    d.add("ground", spatial.FixedTranslation(r=[1, 0, 0]))
    d.add("j1", spatial.Revolute(start={"phi": pi / 2, "w": 2}))
    d.add("j2", spatial.Revolute(guess={"phi": radians(-70)}))
    d.add("j3", spatial.Revolute(guess={"phi": radians(70)}))
    d.add("j4", spatial.Revolute(guess={"phi": radians(100)}))
    connect_all(d, f"{base} j1 crank j2 coupler j3 !rocker", f"{base} ground j4 rocker")


def spinning_four_bar() -> Diagram:
    """Return a four-bar linkage that stands on a base which spins freely about the vertical."""
    d = in_space(
        "spinning_four_bar", 60, spin=spatial.Revolute(start={"phi": 0, "w": 3}), base=spatial.Body(m=1, I=[1, 1, 1]),
        stand=spatial.FixedRotation(r=[0.1, 0, 0.2], angles=[pi / 2, 0, 0]),
    )  # fmt: skip
    connect_all(d, "world spin stand", "spin base")
    add_four_bar(d, "stand")
    return d


def free_four_bar() -> Diagram:
    """Return a four-bar linkage that flies freely: nothing but its own motion is given."""
    start = {"position": [0, 0, 0], "v": [0, 0, 0], "angles": [0, 0, 0], "w_body": [0.5, 1.0, -0.7]}
    d = in_space("free_four_bar", 60, WEIGHTLESS, base=spatial.Body(m=1, I=[0.1, 0.2, 0.3], start=start))
    d.add("stand", spatial.FixedRotation(r=[0.1, 0, 0.2], angles=[0.3, 0.2, 0.1]))
    d.connect("base.a", "stand.a")
    add_four_bar(d, "stand")
    return d


TILT = 0.7


def parallelogram(cranks: int) -> Diagram:
    """Return a plate on parallel cranks in a tilted plane; all but two are more than it needs."""
    d = in_space("parallelogram", 10, [0, 0, -G])
    d.add("frame", spatial.Fixed(angles=[TILT, 0.3, 0.2]))
    d.add("plate", spatial.Body(m=3, r_cm=[0.4, 0, 0], I=[0.1, 0.2, 0.3]))
    for k in range(cranks):
        place = [0.8 * k / (cranks - 1), 0.1 * k * (cranks - 1 - k), 0.05 * k]
        d.add(f"low{k}", spatial.FixedTranslation(r=place))
        d.add(f"high{k}", spatial.FixedTranslation(r=place))
        start = {"phi": 0.4, "w": 0.3} if k == 0 else None
        d.add(f"hip{k}", spatial.Revolute(start=start, guess=None if start else {"phi": 0.4}))
        d.add(f"knee{k}", spatial.Revolute(guess={"phi": -0.4}))
        d.add(f"crank{k}", spatial.Link(r=[0, 0.5, 0], r_cm=[0, 0.25, 0], m=0.6, I=[0.02, 0.001, 0.02]))
        d.connect("frame.frame", f"low{k}.a")
        connect_all(d, f"low{k} hip{k} crank{k} knee{k} !high{k}")
        d.connect(f"high{k}.a", "plate.a")
    return d


# loops in space

BENNETT = {"a": 0.4, "b": 0.6, "alpha": radians(30)}
BENNETT["beta"] = asin(BENNETT["b"] / BENNETT["a"] * sin(BENNETT["alpha"]))


def bennett_follower(angle: Any) -> Any:
    """Return the second joint's angle of a Bennett linkage from the first one's (Bennett 1903)."""
    ratio = sin((BENNETT["beta"] + BENNETT["alpha"]) / 2) / sin((BENNETT["beta"] - BENNETT["alpha"]) / 2)
    return 2 * np.arctan2(ratio * np.cos(angle / 2), np.sin(angle / 2))


def bennett(angle: float = 2.0, speed: float = 3.0) -> Diagram:
    """Return a Bennett linkage: four revolute joints that move, though their axes neither meet nor are parallel."""
    a, b, alpha, beta = (BENNETT[name] for name in ("a", "b", "alpha", "beta"))
    follower = float(bennett_follower(angle))
    angles = (angle, follower, 2 * pi - angle, 2 * pi - follower)
    d = in_space("bennett", 60)
    for k, (length, twist) in enumerate(((a, alpha), (b, beta), (a, alpha), (b, beta)), start=1):
        start = {"phi": angle, "w": speed}
        d.add(f"j{k}", spatial.Revolute(start=start) if k == 1 else spatial.Revolute(guess={"phi": angles[k - 1]}))
        d.add(f"twist{k}", spatial.FixedRotation(r=[length, 0, 0], angles=[twist, 0, 0]))
        if k < 4:
            d.add(f"link{k}", spatial.Body(m=length, r_cm=[length / 2, 0, 0], I=[0.001, length / 30, length / 30]))
            d.connect(f"j{k}.b", f"link{k}.a")
    connect_all(d, "world j1 twist1 j2 twist2 j3 twist3 j4 twist4")
    d.connect("twist4.b", "world.origin")
    return d


def cross_joint(bend: float, speed: float) -> Diagram:
    """Return two shafts at an angle, joined by a cross joint; the first one turns at a constant speed."""
    d = in_space(
        "cross_joint", 3, WEIGHTLESS, command=signals.Constant(level=speed),
        drive=rotational.Speed(start={"phi": 0}), bearing=spatial.Revolute(), cross=spatial.Universal(),
        load=spatial.Body(m=1, I=[0.1, 0.1, 0.2]), out=spatial.Revolute(),
        stand=spatial.FixedRotation(angles=[bend, 0, 0]),
    )  # fmt: skip
    d.connect("command.y", "drive.speed")
    d.connect("drive.shaft", "bearing.axis")
    connect_all(d, "world bearing cross load", "cross !out !stand")
    d.connect("stand.a", "world.origin")
    return d


def four_bar_of_compound_joints() -> Diagram:
    """Return Modelica's Fourbar2: as the reference model Fourbar1, with a ball joint and a cross joint; y points up."""
    d = in_space(
        "Fourbar2", 5, [0, -9.80665, 0], j1=spatial.Revolute(direction="x", start={"phi": 0, "w": 5.235987755982989}),
        j2=spatial.Prismatic(direction="x", guess={"s": -0.2}), ball=spatial.Spherical(), cross=spatial.Universal(),
        into=spatial.FixedRotation(angles="[90, 90, 0] deg"), out=spatial.FixedRotation(angles="[90, 90, 0] deg"),
        b1=spatial.Cylinder(r=[0, 0.5, 0.1], diameter="50 mm"), b2=spatial.Cylinder(r=[0, 0.2, 0], diameter="50 mm"),
        b3=spatial.Cylinder(r=[-1, 0.3, 0.1], diameter="50 mm"), position=spatial.FixedTranslation(r=[1.2, 0, 0]),
    )  # fmt: skip
    connect_all(d, "world j1 b1 ball !b3", "world position j2 b2 into cross !out b3")
    return d


def crank_and_slider(rod: str) -> Diagram:
    """Return the same linkage with a rod without mass: one block, or a ball joint and a cross joint; y points up."""
    d = in_space(
        "crank_and_slider", 5, [0, -G, 0], j1=spatial.Revolute(direction="x", start={"phi": 0, "w": 6}),
        b1=spatial.Cylinder(r=[0, 0.5, 0.1], diameter="50 mm"), position=spatial.FixedTranslation(r=[1.2, 0, 0]),
        j2=spatial.Prismatic(direction="x", guess={"s": -0.2}), b2=spatial.Cylinder(r=[0, 0.2, 0], diameter="50 mm"),
    )  # fmt: skip
    connect_all(d, "world j1 b1", "world position j2 b2")
    if rod == "ball_rod":
        d.add("rod", spatial.BallRod(rod_length=sqrt(1.1)))
        connect_all(d, "b1 rod !b2")
    else:
        d.add("ball", spatial.Spherical())
        d.add("rod", spatial.FixedTranslation(r=[-1, 0.3, 0.1]))
        d.add("cross", spatial.Universal())
        d.add("into", spatial.FixedRotation(angles="[90, 90, 0] deg"))
        d.add("out", spatial.FixedRotation(angles="[90, 90, 0] deg"))
        connect_all(d, "b1 ball !rod", "b2 into cross !out rod")
    return d


STEWART = {"low": 0.6, "high": 0.35, "height": 0.8}


def stewart_points() -> tuple[np.ndarray, np.ndarray]:
    """Return where the legs stand on the ground and where they hold the platform, in the platform's axes."""
    low = np.radians([-10, 10, 110, 130, 230, 250])
    high = np.radians([-50, 50, 70, 170, 190, 290])
    ground = STEWART["low"] * np.column_stack([np.cos(low), np.sin(low), 0 * low])
    platform = STEWART["high"] * np.column_stack([np.cos(high), np.sin(high), 0 * high])
    return ground, platform


def stewart(stiffness: float = 800.0) -> Diagram:
    """Return a platform on six legs, each with a cross joint, a slide with a spring, and a ball joint."""
    ground, held = stewart_points()
    d = in_space("stewart", 5)
    start = {"position": [0.02, 0.01, STEWART["height"]], "angles": [0.05, -0.1, 0.15], "v": 0, "w_body": [0.2, 0, 1]}
    d.add("platform", spatial.Body(m=5, I=[0.2, 0.2, 0.4], start=start))
    for k in range(6):
        way = held[k] + [0, 0, STEWART["height"]] - ground[k]
        length = float(np.linalg.norm(way))
        # the leg's frame has its z axis along the leg: turned about x, then y
        x, y, z = way / length
        tilt = [float(np.arctan2(-y, z)), float(np.arcsin(x)), 0.0]
        d.add(f"foot{k}", spatial.Fixed(r=ground[k].tolist(), angles=tilt))
        d.add(f"cross{k}", spatial.Universal())
        d.add(f"lower{k}", spatial.Body(m=0.5, r_cm=[0, 0, 0.2], I=[0.01, 0.01, 0.001]))
        d.add(f"slide{k}", spatial.Prismatic(guess={"s": length}))
        d.add(f"upper{k}", spatial.Body(m=0.4, r_cm=[0, 0, -0.2], I=[0.01, 0.01, 0.001]))
        d.add(f"ball{k}", spatial.Spherical())
        d.add(f"arm{k}", spatial.FixedTranslation(r=held[k].tolist()))
        d.add(f"wall{k}", translational.Fixed())
        d.add(f"spring{k}", translational.Spring(stiffness=stiffness, free_length=1.1 * length))
        d.connect(f"foot{k}.frame", f"cross{k}.a")
        d.connect(f"cross{k}.b", f"lower{k}.a", f"slide{k}.a")
        d.connect(f"slide{k}.b", f"upper{k}.a", f"ball{k}.a")
        d.connect(f"ball{k}.b", f"arm{k}.b")
        d.connect(f"arm{k}.a", "platform.a")
        d.connect(f"wall{k}.flange", f"spring{k}.a")
        d.connect(f"spring{k}.b", f"slide{k}.axis")
    return d


def sarrus() -> Diagram:
    """Return a plate on two chains of three hinges, square to each other, which guide it straight up and down."""
    d = in_space("sarrus", 1, plate=spatial.Body(m=1, I=[0.1, 0.1, 0.1]))
    for k, angle in enumerate((0.0, pi / 2)):
        out = {"r": [0.5 * cos(angle), 0.5 * sin(angle), 0], "angles": [0, 0, angle]}
        start = {"start": {"phi": 0.7, "w": 0}} if k == 0 else {"guess": {"phi": 0.7}}
        d.add(f"base{k}", spatial.FixedRotation(**out))
        d.add(f"ankle{k}", spatial.Revolute(direction="y", **start))
        d.add(f"lower{k}", spatial.Link(r=[0, 0, 0.3], r_cm=[0, 0, 0.15], m=0.5, I=[0.004, 0.004, 0.001]))
        d.add(f"knee{k}", spatial.Revolute(direction="y", guess={"phi": -1.4}))
        d.add(f"upper{k}", spatial.Link(r=[0, 0, 0.3], r_cm=[0, 0, 0.15], m=0.5, I=[0.004, 0.004, 0.001]))
        d.add(f"hip{k}", spatial.Revolute(direction="y", guess={"phi": 0.7}))
        d.add(f"side{k}", spatial.FixedRotation(**out))
        connect_all(d, f"world base{k} ankle{k} lower{k} knee{k} upper{k} hip{k} !side{k}")
        d.connect(f"side{k}.a", "plate.a")
    return d


def delta_robot() -> Diagram:
    """Return a platform on three arms, each with a pair of parallel rods with ball ends, which keep it level."""
    d = in_space("delta_robot", 1)
    d.add("platform", spatial.Body(m=1, I=[0.01, 0.01, 0.02], guess={"position": [0, 0, -0.6]}))
    for k in range(3):
        turned = np.array([[cos(2 * pi * k / 3), -sin(2 * pi * k / 3)], [sin(2 * pi * k / 3), cos(2 * pi * k / 3)]])
        d.add(f"base{k}", spatial.FixedRotation(r=[*(turned @ [0.2, 0]).tolist(), 0], angles=[0, 0, 2 * pi * k / 3]))
        d.add(f"hip{k}", spatial.Revolute(direction="y", start={"phi": 0.3, "w": 0.5 * k}))
        d.add(f"arm{k}", spatial.Link(r=[0.3, 0, 0], r_cm=[0.15, 0, 0], m=0.4, I=[0.001, 0.004, 0.004]))
        connect_all(d, f"world base{k} hip{k} arm{k}")
        for side, apart in (("left", 0.05), ("right", -0.05)):
            d.add(f"{side}{k}", spatial.FixedTranslation(r=[0, apart, 0]))
            d.add(f"{side}_end{k}", spatial.FixedTranslation(r=[*(turned @ [0.08, apart]).tolist(), 0]))
            d.add(f"{side}_rod{k}", spatial.BallRod(rod_length=0.7))
            connect_all(d, f"arm{k} {side}{k} {side}_rod{k} !{side}_end{k}")
            d.connect(f"{side}_end{k}.a", "platform.a")
    return d


# the same joint twice, so that the second one only repeats what the first one says

TWINS: dict[str, tuple[type, dict[str, Any], list[float]]] = {
    "Revolute": (spatial.Revolute, {"phi": 0.4, "w": 1.0}, [0, 0, 0.7]),
    "Prismatic": (spatial.Prismatic, {"s": 0.1, "v": 0.5}, [0.3, -0.2, 0.7]),
    "Cylindrical": (spatial.Cylindrical, {"phi": 0.4, "w": 1.0, "s": 0.1, "v": 0.5}, [0, 0, 0.7]),
    "Universal": (spatial.Universal, {"phi_a": 0.4, "w_a": 1.0, "phi_b": 0.3, "w_b": -0.5}, [0, 0, 0]),
    "Planar": (spatial.Planar, {"x": 0.1, "y": 0.2, "phi": 0.4, "vx": 0.5, "vy": 0.2, "w": 1.0}, [0.3, -0.2, 0.7]),
    "Spherical": (spatial.Spherical, {"Q": [1, 0, 0, 0], "w": [0.5, 1.0, -0.7]}, [0, 0, 0]),
}


def twin_joints(kind: str, twice: bool) -> Diagram:
    """Return a body on one joint, or on two of the same kind which move together, carried by a part that tumbles."""
    joint, start, apart = TWINS[kind]
    d = in_space("twin_joints", 2, ball=spatial.Spherical(start={"Q": [1, 0, 0, 0], "w": [2.0, -3.0, 4.0]}))
    d.add("carrier", spatial.Body(m=3, r_cm=[0, 0, -0.3], I=[0.5, 0.6, 0.7]))
    d.add("base", spatial.FixedRotation(r=[0.1, 0.2, 0.3], angles=[0.5, 0.3, -0.2]))
    d.add("joint", joint(start=start))
    d.add("body", spatial.Body(m=1.3, r_cm=[0.2, 0.1, -0.1], I=[[0.1, 0.01, 0], [0.01, 0.2, 0.02], [0, 0.02, 0.3]]))
    connect_all(d, "world ball carrier", "ball base joint")
    d.connect("joint.b", "body.a")
    if twice:
        # guesses of start values: the second joint is where the first one is
        d.add("twin", joint(guess=start))
        d.add("here", spatial.FixedTranslation(r=apart))
        d.add("there", spatial.FixedTranslation(r=apart))
        d.connect("base.b", "here.a")
        d.connect("joint.b", "there.a")
        connect_all(d, "here twin !there")
    return d


def hung_on_two_balls(as_hinge: bool) -> Diagram:
    """Return a plate that hangs on two ball joints, or on the one hinge that they amount to."""
    axis = [0.6, 0.2, 0.1]
    d = in_space("hung_on_two_balls", 3, plate=spatial.Body(m=1.3, r_cm=[0.2, 0.3, -0.1], I=[0.1, 0.2, 0.3]))
    if as_hinge:
        d.add("hinge", spatial.Revolute(direction="n", n=axis, start={"phi": 0, "w": 2}))
        connect_all(d, "world hinge plate")
    else:
        w = (2 * np.array(axis) / np.linalg.norm(axis)).tolist()
        d.add("ball", spatial.Spherical(start={"Q": [1, 0, 0, 0], "w": w}))
        d.add("other", spatial.Spherical())
        d.add("far", spatial.FixedTranslation(r=axis))
        d.add("end", spatial.FixedTranslation(r=axis))
        connect_all(d, "world ball plate", "world far other !end")
        d.connect("end.a", "plate.a")
    return d


# contact

BLOCK = {"m": 1.2, "x": 0.2, "y": 0.15, "z": 0.1, "radius": 0.02}
BLOCK_INERTIA = [0.008, 0.012, 0.02]
TOSS = {"position": [0, 0, 0.5], "v": [0.4, -0.3, 0], "angles": [0.3, -0.4, 0.2], "w_body": [2.0, -3.0, 4.0]}
DROP = {"position": [0, 0, 0.25], "v": [0.5, 0.2, 0], "angles": [0.15, -0.1, 0.2], "w_body": [0, 0, 0]}


def corners() -> np.ndarray:
    """Return the eight corners of the block."""
    return np.array([[x, y, z] for x in (-0.2, 0.2) for y in (-0.15, 0.15) for z in (-0.1, 0.1)])


def block_on_ground(start: dict[str, Any], **law: Any) -> Diagram:
    """Return a block with round corners that is thrown onto the ground."""
    d = in_space("block_on_ground", 1)
    d.add("body", spatial.Body(m=BLOCK["m"], I=BLOCK_INERTIA, start=start))
    for k, corner in enumerate(corners()):
        d.add(f"arm{k}", spatial.FixedTranslation(r=corner.tolist()))
        d.add(f"corner{k}", spatial.SphereOnPlane(radius=BLOCK["radius"], **law))
        d.connect("body.a", f"arm{k}.a")
        d.connect(f"arm{k}.b", f"corner{k}.a")
    return d


def thrown_ball(**law: Any) -> Diagram:
    """Return a ball that is set down on the ground without spin and slides until it rolls."""
    ball = {"position": [0, 0, 0.1], "v": [3, 0, 0], "angles": [0, 0, 0], "w_body": [0, 0, 0]}
    d = in_space("thrown_ball", 3, body=spatial.Body(m=0.5, I=[0.002, 0.002, 0.002], start=ball))
    d.add("touch", spatial.SphereOnPlane(radius=0.1, **law))
    d.connect("body.a", "touch.a")
    return d
