"""Rotors and wheels in space, after Modelica's examples, against closed forms and balances."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from solver.simulate import simulate
from tests.models import rotor_models as models
from tests.models.spatial_models import G
from tests.physics.motions import FINE, change, motion_of


def test_a_rotor_that_is_turned_pushes_on_its_bearing() -> None:
    """GyroscopicEffects: the torque is turning times spin times the inertia about the axis, square to both."""
    turning, spin = 2.0, 300.0
    result = simulate(models.gyroscopic_effects(turning, spin), 1, **FINE)
    # the load cell turns with the bearing: x along the rotor's axis, z up, so that the torque is about y
    expected = models.ROTOR["about"] * turning * spin
    assert result["cell.torque"] == pytest.approx(np.tile([0, expected, 0], (len(result.time), 1)), abs=1e-7)
    assert result["cell.force"] == pytest.approx(0, abs=1e-9)
    assert result["bearing.w"] == pytest.approx(spin, rel=1e-9)


@pytest.mark.parametrize("ratio", [5.0, -3.0])
def test_a_drive_turns_what_carries_it_the_other_way(ratio: float) -> None:
    """MovingActuatedDrive: angular momentum stays zero; the load accelerates as Lagrange says."""
    result = simulate(models.moving_drive(ratio), 2, **FINE)
    parts = (
        ("body", 4, [0.4, 0.5, 0.6]),
        ("motor_rotor", 0.2, [0.001, 0.0005, 0.0005]),
        ("load", 1, [0.08, 0.04, 0.04]),
    )
    angular = sum(motion_of(result, name, m, inertia)["angular"] for name, m, inertia in parts)
    assert np.abs(angular).max() < 1e-10
    # all turns about x: body (B), motor with the shaft's speed w against it, load with w / ratio
    body, rotor, load = 0.4, 0.001, 0.08
    matrix = [[body + rotor + load, rotor + load / ratio], [rotor + load / ratio, rotor + load / ratio**2]]
    expected = np.linalg.solve(matrix, [0, 0.5])
    assert result["body.w[1]"][-1] == pytest.approx(2 * expected[0], rel=1e-8)
    assert result["shaft.w"][-1] == pytest.approx(2 * expected[1], rel=1e-8)
    assert result["output.w"][-1] == pytest.approx(2 * expected[1] / ratio, rel=1e-8)


def test_what_a_pendulum_loses_is_heat() -> None:
    """HeatLosses: all energy of the pendulum arrives in the housing."""
    capacity = 0.5
    result = simulate(models.heat_losses(0.05, capacity), 10, solver="adaptive", tolerance=1e-11)
    motion = motion_of(result, "arm", 1.5, [0.02, 0.02, 0.001])
    energy = motion["kinetic"] + 1.5 * G * motion["height"]
    warmed = capacity * (result["housing.T"] - 293.15)
    assert warmed[-1] > 1
    assert energy + warmed == pytest.approx(energy[0], abs=1e-8)


def test_a_wheel_set_rolls_round_a_circle() -> None:
    """RollingWheelSet: the rate of turning is the difference of the rim speeds over the track."""
    radius, track = models.WHEELSET["radius"], models.WHEELSET["track"]
    left, right = 8.0, 12.0
    turning = radius * (right - left) / track
    result = simulate(models.rolling_wheel_set(left, right), 2 * pi / turning, tolerance=1e-10, interval="20 ms")
    assert result["axle.w[3]"] == pytest.approx(turning, rel=1e-8)
    assert result["axle.position[3]"] == pytest.approx(radius, abs=1e-10)
    assert np.ptp(result["axle.position[1]"]) == pytest.approx(radius * (left + right) / turning, rel=1e-3)
    assert result["axle.position"][-1] == pytest.approx(result["axle.position"][0], abs=1e-6)
    assert len(result.statistics["warnings"]) == 1  # both wheels hold the axle sideways


def test_a_driven_wheel_set_keeps_the_balance_of_power() -> None:
    """RollingWheelSetDriving: the work of the torque is kinetic energy of axle and wheels."""
    result = simulate(models.rolling_wheel_set(5.0, 5.0, torque=0.4), 3, solver="adaptive", tolerance=1e-10)
    kinetic = motion_of(result, "axle", models.WHEELSET["axle"], [0.1, 0.02, 0.1])["kinetic"]
    for name in ("left_wheel", "right_wheel"):
        kinetic = kinetic + motion_of(result, name, models.WHEELSET["wheel"], [0.01, 0.02, 0.01])["kinetic"]
    assert kinetic - kinetic[0] == pytest.approx(0.4 * result["left_joint.phi"], abs=1e-7)
    # driven on its left, it turns to the right
    assert result["axle.w[3]"][-1] < -0.1
    assert change(kinetic) > 0.5
