"""What the ports of a block or of a whole subsystem are: their declarations and sizes. Nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass

from blocks.block import Block, type_name
from blocks.declare import Input, Output
from blocks.diagram import Diagram, Part, block_of, parse_endpoint
from blocks.errors import ModelError
from blocks.port import Port

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


UNUSED = Use()


def port_kinds(part: Part, use: Use = UNUSED) -> list[PortKind]:
    """Return the ports of a part in the order of their declaration.

    A row of channels, and any vector of which single elements are connected, shows each element as a port: otherwise
    different signals would meet at one mark. One that is connected as a whole is one port.
    """
    if isinstance(part, Diagram):
        found = [_outer(part, name, inner) for name, inner in part.ports.items()]
        return [kind for kind in found if kind is not None]
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
        return None if found is None else PortKind(end, found.declaration, found.shape, found.is_sampled)
    if not isinstance(part, Block):
        return None
    kinds = {kind.name: kind for kind in _block_kinds(part)}
    if where.element is not None and (single := kinds.get(where.ports[0])):
        return PortKind(end, single.declaration, single.shape, single.is_sampled)
    found = kinds.get(where.port)
    if found is None:
        return None
    shape = found.shape if where.element is None else (len(where.element),) if len(where.element) > 1 else ()
    return PortKind(end, found.declaration, shape, found.is_sampled)


def _outer(part: Diagram, name: str, inner: str) -> PortKind | None:
    kind = kind_at(part, inner)
    return kind and PortKind(name, kind.declaration, kind.shape, kind.is_sampled, block_of(inner))


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


def _split(part: Block, kind: PortKind, use: Use) -> list[PortKind]:
    if kind.is_physical or kind.name in use.whole or len(kind.shape) != 1 or not 1 < kind.shape[0] <= MAX_ELEMENTS:
        return [kind]
    if kind.name not in use.by_element and f"{type_name(type(part))}.{kind.name}" not in CHANNELS:
        return [kind]
    return [PortKind(f"{kind.name}[{i + 1}]", kind.declaration, (), kind.is_sampled) for i in range(kind.shape[0])]


def described(kind: PortKind) -> str:
    """Return what a port is for and which units it has: ``drive shaft [rad, N.m]``."""
    declared = kind.declaration
    if isinstance(declared, Port):
        units = ", ".join(quantity.unit_text for quantity in declared.quantities.values())
    else:
        units = "" if declared.unit_text in ("any", "1", "bool") else declared.unit_text
    size = f" of size {' x '.join(map(str, kind.shape))}" if kind.shape else ""
    return f"{declared.text}{size}{f' [{units}]' if units else ''}"
