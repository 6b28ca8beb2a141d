"""The inspector's page of a diagram: its parameters and ports, how it is run, how it starts, and its note."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QVBoxLayout, QWidget

from blocks.block import Value
from blocks.diagram import Diagram, Experiment
from editor.inspector_block import Owner
from editor.inspector_fields import Caption, ChoiceRow, FieldRow, QuantityRow
from editor.inspector_initial import InitialTable
from editor.inspector_parameters import ParameterTable
from editor.inspector_parts import Head, NoteField, NowSection
from editor.inspector_ports import PortTable
from editor.inspector_widgets import section_label
from editor.value_text import plain_text

EXPERIMENT = {
    "stop": ("stop time", "s", "how long the run is"),
    "interval": ("interval", "s", "time between recorded instants; empty: chosen by the solver"),
    "solver": ("solver", "", "how the equations are solved"),
    "tolerance": ("tolerance", "", "how exact the solver is, relative to the size of a variable"),
    "step": ("step", "s", "size of a fixed step; empty: chosen by the solver"),
    "start": ("start", "", "given: the start values as they are; steady: at rest"),
}


class DiagramPage(QWidget):
    """A whole diagram."""

    def __init__(self, owner: Owner, diagram: Diagram) -> None:
        super().__init__()
        self.owner, self.diagram = owner, diagram
        self.rows: dict[str, FieldRow] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 10, 14)
        column.setSpacing(6)
        rename = self._rename if diagram is not owner.document.diagram else None
        self.head = Head(self._name, "diagram", owner.theme, rename)
        column.addWidget(self.head)
        column.addSpacing(4)
        column.addWidget(section_label("Parameters"))
        self.parameters = ParameterTable(owner, diagram)
        column.addWidget(self.parameters)
        column.addSpacing(4)
        column.addWidget(section_label("Ports shown outside"))
        self.ports = PortTable(owner, diagram)
        column.addWidget(self.ports)
        self.initial: InitialTable | None = None
        if diagram is owner.document.diagram:
            self._experiment(column)
            column.addSpacing(4)
            column.addWidget(section_label("Initial equations"))
            self.initial = InitialTable(owner, diagram)
            column.addWidget(self.initial)
        self.now = NowSection(owner.theme)
        column.addWidget(self.now)
        column.addWidget(section_label("Note"))
        self.note = NoteField(diagram.note, self._keep_note)
        column.addWidget(self.note)
        column.addStretch(1)
        self.refresh()

    def refresh(self) -> None:
        """Show values that were changed elsewhere."""
        count = len(self.diagram.blocks)
        if self.head.shown != self._name:
            self.head.shown = self._name
            self.head.name.setText(self._name)
        self.head.kind.setText(f"diagram · {count} block{'' if count == 1 else 's'}")
        self.parameters.refresh()
        self.ports.refresh()
        if self.initial is not None:
            self.initial.refresh()
        default = Experiment()
        for key, row in self.rows.items():
            value = getattr(self.diagram.experiment, key)
            row.refresh(None if value == getattr(default, key) else value)  # type: ignore[attr-defined]
        self.note.refresh(self.diagram.note)

    @property
    def _name(self) -> str:
        """Return the name of the diagram; of a subsystem, that of its block."""
        ways = (way for way, diagram in self.owner.document.diagrams() if diagram is self.diagram)
        return next((way[-1] for way in ways if way), self.diagram.name)

    def _rename(self, new: str) -> None:
        document = self.owner.document
        way = next(way for way, diagram in document.diagrams() if diagram is self.diagram)
        document.rename(document.at(way[:-1]), way[-1], new)

    def commit(self) -> None:
        """Keep a note that is being written."""
        self.note.commit()

    def first_field(self) -> QWidget:
        """Return the field of the stop time, of a subsystem that of a new parameter."""
        return self.rows["stop"].editor if self.rows else self.parameters.empty.title

    def _experiment(self, column: QVBoxLayout) -> None:
        from solver.settings import SOLVERS, STARTS

        column.addSpacing(4)
        column.addWidget(section_label("Experiment"))
        for key, (name, unit, tip) in EXPERIMENT.items():

            def apply(value: Value, key: str = key) -> None:
                self._set(key, value)

            default = getattr(Experiment(), key)
            row: FieldRow
            if key in ("solver", "start"):
                choices = SOLVERS if key == "solver" else STARTS
                row = ChoiceRow(Caption(name, tip=tip), apply, self.owner.theme, choices, default)
            else:
                text = "auto" if default is None else plain_text(default)
                row = QuantityRow(Caption(name, tip=tip), apply, self.owner.theme, default=text, unit=unit)
            self.rows[key] = row
            column.addWidget(row)

    def _set(self, key: str, value: Value) -> None:
        from solver.settings import settings_for

        chosen = getattr(Experiment(), key) if value is None else value
        if key == "tolerance" and isinstance(chosen, int):
            chosen = float(chosen)
        tried = Diagram(self.diagram.name)
        tried.experiment = replace(self.diagram.experiment, **{key: chosen})
        settings_for(tried)
        self.owner.document.set_experiment(self.diagram, **{key: chosen})

    def _keep_note(self, text: str) -> None:
        with self.owner.document.step("Note", self.diagram, merge=("note",)):
            self.diagram.note = text
