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
MANY = 20_000  # objects whose search takes long enough to be seen
GROWTH = 2.0  # times as many objects as were left by the last search of all, before the next


class Sweeper(QObject):
    """Collects garbage where it lives.

    What has been looked at with many others stays as a rule, because a document has been opened: it is put aside.
    Everything is searched after a document has been closed, or when there is much more than the last time.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.freeze()  # what is there now stays: no later search needs to look at it
        self._kept = gc.get_freeze_count()
        self.has_closed = False  # something large has been closed
        self._timer = QTimer(self)
        self._timer.setInterval(OFTEN)
        self._timer.timeout.connect(self.sweep)
        self._timer.start()

    def sweep(self) -> None:
        """Collect what has become garbage; not while something is dragged."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return
        counts = gc.get_count()
        if self.has_closed:
            self._search_all()
        elif counts[1] > SEARCHES[1]:
            self._search(1)
            if gc.get_freeze_count() + len(gc.get_objects(2)) > GROWTH * self._kept:
                self._search_all()
        elif counts[0] > SEARCHES[0]:
            self._search(0)

    def _search(self, oldest: int) -> None:
        count = sum(len(gc.get_objects(generation)) for generation in range(oldest + 1))
        gc.collect(oldest)
        if count > MANY:
            gc.freeze()

    def _search_all(self) -> None:
        self.has_closed = False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept = gc.get_freeze_count()


def keep_clean() -> None:
    """Let the application collect garbage in its own thread from now on."""
    application = QCoreApplication.instance()
    if application is None:
        return
    gc.disable()
    if application.findChild(Sweeper) is None:
        Sweeper(application)


def search_soon() -> None:
    """Let all garbage be collected at the next occasion: something large has been closed."""
    application = QCoreApplication.instance()
    sweeper = application.findChild(Sweeper) if application is not None else None
    if sweeper is not None:
        sweeper.has_closed = True
