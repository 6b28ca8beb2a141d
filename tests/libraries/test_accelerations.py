"""Sensors of relative motion and of power, and masses on a line."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from libraries import planar, spatial
from solver.simulate import simulate
from tests.libraries.simulated import end, run
from tests.libraries.spatial_parts import WEIGHTLESS, diagram, vector

SHARP = {"solver": "adaptive", "tolerance": 1e-11, "interval": "5 ms"}


def slope(times: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the rate of change of a curve, without its ends, where a spline knows it less well."""
    return CubicSpline(times, values, axis=-1)(times, 1)[..., 20:-20]


def test_relative_acceleration_is_the_rate_of_relative_velocity() -> None:
    starts = (
        {"position": [0, 0, 0], "v": [0.3, 0, 1], "angles": [0, 0, 0], "w_body": [1, 2, -1]},
        {"position": [1, 0.5, 0], "v": [0, -1, 0.4], "angles": [0.4, 0, 0], "w_body": [-1, 1, 2]},
    )
    one = spatial.Body(I=[0.1, 0.2, 0.3], start=starts[0])
    two = spatial.Body(I=[0.3, 0.1, 0.2], r_cm=[0.2, 0.1, 0], start=starts[1])
    built = diagram(
        "one.a speed.a acceleration.a", "two.a speed.b acceleration.b", world=spatial.World(), one=one, two=two,
        speed=spatial.RelativeVelocity(), acceleration=spatial.RelativeAcceleration(),
    )  # fmt: skip
    result = simulate(built, 1, **SHARP)
    for rate, value in (("acceleration", "v"), ("angular", "w")):
        expected = slope(result.time, vector(result, f"speed.{value}"))
        assert np.abs(vector(result, f"acceleration.{rate}")[:, 20:-20] - expected).max() < 1e-5
        assert np.abs(expected).max() > 1


def test_who_rides_on_a_turning_table_sees_a_still_thing_circle() -> None:
    """Two metres per second on a circle of one metre: an acceleration of four inward, and none turning."""
    built = diagram(
        "ground.a hub.a", "hub.b table.a", "post.a still.a", "table.a place.a speed.a rate.a",
        "still.a place.b speed.b rate.b absolute.a", "table.a rim.a", "rim.b own.a",
        world=planar.World(g=[0, 0]), ground=planar.Fixed(), hub=planar.Revolute(start={"phi": 0, "w": 2}),
        table=planar.Body(I=1), post=planar.Fixed(position=[1, 0]), still=planar.FixedRotation(),
        place=planar.RelativePosition(), speed=planar.RelativeVelocity(), rate=planar.RelativeAcceleration(),
        absolute=planar.AbsoluteAcceleration(), rim=planar.FixedTranslation(r=[0, 0.5]),
        own=planar.AbsoluteAcceleration(axes="frame"),
    )  # fmt: skip
    result = simulate(built, 2, **SHARP)
    x, y = result["place.x"], result["place.y"]
    assert np.hypot(x, y) == pytest.approx(1)
    assert result["speed.vx"] == pytest.approx(2 * y, abs=1e-8)
    assert result["speed.vy"] == pytest.approx(-2 * x, abs=1e-8)
    assert result["speed.w"] == pytest.approx(-2)
    assert result["rate.ax"] == pytest.approx(-4 * x, abs=1e-8)
    assert result["rate.ay"] == pytest.approx(-4 * y, abs=1e-8)
    assert result["rate.angular"] == pytest.approx(0, abs=1e-8)
    assert [*end(result, "absolute.ax", "absolute.ay")] == pytest.approx([0, 0], abs=1e-12)
    # the rim feels what keeps it on its circle
    assert result["own.ax"] == pytest.approx(0, abs=1e-8)
    assert result["own.ay"] == pytest.approx(-4 * 0.5, abs=1e-8)


