"""The floor of a mechanism in space as triangles and lines, for OpenGL. No Qt drawing here."""

from __future__ import annotations

from math import pi

import numpy as np

from editor.animation_colors import parts_of
from editor.animation_ground import LINES, Floor, left
from editor.animation_ink import Ink, mixed
from editor.animation_mesh import Mesh
from editor.animation_points import Array

RINGS, SECTORS, PIECES = 24, 48, 40
LIFT = 4e-4  # of the reach: lines are above the plane and shadows above both, or they would flicker


def plane(floor: Floor, ink: Ink) -> Mesh:
    """Return a round plane in the floor's colour, which fades out towards its edge."""
    radii = floor.reach * np.arange(RINGS + 1) / RINGS
    turns = 2 * pi * np.arange(SECTORS) / SECTORS
    ring = np.cos(turns)[:, None] * floor.u + np.sin(turns)[:, None] * floor.v
    points = floor.middle - LIFT * floor.reach * floor.up + radii[:, None, None] * ring
    k = np.arange(RINGS * SECTORS)
    beside = k // SECTORS * SECTORS + (k + 1) % SECTORS
    faces = np.concatenate([np.column_stack([k, k + SECTORS, beside + SECTORS]),
                            np.column_stack([k, beside + SECTORS, beside])])  # fmt: skip
    shares = (np.concatenate([k, k]) // SECTORS + 0.5) / RINGS
    return Mesh(points.reshape(-1, 3), faces, _faded(ink.floor, ink, shares))


def lines(floor: Floor, ink: Ink) -> tuple[Array, Array]:
    """Return the ends of short pieces of the floor's lines, and their colours."""
    ends, shares = floor.pieces(PIECES)
    return ends.reshape(-1, 3), _faded(mixed(ink.thin, ink.back, LINES), ink, np.repeat(shares, 2))


def shadow(mesh: Mesh, floor: Floor, ink: Ink) -> Mesh:
    """Return what a mesh darkens of the floor, in one colour, so that shadows that overlap are not darker."""
    points = floor.below(mesh.points) + LIFT * floor.reach * floor.up
    return Mesh(points, mesh.faces, np.tile([*parts_of(ink.shadow), 1.0], (len(mesh.faces), 1)))


def _faded(text: str, ink: Ink, shares: Array) -> Array:
    """Return a colour that is lost in the background at a distance of one."""
    parts = np.array([[left(min(share, 1.0))] for share in shares])
    colors = parts * parts_of(text) + (1.0 - parts) * parts_of(ink.back)
    return np.column_stack([colors, np.ones(len(colors))])
