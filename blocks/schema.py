"""What may stand where in a saved diagram: the tables, their order, and the check of every single field.

Two kinds of fault are told apart. A file that must not be opened at all raises a ``ModelError``; everything else is a
problem that is reported, while the faulty field is kept as it is and the rest of the diagram opens.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from blocks.block import Block, unknown_parameter
from blocks.declare import RESERVED
from blocks.diagram import NAME, Position
from blocks.errors import ModelError, did_you_mean
from blocks.toml_text import LARGEST_INTEGER

FORMAT = "junctura-diagram"
INLINE = "diagram"  # the type of a block whose table holds a diagram
SECTIONS = (
    "parameters", "mask", "blocks", "diagram", "ports", "experiment", "layout", "routes", "annotations", "scopes",
    "colors",
)  # fmt: skip
RESERVED_PARAMETERS = RESERVED | frozenset(SECTIONS)

MAX_DEPTH = 8
MAX_BLOCKS = 200_000
MAX_COUNT = 100_000
MAX_PROBLEMS = 100
MAX_COORDINATE = 1_000_000
MAX_NAME = 100

KEPT = "The diagram was opened without it; saving will keep the line until you remove it."

_WORDS = {dict: "a table", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}
_SIMPLE = frozenset([str, int, float, bool])
_VARIABLE = re.compile(
    r"(?P<der>(?:der\()*)[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*|\[[0-9]+(?:, ?[0-9]+)*\])*(?P<end>\)*)"
)


@dataclass(frozen=True)
class Place:
    """Where a diagram stands: its file, its path in the file ("blocks.arm.") and the blocks around it ("arm.")."""

    file: str
    path: str = ""
    owner: str = ""
    level: int = 0
    folder: Path | None = None
    chain: tuple[Path, ...] = ()  # this file, and before it the files that use it

    def error(self, path: str, what: str, block: str = "", why: str = "", fix: str = "") -> ModelError:
        """Return an error about one field of the diagram."""
        return ModelError(f"{self.file}, {self.path}{path}: {what}", f"{self.owner}{block}".rstrip("."), why, fix)

    def inside(self, block: str) -> Place:
        """Return the place of a diagram that is written within the table of a block."""
        path, owner = f"{self.path}blocks.{block}.", f"{self.owner}{block}."
        return replace(self, path=path, owner=owner, level=self.level + 1)

    def in_file(self, block: str, path: Path, file: str) -> Place:
        """Return the place of a diagram in another file, which stands here as a block."""
        return Place(file, "", f"{self.owner}{block}.", self.level + 1, path.parent, (*self.chain, path))


@dataclass
class Problems:
    """The problems found so far. After the first hundred they are only counted."""

    found: list[ModelError] = field(default_factory=list)
    uncounted: int = 0

    @property
    def is_full(self) -> bool:
        """Tell whether further problems are only counted."""
        return len(self.found) >= MAX_PROBLEMS

    def add(self, problem: ModelError) -> None:
        """Add one problem."""
        if self.is_full:
            self.uncounted += 1
        else:
            self.found.append(problem)

    def hint(self, word: str, known: Iterable[str]) -> str:
        """Return ``Did you mean "..."?`` or an empty string, at little cost."""
        words = list(known)
        is_costly = self.is_full or len(word) > MAX_NAME or len(words) > 1000
        return "" if is_costly else did_you_mean(word, words)

    def all(self, file: str) -> list[ModelError]:
        """Return the problems, the last saying how many more there are."""
        rest = [ModelError(f"{file}: {self.uncounted} more problems were found.")] if self.uncounted else []
        return self.found + rest


def refuse_unsafe(value: Any, place: Place, path: str) -> None:
    """Raise an error if there is a number that is none anywhere in the value, or if it is nested too deeply."""
    if found := _refusal(value, 0):
        inner, reason = found
        raise place.error(path + inner, reason, fix="The file was not opened. Correct it in a text editor.")


def _refusal(value: Any, depth: int) -> tuple[str, str] | None:
    kind = type(value)
    if kind is float:
        return None if math.isfinite(value) else ("", f"{value} is not a finite number.")
    if kind is int:
        return None if abs(value) <= LARGEST_INTEGER else ("", "the whole number has more than 64 bits.")
    if kind is not dict and kind is not list:
        return None
    if depth == MAX_DEPTH:
        return "", f"lists and tables are nested more than {MAX_DEPTH} deep."
    for key, item in value.items() if kind is dict else enumerate(value, 1):
        if type(item) is not str and (found := _refusal(item, depth + 1)):
            step = f".{shortened(key)}" if kind is dict else f"[{key}]"
            return step + found[0], found[1]
    return None


def check_name(name: str, place: Place, section: str) -> None:
    """Raise an error unless the key of a table is a name."""
    if not NAME.fullmatch(name) or len(name) > MAX_NAME:
        raise place.error(
            section,
            f'"{shortened(name)}" is not a name.',
            fix=f"Use letters, digits and _, at most {MAX_NAME}, and no digit at the start.",
        )


def check_level(place: Place) -> None:
    """Raise an error if a diagram lies too deep in others."""
    if place.level > MAX_DEPTH:
        raise place.error("blocks", f"diagrams are nested more than {MAX_DEPTH} deep.", fix="Flatten some of them.")


def is_value(value: Any) -> bool:
    """Tell whether a value can belong to a parameter: a number, a text, yes or no, or a list of these.

    >>> is_value(["2 mm", [1, 2.5]]), is_value({"a": 1})
    (True, False)
    """
    return type(value) in _SIMPLE or (type(value) is list and all(map(is_value, value)))


def is_number(value: Any) -> bool:
    """Tell whether a value is a plain number."""
    return type(value) is int or type(value) is float


def is_variable(text: str) -> bool:
    """Tell whether a text can name a variable of a block.

    >>> is_variable("axis.phi"), is_variable("der(r[2])"), is_variable("der(w")
    (True, True, False)
    """
    match = _VARIABLE.fullmatch(text)
    return match is not None and len(match["der"]) == 4 * len(match["end"])


def is_count(value: Any) -> bool:
    """Tell whether a value can be the number of blocks in an array."""
    return type(value) is int and 1 <= value <= MAX_COUNT


def position(value: Any, lengths: range) -> Position | None:
    """Return a position in whole numbers, or None if the value is not one.

    >>> position([20, 79.6, 90], range(2, 5))
    (20, 80, 90)
    """
    if type(value) is not list or len(value) not in lengths:
        return None
    if not all(is_number(number) and abs(number) <= MAX_COORDINATE for number in value):
        return None
    return tuple(map(round, value))


def described(value: Any) -> str:
    """Return what a value is, for messages.

    >>> described([1, 2]), described("x")
    ('a list', 'a text')
    """
    return _WORDS.get(type(value), "a date or time")


def shortened(text: object, length: int = 60) -> str:
    """Return a text that fits into a message.

    >>> shortened("abcdefgh", 5)
    'abcd…'
    """
    line = str(text)[: length + 1]
    line = line if line.isprintable() else line.encode("unicode_escape").decode()
    return line if len(line) <= length else line[: length - 1] + "…"


def unknown_in_block(cls: type[Block], name: str, place: Place, block: str, problems: Problems) -> ModelError:
    """Return the error for a field that the class of a block does not have."""
    if problems.is_full or len(name) > MAX_NAME:
        return place.error(f"blocks.{block}", f'no parameter "{shortened(name)}" is known.', block, fix=KEPT)
    error = unknown_parameter(cls, name, f"{place.file}, {place.path}blocks.{block}")
    return ModelError(error.what, f"{place.owner}{block}", error.why, f"{error.fix}\n{KEPT}")


def unknown_in_diagram(
    kind: str, name: str, known: Iterable[str], place: Place, block: str, problems: Problems
) -> ModelError:
    """Return the error for a parameter that the diagram behind a block does not have."""
    names = sorted(known, key=str.lower)
    listing = f"Its parameters are: {shortened(', '.join(names), 1000)}." if names else "It has no parameters."
    what = f'{kind} has no parameter "{shortened(name)}".'
    return place.error(f"blocks.{block}", what, block, problems.hint(name, names), f"{listing}\n{KEPT}")
