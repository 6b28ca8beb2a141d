"""Sec. 5 of the document as it is printed, equations 24 to 40: it shows why the ring stalls."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from .command import CIRCLE, N, accelerations, valve_command

Array = np.ndarray[Any, Any]
GRAVITY = np.array([0.0, -9.81])


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
    length, height, K_p, K_z, K_null, damping, mass, mu, area, P_max = p.tolist()
    e = np.array([target, height]) - centre
    e_dot = np.zeros(2) if state is None else (e - state) / period
    x_ddot = np.array([K_p, K_z]) * e + 2 * np.array([sqrt(K_p), sqrt(K_z)]) * e_dot
    order = (np.arange(N) + int(unit) - 1) % N
    q, q_dot = theta[order], omega[order]
    z = K_null * (CIRCLE - q) - damping * q_dot
    q_ddot = accelerations(q, q_dot, x_ddot, z, length)
    u = np.empty(N)
    tau = torques(q, q_dot, q_ddot, length, mass, mu)
    u[order] = valve_command(q, tau, length, 1 / (area * P_max))
    off = theta - CIRCLE
    return (u, e, sqrt(off @ off / N)), e


def torques(q: Array, q_dot: Array, q_ddot: Array, length: float, mass: float, mu: float) -> Array:
    """Return the torques of the joints (40)."""
    beta, beta_dot = np.cumsum(q) - q[0], np.cumsum(q_dot) - q_dot[0]
    s, c = length * np.sin(beta), length * np.cos(beta)
    J_v, J_v_dot = chain(np.array([-s, c])), chain(np.array([-c, -s]) * beta_dot)
    J_h, J_h_dot = closure(np.array([-s, c])), closure(np.array([-c, -s]) * beta_dot)
    J_w = np.triu(np.ones((N, N)))  # (32) as it is printed, for k >= i
    M = mass * np.einsum("iak,ial->kl", J_v, J_v) + mass * length**2 / 12 * J_w.T @ J_w + mu * J_h.T @ J_h
    load = mass * np.einsum("iak,ia->k", J_v, J_v_dot @ q_dot + GRAVITY)
    # (39) and (40) need each other; together they give half of what (38) would give
    inner = J_h @ np.linalg.solve(M, J_h.T)
    lagrange = np.linalg.solve(inner, J_h @ q_ddot + J_h_dot @ q_dot) / 2
    return load + M @ q_ddot - J_h.T @ lagrange


def chain(rows: Array) -> Array:
    """Return how the joints move the centres of mass of all links (30, 36): links x 2 x joints."""
    sums = np.cumsum(rows, axis=1)
    before = sums - rows
    found = sums.T[:, :, None] - before[None] - rows.T[:, :, None] / 2
    return np.asarray(found * np.tril(np.ones((N, N)))[:, None])


def closure(rows: Array) -> Array:
    """Return how the joints open the ring (28): 2 x joints."""
    return np.cumsum(rows[:, ::-1], axis=1)[:, ::-1]
