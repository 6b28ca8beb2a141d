"""The palette: every block, to be found by typing or by browsing, and dragged onto the canvas."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from blocks.registry import libraries
from editor import block_memory
from editor.block_search import Entry, all_entries, find_entry, library_entries, project_entries, ranked
from editor.field_keys import left_to_window
from editor.palette_rows import (
    BLOCK,
    KIND,
    LIBRARY,
    NAME,
    RIGHT,
    RowDelegate,
    block_item,
    header_item,
    library_item,
)
from editor.palette_tree import MIME, PaletteTree
from editor.project_parts import project_parts
from editor.style import Theme

WIDTH = 232
MATCHES = 30


class Palette(QWidget):
    """All blocks: favourites, those used last, libraries, the project's own, and what fits the words typed above."""

    chosen = Signal(str)  # the type to be inserted

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.field = QLineEdit()
        self.field.setPlaceholderText("Search blocks")
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName("Search blocks")
        self._favourites = block_memory.favourites()
        self._project: list[Entry] = []
        self._model = QStandardItemModel(self)
        self._delegate = RowDelegate(theme, lambda: self._favourites)
        self.tree = PaletteTree(self)
        self.tree.setModel(self._model)
        self.tree.setItemDelegate(self._delegate)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(4)
        inset = QVBoxLayout()
        inset.setContentsMargins(12, 0, 12, 0)
        inset.addWidget(self.field)
        layout.addLayout(inset)
        layout.addWidget(self.tree)
        self.setFocusProxy(self.field)
        self.setMinimumWidth(160)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.tree.expanded.connect(self._fill)
        self._waiting: list[str] = []
        self._idle = QTimer(self)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._count_next)
        self._show_libraries()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 600)

    def focus_search(self) -> None:
        """Put the cursor into the search field, with what is there selected."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def set_project(self, path: Path | None) -> None:
        """Offer the diagrams in the folder of a file as blocks of it."""
        found = project_entries(project_parts(path))
        if found != self._project:
            self._project = found
            self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Take on another look."""
        self.theme = self._delegate.theme = theme
        self.tree.viewport().update()

    # what is shown

    def _search(self, text: str) -> None:
        self._model.clear()
        if not text.strip():
            self._show_libraries()
            return
        self._idle.stop()
        found = ranked(text, [*self._project, *all_entries()], MATCHES)
        self._section("Best matches" if found else "Nothing fits", found)
        if found:
            self.tree.setCurrentIndex(self._model.index(1, 0))
        self.tree.scrollToTop()

    def _show_libraries(self) -> None:
        self._section("Favourites", _known(self._favourites))
        self._section("Recent", _known(name for name in block_memory.recent() if name not in self._favourites))
        self._model.appendRow(header_item("Libraries"))
        for name in libraries():
            self._model.appendRow(library_item(name))
        self._section("This project", self._project)
        # how many blocks a library has is known once it is imported: in a moment when nothing else is to be done
        self._waiting = list(libraries())
        self._idle.start()

    def _section(self, title: str, entries: list[Entry]) -> None:
        if entries or title == "Nothing fits":
            self._model.appendRow(header_item(title))
        for entry in entries:
            self._model.appendRow(block_item(entry))

    def _count_next(self) -> None:
        if not self._waiting:
            self._idle.stop()
            return
        name = self._waiting.pop(0)
        for item in map(self._model.item, range(self._model.rowCount())):
            if item.data(KIND) == LIBRARY and item.data(NAME) == name:
                item.setData(str(len(library_entries(name))), RIGHT)

    def _fill(self, index: QModelIndex) -> None:
        item = self._model.itemFromIndex(index)
        if item.data(KIND) != LIBRARY or item.child(0).data(KIND) == BLOCK:
            return
        item.removeRows(0, item.rowCount())
        item.appendRows([block_item(entry, is_inside=True) for entry in library_entries(item.data(NAME))])

    # what is done with it

    def choose(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Insert a block, or open or close a library."""
        if index.data(KIND) == LIBRARY:
            self.tree.setExpanded(index, not self.tree.isExpanded(index))
        elif index.data(KIND) == BLOCK:
            block_memory.remember(index.data(NAME))
            self.chosen.emit(index.data(NAME))
            self.refresh()

    def toggle_favourite(self, type_name: str) -> None:
        """Mark a block with a star, or take the star away."""
        block_memory.set_favourite(type_name, type_name not in self._favourites)
        self._favourites = block_memory.favourites()
        self.refresh()

    def refresh(self) -> None:
        """Show the sections above the libraries anew; opened libraries stay open."""
        self.tree.viewport().update()
        if self.field.text().strip():
            return
        rows = [self._model.item(i) for i in range(self._model.rowCount())]
        opened = {row.data(NAME) for row in rows if self.tree.isExpanded(row.index())}
        current, place = self.tree.currentIndex().data(NAME), self.tree.verticalScrollBar().value()
        self._model.clear()
        self._show_libraries()
        for row in map(self._model.item, range(self._model.rowCount())):
            if row.data(NAME) in opened and row.data(KIND) == LIBRARY:
                self.tree.expand(row.index())
            if row.data(NAME) == current:
                self.tree.setCurrentIndex(row.index())
        self.tree.verticalScrollBar().setValue(place)

    def eventFilter(self, watched: object, event: object) -> bool:
        if watched is not self.field or not isinstance(event, QKeyEvent):
            return False
        return self._key(event) if event.type() == QKeyEvent.Type.KeyPress else left_to_window(event)

    def _key(self, event: QKeyEvent) -> bool:
        """Let the arrows move in the list while the cursor stays in the field."""
        key = Qt.Key
        if event.key() in (key.Key_Down, key.Key_Up, key.Key_PageDown, key.Key_PageUp):
            self.tree.keyPressEvent(event)
        elif event.key() in (key.Key_Return, key.Key_Enter):
            self.choose(self.tree.currentIndex())
        elif event.key() == key.Key_Escape and self.field.text():
            self.field.clear()
        else:
            return False
        return True


def _known(names: Iterable[str]) -> list[Entry]:
    return [entry for name in names if (entry := find_entry(name)) is not None]


__all__ = ["MIME", "Palette"]
