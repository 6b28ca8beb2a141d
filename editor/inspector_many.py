"""The inspector's page of several blocks: the parameters that all of them have, set on all at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from blocks.block import Block, Value
from blocks.declare import Parameter, Structural
from blocks.diagram import Diagram
from editor.block_words import type_of
from editor.inspector_block import Owner
from editor.inspector_fields import FieldRow, QuantityRow
from editor.inspector_parts import Head, NowSection
from editor.inspector_rows import parameter_row
from editor.inspector_widgets import section_label
from editor.value_text import check_parameter, is_expression, scope_at, worth

DIFFERENT = "different"


class ManyPage(QWidget):
    """Several blocks of a diagram."""

    def __init__(self, owner: Owner, diagram: Diagram, names: list[str]) -> None:
        super().__init__()
        self.owner, self.diagram, self.names = owner, diagram, names
        self.rows: dict[str, FieldRow] = {}
        self._defaults: dict[str, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 10, 14)
        column.setSpacing(6)
        kinds = sorted({type_of(diagram, name) for name in names})
        self.head = Head(f"{len(names)} blocks", kinds[0] if len(kinds) == 1 else ", ".join(kinds), owner.theme, None)
        self.head.kind.setWordWrap(True)
        column.addWidget(self.head)
        column.addSpacing(4)
        column.addWidget(section_label("Parameters of all"))
        for key, item in _common(self._blocks()).items():
            self.rows[key] = row = self._row(key, item)
            column.addWidget(row)
        if not self.rows:
            column.addWidget(QLabel("They have no parameter in common."))
        self.now = NowSection(owner.theme)
        column.addWidget(self.now)
        column.addStretch(1)
        self.refresh()

    def _blocks(self) -> list[Block]:
        parts = [self.diagram.blocks.get(name) for name in self.names]
        blocks = [part for part in parts if isinstance(part, Block)]
        return blocks if len(blocks) == len(parts) else []

    def refresh(self) -> None:
        """Show what all have, and where they differ."""
        for key, row in self.rows.items():
            values = [block.values.get(key) for block in self._blocks()]
            is_same = all(value == values[0] for value in values)
            if isinstance(row, QuantityRow):
                row.field.setPlaceholderText(self._defaults[key] if is_same else DIFFERENT)
            row.refresh(values[0] if is_same else None)  # type: ignore[attr-defined]
            row.back.set_offered(any(value is not None for value in values))

    def first_field(self) -> QWidget | None:
        """Return the field of the first parameter, if they have one in common."""
        return next((row.editor for row in self.rows.values()), None)

    def commit(self) -> None:
        """Keep what is being written: nothing here waits."""

    def _row(self, key: str, item: Parameter | Structural) -> FieldRow:
        def apply(value: Value) -> None:
            self._set(key, value)

        def explain(value: Value) -> str:
            return worth(value, item if isinstance(item, Parameter) else None, self._scope(value))

        row = parameter_row(key, item, apply, self.owner.theme, explain)
        if isinstance(row, QuantityRow):
            self._defaults[key] = row.field.placeholderText()
        return row

    def _scope(self, value: Value) -> Any:
        if not is_expression(value):
            return {}
        document = self.owner.document
        way = next(way for way, diagram in document.diagrams() if diagram is self.diagram)
        return scope_at(document.diagram, way)

    def _set(self, key: str, value: Value) -> None:
        """Set a parameter of all blocks as one step; if it is wrong for one, of none."""
        names = [name for name in self.names if name in self.diagram.blocks]
        for name in names:
            block = self.diagram.blocks[name]
            if value is not None and isinstance(block, Block):
                check_parameter(block, key, value, self._scope(value), self.diagram.counts.get(name))
        with self.owner.document.step(f"Set {key}", self.diagram):
            for name in names:
                self.owner.document.set_value(self.diagram, name, key, value)
        for name in names:
            item = type(self.diagram.blocks[name]).declarations[key]  # type: ignore[union-attr]
            if isinstance(item, Parameter):
                self.owner.tell_tuned(self.diagram, name, key, item.default if value is None else value)


def _common(blocks: list[Block]) -> dict[str, Parameter | Structural]:
    """Return the parameters that all blocks have and that mean the same in each: of one unit, or the same choices."""
    if not blocks:
        return {}
    first, *others = (block.declarations for block in blocks)
    found = {key: item for key, item in first.items() if isinstance(item, Parameter | Structural)}
    return {key: item for key, item in found.items() if all(_is_alike(item, other.get(key)) for other in others)}


def _is_alike(item: Parameter | Structural, other: Any) -> bool:
    if isinstance(item, Structural) and isinstance(other, Structural):
        return item.choices == other.choices and type(item.default) is type(other.default)
    if isinstance(item, Parameter) and isinstance(other, Parameter):
        return item.unit_text == other.unit_text and item.is_boolean == other.is_boolean
    return False
