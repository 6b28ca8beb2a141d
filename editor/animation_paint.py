"""Paints the marks of planar mechanics; those of line forces also for mechanisms in space."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, hypot
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from editor.animation_data import Picture
from editor.animation_ink import Array, Ink, Window, color
from editor.animation_marks import Mark

# from the back to the front
ORDER = (
    "ground", "rail", "plate", "disc", "rim", "link", "spring", "damper", "both", "actuator", "arm", "bar", "fixed",
    "body", "joint", "mass", "centre",
)  # fmt: skip
RANK = {kind: k for k, kind in enumerate(ORDER)}
COILS = 9


def polygon(points: Array) -> QPolygonF:
    """Return points as Qt has them."""
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])


class MarkPainter:
    """Paints one picture through a window."""

    def __init__(self, painter: QPainter, ink: Ink, window: Window) -> None:
        self.painter, self.ink, self.window = painter, ink, window
        self.unit = float(np.clip(min(window.width, window.height) / 70, 3.0, 7.0))

    def paint(self, picture: Picture, *, is_ghost: bool = False) -> None:
        """Paint all marks; of a ghost, only those that move."""
        pixels = self.window.pixels(picture.points) if len(picture.points) else picture.points
        if sum(mark.kind in ("bar", "arm") for mark in picture.marks) > 12:
            self.unit = max(2.6, 0.72 * self.unit)
        marks = sorted(zip(picture.marks, picture.slices, strict=True), key=lambda pair: RANK.get(pair[0].kind, 99))
        for mark, part in marks:
            points = pixels[part]
            # far outside, or not a number, there is nothing to see
            is_seen = np.isfinite(points).all() and np.abs(points).max(initial=0.0) < 1e7
            if is_seen and not (is_ghost and mark.kind in ("ground", "fixed")):
                self.mark(mark, points)

    def mark(self, mark: Mark, points: Array) -> None:
        """Paint one mark at points in pixels."""
        draw: Callable[[Mark, Array], None] | None = getattr(self, f"_{mark.kind}", None)
        if draw is not None:
            draw(mark, points)

    def pen(self, text: str, width: float, alpha: float = 1.0, style: Any = Qt.PenStyle.SolidLine) -> None:
        """Set a pen with round ends and corners."""
        pen = QPen(color(text, alpha), width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)

    def line(self, points: Array) -> None:
        """Draw a line through points with the present pen."""
        self.painter.drawPolyline(polygon(points))

    def _circle(self, centre: Array, radius: float) -> None:
        self.painter.drawEllipse(QPointF(*centre), radius, radius)

    def _strut(self, points: Array, text: str, width: float) -> None:
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(points) > 2:  # a part with several frames: its area
            self.painter.setBrush(color(text, 0.15))
            self.pen(text, width)
            self.painter.drawPolygon(polygon(points))
        elif hypot(*(points[1] - points[0])) > 0.5:
            self.pen(text, width)
            self.line(points)

    def _bar(self, mark: Mark, points: Array) -> None:
        self._strut(points, self.ink.of(mark.color, self.ink.bar), self.unit)

    def _arm(self, mark: Mark, points: Array) -> None:
        self._strut(points, self.ink.of(mark.color, self.ink.arm), 0.7 * self.unit)

    def _link(self, mark: Mark, points: Array) -> None:
        self.pen(self.ink.of(mark.color, self.ink.thin), 1.0, style=Qt.PenStyle.DotLine)
        self.line(points)

    def _plate(self, mark: Mark, points: Array) -> None:
        text = self.ink.of(mark.color, self.ink.bar)
        self.pen(text, 1.6)
        self.painter.setBrush(color(text, 0.14))
        self.painter.drawPolygon(polygon(points))

    def _rim(self, mark: Mark, points: Array) -> None:
        self.pen(self.ink.of(mark.color, self.ink.bar), 0.6 * self.unit)
        self.line(points)

    def _disc(self, mark: Mark, points: Array) -> None:
        radius = mark.radius * self.window.scale
        text = self.ink.of(mark.color, self.ink.bar)
        self.pen(text, 2.0)
        self.painter.setBrush(color(text, 0.08))
        self._circle(points[0], radius)
        self.pen(text, 1.2, 0.6)
        self.line(np.array([2 * points[0] - points[1], points[1]]))

    def _ground(self, mark: Mark, points: Array) -> None:
        way = points[1] - points[0]
        reach = (self.window.width + self.window.height + hypot(*points[0])) / max(hypot(*way), 1e-9)
        self.pen(self.ink.ground, 1.6)
        self.line(np.array([points[0] - reach * way, points[0] + reach * way]))

    def _along(self, points: Array, shares: Array, offsets: Array) -> Array:
        """Return points beside the way between two others: shares of it, and pixels to its side."""
        way = points[1] - points[0]
        side = np.array([-way[1], way[0]]) / max(hypot(*way), 1e-9)
        return points[0] + shares[:, None] * way + offsets[:, None] * side

    def _spring(self, mark: Mark, points: Array, offset: float = 0.0) -> None:
        shares = np.concatenate([[0.0, 0.14], np.linspace(0.14, 0.86, 2 * COILS + 1)[1::2], [0.86, 1.0]])
        swing = np.zeros(len(shares))
        swing[2:-2] = 1.3 * self.unit * (-1.0) ** np.arange(COILS)
        swing[1:-1] += offset
        self.pen(self.ink.of(mark.color, self.ink.spring), 1.6)
        self.line(self._along(points, shares, swing))

    def _damper(self, mark: Mark, points: Array, offset: float = 0.0) -> None:
        wide = 1.2 * self.unit
        self.pen(self.ink.of(mark.color, self.ink.spring), 1.6)
        cup = self._along(points, np.array([0.68, 0.34, 0.34, 0.68]), np.array([-wide, -wide, wide, wide]) + offset)
        stem, rod, head = (
            self._along(points, np.array(shares), np.array(sides) + offset)
            for shares, sides in (((0.0, 0.34), (0.0, 0.0)), ((0.54, 1.0), (0.0, 0.0)), ((0.54, 0.54), (-wide, wide)))
        )
        for part in (cup, stem, rod, 0.8 * head + 0.2 * head.mean(axis=0)):
            self.line(part)

    def _both(self, mark: Mark, points: Array) -> None:
        self._spring(mark, points, 1.7 * self.unit)
        self._damper(mark, points, -1.7 * self.unit)

    def _actuator(self, mark: Mark, points: Array) -> None:
        self.pen(self.ink.pale, 0.5 * self.unit)
        self.line(points)
        self.pen(self.ink.of(mark.color, self.ink.actuator), 1.1 * self.unit)
        self.line(self._along(points, np.array([0.0, 0.6]), np.zeros(2)))

    def _rail(self, mark: Mark, points: Array) -> None:
        start, slider = points[0], points[1]
        way = points[2] - start
        way = way / max(hypot(*way), 1e-9)
        wide, high = 3.2 * self.unit, 2.0 * self.unit
        position = float((slider - start) @ way)
        ends = min(0.0, position) - wide, max(0.0, position) + wide
        self.pen(self.ink.thin, 1.6)
        self.line(np.array([start + end * way for end in ends]))
        self._turned(slider, way)
        self.pen(self.ink.arm, 1.6)
        self.painter.setBrush(color(self.ink.joint))
        self.painter.drawRoundedRect(QRectF(-wide / 2, -high / 2, wide, high), 3, 3)
        self.painter.restore()

    def _turned(self, centre: Array, way: Array) -> None:
        """Put the origin at a point, with x along a way; ``restore`` ends it."""
        self.painter.save()
        self.painter.translate(QPointF(*centre))
        self.painter.rotate(degrees(atan2(way[1], way[0])))

    def _fixed(self, mark: Mark, points: Array) -> None:
        size = 2.1 * self.unit
        self._turned(points[0], points[1] - points[0])
        self.pen(self.ink.ground, 1.4)
        self.painter.setBrush(color(self.ink.back))
        self.painter.drawPolygon(polygon(np.array([[0, 0], [-0.8, 1.2], [0.8, 1.2]]) * size))
        self.line(np.array([[-1.5, 1.2], [1.5, 1.2]]) * size)
        self.pen(self.ink.ground, 1.0, 0.75)
        for x in np.linspace(-1.2, 1.2, 5):
            self.line(np.array([[x, 1.2], [x - 0.35, 1.65]]) * size)
        self.painter.restore()

    def _joint(self, mark: Mark, points: Array) -> None:
        self.pen(self.ink.bar, max(1.2, 0.28 * self.unit))
        self.painter.setBrush(color(self.ink.of(mark.color, self.ink.joint)))
        self._circle(points[0], 0.78 * self.unit)

    def _mass(self, mark: Mark, points: Array) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color(self.ink.of(mark.color, self.ink.bar)))
        self._circle(points[0], 1.5 * self.unit)

    def _body(self, mark: Mark, points: Array) -> None:
        # the sign of a centre of mass, which shows how the body turns
        radius = 1.7 * self.unit
        box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
        self._turned(points[0], points[1] - points[0])
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color(self.ink.joint))
        self.painter.drawEllipse(box)
        quarters = QPainterPath()
        for start in (0, 180):
            quarters.moveTo(0, 0)
            quarters.arcTo(box, start, 90)
            quarters.closeSubpath()
        self.painter.fillPath(quarters, color(self.ink.bar))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.pen(self.ink.bar, 1.6)
        self.painter.drawEllipse(box)
        self.painter.restore()

    def _centre(self, mark: Mark, points: Array) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color(self.ink.trace))
        self._circle(points[0], max(3.5, 0.9 * self.unit))

    def trace(self, points: Array, is_marked: bool = True) -> None:
        """Draw the way of a point, dashed, with a dot at its end."""
        pixels = self.window.pixels(points)
        pixels = pixels[np.isfinite(pixels).all(axis=1)]
        if len(pixels) > 1:
            # pixels closer than one to each other only cost time
            moved = np.concatenate([[True], np.abs(np.diff(pixels.round(), axis=0)).any(axis=1)])
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = QPen(color(self.ink.trace), 1.2, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3.0, 2.6])
            self.painter.setPen(pen)
            self.line(pixels[moved])
        if len(pixels) and is_marked:
            self._centre(Mark("centre", "", ()), pixels[-1:])
