"""Rows for the parameters of a block, each with the field that fits its declaration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from blocks.declare import Parameter, Structural, Variable
from editor.inspector_fields import FITTING, Apply, Caption, ChoiceRow, Explain, FieldRow, FlagRow, QuantityRow
from editor.style import Theme
from editor.value_text import default_text, limits_text, usual_unit

SHORT_NAME = 5  # letters; names as short as these get a word beside them
FOR_EACH = "of an array: one value for all, a list for each, or an expression with index"


def parameter_row(
    key: str, item: Parameter | Structural, apply: Apply, theme: Theme, explain: Explain, *, is_array: bool = False
) -> FieldRow:
    """Return the row of a parameter."""
    about = item.text if len(key) <= SHORT_NAME else ""
    if isinstance(item, Structural):
        return _structural_row(Caption(key, about, f"<b>{key}</b><br>{item.text}"), apply, theme, item)
    default = default_text(item, item.default)
    tip = quantity_tip(key, item) + (f"<br><i>{FOR_EACH}</i>" if is_array else "")
    caption = Caption(key, about, tip, len(default) > FITTING)
    if item.is_boolean:
        return FlagRow(caption, apply, theme, bool(item.default))
    return QuantityRow(caption, apply, theme, item=item, default=default, explain=explain)


def _structural_row(caption: Caption, apply: Apply, theme: Theme, item: Structural) -> FieldRow:
    if item.choices:
        return ChoiceRow(caption, apply, theme, item.choices, str(item.default))
    if isinstance(item.default, bool):
        return FlagRow(caption, apply, theme, item.default)
    is_word = isinstance(item.default, str)
    caption = replace(caption, is_wide=is_word)
    return QuantityRow(caption, apply, theme, default=str(item.default), is_word=is_word)


def count_row(apply: Callable[[object], None], theme: Theme) -> QuantityRow:
    """Return the row with the number of equal blocks."""
    tip = "<b>count</b><br>how many equal blocks this is; empty for a single one"
    return QuantityRow(Caption("count", tip=tip), apply, theme, default="1")


def quantity_tip(name: str, item: Parameter | Variable) -> str:
    """Return what a tooltip says of a quantity: its text, unit and range."""
    unit = usual_unit(item)
    lines = [f"<b>{name}</b>", item.text, f"in {unit}" if unit else "", limits_text(item)]
    return "<br>".join(line for line in lines if line)
