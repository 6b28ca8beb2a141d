"""The inspector's page of a block: what it is, its equations, parameters, start values and note."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from blocks.block import Block, Value
from blocks.block_facts import docstring_parts
from blocks.declare import Parameter, Structural
from blocks.diagram import Diagram, Placeholder
from blocks.errors import ModelError
from blocks.values import Scope
from editor.block_words import kind_of, note_of, set_note
from editor.document import Document
from editor.formulas import FormulaView
from editor.inspector_fields import Apply, Caption, ChoiceRow, FieldRow, FlagRow, QuantityRow
from editor.inspector_parts import Head, NoteField, NowSection
from editor.inspector_start import SHORT_NAME, StartRow, more_button, quantity_tip, startable
from editor.inspector_widgets import section_label
from editor.style import Theme
from editor.value_text import (
    check_like,
    check_parameter,
    default_text,
    is_expression,
    scope_at,
    shown,
)

STARTS_SHOWN = 5
LONG = 13  # letters that fit into a field


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
        """Return what expressions see here."""
        way = next(way for way, diagram in self.document.diagrams() if diagram is self.diagram)
        return scope_at(self.document.diagram, way)

    def refresh(self) -> None:
        """Show values that were changed elsewhere."""
        part = self.part
        values = part.data if isinstance(part, Placeholder) else part.values
        for key, row in self.rows.items():
            row.refresh(values.get(key))  # type: ignore[attr-defined]
        for start in self.starts.values():
            start.refresh(part)
        if isinstance(part, Block):
            self._show_equations(part)
        if self.note is not None:
            self.note.refresh(note_of(self.diagram, self.name))

    def commit(self) -> None:
        """Keep a note that is being written."""
        if self.note is not None:
            self.note.commit()

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
        if isinstance(part, Diagram):
            made: dict[str, FieldRow] = {key: self._inner_row(key, value) for key, value in part.parameters.items()}
        elif isinstance(part, Placeholder):
            made = {}
        else:
            items = part.declarations.items()
            made = {key: self._row(key, item) for key, item in items if isinstance(item, Parameter | Structural)}
        if made:
            self.column.addSpacing(4)
            self.column.addWidget(section_label("Parameters"))
        for row in made.values():
            self.column.addWidget(row)
        self.rows = made

    def _row(self, key: str, item: Parameter | Structural) -> FieldRow:
        theme = self.theme

        def apply(value: Value) -> None:
            self._set(key, value)

        about = item.text if len(key) <= SHORT_NAME else ""
        if isinstance(item, Structural):
            return self._structural_row(Caption(key, about, f"<b>{key}</b><br>{item.text}"), apply, item)
        default = default_text(item, item.default)
        caption = Caption(key, about, quantity_tip(key, item), len(default) > LONG)
        if item.is_boolean:
            return FlagRow(caption, apply, theme, bool(item.default))
        return QuantityRow(caption, apply, theme, item=item, default=default)

    def _structural_row(self, caption: Caption, apply: Apply, item: Structural) -> FieldRow:
        theme = self.theme
        if item.choices:
            return ChoiceRow(caption, apply, theme, item.choices, str(item.default))
        if isinstance(item.default, bool):
            return FlagRow(caption, apply, theme, item.default)
        is_word = isinstance(item.default, str)
        caption = replace(caption, is_wide=is_word)
        return QuantityRow(caption, apply, theme, default=str(item.default), is_word=is_word)

    def _inner_row(self, key: str, default: Value) -> FieldRow:
        text, unit = shown(default)
        caption = Caption(key, tip=f"<b>{key}</b><br>parameter of the subsystem")

        def apply(value: Value) -> None:
            if value is not None:
                check_like(default, value, self.scope, key)
            if self.name in self.diagram.blocks:
                self.document.set_value(self.diagram, self.name, key, value)

        usual = "" if is_expression(default) else unit
        return QuantityRow(caption, apply, self.theme, default=text, unit=usual)

    def _starts(self, block: Block) -> None:
        items = startable(block)
        if not items:
            return
        self.column.addSpacing(4)
        self.column.addWidget(section_label("Start"))
        rows = [StartRow(self, item) for item in items]
        told = {**block.start, **block.guess}
        hidden = [row for i, row in enumerate(rows) if i >= STARTS_SHOWN and row.variable.name not in told]
        for row in rows:
            row.setVisible(row not in hidden)
            self.column.addWidget(row)
            self.starts[row.variable.name] = row
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
