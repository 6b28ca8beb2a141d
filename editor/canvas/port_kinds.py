"""What the ports of a block or of a whole subsystem are: their declarations and sizes. Nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass, replace

from blocks.block import Block, type_name
from blocks.declare import Input, Output
from blocks.diagram import Diagram, Endpoint, Part, block_of, parse_endpoint
from blocks.errors import ModelError
from blocks.port import Port
from blocks.toml_text import natural

MAX_ELEMENTS = 8  # a longer vector is one port
# vectors that are a row of single signals, each with its own connection
ADDED = ("Add", "And", "Max", "Min", "Mux", "Or", "Product", "Scope", "Sum")
CHANNELS = {f"signals.{name}.u" for name in ADDED} | {"signals.Demux.y"}
MAX_DEPTH = 16


@dataclass(frozen=True)
class PortKind:
    """A port of a part: its name there, what it is, and how many numbers it carries."""

    name: str
    declaration: Port | Input | Output
    shape: tuple[int, ...] = ()
    is_sampled: bool = False
    count: int = 1  # how many ports of this kind an end means: elements of an array of blocks or of a vector
    inner: str = ""  # for the port of a subsystem: the block inside that it belongs to

    @property
    def is_physical(self) -> bool:
        """Tell whether the port is no signal."""
        return isinstance(self.declaration, Port)


@dataclass(frozen=True)
class Use:
    """How the ports of a block are connected: which as a whole, and of which single elements."""

    whole: frozenset[str] = frozenset()
    by_element: frozenset[str] = frozenset()
    onward: frozenset[str] = frozenset()  # of an element of an array: where the next one is connected
    backward: frozenset[str] = frozenset()  # and the one before
    # ports that the diagram shows outside, with their names there: free ones, and those that are also connected inside
    shown: tuple[tuple[str, str], ...] = ()
    named: tuple[tuple[str, str], ...] = ()


UNUSED = Use()


def port_kinds(part: Part, use: Use = UNUSED) -> list[PortKind]:
    """Return the ports of a part in the order of their declaration.

    A row of channels, and any vector of which single elements are connected, shows each element as a port: otherwise
    different signals would meet at one mark. One that is connected as a whole is one port.
    """
    if isinstance(part, Diagram):
        # in the order of files, which the order of edits must not outlive
        found = [_outer(part, name, part.ports[name]) for name in sorted(part.ports, key=natural)]
        return [kind for one in found if one is not None for kind in _split(part, one, use)]
    return [kind for one in _block_kinds(part) for kind in _split(part, one, use)] if isinstance(part, Block) else []


def kind_at(diagram: Diagram, end: str, depth: int = 0) -> PortKind | None:
    """Return what an endpoint such as ``scope.u[2]`` is; None if there is no such port."""
    try:
        where = parse_endpoint(end)
    except ModelError:
        return None
    part = diagram.blocks.get(where.block)
    if isinstance(part, Diagram):
        inner = part.ports.get(where.port, "")
        found = kind_at(part, inner, depth + 1) if inner and depth < MAX_DEPTH else None
        many = _many(diagram, where)
        return found and replace(found, name=end, count=found.count * many, inner="")
    if not isinstance(part, Block):
        return None
    kinds = {kind.name: kind for kind in _block_kinds(part)}
    if where.element is not None and (single := kinds.get(where.ports[0])):
        count = _many(diagram, where) * len(where.element)
        return PortKind(end, single.declaration, single.shape, single.is_sampled, count)
    found = kinds.get(where.port)
    if found is None:
        return None
    shape, count = found.shape, _many(diagram, where)
    if where.element is not None:
        shape, count = (), count * len(where.element)
    return PortKind(end, found.declaration, shape, found.is_sampled, count)


def _many(diagram: Diagram, where: Endpoint) -> int:
    """Return how many blocks an endpoint means."""
    count = diagram.counts.get(where.block, 1)
    return len(where.index) if where.index is not None else count


def _outer(part: Diagram, name: str, inner: str) -> PortKind | None:
    kind = kind_at(part, inner)
    return kind and replace(kind, name=name, inner=block_of(inner))


def _block_kinds(part: Block) -> list[PortKind]:
    try:
        trace = part.trace
    except ModelError:
        # a wrong value: the checks say so; the block keeps the ports of its defaults
        part = type(part)()
        trace = part.trace
    return [
        PortKind(info.path, info.declaration, trace.symbols[info.path].shape if info.is_signal else (), part.is_sampled)
        for info in trace.ports.values()
    ]


def _split(part: Block | Diagram, kind: PortKind, use: Use) -> list[PortKind]:
    if kind.is_physical or kind.name in use.whole or len(kind.shape) != 1 or not 1 < kind.shape[0] <= MAX_ELEMENTS:
        return [kind]
    if kind.name not in use.by_element and f"{type_name(type(part))}.{kind.name}" not in CHANNELS:
        return [kind]
    return [replace(kind, name=f"{kind.name}[{i + 1}]", shape=()) for i in range(kind.shape[0])]


def described(kind: PortKind) -> str:
    """Return what a port is for and which units it has: ``drive shaft [rad, N.m]``."""
    declared = kind.declaration
    if isinstance(declared, Port):
        units = ", ".join(quantity.unit_text for quantity in declared.quantities.values())
    else:
        units = "" if declared.unit_text in ("any", "1", "bool") else declared.unit_text
    size = f" of size {' x '.join(map(str, kind.shape))}" if kind.shape else ""
    return f"{declared.text}{size}{f' [{units}]' if units else ''}"
