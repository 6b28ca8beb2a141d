"""Paints the floor below a mechanism in space, which fades out before its edge, and the shadows of parts on it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRadialGradient, QTransform

from editor.animation_data import Picture
from editor.animation_ground import LINES, Floor, left
from editor.animation_ink import Array, Ink, Window, mixed
from editor.animation_paint import polygon

CIRCLE = QRectF(-1.0, -1.0, 2.0, 2.0)
PIECES, RINGS = 40, 10  # of lines, and of the floor's round plane: how finely both fade
BOX = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
THIN = {"bar": 1.0, "arm": 0.7, "actuator": 0.8, "spring": 0.6, "damper": 0.6, "both": 0.8}  # units of the picture


class FloorPainter:
    """Paints a floor and what falls on it, as seen from somewhere."""

    def __init__(self, painter: QPainter, ink: Ink, window: Window, axes: Array, floor: Floor) -> None:
        self.painter, self.ink, self.window, self.floor = painter, ink, window, floor
        self.flat = axes[:2].T
        self.is_from_above = float(floor.up @ -axes[2]) > 0.02
        ends = self._pixels(np.array([floor.middle, floor.middle + floor.u, floor.middle + floor.v]))
        middle, u, v = ends[0], ends[1] - ends[0], ends[2] - ends[0]
        self._lying = QTransform(u[0], u[1], v[0], v[1], middle[0], middle[1])  # metres on the floor to pixels

    def paint(self) -> None:
        """Paint a soft plane and its lines."""
        round_one = QTransform.fromScale(self.floor.reach, self.floor.reach) * self._lying
        if self.is_from_above:
            self.painter.save()
            self.painter.setTransform(round_one, True)
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(self._fading(self.ink.floor))
            self.painter.drawEllipse(CIRCLE)
            self.painter.restore()
        self._grid()

    def _grid(self) -> None:
        """Paint the lines in pieces, paler ones farther out: files of vectors know no other way to fade."""
        ends, shares = self.floor.pieces(PIECES)
        pixels, ring = self._pixels(ends.reshape(-1, 3)).reshape(-1, 4), (shares * RINGS).astype(int)
        for k in range(RINGS):
            shade = mixed(mixed(self.ink.thin, self.ink.back, LINES), self.ink.back, left((k + 0.5) / RINGS))
            self.painter.setPen(QPen(QColor(shade), 0.9, c=Qt.PenCapStyle.FlatCap))
            self.painter.drawLines(_lines(pixels[ring == k]))

    def _fading(self, text: str) -> QRadialGradient:
        """Return a colour that is lost in the background at a distance of one."""
        gradient = QRadialGradient(QPointF(0.0, 0.0), 1.0)
        for place in np.linspace(0.0, 1.0, RINGS).tolist():
            gradient.setColorAt(place, QColor(mixed(text, self.ink.back, left(place))))
        return gradient

    def shadows(self, picture: Picture, unit: float) -> None:
        """Paint the shadows of a picture; ``unit`` is the width of a bar in pixels."""
        if not self.is_from_above or not len(picture.points):
            return
        ends = self._pixels(self.floor.below(picture.points))
        if not np.isfinite(ends).all():
            return
        # one colour that hides what is below: shadows that overlap are not darker
        self._shadow(picture, ends, QColor(self.ink.shadow), unit)

    def _shadow(self, picture: Picture, ends: Array, shade: QColor, unit: float) -> None:
        scale = self.window.scale
        thin: dict[float, list[Array]] = {}
        self.painter.setBrush(shade)
        for mark, part in zip(picture.marks, picture.slices, strict=True):
            points = ends[part]
            if mark.kind in ("round", "cone", "arrow"):
                thin.setdefault(2 * mark.radius * scale, []).append(points[:2])
            elif mark.kind in THIN:
                for k in range(len(points) - 1):
                    thin.setdefault(THIN[mark.kind] * unit, []).append(points[k : k + 2])
            elif mark.kind in ("ball", "mass") and mark.radius:
                self._spot(points[0], mark.radius)
            elif mark.kind in ("box", "disc", "plate"):
                self.painter.setPen(QPen(shade, 0.5))
                faces = BOX if mark.kind == "box" else (tuple(range(len(points))),)
                for face in faces:
                    self.painter.drawPolygon(polygon(points[list(face)]))
        for width, lines in thin.items():
            self.painter.setPen(QPen(shade, width, c=Qt.PenCapStyle.RoundCap))
            self.painter.drawLines(_lines(np.concatenate(lines)))

    def _spot(self, middle: Array, radius: float) -> None:
        """Paint the shadow of a ball: a circle on the floor."""
        way = self._lying
        spot = QTransform(way.m11(), way.m12(), way.m21(), way.m22(), *middle).scale(radius, radius)
        self.painter.save()
        self.painter.setTransform(spot, True)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.drawEllipse(CIRCLE)
        self.painter.restore()

    def _pixels(self, points: Array) -> Array:
        return self.window.pixels(points @ self.flat)


def _lines(ends: Array) -> list[QLineF]:
    return [QLineF(*row) for row in ends.reshape(-1, 4).tolist()]
