"""The table of a sweep: a CSV file that grows by a line with every run, so that a sweep can be stopped at any time.

Comment lines at its top say which sweep it belongs to; ``pandas.read_csv(path, comment="#")`` reads it. Numbers are in
SI units. Started again, a sweep goes on with what is missing.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self

from blocks.errors import ModelError
from blocks.units import Dimension, Unit, read_quantity
from solver.atomic_file import replacing
from solver.sweeps.cases import Case
from solver.sweeps.runner import Row

MARK = "# junctura-sweep 1"
SECONDS, ERROR = "seconds", "error"
Key = tuple[str, ...]


@dataclass(frozen=True)
class Header:
    """What a table belongs to; two tables with equal hash, settings and columns belong to the same sweep."""

    model: str
    hash: str
    settings: dict[str, Any]
    parameters: list[str]
    measures: list[str]
    units: dict[str, str]

    @property
    def columns(self) -> list[str]:
        """Return the names of all columns."""
        return [*self.parameters, *self.measures, SECONDS, ERROR]

    def lines(self) -> str:
        """Return the lines at the top of the file."""
        facts = {"model": self.model, "hash": self.hash, "settings": self.settings, "units": self.units}
        comments = [f"# {key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in facts.items()]
        return "".join([MARK, "\n", *comments, line(self.columns)])


class Table:
    """The rows that are known so far, in memory and in the file."""

    def __init__(self, path: Path, header: Header, forget_failed: bool = False) -> None:
        self.path, self.header = path, header
        self.rows: dict[Key, list[str]] = {}
        if path.exists():
            self._read(forget_failed)
        # a line that was cut off when the machine went down is gone now
        self._write(self.rows.values())
        self._stream: IO[str] = path.open("a", encoding="utf-8", newline="")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def key(self, case: Case) -> Key:
        """Return what tells a case from the others."""
        return tuple(cell(case[name]) for name in self.header.parameters)

    def add(self, case: Case, row: Row) -> None:
        """Add the row of a case; it is in the file when this returns."""
        key = self.key(case)
        numbers = [repr(number) for number in row.numbers] or [""] * len(self.header.measures)
        self.rows[key] = [*key, *numbers, f"{row.seconds:.3g}", row.error]
        self._stream.write(line(self.rows[key]))
        self._stream.flush()

    def sort(self, cases: Iterable[Case]) -> None:
        """Put the rows of these cases into their order, before all others, in memory and in the file."""
        order = dict.fromkeys(map(self.key, cases))
        self.rows = {key: self.rows[key] for key in [*order, *(key for key in self.rows if key not in order)]}
        self._stream.close()
        self._write(self.rows.values())

    def _write(self, rows: Iterable[Sequence[str]]) -> None:
        with replacing(self.path) as temporary:
            temporary.write_text(self.header.lines() + "".join(map(line, rows)), encoding="utf-8", newline="")

    def _read(self, forget_failed: bool) -> None:
        facts, columns, rows = read_table(self.path)
        self._check(facts, columns)
        count = len(self.header.parameters)
        for row in rows:
            if len(row) == len(columns) and not (forget_failed and row[-1]):
                self.rows.setdefault(tuple(row[:count]), row)

    def _check(self, facts: dict[str, Any], columns: list[str]) -> None:
        mine = self.header
        reasons = ["The diagram has changed since."] if facts.get("hash") != mine.hash else []
        old, new = facts.get("settings", {}), json.loads(json.dumps(mine.settings))
        for name in dict.fromkeys([*old, *new]):
            if old.get(name) != new.get(name):
                reasons.append(f"There, {name} is {_shown(old.get(name))}; now it is {_shown(new.get(name))}.")
        if columns != mine.columns:
            reasons.append(f"Its columns are {', '.join(columns)}; now they are {', '.join(mine.columns)}.")
        if reasons:
            fix = "Name another file with --out, or remove this one."
            raise ModelError(f"{self.path}: this table belongs to another sweep.", "", "\n".join(reasons), fix)


def read_table(path: Path) -> tuple[dict[str, Any], list[str], list[list[str]]]:
    """Return what the top of a table says, its columns, and its complete rows."""
    fix = "Name another file with --out."
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ModelError(f"{path}: the file cannot be read.", why=f"{error}.", fix=fix) from None
    lines = text[: text.rfind("\n") + 1].splitlines(keepends=True)
    comments = [item for item in lines if item.startswith("#")]
    try:
        if comments[0].rstrip() != MARK:
            raise ValueError
        facts = {key.strip(): json.loads(value) for key, _, value in (item[1:].partition(":") for item in comments[1:])}
        columns, *rows = csv.reader(item for item in lines if not item.startswith("#"))
    except (IndexError, ValueError, csv.Error):
        raise ModelError(f"{path}: this is not the table of a sweep.", fix=fix) from None
    return facts, columns, rows


def line(cells: Iterable[str]) -> str:
    """Return one line of a CSV file."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(cells)
    return stream.getvalue()


def cell(value: Any) -> str:
    """Return a value as it stands in the table: a quantity in SI, anything else as typed.

    >>> cell("300 mm"), cell(3.0), cell(True), cell("steel"), cell("[1, 2] mm")
    ('0.3', '3', 'true', 'steel', '[1, 2] mm')
    """
    if isinstance(value, bool):
        return str(value).lower()
    try:
        number = read_quantity(value)[0]
    except ModelError:
        return str(value)
    return f"{number:.12g}" if isinstance(number, float | int) else str(value)


def si_unit(value: Any) -> str:
    """Return the SI unit of a value; empty for plain numbers and words.

    >>> si_unit("300 mm"), si_unit("5 deg"), si_unit(3.0)
    ('m', 'rad', '')
    """
    try:
        found = read_quantity(value)[1]
    except ModelError:
        return ""
    if not isinstance(found, Unit):
        return ""
    if found.dimension == Dimension.ONE:
        return "rad" if found.name == "angle" else ""
    return str(found.dimension)


def _shown(value: Any) -> str:
    return "not given" if value is None else json.dumps(value, ensure_ascii=False)
