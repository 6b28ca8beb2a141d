"""The equations of motion of the ring (24 to 40, corrected): it rolls on the link on the ground.

Coordinates are the angle of that link, its tilt, and after it all joint angles in the logical order. The rim of the
link does not slip, so its centre goes along the ground as the link turns. The first joint angle moves nothing by
itself; it only takes part in the closure of the ring.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .command import N, jacobians_at

Array = np.ndarray[Any, Any]
G = 9.80665


class Links(NamedTuple):
    """Sizes of the links, all alike."""

    length: float
    mass: float
    height: float  # of the centre of the rim above the ground, its radius
    inside: float  # from that centre to the line between the joints


class Motion(NamedTuple):
    """What moves a link, for all links: two rows of a Jacobian for its centre of mass, one for its angle."""

    centre: Array  # 16 x 2 x 17
    turn: Array  # 16 x 17
    bias: Array  # 16 x 2: its acceleration while all coordinates go on as they do


def places(tilt: float, q: Array, links: Links) -> tuple[Array, Array]:
    """Return where the centres of mass of all links are, and the joints after them, from the point of contact."""
    beta = tilt + np.cumsum(q) - q[0]
    along = links.length * np.array([np.cos(beta), np.sin(beta)]).T
    middle = [links.inside * np.sin(tilt), links.height - links.inside * np.cos(tilt)]
    ends = np.cumsum(along, axis=0) - along[0] / 2 + middle
    return ends - along / 2, ends


def motion(tilt: float, q: Array, rates: Array, links: Links) -> Motion:
    """Return how the coordinates move the links; ``rates`` are those of all coordinates."""
    centres, ends = places(tilt, q, links)
    starts = np.vstack([ends[-1:], ends[:-1]])
    turn = np.tril(np.ones((N, N + 1)), 1)
    turn[:, 1] = 0.0
    # a joint turns what follows about itself; all turn about the point on the ground
    arms = centres[:, None] - np.vstack([[0.0, 0.0], starts])[None]
    centre = np.stack([-arms[..., 1], arms[..., 0]], axis=1) * turn[:, None]
    squares = (turn @ rates)[:, None] ** 2
    inwards = squares * (centres - starts)
    inwards[0] = squares[0] * (centres[0] - [0.0, links.height])
    to_joint = squares * (ends - starts)
    to_joint[0] = squares[0] * (ends[0] - [0.0, links.height])
    reached = np.vstack([[0.0, 0.0], np.cumsum(to_joint, axis=0)[:-1]])
    return Motion(centre, turn, -(reached + inwards))


def mass_and_load(tilt: float, q: Array, rates: Array, links: Links) -> tuple[Array, Array]:
    """Return the mass matrix (33), and what turning rates and gravity ask for (34, 37): M a + load = torques."""
    moved = motion(tilt, q, rates, links)
    J = moved.centre.reshape(2 * N, N + 1)
    inertia = links.mass * links.length**2 / 12
    M = links.mass * J.T @ J + inertia * moved.turn.T @ moved.turn
    load = links.mass * J.T @ (moved.bias + [0.0, G]).reshape(2 * N)
    return M, load


def torques(tilt: float, q: Array, rates: Array, q_ddot: Array, links: Links) -> tuple[Array, float]:
    """Return the smallest torques of the joints that give these accelerations (40), and how fast the ring then rolls.

    No torque of a joint turns the whole ring, so how that goes faster follows from the rest. Torques along the closure
    of the ring move nothing, and are left out.
    """
    M, load = mass_and_load(tilt, q, rates, links)
    faster = -(M[0, 1:] @ q_ddot + load[0]) / M[0, 0]
    needed = M[1:, 0] * faster + M[1:, 1:] @ q_ddot + load[1:]
    opening = jacobians_at(q, rates[1:], links.length).opening
    return needed - smallest(opening, opening @ needed), float(faster)


def closing_acceleration(q: Array, q_dot: Array, length: float) -> Array:
    """Return the accelerations of the joints with which a ring that moves stays closed, the smallest ones (38)."""
    beta, beta_dot = np.cumsum(q) - q[0], np.cumsum(q_dot) - q_dot[0]
    drift = np.array([-np.cos(beta) @ beta_dot**2, -np.sin(beta) @ beta_dot**2, 0.0])
    return -smallest(jacobians_at(q, q_dot, length).opening, drift)


def smallest(opening: Array, wanted: Array) -> Array:
    """Return the smallest values that open the ring as wanted."""
    return np.asarray(opening.T @ np.linalg.solve(opening @ opening.T, wanted))
