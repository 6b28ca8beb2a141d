"""The rows of the inspector: a name, a field, a unit, an arrow back to the default, and below what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from blocks.block import Value
from blocks.declare import Quantity
from blocks.errors import ModelError
from editor.inspector_widgets import (
    HEIGHT,
    Choice,
    Field,
    NameLabel,
    Switch,
    back_button,
    error_label,
    hint_label,
    name_text,
    set_mark,
)
from editor.style import Theme
from editor.theme import mono_font
from editor.value_text import is_expression, shown, typed

FIELD_WIDTH = 108
RIGHT_WIDTH = 58
FITTING = 11  # letters that fit into a field
UNSET = object()
Apply = Callable[[Any], None]  # takes a value, or None for the default; raises ModelError
Explain = Callable[[Any], str]  # takes a value and returns what it is worth, if that needs saying


@dataclass(frozen=True)
class Caption:
    """What stands before a field: its name, a word about it, and what the tooltip says."""

    name: str
    about: str = ""
    tip: str = ""
    is_wide: bool = False  # the field has a line of its own, for lists and texts


class FieldRow(QWidget):
    """A row with a field; what is set goes to ``apply``, and its complaint is shown below."""

    def __init__(self, caption: Caption, editor: QWidget, apply: Apply, theme: Theme) -> None:
        super().__init__()
        self.editor, self.apply, self.theme = editor, apply, theme
        self.label = NameLabel(name_text(caption.name), caption.about, theme)
        self.right = QLabel()
        self.right.setObjectName("dim")
        self.right.setFixedWidth(RIGHT_WIDTH)
        self.back = back_button()
        self.back.clicked.connect(lambda: self.set_and_show(None))
        self.hint = hint_label()
        self.error = error_label()
        editor.setFixedHeight(HEIGHT)
        editor.setAccessibleName(caption.name)
        for widget in (self.label, editor, self.right):
            widget.setToolTip(caption.tip)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(1)
        for column, widget in enumerate((self.label, editor, self.right, self.back)):
            grid.addWidget(widget, 0, column)
        if caption.is_wide:
            grid.addWidget(editor, 1, 0, 1, 3)
        else:
            editor.setFixedWidth(FIELD_WIDTH)
        grid.addWidget(self.hint, 2, 0, 1, 4)
        grid.addWidget(self.error, 3, 0, 1, 4)
        grid.setColumnStretch(0, 1)

    def show_value(self, value: Value) -> None:
        """Show a value; None is the default."""
        self.back.set_offered(value is not None)
        self.show_error("")

    def set_and_show(self, value: Value) -> None:
        """Set a value and show it; if it is wrong, say why and leave all as it is."""
        if self.try_to_set(value):
            self.show_value(value)

    def try_to_set(self, value: Value) -> bool:
        """Set a value, or say why that cannot be."""
        try:
            self.apply(value)
        except ModelError as error:
            self.show_error(str(error))
            return False
        self.show_error("")
        return True

    def show_error(self, text: str) -> None:
        """Show what is wrong below the field; nothing, if nothing is."""
        self.error.setText(text)
        self.error.setVisible(bool(text))
        if text:
            self.hint.hide()
        set_mark(self.editor, "wrong", bool(text))


class QuantityRow(FieldRow):
    """A number with a unit, a list, an expression or a text."""

    def __init__(
        self, caption: Caption, apply: Apply, theme: Theme, *, item: Quantity | None = None, default: str = "",
        is_word: bool = False, unit: str = "", explain: Explain | None = None,
    ) -> None:  # fmt: skip
        self.field = Field()
        super().__init__(caption, self.field, apply, theme)
        self.item, self.is_word, self._usual = item, is_word, unit
        self._explain, self._is_wide = explain, caption.is_wide
        self.value: Value = UNSET
        self.refused = ""  # what was typed and could not be set
        self._text = ""
        self.field.setFont(mono_font(12))
        self.field.setPlaceholderText(default)
        self.field.take_back = lambda: self.show_value(self.value)
        self.field.editingFinished.connect(self.commit)
        self.field.textEdited.connect(self._on_edited)

    def show_value(self, value: Value) -> None:
        """Show a value, unless a person is about to type another."""
        super().show_value(value)
        self.value, self.refused = value, ""
        text, unit = (value or "", "") if self.is_word else shown(value, self.item)
        self._text = str(text)
        self.field.setText(self._text)
        self.field.setCursorPosition(0)
        self.right.setText(unit or (self._usual if not is_expression(value) else ""))
        self._color(self._text)
        self._widen(self._text)
        self._show_worth(value)

    def refresh(self, value: Value) -> None:
        """Show a value that was changed elsewhere; what a person is typing stays."""
        if value != self.value or type(value) is not type(self.value):
            self.show_value(value)
        elif is_expression(value) and self.field.text() == self._text:
            self._show_worth(value)  # what it is made of may have changed

    def commit(self) -> None:
        """Set what was typed, once."""
        text = self.field.text()
        if text == self._text:
            return
        value = (text or None) if self.is_word else typed(text, self.right.text(), self.value)
        if self.try_to_set(value):
            self.show_value(value)
        else:
            self._text = self.refused = text  # said once is enough

    def _on_edited(self, text: str) -> None:
        self._color(text)
        self._widen(text)
        if not self.is_word:
            self._show_worth(typed(text, self.right.text(), self.value))

    def _widen(self, text: str) -> None:
        """Give a long expression the room of the unit, which it has none of."""
        is_long = is_expression(text) and len(text) > FITTING
        if not self._is_wide and is_long != self.right.isHidden():
            self.right.setHidden(is_long)
            self.field.setFixedWidth(FIELD_WIDTH + (self.right.maximumWidth() if is_long else 0))

    def _show_worth(self, value: Value) -> None:
        """Show below the field what a value is in the usual unit, where that is not plain to see."""
        text = self._explain(value) if self._explain is not None and value is not None else ""
        self.hint.setText(f"= {text}" if text else "")
        self.hint.setVisible(bool(text))

    def _color(self, text: str) -> None:
        set_mark(self.field, "expression", is_expression(text))


def refused_in(page: QWidget) -> str:
    """Return what to tell a person who leaves a page on which something typed could not be set."""
    for row in page.findChildren(QuantityRow):
        if row.refused:
            why = " ".join(row.error.text().split("\n")[0].split())
            return f"\u201c{row.refused}\u201d was not set. {why}"
    return ""


class ChoiceRow(FieldRow):
    """One of a few words."""

    def __init__(self, caption: Caption, apply: Apply, theme: Theme, choices: Sequence[str], default: str) -> None:
        self.box = Choice(theme)
        self.box.addItems(list(choices))
        self.default = default
        super().__init__(caption, self.box, apply, theme)
        if max(map(len, choices), default=0) >= FITTING - 2:  # words have no unit, whose room they can take
            self.right.hide()
            self.box.setFixedWidth(FIELD_WIDTH + RIGHT_WIDTH)
        self.box.textActivated.connect(self._chosen)

    def _chosen(self, word: str) -> None:
        self.set_and_show(None if word == self.default else word)

    def show_value(self, value: Value) -> None:
        """Show a word; None is the default."""
        super().show_value(value)
        self.box.setCurrentText(str(self.default if value is None else value))

    refresh = show_value


class FlagRow(FieldRow):
    """Yes or no."""

    def __init__(self, caption: Caption, apply: Apply, theme: Theme, default: bool) -> None:
        self.box = Switch(theme)
        self.default = default
        super().__init__(caption, self.box, apply, theme)
        self.box.clicked.connect(lambda on: self.set_and_show(None if on == self.default else on))

    def show_value(self, value: Value) -> None:
        """Show yes or no; None is the default."""
        super().show_value(value)
        self.box.setChecked(bool(self.default if value is None else value))

    refresh = show_value
