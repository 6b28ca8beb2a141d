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
SEARCHES = (700, 5)  # objects, and searches of the younger ones, before a search of the two younger generations
GROWTH = 0.25  # the oldest generation is searched when it has grown by so much: each object is looked at a few times
FEW = 20_000  # objects that are looked at in no time


class Sweeper(QObject):
    """Collects garbage where it lives."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.freeze()  # what is there now stays: no later search needs to look at it
        self._kept = self._aged = 0  # objects that the last search of all left, and those that have grown old since
        self._timer = QTimer(self)
        self._timer.setInterval(OFTEN)
        self._timer.timeout.connect(self.sweep)
        self._timer.start()

    def sweep(self) -> None:
        """Collect what has become garbage, the oldest generation that is due; not while something is dragged."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return
        counts = gc.get_count()
        if counts[1] > SEARCHES[1]:
            self._search_older()
        elif counts[0] > SEARCHES[0]:
            gc.collect(0)

    def _search_older(self) -> None:
        young = sum(len(gc.get_objects(generation)) for generation in (0, 1))
        self._aged += young - gc.collect(1)
        if self._aged > max(GROWTH * self._kept, FEW):
            gc.collect()
            self._kept, self._aged = len(gc.get_objects(2)), 0


def keep_clean() -> None:
    """Let the application collect garbage in its own thread from now on."""
    application = QCoreApplication.instance()
    if application is None:
        return
    gc.disable()
    if application.findChild(Sweeper) is None:
        Sweeper(application)
