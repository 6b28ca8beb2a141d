"""The inspector's page of a block: what it is, its equations, parameters, start values and note."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from blocks.block import Block, Value
from blocks.block_array import INDEX, element_scope
from blocks.block_facts import docstring_parts
from blocks.declare import Parameter, Structural
from blocks.diagram import Diagram, Placeholder
from blocks.errors import ModelError
from blocks.mask import UNSAID, check_mask
from blocks.values import Scope, diagram_scope
from editor.block_words import kind_of, note_of, set_note
from editor.document import Document
from editor.formulas import FormulaView
from editor.inspector_fields import Caption, FieldRow, QuantityRow
from editor.inspector_mask import mask_limits_text
from editor.inspector_parts import Head, NoteField, NowSection
from editor.inspector_rows import count_row, parameter_row
from editor.inspector_start import StartRow, more_button, start_rows
from editor.inspector_widgets import section_label
from editor.style import Theme
from editor.value_text import (
    check_like,
    check_parameter,
    elements_of,
    is_expression,
    names_of,
    scope_at,
    shown,
    worth,
)

STARTS_SHOWN = 5


class Owner(Protocol):
    """What a page needs of the inspector."""

    document: Document
    theme: Theme

    def tell_tuned(self, diagram: Diagram, name: str, key: str, value: Any) -> None:
        """Tell a run in progress of a new value."""

    def renamed(self, name: str) -> None:
        """Follow a block to its new name."""


class BlockPage(QWidget):
    """One block of a diagram."""

    def __init__(self, owner: Owner, diagram: Diagram, name: str) -> None:
        super().__init__()
        self.owner, self.diagram, self.name = owner, diagram, name
        self.rows: dict[str, FieldRow] = {}
        self.starts: dict[str, StartRow] = {}
        self._shaping: list[Value] | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(14, 14, 10, 14)
        self.column.setSpacing(6)
        part = self.part
        self.head = Head(name, kind_of(diagram, name), owner.theme, self._rename)
        self.column.addWidget(self.head)
        self._about(part)
        self._parameters(part)
        self.now = NowSection(owner.theme)
        self.column.addWidget(self.now)
        if isinstance(part, Block):
            self._starts(part)
        self.note: NoteField | None = None
        if not isinstance(part, Placeholder):
            self.note = NoteField(note_of(diagram, name), self._keep_note)
            self.column.addWidget(section_label("Note"))
            self.column.addWidget(self.note)
        self.column.addStretch(1)
        self.refresh()

    @property
    def document(self) -> Document:
        """Return the document that is edited."""
        return self.owner.document

    @property
    def theme(self) -> Theme:
        """Return the look."""
        return self.owner.theme

    @property
    def part(self) -> Block | Diagram | Placeholder:
        """Return what is shown as it is now."""
        return self.diagram.blocks[self.name]

    @property
    def scope(self) -> Scope:
        """Return what expressions see here, of an array its first element."""
        way = next(way for way, diagram in self.document.diagrams() if diagram is self.diagram)
        scope = scope_at(self.document.diagram, way)
        return element_scope(scope, 1) if self.name in self.diagram.counts else scope

    def refresh(self) -> None:
        """Show values that were changed elsewhere."""
        part = self.part
        values = part.data if isinstance(part, Placeholder) else part.values
        for key, row in self.rows.items():
            row.refresh(values.get(key))  # type: ignore[attr-defined]
        for start in self.starts.values():
            start.refresh(part)
        self.head.kind.setText(kind_of(self.diagram, self.name))
        self.count.refresh(self.diagram.counts.get(self.name))
        if isinstance(part, Block):
            self._show_equations(part)
        if self.note is not None:
            self.note.refresh(note_of(self.diagram, self.name))

    def commit(self) -> None:
        """Keep a note that is being written."""
        if self.note is not None:
            self.note.commit()

    def first_field(self) -> QWidget:
        """Return the field of the first parameter, or the name if there is none."""
        return next((row.editor for row in self.rows.values()), self.head.name)

    # what is on the page

    def _about(self, part: Block | Diagram | Placeholder) -> None:
        text = part.note if isinstance(part, Diagram) else ""
        if isinstance(part, Placeholder):
            text = "This type is not installed. The block is kept as it is, but cannot be simulated."
        elif isinstance(part, Block):
            text = docstring_parts(type(part))[0].replace("``", "")
        if text:
            about = QLabel(text)
            about.setWordWrap(True)
            self.column.addSpacing(4)
            self.column.addWidget(about)
        if isinstance(part, Block):
            self.formulas = FormulaView(self.theme)
            self.column.addWidget(self.formulas)

    def _show_equations(self, block: Block) -> None:
        """Show the equations, which change only with values that shape them."""
        shaping = [block.values.get(key) for key, item in block.declarations.items() if isinstance(item, Structural)]
        if shaping != self._shaping:
            self._shaping = shaping
            self.formulas.show_block(block)

    def _parameters(self, part: Block | Diagram | Placeholder) -> None:
        made: dict[str, FieldRow] = {}
        if isinstance(part, Diagram):
            made = {key: self._inner_row(part, key, value) for key, value in part.parameters.items()}
        elif isinstance(part, Block):
            for key, item in part.declarations.items():
                if isinstance(item, Parameter | Structural):
                    made[key] = self._row(key, item)
        self.column.addSpacing(4)
        self.column.addWidget(section_label("Parameters" if made else "Array"))
        for row in made.values():
            self.column.addWidget(row)
        self.rows = made
        self.count = count_row(self._set_count, self.theme)
        self.column.addWidget(self.count)

    def _row(self, key: str, item: Parameter | Structural) -> FieldRow:
        def apply(value: Value) -> None:
            self._set(key, value)

        def explain(value: Value) -> str:
            return self._worth(value, item if isinstance(item, Parameter) else None)

        return parameter_row(key, item, apply, self.theme, explain, is_array=self.name in self.diagram.counts)

    def _worth(self, value: Value, item: Parameter | None, unit: str = "") -> str:
        if self.name not in self.diagram.blocks:
            return ""
        text = worth(value, item, self.scope if is_expression(value) else {}, unit)
        is_counted = text and is_expression(value) and INDEX in names_of(value) and self.name in self.diagram.counts
        return f"{text} for the first" if is_counted else text

    def _inner_row(self, part: Diagram, key: str, default: Value) -> FieldRow:
        facts = part.mask.get(key, UNSAID)
        text, unit = shown(default)
        usual = facts.unit or ("" if is_expression(default) else unit)
        if facts.unit and facts.unit != unit and not is_expression(default):
            text = worth(default, None, {}, facts.unit).removesuffix(facts.unit).strip() or text
        limits = mask_limits_text(facts)
        lines = [f"<b>{key}</b>", facts.text or "parameter of the subsystem", f"in {usual}" if usual else "", limits]
        caption = Caption(key, facts.text, "<br>".join(line for line in lines if line))

        def apply(value: Value) -> None:
            self._set_inner(key, default, value)

        return QuantityRow(
            caption, apply, self.theme, default=text, unit=usual, explain=lambda value: self._worth(value, None, usual)
        )

    def _starts(self, block: Block) -> None:
        rows = start_rows(self, block)
        if not rows:
            return
        self.column.addSpacing(4)
        self.column.addWidget(section_label("Start"))
        told = {**block.start, **block.guess}
        hidden = [row for i, row in enumerate(rows) if i >= STARTS_SHOWN and not {row.name, row.rate} & told.keys()]
        for row in rows:
            self.column.addWidget(row)  # first: shown without a parent it would be a window of its own
            row.setVisible(row not in hidden)
            self.starts[row.name] = row
        if hidden:
            self.column.addWidget(more_button(hidden))

    # what is set

    def _set(self, key: str, value: Value) -> None:
        block = self.diagram.blocks.get(self.name)
        if not isinstance(block, Block):
            return  # gone while something was typed about it
        count = self.diagram.counts.get(self.name)
        if value is not None:
            scope: Scope = self.scope if is_expression(value) else {}
            check_parameter(block, key, value, scope, count)
        self.document.set_value(self.diagram, self.name, key, value)
        item = block.declarations[key]
        if isinstance(item, Parameter):
            self.owner.tell_tuned(self.diagram, self.name, key, item.default if value is None else value)

    def _set_inner(self, key: str, default: Value, value: Value) -> None:
        part = self.diagram.blocks.get(self.name)
        if not isinstance(part, Diagram):
            return  # gone while something was typed about it
        if value is not None:
            for i, one in enumerate(elements_of(value) if self.name in self.diagram.counts else [value], 1):
                scope = element_scope(self.scope, i) if self.name in self.diagram.counts else self.scope
                check_like(default, one, scope, key)
                check_mask(part.mask, diagram_scope({key: default}, {key: one}, scope, key), "")
        self.document.set_value(self.diagram, self.name, key, value)
        self.owner.tell_tuned(self.diagram, self.name, key, default if value is None else value)

    def _set_count(self, value: Value) -> None:
        if self.name not in self.diagram.blocks:
            return
        count = value
        if isinstance(value, float) and value.is_integer():
            count = int(value)
        if count is not None and not isinstance(count, int):
            raise ModelError(f'"{value}" is not a number of blocks.', self.name, fix="Type a whole number, or nothing.")
        self.document.set_count(self.diagram, self.name, count)
        self._check_lists(count)

    def _check_lists(self, count: int | None) -> None:
        """Say at each list what is wrong with it now that there are more or fewer blocks."""
        part = self.part
        if not isinstance(part, Block):
            return
        for key, value in part.values.items():
            if key in self.rows and isinstance(part.declarations[key], Parameter):
                try:
                    check_parameter(part, key, value, self.scope if is_expression(value) else {}, count)
                except ModelError as error:
                    self.rows[key].show_error(str(error))

    def _rename(self, new: str) -> None:
        before, self.name = self.name, new
        try:
            self.document.rename(self.diagram, before, new)
        except ModelError:
            self.name = before
            raise
        self.owner.renamed(new)

    def _keep_note(self, text: str) -> None:
        if self.name in self.diagram.blocks:
            set_note(self.document, self.diagram, self.name, text)
