"""Wheels on a road and toothed wheels in a plane, after PlanarMechanics, against closed forms and balances."""

from __future__ import annotations

from math import cos, pi, sin, tan

import numpy as np
import pytest

from solver.result import Result
from solver.simulate import simulate
from tests.models import vehicle_models as models


def friction(slip: float, rolling: float) -> float:
    """Return the coefficient of a wheel with the default values, after Zimmer and Otter."""
    limit, sliding = max(0.04 * rolling, 0.05), max(0.12 * rolling, 0.15)
    if slip < limit:
        return 1.5 * slip / limit - 0.5 * (slip / limit) ** 3
    part = min((slip - limit) / (sliding - limit), 1)
    return 1.0 - 0.3 * (3 * part**2 - 2 * part**3)


def test_a_bicycle_goes_round_the_circle_of_its_steering() -> None:
    steer, speed, base = 0.4, 2.0, 1.5
    turn = speed * tan(steer) / base
    result = simulate(models.single_track(steer, speed), 2 * pi / turn, tolerance=1e-10, interval=0.05)
    x, y = result["rear.a.x"], result["rear.a.y"]
    assert result["frame.w"] == pytest.approx(turn, rel=1e-9)
    assert np.ptp(x) == pytest.approx(2 * base / tan(steer), rel=1e-3)
    assert (x[-1], y[-1]) == pytest.approx((x[0], y[0]), abs=1e-7)
    # the wheels carry what keeps the mass on its own circle
    radius = np.hypot(base / tan(steer), 0.6)
    drive, side = result["front.drive_force"][-1], result["front.side_force"][-1]
    ahead = result["rear.drive_force"][-1] + drive * cos(steer) - side * sin(steer)
    inward = result["rear.side_force"][-1] + drive * sin(steer) + side * cos(steer)
    assert np.hypot(ahead, inward) == pytest.approx(100 * turn**2 * radius, rel=1e-8)


@pytest.mark.parametrize("pull", [100.0, 400.0, 950.0])
@pytest.mark.parametrize("speed", [3.0, 20.0])
def test_a_pulling_wheel_slips_as_much_as_its_curve_says(speed: float, pull: float) -> None:
    result = simulate(models.slip_wheel_at_work(speed, pull), 60, tolerance=1e-10)
    limit = max(0.04 * speed, 0.05)
    # 1.5 x - 0.5 x^3 = pull / load, below the limit of adhesion
    roots = np.roots([-0.5, 0, 1.5, -pull / 1000])
    share = float(min(root.real for root in roots if abs(root.imag) < 1e-9 and root.real > 0))
    assert result["wheel.slip_speed"][-1] == pytest.approx(share * limit, rel=1e-6)
    assert result["cart.vx"][-1] == pytest.approx(speed - share * limit, rel=1e-6)
    assert result["motor.shaft.tau"][-1] == pytest.approx(-0.3 * pull, rel=1e-6)


def test_a_wheel_that_is_pulled_too_hard_slides() -> None:
    """Beyond its peak the wheel holds with the friction of sliding only, and the cart is drawn back steadily."""
    result = simulate(models.slip_wheel_at_work(3.0, 1100.0), 20, tolerance=1e-8, interval=0.1)
    assert np.diff(result["cart.vx"][-20:]) / 0.1 == pytest.approx((0.7 * 1000 - 1100) / 100, rel=1e-6)


def test_dry_friction_does_not_care_for_the_speed() -> None:
    dry = {"adhesion_slip": 0.0, "slide_slip": 0.0}
    slips = [simulate(models.slip_wheel_at_work(v, 400, **dry), 60, tolerance=1e-10)["wheel.slip_speed"][-1]
             for v in (3.0, 20.0)]  # fmt: skip
    assert slips[0] == pytest.approx(slips[1], rel=1e-6)
    assert friction(slips[0], 0.0) == pytest.approx(0.4, rel=1e-6)


def car_energy(result: Result) -> np.ndarray:
    rotors = [result[f"{name}_rotor.w"] for name in ("front_left", "front_right", "rear_left", "rear_right")]
    car = models.CAR["m"] * (result["car.vx"] ** 2 + result["car.vy"] ** 2) + models.CAR["I"] * result["car.w"] ** 2
    return (car + 1.5 * sum(w**2 for w in rotors)) / 2


