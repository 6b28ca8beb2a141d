"""Mechanics in space against exact solutions, conservation laws and equations of motion written out by hand."""

from __future__ import annotations

from math import cos, cosh, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation
from scipy.special import fresnel

from blocks import Block
from libraries import spatial, translational
from solver.result import Result
from solver.simulate import simulate
from tests.models import more_spatial_models as models
from tests.models.spatial_models import connect_all

G = models.G
FINE: dict[str, Any] = {"solver": "rk4", "step": "1 ms", "interval": "10 ms"}
SHARP: dict[str, Any] = {"solver": "adaptive", "tolerance": 1e-11, "interval": "10 ms"}


def motion_of(result: Result, name: str, m: float, inertia: Any) -> dict[str, np.ndarray]:
    """Return kinetic energy, momentum, angular momentum about the origin and height of a body."""
    matrix = np.asarray(inertia, float)
    matrix = np.diag(matrix) if matrix.ndim == 1 else matrix
    r, v, w = (result[f"{name}.{part}"] for part in ("position", "v", "w_body"))
    turned = Rotation.from_euler("XYZ", result[f"{name}.angles"])
    spin = w @ matrix
    return {
        "kinetic": m / 2 * (v**2).sum(axis=1) + (w * spin).sum(axis=1) / 2, "momentum": m * v,
        "angular": m * np.cross(r, v) + turned.apply(spin), "height": r[:, 2],
    }  # fmt: skip


def change(values: np.ndarray) -> float:
    """Return how far values ever are from their start, over the size of the start."""
    return float(np.linalg.norm(np.atleast_2d((values - values[0]).T), axis=0).max() / np.linalg.norm(values[0]))


def integrate(rate: Any, start: list[float], times: np.ndarray) -> np.ndarray:
    """Return states of a differential equation, one column each, by a method that is not ours."""
    found = solve_ivp(
        rate, (times[0], times[-1]), start, method="DOP853", t_eval=times, rtol=1e-13, atol=1e-14
    )  # fmt: skip
    assert found.success
    return found.y.T


# bodies that nothing holds


@pytest.mark.parametrize("how", [FINE, SHARP])
def test_tumbling_body_keeps_energy_and_momentum_for_a_minute(how: dict[str, Any]) -> None:
    result = simulate(models.tumbling_body(), 60, **how)
    motion = motion_of(result, "body", 2, models.INERTIA)
    assert change(motion["kinetic"]) < 1e-8
    # the centre of mass starts in the origin and flies straight, so that all angular momentum is spin
    assert change(motion["angular"]) < 1e-8
    assert change(motion["momentum"]) < 1e-8
    assert np.abs(result["body.position"] - np.outer(result.time, [0.3, -0.2, 0.1])).max() < 1e-8
    # it does tumble
    assert np.ptp(result["body.w_body"], axis=0).min() > 0.5


def test_length_of_the_quaternion_does_not_drift() -> None:
    result = simulate(models.tumbling_body(), 60, **FINE)
    excess = np.abs(np.linalg.norm(result["body.motion.Q"], axis=1) - 1)
    assert excess.max() < 1e-10
    early, late = excess[10:2000].mean(), excess[-2000:].mean()
    assert late < 1.5 * early


def test_body_flips_about_its_middle_axis_when_euler_says() -> None:
    result = simulate(models.flipping_body(), 20, solver="rk4", step="0.5 ms", interval="10 ms")
    first, second, third = 0.1, 0.2, 0.3

    def euler(_: float, w: np.ndarray) -> list[float]:
        x, y, z = w
        return [(second - third) / first * y * z, (third - first) / second * z * x, (first - second) / third * x * y]

    expected = integrate(euler, [0.03, 6.0, 0.0], result.time)
    assert np.abs(result["body.w_body"] - expected).max() < 1e-6
    flips = np.flatnonzero(np.diff(np.sign(result["body.w_body"][:, 1])))
    assert len(flips) >= 4


