"""Scrolling a view by itself while something is dragged near its edge."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QWidget

EDGE = 28  # px from the edge of the view
FASTEST = 24  # px a step
STEP = 25  # ms


class AutoScroll(QObject):
    """Tells in steps by how much to scroll as long as the mouse is near the edge."""

    scrolled = Signal(QPoint)

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self._by = QPoint()
        self._timer = QTimer(self)
        self._timer.setInterval(STEP)
        self._timer.timeout.connect(lambda: self.scrolled.emit(self._by))

    @property
    def is_on(self) -> bool:
        """Tell whether it scrolls."""
        return self._timer.isActive()

    def follow(self, at: QPoint) -> None:
        """Take the place of the mouse."""
        self._by = QPoint(_speed(at.x(), self._viewport.width()), _speed(at.y(), self._viewport.height()))
        if self._by.isNull():
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Stay."""
        self._timer.stop()


def _speed(at: int, size: int) -> int:
    """Return the faster the nearer to the edge, or beyond it.

    >>> _speed(0, 400), _speed(200, 400), _speed(400, 400)
    (-24, 0, 24)
    """
    if at < EDGE:
        return -min(FASTEST, -(-(EDGE - at) * FASTEST // EDGE))
    if at > size - EDGE:
        return min(FASTEST, -(-(at - size + EDGE) * FASTEST // EDGE))
    return 0
