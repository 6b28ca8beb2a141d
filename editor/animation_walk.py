"""The blocks of a diagram that have frames, with their numbers, and which frames are connected. Nothing is compiled.

Whatever is wrong in a diagram is left out in silence: the check tells about it, and the rest can still be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from blocks.block import Block
from blocks.block_array import element_scope
from blocks.declare import Parameter
from blocks.diagram import Diagram, parse_endpoint
from blocks.errors import ModelError
from blocks.port import Port
from blocks.values import Scope, diagram_scope, parameter_value

Array = np.ndarray[Any, Any]
Ends = dict[str, list[str]]  # what each port of a block or subsystem means: full names of frames
DOMAINS = ("planar", "spatial")


@dataclass(frozen=True, eq=False)
class Found:
    """A block with frames, under its full name."""

    name: str
    block: Block
    values: dict[str, Array]
    frames: tuple[str, ...]
    domain: str

    def frame(self, number: int = 0) -> str:
        """Return the full name of one of its frames."""
        return f"{self.name}.{self.frames[number]}"


@dataclass(eq=False)
class Walk:
    """All blocks with frames, worlds among them, and the frames that each frame is connected with."""

    blocks: list[Found] = field(default_factory=list)
    connected: dict[str, list[str]] = field(default_factory=dict)

    def of_domain(self, domain: str) -> list[Found]:
        """Return the blocks of one domain."""
        return [found for found in self.blocks if found.domain == domain]


def walk(diagram: Diagram) -> Walk:
    """Return the blocks with frames of a diagram and of all subsystems in it."""
    result = Walk()
    _Walking(result).diagram(diagram, "", {})
    return result


class _Walking:
    def __init__(self, result: Walk) -> None:
        self.result = result

    def diagram(self, diagram: Diagram, prefix: str, outer: Scope) -> Ends:
        """Add what is in a diagram and return what its ports mean."""
        try:
            scope = diagram_scope(diagram.parameters, diagram.values, outer, prefix or diagram.name)
        except ModelError:
            scope = {}
        inner: dict[str, Ends] = {}
        for name, part in diagram.blocks.items():
            if name in diagram.disabled:
                continue
            for element, index in _elements(name, diagram.counts.get(name)):
                seen = scope if index is None else element_scope(scope, index + 1)
                if isinstance(part, Diagram):
                    inner[element] = self.diagram(part, f"{prefix}{element}.", seen)
                elif isinstance(part, Block):
                    inner[element] = self._block(part, prefix + element, index, seen)
        for first, second in diagram.connections:
            self._connect(_ends(diagram, inner, first), _ends(diagram, inner, second))
        return {port: _ends(diagram, inner, end) for port, end in diagram.ports.items()}

    def _block(self, block: Block, name: str, index: int | None, scope: Scope) -> Ends:
        frames, domain = _frames(block)
        kind = type(block).__module__.split(".")
        if frames or (kind[0] == "libraries" and kind[1] in DOMAINS and type(block).__name__ == "World"):
            found = Found(name, block, _values(block, index, scope), frames, domain or kind[1])
            self.result.blocks.append(found)
        return {frame: [f"{name}.{frame}"] for frame in frames}

    def _connect(self, left: list[str], right: list[str]) -> None:
        size = max(len(left), len(right))
        if not left or not right or (len(left) != len(right) and 1 not in (len(left), len(right))):
            return
        for a, b in zip(left * (size // len(left)), right * (size // len(right)), strict=True):
            self.result.connected.setdefault(a, []).append(b)
            self.result.connected.setdefault(b, []).append(a)


def _elements(name: str, count: int | None) -> Iterator[tuple[str, int | None]]:
    if count is None:
        yield name, None
    else:
        yield from ((f"{name}[{i + 1}]", i) for i in range(count))


def _ends(diagram: Diagram, inner: dict[str, Ends], text: str) -> list[str]:
    """Return the frames that an endpoint means; none if it is not one of frames."""
    try:
        end = parse_endpoint(text)
        elements = diagram.elements(end)
    except ModelError:
        return []
    found: list[str] = []
    for element in elements:
        ports = inner.get(element, {})
        for port in end.ports:
            if port in ports:
                found += ports[port]
            elif end.element and end.port in ports:  # one of several that a subsystem shows under one name
                found += ports[end.port][(place := int(port[len(end.port) + 1 : -1])) - 1 : place]
    return found


def _frames(block: Block) -> tuple[tuple[str, ...], str]:
    frames: dict[str, list[str]] = {}
    for name, item in block.declarations.items():
        if isinstance(item, Port) and item.domain in DOMAINS:
            try:
                bound = getattr(block, name)
            except ModelError:  # the number of ports is not one
                continue
            frames.setdefault(item.domain, []).extend(p.path for p in (bound if isinstance(bound, tuple) else (bound,)))
    # a block between plane and space is drawn where it has more frames
    domain = max(frames, key=lambda key: len(frames[key]), default="")
    return tuple(frames.get(domain, ())), domain


def _values(block: Block, index: int | None, scope: Scope) -> dict[str, Array]:
    return {name: _value(item, block.values.get(name, item.default), index, scope)
            for name, item in block.parameters().items()}  # fmt: skip


def _value(item: Parameter, value: Any, index: int | None, scope: Scope) -> Array:
    """Return a parameter's number, of an array element its own; the default where what was typed is no number."""
    is_list = not item.default_shape and item.shape_spec is None
    for typed in (value, item.default):
        try:
            if is_list and index is not None and isinstance(typed, list | tuple):
                typed = typed[index]
            number = np.asarray(parameter_value(item, typed, scope, item.name), dtype=float)
        except (ModelError, ValueError, IndexError, TypeError):
            continue
        if is_list and index is not None and number.ndim == 1 and index < len(number):
            return np.asarray(number[index])
        if number.ndim == 0 and len(item.default_shape) == 1:
            return np.full(item.default_shape, float(number))
        return number
    return np.zeros(item.default_shape)
