"""The ports a diagram shows outside, in the inspector: rename and remove."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.toml_text import natural
from editor.elided_label import ElidedLabel
from editor.inspector_block import Owner
from editor.inspector_widgets import HEIGHT, Field, error_label, set_mark, small_button
from editor.outer_ports import hide_port, rename_port

SPACING = 4
NO_PORTS = "None yet. Choose a port by a right click on it, or with Ctrl+Shift+O."


class PortTable(QWidget):
    """A line for each port that the diagram shows outside."""

    def __init__(self, owner: Owner, diagram: Diagram) -> None:
        super().__init__()
        self.owner, self.diagram = owner, diagram
        self.lines: list[PortLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.nothing = QLabel(NO_PORTS)
        self.nothing.setObjectName("dim")
        self.nothing.setWordWrap(True)
        self._column.addWidget(self.nothing)

    def refresh(self) -> None:
        """Show the ports as they are now; lines are used again, so that the cursor stays where it is."""
        ports = {name: self.diagram.ports[name] for name in sorted(self.diagram.ports, key=natural)}
        while len(self.lines) < len(ports):
            self.lines.append(line := PortLine(self))
            self._column.addWidget(line)
        while len(self.lines) > len(ports):
            gone = self.lines.pop()
            self._column.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for line, (name, end) in zip(self.lines, ports.items(), strict=True):
            line.refresh(name, end)
        self.nothing.setVisible(not ports)


class PortLine(QWidget):
    """One port: its name outside, the port inside, and a cross that hides it."""

    def __init__(self, table: PortTable) -> None:
        super().__init__()
        self.table = table
        self.name, self._tried = "", ""
        self.title, self.inner, self.cross, self.error = Field(), ElidedLabel(), small_button(), error_label()
        self.title.setAccessibleName("Name of the port outside")
        self.title.setFixedHeight(HEIGHT)
        self.title.editingFinished.connect(self.commit)
        self.title.take_back = lambda: self._show(self.name)
        self.inner.setObjectName("dim")
        self.cross.setText("×")
        self.cross.setToolTip("Do not show this port outside")
        self.cross.setAccessibleName("Hide the port")
        self.cross.clicked.connect(self._hide)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACING)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        for column, widget in enumerate((self.title, self.inner, self.cross)):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.error, 1, 0, 1, 3)

    def refresh(self, name: str, end: str) -> None:
        """Show a port; if it is the one already there, what a person is typing stays."""
        self.inner.setText(end)
        if name != self.name:
            self._show(name)

    def commit(self) -> None:
        """Give the port the name that was typed, once."""
        name = self.title.text().strip()
        if name == self._tried:
            return
        self._tried = name
        try:
            rename_port(self.table.owner.document, self.table.diagram, self.name, name)
        except ModelError as error:
            self._complain(str(error))
            return
        self._show(self.name)  # by now this line may be that of another port: they stand in the order of names

    def _hide(self) -> None:
        hide_port(self.table.owner.document, self.table.diagram, self.name)

    def _show(self, name: str) -> None:
        self.name = self._tried = name
        self.title.setText(name)
        self.title.setCursorPosition(0)
        self._complain("")

    def _complain(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(bool(text))
        set_mark(self.title, "wrong", bool(text))
