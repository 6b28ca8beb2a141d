"""The marks of ports: one shape for each kind, filled when something is connected."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from blocks.declare import Input
from editor.canvas.port_kinds import PortKind
from editor.style import PORT, Domain, Theme, domain_of

LIT, DIM, PLAIN = "lit", "dim", "plain"  # how a port looks while a connection is drawn
HALF = PORT / 2
GLOW = 5


def domain_of_kind(kind: PortKind) -> Domain:
    """Return how a port and its connections look."""
    return domain_of(kind.declaration, kind.is_sampled)


def draw_port(
    painter: QPainter, kind: PortKind, at: QPointF, out: tuple[int, int], theme: Theme, is_used: bool, look: str = PLAIN
) -> None:
    """Draw the mark of a port; ``out`` is the direction in which connections leave."""
    domain = domain_of_kind(kind)
    color = QColor(domain.color_in(theme))
    painter.save()
    painter.translate(at)
    if look == DIM:
        painter.setOpacity(0.25)
    if look == LIT:
        glow = QColor(theme.accent)
        glow.setAlpha(70)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawEllipse(QPointF(0, 0), HALF + GLOW, HALF + GLOW)
    is_signal = domain.mark == "triangle"
    painter.setPen(QPen(color.darker(130) if domain.mark == "rectangle" else color, 1.2))
    painter.setBrush(color if is_used or is_signal else QColor(theme.block))
    _draw_mark(painter, domain.mark, out, isinstance(kind.declaration, Input))
    painter.restore()


def _draw_mark(painter: QPainter, mark: str, out: tuple[int, int], is_input: bool) -> None:
    match mark:
        case "circle":
            painter.drawEllipse(QPointF(0, 0), HALF - 0.2, HALF - 0.2)
        case "diamond":
            painter.drawPolygon(QPolygonF([QPointF(0, -5.5), QPointF(5.5, 0), QPointF(0, 5.5), QPointF(-5.5, 0)]))
        case "rectangle":
            # long across the side it stands on
            wide, high = (6.0, 11.0) if out[0] else (11.0, 6.0)
            painter.drawRoundedRect(QRectF(-wide / 2, -high / 2, wide, high), 1, 1)
        case "triangle":
            painter.drawPolygon(_triangle(out, is_input))
        case _:
            painter.drawRect(QRectF(-HALF + 0.7, -HALF + 0.7, PORT - 1.4, PORT - 1.4))


def _triangle(out: tuple[int, int], is_input: bool) -> QPolygonF:
    """Return a triangle at the edge of a block: an input's tip touches it, an output's tip points away from it."""
    tip, base = (0.0, PORT) if is_input else (PORT - 1.0, 0.0)
    across = QPointF(-out[1], out[0])
    along = QPointF(out[0], out[1])
    return QPolygonF([along * tip, along * base + across * HALF, along * base - across * HALF])
