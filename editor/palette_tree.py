"""The list of the palette: opens libraries with one click, and drags blocks with their picture."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QKeyEvent, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QTreeView

from editor import block_memory
from editor.icons import icon
from editor.palette_rows import BLOCK, KIND, LIBRARY, NAME, has_star, star_rect
from editor.row_paint import paint_tile
from editor.style import Theme

MIME = "application/x-junctura-block"
DRAGGED = 80  # size of the picture that is dragged
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)


class TreeOwner(Protocol):
    """What the list needs of the palette."""

    theme: Theme
    field: QLineEdit

    def choose(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Insert a block, or open or close a library."""

    def toggle_favourite(self, type_name: str) -> None:
        """Mark a block with a star, or take the star away."""

    def refresh(self) -> None:
        """Show what has changed above the libraries."""


class PaletteTree(QTreeView):
    """The list of the palette: opens with one click, drags blocks with their picture."""

    def __init__(self, palette: TreeOwner) -> None:
        super().__init__()
        self.owner = palette
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setMouseTracking(True)
        self.setAnimated(False)
        self.setExpandsOnDoubleClick(False)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setAccessibleName("Blocks")

    def startDrag(self, actions: Qt.DropAction) -> None:
        index = self.currentIndex()
        if index.data(KIND) == BLOCK and (drag := self.drag_of(index.data(NAME))).exec(Qt.DropAction.CopyAction):
            block_memory.remember(drag.mimeData().text())
            self.owner.refresh()

    def drag_of(self, type_name: str) -> QDrag:
        """Return the drag of a block type, with its picture at the cursor."""
        data = QMimeData()
        data.setData(MIME, type_name.encode())
        data.setText(type_name)
        drag = QDrag(self)
        drag.setMimeData(data)
        picture = icon(type_name, self.owner.theme, DRAGGED).pixmap(QSize(DRAGGED, DRAGGED), self.devicePixelRatio())
        drag.setPixmap(self._diagram_picture() if picture.isNull() else picture)
        drag.setHotSpot(QPoint(DRAGGED // 2, DRAGGED // 2))
        return drag

    def _diagram_picture(self) -> QPixmap:
        """Return the picture of a block that is a diagram itself."""
        scale = self.devicePixelRatio()
        picture = QPixmap(QSize(DRAGGED, DRAGGED) * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_tile(painter, QRectF(0, DRAGGED / 8, DRAGGED, DRAGGED * 3 / 4), None, self.owner.theme)
        painter.end()
        return picture

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        if index.data(KIND) == LIBRARY:
            self.owner.choose(index)
        elif self._is_on_star(index, event):
            self.owner.toggle_favourite(index.data(NAME))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.data(KIND) == BLOCK and not self._is_on_star(index, event):
            self.owner.choose(index)

    def _is_on_star(self, index: QModelIndex, event: QMouseEvent) -> bool:
        is_starred = index.data(KIND) == BLOCK and has_star(index.data(NAME))
        return is_starred and star_rect(self.visualRect(index)).contains(event.position().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.owner.choose(self.currentIndex())
        elif event.text().isprintable() and event.text().strip() and event.modifiers() in PLAIN:
            # typing anywhere in the palette searches
            self.owner.field.setFocus()
            self.owner.field.insert(event.text())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if index.data(KIND) != BLOCK:
            return
        name = index.data(NAME)
        menu = QMenu(self)
        menu.addAction("Insert", lambda: self.owner.choose(index))
        if has_star(name):
            word = "Remove from favourites" if name in block_memory.favourites() else "Add to favourites"
            menu.addAction(word, lambda: self.owner.toggle_favourite(name))
        menu.exec(event.globalPos())
