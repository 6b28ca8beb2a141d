"""Bars that touch bars: without friction and damping a collision keeps its energy, oblique or parallel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from libraries.spatial import Body, CapsuleOnCylinder, World
from solver.result import Result
from tests.libraries.simulated import Array, run

INERTIA = np.array([0.01, 0.08, 0.08])
STIFFNESS = 2e4
RADIUS = 0.05
AT_REST = {"angles": [0, 0, 0], "v": [0, 0, 0], "w": [0, 0, 0]}
# bars of one metre with the centre of mass in the middle: how one flies at the other, which lies along x
OBLIQUE = {"position": [0.1, -0.05, 0.3], "angles": [0.4, 0.2, 0.7], "v": [0.1, 0.3, -1.5], "w": [0.5, 1.0, -2.0]}
CASES: dict[str, dict[str, Any]] = {
    "oblique": OBLIQUE,
    "end on": {**OBLIQUE, "position": [0.4, 0.35, 0.4], "angles": [0.1, 0.5, 1.3]},
    "nearly parallel": {**AT_REST, "position": [0.2, 0.01, 0.2], "angles": [0, 1e-3, 2e-3], "v": [0, 0, -1.5]},
    "parallel": {**AT_REST, "position": [0.3, 0, 0.2], "v": [0, 0, -1.5]},
    "rocking through parallel": {
        "position": [0, 0, 0.25], "angles": [0, 0.1, 0.05], "v": [0, 0, -1.0], "w": [0, -0.8, -0.3]
    },
}  # fmt: skip


def collide(start: dict[str, Any], until: float = 0.5, **law: Any) -> Result:
    blocks = {
        "world": World(g=[0, 0, 0]),
        "one": Body(m=1, r_cm=[0.5, 0, 0], I=INERTIA, start=start),
        "two": Body(m=2, r_cm=[0.5, 0, 0], I=2 * INERTIA, start={**AT_REST, "position": [0, 0, 0]}),
        "touch": CapsuleOnCylinder(
            radius_a=RADIUS, radius_b=RADIUS, r_a=[1, 0, 0], r_b=[1, 0, 0], stiffness=STIFFNESS, mu=0, **law
        ),
    }  # fmt: skip
    return run(blocks, ["one.a touch.a", "two.a touch.b"], until=until, tolerance=1e-12, native="never")


def energy(result: Result) -> Array:
    """Return the energy of both bars and of the spring between their surfaces."""
    total = STIFFNESS / 2 * np.minimum(result["touch.gap"], 0) ** 2
    for name, m in (("one", 1), ("two", 2)):
        v, w = result[f"{name}.v"], result[f"{name}.w_body"]
        total = total + m / 2 * (v**2).sum(axis=1) + m / 2 * (w**2) @ INERTIA
    return total


@pytest.mark.parametrize("start", CASES.values(), ids=list(CASES))
def test_a_collision_without_losses_keeps_its_energy(start: dict[str, Any]) -> None:
    result = collide(start, damping=0)
    kept = energy(result)
    assert result["touch.normal_force"].max() > 10
    assert np.abs(kept - kept[0]).max() < 1e-9 * kept[0]


@pytest.mark.parametrize("case", ["oblique", "end on", "nearly parallel", "rocking through parallel"])
def test_a_damped_collision_only_loses_energy(case: str) -> None:
    result = collide(CASES[case], damping=30)
    left = energy(result)
    assert np.all(left - np.minimum.accumulate(left) <= 1e-9 * left[0])
    assert left[-1] < 0.999 * left[0]
