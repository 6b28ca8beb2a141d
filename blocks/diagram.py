"""Diagrams: named blocks and the connections between their ports. A diagram can itself be a block of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from blocks.block import Block, Value
from blocks.errors import ModelError, did_you_mean

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ENDPOINT = re.compile(r"(?P<block>[A-Za-z_]\w*)(?:\[(?P<index>[\d:, ]+)\])?\.(?P<port>[A-Za-z_]\w*(?:\[\d+\])?)")

Part: TypeAlias = "Block | Diagram | Placeholder"
Position: TypeAlias = tuple[int, ...]


@dataclass
class Placeholder:
    """A block whose type is not installed: kept with all its data so that nothing is lost."""

    type: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass
class Experiment:
    """How a diagram is meant to be run. Empty values are chosen by the solver."""

    stop: Value = 1.0
    interval: Value | None = None
    solver: str = "auto"
    tolerance: float = 1e-6
    step: Value | None = None


@dataclass(frozen=True)
class Endpoint:
    """One end of a connection: a port of a block, or of several elements of a block array (counted from one)."""

    block: str
    port: str
    index: tuple[int, ...] | None = None


class Diagram:
    """Blocks by name, connections between their ports, parameters, and the ports and settings it shows outside.

    >>> from blocks import Block
    >>> d = Diagram()
    >>> d.add("a", Block())
    >>> list(d.blocks)
    ['a']
    """

    def __init__(self, name: str = "diagram", *, values: Mapping[str, Value] | None = None) -> None:
        self.name, self.note = name, ""
        self.blocks: dict[str, Part] = {}
        self.counts: dict[str, int] = {}
        self.connections: list[tuple[str, str]] = []
        self.parameters: dict[str, Value] = {}
        self.ports: dict[str, str] = {}
        self.initial_equations: list[str] = []
        self.experiment = Experiment()
        self.layout: dict[str, Position] = {}
        self.files: dict[str, str] = {}
        self.extra: dict[str, Any] = {}
        self.values: dict[str, Value] = dict(values or {})
        self.listeners: list[Callable[[str, str], None]] = []

    def add(self, name: str, block: Part, *, count: int | None = None, at: Position | None = None) -> None:
        """Add a block under a new name; ``count`` makes it an array of equal blocks."""
        if not NAME.fullmatch(name):
            raise ModelError(f'"{name}" is not a name for a block.', name, fix="Use letters, digits and _.")
        if name in self.blocks:
            raise ModelError(f'There is already a block "{name}" in "{self.name}".', name, fix="Choose another name.")
        self.blocks[name] = block
        if count is not None:
            self.counts[name] = count
        if at is not None:
            self.layout[name] = at
        self._changed("add", name)

    def remove(self, name: str) -> None:
        """Remove a block and every connection to it."""
        del self.blocks[self._known(name)]
        for table in (self.counts, self.layout, self.files):
            table.pop(name, None)
        self.connections = [pair for pair in self.connections if name not in map(block_of, pair)]
        self.ports = {port: inner for port, inner in self.ports.items() if block_of(inner) != name}
        self._changed("remove", name)

    def rename(self, old: str, new: str) -> None:
        """Give a block a new name; connections and exposed ports follow."""
        self._known(old)
        if new in self.blocks or not NAME.fullmatch(new):
            raise ModelError(f'The block "{old}" cannot be renamed to "{new}".', old, fix="Choose another name.")
        for table in (self.blocks, self.counts, self.layout, self.files):
            items = [(new if name == old else name, item) for name, item in table.items()]  # type: ignore[attr-defined]
            table.clear()  # type: ignore[attr-defined]
            table.update(items)  # type: ignore[attr-defined]

        def moved(end: str) -> str:
            return new + end[len(old) :] if block_of(end) == old else end

        self.connections = [(moved(a), moved(b)) for a, b in self.connections]
        self.ports = {port: moved(inner) for port, inner in self.ports.items()}
        self._changed("rename", new)

    def connect(self, first: str, *others: str) -> None:
        """Connect ports, written ``block.port``, with each other."""
        for other in others:
            for end in (first, other):
                self._known(parse_endpoint(end).block, end)
            if (first, other) not in self.connections and (other, first) not in self.connections:
                self.connections.append((first, other))
        self._changed("connect", first)

    def disconnect(self, first: str, second: str) -> None:
        """Remove the connection between two ports."""
        self.connections = [pair for pair in self.connections if set(pair) != {first, second}]
        self._changed("disconnect", first)

    def expose(self, name: str, inner: str) -> None:
        """Show the port of an inner block outside, as a port of this diagram."""
        self._known(parse_endpoint(inner).block, inner)
        self.ports[name] = inner
        self._changed("expose", name)

    def elements(self, end: Endpoint) -> list[str]:
        """Return the names of the blocks an endpoint means: one, or several elements of an array."""
        count = self.counts.get(end.block)
        if count is None:
            if end.index is not None:
                raise ModelError(f'"{end.block}" is a single block, not an array.', end.block)
            return [end.block]
        chosen = end.index or tuple(range(1, count + 1))
        if outside := [i for i in chosen if not 1 <= i <= count]:
            raise ModelError(f'"{end.block}" has the elements 1 to {count}; there is no {outside[0]}.', end.block)
        return [f"{end.block}[{i}]" for i in chosen]

    def _known(self, name: str, end: str = "") -> str:
        if name not in self.blocks:
            hint = did_you_mean(name, self.blocks) or "Add the block first."
            raise ModelError(f'There is no block "{name}" in "{self.name}".', end or name, fix=hint)
        return name

    def _changed(self, what: str, name: str) -> None:
        for listener in self.listeners:
            listener(what, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.blocks)


def parse_endpoint(text: str) -> Endpoint:
    """Return the parts of ``block.port``, ``block[2].port``, ``block[1:4].port`` or ``block[1,3,5].port``.

    >>> parse_endpoint("muscle[2:4].a")
    Endpoint(block='muscle', port='a', index=(2, 3, 4))
    """
    match = ENDPOINT.fullmatch(text)
    if not match:
        raise ModelError(
            f'"{text}" does not name a port.', text, fix='Write block and port with a dot between: "motor.shaft".'
        )
    return Endpoint(match["block"], match["port"], _indices(match["index"]))


def block_of(end: str) -> str:
    """Return the name of the block an endpoint belongs to."""
    return end.split(".", 1)[0].split("[", 1)[0]


def _indices(text: str | None) -> tuple[int, ...] | None:
    if text is None or text.strip() == ":":
        return None
    chosen: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition(":")
        if not first.strip() or (":" in part and not last.strip()) or int(last or first) - int(first) > 10_000:
            raise ModelError(f'"[{text}]" is not a list of elements.', fix='Write "[2]", "[1:4]" or "[1,3,5]".')
        chosen.extend(range(int(first), int(last or first) + 1))
    return tuple(chosen)
