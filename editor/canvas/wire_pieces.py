"""The drawn parts of a net: a straight piece with the corner at its end, and texts beside the lines.

Each piece is an item of its own, so that a change repaints thin strips along the lines and not all that lies between
their ends. Qt draws the pieces itself, without coming back to Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.geometry import Point
from editor.canvas.lettering import SMALLEST_NAMES, text_font
from editor.style import Theme

CORNER = 5.0
GAP = 4.0  # half the width of the gap under another connection
ABOVE_WIRES = 4.0
LAP = 0.5  # how far a piece reaches into the one before: without it a fine gap shows


@dataclass(frozen=True)
class Piece:
    """A straight piece of a line: what it depends on."""

    start: tuple[float, float]
    corner: Point
    stop: tuple[float, float]  # behind the round corner
    gaps: tuple[int, ...]
    before: float  # length of the line up to here: dashes go on
    is_first: bool

    def path(self) -> QPainterPath:
        """Return the piece as it is drawn."""
        (x, y), (cx, cy) = self.start, self.corner
        radius = max(abs(self.stop[0] - cx), abs(self.stop[1] - cy))
        far = abs(cx - x) + abs(cy - y) or 1.0
        along = ((cx - x) / far, (cy - y) / far)
        lap = 0.0 if self.is_first else LAP
        path = QPainterPath(QPointF(x - lap * along[0], y - lap * along[1]))
        for gap in self.gaps:
            path.lineTo(QPointF(gap - along[0] * GAP, y))
            path.moveTo(QPointF(gap + along[0] * GAP, y))
        path.lineTo(QPointF(cx - along[0] * radius, cy - along[1] * radius))
        if radius:
            path.quadTo(QPointF(cx, cy), QPointF(*self.stop))
        return path


def pieces_of(chain: Sequence[Point], gaps: Sequence[Point] = ()) -> list[Piece]:
    """Return a chain as pieces with round corners and with gaps."""
    found = []
    here: tuple[float, float] = chain[0]
    before = 0.0
    for k in range(1, len(chain)):
        corner = chain[k]
        stop: tuple[float, float] = corner
        if k < len(chain) - 1:
            after = chain[k + 1]
            radius = min(CORNER, _far(chain[k - 1], corner) / 2, _far(corner, after) / 2)
            part = radius / (_far(corner, after) or 1.0)
            stop = corner[0] + (after[0] - corner[0]) * part, corner[1] + (after[1] - corner[1]) * part
        found.append(Piece(here, corner, stop, _gaps_on(here, corner, gaps), before, k == 1))
        before += _far(here, stop)
        here = stop
    return found


def _gaps_on(a: tuple[float, float], b: Point, gaps: Sequence[Point]) -> tuple[int, ...]:
    if not gaps or a[1] != b[1]:
        return ()
    sign = 1 if b[0] > a[0] else -1
    # clear of the start, and of the round corner at the end
    inside = (x for x, y in gaps if y == b[1] and (x - a[0]) * sign > GAP and (b[0] - x) * sign > GAP + CORNER)
    return tuple(sorted(inside, reverse=sign < 0))


def _far(a: tuple[float, float], b: tuple[float, float]) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class WireText(QGraphicsItem):
    """A small text beside a connection."""

    def __init__(self, parent: QGraphicsItem | None, place: Point, text: str, theme: Theme) -> None:
        super().__init__(parent)
        self.place, self.text, self.theme = place, text, theme

    def boundingRect(self) -> QRectF:
        return badge_rect(self.place, self.text).adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if option.levelOfDetailFromTransform(painter.worldTransform()) > SMALLEST_NAMES:
            draw_tag(painter, self.place, self.text, self.theme)


class Badge(WireText):
    """A value at a connection, on a note; it stands above all connections, so that none crosses it."""

    def __init__(self, place: Point, text: str, theme: Theme) -> None:
        super().__init__(None, place, text, theme)
        self.setZValue(ABOVE_WIRES)

    def show_text(self, place: Point, text: str) -> None:
        """Show another value."""
        if (place, text) != (self.place, self.text):
            self.prepareGeometryChange()
            self.place, self.text = place, text
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        draw_badge(painter, self.place, self.text, self.theme)


def badge_rect(place: Point, text: str) -> QRectF:
    """Return the room of a value on a connection."""
    return QRectF(place[0] - len(text) * 3.3 - 5, place[1] - 8, len(text) * 6.6 + 10, 15)


def draw_tag(painter: QPainter, place: Point, text: str, theme: Theme) -> None:
    """Draw a small text beside a connection."""
    painter.setPen(QColor(theme.dim))
    painter.setFont(text_font(9))
    painter.drawText(badge_rect(place, text), Qt.AlignmentFlag.AlignCenter, text)


def draw_badge(painter: QPainter, place: Point, text: str, theme: Theme) -> None:
    """Draw a value as a small note on a connection."""
    room = badge_rect(place, text)
    painter.setPen(QPen(QColor("#fde68a" if not theme.is_dark else "#854d0e"), 1))
    painter.setBrush(QColor("#fef9c3" if not theme.is_dark else "#3b2f0b"))
    painter.drawRoundedRect(room, 3, 3)
    painter.setPen(QColor("#854d0e" if not theme.is_dark else "#fde68a"))
    painter.setFont(text_font(10))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
