"""A list of all signals of the model to choose from, by typing parts of their names."""

from __future__ import annotations

import re
from collections.abc import Collection

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from editor.model_facts import ModelFacts
from editor.style import Theme

DIGITS = re.compile(r"([0-9]+)")
MOST = 200  # rows; who sees more types another letter
SIZE = (380, 340)


class SignalPicker(QFrame):
    """A pop-up with a search line and the signals that fit."""

    chosen = Signal(str)  # a signal to be shown, or no longer shown

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._facts = ModelFacts()
        self._recorded: Collection[str] = ()
        self._shown: Collection[str] = ()
        self.search, self.list, self._note = QLineEdit(), QListWidget(), QLabel("")
        self.search.setPlaceholderText("Part of a signal's name")
        self.list.setUniformItemSizes(True)
        self._note.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        for widget in (self.search, self.list, self._note):
            layout.addWidget(widget)
        self.resize(*SIZE)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.setStyleSheet(
            f"SignalPicker {{ background: {theme.panel}; border: 1px solid {theme.line}; }}"
            f"QListWidget {{ background: {theme.panel}; color: {theme.text}; border: none; font-size: 12px; }}"
            f"QListWidget::item {{ padding: 3px; }} QLabel {{ color: {theme.dim}; font-size: 11px; }}"
        )

    def open_at(self, place: QPoint, facts: ModelFacts, recorded: Collection[str], shown: Collection[str]) -> None:
        """Open with the signals of a model; those ``recorded`` can be shown without another run."""
        self._facts, self._recorded, self._shown = facts, recorded, shown
        self.move(place)
        self.search.clear()
        self._fill()
        self.show()
        self.search.setFocus()

    def _fill(self) -> None:
        words = self.search.text().lower().split()
        found = [name for name in self._facts.units if all(word in name.lower() for word in words)]
        # short names are nearer to what people mean, and those at hand come first
        found.sort(key=lambda name: (name not in self._recorded, name.count("."), natural(name)))
        self.list.clear()
        for name in found[:MOST]:
            unit = self._facts.display_unit(name)
            item = QListWidgetItem(f"{'✓ ' if name in self._shown else ''}{name}{f'   [{unit}]' if unit else ''}")
            item.setData(Qt.ItemDataRole.UserRole, name)
            if name not in self._recorded:
                item.setForeground(QColor(self._theme.dim))
                item.setToolTip("Not recorded in this run; run again to see it.")
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._note.setText(self._remark(len(found)))

    def _remark(self, count: int) -> str:
        if not self._facts.units:
            return "The signals are known when the model has been checked without problems."
        more = f"{count} signals fit; {MOST} are listed. " if count > MOST else ""
        return f"{more}Grey signals were not recorded; the next run records them."

    def _choose(self, item: QListWidgetItem) -> None:
        self.hide()
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.list.currentItem() is not None:
                self._choose(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)


def natural(name: str) -> list[tuple[int, str]]:
    """Return what a name is sorted by, so that element 10 comes after element 9.

    >>> sorted(["u[10]", "u[9]", "t"], key=natural)
    ['t', 'u[9]', 'u[10]']
    """
    return [(int(part), "") if part.isdigit() else (-1, part) for part in DIGITS.split(name)]
