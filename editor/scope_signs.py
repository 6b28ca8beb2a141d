"""Small signs on the buttons of a scope, drawn in the colours of a theme."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from editor.style import Theme

SIZE = 14  # px


def window_sign(theme: Theme) -> QIcon:
    """Return two windows, one before the other: into a window of its own, or back."""
    behind = [QPointF(4.5, 4.5), QPointF(4.5, 1.5), QPointF(12.5, 1.5), QPointF(12.5, 9.5), QPointF(9.5, 9.5)]
    front = [QPointF(1.5, 4.5), QPointF(9.5, 4.5), QPointF(9.5, 12.5), QPointF(1.5, 12.5), QPointF(1.5, 4.5)]
    return _sign(theme, behind, front)


def close_sign(theme: Theme) -> QIcon:
    """Return a cross."""
    return _sign(theme, [QPointF(3, 3), QPointF(11, 11)], [QPointF(3, 11), QPointF(11, 3)])


def _sign(theme: Theme, *lines: list[QPointF]) -> QIcon:
    picture = QPixmap(2 * SIZE, 2 * SIZE)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.dim), 1.2))
    for line in lines:
        painter.drawPolyline(line)
    painter.end()
    return QIcon(picture)
