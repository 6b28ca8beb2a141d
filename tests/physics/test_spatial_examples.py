"""Small mechanisms in space, after Modelica's examples, against exact solutions and equations written out by hand."""

from __future__ import annotations

from math import cos, cosh, pi, sin, sqrt

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from blocks import Block
from libraries import spatial, translational
from solver.result import Result
from solver.simulate import simulate
from tests.models import elementary_models
from tests.models.spatial_models import G, connect_all, in_space
from tests.physics.motions import FINE, integrate, motion_of

# small models after Modelica's examples


def test_bead_leaves_a_turning_rod_exponentially() -> None:
    speed, place = 3.0, 0.1
    result = simulate(elementary_models.bead_on_rod(speed, place), 1, **FINE)
    assert np.abs(result["slide.s"] - place * np.cosh(speed * result.time)).max() < 1e-9
    # the rod pushes sideways with twice the product of turning and sliding, and carries the weight
    m, v = 0.7, place * speed * np.sinh(speed * result.time)
    turned = Rotation.from_rotvec(np.outer(speed * result.time, [0, 0, 1]))
    push = turned.apply(result["bead.a.f"], inverse=True)
    assert push[:, 1] == pytest.approx(2 * m * speed * v, abs=1e-8)
    assert push[:, 2] == pytest.approx(m * G, abs=1e-9)
    assert result["drive.shaft.tau"][-1] == pytest.approx(-2 * m * speed * v[-1] * place * cosh(speed), abs=1e-7)


def test_spring_pendulum_moves_as_lagrange_says() -> None:
    m, c, damping, free, about = 0.9, 80.0, 0.4, 0.5, 0.02
    result = simulate(elementary_models.spring_pendulum(), 10, **FINE)

    def lagrange(_: float, x: np.ndarray) -> list[float]:
        phi, w, s, v = x
        turning = (-2 * m * s * v * w - m * G * s * sin(phi)) / (m * s**2 + about)
        return [w, turning, v, s * w**2 + G * cos(phi) - (c * (s - free) + damping * v) / m]

    expected = integrate(lagrange, [1.2, 0, 0.6, 0], result.time)
    found = np.column_stack([result[name] for name in ("swing.phi", "swing.w", "slide.s", "slide.v")])
    assert np.abs(found - expected).max() < 1e-6


def test_crane_moves_as_lagrange_says() -> None:
    trolley, load, length, about = 2.0, 1.2, 0.7, 0.06
    result = simulate(elementary_models.crane(), 5, **FINE)

    def lagrange(t: float, x: np.ndarray) -> list[float]:
        _, v, phi, w = x
        # the hinge turns about y, so that a positive angle moves the load, which hangs down, towards -x
        coupling = -load * length * cos(phi)
        matrix = [[trolley + load, coupling], [coupling, load * length**2 + about]]
        push = 5 * sin(2 * pi * 0.7 * t) - load * length * sin(phi) * w**2
        speed, turning = np.linalg.solve(matrix, [push, -load * G * length * sin(phi)])
        return [v, speed, w, turning]

    expected = integrate(lagrange, [0, 0.2, 0.9, 0.5], result.time)
    found = np.column_stack([result[name] for name in ("rail.s", "rail.v", "hinge.phi", "hinge.w")])
    assert np.abs(found - expected).max() < 1e-6


@pytest.mark.parametrize("tip", [(0.7, 0.3), (-0.5, 0.4), (0.1, -0.9)])
def test_double_pendulum_starts_with_its_tip_where_it_should(tip: tuple[float, float]) -> None:
    result = simulate(elementary_models.double_pendulum_by_its_tip(tip), 0.1)
    a, b = result["r1.phi"][0], result["r2.phi"][0]
    assert 0.5 * np.array([cos(a) + cos(a + b), sin(a) + sin(a + b)]) == pytest.approx(tip, abs=1e-9)
    assert result["b2.b.r"][0] == pytest.approx([*tip, 0], abs=1e-9)


