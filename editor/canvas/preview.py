"""A subsystem seen from outside: its blocks and connections very small."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from blocks.diagram import Diagram, block_of
from editor.style import BLOCK, Theme


def draw_inside(painter: QPainter, diagram: Diagram, room: QRectF, theme: Theme) -> None:
    """Draw what is in a diagram as small boxes and lines in the middle of a rectangle."""
    places = {name: place for name, place in diagram.layout.items() if name in diagram.blocks}
    if len(places) < 2 or room.width() < 20 or room.height() < 20:
        return
    half = QPointF(BLOCK[0] / 2, BLOCK[1] / 2)
    xs, ys = [place[0] for place in places.values()], [place[1] for place in places.values()]
    whole = QRectF(QPointF(min(xs), min(ys)) - half, QPointF(max(xs), max(ys)) + half)
    scale = min(room.width() / whole.width(), room.height() / whole.height())
    painter.save()
    painter.translate(room.center())
    painter.scale(scale, scale)
    painter.translate(-whole.center())
    color = QColor(theme.dim)
    color.setAlpha(130)
    painter.setPen(QPen(color, 6))
    for pair in diagram.connections:
        a, b = (places.get(block_of(end)) for end in pair)
        if a and b:
            painter.drawPolyline([QPointF(a[0], a[1]), QPointF(b[0], a[1]), QPointF(b[0], b[1])])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for x, y, *_ in places.values():
        painter.drawRoundedRect(QRectF(x - half.x(), y - half.y(), *BLOCK), 12, 12)
    painter.restore()
