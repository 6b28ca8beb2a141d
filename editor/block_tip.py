"""What a tooltip says of a block: what it is, its ports with what they carry, and its parameters."""

from __future__ import annotations

from functools import cache
from html import escape

from blocks.block import Block
from blocks.block_facts import docstring_parts
from blocks.declare import Input, Output, Parameter
from blocks.port import Port
from blocks.registry import find_block
from editor.style import domain_of
from editor.value_text import default_text, usual_unit

MOST = 8  # lines of each kind


@cache
def block_tip(type_name: str, name: str, detail: str) -> str:
    """Return a tooltip in HTML."""
    kind = None if type_name.startswith(".") else find_block(type_name)
    summary = detail if kind is None else docstring_parts(kind)[0].replace("``", "")
    parts = [f"<b>{escape(name)}</b>  <span>{escape(type_name)}</span><br>{escape(summary)}"]
    if kind is not None:
        parts += [_table("Ports", _ports(kind)), _table("Parameters", _parameters(kind))]
    return "".join(part for part in parts if part)


def _ports(kind: type[Block]) -> list[tuple[str, str, str]]:
    found = []
    for name, item in kind.declarations.items():
        if isinstance(item, Port):
            units = dict.fromkeys(usual_unit(member) or "1" for member in item.quantities.values())
            carried = ", ".join(list(units)[:4])
            found.append((name, f"{domain_of(item).name} [{carried}]", item.text))
        elif isinstance(item, Input | Output):
            word = "input" if isinstance(item, Input) else "output"
            unit = "" if item.is_boolean else usual_unit(item)
            found.append((name, f"{word} [{unit}]" if unit else word, item.text))
    return found


def _parameters(kind: type[Block]) -> list[tuple[str, str, str]]:
    items = kind.declarations.items()
    return [
        (name, f"{default_text(item, item.default)} {usual_unit(item)}".strip()[:24], item.text)
        for name, item in items
        if isinstance(item, Parameter)
    ]


def _table(title: str, rows: list[tuple[str, str, str]]) -> str:
    if not rows:
        return ""
    lines = [
        "<tr>" + "".join(f"<td style='padding-right: 8px'>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows[:MOST]
    ]
    more = f"<tr><td>and {len(rows) - MOST} more</td></tr>" if len(rows) > MOST else ""
    return f"<p style='margin: 6px 0 0 0'><i>{title}</i></p><table cellspacing='0'>{''.join(lines)}{more}</table>"
