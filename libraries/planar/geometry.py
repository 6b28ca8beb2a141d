"""Plane geometry that several blocks share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from blocks import Expr
from blocks.functions import cos, der, sin
from libraries.planar.ports import Frame

Pair: TypeAlias = tuple[Expr, Expr]


def rotated(vector: Expr | Sequence[Expr], angle: Expr) -> Pair:
    """Return a vector of a frame in the axes of the world, where the frame stands at ``angle``."""
    c, s = cos(angle), sin(angle)
    return c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]


def resolved(vector: Sequence[Expr], angle: Expr) -> Pair:
    """Return a vector of the world in the axes of a frame that stands at ``angle``: the inverse of ``rotated``."""
    return rotated(vector, -angle)


def moment(arm: Sequence[Expr], fx: Expr, fy: Expr) -> Expr:
    """Return the torque of a force that acts at the end of a lever arm."""
    return arm[0] * fy - arm[1] * fx


def dot(u: Sequence[Expr], v: Sequence[Expr]) -> Expr:
    """Return the scalar product of two vectors."""
    return u[0] * v[0] + u[1] * v[1]


def difference(u: Pair, v: Pair) -> Pair:
    """Return one vector minus another: the way from place ``v`` to place ``u``."""
    return u[0] - v[0], u[1] - v[1]


def beyond(start: Pair, length: Expr | float, way: Pair) -> Pair:
    """Return where one comes from a place along a multiple of a way."""
    return start[0] + length * way[0], start[1] + length * way[1]


def velocity(frame: Frame, place: Pair) -> Pair:
    """Return the velocity of a place that moves with a frame."""
    w, arm = der(frame.phi), difference(place, (frame.x, frame.y))
    return der(frame.x) - w * arm[1], der(frame.y) + w * arm[0]
