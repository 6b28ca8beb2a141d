"""Mass, centre of mass and inertia of whole mechanisms."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.errors import ModelError
from libraries import planar
from libraries.spatial import (
    Box,
    Cylinder,
    Distance,
    Fixed,
    FixedTranslation,
    InertiaSensor,
    Link,
    PointMass,
    Revolute,
    Spherical,
    SpringDamper,
    World,
)
from solver.simulate import simulate
from tests.libraries.spatial_parts import WEIGHTLESS, diagram, matrix, vector


def test_solids_have_the_inertia_of_the_handbook() -> None:
    built = diagram(
        "world.origin hold.a", "hold.b box.a weigh.a", "post.frame bar.a", "bar.b other.a", "held.b box.b",
        world=World(g=WEIGHTLESS), hold=Spherical(), box=Box(r=[0, 0, 0.4], width=0.2, height=0.1, density=1000),
        held=FixedTranslation(), weigh=InertiaSensor(), post=Fixed(r=[5, 0, 0]),
        bar=Cylinder(r=[0, 0.5, 0], diameter=0.2, bore=0.1, density=1000), other=InertiaSensor(),
    )  # fmt: skip
    result = simulate(built, 0.01)
    m = 1000 * 0.4 * 0.2 * 0.1
    assert result["weigh.mass"][0] == pytest.approx(m)
    wanted = m / 12 * np.diag([0.4**2 + 0.2**2, 0.4**2 + 0.1**2, 0.2**2 + 0.1**2])
    assert matrix(result, "weigh.inertia", 0) == pytest.approx(wanted)
    m = 1000 * 0.5 * np.pi / 4 * (0.2**2 - 0.1**2)
    about, across = m * (0.2**2 + 0.1**2) / 8, m * (3 * (0.1**2 + 0.05**2) + 0.5**2) / 12
    assert result["other.mass"][0] == pytest.approx(m)
    assert matrix(result, "other.inertia", 0) == pytest.approx(np.diag([across, about, across]))


def test_weighing_sees_what_hangs_together_and_nothing_else() -> None:
    """Springs join parts; the ground and sensors do not."""
    built = diagram(
        "world.origin j1.a j2.a", "j1.b first.a weigh.a far.a", "j2.b second.a far.b", "first.b spring.a",
        "spring.b third.a",
        world=World(), j1=Revolute(), j2=Revolute(), first=Link(m=1), second=Link(m=10), third=PointMass(m=100),
        spring=SpringDamper(), weigh=InertiaSensor(), far=Distance(),
    )  # fmt: skip
    assert simulate(built, 0.01)["weigh.mass"][0] == pytest.approx(101)


def test_centre_of_mass_moves_as_its_momentum_says() -> None:
    built = diagram(
        "world.origin j.a", "j.b l1.a", "l1.b s.a", "s.b l2.a", "l2.b tip.a weigh.a",
        world=World(), j=Revolute(direction="y", start={"phi": 0.3, "w": 1}), l1=Box(r=[0.5, 0, 0]), s=Spherical(),
        l2=Link(r=[0.3, 0, 0], r_cm=[0.1, 0.02, 0], m=2, I=[0.01, 0.02, 0.03]), tip=PointMass(m=0.5),
        weigh=InertiaSensor(),
    )  # fmt: skip
    result = simulate(built, 1, solver="rk4", step="1 ms", interval="1 ms")
    rate = np.gradient(vector(result, "weigh.position"), result.time, axis=1)
    assert np.abs(rate - vector(result, "weigh.v"))[:, 2:-2].max() < 1e-4
    inertia = matrix(result, "weigh.inertia", -1)
    assert inertia == pytest.approx(inertia.T)
    assert np.linalg.eigvalsh(inertia).min() > 0


def test_planar_mechanisms_are_weighed_too() -> None:
    built = diagram(
        "post.a joint.a", "joint.b rod.a", "rod.b tip.a weigh.a",
        world=planar.World(), post=planar.Fixed(), joint=planar.Revolute(start={"phi": 1, "w": 2}),
        rod=planar.Rod(m=2, length=1), tip=planar.Body(m=1, I=0.1), weigh=planar.InertiaSensor(),
    )  # fmt: skip
    result = simulate(built, 0.01)
    centre = (2 * 0.5 + 1) / 3
    inertia = 2 / 12 + 2 * (centre - 0.5) ** 2 + 0.1 + (1 - centre) ** 2
    found = [result[f"weigh.{name}"][0] for name in ("mass", "x", "y", "vx", "inertia", "angular_momentum")]
    wanted = [3, centre * np.cos(1), centre * np.sin(1), -2 * centre * np.sin(1), inertia, 2 * inertia]
    assert found == pytest.approx(wanted)


def test_nothing_to_weigh_is_an_error() -> None:
    built = diagram("world.origin weigh.a", world=World(), weigh=InertiaSensor())
    with pytest.raises(ModelError) as caught:
        simulate(built, 1)
    assert str(caught.value) == (
        'There is nothing to weigh for "weigh": no mass hangs together with its frame.\n'
        "  Connect its frame to a body, or to a part that is connected to one."
    )


def test_energy_of_a_mechanism_stays_the_same_without_losses() -> None:
    """Two links that turn in space and a mass on a spring; what the spring holds is added by hand."""
    built = diagram(
        "world.origin j.a", "j.b l1.a", "l1.b s.a", "s.b l2.a", "l2.b spring.a weigh.a", "spring.b tip.a",
        world=World(), j=Revolute(direction="y", start={"phi": 0.3, "w": 1}), l1=Box(r=[0.5, 0, 0], density=100),
        s=Spherical(start={"w": [1, 2, 3]}), l2=Cylinder(r=[0.3, 0.2, 0], density=100),
        spring=SpringDamper(stiffness=500, damping=0, free_length=0.2),
        tip=PointMass(m=0.5, start={"position": [0.9, 0.2, 0.2]}), weigh=InertiaSensor(),
    )  # fmt: skip
    result = simulate(built, 1.0, tolerance=1e-9)
    elastic = 250 * (result["spring.length"] - 0.2) ** 2
    energy = result["weigh.kinetic_energy"] + result["weigh.potential_energy"] + elastic
    assert np.ptp(result["weigh.potential_energy"]) > 1
    assert energy == pytest.approx(energy[0], abs=1e-5)
