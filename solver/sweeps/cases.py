"""Which values a sweep runs through: all combinations of what is varied, and of the rows of a file of cases.

In: the words of a command line, such as "R=1 ohm, 2 ohm", "phase=0..20 deg/5" and "first < second". Out: one table of
parameter values for each run. Conditions are read by the parser of parameter expressions; nothing is evaluated as code.
"""

from __future__ import annotations

import csv
import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from blocks.errors import ModelError
from blocks.units import Unit, read_quantity
from solver.experiments.fields import Fields
from solver.experiments.members import meets, spread
from solver.typed_values import typed_value

Case = dict[str, Any]  # values by the names of parameters

MOST_RUNS = 100_000
MOST_COMBINATIONS = 1_000_000
EXAMPLES = 'Write NAME=VALUES, such as R="1 ohm, 2 ohm", first=1..24 or phase="0..20 deg/5".'
RANGE = re.compile(r"(?P<first>[-+]?\.?\d.*?)\.\.(?P<last>.+?)(?:/\s*(?P<count>\d+)\s*)?", re.DOTALL)
COMMAS = re.compile(r",(?![^\[]*\])")  # those inside brackets belong to a value


def read_cases(
    varied: Sequence[str], files: Sequence[Path], conditions: Sequence[str], fixed: Mapping[str, Any]
) -> list[Case]:
    """Return the values of all runs; ``fixed`` are the values that conditions may use beside those."""
    factors = [_rows(file) for file in files]
    for name, values in map(read_variation, varied):
        factors.append([{name: value} for value in values])
    _refuse_repeated(itertools.chain.from_iterable(factor[0] for factor in factors))
    for name in itertools.chain.from_iterable(factor[0] for factor in factors):
        if name in fixed:
            raise ModelError(f'"{name}" is varied and has one value, too.', name, fix="Leave out one of them.")
    if not factors:
        raise ModelError("Nothing is varied.", fix=f"Use --vary or --cases. {EXAMPLES}")
    if math.prod(map(len, factors)) > MOST_COMBINATIONS:
        raise ModelError(f"There are more than {MOST_COMBINATIONS:,} combinations of these values.")
    joined = ({name: value for part in parts for name, value in part.items()} for parts in itertools.product(*factors))
    chosen = (case for case in joined if all(meets(text, {**fixed, **case}) for text in conditions))
    cases = list({repr(case): case for case in chosen}.values())  # each only once
    if not cases:
        raise ModelError("No combination of values meets the conditions.", why=", ".join(conditions))
    if len(cases) > MOST_RUNS:
        raise ModelError(f"{len(cases):,} runs are too many; {MOST_RUNS:,} are possible.", fix="Make several sweeps.")
    return cases


def read_variation(text: str) -> tuple[str, list[Any]]:
    """Return the name of a parameter and its values: a list, or a range.

    >>> read_variation("R=1, 2, 5 kohm")
    ('R', ['1 kohm', '2 kohm', '5 kohm'])
    >>> read_variation("first=1..3"), read_variation("phase=0..20 deg/3")
    (('first', [1.0, 2.0, 3.0]), ('phase', ['0 deg', '10 deg', '20 deg']))
    """
    name, equals, typed = (part.strip() for part in text.partition("="))
    if not name or not equals or not typed:
        raise ModelError(f'"{text}" does not vary anything.', fix=EXAMPLES)
    if found := RANGE.fullmatch(typed):
        return name, _range(name, found["first"], found["last"], found["count"])
    words = [word.strip() for word in COMMAS.split(typed)]
    if not all(words):
        raise ModelError(f'"{text}": a value is missing beside a comma.', name)
    return name, [typed_value(word) for word in _with_unit(words)]


def _range(name: str, first: str, last: str, count: str | None) -> list[Any]:
    first, last = _with_unit([first.strip(), last.strip()])
    if count is None:
        return _whole_numbers(name, first, last)
    what = f'"{name}={first}..{last}/{count}" is no range.'
    if not 1 <= int(count) <= MOST_RUNS:
        raise ModelError(what, name, f"A range has from 1 to {MOST_RUNS:,} values.", EXAMPLES)
    problems: list[ModelError] = []
    # the shared reader checks the ends; a person knows nothing of its fields
    ends = Fields({"from": typed_value(first), "to": typed_value(last)}, "", "", problems)
    values = spread(ends, int(count))
    if problems:
        raise ModelError(what, name, problems[0].what.partition(": ")[2], problems[0].fix or EXAMPLES)
    return [typed_value(value) for value in values]


def _whole_numbers(name: str, first: str, last: str) -> list[Any]:
    try:
        start, end = int(first), int(last)
    except ValueError:
        fix = f'Say how many values it has: {name}="{first}..{last}/5".'
        raise ModelError(f'"{first}..{last}" is no range of whole numbers.', name, fix=fix) from None
    if not 0 <= end - start < MOST_RUNS:
        raise ModelError(f'"{first}..{last}" is no range.', name, f"A range has from 1 to {MOST_RUNS:,} numbers.")
    return [float(number) for number in range(start, end + 1)]


def _with_unit(words: list[str]) -> list[str]:
    """Return values of which all have the unit of the last one, if only that one has a unit.

    >>> _with_unit(["10", "20", "30 mm"]), _with_unit(["0", "10 mm", "1 m"])
    (['10 mm', '20 mm', '30 mm'], ['0', '10 mm', '1 m'])
    """
    units = [_unit_of(word) for word in words]
    if len(words) > 1 and units[-1] and not any(units[:-1]) and all(map(_is_number, words[:-1])):
        return [*(f"{word} {units[-1]}" for word in words[:-1]), words[-1]]
    for word, symbol in zip(words, units, strict=True):
        if any(units) and not symbol and _is_number(word) and float(word):
            raise ModelError(f'"{word}" has no unit, and other values beside it have one.', fix="Give it a unit.")
    return words


def _unit_of(word: str) -> str:
    try:
        found = read_quantity(word)[1]
    except ModelError:
        return ""
    return found.symbol if isinstance(found, Unit) else ""


def _is_number(word: str) -> bool:
    return isinstance(typed_value(word), float)


def _rows(file: Path) -> list[Case]:
    """Return the rows of a CSV file; its first line names the parameters."""
    if not file.is_file():
        raise ModelError(f"{file}: there is no such file.", fix="Check the name and the folder.")
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            lines = [line for line in csv.reader(_without_comments(stream)) if any(cell.strip() for cell in line)]
    except (OSError, ValueError, csv.Error) as error:
        raise ModelError(f"{file}: the file cannot be read.", why=f"{error}.") from None
    names = [name.strip() for name in lines[0]] if lines else []
    if len(lines) < 2 or not all(names):
        what = f"{file}: this is not a table of cases."
        raise ModelError(what, fix="Its first line names the parameters, every other line holds the values of a run.")
    for number, line in enumerate(lines[1:], 2):
        if len(line) != len(names) or not all(cell.strip() for cell in line):
            raise ModelError(f"{file}, row {number}: {len(names)} values are expected.")
    _refuse_repeated(names)
    return [dict(zip(names, map(typed_value, line), strict=True)) for line in lines[1:]]


def _without_comments(lines: Iterable[str]) -> Iterator[str]:
    return (line for line in lines if not line.startswith("#"))


def _refuse_repeated(names: Iterable[str]) -> None:
    seen = set()
    for name in names:
        if name in seen:
            raise ModelError(f'"{name}" is varied twice.', name, fix="Leave out one of them.")
        seen.add(name)
