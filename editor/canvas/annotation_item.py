"""Notes on the canvas: text, and pictures beside the file."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from blocks.diagram import Diagram
from editor.canvas.lettering import text_font
from editor.style import Theme

BEHIND = 0.0
LINE = 17


def notes_of(diagram: Diagram) -> list[dict[str, Any]]:
    """Return the notes on a diagram: tables with a text and a place ``at``."""
    listed = diagram.annotations if isinstance(diagram.annotations, list) else list(diagram.annotations.values())
    return [note for note in listed if isinstance(note, dict) and _can_be_drawn(note)]


def _can_be_drawn(note: dict[str, Any]) -> bool:
    """Tell whether a note has a text and a place; others are kept in the file and not shown."""
    at = note.get("at", (0, 0))
    has_place = isinstance(at, list | tuple) and len(at) >= 2 and all(isinstance(k, int | float) for k in at[:2])
    return has_place and isinstance(note.get("text"), str)


class AnnotationItem(QGraphicsItem):
    """Draws one note; the first line of a text that begins with ``# `` is a heading."""

    def __init__(self, note: dict[str, Any], theme: Theme) -> None:
        super().__init__()
        self.note, self.theme = note, theme
        at = note.get("at", (0, 0))
        self.setPos(float(at[0]), float(at[1]))
        self.setZValue(BEHIND)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable)
        self._lines = note["text"].splitlines() or [""]

    def boundingRect(self) -> QRectF:
        width = max(len(line) for line in self._lines) * 7.5
        return QRectF(-6, -4, width + 12, LINE * len(self._lines) + 8)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.isSelected():
            painter.setPen(QPen(QColor(self.theme.accent), 1))
            painter.drawRoundedRect(self.boundingRect(), 4, 4)
        for i, line in enumerate(self._lines):
            is_heading = line.startswith("# ")
            painter.setFont(text_font(15 if is_heading else 12, is_heading))
            painter.setPen(QColor(self.theme.text if is_heading else self.theme.dim))
            room = QRectF(0, i * LINE, self.boundingRect().width() + 40, LINE)
            text = line.removeprefix("# ")
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
