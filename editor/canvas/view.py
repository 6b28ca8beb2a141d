"""The view: zoom at the mouse, pan, fit, drops from the palette, and the keys of the canvas."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QCursor,
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
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget

from blocks.errors import ModelError
from editor.canvas.annotation_item import AnnotationItem
from editor.canvas.auto_scroll import AutoScroll
from editor.canvas.element_popup import ElementPopup
from editor.canvas.fitting import best_stand
from editor.canvas.geometry import Point
from editor.canvas.keys import press_key
from editor.canvas.minimap import Minimap
from editor.canvas.nets import Pair
from editor.canvas.note_editor import NoteEditor
from editor.canvas.notes import KINDS, Key, Note, kept_beside
from editor.canvas.scene import DiagramScene
from editor.canvas.wire_tool import connect
from editor.style import GRID

DROP = "application/x-junctura-block"
LEAST, MOST = 0.1, 8.0
STEP = 1.15
DOTS = 2 * GRID
MARGIN = 30


class DiagramView(QGraphicsView):
    """Shows a scene."""

    zoomed = Signal(int)  # in percent
    menu_asked = Signal(QPoint, object)  # where on the screen, and the point of the diagram; None for what is selected

    def __init__(self, scene: DiagramScene) -> None:
        super().__init__()
        self.canvas = scene
        self.minimap = Minimap(self)
        self.covers: list[QWidget] = [self.minimap]  # what lies on the view
        self.setScene(scene)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setDragMode(QGraphicsView.DragMode.RubberBandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        scene.synced.connect(self._shown)
        scene.synced.connect(self.minimap.forget)
        scene.choice_asked.connect(self._ask_element)
        scene.note_opened.connect(self.edit_note)
        self.auto_scroll = AutoScroll(self.viewport())
        self.auto_scroll.scrolled.connect(self._scrolled_by_itself)
        self._last_move: QMouseEvent | None = None
        self._elements: ElementPopup | None = None
        self._panned_from: QPoint | None = None
        self._pressed: QPoint | None = None  # with the right button
        self._known_dots: tuple[tuple[int, ...], list[QPointF]] = ((0, 0, 0, 0, 0), [])

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
        self.minimap.follow()

    def fit(self) -> None:
        """Show the whole diagram, clear of the minimap and of all else that lies on the view."""
        whole = self.canvas.content_rect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        self.minimap.show()  # room is kept for it, wherever it was in the way before
        covers = [QRectF(widget.geometry()) for widget in self.covers if not widget.isHidden()]
        stand = best_stand(whole, self.canvas.content_parts(), self.viewport().size(), covers)
        self.resetTransform()
        self.scale(max(stand.scale, LEAST), max(stand.scale, LEAST))
        self.centerOn(stand.middle)
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
        is_right = event.button() == Qt.MouseButton.RightButton
        self._pressed = event.position().toPoint() if is_right and self.canvas.tool is None else None
        super().mousePressEvent(event)

    def _scrolled_by_itself(self, by: QPoint) -> None:
        """Scroll on, and let what is dragged follow: the mouse stands still, but not over the same point."""
        if self.canvas.tool is None or self._last_move is None:
            self.auto_scroll.stop()
            return
        self._scroll(by)
        super().mouseMoveEvent(self._last_move)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._panned_from is not None:
            here = event.position().toPoint()
            self._scroll(self._panned_from - here)
            self._panned_from = here
            self.minimap.follow()
            return
        if self.canvas.tool is not None:
            self._last_move = QMouseEvent(event)
            self.auto_scroll.follow(event.position().toPoint())
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton and self._panned_from is not None:
            self._panned_from = None
            self.viewport().unsetCursor()
            return
        super().mouseReleaseEvent(event)
        if self.canvas.tool is None:
            self.auto_scroll.stop()
        is_click = event.button() == Qt.MouseButton.RightButton and self._pressed is not None and (
            (event.position().toPoint() - self._pressed).manhattanLength() < QApplication.startDragDistance()
        )  # fmt: skip
        if is_click and self.canvas.tool is None:
            self.menu_asked.emit(event.globalPosition().toPoint(), self.mapToScene(event.position().toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu by its key; a right button may also draw, so that its menu opens when it is released."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            chosen = self.canvas.selectedItems()
            at = chosen[0].sceneBoundingRect().center() if chosen else self.mapToScene(self.viewport().rect().center())
            self.menu_asked.emit(self.viewport().mapToGlobal(self.mapFromScene(at)), None)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            self.fit()
        elif not press_key(self.canvas, event):
            super().keyPressEvent(event)

    def _ask_element(self, pairs: list[Pair], bends: list[Point]) -> None:
        """Let a person choose which elements are connected."""
        if self._elements is None:
            self._elements = ElementPopup(self)
            self._elements.chosen.connect(lambda first, second, bends: connect(self.canvas, first, second, bends))
        self._elements.set_theme(self.canvas.theme)
        self._elements.ask(pairs, bends, QCursor.pos())

    # notes

    def edit_note(self, item: AnnotationItem) -> None:
        """Let a person write in a note."""
        item.is_edited = True
        item.update()
        room = self.mapFromScene(item.mapToScene(item.body())).boundingRect()
        editor = NoteEditor(self.viewport(), item.note["text"], room, self.transform().m11())
        key = item.key
        editor.done.connect(lambda text: self._written(key, text))

    def _written(self, key: Key, text: str) -> None:
        scene = self.canvas
        item = next((item for item in scene.notes if item.key == key), None)
        if item is not None:
            item.is_edited = False
            item.update()
            scene.document.set_notes(scene.diagram, {key: {**item.note, "text": text} if text else None})
        self.setFocus()

    def new_note(self, point: QPointF) -> None:
        """Let a person write a new note at a point; nothing remains of an empty one."""
        at = [round(point.x() / GRID) * GRID, round(point.y() / GRID) * GRID]
        room = QRect(self.mapFromScene(QPointF(*at)), QSize())
        editor = NoteEditor(self.viewport(), "", room, self.transform().m11())
        editor.done.connect(lambda text: self._add_note({"text": text, "at": at}) if text else self.setFocus())

    def _add_note(self, note: Note) -> None:
        scene = self.canvas
        scene.document.set_notes(scene.diagram, {}, [note])
        scene.select(())
        scene.notes[-1].setSelected(True)
        self.setFocus()

    def add_picture(self, file: Path, point: QPointF) -> None:
        """Put a picture from a file onto the diagram; it is kept beside the diagram's file."""
        try:
            name = kept_beside(file, self.canvas.document.path)
        except ModelError as error:
            self.canvas.message.emit(str(error))
            return
        self._add_note({"picture": name, "at": [round(v / GRID) * GRID for v in (point.x(), point.y())]})

    # drops from the palette, and of pictures

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(DROP) or _pictures(event):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasFormat(DROP) or _pictures(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasFormat(DROP):
            name = bytes(event.mimeData().data(DROP).data()).decode()
            self.canvas.drop_type(name, self.mapToScene(event.position().toPoint()))
            event.acceptProposedAction()
            self.setFocus()
        for file in _pictures(event):
            self.add_picture(file, self.mapToScene(event.position().toPoint()))
            event.acceptProposedAction()

    # painting

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        theme = self.canvas.theme
        painter.fillRect(rect, QColor(theme.canvas))
        scale = self.transform().m11()
        step = DOTS if scale >= 0.6 else 4 * DOTS
        if scale < 0.2 or theme.grid == theme.canvas:
            return
        dots = self._dots(step, rect)
        pen = QPen(QColor(theme.grid).darker(104), 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.drawPoints(dots)

    def _dots(self, step: int, rect: QRectF | QRect) -> list[QPointF]:
        """Return the dots of the grid in a rectangle; those of the part last seen are kept."""
        cells = tuple(int(value // step) for value in (rect.left(), rect.top(), rect.right(), rect.bottom()))
        known, dots = self._known_dots
        if (
            known[0] == step
            and all(a <= b for a, b in zip(known[1:3], cells[:2], strict=True))
            and (known[3] >= cells[2] and known[4] >= cells[3])
        ):
            return dots
        left, top, right, bottom = cells
        dots = [QPointF(x * step, y * step) for y in range(top, bottom + 1) for x in range(left, right + 1)]
        self._known_dots = (step, *cells), dots
        return dots

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.minimap.place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.minimap.follow()


def _pictures(event: QDropEvent) -> list[Path]:
    """Return the files of pictures that are dragged."""
    files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [file for file in files if file.suffix.lower() in KINDS]
