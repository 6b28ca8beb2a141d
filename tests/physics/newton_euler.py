"""One rigid body that a joint ties to the ground, by Newton and Euler: accelerations and reactions at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

Array = np.ndarray
# place of frame a and axes of the body -> force, and torque about the centre
Load = Callable[[Array, Rotation], tuple[Array, Array]]
# axes of the body, its angular velocity -> rows for (acceleration of frame a, angular acceleration), and what they give
Ties = Callable[[Rotation, Array], tuple[Array, Array]]


@dataclass(frozen=True)
class TiedBody:
    """A body, what acts on it, and the ways that its joint does not let it move."""

    m: float
    inertia: Array
    centre: Array
    load: Load
    ties: Ties

    def rate(self, _: float, x: Array) -> Array:
        """Return the derivative of place and velocity of frame a, quaternion and angular velocity, as in ``state``."""
        v, q, w = x[3:6], x[6:10], x[10:]
        turned = Rotation.from_quat(q)
        axes, arm = turned.as_matrix(), turned.apply(self.centre)
        inertia = axes @ np.diag(self.inertia) @ axes.T
        force, torque = self.load(x[:3], turned)
        rows, given = self.ties(turned, w)
        lever = np.cross(np.eye(3), arm)  # lever @ a is arm x a
        # of the centre of mass: acceleration a + turning x arm + w x (w x arm)
        mass = np.block([[self.m * np.eye(3), -self.m * lever], [np.zeros((3, 3)), inertia]])
        # reactions act at frame a, so about the centre with the arm turned round
        push = np.vstack([rows[:, :3].T, rows[:, 3:].T - lever @ rows[:, :3].T])
        count = len(rows)
        system = np.block([[mass, -push], [rows, np.zeros((count, count))]])
        right = [force - self.m * np.cross(w, np.cross(w, arm)), torque - np.cross(w, inertia @ w), given]
        found = np.linalg.solve(system, np.concatenate(right))
        spin = 0.5 * np.array([*(q[3] * w + np.cross(w, q[:3])), -w @ q[:3]])
        return np.concatenate([v, found[:3], spin, found[3:6]])


def across(*n: float) -> Array:
    """Return two directions square to one."""
    rows: Array = np.linalg.svd(np.array([n]))[2][1:]
    return rows


def rows_of(point: Array, turn: Array) -> Ties:
    """Return ties in fixed directions: those in which the point does not move, and those about which nothing turns."""
    rows = np.block([[point, np.zeros_like(point)], [np.zeros_like(turn), turn]])
    return lambda turned, w: (rows, np.zeros(len(rows)))


def cross_ties(turned: Rotation, w: Array) -> tuple[Array, Array]:
    """Return the ties of a cross joint: no turning about what is square to x of the ground and y of the body."""
    x, y = np.array([1.0, 0, 0]), turned.apply([0, 1, 0])
    rows = np.zeros((4, 6))
    rows[:3, :3], rows[3, 3:] = np.eye(3), np.cross(x, y)
    return rows, np.array([0, 0, 0, -w @ np.cross(x, np.cross(w, y))])