def test_spinning_disc_wobbles_about_its_axis_at_the_known_rate() -> None:
    """A symmetric body: its angular velocity circles about the axis at (C - A) / A times the spin."""
    across, about = 0.3, 0.5
    d = models.in_space("disc", 10, models.WEIGHTLESS, body=spatial.Body(
        m=1, I=[across, across, about],
        start={"position": [0, 0, 0], "v": [0, 0, 0], "angles": [0, 0, 0], "w_body": [0.4, 0, 7]},
    ))  # fmt: skip
    result = simulate(d, 10, **FINE)
    phase = (about - across) / across * 7 * result.time
    expected = np.column_stack([0.4 * np.cos(phase), 0.4 * np.sin(phase), np.full(len(phase), 7.0)])
    assert np.abs(result["body.w_body"] - expected).max() < 1e-8


def test_thruster_flies_a_fresnel_spiral() -> None:
    result = simulate(models.thruster(), 4, **FINE)
    turning = 0.8 / 0.4  # angular acceleration: the angle is turning t^2 / 2
    scale = sqrt(turning / pi)
    s, c = fresnel(result.time * scale)
    v = 3 / 2 / scale * np.column_stack([c, s])
    assert np.abs(result["body.v"][:, :2] - v).max() < 1e-8
    assert np.abs(result["body.v"][:, 2]).max() < 1e-12
    assert result["body.w"][-1] == pytest.approx([0, 0, 8], abs=1e-9)


def test_two_bodies_on_a_spring_turn_about_their_centre() -> None:
    """A dumb-bell whose spring is stretched just as much as its rotation needs keeps its length."""
    m1, m2, c, free, length = 1.0, 3.0, 200.0, 0.8, 1.0
    reduced = m1 * m2 / (m1 + m2)
    w = sqrt(c * (length - free) / (reduced * length))
    r1, r2 = m2 / (m1 + m2) * length, m1 / (m1 + m2) * length
    axis = Rotation.from_rotvec([0.3, -0.5, 0.2])
    place, speed, normal = axis.apply([1, 0, 0]), axis.apply([0, 1, 0]), axis.apply([0, 0, 1])
    start1 = {"position": (r1 * place).tolist(), "v": (r1 * w * speed).tolist()}
    start2 = {"position": (-r2 * place).tolist(), "v": (-r2 * w * speed).tolist()}
    d = models.in_space(
        "dumb_bell", 5, models.WEIGHTLESS, one=spatial.PointMass(m=m1, start=start1),
        two=spatial.PointMass(m=m2, start=start2), spring=spatial.Spring(stiffness=c, free_length=free),
    )  # fmt: skip
    d.connect("two.a", "spring.a")
    d.connect("spring.b", "one.a")
    result = simulate(d, 5, **FINE)
    assert np.abs(result["spring.length"] - length).max() < 1e-8
    turned = Rotation.from_rotvec(np.outer(w * result.time, normal))
    assert np.abs(result["one.position"] - turned.apply(r1 * place)).max() < 1e-7


# tops and pendulums


@pytest.mark.parametrize(("tilt", "spin"), [(0.5, 250.0), (1.2, 300.0), (pi / 2, 200.0), (2.0, 100.0)])
def test_top_precesses_steadily(tilt: float, spin: float) -> None:
    """I3 w3 W - (I1 + m l^2) W^2 cos(tilt) = m g l: started at the slow root W, the top keeps its tilt."""
    m, length, across, about = (models.TOP[name] for name in ("m", "length", "across", "spin"))
    roots = np.roots([(across + m * length**2) * cos(tilt), -about * spin, m * G * length])
    slow = float(min(roots[np.isreal(roots)].real, key=abs))
    result = simulate(models.top(tilt, slow, spin), 5, solver="rk4", step="0.05 ms", interval="10 ms")
    azimuth = slow * result.time
    expected = length * np.column_stack([sin(tilt) * np.cos(azimuth), sin(tilt) * np.sin(azimuth), 0 * azimuth])
    expected[:, 2] = length * cos(tilt)
    assert np.abs(result["body.position"] - expected).max() < 1e-8


