"""Looks for garbage when Qt is at rest.

Python looks for cyclic garbage whenever enough objects have been made, in whichever thread makes them. Widgets of a
closed window would be destroyed in another thread, or while Qt goes through all widgets to give them new colours; both
crash. So the automatic search is switched off, and a timer of the window's thread does it.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

OFTEN = 1_000  # ms
SEARCHES = (700, 5, 5)  # objects, and searches of the younger ones, before a search of each generation


class Sweeper(QObject):
    """Collects garbage where it lives."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.freeze()  # what is there now stays: no later search needs to look at it
        self._timer = QTimer(self)
        self._timer.setInterval(OFTEN)
        self._timer.timeout.connect(self.sweep)
        self._timer.start()

    def sweep(self) -> None:
        """Collect what has become garbage, the oldest generation that is due; not while something is dragged."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return
        counts = gc.get_count()
        due = [generation for generation, most in enumerate(SEARCHES) if counts[generation] > most]
        if due:
            gc.collect(due[-1])


def keep_clean() -> None:
    """Let the application collect garbage in its own thread from now on."""
    application = QCoreApplication.instance()
    if application is None:
        return
    gc.disable()
    if application.findChild(Sweeper) is None:
        Sweeper(application)
