"""The Command Function of the annular robot: Algorithm 1, from what is measured to the command of every valve.

All numbers are in the *logical* order: link 1 lies on the ground, the others follow counter-clockwise. Names are those
of the document; README.md lists where its equations had to be corrected, and why.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
ALPHA = 0.5  # where the centre of mass of a link is, along the link
LEAST_LEVER = 0.15  # of the lever at theta = pi / 8: the lever vanishes where two links are in line
DAMPING = 1e-12  # of pseudo-inverses, relative to the size of the matrix


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
    length, height, K_p, K_z, K_null, damping, inertia, area, P_max = p
    e = np.array([target, height]) - centre
    e_dot = np.zeros(2) if state is None else (e - state) / period
    contact = int(unit) - 1
    q, q_dot = np.roll(theta, -contact), np.roll(omega, -contact)
    gains = np.array([K_p, K_z])
    x_ddot = gains * e + 2 * np.sqrt(gains) * e_dot
    q_ddot = accelerations(q, q_dot, x_ddot, length, K_null, damping)
    u = valve_command(q, q_ddot, length, inertia, area, P_max)
    shape_error = float(np.sqrt(np.mean((theta - 2 * np.pi / len(theta)) ** 2)))
    return (np.roll(u, contact), e, shape_error), e


def accelerations(q: Array, q_dot: Array, x_ddot: Array, length: float, K_null: float, damping: float) -> Array:
    """Return the joint accelerations that move the centre of mass as wanted and keep the shape near a circle (17)."""
    free = np.eye(len(q)) - pseudo_inverse(closure := closure_jacobian(q)) @ closure
    # only motions that keep the ring closed can move the centre of mass
    J = com_jacobian(q, length) @ free
    inverse = pseudo_inverse(J)
    z = K_null * (2 * np.pi / len(q) - q) - damping * q_dot
    primary = inverse @ (x_ddot - com_jacobian_rate(q, q_dot, length) @ q_dot)
    secondary: Array = free @ (z - inverse @ (J @ z))
    return primary + secondary


def com_jacobian(q: Array, length: float) -> Array:
    """Return how the centre of mass moves with the joint angles, seen from the link on the ground (10)."""
    beta, weight = orientations(q), weights(len(q))
    J = np.stack([-reversed_sum(np.sin(beta) * weight), reversed_sum(np.cos(beta) * weight)]) * length / len(q)
    J[:, 0] = 0.0
    return J


def com_jacobian_rate(q: Array, q_dot: Array, length: float) -> Array:
    """Return the time derivative of ``com_jacobian`` (14)."""
    beta, weight, beta_dot = orientations(q), weights(len(q)), orientations(q_dot)
    J = np.stack([reversed_sum(beta_dot * np.cos(beta) * weight), reversed_sum(beta_dot * np.sin(beta) * weight)])
    J[:, 0] = 0.0
    return -J * length / len(q)


def closure_jacobian(q: Array) -> Array:
    """Return how far the ring would open with the joint angles: x and y in links, and the sum of all angles."""
    beta = orientations(q)
    J = np.stack([-reversed_sum(np.sin(beta)), reversed_sum(np.cos(beta)), np.ones(len(q))])
    J[:2, 0] = 0.0
    return J


def valve_command(q: Array, q_ddot: Array, length: float, inertia: float, area: float, P_max: float) -> Array:
    """Return what opens the valves, -1 to 1 (23): a cylinder that extends makes its angle smaller."""
    circle = np.sin(np.pi / len(q))
    lever = length * np.maximum(np.abs(np.sin(q / 2)), LEAST_LEVER * circle)
    return np.clip(-inertia * q_ddot / (lever * area * P_max), -1.0, 1.0)


def orientations(q: Array) -> Array:
    """Return the sum of the angles from the second link on (4)."""
    return np.cumsum(q) - q[0]


def weights(count: int) -> Array:
    """Return how many links hang on each link, its own counted from its centre of mass."""
    return np.where(np.arange(count) > 0, count - np.arange(count) - ALPHA, 0.0)


def reversed_sum(values: Array) -> Array:
    """Return for each element the sum of it and all that follow."""
    return np.cumsum(values[::-1])[::-1]


def pseudo_inverse(matrix: Array) -> Array:
    """Return the Moore-Penrose inverse of a matrix with few rows; a hair of damping keeps it finite."""
    square = matrix @ matrix.T
    square.flat[:: len(square) + 1] += DAMPING * np.trace(square)
    inverse: Array = matrix.T @ np.linalg.inv(square)
    return inverse
