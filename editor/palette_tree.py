"""The list of the palette: opens libraries with one click, and drags blocks with their picture."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QTreeView

from editor import block_memory
from editor.icons import icon
from editor.palette_rows import BLOCK, KIND, LIBRARY, NAME, star_rect
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
        if not picture.isNull():
            drag.setPixmap(picture)
            drag.setHotSpot(QPoint(DRAGGED // 2, DRAGGED // 2))
        return drag

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        if index.data(KIND) == LIBRARY:
            self.owner.choose(index)
        elif index.data(KIND) == BLOCK and star_rect(self.visualRect(index)).contains(event.position().toPoint()):
            self.owner.toggle_favourite(index.data(NAME))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        on_star = star_rect(self.visualRect(index)).contains(event.position().toPoint())
        if index.data(KIND) == BLOCK and not on_star:
            self.owner.choose(index)

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
        word = "Remove from favourites" if name in block_memory.favourites() else "Add to favourites"
        menu.addAction(word, lambda: self.owner.toggle_favourite(name))
        menu.exec(event.globalPos())
