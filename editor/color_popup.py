"""The list of what colours parts of the animation by signals; every row is kept as soon as it makes sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPixmap
from PySide6.QtWidgets import (
    QColorDialog,
    QCompleter,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from blocks.color_scale import ColorScale
from blocks.errors import ModelError
from editor.document import Document
from editor.inspector_widgets import HEIGHT, Field, error_label
from editor.style import Theme
from editor.theme import mono_font
from editor.value_text import plain_text, typed

WIDTH = 440
NUMBER = re.compile(r"\[\d+\]")
COLORS = {
    "white": "#ffffff", "pale": "#cbd5e1", "yellow": "#fde047", "orange": "#f97316", "red": "#dc2626",
    "green": "#16a34a", "blue": "#2563eb", "violet": "#7c3aed", "black": "#0f172a",
}  # fmt: skip
EMPTY = ColorScale("", "")


def starred(names: Iterable[str]) -> list[str]:
    """Return names with ``*`` for the number of an array's element; those in arrays of arrays are left out.

    >>> starred(["muscle[1].line", "muscle[2].line", "rod", "leg[1].foot[2]"])
    ['muscle[*].line', 'rod']
    """
    found = (NUMBER.sub("[*]", name) for name in names if len(NUMBER.findall(name)) < 2)
    return list(dict.fromkeys(found))


class ColorPopup(QFrame):
    """Rows of scales below a button. ``offers`` tells the parts and the signals that there are."""

    def __init__(self, parent: QWidget, document: Document, offers: Callable[[], tuple[list[str], list[str]]]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.document, self._offers = document, offers
        self.setObjectName("colors")
        self.setFixedWidth(WIDTH)
        self.rows: list[ScaleRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(10)
        self._hint = QLabel("Parts of the motion can show a signal as a colour.")
        self._hint.setObjectName("hint")
        self.more = QPushButton("+ colour")
        self.more.setCursor(Qt.CursorShape.PointingHandCursor)
        self.more.clicked.connect(lambda: self._add("", EMPTY).parts.setFocus())
        whole = QVBoxLayout(self)
        whole.setContentsMargins(14, 12, 14, 12)
        whole.setSpacing(10)
        whole.addWidget(self._hint)
        whole.addLayout(self._list)
        whole.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def open_below(self, button: QWidget, theme: Theme) -> None:
        """Show the scales of the diagram, with the right edge below that of a button."""
        self._theme = theme
        self.setStyleSheet(
            f"QFrame#colors {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 10px; }}"
            f"QLabel {{ color: {theme.dim}; }} QLabel#error {{ color: {theme.bad}; font-size: 11px; }}"
        )
        for row in self.rows:
            row.setParent(None)
            row.deleteLater()
        self.rows = []
        for name, scale in self.document.diagram.colors.items():
            self._add(name, scale)
        if not self.rows:
            self._add("", EMPTY)
        self.adjustSize()
        corner = button.mapToGlobal(button.rect().bottomRight()) - QPoint(WIDTH, -4)
        screen = (button.screen() or QGuiApplication.primaryScreen()).availableGeometry()
        low = min(corner.y(), screen.bottom() - self.sizeHint().height())
        self.move(max(corner.x(), screen.left()), max(low, screen.top()))
        self.show()
        self.rows[0].parts.setFocus()

    def _add(self, name: str, scale: ColorScale) -> ScaleRow:
        row = ScaleRow(name, scale, self._theme, *self._offers())
        row.keep, row.remove = self._keep, self._remove
        self.rows.append(row)
        self._list.addWidget(row)
        self.adjustSize()
        return row

    def _keep(self, row: ScaleRow, scale: ColorScale) -> None:
        name = row.name or self._free_name(scale.signal)
        self.document.set_colors(self.document.diagram, {**self.document.diagram.colors, name: scale})
        row.name = name

    def _remove(self, row: ScaleRow) -> None:
        colors = self.document.diagram.colors
        if row.name in colors:
            kept = {name: scale for name, scale in colors.items() if name != row.name}
            self.document.set_colors(self.document.diagram, kept)
        self.rows.remove(row)
        row.setParent(None)
        row.deleteLater()
        self.adjustSize()

    def _free_name(self, signal: str) -> str:
        word = re.sub(r"\W+", "_", signal.partition("[")[0]).strip("_") or "color"
        taken, number, name = self.document.diagram.colors, 1, word
        while name in taken:
            number += 1
            name = f"{word}{number}"
        return name


class ScaleRow(QWidget):
    """One scale: parts and signal, then the two limits, each with its colour."""

    def __init__(self, name: str, scale: ColorScale, theme: Theme, parts: list[str], signals: list[str]) -> None:
        super().__init__()
        self.name, self.scale = name, scale
        self.keep: Callable[[ScaleRow, ColorScale], None] = lambda row, scale: None
        self.remove: Callable[[ScaleRow], None] = lambda row: None
        self.parts = _name_field("parts", scale.blocks, parts)
        self.signal = _name_field("signal", scale.signal, signals)
        self.low, self.high = (_limit_field(word, value) for word, value in (("low", scale.low), ("high", scale.high)))
        self.swatches = {word: self._swatch(word, theme) for word in ("low_color", "high_color")}
        self.bin = QToolButton()
        self.bin.setText("×")
        self.bin.setToolTip("Show this colour no longer")
        self.bin.setAccessibleName("Remove")
        self.bin.setStyleSheet(f"QToolButton {{ border: none; color: {theme.dim}; font-size: 16px; }}")
        self.bin.clicked.connect(lambda: self.remove(self))
        self.error = error_label()
        self._lay_out()
        for field in self.fields:
            field.setFixedHeight(HEIGHT)
            field.editingFinished.connect(self.commit)
            field.take_back = self._take_back

    @property
    def fields(self) -> tuple[Field, ...]:
        """Return what can be typed into."""
        return self.parts, self.signal, self.low, self.high

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        grid.addWidget(self.parts, 0, 0)
        grid.addWidget(self.signal, 0, 1)
        grid.addWidget(self.bin, 0, 2)
        for column, word, field in ((0, "low_color", self.low), (1, "high_color", self.high)):
            line = QHBoxLayout()
            line.setSpacing(6)
            line.addWidget(self.swatches[word])
            line.addWidget(field, 1)
            grid.addLayout(line, 1, column)
        grid.addWidget(self.error, 2, 0, 1, 3)

    def _swatch(self, word: str, theme: Theme) -> QToolButton:
        button = QToolButton()
        button.setFixedSize(HEIGHT, HEIGHT)
        button.setIconSize(QSize(16, 16))
        button.setToolTip(f"Colour of the {'lowest' if word == 'low_color' else 'highest'} value")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setStyleSheet(
            f"QToolButton {{ border: 1px solid {theme.line}; border-radius: 6px; }}"
            "QToolButton::menu-indicator { image: none; }"
        )
        button.setIcon(_sample(getattr(self.scale, word)))
        menu = QMenu(button)
        for name, text in COLORS.items():
            menu.addAction(_sample(text), name).triggered.connect(lambda _=False, text=text: self._choose(word, text))
        menu.addSeparator()
        menu.addAction("Another…").triggered.connect(lambda: self._ask(word))
        button.setMenu(menu)
        return button

    def _ask(self, word: str) -> None:
        chosen = QColorDialog.getColor(QColor(getattr(self.scale, word)), self.window().parentWidget())
        if chosen.isValid():
            self._choose(word, chosen.name())

    def _choose(self, word: str, text: str) -> None:
        self.swatches[word].setIcon(_sample(text))
        self.commit(**{word: text})

    def _take_back(self) -> None:
        texts = (self.scale.blocks, self.scale.signal, _shown(self.scale.low), _shown(self.scale.high))
        for field, text in zip(self.fields, texts, strict=True):
            field.setText(text)
        self.error.hide()

    def commit(self, **colors: str) -> None:
        """Keep what was typed, or say what is wrong with it; half of a scale waits for the other."""
        low, high = (typed(field.text(), "") for field in (self.low, self.high))
        words = {"blocks": self.parts.text().strip(), "signal": self.signal.text().strip()}
        scale = replace(self.scale, **words, low=low, high=high, **colors)
        self.error.hide()
        if not scale.blocks or not scale.signal or scale == self.scale:
            self.scale = replace(self.scale, **colors)
            return
        try:
            self.keep(self, scale)
            self.scale = scale
        except ModelError as error:
            self.error.setText(str(error))
            self.error.show()
        self.window().adjustSize()


def _name_field(word: str, text: str, known: list[str]) -> Field:
    field = Field(text)
    field.setPlaceholderText(word)
    field.setAccessibleName(word)
    field.setFont(mono_font(12))
    completer = QCompleter(known, field)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    field.setCompleter(completer)
    field.setCursorPosition(0)
    return field


def _limit_field(word: str, value: object) -> Field:
    field = Field(_shown(value))
    field.setPlaceholderText(word)
    field.setAccessibleName(word)
    field.setFont(mono_font(12))
    return field


def _sample(text: str) -> QIcon:
    image = QPixmap(16, 16)
    image.fill(QColor(text))
    return QIcon(image)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else plain_text(value)
