"""Quick insert: double-click the canvas, type a few letters, Enter."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor import block_memory
from editor.block_search import Entry, all_entries, find_entry, ranked
from editor.icons import icon_renderer
from editor.search_popup import Row, SearchPopup
from editor.style import Theme

WIDTH = 340
MATCHES = 20


class QuickInsert(SearchPopup):
    """A small field at the cursor that finds blocks; with nothing typed it offers those used last."""

    chosen = Signal(str)  # the type to be inserted

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent, "Type to insert a block", WIDTH, theme)

    def rows(self, text: str) -> list[Row]:
        """Return the blocks that fit."""
        if text.strip():
            return [self._row(entry) for entry in ranked(text, all_entries(), MATCHES)]
        names = dict.fromkeys([*block_memory.recent(), *block_memory.favourites()])
        return [self._row(entry) for name in names if (entry := find_entry(name)) is not None]

    def _row(self, entry: Entry) -> Row:
        picture = icon_renderer(entry.type, self.theme)
        return Row(entry.type, entry.name, f"{entry.library} · {entry.summary}", picture=picture, has_picture=True)

    def accept(self, row: Row) -> None:
        """Tell which block was chosen, and remember it."""
        block_memory.remember(row.value)
        self.chosen.emit(row.value)