def test_a_car_with_a_differential() -> None:
    """Both driven wheels get the same torque; in a curve the outer one is faster; slipping takes energy."""
    torque, speed = 200.0, 8.0
    result = simulate(models.two_track(torque, 0.05, speed), 4, tolerance=1e-9, interval="10 ms")
    wheels = ("front_left", "front_right", "rear_left", "rear_right")
    assert result["differential.a.tau"] == pytest.approx(result["differential.b.tau"], abs=1e-9)
    assert result["differential.a.tau"] == pytest.approx(-torque / 2, abs=1e-9)
    # steered to the left: the right wheel goes the longer way, by the track times the rate of turning
    faster = 0.3 * (result["rear_right_rotor.w"][-1] - result["rear_left_rotor.w"][-1])
    assert faster == pytest.approx(models.CAR["track"] * result["car.w"][-1], rel=0.05)
    assert result["car.w"][-1] > 0.05
    for name in wheels:
        slip, rolling = result[f"{name}.slip_speed"][-1], 0.3 * abs(result[f"{name}_rotor.w"][-1])
        force = np.hypot(result[f"{name}.drive_force"][-1], result[f"{name}.side_force"][-1])
        assert force == pytest.approx(models.CAR["m"] * 9.81 / 4 * friction(slip, rolling), rel=1e-4)
    # what the motor gives is kept or lost in slipping: force times speed of slip, at each wheel
    lost = sum(
        np.hypot(result[f"{name}.drive_force"], result[f"{name}.side_force"]) * result[f"{name}.slip_speed"]
        for name in wheels
    )
    given = torque * (result["rear_left_rotor.w"] + result["rear_right_rotor.w"]) / 2
    work = np.concatenate([[0], np.cumsum(((given - lost)[1:] + (given - lost)[:-1]) / 2 * np.diff(result.time))])
    assert car_energy(result) - car_energy(result)[0] == pytest.approx(work, abs=1e-4 * car_energy(result)[0])


def test_planetary_gear_turns_as_willis_says() -> None:
    """KinematicPowerSplit: two inputs, one output; the planet goes round and turns."""
    sun, ring = 10.0, 1.0
    result = simulate(models.planetary(sun, ring), 3, tolerance=1e-10)
    ratio = models.PLANETARY["ring"] / models.PLANETARY["sun"]
    carrier = (sun + ratio * ring) / (1 + ratio)
    assert result["carrier.w"] == pytest.approx(carrier, rel=1e-9)
    assert result["planet.w"] == pytest.approx(carrier - (sun - carrier) * 2, rel=1e-9)
    assert result["inner.force"] == pytest.approx(0, abs=1e-9)


def test_planetary_gear_shares_torque_and_keeps_power() -> None:
    """Accelerations against Lagrange's equations in the two speeds that are free."""
    torques = {"sun": 3.0, "ring": -2.0, "carrier": 1.5}
    result = simulate(models.planetary(2.0, -1.0, torques), 1, tolerance=1e-10)
    s, p, r = (models.PLANETARY[name] for name in ("sun", "planet", "ring"))
    # speeds of sun, ring, carrier and planet from those of sun and ring
    carrier = np.array([s, r]) / (s + r)
    planet = np.array([-s, r]) / (2 * p)
    rows = np.array([[1, 0], [0, 1], carrier, planet])
    inertia = np.diag([0.01, 0.2, 0.02 + 0.5 * (s + p) ** 2, 0.003])
    drive = np.array([torques["sun"], torques["ring"], torques["carrier"], 0])
    expected = np.linalg.solve(rows.T @ inertia @ rows, rows.T @ drive)
    found = [(result[f"{name}.w"][-1] - result[f"{name}.w"][0]) for name in ("sun", "ring")]
    assert found == pytest.approx(expected, rel=1e-7)
    # the teeth turn the sun together with its torque
    assert result["inner.force"][-1] * s == pytest.approx(0.01 * expected[0] - torques["sun"], rel=1e-6)
