"""The legend of a diagram: a line and a name for every kind of connection in use."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.style import Domain, Theme

LINE = 24.0  # length of a sample
GAP = 8.0
HEIGHT = 22.0
FONT = 11  # px


def legend_font() -> QFont:
    """Return the font of legends."""
    font = QFont()
    font.setPixelSize(FONT)
    return font


def legend_size(domains: Sequence[Domain]) -> QRectF:
    """Return the room a legend takes."""
    metrics = QFontMetricsF(legend_font())
    widths = (LINE + GAP + metrics.horizontalAdvance(domain.name) + 2 * GAP for domain in domains)
    return QRectF(0, 0, sum(widths) + GAP if domains else 0, HEIGHT if domains else 0)


def paint_legend(painter: QPainter, domains: Sequence[Domain], theme: Theme, at: QPointF, frame: bool = True) -> None:
    """Paint a legend with its upper left corner at a point."""
    box = legend_size(domains).translated(at)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if frame:
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.panel))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
    painter.setFont(legend_font())
    metrics = QFontMetricsF(legend_font())
    x, y = box.left() + GAP, box.center().y()
    for domain in domains:
        pen = QPen(QColor(domain.color_in(theme)), domain.width)
        if domain.is_dashed:
            pen.setDashPattern([4, 2.5])
        painter.setPen(pen)
        painter.drawLine(QPointF(x, y), QPointF(x + LINE, y))
        x += LINE + GAP
        painter.setPen(QColor(theme.text if theme.name == "print" else theme.dim))
        painter.drawText(QPointF(x, y + metrics.capHeight() / 2), domain.name)
        x += metrics.horizontalAdvance(domain.name) + 2 * GAP


class LegendStrip(QWidget):
    """The legend in the corner of the canvas; it lets the mouse through."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self._domains: list[Domain] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend")

    def show_domains(self, domains: Sequence[Domain]) -> None:
        """Show the kinds of connection in use."""
        self._domains = list(domains)
        self.resize(self.sizeHint())
        self.setVisible(bool(self._domains))
        self.update()

    def sizeHint(self) -> QSize:
        return legend_size(self._domains).size().toSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_legend(QPainter(self), self._domains, self.theme, QPointF(0, 0))
