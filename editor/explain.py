"""The explain view: states, loops and which equation determines what, as a list in which a click shows the block."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from editor.style import Theme
from editor.theme import mono_font

NAME = re.compile(r"[A-Za-z_]\w*(?:\[\d+\])?(?:\.[A-Za-z_]\w*(?:\[\d+\])?)*")
SIZE = (820, 620)


@dataclass
class Row:
    """A line of an explanation, with those below it."""

    text: str
    rows: list[Row] = field(default_factory=list)


def rows_of(text: str) -> tuple[list[str], list[Row]]:
    """Return the sentences at the beginning of an explanation, and its sections with their lines.

    >>> sentences, sections = rows_of("A model: 1 state.\\n\\n  One block.\\n\\nStates\\n  1. c.v\\n     held\\n")
    >>> sentences, sections[0].text, sections[0].rows[0].text, sections[0].rows[0].rows[0].text
    (['A model: 1 state.', 'One block.'], 'States', '1. c.v', 'held')
    """
    head, *rest = text.strip("\n").split("\n")
    sentences, sections = [head.strip()], list[Row]()
    for line in rest:
        depth, words = len(line) - len(line.lstrip()), line.strip()
        if not words:
            continue
        if depth == 0:
            sections.append(Row(words))
        elif not sections:
            sentences.append(words)
        elif depth > 2 and sections[-1].rows:
            sections[-1].rows[-1].rows.append(Row(words))
        else:
            sections[-1].rows.append(Row(words))
    return sentences, sections


class ExplainView(QWidget):
    """An explanation with a search line; a click on a line tells which block it is about."""

    place_clicked = Signal(str)  # "arm.elbow.phi": what the line is about

    def __init__(self, text: str, is_known: Callable[[str], bool], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._is_known, self._theme = is_known, theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Explain")
        self.resize(*SIZE)
        sentences, sections = rows_of(text)
        self.head, self.search, self.tree = QLabel("\n".join(sentences)), QLineEdit(), QTreeWidget()
        self.head.setWordWrap(True)
        self.search.setPlaceholderText("Part of a name or an equation")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setFont(mono_font(11))
        self.tree.itemClicked.connect(self._clicked)
        self.tree.itemActivated.connect(self._clicked)
        layout = QVBoxLayout(self)
        for widget in (self.head, self.search, self.tree):
            layout.addWidget(widget)
        for section in sections:
            self._add_section(section)
        self.search.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _add_section(self, section: Row) -> None:
        item = QTreeWidgetItem([f"{section.text}   {len(section.rows)}"])
        font = self.font()
        font.setBold(True)
        item.setFont(0, font)
        self.tree.addTopLevelItem(item)
        for row in section.rows:
            item.addChild(self._item(row))
        item.setExpanded(True)

    def _item(self, row: Row) -> QTreeWidgetItem:
        item = QTreeWidgetItem([row.text])
        place = self.place_in(row.text)
        item.setData(0, Qt.ItemDataRole.UserRole, place)
        item.setToolTip(0, f'{row.text}\nClick shows "{place}".' if place else row.text)
        if not place:
            item.setForeground(0, QColor(self._theme.dim))
        for below in row.rows:
            item.addChild(self._item(below))
        return item

    def place_in(self, text: str) -> str:
        """Return the first name in a line that belongs to a block, "" if there is none."""
        return next((name for name in NAME.findall(text) if self._is_known(name)), "")

    def _clicked(self, item: QTreeWidgetItem, *_: object) -> None:
        place = item.data(0, Qt.ItemDataRole.UserRole)
        if place:
            self.place_clicked.emit(place)

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        for k in range(self.tree.topLevelItemCount()):
            section = self.tree.topLevelItem(k)
            assert section is not None
            section.setHidden(not any([self._show_if(row, words) for row in _below(section)]))

    def _show_if(self, item: QTreeWidgetItem, words: list[str]) -> bool:
        below = [self._show_if(row, words) for row in _below(item)]
        is_shown = any(below) or all(word in item.text(0).lower() for word in words)
        item.setHidden(not is_shown)
        return is_shown


def _below(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    rows = (item.child(k) for k in range(item.childCount()))
    return [row for row in rows if row is not None]
