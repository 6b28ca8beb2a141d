"""Choosing ports with the keyboard: one, or two that are to be connected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from editor.canvas.network import Network
from editor.canvas.port_kinds import described
from editor.search_popup import Row, SearchPopup

WIDTH = 460
MOST = 200  # rows; whoever types finds the others


class PortPopup(SearchPopup):
    """Lists what can be chosen, each a tuple of endpoints."""

    chosen = Signal(tuple)

    def __init__(
        self, parent: QWidget, placeholder: str, network: Network, choices: Sequence[tuple[str, ...]]
    ) -> None:  # fmt: skip
        super().__init__(parent, placeholder, WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # the ports differ next time
        self._network, self._choices = network, choices

    def rows(self, text: str) -> list[Row]:
        """Return what has all words in it."""
        words = text.lower().split()
        found = [ends for ends in self._choices if all(word in " ".join(ends).lower() for word in words)]
        return [Row(ends, "  \u2192  ".join(ends), self._kind(ends[0])) for ends in found[:MOST]]

    def _kind(self, end: str) -> str:
        kind = self._network.kind(end)
        return described(kind) if kind is not None else ""

    def accept(self, row: Row) -> None:
        """Tell what was chosen."""
        self.chosen.emit(row.value)
