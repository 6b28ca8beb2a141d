"""A small list of elements and slices, for connecting two ends of different size."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from editor.canvas.geometry import Point
from editor.canvas.nets import Pair
from editor.search_popup import Row, SearchPopup

WIDTH = 340


class ElementPopup(SearchPopup):
    """Lists pairs of ends that fit; type a number to find one."""

    chosen = Signal(str, str, list)  # two ends, and the corners between them

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "Which element?", WIDTH)
        self._pairs: list[Pair] = []
        self._bends: list[Point] = []

    def ask(self, pairs: list[Pair], bends: list[Point], where: QPoint) -> None:
        """Open at a point of the screen."""
        self._pairs, self._bends = pairs, bends
        self.open_at(where)

    def rows(self, text: str) -> list[Row]:
        """Return the pairs that a text occurs in."""
        words = text.split()
        rows = [Row(pair, f"{pair[0]} – {pair[1]}") for pair in self._pairs]
        return [row for row in rows if all(word in row.title for word in words)]

    def accept(self, row: Row) -> None:
        """Tell which pair was chosen."""
        self.chosen.emit(*row.value, self._bends)
