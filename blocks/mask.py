"""What a diagram says of its parameters beside their values: a text, the unit people like, and limits.

This is what somebody sees who uses the diagram as a block. In a file it stands in ``[mask.<parameter>]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from blocks.block import Value
from blocks.errors import ModelError
from blocks.parameter_expression import Quantity
from blocks.units import Dimension, describe, format_quantity, parse_quantity, unit
from blocks.values import Scope, number


@dataclass(frozen=True)
class ParameterFacts:
    """What is said of one parameter."""

    text: str = ""
    unit: str = ""
    min: Value = None
    max: Value = None

    def as_table(self) -> dict[str, Any]:
        """Return what has been said, by name."""
        found = {name: getattr(self, name) for name in FACTS}
        return {name: value for name, value in found.items() if value not in ("", None)}


FACTS = tuple(item.name for item in fields(ParameterFacts))
UNSAID = ParameterFacts()


def check_facts(name: str, facts: ParameterFacts) -> None:
    """Raise ModelError if the unit is not known or a limit does not fit it."""
    if facts.unit:
        dimension = unit(facts.unit).dimension
        for limit in (facts.min, facts.max):
            if limit is not None:
                number(limit, dimension, {}, name)
    low, high = (None if limit is None else parse_quantity(limit) for limit in (facts.min, facts.max))
    if low is not None and high is not None and np.any(np.asarray(low) > np.asarray(high)):
        raise ModelError(f'"{name}" cannot be at least {facts.min} and at most {facts.max}.', name)


def check_mask(mask: Mapping[str, ParameterFacts], scope: Scope, where: str) -> None:
    """Raise ModelError if a parameter is not of the kind, or not within the limits, that the diagram asks for."""
    for name, facts in mask.items():
        if name in scope:
            _check(facts, scope[name], f"{where}.{name}" if where else name)


def _check(facts: ParameterFacts, found: Quantity, where: str) -> None:
    shown = unit(facts.unit)
    # a bare number counts as SI
    if facts.unit and found.dimension not in (shown.dimension, Dimension.ONE):
        raise ModelError(f'"{where}" is {describe(found.dimension)}; {describe(shown)} is expected.', where)
    value = np.asarray(found.value, dtype=float)
    for limit, outside, word in ((facts.min, np.less, "least"), (facts.max, np.greater, "most")):
        if limit is not None and np.any(outside(value, least := number(limit, None, {}, where))):
            now, bound = (format_quantity(item.tolist(), shown) for item in (value, least))
            raise ModelError(f'"{where}" is {now}; it must be at {word} {bound}.', where)
