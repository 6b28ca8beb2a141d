"""Renaming a parameter of a diagram, so that every expression that uses it follows. Nothing here draws."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from blocks.block import Block, Value
from blocks.diagram import NAME, Diagram
from blocks.errors import ModelError
from blocks.parameter_parser import Node, parse
from blocks.schema import RESERVED_PARAMETERS
from editor.value_text import is_expression


def check_name(name: str) -> None:
    """Raise ModelError if a parameter cannot have a name."""
    if not NAME.fullmatch(name) or name in RESERVED_PARAMETERS:
        raise ModelError(f'"{name}" is not a name for a parameter.', name, fix="Use letters, digits and _.")


def check_rename(diagram: Diagram, new: str) -> None:
    """Raise ModelError if a parameter of a diagram cannot get a name."""
    check_name(new)
    if new in diagram.parameters:
        raise ModelError(f'There is already a parameter "{new}".', new, fix="Choose another name.")


def rename_parameter(diagram: Diagram, old: str, new: str) -> None:
    """Rename a parameter of a diagram in its own table and in every expression of the diagram."""
    diagram.parameters = _renamed(_with_key(diagram.parameters, old, new), old, new)
    diagram.mask = _with_key(diagram.mask, old, new)
    diagram.initial_equations = [parameter_renamed_in_equation(text, old, new) for text in diagram.initial_equations]
    run = {item.name: getattr(diagram.experiment, item.name) for item in fields(diagram.experiment)}
    diagram.experiment = replace(diagram.experiment, **_renamed(run, old, new))
    for name, part in list(diagram.blocks.items()):
        if isinstance(part, Block):
            tables = [_renamed(table, old, new) for table in (part.values, part.start, part.guess)]
            if tables != [part.values, part.start, part.guess]:
                values, start, guess = tables
                diagram.blocks[name] = type(part)(start=start, guess=guess, note=part.note, **values)
        elif isinstance(part, Diagram):
            part.values = _renamed(part.values, old, new)


def renamed_in(value: Value, old: str, new: str) -> Value:
    """Return an expression with another name of a parameter; other values as they are.

    >>> renamed_in("= 2*L + L2 - 5 mm", "L", "length"), renamed_in("= 5 m + m", "m", "mass")
    ('= 2*length + L2 - 5 mm', '= 5 m + mass')
    """
    if not is_expression(value):
        return value
    try:
        places = [node.position for node in _nodes(parse(value).root) if (node.kind, node.text) == ("name", old)]
    except ModelError:
        return value  # whoever checks it says what is wrong
    for place in sorted(places, reverse=True):
        value = value[:place] + new + value[place + len(old) :]
    return value


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for part in node.parts:
        yield from _nodes(part)


def parameter_renamed_in_equation(text: str, old: str, new: str) -> str:
    """Return an initial equation with another name of a parameter.

    >>> parameter_renamed_in_equation("rod.L == L + 2 L", "L", "length")
    'rod.L == length + 2 L'
    """
    # a parameter has no dot on either side and no number before it, which would make it a unit
    return re.sub(rf"(?<![\w.])(?<![0-9] ){re.escape(old)}(?![\w.(])", new, text)


def _renamed(table: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    return {key: renamed_in(value, old, new) for key, value in table.items()}


def _with_key(table: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    return {new if key == old else key: value for key, value in table.items()}
