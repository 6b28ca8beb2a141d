"""Flags at ports that a diagram shows outside, painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.flags import HALF, Flag
from editor.canvas.lettering import text_font
from editor.canvas.port_item import domain_of_kind
from editor.style import Theme

FROM_PORT = 5  # px: the line begins behind the mark


def draw_flag(painter: QPainter, flag: Flag, origin: QPointF, theme: Theme) -> None:
    """Draw a flag for a block that stands at ``origin``, which is where the painter is."""
    painter.save()
    color = QColor(domain_of_kind(flag.kind).color_in(theme))
    out = QPointF(*flag.end.out)
    painter.setPen(QPen(color, 1.2))
    painter.setBrush(QColor(theme.block))
    painter.drawLine(QPointF(*flag.end.point) + out * FROM_PORT - origin, QPointF(*flag.foot) - origin)
    left, top, right, bottom = flag.rect
    room = QRectF(left, top, right - left, bottom - top).translated(-origin)
    painter.drawRoundedRect(room, HALF, HALF)
    painter.setPen(QColor(theme.dim))
    painter.setFont(text_font(10))
    if flag.is_upright:
        painter.translate(room.center())
        painter.rotate(-90)
        room = QRectF(-room.height() / 2, -room.width() / 2, room.height(), room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, flag.text)
    painter.restore()
