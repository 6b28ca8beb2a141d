"""Sensors: what they read of known motions, their noise against its statistics, their steps and ranges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from blocks import Diagram
from libraries import planar, rotational, sensors, signals, spatial
from solver.result import Result
from solver.simulate import simulate
from tests.libraries.simulated import run

TIERS = pytest.mark.parametrize("native", ["never", "always"])
G = 9.81


ROWS = 100  # the last sample is recorded twice: before it and after


def series(result: Result, name: str, size: int) -> np.ndarray[Any, Any]:
    return np.column_stack([result[f"{name}[{k + 1}]"] for k in range(size)])


def turned(x: float, y: float, z: float) -> np.ndarray[Any, Any]:
    """Return the matrix of turns about x, then the new y, then the new z."""
    c, s = np.cos([x, y, z]), np.sin([x, y, z])
    about_x = np.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
    about_y = np.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
    about_z = np.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
    return about_x @ about_y @ about_z


def test_imu_at_rest_reads_g_upwards_in_its_own_axes() -> None:
    frame, mount = [0.3, -0.4, 1.2], [0.7, 0.2, -0.5]
    blocks = {"world": spatial.World(), "fixed": spatial.Fixed(angles=frame), "imu": sensors.IMU(angles=mount)}
    found = run(blocks, ["fixed.frame imu.a"], 0.1)
    expected = (turned(*frame) @ turned(*mount)).T @ [0, 0, G]
    assert np.allclose(series(found, "imu.acceleration", 3)[-1], expected, atol=1e-12)
    assert np.allclose(series(found, "imu.rate", 3), 0, atol=1e-12)


@pytest.mark.parametrize("field", ["none", "uniform"])
def test_imu_in_free_fall_feels_nothing_at_the_centre(field: str) -> None:
    """A tumbling body: only the lever arm is felt, by the centripetal acceleration of its spin about z."""
    blocks = {
        "world": spatial.World(gravity=field),
        "body": spatial.Body(m=1, I=[1, 1, 1], start={"v": [1, 2, 3], "w": [0, 0, 4]}),
        "imu": sensors.IMU(), "far": sensors.IMU(r=[0.2, 0, 0]),
    }  # fmt: skip
    found = run(blocks, ["body.a imu.a far.a"], 0.5)
    assert np.allclose(series(found, "imu.acceleration", 3), 0, atol=1e-6)
    assert np.allclose(series(found, "far.acceleration", 3), [-0.2 * 16, 0, 0], atol=1e-6)
    assert np.allclose(series(found, "far.rate", 3), [0, 0, 4], atol=1e-6)


def turntable(imu: sensors.IMU, speed: float, native: str = "never") -> Result:
    blocks = {
        "world": spatial.World(), "joint": spatial.Revolute(start={"phi": 0, "w": speed}),
        "disc": spatial.Body(m=1, I=[1, 1, 1]), "imu": imu,
    }  # fmt: skip
    wires = ["world.origin joint.a", "joint.b disc.a imu.a"]
    return run(blocks, wires, 1.0, interval=0.01, native=native)


@TIERS
def test_imu_on_a_turntable_reads_the_centripetal_acceleration(native: str) -> None:
    found = turntable(sensors.IMU(r=[0.3, 0.4, 0.1], rate_bias=[0.01, 0.02, 0.03]), 5.0, native)
    assert np.allclose(series(found, "imu.acceleration", 3), [-25 * 0.3, -25 * 0.4, G], atol=1e-6)
    assert np.allclose(series(found, "imu.rate", 3), [0.01, 0.02, 5.03], atol=1e-9)


def test_ranges_of_the_imu_end_its_readings() -> None:
    found = turntable(sensors.IMU(r=[1, 0, 0], acceleration_range=20, rate_range=4), 5.0)
    assert np.allclose(series(found, "imu.acceleration", 3)[-1], [-20, 0, G], atol=1e-6)
    assert np.allclose(series(found, "imu.rate", 3)[-1], [0, 0, 4])


def test_planar_imu_on_a_speeding_arm() -> None:
    """A drive speeds up with 3 rad/s2: tangential and centripetal acceleration, and gravity along the arm."""
    blocks = {
        "world": planar.World(g=[0, -G]), "fixed": planar.Fixed(), "joint": planar.Revolute(start={"phi": 0, "w": 1}),
        "body": planar.Body(m=2, I=0.5), "imu": sensors.PlanarIMU(r=[0.2, -0.1], angle=0.6),
        "drive": rotational.Torque(), "torque": signals.Constant(level="1.5 N.m"),
    }  # fmt: skip
    wires = ["fixed.a joint.a", "joint.b body.a imu.a", "torque.y drive.torque", "drive.shaft joint.axis"]
    found = run(blocks, wires, 1.0, interval=0.01)
    t = found.time[:ROWS]
    phi, w = t + 1.5 * t**2, 1 + 3 * t
    felt = np.array([-(w**2) * 0.2 + 3 * 0.1, w**2 * 0.1 + 3 * 0.2]) + G * np.array([np.sin(phi), np.cos(phi)])
    c, s = math.cos(0.6), math.sin(0.6)
    expected = np.array([[c, s], [-s, c]]) @ felt
    assert np.allclose(series(found, "imu.acceleration", 2)[:ROWS], expected.T, atol=2e-5)
    assert np.allclose(found["imu.rate"][:ROWS], w, atol=1e-6)


def test_noise_of_the_imu_has_the_density_of_its_data_sheet() -> None:
    imu = sensors.IMU(period=0.001, acceleration_density=2e-3, rate_density=1e-4)
    found = run({"world": spatial.World(), "imu": imu}, ["world.origin imu.a"], 20.0, interval=0.001, native="always")
    samples = np.hstack([series(found, "imu.acceleration", 3) - [0, 0, G], series(found, "imu.rate", 3)])
    deviation = np.array([2e-3] * 3 + [1e-4] * 3) * math.sqrt(500)
    count = len(samples)
    # limits of five standard errors
    assert (np.abs(samples.mean(0)) < 5 * deviation / math.sqrt(count)).all()
    assert (np.abs(samples.var(0) / deviation**2 - 1) < 5 * math.sqrt(2 / count)).all()
    correlation = np.corrcoef(samples.T) - np.eye(6)
    assert np.abs(correlation).max() < 5 / math.sqrt(count)


def test_bias_of_the_gyroscope_wanders_with_the_root_of_time() -> None:
    diagram = Diagram()
    diagram.add("world", spatial.World())
    diagram.add("imu", sensors.IMU(period=0.01, rate_walk=0.1), count=12)
    diagram.connect("world.origin", "imu[:].a")
    found = simulate(diagram, 1.0, interval=0.01)
    ends = np.array([found[f"imu[{k}].wander[{i}]"][-1] for k in range(1, 13) for i in (1, 2, 3)])
    # 36 walks of 101 steps: their variance is 0.01 * 1.01, to five standard errors
    assert abs((ends**2).mean() / (0.01 * 1.01) - 1) < 5 * math.sqrt(2 / 36)


def readings(native: str = "always", until: float = 20.0, **values: Any) -> Result:
    diagram = Diagram()
    diagram.add("zero", signals.Constant(level=0.0))
    diagram.add("sensor", sensors.Reading(period=0.001, deviation=1.0, n=3, **values), count=2)
    diagram.add("other", sensors.Reading(period=0.001, deviation=1.0, n=3, **values))
    for i in (1, 2, 3):
        diagram.connect("zero.y", f"sensor[1].u[{i}]", f"sensor[2].u[{i}]", f"other.u[{i}]")
    return simulate(diagram, until, interval=0.001, native=native)


def nine(result: Result) -> np.ndarray[Any, Any]:
    return np.hstack([series(result, name, 3) for name in ("sensor[1].y", "sensor[2].y", "other.y")])


def test_noise_is_white_normal_and_independent_everywhere() -> None:
    y = nine(readings())
    count = len(y)
    limit = 5 / math.sqrt(count)
    assert (np.abs(y.mean(0)) < limit).all()
    assert (np.abs(y.var(0) - 1) < 5 * math.sqrt(2 / count)).all()
    assert (np.abs((y**3).mean(0)) < 5 * math.sqrt(15 / count)).all()
    assert (np.abs((y**4).mean(0) - 3) < 5 * math.sqrt(96 / count)).all()
    # between all elements of all blocks, at the same instant and at others
    for lag in range(1, 20):
        assert np.abs(y[lag:].T @ y[:-lag] / count).max() < limit, lag
    assert np.abs(y.T @ y / count - np.diag((y**2).mean(0))).max() < limit


def test_noise_is_the_same_in_every_run_and_another_with_another_seed() -> None:
    first, again, compiled = nine(readings("never", 0.2)), nine(readings("never", 0.2)), nine(readings("always", 0.2))
    assert np.array_equal(first, again)
    assert np.allclose(first[:200], compiled[:200], rtol=0, atol=1e-12)
    other = nine(readings("never", 0.2, seed=2))
    assert np.abs(other - first).min() > 0
    assert abs(np.corrcoef(first[:200].ravel(), other[:200].ravel())[0, 1]) < 5 / math.sqrt(1800)


def test_random_numbers_are_those_of_the_published_generator() -> None:
    """MRG32k3a in whole numbers, from the state after the first sample on."""
    states = series(readings("always", 1.0), "other.draw", 6)
    a, b, c, d, e, f = (int(item) for item in states[0])
    for row in states[1:500]:
        # three normal numbers take two pairs of uniform ones
        for _ in range(4):
            a, b, c = b, c, (1403580 * b - 810728 * a) % 4294967087
            d, e, f = e, f, (527612 * f - 1370589 * d) % 4294944443
        assert row.tolist() == [a, b, c, d, e, f]


def test_resolution_and_range_of_a_reading() -> None:
    blocks = {
        "ramp": signals.Ramp(height=2.0, duration=1.0, offset=-1.0),
        "sensor": sensors.Reading(resolution=0.25, low=-0.75, high=0.5, offset=0.1),
    }  # fmt: skip
    found = run(blocks, ["ramp.y sensor.u[1]"], 1.0, interval=0.01)
    true = -1 + 2 * np.round(found.time, 9) + 0.1
    expected = np.clip(0.25 * np.floor(true / 0.25 + 0.5), -0.75, 0.5)
    # where the ramp stands on an edge between two steps rounding decides
    clear = np.abs((true / 0.25 + 0.5) % 1) > 1e-6
    assert np.allclose(found["sensor.y[1]"][clear], expected[clear])


def test_contact_force_does_not_pull_and_tells_of_contact() -> None:
    blocks = {"wave": signals.Sine(amplitude="10 N", frequency="1 Hz"), "sensor": sensors.ContactForce(threshold="2 N")}
    found = run(blocks, ["wave.y sensor.u[1]"], 1.0, interval=0.01)
    true = 10 * np.sin(2 * np.pi * found.time)
    assert np.allclose(found["sensor.force[1]"], np.maximum(true, 0), atol=1e-9)
    assert np.array_equal(found["sensor.contact[1]"] > 0.5, true > 2)


def fsr(force: float, **values: Any) -> tuple[float, float]:
    blocks = {"force": signals.Constant(level=f"{force} N"), "fsr": sensors.FSR(**values)}
    found = run(blocks, ["force.y fsr.u"], 0.05)
    return float(found["fsr.voltage"][-1]), float(found["fsr.force"][-1])


@pytest.mark.parametrize("force", [0.0, 0.1, 1.0, 10.0, 50.0])
def test_fsr_divides_the_supply(force: float) -> None:
    voltage, estimate = fsr(force, R_ref="5 kohm", f_ref="10 N", exponent=0.8, R_fixed="3 kohm", supply="5 V")
    conductance = 1e-7 + (force / 10) ** 0.8 / 5000
    assert voltage == pytest.approx(5 * 3000 / (3000 + 1 / conductance), rel=1e-12)
    assert estimate == pytest.approx(force, rel=1e-9, abs=1e-9)


def test_fsr_without_force_or_pulled_shows_its_open_resistance() -> None:
    assert fsr(-5.0)[0] == pytest.approx(3.3 * 1e4 / (1e4 + 1e7), rel=1e-12)


def test_fsr_hangs_back_on_the_way_down() -> None:
    blocks = {
        "force": signals.Sine(amplitude="5 N", offset="10 N", frequency="1 Hz"),
        "fsr": sensors.FSR(hysteresis=0.1, period=0.001),
    }  # fmt: skip
    found = run(blocks, ["force.y fsr.u"], 2.0, interval=0.001)
    true, felt, t = 10 + 5 * np.sin(2 * np.pi * found.time), found["fsr.felt"], found.time
    up, down = (t > 1.05) & (t < 1.2), (t > 1.45) & (t < 1.6)
    assert np.allclose(felt[up], 0.9 * true[up], rtol=1e-6)
    assert np.allclose(felt[down], 1.1 * true[down], rtol=1e-6)


def shaft_reading(sensor: Any, speed: float, start: float = 0.0) -> dict[str, Any]:
    """Return what a sensor reads of a steadily turning shaft."""
    blocks = {
        "speed": signals.Constant(level=f"{speed} rad/s"), "drive": rotational.Speed(start={"phi": start}),
        "sensor": sensor,
    }  # fmt: skip
    found = run(blocks, ["speed.y drive.speed", "drive.shaft sensor.shaft"], 1.0, interval=0.01)
    names = [name for name in found.names if name.startswith("sensor.")]
    return {"time": found.time[:ROWS], **{name: found[name][:ROWS] for name in names}}


def test_incremental_encoder_counts_from_where_it_started() -> None:
    found = shaft_reading(sensors.Encoder(counts_per_turn=100), -7.0, start=2.0)
    line = np.floor((2.0 - 7.0 * found["time"]) / (2 * np.pi) * 100)
    assert np.array_equal(found["sensor.counts"], line - line[0])
    assert np.allclose(found["sensor.angle"], (line - line[0]) * 2 * np.pi / 100)


def test_speed_of_an_encoder_is_right_on_average() -> None:
    found = shaft_reading(sensors.Encoder(counts_per_turn=1000), 7.0)
    speed = found["sensor.speed"]
    assert speed[0] == 0
    assert speed[1:].sum() * 0.01 == pytest.approx(found["sensor.angle"][-1], rel=1e-9)
    assert np.abs(speed[1:] - 7).max() <= 2 * np.pi / 1000 / 0.01


def test_absolute_encoder_stays_within_a_turn() -> None:
    found = shaft_reading(sensors.Encoder(kind="absolute", counts_per_turn=256), 9.0, start=-1.0)
    expected = np.floor((-1 + 9.0 * found["time"]) / (2 * np.pi) * 256) % 256
    assert np.array_equal(found["sensor.counts"], expected)
    assert found["sensor.angle"].max() < 2 * np.pi


def test_potentiometer_divides_its_supply_along_the_track() -> None:
    sensor = sensors.Potentiometer(low="-1 rad", high="3 rad", supply="5 V", resolution="1 mV", offset="0.1 rad")
    found = shaft_reading(sensor, 5.0, start=-2.0)
    share = np.clip((-2 + 5 * found["time"] + 0.1 + 1) / 4, 0, 1)
    assert np.abs(found["sensor.voltage"] - 5 * share).max() <= 0.5e-3 + 1e-9
    assert np.allclose(found["sensor.angle"], -1 + 4 * found["sensor.voltage"] / 5)


def test_range_finder_ends_at_its_range_and_its_noise_grows() -> None:
    def at(distance: float) -> np.ndarray[Any, Any]:
        blocks = {
            "true": signals.Constant(level=f"{distance} m"),
            "sensor": sensors.RangeFinder(period=0.001, resolution=0, deviation="2 mm", growth=0.01),
        }  # fmt: skip
        found = run(blocks, ["true.y sensor.u"], 5.0, interval=0.001)
        assert bool(found["sensor.valid"][-1]) == (0.02 <= distance <= 4)
        return np.asarray(found["sensor.distance"])

    assert at(10.0).max() == 4
    for distance in (0.5, 3.0):
        assert at(distance).std() == pytest.approx(0.002 + 0.01 * distance, rel=5 / math.sqrt(2 * 5000))


def test_sensors_take_no_force() -> None:
    """A free pendulum swings the same with and without sensors on it."""
    def swing(with_sensors: bool) -> np.ndarray[Any, Any]:
        blocks: dict[str, Any] = {
            "world": planar.World(), "fixed": planar.Fixed(), "joint": planar.Revolute(start={"phi": 0.4, "w": 0}),
            "body": planar.Link(m=1, I=0.1),
        }  # fmt: skip
        wires = ["fixed.a joint.a", "joint.b body.a"]
        if with_sensors:
            blocks |= {"imu": sensors.PlanarIMU(), "encoder": sensors.Encoder(), "pot": sensors.Potentiometer()}
            wires += ["body.a imu.a", "joint.axis encoder.shaft pot.shaft"]
        return np.asarray(run(blocks, wires, 2.0, solver="rk4", step=0.001, interval=0.1)["joint.phi"][:20])

    assert np.allclose(swing(True), swing(False), rtol=0, atol=1e-12)
