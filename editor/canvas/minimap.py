"""A small map of the whole diagram in the corner of a view; a click on it goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
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
        self._picture: QPixmap | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def view(self) -> DiagramView:
        """Return the view it belongs to, which is its parent: two that hold each other are never freed in order."""
        return cast("DiagramView", self.parentWidget())

    def place(self) -> None:
        """Stand in the lower right corner."""
        self.move(self.view.width() - SIZE.width() - FROM_EDGE, self.view.height() - SIZE.height() - FROM_EDGE)
        self.follow()

    def follow(self) -> None:
        """Show which part of the diagram is seen; go away where it is all, or nothing, and in the way."""
        self.setVisible(bool(self.view.canvas.network.placed) and not self._is_in_the_way())
        self.update()

    def _is_in_the_way(self) -> bool:
        seen = self.view.mapToScene(self.view.viewport().rect()).boundingRect()
        below = self.view.mapToScene(self.geometry()).boundingRect()
        corners = self.view.canvas.network.rects()
        rects = [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in corners]
        return any(rect.intersects(below) for rect in rects) and all(seen.contains(rect) for rect in rects)

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
        painter.drawPixmap(0, 0, self._blocks(scale, shift))
        self._paint_frame(painter, scale, shift)
        painter.end()

    def forget(self) -> None:
        """Draw the blocks anew: the diagram has changed."""
        self._picture = None
        self.follow()

    def _blocks(self, scale: float, shift: QPointF) -> QPixmap:
        """Return the blocks as small boxes; the picture is kept until something changes."""
        if self._picture is None:
            ratio = self.devicePixelRatioF()
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            fill = QColor(self.view.canvas.theme.dim)
            fill.setAlpha(90)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            for block in self.view.canvas.network.placed.values():
                left, top, right, bottom = block.rect
                size = QRectF(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
                painter.drawRoundedRect(size.translated(shift), 1.5, 1.5)
            painter.end()
        return self._picture

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
