"""Arrays of equal blocks: what differs from one element to the next.

A list with a value for each element gives every element its own; an expression may use ``index``, the number of the
element counted from one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from blocks.block import Block, Value
from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.parameter_expression import Quantity
from blocks.units import parse_quantity
from blocks.values import Scope

INDEX = "index"


def element_scope(scope: Scope, number: int) -> Scope:
    """Return what expressions of one element see: also its number, unless the diagram uses the word itself."""
    return {INDEX: Quantity(float(number)), **scope}


def element_of(block: Block, name: str, index: int, count: int) -> Block:
    """Return one block of an array, counted from zero: where a list has a value for each, it takes its own."""
    single = [key for key, item in block.parameters().items() if not item.default_shape and item.shape_spec is None]
    own = _own_values(block.values, single, name, index, count)
    if not own:
        return block
    return type(block)(start=block.start, guess=block.guess, note=block.note, **{**block.values, **own})


def element_values(diagram: Diagram, name: str, index: int, count: int) -> Mapping[str, Value]:
    """Return the values from outside of one subsystem of an array, counted from zero."""
    single = [key for key, value in diagram.parameters.items() if list_items(value) is None]
    return {**diagram.values, **_own_values(diagram.values, single, name, index, count)}


def _own_values(
    values: Mapping[str, Value], names: Iterable[str], name: str, index: int, count: int
) -> dict[str, Value]:
    own: dict[str, Value] = {}
    for key in names:
        items = list_items(values.get(key))
        if items is None:
            continue
        if len(items) != count:
            where = f"{name}.{key}"
            what = f'"{where}" has {len(items)} values for {count} blocks.'
            raise ModelError(what, where, fix="Give one for all, or one for each.")
        own[key] = items[index]
    return own


def list_items(value: Any) -> list[Any] | None:
    """Return the elements of a list, also of one written as text; None for a single value.

    >>> list_items("[1, 2] m"), list_items("3 m")
    ([1.0, 2.0], None)
    """
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = parse_quantity(value)
    return list(value) if isinstance(value, list | tuple | np.ndarray) else None
