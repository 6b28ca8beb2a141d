"""Triangles with colours and light. What there are many of, tubes and balls, is worked out all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import pi

import numpy as np

from editor.animation_points import Array, across

SIDES = 24
BOX = np.array([(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7), (0, 1, 5), (0, 5, 4), (1, 2, 6), (1, 6, 5), (2, 3, 7),
                (2, 7, 6), (3, 0, 4), (3, 4, 7)])  # fmt: skip


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles with a colour each, counter-clockwise seen from outside, and pairs of points that are lines."""

    points: Array = field(default_factory=lambda: np.zeros((0, 3)))
    faces: Array = field(default_factory=lambda: np.zeros((0, 3), dtype=int))
    colors: Array = field(default_factory=lambda: np.zeros((0, 4)))
    line_points: Array = field(default_factory=lambda: np.zeros((0, 3)))
    line_colors: Array = field(default_factory=lambda: np.zeros((0, 4)))

    @classmethod
    def joined(cls, meshes: Sequence[Mesh]) -> Mesh:
        """Return several meshes as one."""
        if not meshes:
            return cls()
        firsts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])[:-1]
        return cls(
            np.concatenate([mesh.points for mesh in meshes]),
            np.concatenate([mesh.faces + first for mesh, first in zip(meshes, firsts, strict=True)]),
            np.concatenate([mesh.colors for mesh in meshes]),
            np.concatenate([mesh.line_points for mesh in meshes]),
            np.concatenate([mesh.line_colors for mesh in meshes]),
        )


def solid(points: Array, faces: Array, color: Array) -> Mesh:
    """Return a convex body of one colour; its faces may be either way round."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    is_inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), (a + b + c) / 3 - points.mean(axis=0)) < 0
    return Mesh(points, np.where(is_inward[:, None], faces[:, ::-1], faces), np.tile(color, (len(faces), 1)))


def tubes(wanted: Sequence[tuple[Array, tuple[float, ...], Array]]) -> Mesh:
    """Return closed tubes between two ends, each with a radius at either end and a colour."""
    if not wanted:
        return Mesh()
    ends, radii, colors = (np.array(column) for column in zip(*wanted, strict=True))
    u, v = across(ends[:, 1] - ends[:, 0])
    angles = np.arange(SIDES) * 2 * pi / SIDES
    ring = np.cos(angles)[:, None] * u[:, None] + np.sin(angles)[:, None] * v[:, None]
    circles = [ends[:, k, None] + radii[:, k, None, None] * ring for k in (0, 1)]
    return _copies(np.concatenate([*circles, ends], axis=1), TUBE, colors)


def balls(wanted: Sequence[tuple[Array, float, Array]]) -> Mesh:
    """Return balls with a centre, a radius and a colour each."""
    if not wanted:
        return Mesh()
    centres, radii, colors = (np.array(column) for column in zip(*wanted, strict=True))
    return _copies(centres[:, None] + radii[:, None, None] * BALL_POINTS, BALL_FACES, colors)


def _copies(points: Array, faces: Array, colors: Array) -> Mesh:
    """Return bodies (body, point, coordinate) that share their faces."""
    count, size, _ = points.shape
    all_faces = faces + (size * np.arange(count))[:, None, None]
    return Mesh(points.reshape(-1, 3), all_faces.reshape(-1, 3), np.repeat(colors, len(faces), axis=0))


def lit(mesh: Mesh, strength: float, light: Array) -> Mesh:
    """Return a mesh with the light falling on it from a direction; pale ones have less shade."""
    a, b, c = (mesh.points[mesh.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-30)[:, None]
    # what is turned away still gets some light, and what faces it keeps its colour
    shade = 1.0 + strength * (0.27 * (normals @ light) - 0.21)
    colors = mesh.colors.copy()
    colors[:, :3] = np.clip(colors[:, :3] * shade[:, None], 0.0, 1.0)
    return replace(mesh, colors=colors)


def _tube_faces() -> Array:
    k, n = np.arange(SIDES), np.roll(np.arange(SIDES), -1)
    start, end = np.full(SIDES, 2 * SIDES), np.full(SIDES, 2 * SIDES + 1)
    triangles = [(k, n, n + SIDES), (k, n + SIDES, k + SIDES), (start, n, k), (end, k + SIDES, n + SIDES)]
    return np.concatenate([np.column_stack(columns) for columns in triangles])


def _ball(rows: int = 16, columns: int = 28) -> tuple[Array, Array]:
    heights, turns = np.meshgrid(np.linspace(0, pi, rows + 1), np.arange(columns) * 2 * pi / columns, indexing="ij")
    points = np.stack([np.sin(heights) * np.cos(turns), np.sin(heights) * np.sin(turns), np.cos(heights)], -1)
    k = np.arange(rows * columns)
    beside = k // columns * columns + (k + 1) % columns
    triangles = (k, beside + columns, beside), (k, k + columns, beside + columns)
    return points.reshape(-1, 3), np.concatenate([np.column_stack(corners) for corners in triangles])


TUBE = _tube_faces()
BALL_POINTS, BALL_FACES = _ball()
