"""Loops in space that need their joints to turn in more than one plane."""

from __future__ import annotations

from math import asin, cos, pi, radians, sin, sqrt
from typing import Any

import numpy as np

from blocks import Diagram
from libraries import rotational, signals, spatial, translational
from tests.models.spatial_models import WEIGHTLESS, G, connect_all, in_space

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
