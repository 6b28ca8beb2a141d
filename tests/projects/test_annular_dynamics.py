"""Inverse dynamics of the annular robot against energies that are worked out anew here, and what it makes of it."""

import json
import sys
from importlib import import_module
from pathlib import Path
from shutil import copytree
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from blocks.diagram_file import read_diagram
from solver.result import Result
from solver.simulate import simulate

FOLDER = Path(__file__).parents[2] / "projects" / "annular"
N, L, R, INSIDE, M, G = 16, 0.125, 0.35, 0.314, 0.3, 9.80665
STEP = 1e-5
Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def dynamics() -> Any:
    """The files of the project, as the modules of one package."""
    package = ModuleType("annular_under_test")
    package.__path__ = [str(FOLDER)]
    sys.modules[package.__name__] = package
    return import_module(f"{package.__name__}.ring_dynamics")


def centres(tilt: float, q: Array) -> tuple[Array, Array]:
    """Return the centres of mass of all links on the ground, which the first one touches with its rim, and angles."""
    angles = tilt + np.concatenate([[0.0], np.cumsum(q[1:])])
    rim = np.array([-R * tilt, R])
    place = rim + [INSIDE * np.sin(tilt) - L / 2 * np.cos(tilt), -INSIDE * np.cos(tilt) - L / 2 * np.sin(tilt)]
    found = []
    for angle in angles:
        along = L * np.array([np.cos(angle), np.sin(angle)])
        found.append(place + along / 2)
        place = place + along
    return np.array(found), angles


def gap(q: Array) -> Array:
    ends = np.cumsum(q[1:])
    return np.array([1 + np.cos(ends).sum(), np.sin(ends).sum(), q.sum() - 2 * np.pi])


def derivative(function: Any, place: Array) -> Array:
    return np.array([(function(place + s) - function(place - s)) / (2 * STEP) for s in STEP * np.eye(len(place))]).T


def energy(where: Any, time: float) -> float:
    """Return the energy of a motion, by differences of its places."""
    (ahead, turned), (behind, before) = (centres(*where(time + way * STEP)) for way in (1, -1))
    speeds, rates = (ahead - behind) / (2 * STEP), (turned - before) / (2 * STEP)
    moving = M / 2 * (speeds**2).sum() + M * L**2 / 24 * (rates**2).sum()
    return float(moving + M * G * centres(*where(time))[0][:, 1].sum())


@pytest.fixture
def motion() -> tuple[float, float, Array, Array, Array]:
    """A tilt, how fast the ring rolls, and a closed ring with rates and accelerations that keep it closed."""
    random = np.random.default_rng(3)
    q = 2 * np.pi / N + random.uniform(-0.1, 0.1, N)
    for _ in range(6):
        q = q - np.linalg.pinv(derivative(gap, q)) @ gap(q)
    J = derivative(gap, q)
    rates = (np.eye(N) - np.linalg.pinv(J) @ J) @ random.uniform(-1, 1, N)
    drift = (derivative(gap, q + STEP * rates) - derivative(gap, q - STEP * rates)) @ rates / (2 * STEP)
    wish = random.uniform(-3, 3, N)
    return 0.13, -1.7, q, rates, wish - np.linalg.pinv(J) @ (J @ wish + drift)


def test_torques_give_the_power_that_the_energy_takes(dynamics: Any, motion: Any) -> None:
    tilt, rolling, q, rates, wish = motion
    links = dynamics.Links(L, M, R, INSIDE)
    torques, faster = dynamics.torques(tilt, q, np.concatenate([[rolling], rates]), wish, links)

    def where(time: float) -> tuple[float, Array]:
        return tilt + rolling * time + faster * time**2 / 2, q + rates * time + wish * time**2 / 2

    h = 1e-4
    gained = (energy(where, h) - energy(where, -h)) / (2 * h)
    assert abs(gained) > 0.1
    assert torques @ rates == pytest.approx(gained, rel=1e-4)


