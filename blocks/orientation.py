"""Orientations in space: how a frame is turned, and how one orientation follows from another.

An orientation is a matrix R whose columns are the axes of a frame, in the axes of the world. It is never an unknown of
its own: along the parts of a mechanism each one follows from the last, and its rate of change is its angular velocity,
``der(R) == skew(w) @ R``. So a block says how two orientations are related, and how their angular velocities are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from blocks.declare import Quantity
from blocks.expression import Equation, Expr, Operand, as_expr


class Orientation(Quantity):
    """The orientation of a port in space; ``rate`` names the port's angular velocity in the axes of the world."""

    role = "orientation"

    def __init__(self, text: str, *, rate: str) -> None:
        super().__init__("1", text, (3, 3))
        self.rate = rate


@dataclass(frozen=True, eq=False, kw_only=True)
class Turn(Equation):
    """An orientation that follows from another, or from the world.

    It counts as three equations: where it closes a loop three of its nine hold it, and elsewhere ``rate`` does, the
    same for the angular velocities.
    """

    relative: Expr
    base: Expr | None
    rate: Equation

    @property
    def size(self) -> int:
        """Return how many scalar equations this is."""
        return 3


def turn(b: Any, a: Any, relative: Operand, w: Operand) -> Turn:
    """Return that frame ``b`` is turned against frame ``a`` by a matrix, at an angular velocity in the axes of ``a``.

    Without a frame ``a`` it is turned against the world.
    """
    matrix = as_expr(relative)
    if a is None:
        return Turn(b.R, matrix, relative=matrix, base=None, rate=b.w == w)
    is_same = matrix.op == "constant" and np.array_equal(matrix.data, np.eye(3))
    rigid = as_expr(w).op == "constant" and not np.any(as_expr(w).data)
    rate = b.w == (a.w if rigid else a.w + a.R @ as_expr(w))
    return Turn(b.R, a.R if is_same else a.R @ matrix, relative=matrix, base=a.R, rate=rate)


def same_orientation(b: Any, a: Any) -> Turn:
    """Return that two frames are parallel."""
    return turn(b, a, np.eye(3), np.zeros(3))


def rotation(axis: Operand, angle: Operand) -> Expr:
    """Return the matrix that turns by an angle about an axis, whatever the length of the axis."""
    return Expr("rotation", (as_expr(axis), as_expr(angle)), shape=(3, 3))


def rotation_of(quaternion: Operand) -> Expr:
    """Return the matrix of a quaternion (scalar part first), whatever its length."""
    return Expr("rotation_of", (as_expr(quaternion),), shape=(3, 3))


def quaternion_of_cardan(angles: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the quaternion, scalar part first, of turns about x, then the new y, then the new z.

    >>> quaternion_of_cardan(np.array([0.0, 0.0, np.pi])).round(3).tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    (a, b, c), (u, v, w) = np.cos(angles / 2), np.sin(angles / 2)
    return np.array([a * b * c - u * v * w, u * b * c + a * v * w, a * v * c - u * b * w, a * b * w + u * v * c])


def quaternion_rate(quaternion: Expr, w: Expr) -> Expr:
    """Return the rate of change of a quaternion that turns at an angular velocity in the fixed axes."""
    from blocks.functions import cross, dot, vector

    scalar, part = quaternion[0], quaternion[1:]
    turning = scalar * w + cross(w, part)
    return vector(-dot(w, part), turning[0], turning[1], turning[2]) / 2
