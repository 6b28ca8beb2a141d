"""The filter that works: where the ring is, from gyroscopes, potentiometers and the resistors that feel the ground.

The state is the way of the centre of mass, the absolute angle of every link, and its rate. All functions take many
states at once, as columns. Nothing that sits on the robot sees where on the ground it is: the way is what the links
that press on the ground have rolled, and they do not slip.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
N = 16
LEAST_FORCE = 2.0  # N: what a resistor reads below this may be noise
Y, PHI, OMEGA, BIAS = 0, slice(1, 1 + N), slice(1 + N, 1 + 2 * N), slice(1 + 2 * N, 1 + 3 * N)


class Ring(NamedTuple):
    """Sizes of the links: what the block passes as p, in this order."""

    length: float
    inside: float  # from the centre of the circle to the line between the joints
    radius: float  # of the rim
    arc: float  # half the angle of the rim of one link
    sink: float  # how deep one link presses into the ground with the weight of the whole robot


def process(x: Array, u: Array, w: Array, period: float, p: Array) -> Array:
    """Return the state one period later; ``u`` are the forces on the ground.

    The noise is what accelerates each link, and last the speed with which the ring slips.
    """
    phi, omega, faster = x[PHI], x[OMEGA], period * w[:N]
    # over the period the rate is on average that of its middle, and the shape is that of its middle, too
    rate = omega + faster / 2
    moved = x.copy()
    moved[Y] += period * (speed(phi + period / 2 * rate, rate, u, Ring(*p)) + w[N])
    moved[PHI] += period * rate
    moved[OMEGA] += faster
    return moved


def measurement(x: Array, v: Array) -> Array:
    """Return what gyroscopes and potentiometers read: absolute rates, and angles between neighbours (45, corrected)."""
    return np.vstack([x[OMEGA], joint_angles(x[PHI])]) + v


def process_with_bias(x: Array, u: Array, w: Array, period: float, p: Array) -> Array:
    """Return the same for a state that ends with the errors of the gyroscopes, which stay."""
    moved = x.copy()
    moved[: BIAS.start] = process(x[: BIAS.start], u, w, period, p)
    return moved


def measurement_with_bias(x: Array, v: Array) -> Array:
    """Return what gyroscopes with errors and potentiometers read."""
    seen = measurement(x, v)
    seen[:N] += x[BIAS]
    return seen


def joint_angles(phi: Array) -> Array:
    """Return the angle of each link against the one before it; all of them add up to one turn."""
    angles = phi - np.roll(phi, 1, axis=0)
    angles[0] += 2 * np.pi
    return angles


def speed(phi: Array, omega: Array, forces: Array, ring: Ring) -> Array:
    """Return the speed of the centre of mass along the ground (42, corrected): links that press on it do not slip.

    If several do, each counts with its share of the weight, and the less it carries the less deep it sinks in.
    """
    shares = carried(forces)
    sines = -np.sin(phi) * omega * ring.length
    joints = np.cumsum(sines, axis=0) - sines  # speeds along the ground against the first joint
    centre = (joints + sines / 2).mean(axis=0)
    # a point of the link that is lower than its joint moves along with the turn
    feet = joints - omega * feet_below(phi, shares, ring)
    result: Array = centre - (shares[:, None] * feet).sum(axis=0)
    return result


def feet_below(phi: Array, shares: Array, ring: Ring) -> Array:
    """Return how high the ground is above the joint of each link, negative for below, if it is the link that touches.

    An arc touches with its lowest point, and beyond its ends with an end.
    """
    lean = np.remainder(phi + np.pi, 2 * np.pi) - np.pi
    beyond = lean - np.clip(lean, -ring.arc, ring.arc)
    middle = np.sin(phi) * ring.length / 2 + np.cos(phi) * ring.inside
    result: Array = middle - ring.radius * np.cos(beyond) + ring.sink * shares[:, None]
    return result


def carried(forces: Array) -> Array:
    """Return the share of the weight on each link; in the air all links count the same."""
    pressed = np.where(forces > LEAST_FORCE, forces, 0.0)
    total = pressed.sum()
    return pressed / total if total > 0 else np.full(N, 1 / N)


def centre_height(phi: Array, ring: Ring) -> Array:
    """Return how high the centre of mass is above the ground, on which the lowest link lies."""
    rise = np.sin(phi) * ring.length
    joints = np.cumsum(rise, axis=0) - rise
    lowest = (joints + feet_below(phi, np.zeros(N), ring)).min(axis=0)
    result: Array = (joints + rise / 2).mean(axis=0) - lowest - ring.sink
    return result


def outputs(t: float, x: Array, state: None, p: Array) -> tuple[tuple[Array, Array, Array, float], None]:
    """Return what the controller asks for, angles and rates of joints and the centre of mass; and the way alone."""
    phi, omega = x[PHI, None], x[OMEGA]
    centre = np.array([x[Y], centre_height(phi, Ring(*p))[0]])
    return (joint_angles(phi)[:, 0], omega - np.roll(omega, 1), centre, x[Y]), None


def outputs_with_bias(t: float, x: Array, state: None, p: Array) -> tuple[tuple[Any, ...], None]:
    """Return the same, and the errors of the gyroscopes."""
    return (*outputs(t, x[: BIAS.start], state, p)[0], x[BIAS]), None
