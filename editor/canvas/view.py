"""The view: zoom at the mouse, pan, fit, drops from the palette, and the keys of the canvas."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView

from editor.canvas.keys import press_key
from editor.canvas.minimap import Minimap
from editor.canvas.scene import DiagramScene
from editor.style import GRID

DROP = "application/x-junctura-block"
LEAST, MOST = 0.1, 8.0
STEP = 1.15
DOTS = 2 * GRID
MARGIN = 30


class DiagramView(QGraphicsView):
    """Shows a scene."""

    zoomed = Signal(int)  # in percent

    def __init__(self, scene: DiagramScene) -> None:
        super().__init__()
        self.canvas = scene
        self.minimap = Minimap(self)
        self.setScene(scene)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setDragMode(QGraphicsView.DragMode.RubberBandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        scene.synced.connect(self._shown)
        self._panned_from: QPoint | None = None
        self._right_at: QPoint | None = None

    def zoom_percent(self) -> int:
        """Return the zoom in percent."""
        return round(self.transform().m11() * 100)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom by a factor so that a point of the viewport stays where it is; the middle without one."""
        now = self.transform().m11()
        factor = min(max(factor, LEAST / now), MOST / now)
        spot = at if at is not None else QPointF(self.viewport().rect().center())
        before = self.mapToScene(spot.toPoint())
        self.scale(factor, factor)
        moved = self.mapFromScene(before) - spot.toPoint()
        self._scroll(moved)
        self._shown()

    def _scroll(self, by: QPoint) -> None:
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + by.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + by.y())

    def _shown(self) -> None:
        self.zoomed.emit(self.zoom_percent())
        self.minimap.update()

    def fit(self) -> None:
        """Show the whole diagram, but never larger than life."""
        room = self.canvas.content_rect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        size = self.viewport().size()
        scale = min(size.width() / room.width(), size.height() / room.height(), 1.25)
        self.resetTransform()
        self.scale(max(scale, LEAST), max(scale, LEAST))
        self.centerOn(room.center())
        self._shown()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().wheelEvent(event)
            return
        steps = event.angleDelta().y() / 120
        if steps:
            self.zoom(STEP**steps, event.position())
        event.accept()

    # the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._panned_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._panned_from is not None:
            here = event.position().toPoint()
            self._scroll(self._panned_from - here)
            self._panned_from = here
            self.minimap.update()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton and self._panned_from is not None:
            self._panned_from = None
            self.viewport().unsetCursor()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            self.fit()
        elif not press_key(self.canvas, event):
            super().keyPressEvent(event)

    # drops from the palette

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(DROP):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasFormat(DROP):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasFormat(DROP):
            name = bytes(event.mimeData().data(DROP).data()).decode()
            self.canvas.drop_type(name, self.mapToScene(event.position().toPoint()))
            event.acceptProposedAction()
            self.setFocus()

    # painting

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        theme = self.canvas.theme
        painter.fillRect(rect, QColor(theme.canvas))
        scale = self.transform().m11()
        step = DOTS if scale >= 0.6 else 4 * DOTS
        if scale < 0.2 or theme.grid == theme.canvas:
            return
        left, top = int(rect.left() // step) * step, int(rect.top() // step) * step
        columns = range(left, int(rect.right()) + 1, step)
        dots = [QPointF(x, y) for y in range(top, int(rect.bottom()) + 1, step) for x in columns]
        pen = QPen(QColor(theme.grid).darker(104), 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.drawPoints(dots)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.minimap.place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.minimap.update()
