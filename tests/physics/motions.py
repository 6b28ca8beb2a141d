"""What tests of motion in space share: settings, conserved quantities, and an integrator that is not ours."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from solver.result import Result

FINE: dict[str, Any] = {"solver": "rk4", "step": "1 ms", "interval": "10 ms"}

SHARP: dict[str, Any] = {"solver": "adaptive", "tolerance": 1e-11, "interval": "10 ms"}


def motion_of(result: Result, name: str, m: float, inertia: Any) -> dict[str, np.ndarray]:
    """Return kinetic energy, momentum, angular momentum about the origin and height of a body."""
    matrix = np.asarray(inertia, float)
    matrix = np.diag(matrix) if matrix.ndim == 1 else matrix
    r, v, w = (result[f"{name}.{part}"] for part in ("position", "v", "w_body"))
    turned = Rotation.from_euler("XYZ", result[f"{name}.angles"])
    spin = w @ matrix
    return {
        "kinetic": m / 2 * (v**2).sum(axis=1) + (w * spin).sum(axis=1) / 2, "momentum": m * v,
        "angular": m * np.cross(r, v) + turned.apply(spin), "height": r[:, 2],
    }  # fmt: skip


def change(values: np.ndarray) -> float:
    """Return how far values ever are from their start, over the size of the start."""
    return float(np.linalg.norm(np.atleast_2d((values - values[0]).T), axis=0).max() / np.linalg.norm(values[0]))


def integrate(rate: Any, start: list[float], times: np.ndarray) -> np.ndarray:
    """Return states of a differential equation, one column each, by a method that is not ours."""
    found = solve_ivp(
        rate, (times[0], times[-1]), start, method="DOP853", t_eval=times, rtol=1e-13, atol=1e-14
    )  # fmt: skip
    assert found.success
    return found.y.T
