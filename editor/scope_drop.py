"""What is seen on a plot while a signal is dragged over it: on which axis it would be."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.style import Theme


class DropHint(QWidget):
    """A coloured half of a plot with a few words."""

    def __init__(self, plot: QWidget, theme: Theme) -> None:
        super().__init__(plot)
        self._plot = plot
        self._theme, self.text, self._is_right = theme, "", False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme

    def show_side(self, text: str, is_right: bool) -> None:
        """Show where a signal would go, in words and by a colour."""
        self.text, self._is_right = text, is_right
        self.setGeometry(self._plot.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = self.width() / 2
        area = QRectF(half if self._is_right else 0.0, 0.0, half, self.height()).adjusted(2, 2, -2, -2)
        tint = QColor(self._theme.accent)
        tint.setAlpha(36)
        painter.setBrush(tint)
        painter.setPen(QPen(QColor(self._theme.accent), 1.5))
        painter.drawRoundedRect(area, 6, 6)
        painter.setPen(QColor(self._theme.text))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.text)
        painter.end()