def test_power_that_passes_is_energy_that_arrives() -> None:
    flat = diagram(
        "ground.a hinge.a", "hinge.b arm.a", "arm.b meter.a", "meter.b bob.a", world=planar.World(),
        ground=planar.Fixed(), hinge=planar.Revolute(start={"phi": 0.3, "w": 1}), arm=planar.Rod(m=1, length=0.5),
        meter=planar.PowerSensor(), bob=planar.Body(m=2, I=0.1),
    )  # fmt: skip
    result = simulate(flat, 1, **SHARP)
    vx, vy, w, y = (result[f"bob.{name}"] for name in ("vx", "vy", "w", "y"))
    energy = vx**2 + vy**2 + 0.05 * w**2 + 2 * 9.81 * y
    assert result["meter.power"][20:-20] == pytest.approx(slope(result.time, energy), abs=1e-3)
    solid = diagram(
        "world.origin ball.a", "ball.b arm.a", "arm.b meter.a", "meter.b bob.a", world=spatial.World(),
        ball=spatial.Spherical(start={"Q": [1, 0, 0, 0], "w": [1, 2, 3]}),
        arm=spatial.Link(m=3, r=[0.5, 0, 0], r_cm=[0.2, 0, 0]), meter=spatial.PowerSensor(),
        bob=spatial.Body(m=2, r_cm=[0.1, 0, 0.2], I=[0.1, 0.2, 0.3]),
    )  # fmt: skip
    result = simulate(solid, 1, **SHARP)
    v, w = vector(result, "bob.v"), vector(result, "bob.w_body")
    energy = (v**2).sum(axis=0) + np.array([0.05, 0.1, 0.15]) @ w**2 + 2 * 9.81 * result["bob.position[3]"]
    assert result["meter.power"][20:-20] == pytest.approx(slope(result.time, energy), abs=1e-3)
    assert np.abs(result["meter.power"]).max() > 1


def test_a_spring_with_mass_swings_slower() -> None:
    """Modelica's SpringWithMass: a mass halfway up a spring moves half as far, and counts for a quarter."""
    m, own, c = 2.0, 1.2, 50.0
    blocks = {
        "world": spatial.World(), "spring": spatial.Spring(stiffness=c, free_length=0.3),
        "load": spatial.PointMass(m=m, start={"position": [0, 0, -0.9], "v": [0, 0, 0]}),
        "coils": spatial.LineMass(m=own), "weigh": spatial.InertiaSensor(),
    }  # fmt: skip
    result = run(blocks, ["world.origin spring.a coils.a", "spring.b coils.b load.a weigh.a"], until=3)
    rest = 0.3 + (m + own / 2) * 9.81 / c
    w = (c / (m + own / 4)) ** 0.5
    assert -result["load.position[3]"] == pytest.approx(rest + (0.9 - rest) * np.cos(w * result.time), abs=1e-7)
    assert end(result, "weigh.mass")[0] == pytest.approx(m + own)


def test_masses_on_a_line_turn_like_a_dumb_bell() -> None:
    """Four masses on one line that flies freely: momentum and angular momentum are kept."""
    ends = {name: {"position": place, "v": speed} for name, place, speed in (
        ("one", [0, 0, 0], [0, 1, 0.2]), ("two", [1, 0, 0], [0, -1, 0.4]))}  # fmt: skip
    built = diagram(
        "one.a rod.a near.a far.a", "two.a rod.b near.b far.b", world=spatial.World(g=WEIGHTLESS),
        one=spatial.PointMass(m=1, start=ends["one"]), two=spatial.PointMass(m=3, start=ends["two"]),
        rod=spatial.Spring(stiffness=300, free_length=0.9), near=spatial.LineMass(m=2, fraction=0.2),
        far=spatial.LineMass(m=0.5, fraction=0.9),
    )  # fmt: skip
    result = simulate(built, 3, **SHARP)
    momentum, spin = np.zeros((3, 1)), np.zeros((3, 1))
    for name, m in (("one", 1), ("two", 3), ("near", 2), ("far", 0.5)):
        r, v = vector(result, f"{name}.position"), vector(result, f"{name}.v")
        momentum, spin = momentum + m * v, spin + m * np.cross(r.T, v.T).T
    assert np.ptp(momentum, axis=1) == pytest.approx(0, abs=1e-8)
    assert np.ptp(spin, axis=1) == pytest.approx(0, abs=1e-7)
    way = vector(result, "two.position") - vector(result, "one.position")
    assert vector(result, "near.position") == pytest.approx(vector(result, "one.position") + 0.2 * way)
