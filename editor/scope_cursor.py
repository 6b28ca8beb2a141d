"""The cursors of a plot: upright lines that can be dragged, and a box beside the first with the values there."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from editor.style import Theme
from editor.theme import mono_font

ORANGE, SECOND = "#f59e0b", "#0ea5e9"
TEXT, ROW, MARGIN = 11, 15, 8


def cursor_line(color: str, label: str) -> pg.InfiniteLine:
    """Return the line of a cursor; it stays hidden until it is used."""
    line = pg.InfiniteLine(angle=90, movable=True, pen=pg.mkPen(color, width=1.4), hoverPen=pg.mkPen(color, width=3))
    line.setZValue(40)
    line.setToolTip(f"Cursor {label}: drag it, or click into the plot.")
    line.hide()
    return line


class CursorBox(QGraphicsItem):
    """A small white box with lines of text, in pixels of the view it belongs to."""

    def __init__(self, theme: Theme, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: list[tuple[str, str]] = []  # text and colour
        self._font: QFont = mono_font(TEXT)
        self._size = QRectF()
        self.setZValue(60)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.update()

    @property
    def text(self) -> str:
        """Return what it says."""
        return "\n".join(text for text, _ in self._lines)

    def show_lines(self, lines: list[tuple[str, str]], at: QPointF, room: QRectF) -> None:
        """Show some lines of text beside a point, wherever there is room."""
        self.prepareGeometryChange()
        self._lines = lines
        metrics = QFontMetricsF(self._font)
        width = max((metrics.horizontalAdvance(text) for text, _ in lines), default=0.0) + 2 * MARGIN
        self._size = QRectF(0, 0, width, ROW * len(lines) + MARGIN)
        x = at.x() + MARGIN
        if x + width > room.right():
            x = at.x() - MARGIN - width
        gap = min(6.0, max(0.0, room.height() - self._size.height() - 2))
        self.setPos(max(room.left(), x), room.top() + gap)
        self.setVisible(bool(lines))
        self.update()

    def boundingRect(self) -> QRectF:
        return self._size.adjusted(-1, -1, 1, 1)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = QColor(self._theme.panel)
        fill.setAlpha(240)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawRoundedRect(self._size, 6, 6)
        painter.setFont(self._font)
        for k, (text, color) in enumerate(self._lines):
            painter.setPen(QColor(color))
            row = QRectF(MARGIN, MARGIN / 2 + ROW * k, self._size.width(), ROW)
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, text)
