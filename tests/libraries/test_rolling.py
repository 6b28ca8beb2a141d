"""Rolling without slipping, in space and in a plane."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import Diagram
from libraries import planar
from libraries.spatial import (
    AbsolutePosition,
    Body,
    InertiaSensor,
    Revolute,
    RollingDisc,
    RollingSphere,
    World,
)
from solver.simulate import simulate
from tests.libraries.spatial_parts import FINE, WEIGHTLESS, diagram, vector


def rolling_ball(**more: Any) -> Diagram:
    start = {"position[1]": 0, "position[2]": 0, "v[1]": 0.5, "v[2]": 0, "w[3]": 2}
    body = Body(m=2, I=[0.008, 0.008, 0.008], start=start)
    return diagram("ball.a roll.a", ball=body, roll=RollingSphere(radius=0.1, **more), world=World())


def slip_of(result: Any, arm: np.ndarray) -> float:
    """Return the largest speed of the point that touches."""
    return float(np.abs(vector(result, "ball.v") + np.cross(vector(result, "ball.w").T, arm.T).T).max())


def test_ball_rolls_down_a_slope() -> None:
    """It accelerates by 5/7 of gravity along the slope (a solid ball); the point that touches does not slip."""
    tilt = 0.4
    normal = np.array([np.sin(tilt), 0, np.cos(tilt)])
    result = simulate(rolling_ball(normal=normal.tolist()), 2, **FINE)
    downhill = np.array([np.cos(tilt), 0, -np.sin(tilt)])
    way = downhill @ (vector(result, "ball.position")[:, -1] - vector(result, "ball.position")[:, 0])
    speed = downhill @ vector(result, "ball.v")[:, 0]
    assert way == pytest.approx(speed * 2 + 0.5 * 9.81 * np.sin(tilt) / 1.4 * 4, rel=1e-9)
    arm = np.tile(-0.1 * normal[:, None], len(result.time))
    assert slip_of(result, arm) < 1e-9
    assert vector(result, "roll.force")[:, -1] @ normal == pytest.approx(2 * 9.81 * np.cos(tilt))


def test_ball_with_a_pendulum_rolls_without_slipping_for_a_minute() -> None:
    built = diagram(
        "ball.a roll.a joint.a", "joint.b bob.a weigh.a",
        world=World(), ball=Body(m=1, I=[0.25, 0.25, 0.25], start={"position[1]": 0, "position[2]": 0, "w[3]": 0.2}),
        roll=RollingSphere(radius=0.2), joint=Revolute(direction="y", start={"phi": 0.9, "w": 0}),
        bob=Body(m=5, r_cm=[0, 0.02, -0.1], I=[0.1, 0.1, 0.05]), weigh=InertiaSensor(),
    )  # fmt: skip
    result = simulate(built, 60, solver="rk4", step="1 ms", interval="50 ms")
    arm = np.tile([[0], [0], [-0.2]], len(result.time))
    assert slip_of(result, arm) < 1e-9
    assert np.abs(result["ball.position[3]"] - 0.2).max() < 1e-12
    assert result["weigh.mass"][0] == pytest.approx(6)


def disc_energy(result: Any, m: float, I: np.ndarray) -> np.ndarray:
    v, w = vector(result, "ball.v"), vector(result, "ball.w_body")
    return m * (v**2).sum(axis=0) / 2 + (I[:, None] * w**2).sum(axis=0) / 2 + m * 9.81 * result["ball.position[3]"]


def test_rolling_disc_keeps_its_energy_and_does_not_slip() -> None:
    I = np.array([0.005, 0.01, 0.005])
    guess = {"position": [0, 0, 0.1], "v": [1, 0, 0], "w_body": [0, 10, 1], "angles": [0.1, 0, 0]}
    built = diagram(
        "ball.a roll.a seen.a", world=World(), ball=Body(m=2, I=I.tolist(), guess=guess),
        roll=RollingDisc(radius=0.1, direction="y"), seen=AbsolutePosition(),
    )  # fmt: skip
    result = simulate(built, 10, **FINE)
    energy = disc_energy(result, 2, I)
    assert np.ptp(energy) < 1e-6 * energy[0]
    axis = np.array([result[f"seen.R[{k},2]"] for k in (1, 2, 3)])
    down = axis[2] * axis - np.array([[0], [0], [1]])
    arm = 0.1 * down / np.linalg.norm(down, axis=0)
    assert slip_of(result, arm) < 1e-9
    assert np.abs(result["ball.position[3]"] + arm[2]).max() < 1e-12


def test_upright_disc_turns_in_circles() -> None:
    """Rolled slowly and steered, an upright disc goes round a circle of radius v / w."""
    start = {"v[1]": 0.5, "position[1]": 0, "position[2]": 0, "w[3]": 1, "angles": [0, 0, 0]}
    built = diagram(
        "ball.a roll.a", world=World(g=WEIGHTLESS), ball=Body(I=[1, 1e-6, 1], m=1e-3, start=start),
        roll=RollingDisc(radius=0.1, direction="y"),
    )  # fmt: skip
    result = simulate(built, 2 * np.pi, solver="rk4", step="1 ms")
    place = vector(result, "ball.position")
    assert place[:2, -1] == pytest.approx([0, 0], abs=2e-3)
    assert np.ptp(place[1]) == pytest.approx(1.0, rel=1e-2)


def test_planar_disc_rolls_down_a_slope() -> None:
    built = diagram(
        "disc.a roll.a", world=planar.World(), disc=planar.Body(m=2, I=0.01, start={"x": 0, "vx": 0}),
        roll=planar.RollingDisc(radius="100 mm", slope="-30 deg"),
    )  # fmt: skip
    result = simulate(built, 2)
    along = 9.81 / 2 / 1.5
    assert result["disc.x"][-1] == pytest.approx(along * 2 * np.cos(np.pi / 6), rel=1e-9)
    assert result["roll.normal_force"][-1] == pytest.approx(2 * 9.81 * np.cos(np.pi / 6))
