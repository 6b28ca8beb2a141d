"""Planar mechanics against published values and conservation laws."""

from collections.abc import Callable

import numpy as np
import pytest

from blocks import Block, Diagram
from libraries import rotational, translational
from libraries.planar import (
    AbsolutePosition,
    AbsoluteVelocity,
    Body,
    CutForce,
    Damper,
    Distance,
    Fixed,
    FixedRotation,
    FixedTranslation,
    LineForce,
    Link,
    PointMass,
    Prismatic,
    RelativePosition,
    Revolute,
    Rod,
    Spring,
    SpringDamper,
    TorsionSpring,
    World,
)
from solver.simulate import simulate
from tests.models import planar_models as models


@pytest.mark.parametrize(
    ("build", "until", "signal", "expected"),
    [
        (lambda: models.pendulum(4), 0.5, "joint1.phi", -0.8503980693),
        (lambda: models.pendulum(8), 0.5, "joint1.phi", -0.6824694926),
        (models.fourbar, 0.5, "crank_joint.phi", 2.69922490),
        (models.ring, 0.5, "pin.phi", -1.67418815),
        (models.slider_crank, 1.0, "guide.s", 1.355064043),
        (models.slider_crank, 2.0, "guide.s", 0.501202265),
    ],
)
def test_benchmark_ends_where_independent_codes_end(
    build: Callable[[], Diagram], until: float, signal: str, expected: float
) -> None:
    result = simulate(build(), until, tolerance=1e-8)
    assert result[signal][-1] == pytest.approx(expected, abs=1e-6)


# PlanarMechanics' published results; the limits are what an exact solution differs by
def test_piston_engine_ends_as_published() -> None:
    result = simulate(models.piston_engine(), 10.0, tolerance=1e-8)
    assert result["revoluteDrive.phi"][-1] == pytest.approx(-16.8149395, abs=2e-4)
    assert result["revoluteDrive.w"][-1] == pytest.approx(-1.594266279, abs=2e-4)


def test_kinematic_loop_starts_and_ends_as_published() -> None:
    result = simulate(models.kinematic_loop(), 6.0, tolerance=1e-8)
    assert result["revolute1.phi"][0] == pytest.approx(0.4115168461)
    assert result["revolute1.phi"][-1] == pytest.approx(0.3185423877, abs=1e-5)
    assert result["revolute4.phi"][-1] == pytest.approx(-0.2687400253, abs=1e-5)


MASSES = {"base": 2.0, "link": 1.5, "rod": 0.7, "weight": 0.5}
INERTIAS = {"base": 0.3, "link": 0.2, "rod": 0.7 * 0.6**2 / 12}
GRAVITY = (1.0, -9.81)


def free_mechanism() -> Diagram:
    """Return a free mechanism that uses every kind of part that keeps energy."""
    at_start = {"x": 0.1, "y": 0.2, "phi": 0.3, "vx": 0.4, "vy": -0.2, "w": 1.0}
    parts: dict[str, Block] = {
        "world": World(g=list(GRAVITY)),
        "base": Body(m=MASSES["base"], I=INERTIAS["base"], start=at_start),
        "slide": Prismatic(direction=0.7, start={"s": 0.4, "v": 0.3}),
        "turn": FixedRotation(angle=0.5),
        "cell": CutForce(axes="frame"),
        "arm": FixedTranslation(r=[0.2, 0.3]),
        "joint": Revolute(start={"phi": 0.2, "w": -0.5}),
        "link": Link(m=MASSES["link"], r=[0.8, 0.1], r_cm=[0.3, 0.2], I=INERTIAS["link"]),
        "weight": PointMass(m=MASSES["weight"]),
        "knee": Revolute(start={"phi": -0.3, "w": 0.8}),
        "rod": Rod(m=MASSES["rod"], length=0.6),
        "spring": Spring(stiffness=30.0, free_length=0.5),
        "torsion": TorsionSpring(stiffness=5.0, free_angle=0.1),
        "line": LineForce(),
        "line_spring": translational.Spring(stiffness=20.0, free_length=0.3),
        "wall": translational.Fixed(),
        "slide_spring": translational.Spring(stiffness=40.0, free_length=0.5),
        "relative": RelativePosition(),
        "distance": Distance(),
        "place": AbsolutePosition(),
        "speed": AbsoluteVelocity(axes="frame"),
    }
    d = Diagram("free_mechanism")
    for name, part in parts.items():
        d.add(name, part)
    d.connect("base.a", "slide.a", "spring.a", "line.a", "relative.a", "distance.a")
    d.connect("slide.b", "turn.a")
    d.connect("turn.b", "cell.a")
    d.connect("cell.b", "arm.a")
    d.connect("arm.b", "joint.a", "torsion.a")
    d.connect("joint.b", "link.a", "torsion.b")
    d.connect("link.b", "weight.a", "spring.b", "knee.a")
    d.connect("knee.b", "rod.a")
    d.connect("rod.b", "line.b", "relative.b", "distance.b", "place.a", "speed.a")
    d.connect("line.near", "line_spring.a")
    d.connect("line.far", "line_spring.b")
    d.connect("wall.flange", "slide_spring.a")
    d.connect("slide_spring.b", "slide.axis")
    return d


