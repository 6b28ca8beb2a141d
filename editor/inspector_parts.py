"""The parts of the inspector's pages: the head with picture and name, the note, and live values."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from blocks.errors import ModelError
from editor.elided_label import ElidedLabel
from editor.field_keys import left_to_window
from editor.icons import icon_renderer
from editor.inspector_widgets import Field, error_label, section_label
from editor.row_paint import paint_tile
from editor.style import Theme
from editor.theme import mixed, mono_font

PAUSE = 800  # ms without typing after which a note is kept


class Tile(QWidget):
    """The picture of a block in a frame."""

    def __init__(self, type_name: str, theme: Theme) -> None:
        super().__init__()
        self.type_name, self.theme = type_name, theme
        self.setFixedSize(52, 42)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer = icon_renderer(self.type_name.partition(" ")[0], self.theme)
        paint_tile(painter, self.rect().toRectF(), renderer, self.theme)


class Head(QWidget):
    """Picture, name and type of what is shown; the name can be changed."""

    def __init__(self, name: str, kind: str, theme: Theme, rename: Callable[[str], None] | None) -> None:
        super().__init__()
        self.shown, self._rename = name, rename
        self.name = Field(name)
        self.name.setObjectName("name")
        self.name.setAccessibleName("Name")
        self.name.setReadOnly(rename is None)
        self.name.setToolTip("Click to rename" if rename is not None else "")
        self.name.editingFinished.connect(self._commit)
        self.name.take_back = lambda: self.name.setText(self.shown)
        self.error = error_label()
        self.kind = ElidedLabel(kind)
        self.kind.setObjectName("kind")
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self.name)
        texts.addWidget(self.kind)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(Tile(kind, theme))
        row.addLayout(texts, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.error)

    def _commit(self) -> None:
        text = self.name.text().strip()
        if self._rename is None or text == self.shown:
            self.error.hide()
            return
        before, self.shown = self.shown, text
        try:
            self._rename(text)
        except ModelError as error:
            self.shown = before
            self.error.setText(str(error))
            self.error.show()


class NoteField(QPlainTextEdit):
    """A note, kept when a person stops typing or goes elsewhere."""

    def __init__(self, text: str, keep: Callable[[str], None]) -> None:
        super().__init__(text)
        self._keep, self._kept = keep, text
        self.setPlaceholderText("A note for whoever reads this")
        self.setAccessibleName("Note")
        self.setTabChangesFocus(True)
        self.setFixedHeight(64)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.commit)
        self.textChanged.connect(self._timer.start)

    def event(self, event: QEvent) -> bool:
        return left_to_window(event) or super().event(event)

    def commit(self) -> None:
        """Keep what was typed."""
        self._timer.stop()
        if (text := self.toPlainText()) != self._kept:
            self._kept = text
            self._keep(text)

    def refresh(self, text: str) -> None:
        """Show a note that was changed elsewhere."""
        if text != self._kept:
            self._kept = text
            self.setPlainText(text)
            self._timer.stop()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.commit()
        super().focusOutEvent(event)


class NowSection(QWidget):
    """Live values: names at the left, numbers at the right, thin lines between."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(7)
        self._labels: dict[str, QLabel] = {}
        self.hide()

    def show_values(self, values: dict[str, str]) -> None:
        """Show values by name; none hides the section. Labels stay as long as the names do."""
        if list(values) != list(self._labels):
            self._rebuild(list(values))
        for name, text in values.items():
            if self._labels[name].text() != text:
                self._labels[name].setText(text)
        self.setVisible(bool(values))

    def _rebuild(self, names: list[str]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._labels = {}
        self._grid.addWidget(section_label("Now"), 0, 0, 1, 2)
        for row, name in enumerate(names, 1):
            title, number = ElidedLabel(name), QLabel()
            number.setFont(mono_font(12))
            number.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(title, row, 0)
            self._grid.addWidget(number, row, 1)
            self._labels[name] = number

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(mixed(self.theme.line, self.theme.panel, 0.4))
        for label in list(self._labels.values())[:-1]:
            y = label.geometry().bottom() + 4
            painter.drawLine(0, y, self.width(), y)
