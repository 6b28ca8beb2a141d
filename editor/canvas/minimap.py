"""A small map of the whole diagram in the corner of a view; a click on it goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from editor.canvas.view import DiagramView

SIZE = QSize(120, 78)
FROM_EDGE = 12
INNER = 6


class Minimap(QWidget):
    """Shows blocks as small boxes and the visible part as a frame."""

    def __init__(self, view: DiagramView) -> None:
        super().__init__(view)
        self.setFixedSize(SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def view(self) -> DiagramView:
        """Return the view it belongs to, which is its parent: two that hold each other are never freed in order."""
        return cast("DiagramView", self.parentWidget())

    def place(self) -> None:
        """Stand in the lower right corner."""
        self.move(self.view.width() - SIZE.width() - FROM_EDGE, self.view.height() - SIZE.height() - FROM_EDGE)

    def _mapping(self) -> tuple[QRectF, float, QPointF]:
        whole = self.view.canvas.content_rect().adjusted(-20, -20, 20, 20)
        room = QRectF(self.rect()).adjusted(INNER, INNER, -INNER, -INNER)
        scale = min(room.width() / whole.width(), room.height() / whole.height())
        return whole, scale, room.center() - whole.center() * scale

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.view.canvas.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        panel = QColor(theme.panel)
        panel.setAlpha(230)
        painter.setBrush(panel)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        _, scale, shift = self._mapping()
        fill = QColor(theme.dim)
        fill.setAlpha(90)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        for block in self.view.canvas.network.placed.values():
            left, top, right, bottom = block.rect
            size = QRectF(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
            painter.drawRoundedRect(size.translated(shift), 1.5, 1.5)
        self._paint_frame(painter, scale, shift)
        painter.end()

    def _paint_frame(self, painter: QPainter, scale: float, shift: QPointF) -> None:
        seen = self.view.mapToScene(self.view.viewport().rect()).boundingRect()
        frame = QRectF(seen.topLeft() * scale + shift, seen.bottomRight() * scale + shift)
        painter.setPen(QPen(QColor(self.view.canvas.theme.accent), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame.intersected(QRectF(self.rect()).adjusted(2, 2, -2, -2)), 3, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons():
            self._go(event.position())

    def _go(self, point: QPointF) -> None:
        _, scale, shift = self._mapping()
        self.view.centerOn((point - shift) / scale)