def test_springs_in_series_and_in_parallel() -> None:
    """Energy is kept, the motion stays in its plane, and it swings about where the springs balance the weights."""
    node, m = 0.05, 0.8
    result = simulate(elementary_models.three_springs(node), 5, **FINE)
    energy = sum(
        mass * ((result[f"{name}.v"] ** 2).sum(axis=1) / 2 + G * result[f"{name}.position"][:, 2])
        for name, mass in (("node", node), ("mass", m))
    ) + sum(c / 2 * (result[f"spring{k}.length"] - 0.1) ** 2 for k, c in ((1, 30.0), (2, 30.0), (3, 40.0)))
    assert np.ptp(energy) < 1e-7
    assert np.abs(result["mass.position"][:, :2]).max() < 1e-12

    def vertical(_: float, x: np.ndarray) -> list[float]:
        high, low, up, down = x
        slanted = sqrt(0.09 + high**2)
        lift = -2 * 30 * (slanted - 0.1) * high / slanted
        pull = 40 * ((high - low) - 0.1)
        return [up, down, (lift - pull) / node - G, pull / m - G]

    start = [result[name][0] for name in ("node.position[3]", "mass.position[3]", "node.v[3]", "mass.v[3]")]
    expected = integrate(vertical, start, result.time)
    assert np.abs(result["mass.position[3]"] - expected[:, 1]).max() < 1e-7


def spring_and_mass(free: bool) -> Result:
    """Return a mass on a vertical slide, held by a spring in space or by one on the axis of the slide."""
    spring: Block = (spatial if free else translational).SpringDamper(stiffness=40, damping=1, free_length=0.2)
    d = in_space(
        "spring_and_mass", 3, slide=spatial.Prismatic(direction="n", n=[0, 0, -1], start={"s": 0.3, "v": 0.5}),
        body=spatial.Body(m=1.5), spring=spring,
    )  # fmt: skip
    connect_all(d, "world slide body")
    if free:
        d.connect("world.origin", "spring.a")
        d.connect("spring.b", "slide.b")
    else:
        d.add("fixed", translational.Fixed())
        d.connect("fixed.flange", "spring.a")
        d.connect("spring.b", "slide.axis")
    return simulate(d, 3, **FINE)


def test_spring_in_space_and_spring_on_the_axis_are_one() -> None:
    """Modelica's SpringMassSystem and SpringDamperSystem, with the exact solution."""
    m, c, damping = 1.5, 40.0, 1.0
    rest, decay = 0.2 + m * G / c, damping / (2 * m)
    w = sqrt(c / m - decay**2)
    for free in (True, False):
        result = spring_and_mass(free)
        t = result.time
        swing = (0.3 - rest) * np.cos(w * t) + (0.5 + decay * (0.3 - rest)) / w * np.sin(w * t)
        assert result["slide.s"] == pytest.approx(rest + np.exp(-decay * t) * swing, abs=1e-9)


def test_puck_on_a_tilted_plane_flies_a_parabola() -> None:
    tilt = 0.4
    d = in_space(
        "puck", 2, plane=spatial.Fixed(angles=[tilt, 0, 0]), body=spatial.Body(m=0.3, I=[0.1, 0.2, 0.3]),
        glide=spatial.Planar(start={"x": 0.1, "y": 0, "phi": 0.2, "vx": 0.5, "vy": 1, "w": 3}),
    )  # fmt: skip
    d.connect("plane.frame", "glide.a")
    d.connect("glide.b", "body.a")
    result = simulate(d, 2, **FINE)
    t = result.time
    assert result["glide.x"] == pytest.approx(0.1 + 0.5 * t, abs=1e-10)
    assert result["glide.y"] == pytest.approx(t - G * sin(tilt) / 2 * t**2, abs=1e-10)
    assert result["glide.phi"] == pytest.approx(0.2 + 3 * t, abs=1e-10)


