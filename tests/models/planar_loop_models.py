"""Planar loops drawn in space, and joints that say what others say already."""

from __future__ import annotations

from math import pi, radians
from typing import Any

import numpy as np

from blocks import Diagram
from libraries import spatial
from tests.models.spatial_models import WEIGHTLESS, G, connect_all, in_space

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
