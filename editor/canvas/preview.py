"""A subsystem seen from outside: its blocks and connections very small."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from blocks.diagram import Diagram
from editor.canvas.miniature import miniature
from editor.style import Theme


def draw_inside(painter: QPainter, diagram: Diagram, room: QRectF, theme: Theme) -> None:
    """Draw what is in a diagram as small boxes and lines in the middle of a rectangle."""
    small = miniature(diagram)
    if not small.boxes or room.width() < 20 or room.height() < 20:
        return
    scale = min(room.width() / small.size[0], room.height() / small.size[1])
    painter.save()
    painter.translate(room.center())
    painter.scale(scale, scale)
    painter.translate(-QPointF(*small.middle))
    color = QColor(theme.dim)
    color.setAlpha(130)
    painter.setPen(QPen(color, 6))
    for line in small.lines:
        painter.drawPolyline([QPointF(*spot) for spot in line])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for box in small.boxes:
        painter.drawPolygon(QPolygonF([QPointF(*spot) for spot in box]))
    painter.restore()