def test_sleeve_on_a_helix_of_its_own() -> None:
    """A body on a slanted cylindrical joint falls along the axis while it swings about it like a pendulum."""
    tilt, arm, m, about = 0.6, 0.4, 0.5, 0.03
    d = in_space(
        "sleeve", 3, bearing=spatial.Fixed(angles=[tilt, 0, 0]),
        sleeve=spatial.Cylindrical(direction="z", start={"phi": 0.3, "w": 0, "s": 0, "v": 0}),
        body=spatial.Body(m=m, r_cm=[arm, 0, 0], I=[0.01, 0.02, about]),
    )  # fmt: skip
    d.connect("bearing.frame", "sleeve.a")
    d.connect("sleeve.b", "body.a")
    result = simulate(d, 3, **FINE)
    t = result.time
    assert result["sleeve.s"] == pytest.approx(-G * cos(tilt) / 2 * t**2, abs=1e-9)

    def swing(_: float, x: np.ndarray) -> list[float]:
        # seen from the bearing, gravity across the axis points along -y
        return [x[1], -m * G * sin(tilt) * arm * cos(x[0]) / (m * arm**2 + about)]

    assert np.abs(result["sleeve.phi"] - integrate(swing, [0.3, 0], t)[:, 0]).max() < 1e-8


def test_wheel_rolls_as_the_textbook_says() -> None:
    """A thin disc that rolls without slipping, in the axes that lean with it but do not spin (Routh)."""
    m, a, across, about = (elementary_models.WHEEL[name] for name in ("m", "radius", "across", "about"))
    result = simulate(elementary_models.rolling_wheel(), 5, **FINE)

    def routh(_: float, x: np.ndarray) -> list[float]:
        # tilt of the axis from the vertical, and angular velocity: level, up the disc, along the axis
        tilt, level, up, along = x
        turn = up * cos(tilt) / sin(tilt)  # how fast the leaning axes turn about the axis
        d_level = (across * up * turn - (about + m * a**2) * up * along - m * G * a * cos(tilt)) / (across + m * a**2)
        d_up = (about * level * along - across * level * turn) / across
        return [level, d_level, d_up, m * a**2 * level * up / (about + m * a**2)]

    tilt = pi / 2 - 0.3
    expected = integrate(routh, [tilt, *elementary_models.WHEEL_START], result.time)
    axis = Rotation.from_euler("XYZ", result["body.angles"]).apply([0, 0, 1])
    assert np.abs(np.arccos(axis[:, 2]) - expected[:, 0]).max() < 1e-7
    assert np.abs(result["body.w_body[3]"] - expected[:, 3]).max() < 1e-6
    assert np.abs(result["body.position[3]"] - a * np.sin(expected[:, 0])).max() < 1e-7
    motion = motion_of(result, "body", m, [across, across, about])
    assert np.ptp(motion["kinetic"] + m * G * motion["height"]) < 1e-7


def test_arm_passes_its_loads_on_to_the_ground() -> None:
    """At rest the ground carries the weight and its moment; turning, also what keeps the arm on its circle."""
    m, arm, speed = 2.0, np.array([0.6, 0.1, 0.3]), 4.0
    d = in_space(
        "arm", 1, hub=spatial.Revolute(start={"phi": 0.4, "w": speed}), body=spatial.Body(m=m, r_cm=arm.tolist())
    )  # fmt: skip
    connect_all(d, "world hub body")
    result = simulate(d, 1, **FINE)
    turned = Rotation.from_rotvec(np.outer(0.4 + speed * result.time, [0, 0, 1]))
    place = turned.apply(arm)
    inward = -m * speed**2 * place * [1, 1, 0]
    force = inward + [0, 0, m * G]
    assert np.abs(result["hub.a.f"] - force).max() < 1e-9
    assert np.abs(result["hub.a.t"] - np.cross(place, force)).max() < 1e-9
