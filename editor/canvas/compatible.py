"""Whether two ports can be connected, and if not, why not, in words for people. Pure, no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from blocks.connection_words import other_count, other_kind, other_size, other_unit, takes
from blocks.declare import Input, Output
from blocks.diagram import Diagram, block_of
from blocks.port import Port
from editor.canvas.elements import singles
from editor.canvas.nets import nets_of
from editor.canvas.port_kinds import PortKind, kind_at


class Joined:
    """What is connected in a diagram at one moment, for many questions about it."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self._kinds: dict[str, PortKind | None] = {}

    def kind(self, end: str) -> PortKind | None:
        """Return what an endpoint is."""
        if end not in self._kinds:
            self._kinds[end] = kind_at(self.diagram, end)
        return self._kinds[end]

    @cached_property
    def _nets(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for pairs in nets_of(self.diagram.connections):
            ends = {end for pair in pairs for end in pair}
            found.update(dict.fromkeys(ends, ends))
        return found

    def net(self, end: str) -> set[str]:
        """Return all endpoints that are connected with one."""
        return self._nets.get(end, {end})

    @cached_property
    def _sources(self) -> dict[str, str]:
        found = {}
        for end in self._nets:
            kind = self.kind(end)
            if kind is not None and isinstance(kind.declaration, Input) and (outputs := self.outputs(self.net(end))):
                found.update(dict.fromkeys(singles(self.diagram, end), outputs[0]))
        return found

    def outputs(self, ends: set[str]) -> list[str]:
        """Return the outputs among endpoints."""
        return sorted(end for end in ends if (kind := self.kind(end)) and isinstance(kind.declaration, Output))

    def source(self, end: str) -> str:
        """Return the output that an input, or a single element of it, gets its signal from; nothing if it is free."""
        return next((source for one in singles(self.diagram, end) if (source := self._sources.get(one))), "")


def why_not(diagram: Diagram, first: str, second: str, joined: Joined | None = None) -> str:
    """Return why two endpoints cannot be connected; nothing if they can."""
    joined = joined or Joined(diagram)
    a, b = joined.kind(first), joined.kind(second)
    if a is None or b is None:
        return f'There is no port "{first if a is None else second}".'
    if first == second:
        return "A port cannot be connected to itself."
    if a.is_physical or b.is_physical:
        if type(a.declaration) is not type(b.declaration):
            return " ".join(other_kind(first, a.declaration, second, b.declaration))
        return _counts(first, a, second, b)
    return _signals(joined, first, a, second, b)


def _counts(first: str, a: PortKind, second: str, b: PortKind) -> str:
    is_right = a.count == b.count or 1 in (a.count, b.count)
    return "" if is_right else " ".join(other_count(first, a.count, second, b.count))


def _signals(joined: Joined, first: str, a: PortKind, second: str, b: PortKind) -> str:
    outputs = joined.outputs(joined.net(first) | joined.net(second))
    if isinstance(a.declaration, Output) and isinstance(b.declaration, Output):
        return (
            f'Cannot connect the outputs "{first}" and "{second}" with each other. A signal comes from one output only.'
        )
    if not outputs:
        return f'Cannot connect the inputs "{first}" and "{second}" with each other. Begin at an output.'
    own = {end for end, kind in ((first, a), (second, b)) if isinstance(kind.declaration, Output)}
    for end, kind in ((first, a), (second, b)):
        if isinstance(kind.declaration, Input) and (taken := joined.source(end)) and (own - {taken} or outputs[1:]):
            return f'"{end}" already gets its signal from "{taken}". Delete that connection first.'
    source = outputs[0]
    out = joined.kind(source)
    for end, kind in ((first, a), (second, b)):
        if out is not None and isinstance(kind.declaration, Input) and (text := _unfit(source, out, end, kind)):
            return text
    return ""


def _unfit(source: str, out: PortKind, end: str, kind: PortKind) -> str:
    first, second = out.declaration, kind.declaration
    assert not isinstance(first, Port)
    assert isinstance(second, Input)
    if _is_spread(out, kind) or _is_spread(kind, out):
        return "" if takes(first, second) else " ".join(other_unit(source, first, end, second))
    if out.shape != kind.shape:
        return " ".join(other_size(source, out.shape, end, kind.shape))
    if out.count > 1 and kind.count == 1:
        return " ".join(other_count(source, out.count, end, 1))  # several outputs at one input
    if text := _counts(source, out, end, kind):
        return text
    return "" if takes(first, second) else " ".join(other_unit(source, first, end, second))


def _is_spread(vector: PortKind, single: PortKind) -> bool:
    """Tell whether a vector meets as many single signals: each takes its own element."""
    return vector.count == 1 and not single.shape and single.count > 1 and vector.shape == (single.count,)


def through_ports(diagram: Diagram, name: str, kinds: list[PortKind], pair: tuple[str, str]) -> tuple[str, str] | None:
    """Return the two ports by which a block can be put into a connection; None if it does not fit.

    A signal comes in at an input and goes on at an output; a physical connection needs two ports of its kind.
    """
    a, b = kind_at(diagram, pair[0]), kind_at(diagram, pair[1])
    if a is None or b is None or block_of(pair[0]) == name or block_of(pair[1]) == name:
        return None
    if a.is_physical:
        fitting = [kind.name for kind in kinds if type(kind.declaration) is type(a.declaration)]
        return (fitting[0], fitting[1]) if len(fitting) >= 2 else None
    inputs = [kind for kind in kinds if isinstance(kind.declaration, Input)]
    outputs = [kind for kind in kinds if isinstance(kind.declaration, Output)]
    if not inputs or not outputs or any(kind.is_physical for kind in kinds):
        return None
    is_forward = isinstance(a.declaration, Output)
    return (inputs[0].name, outputs[0].name) if is_forward else (outputs[0].name, inputs[0].name)


def through_count(
    diagram: Diagram, kinds: Mapping[str, PortKind], ports: tuple[str, str], pair: tuple[str, str]
) -> int | None:
    """Return how many equal blocks fit into a connection, one for each element of both ends; None if none fits."""
    sizes = [_size(kind_at(diagram, end), kinds[port]) for end, port in zip(pair, ports, strict=True)]
    if None in sizes:
        return None
    least, most = sorted(size for size in sizes if size is not None)
    return least if least in (1, most) else None


def _size(kind: PortKind | None, port: PortKind) -> int | None:
    """Return how many ports of a kind an end meets; a vector meets as many single signals."""
    if kind is None:
        return None
    if kind.shape == port.shape:
        return kind.count
    is_row = len(kind.shape) == 1 and kind.count == 1 and not port.shape
    return kind.shape[0] if is_row else None
