"""Fields of gravity: orbits against Kepler, conserved quantities, and a field made of signals."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from solver.simulate import simulate
from tests.models import field_models
from tests.physics.motions import change, integrate, motion_of

SHARP: dict[str, Any] = {"solver": "adaptive", "tolerance": 1e-12}


@pytest.mark.parametrize(
    ("mu", "place", "speed"),
    [
        (1.0, [0, 0.6, 0], [1.0, 0, 0]),
        (1.0, [1.0, 0, 0], [0, 1.2, 0.3]),
        (3.986004418e14, [7e6, 0, 0], [0, 5e3, 7e3]),
    ],
    ids=["PointGravity", "inclined", "earth"],
)  # fmt: skip
def test_orbit_closes_after_the_period_of_kepler(mu: float, place: list[float], speed: list[float]) -> None:
    r, v = np.array(place), np.array(speed)
    major = 1 / (2 / np.linalg.norm(r) - v @ v / mu)
    period = 2 * pi * sqrt(major**3 / mu)
    d = field_models.point_gravity({"position": place, "v": speed}, mu)
    result = simulate(d, period, interval=period / 200, **SHARP)
    for name in ("mass", "body"):
        at, moving = result[f"{name}.position"], result[f"{name}.v"]
        assert at[-1] == pytest.approx(place, abs=1e-8 * major)
        energy = (moving**2).sum(axis=1) / 2 - mu / np.linalg.norm(at, axis=1)
        assert change(energy) < 1e-9
        assert change(np.cross(at, moving)) < 1e-9
    # farthest from the centre, half a period later, after Kepler's first law
    far = np.linalg.norm(result["mass.position"], axis=1)
    eccentricity = np.linalg.norm(np.cross(v, np.cross(r, v)) / mu - r / np.linalg.norm(r))
    assert far.max() == pytest.approx(major * (1 + eccentricity), rel=1e-4)
    # the field does not turn the body
    spin = motion_of(result, "body", 0.0, [0.1, 0.2, 0.3])
    assert change(spin["angular"]) < 1e-8


def test_place_on_the_orbit_follows_keplers_equation() -> None:
    mu, perihelion, eccentricity = 1.0, 0.5, 0.6
    major = perihelion / (1 - eccentricity)
    start = {"position": [perihelion, 0, 0], "v": [0, sqrt(mu * (1 + eccentricity) / perihelion), 0]}
    result = simulate(field_models.point_gravity(start, mu), 10, interval=0.1, **SHARP)
    mean = sqrt(mu / major**3) * result.time
    anomaly = np.array([brentq(lambda e, m=m: e - eccentricity * sin(e) - m, m - 1, m + 1, xtol=1e-14) for m in mean])
    expected = major * np.column_stack([
        np.cos(anomaly) - eccentricity, sqrt(1 - eccentricity**2) * np.sin(anomaly), 0 * anomaly
    ])  # fmt: skip
    assert np.abs(result["mass.position"] - expected).max() < 1e-8


def test_masses_on_a_spring_keep_energy_and_angular_momentum_about_the_centre() -> None:
    result = simulate(field_models.tethered_masses(), 20, interval=0.05, **SHARP)
    t = field_models.TETHER
    energy = t["stiffness"] / 2 * (result["spring.length"] - t["free_length"]) ** 2
    angular = np.zeros(3)
    for name, m in (("one", t["m1"]), ("two", t["m2"])):
        r, v = result[f"{name}.position"], result[f"{name}.v"]
        energy = energy + m * ((v**2).sum(axis=1) / 2 - 1.0 / np.linalg.norm(r, axis=1))
        angular = angular + m * np.cross(r, v)
    assert change(energy) < 1e-8
    assert change(angular) < 1e-8
    # the field is not the same for both: momentum is not kept, and the pair does turn
    assert np.ptp(result["weigh.momentum"], axis=0).max() > 1
    assert np.ptp(result["spring.length"]) > 0.1


def test_a_field_made_of_signals() -> None:
    m, length, about = 2.0, 4.0, 0.1
    result = simulate(field_models.own_field(), 10, interval=0.05, **SHARP)

    def swing(_: float, x: np.ndarray) -> list[float]:
        g = field_models.PLANET["g"] * (1 + length * cos(x[0]) / field_models.PLANET["radius"])
        return [x[1], -m * g * length * sin(x[0]) / (m * length**2 + about)]

    assert np.abs(result["swing.phi"] - integrate(swing, [1.0, 0], result.time)[:, 0]).max() < 1e-8
