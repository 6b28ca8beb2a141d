"""Orientation from an inertial unit, in plain numpy. Quaternions turn vectors of the unit into those of the world."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]


def product(p: Array, q: Array) -> Array:
    """Return the product of two quaternions: first turn by ``q``, then by ``p``."""
    a, b = p[1:], q[1:]
    return np.concatenate([[p[0] * q[0] - a @ b], p[0] * b + q[0] * a + np.cross(a, b)])


def matrix(q: Array) -> Array:
    """Return the rotation matrix of a quaternion of length one."""
    w, x, y, z = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def level(acceleration: Array) -> Array:
    """Return the shortest turn after which a measured acceleration points up."""
    length = float(np.linalg.norm(acceleration))
    if length == 0:
        return np.array([1.0, 0, 0, 0])
    x, y, z = acceleration / length
    if z < -1 + 1e-12:
        return np.array([0.0, 1, 0, 0])
    q = np.array([1 + z, y, -x, 0])
    return np.asarray(q / np.linalg.norm(q))


def madgwick(q: Array, rate: Array, acceleration: Array, gain: float, period: float) -> Array:
    """Return the orientation one period later (Madgwick 2010, without magnetometer): integrate, and lean upright.

    ``gain`` is how fast it leans, in rad/s; an accelerometer that reads nothing is not used.
    """
    change = 0.5 * product(q, np.concatenate([[0.0], rate]))
    length = float(np.linalg.norm(acceleration))
    if length > 0:
        w, x, y, z = q
        expected = np.array([2 * (x * z - w * y), 2 * (w * x + y * z), 1 - 2 * (x * x + y * y)])
        slope = np.array([[-2 * y, 2 * z, -2 * w, 2 * x], [2 * x, 2 * w, 2 * z, 2 * y], [0, -4 * x, -4 * y, 0]])
        step = slope.T @ (expected - acceleration / length)
        size = float(np.linalg.norm(step))
        if size > 1e-12:
            change -= gain * step / size
    moved = q + change * period
    return np.asarray(moved / np.linalg.norm(moved))


class Gains(NamedTuple):
    """How fast a filter leans towards the measured vertical, and how fast it learns the drift of the gyroscope."""

    vertical: float
    drift: float


def mahony(
    q: Array, drift: Array, rate: Array, acceleration: Array, gains: Gains, period: float
) -> tuple[Array, Array]:
    """Return orientation and drift of the gyroscope one period later (Mahony 2008: complementary filter in space)."""
    length = float(np.linalg.norm(acceleration))
    error = np.zeros(3)
    if length > 0:
        error = np.cross(acceleration / length, matrix(q)[2])
    drift = drift - gains.drift * error * period
    return turned(q, (rate - drift + gains.vertical * error) * period), drift


def turned(q: Array, angle: Array) -> Array:
    """Return the orientation after a turn about an axis of the unit, exactly."""
    size = float(np.linalg.norm(angle))
    axis = angle / size if size > 0 else angle
    found = product(q, np.concatenate([[np.cos(size / 2)], np.sin(size / 2) * axis]))
    return np.asarray(found / np.linalg.norm(found))


def cardan_angles(R: Array) -> Array:
    """Return the turns about x, then the new y, then the new z."""
    return np.array([np.arctan2(-R[1, 2], R[2, 2]), np.arcsin(np.clip(R[0, 2], -1, 1)), np.arctan2(-R[0, 1], R[0, 0])])
