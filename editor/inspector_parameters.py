"""The table of a diagram's parameters in the inspector: change, rename, remove, add."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from blocks.block import Value
from blocks.diagram import NAME, Diagram
from blocks.errors import ModelError
from blocks.schema import RESERVED_PARAMETERS
from blocks.values import diagram_scope
from editor.document import Document
from editor.inspector_block import Owner
from editor.inspector_widgets import HEIGHT, error_label, set_mark
from editor.theme import mono_font
from editor.value_text import is_expression, plain_text, renamed_in, scope_at, typed

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
        for line, (name, value) in zip(self.lines, parameters.items(), strict=True):
            line.refresh(name, value)

    def set(self, name: str, value: Value) -> None:
        """Set a parameter; raise ModelError if it cannot be worked out."""
        check_name(name)
        self._try({**self.diagram.parameters, name: value})
        document = self.owner.document
        document.set_parameter(self.diagram, name, value)
        if self.diagram is document.diagram:
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
        check_name(new)
        if new in self.diagram.parameters:
            raise ModelError(f'There is already a parameter "{new}".', new, fix="Choose another name.")
        rename_parameter(self.owner.document, self.diagram, old, new)

    def _try(self, parameters: dict[str, Value]) -> None:
        document = self.owner.document
        way = next(way for way, diagram in document.diagrams() if diagram is self.diagram)
        outer = scope_at(document.diagram, way[:-1]) if way else {}
        diagram_scope(parameters, self.diagram.values, outer, self.diagram.name)


class ParameterLine(QWidget):
    """A parameter of a diagram: its name, its value, and a cross that removes it. Empty, it adds one."""

    def __init__(self, table: ParameterTable) -> None:
        super().__init__()
        self.table = table
        self.name, self.text = "", ""  # as the diagram has them
        self._tried = ("", "")
        self.title, self.value, self.cross, self.error = QLineEdit(), QLineEdit(), QToolButton(), error_label()
        self.title.setAccessibleName("Name of the parameter")
        self.value.setAccessibleName("Value of the parameter")
        self.title.setPlaceholderText("new name")
        self.value.setPlaceholderText("300 mm")
        self.cross.setObjectName("back")
        self.cross.clicked.connect(self._cross)
        for field in (self.title, self.value):
            field.setFont(mono_font(12))
            field.setFixedHeight(HEIGHT)
            field.editingFinished.connect(self.commit)
        self.value.textChanged.connect(lambda text: set_mark(self.value, "expression", is_expression(text)))
        self._put_together()
        self.show_texts("", "")

    def _put_together(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        for widget, stretch in ((self.title, 1), (self.value, 1), (self.cross, 0)):
            row.addWidget(widget, stretch)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(1)
        grid.addLayout(row, 0, 0)
        grid.addWidget(self.error, 1, 0)

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
        self.title.setToolTip(name)
        for field in (self.title, self.value):
            field.setCursorPosition(0)
        self.cross.setText("×" if name else "+")
        self.cross.setToolTip("Remove this parameter" if name else "Add this parameter")
        self.error.hide()

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


def check_name(name: str) -> None:
    """Raise ModelError if a parameter cannot have a name."""
    if not NAME.fullmatch(name) or name in RESERVED_PARAMETERS:
        raise ModelError(f'"{name}" is not a name for a parameter.', name, fix="Use letters, digits and _.")


def rename_parameter(document: Document, diagram: Diagram, old: str, new: str) -> None:
    """Rename a parameter of a diagram in its own table and in every expression of the diagram, as one step."""
    with document.step(f"Rename {old}", diagram):
        diagram.parameters = {
            new if key == old else key: renamed_in(value, old, new) for key, value in diagram.parameters.items()
        }
        for name, part in list(diagram.blocks.items()):
            for key, value in list(getattr(part, "values", {}).items()):
                if (changed := renamed_in(value, old, new)) != value:
                    document.set_value(diagram, name, key, changed)
            for table, is_fixed in (("start", True), ("guess", False)):
                for key, value in list(getattr(diagram.blocks[name], table, {}).items()):
                    if (changed := renamed_in(value, old, new)) != value:
                        document.set_start(diagram, name, key, changed, is_fixed=is_fixed)
