"""The Command Function of the annular robot: Algorithm 1, from what is measured to the command of every valve.

All numbers are in the *logical* order: link 1 lies on the ground, the others follow counter-clockwise. Names are those
of the document; README.md lists where its equations had to be corrected, and why.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
N = 16
CIRCLE = 2 * pi / N  # every joint angle of a ring that is a circle
ALPHA = 0.5  # where the centre of mass of a link is, along the link
# how many links hang on each one, its own counted from its centre of mass; the first one does not move
WEIGHTS = np.where(np.arange(N) > 0, N - np.arange(N) - ALPHA, 0.0)
# which link (row) is turned by which joint: by all before it, except the first, whose link is on the ground
TURNED = np.tril(np.ones((N, N))) * (np.arange(N) > 0)
TURNED_MASS = WEIGHTS[:, None] * TURNED / N
ALL = np.ones((1, N))
ORDERS = (np.arange(N)[:, None] + np.arange(N)) % N  # of the links, for each link on the ground
LEAST_LEVER = 0.15 * np.sin(CIRCLE / 2)  # over the length: the lever vanishes where two links are in line
DAMPING = 1e-12  # of pseudo-inverses, relative to the size of the matrix
HAIR = 1e-14 * np.eye(5)  # of damping, for Jacobians in links


@dataclass
class Jacobians:
    """What the joint angles move, seen from the link on the ground."""

    centre: Array  # of mass (10)
    centre_rate: Array  # its time derivative (14)
    opening: Array  # of the ring: x and y in links, and the sum of all angles


def command(
    t: float,
    target: float,
    theta: Array,
    omega: Array,
    centre: Array,
    unit: float,
    state: Array | None,
    p: Array,
    period: float,
) -> tuple[tuple[Array, Array, float], Array]:
    """Return the commands of the valves, the error in the centre of mass, and how far the ring is off a circle."""
    length, height, K_p, K_z, K_null, damping, inertia, area, P_max = p.tolist()
    e = np.array([target, height]) - centre
    e_dot = np.zeros(2) if state is None else (e - state) / period
    x_ddot = np.array([K_p, K_z]) * e + np.array([2 * sqrt(K_p), 2 * sqrt(K_z)]) * e_dot
    order = ORDERS[int(unit) - 1]
    q, q_dot = theta[order], omega[order]
    off = CIRCLE - q
    z = K_null * off - damping * q_dot
    u = np.empty(N)
    u[order] = valve_command(q, accelerations(q, q_dot, x_ddot, z, length), length, inertia / (area * P_max))
    return (u, e, sqrt(off @ off / N)), e


def accelerations(q: Array, q_dot: Array, x_ddot: Array, z: Array, length: float) -> Array:
    """Return the joint accelerations that move the centre of mass as wanted, and do as much of ``z`` as is left (17).

    Only motions that keep the ring closed can move the centre of mass, so that it stays closed is wanted too.
    """
    jacobians = jacobians_at(q, q_dot, length)
    J = np.concatenate((jacobians.centre / length, jacobians.opening))
    wanted = np.zeros(5)
    wanted[:2] = (x_ddot - jacobians.centre_rate @ q_dot) / length
    # the pseudo-inverse times what z does not do yet, which is the same as z projected into the null space
    result: Array = z + J.T @ np.linalg.solve(J @ J.T + HAIR, wanted - J @ z)
    return result


def jacobians_at(q: Array, q_dot: Array, length: float) -> Jacobians:
    """Return all Jacobians of a shape and of its rate."""
    # the orientation of each link against the first, and its rate (4)
    beta, beta_dot = TURNED @ q, TURNED @ q_dot
    along = np.array([np.cos(beta), np.sin(beta)])
    across = np.array([-along[1], along[0]])
    opening = np.concatenate((across @ TURNED, ALL))
    return Jacobians(length * across @ TURNED_MASS, -length * beta_dot * along @ TURNED_MASS, opening)


def valve_command(q: Array, q_ddot: Array, length: float, gain: float) -> Array:
    """Return what opens the valves, -1 to 1 (23): a cylinder that extends makes its angle smaller."""
    lever = length * np.maximum(np.abs(np.sin(q / 2)), LEAST_LEVER)
    result: Array = np.maximum(-1.0, np.minimum(-gain * q_ddot / lever, 1.0))
    return result


def pseudo_inverse(matrix: Array) -> Array:
    """Return the Moore-Penrose inverse of a matrix with few rows; a hair of damping keeps it finite."""
    square = matrix @ matrix.T
    square.flat[:: len(square) + 1] += DAMPING * square.trace()
    inverse: Array = matrix.T @ np.linalg.inv(square)
    return inverse
