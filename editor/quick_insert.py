"""Quick insert: double-click the canvas, type a few letters, Enter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from editor import block_memory
from editor.block_search import Entry, all_entries, find_entry, project_entries, ranked
from editor.icons import icon_renderer
from editor.project_parts import project_parts
from editor.search_popup import Row, SearchPopup
from editor.style import Theme

WIDTH = 340
MATCHES = 20


class QuickInsert(SearchPopup):
    """A small field at the cursor that finds blocks; with nothing typed it offers those used last."""

    chosen = Signal(str)  # the type to be inserted

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent, "Type to insert a block", WIDTH, theme)
        self.path: Path | None = None  # of the diagram, whose neighbours are offered too
        self.fits: Callable[[str], bool] | None = None  # which types are offered, if not all
        self._project: list[Entry] = []

    def open_at(self, where: QPoint) -> None:
        """Open with an empty field, and look anew which diagrams the project has."""
        self._project = project_entries(project_parts(self.path))
        super().open_at(where)

    def rows(self, text: str) -> list[Row]:
        """Return the blocks that fit."""
        if text.strip():
            known = self._fitting([*self._project, *all_entries()])
            return [self._row(entry) for entry in ranked(text, known, MATCHES)]
        names = dict.fromkeys([*block_memory.recent(), *block_memory.favourites()])
        used = [entry for name in names if (entry := find_entry(name)) is not None]
        found = self._fitting([*used, *self._project])
        if self.fits is not None:
            found += [entry for entry in self._fitting(all_entries()) if entry not in found]
        return [self._row(entry) for entry in found]

    def _fitting(self, entries: list[Entry]) -> list[Entry]:
        return entries if self.fits is None else [entry for entry in entries if self.fits(entry.type)]

    def _row(self, entry: Entry) -> Row:
        picture = icon_renderer(entry.type, self.theme)
        return Row(entry.type, entry.name, f"{entry.library} · {entry.summary}", picture=picture, has_picture=True)

    def accept(self, row: Row) -> None:
        """Tell which block was chosen, and remember it."""
        block_memory.remember(row.value)
        self.chosen.emit(row.value)
