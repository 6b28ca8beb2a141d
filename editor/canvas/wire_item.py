"""A net on the canvas: its lines with round corners, gaps where they pass under others, dots where they join."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.geometry import Point, Segment, around, distance_to, segments_of
from editor.canvas.lettering import text_font
from editor.canvas.network import Net
from editor.canvas.port_item import domain_of_kind
from editor.style import OTHER, Domain, Theme

ABOVE_BLOCKS = 3.0  # a connection is never hidden under an icon
CORNER = 5.0
GAP = 4.0  # half the width of the gap under another connection
DOT = 3.2
REACH = 5.0  # how near a point must be to hit a connection


class WireItem(QGraphicsItem):
    """Draws one net."""

    def __init__(self, net: Net, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.picked: set[tuple[str, str]] = set()  # selected connections
        self.is_problem = False
        self.texts: list[tuple[Point, str]] = []
        self.setZValue(ABOVE_BLOCKS)
        self.show_net(net)

    def show_net(self, net: Net, gaps: Sequence[Point] = ()) -> None:
        """Draw a net as it is now; ``gaps`` are the points where it passes under others."""
        self.prepareGeometryChange()
        self.net = net
        self.domain: Domain = domain_of_kind(net.kind) if net.kind is not None else OTHER
        self.gaps = list(gaps)
        self._path = QPainterPath()
        for chain in net.tree.chains:
            self._path.addPath(_rounded(chain, self.gaps))
        points = [point for chain in net.tree.chains for point in chain]
        left, top, right, bottom = around(points) if points else (0, 0, 0, 0)
        self._bounds = QRectF(left, top, right - left, bottom - top).adjusted(-10, -10, 10, 10)
        self._tags = net.tags
        for place, text in (*self._tags, *self.texts):
            self._bounds = self._bounds.united(badge_rect(place, text).adjusted(-2, -2, 2, 2))
        self.update()

    def set_gaps(self, gaps: Sequence[Point]) -> None:
        """Change where the net passes under others."""
        if list(gaps) != self.gaps:
            self.show_net(self.net, gaps)

    def set_texts(self, texts: list[tuple[Point, str]]) -> None:
        """Show values at places along the net."""
        if texts != self.texts:
            self.texts = texts
            self.show_net(self.net, self.gaps)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def shape(self) -> QPainterPath:
        stroker = QPainterPathStroker()
        stroker.setWidth(2 * REACH)
        return stroker.createStroke(self._path)

    def pair_at(self, point: QPointF) -> tuple[tuple[str, str], int] | None:
        """Return the connection under a point and the number of its piece; the shortest one, if several share it."""
        best: tuple[float, int, tuple[str, str], int] | None = None
        for pair, path in self.net.paths.items():
            for number, (a, b) in enumerate(zip(path, path[1:], strict=False)):
                piece: Segment = (a, b) if a <= b else (b, a)
                far = distance_to(piece, point.x(), point.y())
                found = (round(far), len(path), pair, number)
                if far <= REACH and (best is None or found < best):
                    best = found
        return None if best is None else (best[2], best[3])

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        color = QColor(self.theme.bad if self.is_problem else self.domain.color_in(self.theme))
        if self.picked:
            self._paint_picked(painter)
        pen = QPen(color, self.domain.width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.domain.is_dashed:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for x, y in self.net.tree.junctions:
            painter.drawEllipse(QPointF(x, y), max(DOT, self.domain.width), max(DOT, self.domain.width))
        for place, text in self._tags:
            draw_tag(painter, place, text, self.theme)
        for place, text in self.texts:
            draw_badge(painter, place, text, self.theme)

    def _paint_picked(self, painter: QPainter) -> None:
        glow = QColor(self.theme.accent)
        glow.setAlpha(90)
        pen = QPen(glow, self.domain.width + 5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for pair in self.picked:
            for a, b in segments_of(self.net.paths.get(pair, [])):
                painter.drawLine(QPointF(*a), QPointF(*b))


def _rounded(chain: Sequence[Point], gaps: Sequence[Point] = ()) -> QPainterPath:
    """Return a chain as a path with round corners and with gaps."""
    path = QPainterPath(QPointF(*chain[0]))
    here = QPointF(*chain[0])
    for k in range(1, len(chain)):
        corner = QPointF(*chain[k])
        before = QPointF(*chain[k - 1])
        if k == len(chain) - 1:
            _line(path, here, corner, gaps)
            break
        after = QPointF(*chain[k + 1])
        radius = min(CORNER, _far(before, corner) / 2, _far(corner, after) / 2)
        start, stop = _towards(corner, before, radius), _towards(corner, after, radius)
        _line(path, here, start, gaps)
        path.quadTo(corner, stop)
        here = stop
    return path


def _line(path: QPainterPath, a: QPointF, b: QPointF, gaps: Sequence[Point]) -> None:
    if gaps and a.y() == b.y():
        low, high = sorted((a.x(), b.x()))
        sign = 1 if b.x() > a.x() else -1
        on_it = sorted((x for x, y in gaps if y == a.y() and low + GAP < x < high - GAP), reverse=sign < 0)
        for x in on_it:
            path.lineTo(QPointF(x - sign * GAP, a.y()))
            path.moveTo(QPointF(x + sign * GAP, a.y()))
    path.lineTo(b)


def _far(a: QPointF, b: QPointF) -> float:
    return abs(a.x() - b.x()) + abs(a.y() - b.y())


def _towards(a: QPointF, b: QPointF, by: float) -> QPointF:
    return a + (b - a) * (by / (_far(a, b) or 1.0))


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
