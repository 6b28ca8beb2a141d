"""Names of variables as MATLAB and Octave allow them: fields of nested structures."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 63
RESERVED = frozenset({
    "break", "case", "catch", "classdef", "continue", "else", "elseif", "end", "for", "function", "global", "if",
    "otherwise", "parfor", "persistent", "return", "spmd", "switch", "try", "while",
})  # fmt: skip
Place = tuple[str, ...]


def matlab_paths(names: Iterable[str]) -> list[Place]:
    """Return where each scalar is found; elements of one vector share a place and are its columns.

    >>> matlab_paths(["motor.w", "com[1]", "com[2]", "muscle[3].f"])
    [('motor', 'w'), ('com',), ('com',), ('muscle_3', 'f')]
    """
    taken: dict[Place, str] = {("time",): "", ("junctura",): ""}  # places, and whose they are
    branches: set[Place] = set()
    found = []
    for name in names:
        owner = name[: name.rindex("[")] if name.endswith("]") else name
        place = tuple(_field(part) for part in owner.split("."))
        while _is_taken(place, owner, taken, branches):
            # two names that differ in forbidden letters only, or a number with the name of a structure
            place = (*place[:-1], _field(place[-1] + "_")) if place in taken or place in branches else _apart(place)
        taken[place] = owner
        branches.update(place[:k] for k in range(1, len(place)))
        found.append(place)
    return found


def _is_taken(place: Place, owner: str, taken: dict[Place, str], branches: set[Place]) -> bool:
    inside = any(place[:k] in taken for k in range(1, len(place)))
    return inside or place in branches or taken.get(place, owner) != owner


def _apart(place: Place) -> Place:
    return _field(place[0] + "_"), *place[1:]


def _field(text: str) -> str:
    """Return a valid field name.

    >>> _field("muscle[3]"), _field("_x"), _field("end")
    ('muscle_3', 'x_x', 'end_')
    """
    name = re.sub(r"\W", "_", text.replace("]", ""), flags=re.ASCII)
    name = name if name[:1].isalpha() else f"x{name}"
    name = f"{name}_" if name in RESERVED else name
    return name if len(name) <= LONGEST else name[: LONGEST - 8] + f"{_code(text):08x}"


def _code(text: str) -> int:
    from zlib import crc32

    return crc32(text.encode())
