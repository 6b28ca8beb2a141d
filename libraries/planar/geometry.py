"""Plane geometry that several blocks share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from blocks import Expr
from blocks.functions import cos, sin

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
