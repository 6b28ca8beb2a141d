"""The timer that lets something be drawn anew, at most 30 times a second."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

FRAME = 33  # ms between two pictures
EARLY = 5  # ms that a picture may come sooner, so that what changes as often as that is drawn as often


class FrameClock(QTimer):
    """Times out once after it was asked: at once if the last time is long enough ago."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, singleShot=True)
        self._since = QElapsedTimer()
        self._since.start()
        self.timeout.connect(self._since.restart)

    def ask(self) -> None:
        """Time out as soon as the next picture may be drawn."""
        if not self.isActive():
            self.start(max(0, FRAME - EARLY - self._since.elapsed()))
