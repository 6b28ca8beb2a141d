"""A line of text that never asks for more room than there is."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QToolTip


class ElidedLabel(QLabel):
    """A text with dots in place of what there is no room for; the tooltip then says all of it.

    An ordinary label would make the window as wide as its text.
    """

    def __init__(self, text: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__(text)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)  # names may look like HTML

    @property
    def shown(self) -> str:
        """Return what there is room for; with lines that are broken, all of it."""
        if self.wordWrap():
            return self.text()
        return self.fontMetrics().elidedText(self.text(), self._mode, self._room)

    @property
    def _room(self) -> int:
        return self.contentsRect().width() - max(self.indent(), 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.shown != self.text():
            told = self.toolTip() or self.text()
            QToolTip.showText(event.globalPos(), f"<p>{escape(told)}</p>", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.wordWrap():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect().adjusted(max(self.indent(), 0), 0, 0, 0)
        painter.drawText(room, self.alignment() | Qt.AlignmentFlag.AlignVCenter, self.shown)
