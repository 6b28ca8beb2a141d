"""Bodies in space against exact solutions and conservation laws: free ones, tops, pendulums and chains."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from scipy.special import fresnel

from libraries import spatial
from solver.simulate import simulate
from tests.models import elementary_models, free_body_models
from tests.models.spatial_models import WEIGHTLESS, G, in_space
from tests.physics.motions import FINE, SHARP, change, integrate, motion_of

# bodies that nothing holds


@pytest.mark.parametrize("how", [FINE, SHARP])
def test_tumbling_body_keeps_energy_and_momentum_for_a_minute(how: dict[str, Any]) -> None:
    result = simulate(free_body_models.tumbling_body(), 60, **how)
    motion = motion_of(result, "body", 2, free_body_models.INERTIA)
    assert change(motion["kinetic"]) < 1e-8
    # the centre of mass starts in the origin and flies straight, so that all angular momentum is spin
    assert change(motion["angular"]) < 1e-8
    assert change(motion["momentum"]) < 1e-8
    assert np.abs(result["body.position"] - np.outer(result.time, [0.3, -0.2, 0.1])).max() < 1e-8
    # it does tumble
    assert np.ptp(result["body.w_body"], axis=0).min() > 0.5


def test_length_of_the_quaternion_does_not_drift() -> None:
    result = simulate(free_body_models.tumbling_body(), 60, **FINE)
    excess = np.abs(np.linalg.norm(result["body.motion.Q"], axis=1) - 1)
    assert excess.max() < 1e-10
    early, late = excess[10:2000].mean(), excess[-2000:].mean()
    assert late < 1.5 * early


def test_body_flips_about_its_middle_axis_when_euler_says() -> None:
    result = simulate(free_body_models.flipping_body(), 20, solver="rk4", step="0.5 ms", interval="10 ms")
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
    d = in_space("disc", 10, WEIGHTLESS, body=spatial.Body(
        m=1, I=[across, across, about],
        start={"position": [0, 0, 0], "v": [0, 0, 0], "angles": [0, 0, 0], "w_body": [0.4, 0, 7]},
    ))  # fmt: skip
    result = simulate(d, 10, **FINE)
    phase = (about - across) / across * 7 * result.time
    expected = np.column_stack([0.4 * np.cos(phase), 0.4 * np.sin(phase), np.full(len(phase), 7.0)])
    assert np.abs(result["body.w_body"] - expected).max() < 1e-8


def test_thruster_flies_a_fresnel_spiral() -> None:
    result = simulate(elementary_models.thruster(), 4, **FINE)
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
    d = in_space(
        "dumb_bell", 5, WEIGHTLESS, one=spatial.PointMass(m=m1, start=start1),
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
    m, length, across, about = (free_body_models.TOP[name] for name in ("m", "length", "across", "spin"))
    roots = np.roots([(across + m * length**2) * cos(tilt), -about * spin, m * G * length])
    slow = float(min(roots[np.isreal(roots)].real, key=abs))
    result = simulate(free_body_models.top(tilt, slow, spin), 5, solver="rk4", step="0.05 ms", interval="10 ms")
    azimuth = slow * result.time
    expected = length * np.column_stack([sin(tilt) * np.cos(azimuth), sin(tilt) * np.sin(azimuth), 0 * azimuth])
    expected[:, 2] = length * cos(tilt)
    assert np.abs(result["body.position"] - expected).max() < 1e-8


def test_fast_top_precesses_and_nods_as_gyroscopes_do() -> None:
    """Let go with nothing but its spin: on average m g l / (I3 w3), nodding at I3 w3 / (I1 + m l^2)."""
    m, length, across, about = (free_body_models.TOP[name] for name in ("m", "length", "across", "spin"))
    tilt, spin, pivot = 1.0, 1500.0, across + m * length**2
    result = simulate(free_body_models.top(tilt, 0.0, spin), 4, solver="rk4", step="0.02 ms", interval="1 ms")
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
    result = simulate(free_body_models.spherical_pendulum(tilt, speed), 20, **FINE)
    azimuth = speed * result.time
    expected = length * np.column_stack([sin(tilt) * np.cos(azimuth), sin(tilt) * np.sin(azimuth), 0 * azimuth])
    expected[:, 2] = -length * cos(tilt)
    assert np.abs(result["body.position"] - expected).max() < 1e-7


def test_spherical_pendulum_moves_as_lagrange_says() -> None:
    tilt, speed, length = 1.0, 1.5, 0.8
    result = simulate(free_body_models.spherical_pendulum(tilt, speed), 20, **FINE)
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
    result = simulate(free_body_models.ball_chain(count, speeds), until, solver="rk4", step="0.5 ms", interval="10 ms")
    bars = [motion_of(result, f"bar{k}", 1, [0.01, 0.09, 0.09]) for k in range(1, count + 1)]
    energy = sum(bar["kinetic"] + G * bar["height"] for bar in bars)
    vertical = sum(bar["angular"][:, 2] for bar in bars)
    assert np.abs(energy - energy[0]).max() < 1e-7 * np.ptp(sum(bar["kinetic"] for bar in bars))
    assert change(vertical) < 1e-7
    ends = [result[f"bar{k}.b.r"] - result[f"bar{k}.a.r"] for k in range(1, count + 1)]
    assert max(np.abs(np.linalg.norm(way, axis=1) - 1).max() for way in ends) < 1e-12
