"""The facts about a block class: everything its declarations and equations say, in plain lists and words."""

from __future__ import annotations

import inspect
import math
from typing import Any

import numpy as np

from blocks.abbreviations import Readable, readable
from blocks.block import Block, Shared, type_name
from blocks.declare import Input, Output, Parameter, Quantity, Structural, Variable
from blocks.errors import ModelError
from blocks.port import Port

Facts = dict[str, Any]


def describe(cls: type[Block]) -> Facts:
    """Return all facts about a block class in a form that can be written as JSON."""
    written = _default_equations(cls)
    summary, details = docstring_parts(cls)
    items = list(cls.declarations.values())
    return {
        "type": type_name(cls),
        "summary": summary,
        "details": details,
        "is_sampled": cls.is_sampled,
        "ports": [_port(item) for item in items if isinstance(item, Port)],
        "inputs": [_signal(item) for item in items if isinstance(item, Input)],
        "outputs": [_signal(item) for item in items if isinstance(item, Output)],
        "parameters": [_parameter(item) for item in items if isinstance(item, Parameter)],
        "structural": [_structural(item) for item in items if isinstance(item, Structural)],
        "variables": [_variable(item) for item in items if type(item) is Variable],
        "shared": [_shared(item) for item in items if isinstance(item, Shared)],
        "equations": written.equations if written else [],
        "initial_equations": written.initial_equations if written else [],
        "abbreviations": written.abbreviations if written else [],
    }


def docstring_parts(cls: type) -> tuple[str, str]:
    """Return the first sentence or so of a class's own docstring, and the rest."""
    text = inspect.cleandoc(cls.__doc__ or "")
    summary, _, details = text.partition("\n\n")
    return " ".join(summary.split()), details.strip()


def _default_equations(cls: type[Block]) -> Readable | None:
    try:
        return readable(cls())
    except (ModelError, NotImplementedError):
        # a base class, or one that says nothing before its values are set
        return None


def _quantity(item: Quantity) -> Facts:
    shape = item.shape_spec
    sizes = () if shape is None else shape if isinstance(shape, tuple) else (shape,)
    known = ["varies" if callable(size) else size for size in sizes]
    return {"name": item.name, "unit": item.unit_text, "text": item.text, "shape": known}


def _port(item: Port) -> Facts:
    members = [_quantity(part) | {"kind": _member_kind(part)} for part in item.quantities.values()]
    kind, domain = type(item).__name__, type(item).domain
    return {
        "name": item.name, "kind": kind, "domain": domain, "text": item.text, "count": item.count, "members": members
    }  # fmt: skip


def _member_kind(item: Quantity) -> str:
    return "across" if item.role == "variable" else item.role


def _signal(item: Input | Output) -> Facts:
    facts = _quantity(item) | _limits(item)
    if not isinstance(item, Input):
        return facts
    return facts | {"default": plain(item.default), "takes_conditions": item.takes_conditions}


def _parameter(item: Parameter) -> Facts:
    shape = {"shape": list(item.default_shape)} if item.shape_spec is None else {}
    limits = _limits(item) | ({"not_above": item.not_above} if item.not_above else {})
    return _quantity(item) | shape | limits | {"default": plain(item.default), "display": item.display}


def _structural(item: Structural) -> Facts:
    return {
        "name": item.name, "default": item.default, "text": item.text, "min": item.min, "choices": list(item.choices)
    }  # fmt: skip


def _variable(item: Variable) -> Facts:
    return (
        _quantity(item)
        | _limits(item)
        | {"start": plain(item.start), "is_fixed": item.fixed, "state": item.state, "is_discrete": item.discrete}
        | {"display": item.display}
    )


def _shared(item: Shared[Any]) -> Facts:
    return {"name": item.name, "type": type_name(item.kind), "text": item.text}


def _limits(item: Parameter | Variable) -> Facts:
    return {"min": plain(item.min), "max": plain(item.max)}


def plain(value: Any) -> Any:
    """Return a value without numpy types and without infinities, which JSON does not know.

    >>> plain(np.array([1.0, 2.0])), plain(math.inf), plain("2 mm")
    ([1.0, 2.0], None, '2 mm')
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