def test_free_mechanism_keeps_energy_and_momentum() -> None:
    r = simulate(free_mechanism(), 1.0, tolerance=1e-9)
    kinetic = sum(m / 2 * (r[f"{name}.vx"] ** 2 + r[f"{name}.vy"] ** 2) for name, m in MASSES.items())
    kinetic += sum(inertia / 2 * r[f"{name}.w"] ** 2 for name, inertia in INERTIAS.items())
    springs = 15 * (r["spring.length"] - 0.5) ** 2 + 2.5 * (r["joint.phi"] - 0.1) ** 2
    springs += 10 * (r["line.length"] - 0.3) ** 2 + 20 * (r["slide.s"] - 0.5) ** 2
    weight = -sum(m * (GRAVITY[0] * r[f"{name}.x"] + GRAVITY[1] * r[f"{name}.y"]) for name, m in MASSES.items())
    assert np.ptp(kinetic) > 10
    assert np.ptp(kinetic + springs + weight) < 1e-5

    total = sum(MASSES.values())
    for axis, g in zip("xy", GRAVITY, strict=True):
        momentum = sum(m * r[f"{name}.v{axis}"] for name, m in MASSES.items())
        assert np.ptp(momentum - total * g * r.time) < 1e-6


def test_sensors_agree_with_each_other() -> None:
    r = simulate(free_mechanism(), 0.5, tolerance=1e-8)
    assert np.hypot(r["relative.x"], r["relative.y"]) == pytest.approx(r["distance.distance"])
    assert r["line.length"] == pytest.approx(r["distance.distance"])
    assert r["place.phi"] == pytest.approx(r["base.phi"] + r["relative.phi"])
    # the speed of the rod's end from that of its middle, in the axes of the rod
    c, s = np.cos(r["rod.phi"]), np.sin(r["rod.phi"])
    assert r["speed.vx"] == pytest.approx(c * r["rod.vx"] + s * r["rod.vy"], abs=1e-9)
    assert r["speed.vy"] == pytest.approx(c * r["rod.vy"] - s * r["rod.vx"] + 0.3 * r["rod.w"], abs=1e-9)


def test_load_cell_carries_a_spinning_wheel_on_a_cantilever() -> None:
    d = Diagram()
    d.add("world", World())
    d.add("wall", Fixed())
    d.add("cell", CutForce())
    d.add("arm", FixedTranslation(r=[2.0, 0.0]))
    d.add("bearing", Revolute(start={"phi": 0.0, "w": 10.0}))
    d.add("wheel", Body(m=1.0))
    d.connect("wall.a", "cell.a")
    d.connect("cell.b", "arm.a")
    d.connect("arm.b", "bearing.a")
    d.connect("bearing.b", "wheel.a")
    r = simulate(d, 0.1)
    assert [r[f"cell.{name}"][-1] for name in ("fx", "fy", "tau")] == pytest.approx([0.0, 9.81, 19.62])


def test_driven_joint_with_friction_approaches_its_final_speed() -> None:
    d = Diagram()
    d.add("world", World())
    d.add("wall", Fixed())
    d.add("joint", Revolute(damping=0.2, start={"phi": 1.0, "w": 1.0}))
    d.add("wheel", Body(I=0.1))
    d.add("motor", rotational.ConstantTorque(torque=0.3))
    d.connect("wall.a", "joint.a")
    d.connect("joint.b", "wheel.a")
    d.connect("motor.shaft", "joint.axis")
    assert simulate(d, 1.0, tolerance=1e-9)["joint.w"][-1] == pytest.approx(1.5 - 0.5 * np.exp(-2))


def test_slider_on_a_tilted_guide_slows_down_by_friction() -> None:
    d = Diagram()
    d.add("world", World(g=[0.0, 0.0]))
    d.add("wall", Fixed(angle=0.3))
    d.add("guide", Prismatic(direction=0.5, damping=2.0, start={"s": 1.0, "v": 1.0}))
    d.add("slider", Body(m=1.0))
    d.connect("wall.a", "guide.a")
    d.connect("guide.b", "slider.a")
    r = simulate(d, 1.0, tolerance=1e-9)
    assert r["slider.vx"][-1] == pytest.approx(np.exp(-2) * np.cos(0.8))
    assert r["slider.vy"][-1] == pytest.approx(np.exp(-2) * np.sin(0.8))


def test_mass_on_a_spring_and_dampers_rings_down() -> None:
    d = Diagram()
    d.add("world", World(g=[0.0, 0.0]))
    d.add("wall", Fixed())
    d.add("spring", SpringDamper(stiffness=9.0, damping=2.0, free_length=1.0))
    d.add("damper", Damper(damping=1.0))
    d.add("mass", Body(m=1.0, start={"x": 0.0, "y": 2.0, "phi": 0.0, "vx": 0.0, "vy": 0.0, "w": 0.0}))
    d.connect("wall.a", "spring.a", "damper.a")
    d.connect("mass.a", "spring.b", "damper.b")
    frequency = np.sqrt(9 - 1.5**2)
    expected = 1 + np.exp(-1.5) * (np.cos(frequency) + 1.5 / frequency * np.sin(frequency))
    assert simulate(d, 1.0, tolerance=1e-9)["mass.y"][-1] == pytest.approx(expected)
