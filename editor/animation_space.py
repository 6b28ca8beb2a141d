"""A mechanism in space, painted without OpenGL: seen without perspective, what is far first, and shaded softly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, hypot, pi, radians, sin

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QRadialGradient

from editor.animation_data import Picture
from editor.animation_ink import Array, Ink, Window, hexed, mixed
from editor.animation_marks import BARREL, Mark
from editor.animation_paint import MarkPainter, polygon
from editor.animation_points import across

SIDES = 18  # of a round part
BOX_FACES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
ENDING = ("bar", "arm", "actuator", "spring", "damper", "both", "link")  # what ends in balls
RODS = {"bar": 1.0, "arm": 0.7}  # how thick they are, in units of the picture
SHINE = ((0.0, "#ffffff", 0.55), (0.35, "#ffffff", 0.12), (0.6, "#000000", 0.04), (1.0, "#000000", 0.42))
LIGHT = np.array([-0.35, 0.75, -0.56])  # towards the light: right, up and away from the eye
AXIS_COLORS = ("#dc2626", "#16a34a", "#2563eb")


@dataclass
class View:
    """Where the eye is: angles in degrees about the axis that is up, and above the floor."""

    azimuth: float = -60.0
    elevation: float = 22.0
    up: Array = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))

    def floor_axes(self) -> Array:
        """Return two directions along the floor and the one that is up, right-handed, as rows."""
        axis = int(np.argmax(np.abs(self.up)))
        first, second = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
        return np.array([first, second, self.up] if self.up[axis] > 0 else [second, first, self.up])

    def axes(self) -> Array:
        """Return the directions right, up and away from the eye as rows; x, y and z stay right-handed."""
        turn, lift = radians(self.azimuth), radians(self.elevation)
        to_eye = np.array([cos(lift) * cos(turn), cos(lift) * sin(turn), sin(lift)]) @ self.floor_axes()
        right = np.cross(self.up, to_eye)
        right /= np.linalg.norm(right)
        return np.array([right, np.cross(to_eye, right), -to_eye])

    def flat(self, points: Array) -> Array:
        """Return points in the plane of the picture."""
        return points @ self.axes()[:2].T

    def orbit(self, right: float, up: float) -> None:
        """Turn the view by degrees."""
        self.azimuth = (self.azimuth - right + 180.0) % 360.0 - 180.0
        self.elevation = float(np.clip(self.elevation + up, -89.0, 89.0))


@dataclass
class Item:
    """Something to paint at some distance."""

    depth: float
    paint: Callable[[], None]


class SpacePainter:
    """Paints one picture of a mechanism in space."""

    def __init__(self, painter: QPainter, ink: Ink, window: Window, view: View) -> None:
        self.painter, self.ink, self.window = painter, ink, window
        self.axes = view.axes()
        self.flat = MarkPainter(painter, ink, window)
        self.unit = self.flat.unit

    def paint(self, picture: Picture, *, is_ghost: bool = False) -> None:
        """Paint all marks, those far away first; of a ghost, only those that move."""
        items: list[Item] = []
        self.unit = rod_width(picture, self.window)
        seen = clear_of_balls(picture) @ self.axes.T
        for mark, part in zip(picture.marks, picture.slices, strict=True):
            points = seen[part]
            if np.isfinite(points).all() and not (is_ghost and mark.kind in ("ground", "fixed", "axes")):
                items += self._items(mark, points)
        for item in sorted(items, key=lambda item: -item.depth):
            item.paint()

    def _items(self, mark: Mark, points: Array) -> Iterator[Item]:
        if mark.kind == "ground":
            return
        if mark.kind == "box":
            faces = [points[list(face)] for face in BOX_FACES]
            yield from self._solid(mark, faces, points.mean(axis=0))
        elif mark.kind in ("round", "cone"):
            yield from self._solid(mark, list(_round(points, mark)), points.mean(axis=0))
        elif mark.kind == "arrow":
            neck = points[0] + 0.7 * (points[1] - points[0])
            for kind, ends, radius in (("round", (points[0], neck), 0.5), ("cone", (neck, points[1]), 1.0)):
                part = Mark(kind, mark.name, (), radius * mark.radius, mark.color)
                yield from self._solid(mark, list(_round(np.array(ends), part)), np.mean(ends, axis=0))
        elif mark.kind == "axes":
            yield Item(float(points[0, 2]), lambda: self._triad(points))
        elif mark.kind == "joint":
            yield Item(float(points[0, 2]) - 1e-6, lambda: self._joint(mark, points))
        elif mark.kind in ("ball", "mass"):
            yield Item(float(points[0, 2]), lambda: self._ball(mark, points[0]))
        elif mark.kind in RODS and len(points) == 2:
            yield Item(float(points[:, 2].mean()), lambda: self._rod(mark, self._pixels(points)))
        elif mark.kind == "actuator":
            yield Item(float(points[:, 2].mean()), lambda: self._actuator(mark, self._pixels(points)))
        elif mark.kind == "disc":
            plate = Mark("plate", "", (), color=mark.color)
            yield Item(float(points[:, 2].mean()), lambda: self.flat.mark(plate, self._pixels(points)))
        else:
            yield Item(float(points[:2, 2].mean()), lambda: self.flat.mark(mark, self._pixels(points)))

    def _pixels(self, points: Array) -> Array:
        return self.window.pixels(points[:, :2])

    def _solid(self, mark: Mark, faces: list[Array], centre: Array) -> Iterator[Item]:
        """Yield the faces that can be seen, each lit by how it stands."""
        for face in faces:
            normal = np.cross(face[1] - face[0], face[2] - face[1])
            size = float(np.linalg.norm(normal))
            if size < 1e-15:
                continue
            normal = normal / size
            if normal @ (face.mean(axis=0) - centre) < 0:
                normal = -normal
            if normal[2] < 1e-6:  # turned towards the eye
                shade = 0.72 + 0.36 * max(0.0, float(normal @ LIGHT))
                yield Item(float(face[:, 2].mean()), self._face(face, self.ink.shaded(mark.color, shade)))

    def _face(self, face: Array, fill: QColor) -> Callable[[], None]:
        def paint() -> None:
            # a thin edge of the same colour closes the gaps between neighbours
            self.painter.setPen(QPen(fill, 0.8))
            self.painter.setBrush(fill)
            self.painter.drawPolygon(polygon(self._pixels(face)))

        return paint

    def _ball(self, mark: Mark, centre: Array) -> None:
        at = self._pixels(centre[None])[0]
        radius = max(mark.radius * self.window.scale, 2.0)
        text, back = self.ink.of(mark.color, hexed(self.ink.solid)), self.ink.back
        self.painter.translate(*at)
        self.painter.setPen(QPen(QColor(mixed(mixed("#000000", text, 0.45), back, self.ink.strength)), 0.8))
        self.painter.setBrush(_shine(text, radius))
        self.painter.drawEllipse(QPointF(0.0, 0.0), radius, radius)
        self.painter.translate(*-at)

    def _rod(self, mark: Mark, ends: Array) -> None:
        usual = self.ink.bar if mark.kind == "bar" else self.ink.arm
        self._tube(ends, self.ink.of(mark.color, usual), RODS[mark.kind] * self.unit)

    def _actuator(self, mark: Mark, ends: Array) -> None:
        text = self.ink.of(mark.color, self.ink.actuator)
        self.flat.pen(mixed(text, self.ink.arm, 0.4), 0.4 * self.unit)
        self.painter.drawLine(QLineF(*ends.ravel().tolist()))
        way = BARREL * (ends[1] - ends[0])
        self._tube(np.array([ends[0] + way, ends[1] - way]), text, 0.9 * self.unit)

    def _tube(self, ends: Array, text: str, width: float) -> None:
        """Paint a round rod: dark at its edges, light along one side."""
        (x0, y0), (x1, y1) = ends.tolist()
        dark, light = mixed("#000000", text, 0.28), mixed("#ffffff", text, 0.3)
        self.flat.pen(dark, width + 0.6)
        self.painter.drawLine(QLineF(x0, y0, x1, y1))
        self.flat.pen(text, 0.72 * width)
        self.painter.drawLine(QLineF(x0, y0, x1, y1))
        if width > 3.0:
            # the light comes from above, so the bright line is on the upper side
            long = max(hypot(x1 - x0, y1 - y0), 1e-9)
            side = 0.16 * width / long * (1.0 if x1 >= x0 else -1.0)
            dx, dy = side * (y1 - y0), -side * (x1 - x0)
            self.flat.pen(light, 0.24 * width)
            self.painter.drawLine(QLineF(x0 + dx, y0 + dy, x1 + dx, y1 + dy))

    def _joint(self, mark: Mark, points: Array) -> None:
        at = self._pixels(points)
        if len(at) > 1:  # a pin along the axis, as long as it looks from here
            pin = (at[1] - at[0]) / self.window.scale * 1.9 * self.flat.unit
            self.flat.pen(self.ink.bar, 1.5 * self.flat.unit)
            self.flat.line(np.array([at[0] - pin, at[0] + pin]))
        self.flat.mark(mark, at)

    def _triad(self, points: Array) -> None:
        at = self._pixels(points)
        for end, text in zip(at[1:], AXIS_COLORS, strict=False):
            self.flat.pen(text, 1.6, 0.8)
            self.flat.line(np.array([at[0], at[0] + (end - at[0]) / self.window.scale * 5 * self.flat.unit]))


def _round(points: Array, mark: Mark) -> Iterator[Array]:
    """Yield the faces of a cylinder or cone between two points."""
    start, end = points[0], points[1]
    u, v = across(end - start)
    angles = np.arange(SIDES) * 2 * pi / SIDES
    ring = mark.radius * (np.cos(angles)[:, None] * u + np.sin(angles)[:, None] * v)
    yield start + ring
    if mark.kind == "cone":
        yield from (np.array([start + ring[k - 1], start + ring[k], end]) for k in range(SIDES))
        return
    yield end + ring
    yield from (
        np.array([start + ring[k - 1], start + ring[k], end + ring[k], end + ring[k - 1]]) for k in range(SIDES)
    )


def rod_width(picture: Picture, window: Window) -> float:
    """Return how thick bars are, in pixels: thinner where there are many."""
    unit = float(np.clip(min(window.width, window.height) / 70, 3.0, 7.0))
    return max(2.6, 0.78 * unit) if sum(mark.kind in RODS for mark in picture.marks) > 5 else unit


def clear_of_balls(picture: Picture) -> Array:
    """Return the points of a picture with the ends of rods at the surface of the balls in which they end.

    What is painted as a whole would otherwise be seen inside a ball where it comes out towards the eye.
    """
    balls = [(part.start, mark.radius) for mark, part in zip(picture.marks, picture.slices, strict=True)
             if mark.kind == "ball" and mark.radius > 0]  # fmt: skip
    ends = [part.start + k for mark, part in zip(picture.marks, picture.slices, strict=True)
            if mark.kind in ENDING and part.stop - part.start == 2 for k in (0, 1)]  # fmt: skip
    if not balls or not ends:
        return picture.points
    points, places = picture.points.copy(), np.array(ends)
    # of each pair of ends, the other one
    others = places.reshape(-1, 2)[:, ::-1].ravel()
    way = picture.points[others] - picture.points[places]
    long = np.linalg.norm(way, axis=1)
    for place, radius in balls:
        near = np.linalg.norm(picture.points[places] - picture.points[place], axis=1) < 0.05 * radius
        near &= long > 2.0 * radius
        points[places[near]] += (0.97 * radius / long[near])[:, None] * way[near]
    return points


@lru_cache(256)
def _shine(text: str, radius: float) -> QBrush:
    """Return the colour of a ball in the light, around its centre."""
    shine = QRadialGradient(QPointF(-0.35 * radius, -0.4 * radius), 1.5 * radius)
    for place, other, share in SHINE:
        shine.setColorAt(place, QColor(mixed(other, text, share)))
    return QBrush(shine)
