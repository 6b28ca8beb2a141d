"""What commands print: tables for people, one JSON object for programs, and notes beside them."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from typing import Any


def print_json(value: Any) -> None:
    """Print a value as JSON; what is not finite becomes null."""
    print(json.dumps(plain(value), indent=2, ensure_ascii=False))


def plain(value: Any) -> Any:
    """Return a value in the words of JSON.

    >>> plain({"a": (1.0, float("nan"))})
    {'a': [1.0, None]}
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def table(rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Return rows in columns, indented; those in ``numbers`` are aligned to the right.

    >>> print(table([("name", "size"), ("rod", "12")], numbers=[1]))
      name  size
      rod     12
    """
    lines = [list(row) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]

    def cell(k: int, text: str) -> str:
        return text.rjust(widths[k]) if k in numbers else text.ljust(widths[k])

    return "\n".join(("  " + "  ".join(cell(k, text) for k, text in enumerate(line))).rstrip() for line in lines)


def note(text: str) -> None:
    """Print something a person should know, without disturbing the output."""
    print(text, file=sys.stderr)


def counted(number: int, word: str) -> str:
    """Return a number with its word.

    >>> counted(1, "step"), counted(3, "step")
    ('1 step', '3 steps')
    """
    return f"{number} {word}" + ("" if number == 1 else "s")


def seconds(value: float) -> str:
    """Return a duration for people.

    >>> seconds(0.01234), seconds(12.34), seconds(4000)
    ('0.012 s', '12.3 s', '1 h 7 min')
    """
    if value < 1:
        return f"{value:.3f} s"
    if value < 100:
        return f"{value:.3g} s"
    minutes = round(value / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
