"""Where the annular robot believes it is: filters on noisy sensors, and what these sensors can tell at all."""

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from blocks.diagram_file import read_diagram
from solver.experiments.reader import read_plan
from solver.result import Result
from solver.simulate import simulate

FOLDER = Path(__file__).parents[2] / "projects" / "annular"
PLAN = read_plan(FOLDER / "experiments.toml")
N = 16
DEGREE = np.pi / 180
UNTIL = 2.4
Array = np.ndarray[Any, Any]


@cache
def module(name: str) -> Any:
    """Return a file of the project, as a module of one package."""
    package = ModuleType("annular_estimation")
    package.__path__ = [str(FOLDER)]
    sys.modules.setdefault(package.__name__, package)
    return import_module(f"{package.__name__}.{name}")


@cache
def estimated(chosen: str, gyro_bias: float) -> Result:
    values = {**PLAN.sets[chosen].values, "phase": "7 deg", "seed": 5, "gyro_bias": gyro_bias}
    return simulate(read_diagram(FOLDER / "estimated.toml"), UNTIL, parameters=values)


def error(result: Result, name: str) -> float:
    return float(np.sqrt(np.mean((result["displacement"] - result[name]) ** 2)))


@pytest.mark.parametrize(("chosen", "gyro_bias"), [("C", 0.0), ("D", 0.5 * DEGREE)])
def test_filters_know_where_the_ring_is(chosen: str, gyro_bias: float) -> None:
    result = estimated(chosen, gyro_bias)
    assert result["displacement"].max() > 0.8
    assert error(result, "estimate_with_bias") < 0.010
    if not gyro_bias:
        assert error(result, "estimate") < 0.010
    assert np.mean(result["bias"][-1]) == pytest.approx(gyro_bias, abs=0.05 * DEGREE)


@pytest.mark.parametrize(("chosen", "gyro_bias"), [("C", 0.0), ("D", 0.5 * DEGREE)])
def test_filter_of_the_document_stays_behind(chosen: str, gyro_bias: float) -> None:
    result = estimated(chosen, gyro_bias)
    assert error(result, "estimate_of_document") > 0.1
    # and does not know that it does
    gap = np.abs(result["displacement"] - result["estimate_of_document"])[-1]
    assert gap > 5 * result["deviation_of_document"][-1]


def test_filter_that_does_not_know_of_errors_of_gyroscopes_rolls_on() -> None:
    """The way of a rim that seems to turn, clockwise for a negative error, is 35 cm times the angle."""
    result = estimated("D", 0.5 * DEGREE)
    drift = (result["estimate"] - result["estimate_with_bias"])[-1]
    assert drift == pytest.approx(-0.35 * 0.5 * DEGREE * UNTIL, rel=0.5)


def test_controller_rolls_the_ring_by_the_estimate_alone() -> None:
    values = {"gyro_bias": 0.5 * DEGREE, "phase": "7 deg"}
    result = simulate(read_diagram(FOLDER / "controlled_by_estimate.toml"), 2.0, parameters=values)
    assert result["displacement"][-1] > 0.5
    assert error(result, "estimate") < 0.010


def test_no_sensors_see_the_displacement() -> None:
    random = np.random.default_rng(1)
    theta, omega = np.pi / 8 + random.uniform(-0.1, 0.1, N), random.uniform(-1, 1, N)
    theta, omega = theta + np.pi / 8 - theta.mean(), omega - omega.mean()
    p = np.array([0.125, 0.314, 0.35, 0.243, 2.3e-3, 0.0347, 1.39e-4, 5e5, 5e-3])
    forces = np.where(np.arange(N) == 2, 47.0, 0.0)
    found, _ = module("observability").ranks(
        0.0, theta, omega, 0.05, forces, random.uniform(-1, 1, N), 3.0, None, p
    )
    *ranks, share = found
    # of 34, 33, 33, 33, 49: gyroscopes alone see rates; no potentiometer sees a turn of the whole ring
    assert ranks == [32, 16, 31, 32, 46]
    assert share < 1e-9


def test_place_is_seen_if_it_is_measured() -> None:
    """The computation of ranks would find it."""
    found, share = module("observability").seen(
        lambda x: np.vstack([x[0] + 0.01 * x[1], x[1]]), lambda x: x[:1], np.array([1.0, 2.0])
    )
    assert found == 2
    assert share == pytest.approx(1)


def test_wheel_rolls_as_far_as_it_turns() -> None:
    """A circle that turns at a rate, with its weight on the lowest link: its centre moves by the radius times that."""
    estimator = module("estimator")
    phi = np.arange(N) * np.pi / 8 - 3 * np.pi / 8
    ring = estimator.Ring(2 * 0.32 * np.sin(np.pi / 16), 0.32 * np.cos(np.pi / 16), 0.35, 13.9 * DEGREE, 0.0)
    forces = np.where(np.arange(N) == 3, 47.0, 0.0)
    assert estimator.speed(phi[:, None], np.full((N, 1), -2.0), forces, ring) == pytest.approx(2 * 0.35)
    assert estimator.centre_height(phi[:, None], ring) == pytest.approx(0.35)
