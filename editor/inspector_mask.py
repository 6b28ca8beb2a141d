"""What a diagram says of one of its parameters: a text, the unit people like, and limits; shown and changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from blocks.errors import ModelError
from blocks.mask import ParameterFacts
from editor.inspector_widgets import HEIGHT, Field, error_label
from editor.theme import mono_font
from editor.value_text import plain_text, typed

FIELDS = {"unit": ("unit", 1), "min": ("least", 1), "max": ("most", 1)}


class MaskFields(QWidget):
    """Fields for the text, the unit and the limits of a parameter; what is typed goes to ``keep``."""

    def __init__(self, keep: Callable[[ParameterFacts], None]) -> None:
        super().__init__()
        self._keep, self.facts = keep, ParameterFacts()
        self.text = Field()
        self.text.setPlaceholderText("what it is")
        self.text.setAccessibleName("What the parameter is")
        self.fields: dict[str, Field] = {"text": self.text}
        row = QHBoxLayout()
        row.setSpacing(6)
        for key, (word, stretch) in FIELDS.items():
            field = self.fields[key] = Field()
            field.setPlaceholderText(word)
            field.setAccessibleName(f"{word} of the parameter")
            field.setFont(mono_font(12))
            row.addWidget(field, stretch)
        self.error = error_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 0, 24, 4)
        column.setSpacing(4)
        column.addWidget(self.text)
        column.addLayout(row)
        column.addWidget(self.error)
        for field in self.fields.values():
            field.setFixedHeight(HEIGHT)
            field.editingFinished.connect(self.commit)
            field.take_back = self._take_back

    def _take_back(self) -> None:
        facts, self.facts = self.facts, ParameterFacts()
        for field in self.fields.values():
            field.clear()
        self.refresh(facts)
        self.error.hide()

    def refresh(self, facts: ParameterFacts) -> None:
        """Show what is said; what a person is typing stays."""
        for key, field in self.fields.items():
            if getattr(facts, key) != getattr(self.facts, key):
                field.setText(_shown(getattr(facts, key)))
                field.setCursorPosition(0)
        self.facts = facts

    def commit(self) -> None:
        """Keep what was typed, or say what is wrong with it."""
        texts = {key: field.text().strip() for key, field in self.fields.items()}
        facts = replace(self.facts, text=texts["text"], unit=texts["unit"])
        facts = replace(facts, **{key: typed(texts[key], facts.unit) for key in ("min", "max")})
        self.error.hide()
        if facts == self.facts:
            return
        try:
            self._keep(facts)
        except ModelError as error:
            self.error.setText(str(error))
            self.error.show()


def mask_limits_text(facts: ParameterFacts) -> str:
    """Return the limits of a parameter in words; empty if it has none.

    >>> mask_limits_text(ParameterFacts(min="0 mm", max="20 mm")), mask_limits_text(ParameterFacts(min=0))
    ('from 0 mm to 20 mm', '0 or more')
    """
    low, high = (_shown(limit) for limit in (facts.min, facts.max))
    if low and high:
        return f"from {low} to {high}"
    return f"{low} or more" if low else f"{high} or less" if high else ""


def _shown(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else plain_text(value)
