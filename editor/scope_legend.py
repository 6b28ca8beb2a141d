"""The legend above a plot: one chip for each signal, which a click shows or hides and which can be dragged."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from editor.style import Theme

CHIP, GAP, LINE = 18, 6, 12  # px: height of a chip, between chips, length of its stroke
LONGEST = 190  # px of a name
TEXT = 11
HINT = "Click shows or hides a signal. Drag it to another plot or axis; a right click tells more."


@dataclass
class Entry:
    """A signal in the legend."""

    name: str
    color: str
    is_shown: bool = True
    is_recorded: bool = True
    note: str = ""  # behind the name
    is_next: bool = False  # of the same vector as the one before

    @property
    def text(self) -> str:
        """Return what the chip says; behind another element of its vector the number is enough."""
        vector, bracket, rest = self.name.rpartition("[")
        return f"{bracket}{rest}{self.note}" if self.is_next and vector else f"{self.name}{self.note}"


class Legend(QWidget):
    """The chips of one plot, in as many rows as they need, after the plot's title and unit."""

    toggled = Signal(str)
    removed = Signal(str)  # middle click
    menu_asked = Signal(str, QPointF)  # right click
    dragged = Signal(str, QPointF, bool)  # where on the screen, and whether it is let go there

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = self._unit = ""
        self._entries: list[Entry] = []
        self._places: list[tuple[QRectF, Entry]] = []
        self._pressed: tuple[Entry, QPointF] | None = None
        self._is_dragging = False
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
        for before, entry in pairwise(entries):
            vectors = {name.rpartition("[")[0] for name in (before.name, entry.name)}
            entry.is_next = len(vectors) == 1 and vectors != {""}
        self.setToolTip(HINT if entries else "")
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
            wide = min(metrics.horizontalAdvance(entry.text), longest) + LINE + 20
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
        text = shortened(entry.text, QFontMetricsF(self.font()), room.width() + 1)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)

    def _entry_at(self, point: QPointF) -> Entry | None:
        return next((entry for place, entry in self._places if place.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        entry = self._entry_at(event.position())
        if entry is None:
            return
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._is_dragging = (entry, event.position()), False
        elif event.button() == Qt.MouseButton.MiddleButton:
            self.removed.emit(entry.name)
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_asked.emit(entry.name, event.globalPosition())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        entry, begin = self._pressed
        way = event.position() - begin
        if not self._is_dragging and way.manhattanLength() >= QApplication.startDragDistance():
            self._is_dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._is_dragging:
            self.dragged.emit(entry.name, event.globalPosition(), False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        (entry, _), self._pressed = self._pressed, None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if self._is_dragging:
            self.dragged.emit(entry.name, event.globalPosition(), True)
        else:
            self.toggled.emit(entry.name)

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


def shortened(text: str, metrics: QFontMetricsF, room: float) -> str:
    """Return a name that fits: what comes after the last dot tells signals apart, so it is left whole if it can be."""
    block, dot, signal = text.rpartition(".")
    rest = room - metrics.horizontalAdvance(dot + signal)
    if metrics.horizontalAdvance(text) <= room or rest < metrics.horizontalAdvance("mm\u2026"):
        return metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
    return metrics.elidedText(block, Qt.TextElideMode.ElideRight, rest) + dot + signal
