"""Fields of gravity, after PointGravity, PointGravityWithPointMasses and UserDefinedGravityField of Modelica."""

from __future__ import annotations

from typing import Any

from blocks import Diagram
from libraries import signals, spatial
from tests.models.spatial_models import connect_all


def in_point_field(name: str, mu: float, **blocks: Any) -> Diagram:
    """Return a diagram with a field of gravity about the origin."""
    d = Diagram(name)
    d.add("world", spatial.World(gravity="point", mu=mu))
    for block, part in blocks.items():
        d.add(block, part)
    return d


def point_gravity(start: dict[str, Any], mu: float = 1.0) -> Diagram:
    """Return PointGravity: a body, and a mass without extension, which start alike."""
    turning = {"angles": [0.3, 0, 0.1], "w_body": [1.0, -2.0, 0.5]}
    return in_point_field(
        "point_gravity", mu, body=spatial.Body(m=3, I=[0.1, 0.2, 0.3], start={**start, **turning}),
        mass=spatial.PointMass(m=1, start=start),
    )  # fmt: skip


TETHER = {"m1": 1.0, "m2": 2.0, "stiffness": 8.0, "free_length": 0.4}


def tethered_masses() -> Diagram:
    """Return PointGravityWithPointMasses2: masses on a spring that orbit together."""
    d = in_point_field(
        "tethered_masses", 1.0, spring=spatial.Spring(stiffness=TETHER["stiffness"], free_length=TETHER["free_length"]),
        one=spatial.PointMass(m=TETHER["m1"], start={"position": [1.5, 0, 0], "v": [0, 0.9, 0.1]}),
        two=spatial.PointMass(m=TETHER["m2"], start={"position": [1.0, 0.1, 0], "v": [0, 1.15, -0.1]}),
        weigh=spatial.InertiaSensor(),
    )  # fmt: skip
    d.connect("one.a", "spring.a")
    d.connect("spring.b", "two.a", "weigh.a")
    return d


PLANET = {"radius": 50.0, "g": 9.81}


def own_field() -> Diagram:
    """Return UserDefinedGravityField: a pendulum whose gravity is made of signals, growing with the depth.

    The world has none; a force at the centre of mass is -m g(height) along z, g(height) = 9.81 (1 - height / 50 m).
    """
    d = Diagram("own_field")
    d.add("world", spatial.World(gravity="none"))
    d.add("swing", spatial.Revolute(direction="y", start={"phi": 1.0, "w": 0}))
    d.add("arm", spatial.FixedTranslation(r=[0, 0, -4.0]))
    d.add("bob", spatial.Body(m=2, I=[0.1, 0.1, 0.1]))
    d.add("where", spatial.AbsolutePosition())
    d.add("height", signals.Select(n=3, element=3))
    d.add("weight", signals.Table1D(u_points=[0, PLANET["radius"]], y_points=[-2 * PLANET["g"], 0], outside="extended"))
    d.add("zero", signals.Constant(level=0.0))
    d.add("vector", signals.Mux(n=3))
    d.add("pull", spatial.Force())
    connect_all(d, "world swing arm bob")
    d.connect("bob.a", "where.a", "pull.frame")
    d.connect("where.r", "height.u")
    d.connect("height.y", "weight.u")
    d.connect("zero.y", "vector.u[1]")
    d.connect("zero.y", "vector.u[2]")
    d.connect("weight.y", "vector.u[3]")
    d.connect("vector.y", "pull.force")
    return d
