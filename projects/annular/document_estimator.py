"""The filter of the document, equations 41 to 45 as they are printed: it shows why the estimates went astray.

The state is the centre of mass, the joint angles and their rates. Only the way that the shape moves the centre of mass
is in it (42), not that the link on the ground rolls on; and nothing that is measured depends on the place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
N = 16
CENTRE, THETA, RATE = slice(0, 2), slice(2, 2 + N), slice(2 + N, 2 + 2 * N)
ALPHA = 0.5
WEIGHTS = N - np.arange(N) - ALPHA  # N - i + 1 - alpha of (10), for i from 1


def process(x: Array, u: Array, period: float, p: Array) -> Array:
    """Return the state one period later (42, 43); ``u`` are the valves and the link on the ground."""
    length, inertia, area, P_max = p.tolist()
    theta, rate = x[THETA], x[RATE]
    valves, unit = u[:N, None], int(u[N])
    moved = x.copy()
    moved[CENTRE] += period * (jacobian(theta, unit, length) * rate).sum(axis=1)
    moved[THETA] += period * rate
    # h(u): share of the pressure, force, torque, acceleration (18 to 23)
    moved[RATE] += period * valves * P_max * area * length * np.abs(np.sin(theta / 2)) / inertia
    return moved


def jacobian(theta: Array, unit: int, length: float) -> Array:
    """Return how the joints move the centre of mass (10), for many shapes: 2 x 16 x shapes."""
    q = np.roll(theta, 1 - unit, axis=0)
    beta = np.cumsum(q, axis=0) - q[0]
    rows = np.array([-np.sin(beta), np.cos(beta)]) * WEIGHTS[:, None]
    sums = np.cumsum(rows[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(np.roll(sums, unit - 1, axis=1) * (length / N))


def measurement(x: Array) -> Array:
    """Return the sixteen sums of an angle and a difference of rates (44, 45)."""
    return np.asarray(x[THETA] + differences(x[RATE]))


def differences(values: Array) -> Array:
    """Return the matrix B of (45) times the values: each one minus that before it."""
    return np.asarray(values - np.roll(values, 1, axis=0))


def readings(t: float, rates: Array, angles: Array, state: None) -> tuple[tuple[Array], None]:
    """Return what (45) needs to hold at all: gyroscopes read absolute rates, but the state has relative ones."""
    return (angles + differences(differences(rates)),), None
