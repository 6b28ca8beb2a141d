"""The reference models of spatial mechanics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blocks import Diagram
from libraries import rotational, spatial

G = 9.81
GRAVITY = [0, -9.80665, 0]
WEIGHTLESS = [0.0, 0.0, 0.0]
AT_REST = {"phi": 0, "w": 0}
SQUARE = {"width": "50 mm", "height": "50 mm"}


def in_world(name: str, stop: float) -> Diagram:
    """Return a diagram with nothing but a world in which y points up."""
    d = Diagram(name)
    d.add("world", spatial.World(g=GRAVITY))
    d.experiment.stop = stop
    return d


def in_space(name: str, stop: float, g: list[float] | None = None, **blocks: Any) -> Diagram:
    """Return a diagram with a world in which z points up, and the given blocks."""
    d = Diagram(name)
    d.add("world", spatial.World(g=[0, 0, -G] if g is None else g))
    for block, part in blocks.items():
        d.add(block, part)
    d.experiment.stop = stop
    return d


def add_damper(d: Diagram, joint: str) -> None:
    """Put a damper on the axis of a joint."""
    d.add("damper", rotational.Damper(damping=0.1))
    d.add("fixed", rotational.Fixed())
    d.connect("fixed.shaft", "damper.a")
    d.connect("damper.b", f"{joint}.axis")


def connect_all(d: Diagram, *chains: str) -> None:
    """Connect chains of parts, each with its frame b to frame a of the next; an exclamation mark turns a part round."""
    for chain in chains:
        ends = chain.split()
        for first, second in zip(ends, ends[1:], strict=False):
            out = f"{first[1:]}.a" if first.startswith("!") else f"{first}.b"
            into = f"{second[1:]}.b" if second.startswith("!") else f"{second}.a"
            d.connect("world.origin" if first == "world" else out, into)


def pendulum() -> Diagram:
    """Return a damped pendulum."""
    d = in_world("Pendulum", 5)
    d.add("rev", spatial.Revolute(start=AT_REST))
    d.add("body", spatial.Body(m=1, r_cm=[0.5, 0, 0], I=[0.001, 0.001, 0.001]))
    add_damper(d, "rev")
    connect_all(d, "world rev body")
    return d


def double_pendulum() -> Diagram:
    """Return two boxes that hang on each other."""
    d = in_world("DoublePendulum", 3)
    for number in (1, 2):
        d.add(f"revolute{number}", spatial.Revolute(start=AT_REST))
        d.add(f"boxBody{number}", spatial.Box(r=[0.5, 0, 0], width="60 mm", height="60 mm"))
    add_damper(d, "revolute1")
    connect_all(d, "world revolute1 boxBody1 revolute2 boxBody2")
    return d


def free_body() -> Diagram:
    """Return a body on two springs."""
    d = in_world("FreeBody", 10)
    start = {"a.r": [0.2, -0.5, 0.1], "angles": "[10, 10, 10] deg", "v": [0, 0, 0], "w": [0, 0, 0]}
    d.add("body", spatial.Link(r=[0.4, 0, 0], r_cm=[0.2, 0, 0], m=1, I=[1, 1, 1], start=start))
    d.add("bar", spatial.FixedTranslation(r=[0.8, 0, 0]))
    d.add("spring1", spatial.Spring(stiffness=20))
    d.add("spring2", spatial.Spring(stiffness=20))
    connect_all(d, "world spring1 body", "world bar spring2 !body")
    return d


def planar_four_bar() -> Diagram:
    """Return a loop of four revolute joints with parallel axes."""
    d = in_world("PlanarFourbar", 5)
    d.add("revolute1", spatial.Revolute(start=AT_REST))
    for number in (2, 3, 4):
        d.add(f"revolute{number}", spatial.Revolute(guess={"phi": 0}))
    for name, way in (("b0", [-0.15, 1, 0]), ("b1", [0.4, 0, 0]), ("b2", [0.1, 1.1, 0]), ("b3", [0.65, 0.1, 0])):
        d.add(name, spatial.Box(r=way, **SQUARE))
    add_damper(d, "revolute1")
    connect_all(d, "world revolute1 b1 revolute2 b2 !revolute4", "world b0 revolute3 b3 revolute4")
    return d


def four_bar() -> Diagram:
    """Return a loop of six revolute joints and a prismatic one."""
    d = in_world("Fourbar1", 5)
    d.add("j1", spatial.Revolute(direction="x", start={"phi": 0, "w": 5.235987755982989}))
    d.add("j2", spatial.Prismatic(direction="x", guess={"s": -0.2}))
    for name, direction in (("j3", "x"), ("j4", "y"), ("j5", "z"), ("rev", "y"), ("rev1", "z")):
        d.add(name, spatial.Revolute(direction=direction))
    for name, way in (("b1", [0, 0.5, 0.1]), ("b2", [0, 0.2, 0]), ("b3", [-1, 0.3, 0.1])):
        d.add(name, spatial.Cylinder(r=way, diameter="50 mm"))
    d.add("position", spatial.FixedTranslation(r=[1.2, 0, 0]))
    connect_all(d, "world j1 b1 j3 j4 j5 !b3", "world position j2 b2 rev rev1 b3")
    return d


MODELS: dict[str, Callable[[], Diagram]] = {
    "15_MB_Pendulum": pendulum,
    "16_MB_DoublePendulum": double_pendulum,
    "18_MB_FreeBody": free_body,
    "21_MB_PlanarFourbar": planar_four_bar,
    "23_MB_Fourbar1": four_bar,
}