def test_ring_that_keeps_its_shape_rolls_like_a_rigid_body(dynamics: Any, motion: Any) -> None:
    """Its energy stays the same, and it rolls towards the side on which its centre of mass is."""
    tilt, _, q, _, _ = motion
    still, links = np.zeros(N), dynamics.Links(L, M, R, INSIDE)
    _, faster = dynamics.torques(tilt, q, np.zeros(N + 1), still, links)
    places, _ = centres(tilt, q)
    arms = places - [-R * tilt, 0.0]
    moment = -M * G * arms[:, 0].sum()
    assert abs(moment) > 0.01
    assert faster == pytest.approx(moment / (M * (arms**2).sum() + N * M * L**2 / 12), rel=1e-6)


def test_no_torque_is_wasted_on_the_closure(dynamics: Any, motion: Any) -> None:
    tilt, rolling, q, rates, wish = motion
    links = dynamics.Links(L, M, R, INSIDE)
    torques, _ = dynamics.torques(tilt, q, np.concatenate([[rolling], rates]), wish, links)
    assert np.abs(derivative(gap, q) @ torques).max() < 1e-6 * np.abs(torques).max()


def test_ring_that_moves_needs_accelerations_to_stay_closed(dynamics: Any, motion: Any) -> None:
    _, _, q, rates, _ = motion
    extra = dynamics.closing_acceleration(q, rates, L)
    later = gap(q + rates * 1e-3 + extra * 0.5e-6)
    assert np.abs(later).max() < 1e-2 * np.abs(gap(q + rates * 1e-3)).max()


def rolled(file: str, until: float, **values: Any) -> Result:
    return simulate(read_diagram(FOLDER / file), until, parameters=values)


def test_corrected_equations_roll_and_printed_ones_do_not() -> None:
    assert rolled("inverse.toml", 3, phase="7 deg")["displacement"][-1] > 0.7
    printed = rolled("inverse_of_document.toml", 3, phase="7 deg")
    assert np.abs(printed["displacement"]).max() < 0.5


def test_circle_asks_for_more_pressure_than_there_is() -> None:
    """Which is why a servo that gives each cylinder its pressure does not carry the ring."""
    result = rolled("inverse.toml", 2, servo=3, target=0)
    assert result["needed_pressure"][0] > 5e5
    assert result["pressure"].max() < 6.1e5
    assert result["com_z"][-1] < 0.9 * result["com_z"][0]


def test_a_valve_left_open_leaves_the_motion_plausible(tmp_path: Path) -> None:
    folder = tmp_path / "annular"
    copytree(FOLDER, folder)
    text = (folder / "rolling.toml").read_text()
    wires = [["open.y", "pneumatics.u[3]"], *([f"control.u[{k}]", f"pneumatics.u[{k}]"] for k in ("1:2", "4:16"))]
    broken = text.replace('["control.u", "pneumatics.u"],', "".join(f"{json.dumps(wire)}, " for wire in wires))
    stuck = '[blocks.open]\ntype = "signals.Constant"\nlevel = 1\n\n'
    broken = broken.replace("[blocks.pneumatics]", f"{stuck}[blocks.pneumatics]")
    (folder / "rolling.toml").write_text(broken)
    result = simulate(read_diagram(folder / "rolling.toml"), 2.0, trust=True)
    assert all(np.isfinite(result[name]).all() for name in ("displacement", "com_z", "theta", "pressure"))
    assert result["pressure"][-1, 2] == pytest.approx(6e5, rel=0.02)
    assert 1e5 < result["pressure"].min()
    assert result["pressure"].max() < 7e5
    assert result["theta"].sum(axis=1) == pytest.approx(2 * np.pi)
    assert 0 < result["com_z"].min() < result["com_z"].max() < 0.45
    # at a sample there may be two rows of one instant
    assert (np.abs(np.diff(result["displacement"])) <= 5 * np.diff(result.time)).all()