def test_fast_top_precesses_and_nods_as_gyroscopes_do() -> None:
    """Let go with nothing but its spin: on average m g l / (I3 w3), nodding at I3 w3 / (I1 + m l^2)."""
    m, length, across, about = (models.TOP[name] for name in ("m", "length", "across", "spin"))
    tilt, spin, pivot = 1.0, 1500.0, across + m * length**2
    result = simulate(models.top(tilt, 0.0, spin), 4, solver="rk4", step="0.02 ms", interval="1 ms")
    place = result["body.position"]
    azimuth = np.unwrap(np.arctan2(place[:, 1], place[:, 0]))
    precession, nodding = m * G * length / (about * spin), about * spin / pivot
    assert azimuth[-1] / 4 == pytest.approx(precession, rel=1e-2)
    height = place[:, 2]
    turns = np.flatnonzero((height[1:-1] > height[:-2]) & (height[1:-1] >= height[2:]))
    assert 2 * pi / np.diff(result.time[turns]).mean() == pytest.approx(nodding, rel=1e-2)
    # its axis draws a cycloid
    assert np.ptp(height) / length == pytest.approx(2 * precession / nodding * sin(tilt) ** 2, rel=1e-2)

    def lagrange(_: float, x: np.ndarray) -> list[float]:
        theta, rate, _ = x
        turning = about * spin * (cos(tilt) - cos(theta)) / (pivot * sin(theta) ** 2)
        pull = turning**2 * sin(theta) * cos(theta) + sin(theta) * (m * G * length - about * spin * turning) / pivot
        return [rate, pull, turning]

    theta, _, expected = integrate(lagrange, [tilt, 0, 0], result.time).T
    assert np.abs(azimuth - expected).max() < 1e-6
    assert np.abs(height - length * np.cos(theta)).max() < 1e-6


def test_conical_pendulum_keeps_its_circle() -> None:
    tilt, length = 0.7, 0.8
    speed = sqrt(G / (length * cos(tilt)))
    result = simulate(models.spherical_pendulum(tilt, speed), 20, **FINE)
    azimuth = speed * result.time
    expected = length * np.column_stack([sin(tilt) * np.cos(azimuth), sin(tilt) * np.sin(azimuth), 0 * azimuth])
    expected[:, 2] = -length * cos(tilt)
    assert np.abs(result["body.position"] - expected).max() < 1e-7


def test_spherical_pendulum_moves_as_lagrange_says() -> None:
    tilt, speed, length = 1.0, 1.5, 0.8
    result = simulate(models.spherical_pendulum(tilt, speed), 20, **FINE)
    momentum = sin(tilt) ** 2 * speed  # about the vertical, over m l^2

    def lagrange(_: float, x: np.ndarray) -> list[float]:
        theta, rate, _ = x
        return [rate, momentum**2 * cos(theta) / sin(theta) ** 3 - G / length * sin(theta), momentum / sin(theta) ** 2]

    theta, _, azimuth = integrate(lagrange, [tilt, 0, 0], result.time).T
    expected = length * np.column_stack([
        np.sin(theta) * np.cos(azimuth), np.sin(theta) * np.sin(azimuth), -np.cos(theta)
    ])  # fmt: skip
    assert np.abs(result["body.position"] - expected).max() < 1e-6
    place, v = result["body.position"], result["body.v"]
    assert change(place[:, 0] * v[:, 1] - place[:, 1] * v[:, 0]) < 1e-8
    assert change((v**2).sum(axis=1) / 2 + G * place[:, 2] + 100) < 1e-8


@pytest.mark.parametrize(("count", "until"), [(2, 20), (4, 5), (8, 3)])
def test_chain_of_ball_joints_keeps_energy_and_vertical_angular_momentum(count: int, until: float) -> None:
    """The first case is the double spherical pendulum."""
    speeds = [[0.3 * k, -0.5, 1.0 + 0.2 * k] for k in range(count)]
    result = simulate(models.ball_chain(count, speeds), until, solver="rk4", step="0.5 ms", interval="10 ms")
    bars = [motion_of(result, f"bar{k}", 1, [0.01, 0.09, 0.09]) for k in range(1, count + 1)]
    energy = sum(bar["kinetic"] + G * bar["height"] for bar in bars)
    vertical = sum(bar["angular"][:, 2] for bar in bars)
    assert np.abs(energy - energy[0]).max() < 1e-7 * np.ptp(sum(bar["kinetic"] for bar in bars))
    assert change(vertical) < 1e-7
    ends = [result[f"bar{k}.b.r"] - result[f"bar{k}.a.r"] for k in range(1, count + 1)]
    assert max(np.abs(np.linalg.norm(way, axis=1) - 1).max() for way in ends) < 1e-12


# small models after Modelica's examples


