"""Geometry in space that several blocks share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks import Block, Expr, Parameter, Structural
from blocks.expression import as_expr
from blocks.functions import arcsin, arctan2, clamp, no_event, norm, vector, where
from blocks.orientation import rotation

X, Y, Z = (as_expr(axis) for axis in np.eye(3))
AXES = {"x": X, "y": Y, "z": Z}


def cardan(angles: Expr | Sequence[float]) -> Expr:
    """Return the matrix of a turn about x, then the new y, then the new z."""
    if not isinstance(angles, Expr) and not any(angles):
        return as_expr(np.eye(3))
    return rotation(X, angles[0]) @ rotation(Y, angles[1]) @ rotation(Z, angles[2])


def cardan_angles(R: Expr) -> Expr:
    """Return the angles about x, the new y and the new z of an orientation: the inverse of ``cardan``."""
    return vector(arctan2(-R[1, 2], R[2, 2]), arcsin(clamp(R[0, 2], -1, 1)), arctan2(-R[0, 1], R[0, 0]))


def outer(u: Expr, v: Expr) -> Expr:
    """Return the matrix of all products of two vectors' elements."""
    return vector(*(vector(*(x * y for y in v)) for x in u))


def tangents(n: Expr) -> tuple[Expr, Expr]:
    """Return two directions that are square to a direction of length one and to each other.

    Reference: T. Duff et al., Building an Orthonormal Basis, Revisited, JCGT 6, 2017.
    """
    side = no_event(where(n[2] < 0, -1.0, 1.0))
    a = -1 / (side + n[2])
    b = n[0] * n[1] * a
    return vector(1 + side * n[0] ** 2 * a, side * b, -side * n[0]), vector(b, side + n[1] ** 2 * a, -n[1])


class Directed(Block):
    """What everything with an axis shares: x, y or z of frame a, or any other."""

    direction = Structural("z", "axis in frame a; n for any", choices=("x", "y", "z", "n"))
    n = Parameter([0.0, 0.0, 1.0], "1", "axis in frame a, where direction is n; its length does not matter")

    def axis_in_a(self) -> Expr:
        """Return the axis in frame a, with length one."""
        return AXES[self.direction] if self.direction in AXES else self.n / norm(self.n)
