"""From tables to TOML text, always in the same shape, so that equal diagrams give equal files.

Order is the caller's: a table writes its own values first and its inner tables after them. Reading is done by the
standard library's ``tomllib``.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from blocks.errors import ModelError

LINE_LENGTH = 100
MAX_NESTING = 5  # so that a value and the tables around it stay below what the reader takes
LARGEST_INTEGER = 2**63 - 1

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_DIGITS = re.compile(r"[0-9]+")
_ESCAPES = {
    **{code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)},
    **str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}),
    **{code: "\ufffd" for code in range(0xD800, 0xE000)},  # halves of characters cannot be saved
}
_ESCAPES_IN_LINES = {code: text for code, text in _ESCAPES.items() if chr(code) not in '\n"'}
_CLOSING_QUOTES = re.compile(r'"{3,}|"\Z')


class Lines(list[Any]):
    """A list that is written with one item per line, however short it is."""


def natural(name: str) -> tuple[str, str]:
    """Return a key that sorts names as people do: numbers by size, upper and lower case together.

    >>> sorted(["r10", "R1", "r2"], key=natural)
    ['R1', 'r2', 'r10']
    """
    return _DIGITS.sub(_padded, name.lower()), name


def _padded(digits: re.Match[str]) -> str:
    return digits[0].zfill(12)


def toml_text(table: Mapping[str, Any]) -> str:
    """Return a table, with all the tables in it, as TOML.

    >>> print(toml_text({"version": 1, "blocks": {"r1": {"R": "2 kohm", "start": {"p.v": 3.0}}}}), end="")
    version = 1
    <BLANKLINE>
    [blocks.r1]
    R = "2 kohm"
    <BLANKLINE>
    [blocks.r1.start]
    "p.v" = 3.0
    """
    return "\n".join(_table_lines(table, "")).lstrip("\n") + "\n"


def _table_lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, dict) and not _is_list_of_tables(value, path):
            yield _entry(path, key, value)
    for key, value in table.items():
        inner = f"{path}.{key_text(key)}" if path else key_text(key)
        if isinstance(value, dict):
            if not value or any(not isinstance(item, dict) for item in value.values()):
                yield f"\n[{inner}]"
            yield from _table_lines(value, inner)
        elif _is_list_of_tables(value, path):
            for item in value:
                yield f"\n[[{inner}]]"
                yield from (_entry(inner, name, part) for name, part in item.items())


def _is_list_of_tables(value: Any, path: str) -> bool:
    return isinstance(value, list) and not path and bool(value) and all(isinstance(item, dict) for item in value)


def _entry(path: str, key: str, value: Any) -> str:
    try:
        return f"{key_text(key)} = {_wrapped(value)}"
    except (TypeError, ValueError) as error:
        place = f"{path}.{key}" if path else key
        raise ModelError(f"{place} cannot be saved: {error}", place) from None


def _wrapped(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return _lines_text(value)
    if not isinstance(value, list):
        return value_text(value)
    items = [value_text(item) for item in value]
    if isinstance(value, Lines) or sum(map(len, items)) + 2 * len(items) > LINE_LENGTH:
        return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
    return f"[{', '.join(items)}]"


def _lines_text(text: str) -> str:
    escaped = text.translate(_ESCAPES_IN_LINES)
    return '"""\n' + _CLOSING_QUOTES.sub(lambda quotes: '\\"' * len(quotes[0]), escaped) + '"""'


def key_text(key: str) -> str:
    """Return a key, in quotes if it needs them."""
    return key if _BARE_KEY.fullmatch(key) else string_text(key)


def string_text(text: str) -> str:
    """Return a text in quotes, on one line.

    >>> print(string_text('5 µm "exact"'))
    "5 µm \\"exact\\""
    """
    return f'"{text.translate(_ESCAPES)}"'


def value_text(value: Any, depth: int = 0) -> str:
    """Return a value on one line; raise ``TypeError`` or ``ValueError`` if it could not be read again."""
    if depth > MAX_NESTING:
        raise ValueError("lists and tables are nested too deeply.")
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            raise ValueError("a whole number has more than 64 bits.")
        return str(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{float(value)} is not a number.")
        return repr(float(value))
    if isinstance(value, list | tuple):
        return f"[{', '.join(value_text(item, depth + 1) for item in value)}]"
    if isinstance(value, dict):
        inside = ", ".join(f"{key_text(key)} = {value_text(item, depth + 1)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if hasattr(value, "tolist"):  # numbers and arrays of numpy
        return value_text(value.tolist(), depth)
    raise TypeError(f"{type(value).__name__} is not a kind of value that files have.")
