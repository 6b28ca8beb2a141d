"""In which line of a TOML file a field stands, for messages about it."""

from __future__ import annotations

import re
from collections import Counter

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_.-]|"[^"]*"|'[^']*')+)\s*=""")


def line_of(text: str, path: str) -> int:
    """Return the line of a field such as "plots[2].signals", or of the table around it; 0 if neither is found.

    >>> line_of("a = 1\\n[b]\\n[[b.c]]\\nx = 1\\n[[b.c]]\\nx = 2", "b.c[2].x")
    6
    """
    counts: Counter[str] = Counter()
    best, line, around = 0, 0, ""
    for number, row in enumerate(text.splitlines(), 1):
        if found := _HEADER.match(row):
            around = here = _plain(found[2])
            if found[1] == "[[":
                counts[around] += 1
                around = here = f"{around}[{counts[around]}]"
        elif found := _KEY.match(row):
            here = ".".join(filter(None, (around, _plain(found[1]))))
        else:
            continue
        if len(here) > best and re.fullmatch(rf"{re.escape(here)}([.\[].*)?", path):
            best, line = len(here), number
    return line


def _plain(key: str) -> str:
    return re.sub(r"""["'\s]""", "", key)
