"""The Command Function against geometry that is worked out anew here."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FILE = Path(__file__).parents[2] / "projects" / "annular" / "command.py"
L, N, STEP = 0.125, 16, 1e-6
Array = np.ndarray[Any, Any]


def load() -> Any:
    spec = importlib.util.spec_from_file_location("annular_command", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses ask for it
    spec.loader.exec_module(module)
    return module


COMMAND = load()


def chain(q: Array) -> tuple[Array, Array]:
    """Return the centre of mass and the far end of links in a row; the first one ends at the origin."""
    place, centres, angle = np.zeros(2), [np.array([-L / 2, 0.0])], 0.0
    for turn in q[1:]:
        angle += turn
        along = L * np.array([np.cos(angle), np.sin(angle)])
        centres.append(place + along / 2)
        place = place + along
    return np.mean(centres, axis=0), place


@pytest.fixture
def shape() -> tuple[Array, Array]:
    random = np.random.default_rng(6)
    return 2 * np.pi / N + random.uniform(-0.1, 0.1, N), random.uniform(-1, 1, N)


def test_jacobians_are_derivatives(shape: tuple[Array, Array]) -> None:
    q, q_dot = shape
    found = COMMAND.jacobians_at(q, q_dot, L)
    steps = STEP * np.eye(N)
    centre = np.array([(chain(q + s)[0] - chain(q - s)[0]) / (2 * STEP) for s in steps]).T
    end = np.array([(chain(q + s)[1] - chain(q - s)[1]) / (2 * STEP) for s in steps]).T
    assert found.centre == pytest.approx(centre, abs=1e-8)
    assert L * found.opening[:2] == pytest.approx(end, abs=1e-8)
    later, before = (COMMAND.jacobians_at(q + way * STEP * q_dot, q_dot, L).centre for way in (1, -1))
    assert found.centre_rate == pytest.approx((later - before) / (2 * STEP), abs=1e-8)


def test_accelerations_move_the_centre_of_mass_and_keep_the_ring_closed(shape: tuple[Array, Array]) -> None:
    q, q_dot = shape
    wanted, z = np.array([0.7, -0.2]), np.linspace(-1, 1, N)
    found = COMMAND.jacobians_at(q, q_dot, L)
    q_ddot = COMMAND.accelerations(q, q_dot, wanted, z, L)
    assert found.centre @ q_ddot + found.centre_rate @ q_dot == pytest.approx(wanted, abs=1e-8)
    assert found.opening @ q_ddot == pytest.approx(0, abs=1e-8)
    # the null space does what is left of z: no motion that stays in both null spaces is better
    both = np.vstack([found.centre, found.opening])
    left = np.eye(N) - np.linalg.pinv(both) @ both
    assert left @ q_ddot == pytest.approx(left @ z, abs=1e-8)


def test_command_is_the_same_for_a_ring_that_has_rolled_on(shape: tuple[Array, Array]) -> None:
    """Another link on the ground and all numbers shifted: the commands are shifted too."""
    q, q_dot = shape
    p = np.array([L, 0.35, 3.75, 0.0, 29.2, 0.99, 0.0347, 1.39e-4, 5e5])
    (u, e, _), _ = COMMAND.command(0.0, 2.5, q, q_dot, np.array([0.1, 0.3]), 1.0, None, p, 5e-3)
    (turned, _, _), _ = COMMAND.command(
        0.0, 2.5, np.roll(q, 5), np.roll(q_dot, 5), np.array([0.1, 0.3]), 6.0, None, p, 5e-3
    )
    assert turned == pytest.approx(np.roll(u, 5))
    assert e == pytest.approx([2.4, 0.05])
    assert np.abs(u).max() <= 1
