"""Values between what a diagram keeps ("13.3 mm") and what a person sees and types ("13.3" beside "mm").

Nothing is ever converted: a number keeps the unit it was typed with. Nothing here draws.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from blocks.block import Block, Value
from blocks.block_array import element_scope
from blocks.declare import Parameter, Quantity, Structural, Variable
from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.parameter_expression import evaluate, names_in
from blocks.units import Dimension, Unit, format_quantity, parse_quantity, read_quantity, unit
from blocks.values import Scope, diagram_scope, number, parameter_value

NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
BARE_LIST = re.compile(r"\[[-+0-9.eE,\s\[\]]*\]")
UNITLESS = ("1", "any", "bool", "")


def is_expression(value: Value) -> bool:
    """Tell whether a value is worked out from parameters."""
    return isinstance(value, str) and value.lstrip().startswith("=")


def names_of(value: Value) -> set[str]:
    """Return the names that an expression uses; none for other values and for what cannot be read."""
    try:
        return names_in(value) if is_expression(value) else set()
    except ModelError:
        return set()


def usual_unit(item: Quantity) -> str:
    """Return the unit in which a quantity is shown if a person has not chosen another; empty for plain numbers."""
    shown = getattr(item, "display", "") or item.unit_text
    return "" if shown in UNITLESS else shown


def shown(value: Value, item: Quantity | None = None) -> tuple[str, str]:
    """Return a value as the text of a field and the unit beside it.

    >>> shown("13.3 mm"), shown("= 2*L"), shown([1, 2.5]), shown("[1, 2] mm")
    (('13.3', 'mm'), ('= 2*L', ''), ('[1, 2.5]', ''), ('[1, 2]', 'mm'))
    """
    own = "" if item is None or item.unit_text in UNITLESS else item.unit_text
    if value is None:
        return "", usual_unit(item) if item is not None else ""
    if not isinstance(value, str):
        return plain_text(value), own
    text = value.strip()
    if is_expression(text):
        return text, ""
    inside, closing, rest = text.rpartition("]")
    if closing:
        return (inside + closing, rest.strip()) if rest.strip() else (text, own if BARE_LIST.fullmatch(text) else "")
    match = NUMBER.match(text)
    if match is None:
        return text, ""
    rest = text[match.end() :].strip()
    return (match[0], rest) if rest else (text, own)


def plain_text(value: Value) -> str:
    """Return numbers and lists as a person types them.

    >>> plain_text([[1, 0.5], [2.0, "3 mm"]]), plain_text(True)
    ('[[1, 0.5], [2, 3 mm]]', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(plain_text, value))}]"
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)


def default_text(item: Parameter | Variable | None, value: Value) -> str:
    """Return a default in the unit that stands beside its field."""
    if item is None or value is None:
        return shown(value)[0]
    name = usual_unit(item)
    try:
        text = format_quantity(parse_quantity(value), unit(name or "1"))
    except ModelError:
        return plain_text(value)
    return text.removesuffix(f" {name}").strip() if name else text


def typed(text: str, unit_beside: str, before: Value = None) -> Value:
    """Return the value to be kept for a typed text: a bare number gets the unit that stands beside the field.

    >>> typed("20", "mm"), typed("2 cm", "mm"), typed("1.5", ""), typed("5", "m", 3.0), typed("", "mm")
    ('20 mm', '2 cm', 1.5, 5, None)
    """
    plain = text.strip().replace("\u2212", "-")
    is_bare = NUMBER.fullmatch(plain) is not None or BARE_LIST.fullmatch(plain) is not None
    if not plain or not is_bare:
        return plain or None
    # numbers without a unit stay numbers
    was_number = before is not None and not isinstance(before, str)
    return f"{plain} {unit_beside}" if unit_beside and not was_number else _numbers(plain)


def _numbers(text: str) -> Value:
    if text.startswith("["):
        try:
            return parse_quantity(text)
        except ModelError:
            return text  # whoever checks it says what is wrong
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,15}", text) else float(text)


