"""From values as a person typed them to numbers in SI units."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from blocks.block import Value
from blocks.declare import Parameter
from blocks.errors import ModelError
from blocks.parameter_expression import Quantity, evaluate, literal, names_in
from blocks.units import Dimension, describe, parse_quantity

Scope = Mapping[str, Quantity]


def number(value: Value, expected: Dimension | None, scope: Scope, where: str) -> Any:
    """Return a typed value as a float or array in SI units, checked against the expected dimension."""
    if isinstance(value, list | tuple) and _holds_expression(value):
        items = [number(item, expected, scope, where) for item in value]
        if len({np.shape(item) for item in items}) > 1:
            raise ModelError(f'"{where}": the items of a list must all have the same size.', where)
        return np.array(items)
    try:
        if isinstance(value, str) and _is_expression(value):
            result = evaluate(value, scope)
            # a bare number counts as SI, as it does without "="
            if expected is not None and result.dimension not in (expected, Dimension.ONE):
                raise ModelError(
                    f'"{value}" is {describe(result.dimension)}; {describe(expected)} is expected.'
                )
            return np.asarray(result.value, dtype=float)
        return np.asarray(parse_quantity(value, expected), dtype=float)
    except ModelError as error:
        raise ModelError(f'"{where}": {error.what}', where, error.why, error.fix) from None


def parameter_value(parameter: Parameter, value: Value, scope: Scope, where: str) -> Any:
    """Return the number a person set for a parameter, checked against its unit and limits."""
    if parameter.is_boolean:
        if not isinstance(value, bool):
            raise ModelError(f'"{where}" is {value!r}; it must be true or false.', where)
        return np.asarray(float(value))
    result = number(value, parameter.dimension, scope, where)
    for limit, outside, word in ((parameter.min, np.less, "least"), (parameter.max, np.greater, "most")):
        if limit is not None and np.any(outside(result, limit)):
            unit_text = "" if parameter.unit_text in ("1", "any") else f" {parameter.unit_text}"
            shown = str(value)
            if _holds_expression(value):
                first = float(np.ravel(result[outside(result, limit)])[0])
                shown = f"{first:.6g}{unit_text}" + (f" ({value.strip()})" if isinstance(value, str) else "")
            raise ModelError(f'"{where}" is {shown}; it must be at {word} {limit:g}{unit_text}.', where)
    return result


def check_bound(parameter: Parameter, value: Any, bound: Any, where: str) -> None:
    """Raise an error where a parameter exceeds the other one of its block that it must not exceed.

    Lists are compared item by item. Lists of different lengths are left to whoever knows what the lengths mean.
    """
    given, most = np.asarray(value, dtype=float), np.asarray(bound, dtype=float)
    if most.ndim and most.shape != given.shape:
        return
    if np.any(outside := given > most):
        unit_text = "" if parameter.unit_text in ("1", "any") else f" {parameter.unit_text}"
        first = f"{given[outside].flat[0]:.6g}{unit_text}"
        limit = f"{np.broadcast_to(most, given.shape)[outside].flat[0]:.6g}{unit_text}"
        raise ModelError(f'"{where}" is {first}; it must be at most {limit}, which is "{parameter.not_above}".', where)


def diagram_scope(parameters: Mapping[str, Value], values: Mapping[str, Value], outer: Scope, where: str) -> Scope:
    """Return a diagram's parameters as numbers; they may depend on each other, and overrides see the outer scope."""
    scope: dict[str, Quantity] = {}
    waiting = dict(parameters)
    for name in [name for name in values if name in waiting]:
        scope[name] = _in_place_of(waiting.pop(name), _quantity(values[name], outer, f"{where}.{name}"))
    while waiting:
        ready = [name for name, value in waiting.items() if not _names(value) & (waiting.keys() - {name})]
        ready = [name for name in ready if name not in _names(waiting[name])]
        if not ready:
            circle = ", ".join(sorted(waiting))
            raise ModelError(f'The parameters {circle} of "{where}" depend on each other in a circle.', where)
        for name in ready:
            scope[name] = _quantity(waiting.pop(name), scope, f"{where}.{name}")
    return scope


def _in_place_of(default: Value, given: Quantity) -> Quantity:
    """Return what is given in place of a parameter's own value; a bare number has the dimension of that, in SI."""
    if given.dimension == Dimension.ONE and not _is_expression(default):
        with suppress(ModelError):  # a default that cannot be read is of no use here, and of no harm
            return Quantity(given.value, literal(default).dimension)
    return given


def _is_expression(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip().startswith("=")


def _holds_expression(value: Any) -> bool:
    """Tell whether a value is an expression, or a list of lists with one in it."""
    if isinstance(value, list | tuple):
        return any(map(_holds_expression, value))
    return _is_expression(value)


def _names(value: Value) -> set[str]:
    return names_in(value) if isinstance(value, str) and _is_expression(value) else set()


def _quantity(value: Value, scope: Scope, where: str) -> Quantity:
    try:
        return evaluate(value, scope) if isinstance(value, str) and _is_expression(value) else literal(value)
    except ModelError as error:
        raise ModelError(f'"{where}": {error.what}', where, error.why, error.fix) from None
