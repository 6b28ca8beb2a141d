"""The equations that hold at the start of a diagram, in the inspector: change, remove, add."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from blocks.diagram import Diagram
from blocks.errors import ModelError
from editor.initial_text import check_initial
from editor.inspector_block import Owner
from editor.inspector_widgets import HEIGHT, Field, error_label, set_mark, small_button
from editor.theme import mono_font


class InitialTable(QWidget):
    """A line for each initial equation, and an empty one for another."""

    def __init__(self, owner: Owner, diagram: Diagram) -> None:
        super().__init__()
        self.owner, self.diagram = owner, diagram
        self.lines: list[InitialLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.empty = InitialLine(self, None)
        self._column.addWidget(self.empty)

    def refresh(self) -> None:
        """Show the equations as they are now; lines are used again, so that the cursor stays where it is."""
        equations = self.diagram.initial_equations
        while len(self.lines) < len(equations):
            self.lines.append(line := InitialLine(self, len(self.lines)))
            self._column.insertWidget(len(self.lines) - 1, line)
        while len(self.lines) > len(equations):
            gone = self.lines.pop()
            self._column.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for line, text in zip(self.lines, equations, strict=True):
            line.refresh(text)

    def set(self, place: int | None, text: str) -> None:
        """Put an equation at a place, or at the end; an empty one is removed. Raise ModelError if it is none."""
        equations = list(self.diagram.initial_equations)
        if text:
            check_initial(self.diagram, text)
        if place is None:
            equations.append(text)
        elif place < len(equations):
            equations[place] = text
        self.owner.document.set_initial_equations(self.diagram, equations)


class InitialLine(QWidget):
    """One equation; ``place`` is None for the empty line that adds one."""

    def __init__(self, table: InitialTable, place: int | None) -> None:
        super().__init__()
        self.table, self.place = table, place
        self.field, self.cross, self.error = Field(), small_button(), error_label()
        self._kept = self._tried = ""
        self.field.setAccessibleName("Initial equation")
        self.field.setPlaceholderText("der(motor.w) == 0")
        self.field.setFont(mono_font(12))
        self.field.setFixedHeight(HEIGHT)
        self.field.take_back = lambda: self._show(self._kept)
        self.field.editingFinished.connect(self.commit)
        self.cross.setText("+" if place is None else "×")
        self.cross.setToolTip("Add this equation" if place is None else "Remove this equation")
        self.cross.clicked.connect(self._cross)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(1)
        grid.addWidget(self.field, 0, 0)
        grid.addWidget(self.cross, 0, 1)
        grid.addWidget(self.error, 1, 0, 1, 2)

    def refresh(self, text: str) -> None:
        """Show an equation; if it is the one already there, what a person is typing stays."""
        if text != self._kept:
            self._show(text)

    def commit(self) -> None:
        """Set what was typed, once."""
        text = self.field.text().strip()
        if text == self._tried:
            return
        self._tried = text
        try:
            self.table.set(self.place, text)
        except ModelError as error:
            self._complain(str(error))
            return
        self._show("" if self.place is None else text)

    def _cross(self) -> None:
        if self.place is None:
            self.commit()
        else:
            self.table.set(self.place, "")

    def _show(self, text: str) -> None:
        self._kept = self._tried = text
        self.field.setText(text)
        self.field.setCursorPosition(0)
        self._complain("")

    def _complain(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(bool(text))
        set_mark(self.field, "wrong", bool(text))