def scope_at(root: Diagram, way: Iterable[str]) -> Scope:
    """Return the parameters, as numbers, that expressions see in the diagram at the end of a way of block names.

    Of an array it is what its first element sees.
    """
    diagram = root
    scope = diagram_scope(root.parameters, root.values, {}, root.name)
    for name in way:
        part = diagram.blocks[name]
        assert isinstance(part, Diagram)
        outer = element_scope(scope, 1) if name in diagram.counts else scope
        diagram, scope = part, diagram_scope(part.parameters, part.values, outer, name)
    return scope


def check_parameter(block: Block, key: str, value: Value, scope: Scope, count: int | None = None) -> None:
    """Raise ModelError if a value does not fit a parameter of a block."""
    item = block.declarations[key]
    changed = type(block)(**{**block.values, key: value})
    if isinstance(item, Structural):
        _ = changed.structure
        return
    assert isinstance(item, Parameter)
    is_array = count is not None and not item.default_shape and item.shape_spec is None
    values = elements_of(value) if is_array else [value]
    if count is not None and len(values) not in (1, count):
        what = f'"{key}" has {len(values)} values for {count} blocks.'
        raise ModelError(what, key, fix="Give one for all, or one for each.")
    for i, one in enumerate(values):
        numbers = parameter_value(item, one, scope if count is None else element_scope(scope, i + 1), key)
        shape = () if is_array else changed.shape_of(item)
        if numbers.ndim and numbers.shape != shape:
            raise ModelError(f'"{key}" has {numbers.size} numbers; {math.prod(shape)} are expected.', key)
    if not is_array and changed.shape_of(item) != block.shape_of(item):
        _ = changed.trace  # whether the equations can do with another size


def elements_of(value: Value) -> Sequence[Any]:
    """Return the items of a list, also of one written as text; a single value is alone."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = parse_quantity(value)
    return value if isinstance(value, list | tuple) else [value]


def worth(value: Value, item: Quantity | None, scope: Scope, unit_text: str = "") -> str:
    """Return what a value is in the unit people like, where that cannot be seen at once; empty if it can.

    >>> worth("= 2 * 30 cm", None, {}), worth("2 cm", None, {}, "mm"), worth("2 mm", None, {}, "mm")
    ('0.6 m', '20 mm', '')
    """
    usual = unit_text or (usual_unit(item) if item is not None else "")
    try:
        if is_expression(value):
            found = evaluate(value, scope)
            liked = unit(usual)
            if found.dimension not in (liked.dimension, Dimension.ONE):  # a bare number counts as SI
                liked = unit(str(found.dimension))
            return _short(format_quantity(found.value, liked, 5))
        own = shown(value, item)[1]
        if not isinstance(value, str) or not own or own == usual:
            return ""
        si, found_unit = read_quantity(value)
        liked = unit(usual or (str(found_unit.dimension) if isinstance(found_unit, Unit) else ""))
        is_alike = isinstance(found_unit, Unit) and found_unit.dimension == liked.dimension
        return _short(format_quantity(si, liked, 5)) if is_alike and liked.symbol != own else ""
    except (ModelError, ValueError, TypeError):
        return ""  # whoever sets it is told what is wrong


def _short(text: str, longest: int = 40) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def check_start(item: Variable, value: Value, scope: Scope) -> None:
    """Raise ModelError if a value does not fit a variable."""
    number(value, item.dimension, scope, item.name)


def check_like(default: Value, value: Value, scope: Scope, name: str) -> None:
    """Raise ModelError if a value does not measure the same thing as a default does."""
    expected = None if is_expression(default) or isinstance(default, bool) else read_quantity(default)[1]
    dimension = expected.dimension if isinstance(expected, Unit) else expected
    number(value, dimension, scope, name)


def limits_text(item: Parameter | Variable) -> str:
    """Return the limits of a quantity in words; empty if it has none."""
    name = usual_unit(item)
    low, high = (
        None if limit is None or not np.all(np.isfinite(limit)) else f"{default_text(item, limit)} {name}".strip()
        for limit in (item.min, item.max)
    )
    if low is not None and high is not None:
        return f"from {low} to {high}"
    if low is not None:
        return f"{low} or more"
    return f"{high} or less" if high is not None else ""
