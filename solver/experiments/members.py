"""The members of an ensemble: all combinations of the values that are varied, or cases written one by one.

Of combinations, only those may be wanted for which a condition holds. Conditions are read by the parser of parameter
expressions; nothing is evaluated as code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any

import numpy as np

from blocks.errors import ModelError
from blocks.parameter_expression import Quantity, holds, literal
from blocks.schema import described, is_value
from blocks.units import format_quantity, read_quantity, unit
from solver.experiments.fields import Fields

MOST_MEMBERS = 1000
MOST_COMBINATIONS = 100_000


def read_members(fields: Fields) -> tuple[dict[str, Any], ...]:
    """Return the values of each member; one member without values if nothing is varied."""
    vary, cases, where = fields.take("vary"), fields.take("cases"), fields.texts("where")
    if vary is not None and cases is not None:
        fields.report("cases", 'an experiment has either "vary" or "cases".', fix="Remove one of them.")
    if where and vary is None:
        fields.report("where", 'only "vary" gives combinations to choose from.', fix="Remove it.")
    if cases is not None:
        return _cases(fields, cases)
    if vary is None:
        return ({},)
    if not isinstance(vary, dict) or not vary:
        fields.report("vary", 'a table is expected, such as { phase = ["0 deg", "5 deg"] }.')
        return ({},)
    return _combinations(fields, {name: read_varied(fields, name, item) for name, item in vary.items()}, where)


def _combinations(fields: Fields, lists: dict[str, list[Any]], where: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    count = prod(map(len, lists.values()))
    if count > MOST_COMBINATIONS:
        fields.report("vary", f"this gives {count:,} combinations; {MOST_COMBINATIONS:,} are possible.")
        return ({},)
    try:
        everything = (dict(zip(lists, chosen, strict=True)) for chosen in product(*lists.values()))
        found = tuple(case for case in everything if all(meets(text, case) for text in where))
    except ModelError as error:
        fields.report("where", error.what, error.why, error.fix)
        return ({},)
    if len(found) > MOST_MEMBERS:
        fields.report("vary", f"this gives {len(found):,} runs; {MOST_MEMBERS:,} are possible.")
        return ({},)
    if count and not found:
        fields.report("where", "no combination of values meets the condition.")
    return found or ({},)


def meets(condition: str, values: Mapping[str, Any]) -> bool:
    """Tell whether a condition such as "first < second" holds for some values."""
    names: dict[str, Quantity] = {}
    for name, value in values.items():
        # expressions know no dots; a name of the same length keeps the places that messages point at
        plain = re.sub(r"\W", "_", name)
        if plain != name:
            if plain in values:
                continue
            condition = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.\[])", plain, condition)
        try:
            names[plain] = literal(value)
        except ModelError:
            continue  # a word, such as the name of a material, is nothing to calculate with
    return holds(condition, names)


def _cases(fields: Fields, cases: Any) -> tuple[dict[str, Any], ...]:
    is_right = isinstance(cases, list) and cases and all(isinstance(item, dict) for item in cases)
    if not is_right or len(cases) > MOST_MEMBERS:
        fields.report("cases", f"a list of 1 to {MOST_MEMBERS} tables of values is expected.")
        return ({},)
    for number, case in enumerate(cases, 1):
        for name, value in case.items():
            if not is_value(value):
                fields.report(f"cases[{number}].{name}", f"a number or a text is expected, not {described(value)}.")
    return tuple(cases)


def read_varied(fields: Fields, name: str, item: Any) -> list[Any]:
    """Return the values of one parameter: a list as it is, or evenly from one value to another."""
    place = f"vary.{name}"
    if isinstance(item, list) and item and all(is_value(value) for value in item):
        return item
    if not isinstance(item, dict):
        fields.report(place, 'a list of values is expected, or { from = "0 deg", to = "20 deg", count = 5 }.')
        return []
    inner = Fields(item, fields.file, f"{fields.path}.{place}", fields.problems)
    count, has_end = inner.whole("count", 0, 1, MOST_MEMBERS), inner.yes("end", True)
    if "count" not in item:
        inner.report("", '"count" is missing.')
    values = spread(inner, count, has_end)
    inner.end()
    return values


def spread(fields: Fields, count: int, has_end: bool = True) -> list[Any]:
    """Return evenly spread values between the fields "from" and "to", in the unit of these."""
    first, last = fields.amount("from", True), fields.amount("to", True)
    if first is None or last is None or not count:
        return []
    if None not in (first.dimension, last.dimension) and first.dimension != last.dimension:
        fields.report("to", f"{first.text} and {last.text} are not of one kind.")
        return []
    shown_in = read_quantity(first.text)[1] or read_quantity(last.text)[1]
    symbol = getattr(shown_in, "symbol", "1")
    numbers = np.linspace(first.value, last.value, count, endpoint=has_end)
    return [format_quantity(float(number), unit(symbol)) for number in numbers]
