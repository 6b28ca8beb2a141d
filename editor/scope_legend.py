"""The legend above a plot: one chip for each signal, which a click shows or hides."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from editor.style import Theme

CHIP, GAP, LINE = 18, 6, 12  # px: height of a chip, between chips, length of its stroke
LONGEST = 190  # px of a name
TEXT = 11


@dataclass
class Entry:
    """A signal in the legend."""

    name: str
    color: str
    is_shown: bool = True
    is_recorded: bool = True


class Legend(QWidget):
    """The chips of one plot, in as many rows as they need, after the plot's title and unit."""

    toggled = Signal(str)
    removed = Signal(str)  # middle click

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = self._unit = ""
        self._entries: list[Entry] = []
        self._places: list[tuple[QRectF, Entry]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        font = self.font()
        font.setPixelSize(TEXT)
        self.setFont(font)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.update()

    def show_entries(self, title: str, unit: str, entries: list[Entry]) -> None:
        """Show other signals."""
        self._title, self._unit, self._entries = title, unit, entries
        self.setToolTip("Click shows or hides a signal." if entries else "")
        self._take_room()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._take_room()

    def _take_room(self) -> None:
        """Be as high as the rows need: layouts inside a scroll area do not ask."""
        self.setFixedHeight(self._height_for(max(self.width(), 80)))

    def _height_for(self, width: int) -> int:
        places = self._arranged(width)
        return int(max((place.bottom() for place, _ in places), default=CHIP) + 2)

    def _head(self) -> str:
        return "  ".join(text for text in (self._title, f"[{self._unit}]" if self._unit else "") if text)

    def _arranged(self, width: float) -> list[tuple[QRectF, Entry]]:
        metrics = QFontMetricsF(self.font())
        x = metrics.horizontalAdvance(self._head()) + 2 * GAP if self._head() else 0.0
        y = 0.0
        found = []
        longest = max(80.0, min(LONGEST, width / 2 - 40))  # two beside each other
        for entry in self._entries:
            wide = min(metrics.horizontalAdvance(entry.name), longest) + LINE + 20
            if x and x + wide > width:
                x, y = 0.0, y + CHIP + 3
            found.append((QRectF(x + 0.5, y + 0.5, wide, CHIP - 1), entry))
            x += wide + GAP
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self._theme.dim))
        painter.drawText(QRectF(0, 0, self.width(), CHIP), Qt.AlignmentFlag.AlignVCenter, self._head())
        self._places = self._arranged(self.width())
        for place, entry in self._places:
            self._paint_chip(painter, place, entry)
        painter.end()

    def _paint_chip(self, painter: QPainter, place: QRectF, entry: Entry) -> None:
        is_on = entry.is_shown and entry.is_recorded
        tint = QColor(entry.color)
        tint.setAlpha(22 if is_on else 0)
        painter.setBrush(tint)
        painter.setPen(QPen(QColor(self._theme.line) if not is_on else Qt.GlobalColor.transparent, 1))
        painter.drawRoundedRect(place, 6, 6)
        line = QColor(entry.color if is_on else self._theme.line)
        painter.setPen(QPen(line, 2, Qt.PenStyle.SolidLine if entry.is_recorded else Qt.PenStyle.DotLine))
        middle = place.center().y()
        painter.drawLine(QPointF(place.left() + 7, middle), QPointF(place.left() + 7 + LINE, middle))
        painter.setPen(QColor(self._theme.text if is_on else self._theme.dim))
        room = place.adjusted(LINE + 13, 0, -5, 0)
        text = QFontMetricsF(self.font()).elidedText(entry.name, Qt.TextElideMode.ElideLeft, room.width() + 1)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)

    def _entry_at(self, point: QPointF) -> Entry | None:
        return next((entry for place, entry in self._places if place.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        entry = self._entry_at(event.position())
        if entry is None:
            return
        if event.button() == Qt.MouseButton.LeftButton:
            self.toggled.emit(entry.name)
        elif event.button() == Qt.MouseButton.MiddleButton:
            self.removed.emit(entry.name)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            entry = self._entry_at(QPointF(event.pos()))
            if entry is not None:
                note = "" if entry.is_recorded else "\nIt was not recorded; run again to see it."
                QToolTip.showText(event.globalPos(), f"{entry.name}{note}", self)
                return True
        return super().event(event)

    def chip_center(self, name: str) -> QPointF:
        """Return where the chip of a signal is."""
        return next(place.center() for place, entry in self._arranged(self.width()) if entry.name == name)
