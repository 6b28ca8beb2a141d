"""Trees and free bodies in space: bodies that tumble, tops, pendulums, arms, and a block that falls on the ground."""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np

from blocks import Diagram
from libraries import spatial
from tests.models.spatial_models import WEIGHTLESS, G, connect_all, in_space

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
