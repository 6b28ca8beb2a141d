"""A picture of a mechanism in space as triangles and lines, for OpenGL. No Qt drawing here."""

from __future__ import annotations

from math import pi

import numpy as np

from editor.animation_data import Picture
from editor.animation_ink import Ink, mixed
from editor.animation_marks import BARREL, Mark
from editor.animation_mesh import BOX, Mesh, balls, lit, solid, tubes
from editor.animation_points import Array, across

COILS = 9
MOST_DASHES = 4_000
AXIS_COLORS = ("#dc2626", "#16a34a", "#2563eb")


def solids(picture: Picture, ink: Ink, size: float, light: Array) -> Mesh:
    """Return all marks of a picture, lit from a direction.

    ``size`` is that of the whole mechanism, for what has no thickness of its own.
    """
    modeller = _Modeller(ink, size)
    for mark, points in picture:
        if np.isfinite(points).all():
            modeller.add(mark, points)
    return lit(modeller.mesh(), ink.strength, light)


class _Modeller:
    def __init__(self, ink: Ink, size: float) -> None:
        self.ink, self.unit = ink, 0.009 * size
        self._parts: list[Mesh] = []
        self._tubes: list[tuple[Array, tuple[float, ...], Array]] = []  # ends, radii, colour
        self._balls: list[tuple[Array, float, Array]] = []  # centre, radius, colour

    def mesh(self) -> Mesh:
        """Return everything that was added; parts of one shape are worked out together."""
        return Mesh.joined([*self._parts, tubes(self._tubes), balls(self._balls)])

    def add(self, mark: Mark, points: Array) -> None:
        """Add the triangles and lines of a mark."""
        ink, unit = self.ink, self.unit
        match mark.kind:
            case "box":
                self._parts.append(solid(points, BOX, self._color(mark)))
            case "round" | "cone":
                self._tube(points, (mark.radius, 0.0 if mark.kind == "cone" else mark.radius), self._color(mark))
            case "arrow":
                neck = points[0] + 0.7 * (points[1] - points[0])
                self._tube(np.array([points[0], neck]), (mark.radius / 2, mark.radius / 2), self._color(mark))
                self._tube(np.array([neck, points[1]]), (mark.radius, 0.0), self._color(mark))
            case "bar" | "arm":
                color = self._own(mark, ink.bar if mark.kind == "bar" else ink.arm)
                thick = unit if mark.kind == "bar" else 0.7 * unit
                for k in range(len(points) - 1):
                    self._tube(points[k : k + 2], (thick, thick), color)
            case "actuator":
                way, text = BARREL * (points[1] - points[0]), ink.of(mark.color, ink.actuator)
                self._tube(np.array([points[0] + way, points[1] - way]), (unit, unit), self._text(text))
                self._tube(points, (0.45 * unit, 0.45 * unit), self._text(mixed(text, ink.arm, 0.4)))
            case "ball" | "mass":
                self._ball(points[0], mark.radius or 1.8 * unit, self._color(mark))
            case "centre":
                self._ball(points[0], 1.6 * unit, self._text(ink.trace))
            case "joint":
                self._joint(points)
            case "disc" | "plate":
                count = len(points)
                fan = np.array([(0, k, k + 1) for k in range(1, count - 1)])
                self._parts.append(solid(points, fan, self._color(mark)))
                self._line(np.vstack([points, points[:1]]), ink.of(mark.color, ink.bar))
            case _:
                self._thin(mark, points)

    def _thin(self, mark: Mark, points: Array) -> None:
        ink, unit = self.ink, self.unit
        match mark.kind:
            case "spring" | "both":
                self._line(_helix(points, 2.2 * unit), ink.of(mark.color, ink.spring))
            case "damper":
                self._tube(points[0] + np.array([[0.3], [0.7]]) * (points[1] - points[0]), (1.5 * unit, 1.5 * unit),
                           self._own(mark, ink.spring))  # fmt: skip
                self._line(points, ink.of(mark.color, ink.spring))
            case "rail":
                way = (points[2] - points[0]) * 3 * unit
                self._line(np.array([points[0] - way, points[1] + way]), ink.thin)
                self._tube(np.array([points[1] - way / 2, points[1] + way / 2]), (1.5 * unit,) * 2, self._text(ink.arm))
            case "axes":
                for end, text in zip(points[1:], AXIS_COLORS, strict=True):
                    self._line(np.array([points[0], points[0] + 8 * unit * (end - points[0])]), text)
            case "rim" | "link":
                self._line(points, ink.of(mark.color, ink.bar if mark.kind == "rim" else ink.thin))

    def _joint(self, points: Array) -> None:
        if len(points) > 1:
            way = 2.2 * self.unit * (points[1] - points[0])
            self._tube(np.array([points[0] - way, points[0] + way]), (1.6 * self.unit,) * 2, self._text(self.ink.bar))
        else:
            self._ball(points[0], 1.7 * self.unit, self._text(self.ink.bar))

    def _color(self, mark: Mark) -> Array:
        return self._text(self.ink.shaded(mark.color, 1.0).name())

    def _own(self, mark: Mark, usual: str) -> Array:
        return self._text(self.ink.of(mark.color, usual))

    def _text(self, text: str) -> Array:
        return np.array([*(int(text[k : k + 2], 16) / 255 for k in (1, 3, 5)), 1.0])

    def _line(self, points: Array, text: str) -> None:
        pairs = np.repeat(points, 2, axis=0)[1:-1]
        color = self._text(mixed(text, self.ink.back, self.ink.strength) if text in AXIS_COLORS else text)
        self._parts.append(Mesh(line_points=pairs, line_colors=np.tile(color, (len(pairs), 1))))

    def _tube(self, ends: Array, radii: tuple[float, ...], color: Array) -> None:
        if np.linalg.norm(ends[1] - ends[0]) >= 1e-9 * self.unit:
            self._tubes.append((ends, radii, color))

    def _ball(self, centre: Array, radius: float, color: Array) -> None:
        self._balls.append((centre, radius, color))


def _helix(ends: Array, radius: float) -> Array:
    u, v = across(ends[1] - ends[0])
    shares = np.linspace(0.0, 1.0, 16 * COILS + 1)
    turn = 2 * pi * COILS * np.clip((shares - 0.1) / 0.8, 0.0, 1.0)
    wide = radius * np.clip(np.minimum(shares - 0.05, 0.95 - shares) / 0.05, 0.0, 1.0)
    way = ends[0] + shares[:, None] * (ends[1] - ends[0])
    return np.asarray(way + wide[:, None] * (np.cos(turn)[:, None] * u + np.sin(turn)[:, None] * v))


def dashes(way: Array, length: float) -> Array:
    """Return pairs of points that are the dashes of a line along a way; gaps are as long as dashes.

    >>> dashes(np.array([[0.0, 0, 0], [4.0, 0, 0]]), 1.0)[:, 0]
    array([0., 1., 2., 3.])
    """
    if len(way) < 2 or not np.isfinite(way).all():
        return np.zeros((0, 3))
    run = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1)))
    count = int(min(run[-1] / length, MOST_DASHES)) // 2
    ends = np.linspace(0.0, 2 * count * max(length, run[-1] / MOST_DASHES), 2 * count + 1)[:-1]
    return np.column_stack([np.interp(ends, run, column) for column in way.T]) if count else np.zeros((0, 3))
