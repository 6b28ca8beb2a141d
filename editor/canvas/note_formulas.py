"""Formulas in notes: set in a thread, because the first one may take half a second, and drawn when they are there."""

from __future__ import annotations

import queue
import threading
from functools import cache

from PySide6.QtCore import QObject, Signal

from editor.formulas import formula_svg, has_typesetting

INK = "#010203"  # exchanged for the colour of the theme, so that a formula is set once
SIZE = 13.0


class Formulas(QObject):
    """All formulas of all notes."""

    arrived = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, str] = {}
        self._wishes: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._waiting: set[str] = set()
        self._is_running = False

    def svg(self, latex: str, color: str, now: bool = False) -> str | None:
        """Return a formula as SVG, empty if it cannot be set; None if it will arrive later."""
        if not has_typesetting():
            return ""
        if latex not in self._known and now:
            self._known[latex] = formula_svg(latex, INK, SIZE)
        if latex in self._known:
            return self._known[latex].replace(INK, color)
        if latex not in self._waiting:
            self._waiting.add(latex)
            self._wishes.put(latex)
            self._begin()
        return None

    def _begin(self) -> None:
        if not self._is_running:
            self._is_running = True
            threading.Thread(target=self._work, name="note formulas", daemon=True).start()

    def _work(self) -> None:
        while True:
            latex = self._wishes.get()
            self._known[latex] = formula_svg(latex, INK, SIZE)
            try:
                self.arrived.emit()
            except RuntimeError:  # the program ends
                return


@cache
def formulas() -> Formulas:
    """Return the formulas of this program."""
    return Formulas()
