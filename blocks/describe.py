"""What a block class is: as facts for programs, and on a page of plain text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from blocks.block import Block
from blocks.block_facts import Facts, describe
from blocks.units import format_quantity, parse_quantity, unit

__all__ = ["describe", "describe_text"]

WIDTH = 100
MAX_VALUE = 32
INDENT = "  "


def describe_text(cls: type[Block]) -> str:
    """Return what a block is: ports, parameters, variables and equations, in columns."""
    facts = describe(cls)
    paragraphs = [
        f"{facts['type']}\n{_wrapped(facts['summary'])}",
        _wrapped(facts["details"]),
        _table("Ports", map(_port_row, facts["ports"])),
        *_port_kinds(facts["ports"]),
        _table("Inputs", map(_input_row, facts["inputs"])),
        _table("Outputs", map(_signal_row, facts["outputs"])),
        _table("Parameters", map(_parameter_row, facts["parameters"])),
        _table("Structure", map(_structural_row, facts["structural"])),
        _table("Variables", map(_variable_row, facts["variables"])),
        _table("Shared with the diagram", map(_shared_row, facts["shared"])),
        _listing("Equations", facts["equations"]),
        _listing("At the start", facts["initial_equations"]),
        _listing("Where", facts["abbreviations"]),
    ]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _wrapped(text: str) -> str:
    """Return text filled to the width; indented paragraphs, such as formulas, stay as they are."""
    parts = text.replace("``", "").split("\n\n")
    return "\n\n".join(part if part.startswith(" ") else textwrap.fill(part, WIDTH) for part in parts)


def _table(title: str, rows: Iterable[tuple[str, ...]]) -> str:
    lines = [tuple(row) for row in rows]
    if not lines:
        return ""
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join([title, *_lines(lines, widths)])


def _lines(rows: list[tuple[str, ...]], widths: list[int]) -> Iterator[str]:
    """Yield one line for each row; the last column goes on below itself when it is long."""
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width]
        start = INDENT + "".join(f"{cell}  " for cell in cells[:-1])
        room = max(WIDTH - len(start), 30)
        first, *others = textwrap.wrap(cells[-1].strip(), room) or [""]
        yield (start + first).rstrip()
        yield from (" " * len(start) + other for other in others)


def _listing(title: str, texts: list[str]) -> str:
    lines = [
        textwrap.fill(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT * 3, break_long_words=False)
        for text in texts
    ]
    return "\n".join([title, *lines]) if lines else ""


def _port_row(port: Facts) -> tuple[str, ...]:
    count = "" if port["count"] is None else f"[{port['count']}]"
    return port["name"] + count, port["kind"], port["text"]


def _port_kinds(ports: list[Facts]) -> Iterator[str]:
    """Yield once for each kind of port what it carries."""
    for kind, port in {port["kind"]: port for port in ports}.items():
        yield _table(f"Each {kind} carries", map(_member_row, port["members"]))


def _member_row(member: Facts) -> tuple[str, ...]:
    return member["name"], _unit_text(member), "flow" if member["kind"] == "flow" else "", member["text"]


def _unit_text(facts: Facts) -> str:
    size = " x ".join(str(part) for part in facts["shape"])
    return f"[{facts['unit']}{', ' + size if size else ''}]"


def _signal_row(signal: Facts) -> tuple[str, ...]:
    return signal["name"], _unit_text(signal), signal["text"]


def _input_row(signal: Facts) -> tuple[str, ...]:
    default = signal["default"]
    note = "" if default is None else f"; {_value_text(default, signal)} if not connected"
    return signal["name"], _unit_text(signal), signal["text"] + note


def _parameter_row(parameter: Facts) -> tuple[str, ...]:
    limits = _limits_text(parameter) + (f"; at most {parameter['not_above']}" if "not_above" in parameter else "")
    return parameter["name"], _value_text(parameter["default"], parameter), parameter["text"] + limits


def _structural_row(item: Facts) -> tuple[str, ...]:
    default = item["default"]
    choices = f" (one of {', '.join(item['choices'])})" if item["choices"] else ""
    if isinstance(default, int) and not isinstance(default, bool):
        choices = f" ({item['min']} or more)"
    shown = str(default).lower() if isinstance(default, bool) else str(default)
    return item["name"], shown or '""', item["text"] + choices


def _variable_row(variable: Facts) -> tuple[str, ...]:
    start = variable["start"]
    word = "starts at" if variable["is_fixed"] else "start value about"
    note = "" if start is None else f"; {word} {_value_text(start, variable)}"
    return variable["name"], _unit_text(variable), variable["text"] + note


def _shared_row(item: Facts) -> tuple[str, ...]:
    return item["name"], item["type"], item["text"]


def _value_text(value: Any, facts: Facts) -> str:
    """Return a value in the unit people like to see it in."""
    if isinstance(value, bool):
        return str(value).lower()
    shown_in = "1" if facts["unit"] in ("any", "bool") else facts.get("display") or facts["unit"]
    text = format_quantity(parse_quantity(value), unit(shown_in))
    if len(text) <= MAX_VALUE:
        return text
    return f"{' x '.join(map(str, facts['shape']))} values [{facts['unit']}]"


def _limits_text(facts: Facts) -> str:
    low, high = (None if facts[key] is None else _limit_text(facts[key], facts) for key in ("min", "max"))
    if low is not None and high is not None:
        return f" ({low} to {high})"
    if low is not None:
        return f" ({low} or more)"
    return f" ({high} or less)" if high is not None else ""


def _limit_text(value: float, facts: Facts) -> str:
    """Return a limit; zero needs no unit, except on a scale that starts elsewhere."""
    is_shifted = "deg" in facts.get("display", "")
    return "0" if value == 0 and not is_shifted else _value_text(value, facts)
