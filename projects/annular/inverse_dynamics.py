"""The Command Function with inverse dynamics (Sec. 5, corrected): the wish of command.py, but with true torques."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from .command import CIRCLE, LEAST_LEVER, N, accelerations, jacobians_at
from .ring_dynamics import Links, closing_acceleration, torques

Array = np.ndarray[Any, Any]
FLAT = 0.0  # tilt of the link on the ground, as in the document


class Gains(NamedTuple):
    """What the block passes as p, in this order."""

    length: float
    mass: float
    height: float
    inside: float
    K_p: float
    K_z: float
    K_null: float
    damping: float
    area: float
    P_max: float
    servo: float
    ambient: float


def command(
    t: float,
    target: float,
    theta: Array,
    omega: Array,
    centre: Array,
    pressure: Array,
    unit: float,
    state: Array | None,
    p: Array,
    period: float,
) -> tuple[tuple[Array, Array, float, float], Array]:
    """Return the commands of the valves, the error in the centre of mass, how far the ring is off a circle.

    And last the pressure that it takes to push all torques with cylinders that cannot pull.
    """
    gains = Gains(*p.tolist())
    e = np.array([target, gains.height]) - centre
    e_dot = np.zeros(2) if state is None else (e - state) / period
    order = (np.arange(N) + int(unit) - 1) % N
    share = np.empty(N)
    share[order] = pressures(theta[order], omega[order], e, e_dot, gains)
    # a ring can be under pressure all round without moving: as much as makes none negative
    pushed = share - min(share.min(), 0.0)
    if gains.servo > 0:
        share = gains.servo * (pushed - (pressure - gains.ambient) / gains.P_max)
    off = theta - CIRCLE
    return (np.clip(share, -1.0, 1.0), e, sqrt(off @ off / N), pushed.max() * gains.P_max), e


def pressures(q: Array, q_dot: Array, e: Array, e_dot: Array, gains: Gains) -> Array:
    """Return the pressures that the torques need, over the largest: a cylinder that extends makes its angle smaller."""
    K = np.array([gains.K_p, gains.K_z])
    z = gains.K_null * (CIRCLE - q) - gains.damping * q_dot
    wish = accelerations(q, q_dot, K * e + 2 * np.sqrt(K) * e_dot, z, gains.length)
    wish = wish + closing_acceleration(q, q_dot, gains.length)
    # the centre of mass moves with the shape, and with the whole ring as it rolls
    rolling = (jacobians_at(q, q_dot, gains.length).centre[0] @ q_dot + e_dot[0]) / (gains.height - e[1])
    links = Links(gains.length, gains.mass, gains.height, gains.inside)
    torque, _ = torques(FLAT, q, np.concatenate([[rolling], q_dot]), wish, links)
    lever = gains.length * np.maximum(np.abs(np.sin(q / 2)), LEAST_LEVER)
    result: Array = -torque / (lever * gains.area * gains.P_max)
    return result
