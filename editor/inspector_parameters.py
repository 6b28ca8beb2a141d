"""The table of a diagram's parameters in the inspector: change, rename, describe, remove, add."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from blocks.block import Value
from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.mask import UNSAID, ParameterFacts, check_mask
from blocks.values import Scope, diagram_scope
from editor.inspector_block import Owner
from editor.inspector_mask import MaskFields, mask_limits_text
from editor.inspector_widgets import HEIGHT, SMALL, Field, error_label, hint_label, set_mark, small_button
from editor.parameter_names import check_name
from editor.theme import mono_font
from editor.value_text import is_expression, plain_text, scope_at, typed, worth

SPACING = 4
LEAST_NAME = 96  # px
BESIDE = 0.62  # of the room: what is longer is not meant to stand beside a name
GONE = "\0"  # the name of a line that is no longer shown


class ParameterTable(QWidget):
    """The parameters of a diagram: change, rename, remove, and an empty line for another."""

    def __init__(self, owner: Owner, diagram: Diagram) -> None:
        super().__init__()
        self.owner, self.diagram = owner, diagram
        self.lines: list[ParameterLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.empty = ParameterLine(self)
        self._column.addWidget(self.empty)

    def refresh(self) -> None:
        """Show the parameters as they are now; lines are used again, so that the cursor stays where it is."""
        parameters = self.diagram.parameters
        while len(self.lines) < len(parameters):
            self._column.insertWidget(len(self.lines), line := ParameterLine(self))
            self.lines.append(line)
        while len(self.lines) > len(parameters):
            gone = self.lines.pop()
            gone.name = GONE
            self._column.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        scope = self._scope(parameters) if any(map(is_expression, parameters.values())) else {}
        for line, (name, value) in zip(self.lines, parameters.items(), strict=True):
            facts = self.diagram.mask.get(name, UNSAID)
            line.refresh(name, value)
            line.show_facts(facts, worth(value, None, scope, facts.unit) if is_expression(value) or facts.unit else "")
        self._share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())  # the room is shared out, however little there is

    def _share_out(self) -> None:
        """Give names as much room as they need and leave to the values what they do, as far as there is enough."""
        room = self.width() - 2 * SMALL.width() - 3 * SPACING
        beside = [line for line in self.lines if line.value.needed <= BESIDE * room]
        names = max((line.title.needed for line in beside), default=0)
        values = max((line.value.needed for line in beside), default=0)
        width = min(max(names, LEAST_NAME), max(room - values, round((1 - BESIDE) * room)))
        for line in (*self.lines, self.empty):
            line.share_out(width)

    def set(self, name: str, value: Value) -> None:
        """Set a parameter; raise ModelError if it cannot be worked out."""
        check_name(name)
        self._try(name, value)
        self.owner.document.set_parameter(self.diagram, name, value)
        if name not in self.diagram.values:  # set from outside, it counts for nothing
            self.owner.tell_tuned(self.diagram, "", name, value)

    def add(self, name: str, value: Value) -> None:
        """Add a parameter under a new name."""
        if name in self.diagram.parameters:
            raise ModelError(f'There is already a parameter "{name}".', name, fix="Choose another name.")
        self.set(name, value)

    def remove(self, name: str) -> None:
        """Remove a parameter."""
        self.owner.document.set_parameter(self.diagram, name, None)

    def rename(self, old: str, new: str) -> None:
        """Rename a parameter; expressions follow."""
        self.owner.document.rename_parameter(self.diagram, old, new)

    def describe(self, name: str, facts: ParameterFacts) -> None:
        """Say of a parameter what it is, its unit and its limits."""
        if name in self.diagram.parameters:
            check_mask({name: facts}, self._scope(self.diagram.parameters), "")
            self.owner.document.describe_parameter(self.diagram, name, facts)

    def _try(self, name: str, value: Value) -> None:
        parameters = {**self.diagram.parameters, name: value}
        document = self.owner.document
        way = next(way for way, diagram in document.diagrams() if diagram is self.diagram)
        outer = scope_at(document.diagram, way[:-1]) if way else {}
        diagram_scope(parameters, self.diagram.values, outer, self.diagram.name)
        # what is typed here must itself be within the limits, whatever is set from outside
        own = diagram_scope(parameters, {}, {}, self.diagram.name)
        check_mask({name: self.diagram.mask.get(name, UNSAID)}, own, "")

    def _scope(self, parameters: dict[str, Value]) -> Scope:
        try:
            return diagram_scope(parameters, {}, {}, self.diagram.name)
        except ModelError:
            return {}  # the check tells what is wrong


class ParameterLine(QWidget):
    """A parameter of a diagram: its name, its value, and a cross that removes it. Empty, it adds one."""

    def __init__(self, table: ParameterTable) -> None:
        super().__init__()
        self.table = table
        self.name, self.text = "", ""  # as the diagram has them
        self._tried = ("", "")
        self._is_wide = False
        self.title, self.value, self.more, self.cross = Field(), Field(), small_button(), small_button()
        self.error, self.hint = error_label(), hint_label()
        self.hint.setWordWrap(True)
        self.facts = MaskFields(lambda facts: self.table.describe(self.name, facts))
        self.facts.hide()
        self.title.setAccessibleName("Name of the parameter")
        self.value.setAccessibleName("Value of the parameter")
        self.title.setPlaceholderText("new name")
        self.value.setPlaceholderText("300 mm")
        self.cross.clicked.connect(self._cross)
        self.more.setText("…")
        self.more.setCheckable(True)
        self.more.setToolTip("Say what it is, its unit and its limits")
        self.more.setAccessibleName("Describe the parameter")
        self.more.toggled.connect(self.facts.setVisible)
        self.title.setObjectName("parameter")
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.value.setMinimumWidth(0)
        self.value.setFont(mono_font(12))
        for field in (self.title, self.value):
            field.setFixedHeight(HEIGHT)
            field.editingFinished.connect(self.commit)
            field.take_back = lambda: self.show_texts(self.name, self.text)
        self.value.textChanged.connect(lambda text: set_mark(self.value, "expression", is_expression(text)))
        self._put_together()
        self.show_texts("", "")

    def _put_together(self) -> None:
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACING)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        for column, widget in enumerate((self.title, self.value, self.more, self.cross)):
            grid.addWidget(widget, 0, column)
        for row, widget in enumerate((self.hint, self.error, self.facts), 2):
            grid.addWidget(widget, row, 0, 1, 4)

    def share_out(self, names: int) -> None:
        """Give the name so much room; a value that does not fit beside it gets a line of its own."""
        rest = self.width() - names - 2 * SMALL.width() - 3 * SPACING
        if not self.value.hasFocus():  # not under the hands of who writes
            self._set_wide(self.value.needed > rest)
        self._grid.setColumnMinimumWidth(0, names)

    def _set_wide(self, is_wide: bool) -> None:
        if is_wide != self._is_wide:
            self._is_wide = is_wide
            self._grid.addWidget(self.title, 0, 0, 1, 2 if is_wide else 1)
            self._grid.addWidget(self.value, *((1, 0, 1, 4) if is_wide else (0, 1)))

    def refresh(self, name: str, value: Value) -> None:
        """Show a parameter; if it is the one already there, what a person is typing stays."""
        text = value if isinstance(value, str) else plain_text(value)
        if (name, text) != (self.name, self.text):
            self.show_texts(name, text)

    def show_texts(self, name: str, text: str) -> None:
        """Show a name and a value."""
        self.name, self.text, self._tried = name, text, (name, text)
        self.title.setText(name)
        self.value.setText(text)
        for field in (self.title, self.value):
            field.setCursorPosition(0)
        set_mark(self.title, "empty", not name)
        self.more.setEnabled(bool(name))
        self.more.setText("…" if name else "")
        self.cross.setText("×" if name else "+")
        self.cross.setToolTip("Remove this parameter" if name else "Add this parameter")
        self.error.hide()

    def show_facts(self, facts: ParameterFacts, value: str) -> None:
        """Show what is said of the parameter, and what its value comes to."""
        parts = [f"= {value}" if value else "", facts.text, mask_limits_text(facts)]
        text = " · ".join(part for part in parts if part)
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        self.facts.refresh(facts)

    def commit(self) -> None:
        """Set what was typed, once."""
        name, text = tried = (self.title.text().strip(), self.value.text().strip())
        if self.name == GONE or tried == self._tried or not name or not text:
            return
        self._tried = tried
        try:
            if not self.name:
                self.table.add(name, typed(text, ""))
                self.show_texts("", "")
            else:
                self._change(name, text)
        except ModelError as error:
            self.error.setText(str(error))
            self.error.show()

    def _change(self, name: str, text: str) -> None:
        old = self.name
        if text != self.text:
            self.table.set(old, typed(text, ""))
        if name != old:
            self.table.rename(old, name)
        self.error.hide()

    def _cross(self) -> None:
        if self.name:
            self.table.remove(self.name)
        else:
            self.commit()