def test_bead_leaves_a_turning_rod_exponentially() -> None:
    speed, place = 3.0, 0.1
    result = simulate(models.bead_on_rod(speed, place), 1, **FINE)
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
    result = simulate(models.spring_pendulum(), 10, **FINE)

    def lagrange(_: float, x: np.ndarray) -> list[float]:
        phi, w, s, v = x
        turning = (-2 * m * s * v * w - m * G * s * sin(phi)) / (m * s**2 + about)
        return [w, turning, v, s * w**2 + G * cos(phi) - (c * (s - free) + damping * v) / m]

    expected = integrate(lagrange, [1.2, 0, 0.6, 0], result.time)
    found = np.column_stack([result[name] for name in ("swing.phi", "swing.w", "slide.s", "slide.v")])
    assert np.abs(found - expected).max() < 1e-6


def test_crane_moves_as_lagrange_says() -> None:
    trolley, load, length, about = 2.0, 1.2, 0.7, 0.06
    result = simulate(models.crane(), 5, **FINE)

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
    result = simulate(models.double_pendulum_by_its_tip(tip), 0.1)
    a, b = result["r1.phi"][0], result["r2.phi"][0]
    assert 0.5 * np.array([cos(a) + cos(a + b), sin(a) + sin(a + b)]) == pytest.approx(tip, abs=1e-9)
    assert result["b2.b.r"][0] == pytest.approx([*tip, 0], abs=1e-9)


def test_springs_in_series_and_in_parallel() -> None:
    """Energy is kept, the motion stays in its plane, and it swings about where the springs balance the weights."""
    node, m = 0.05, 0.8
    result = simulate(models.three_springs(node), 5, **FINE)
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


def spring_and_mass(in_space: bool) -> Result:
    """Return a mass on a vertical slide, held by a spring in space or by one on the axis of the slide."""
    spring: Block = (spatial if in_space else translational).SpringDamper(stiffness=40, damping=1, free_length=0.2)
    d = models.in_space(
        "spring_and_mass", 3, slide=spatial.Prismatic(direction="n", n=[0, 0, -1], start={"s": 0.3, "v": 0.5}),
        body=spatial.Body(m=1.5), spring=spring,
    )  # fmt: skip
    connect_all(d, "world slide body")
    if in_space:
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
    for in_space in (True, False):
        result = spring_and_mass(in_space)
        t = result.time
        swing = (0.3 - rest) * np.cos(w * t) + (0.5 + decay * (0.3 - rest)) / w * np.sin(w * t)
        assert result["slide.s"] == pytest.approx(rest + np.exp(-decay * t) * swing, abs=1e-9)


def test_puck_on_a_tilted_plane_flies_a_parabola() -> None:
    tilt = 0.4
    d = models.in_space(
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
    d = models.in_space(
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
    m, a, across, about = (models.WHEEL[name] for name in ("m", "radius", "across", "about"))
    result = simulate(models.rolling_wheel(), 5, **FINE)

    def routh(_: float, x: np.ndarray) -> list[float]:
        # tilt of the axis from the vertical, and angular velocity: level, up the disc, along the axis
        tilt, level, up, along = x
        turn = up * cos(tilt) / sin(tilt)  # how fast the leaning axes turn about the axis
        d_level = (across * up * turn - (about + m * a**2) * up * along - m * G * a * cos(tilt)) / (across + m * a**2)
        d_up = (about * level * along - across * level * turn) / across
        return [level, d_level, d_up, m * a**2 * level * up / (about + m * a**2)]

    tilt = pi / 2 - 0.3
    expected = integrate(routh, [tilt, *models.WHEEL_START], result.time)
    axis = Rotation.from_euler("XYZ", result["body.angles"]).apply([0, 0, 1])
    assert np.abs(np.arccos(axis[:, 2]) - expected[:, 0]).max() < 1e-7
    assert np.abs(result["body.w_body[3]"] - expected[:, 3]).max() < 1e-6
    assert np.abs(result["body.position[3]"] - a * np.sin(expected[:, 0])).max() < 1e-7
    motion = motion_of(result, "body", m, [across, across, about])
    assert np.ptp(motion["kinetic"] + m * G * motion["height"]) < 1e-7


def test_arm_passes_its_loads_on_to_the_ground() -> None:
    """At rest the ground carries the weight and its moment; turning, also what keeps the arm on its circle."""
    m, arm, speed = 2.0, np.array([0.6, 0.1, 0.3]), 4.0
    d = models.in_space(
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
