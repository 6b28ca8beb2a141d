"""Diagrams: named blocks and the connections between their ports. A diagram can itself be a block of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from blocks.block import Block, Value
from blocks.color_scale import ColorScale
from blocks.errors import ModelError, did_you_mean
from blocks.mask import ParameterFacts
from blocks.variable_names import Change, of_block, renamed_in_equation, renamed_in_scopes

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ENDPOINT = re.compile(
    r"(?P<block>[A-Za-z_]\w*)(?:\[(?P<index>[\d:, ]+)\])?\.(?P<port>[A-Za-z_]\w*)(?:\[(?P<element>[\d:, ]+)\])?",
    re.A,
)
INDEX = re.compile(r"[0-9]{1,9}")
ELEMENT = re.compile(r"(?P<block>[A-Za-z_]\w*)\[(?P<index>[1-9][0-9]{0,8})\]", re.A)
MAX_ELEMENTS = 10_000
ROUTE = " -- "

Part: TypeAlias = "Block | Diagram | Placeholder"
Position: TypeAlias = tuple[int, ...]


@dataclass
class Placeholder:
    """A block whose type is not installed: kept with all its data so that nothing is lost."""

    type: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass
class Experiment:
    """How a diagram is meant to be run. Empty values are chosen by the solver.

    ``start`` is "given" for the start values as they are, or "steady" for rest: whatever has no fixed start value
    begins where nothing changes.
    """

    stop: Value = 1.0
    interval: Value | None = None
    solver: str = "auto"
    tolerance: float = 1e-6
    step: Value | None = None
    start: str = "given"


@dataclass(frozen=True)
class Endpoint:
    """One end of a connection: a port of a block, or of several elements of a block array (counted from one).

    ``element`` picks some of an array of ports, or some numbers of a vector signal.
    """

    block: str
    port: str
    index: tuple[int, ...] | None = None
    element: tuple[int, ...] | None = None

    @property
    def ports(self) -> list[str]:
        """Return the ports meant, each with its own index."""
        return [self.port] if self.element is None else [f"{self.port}[{i}]" for i in self.element]


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
        self.mask: dict[str, ParameterFacts] = {}  # what is said of the parameters
        self.ports: dict[str, str] = {}
        self.initial_equations: list[str] = []
        self.experiment = Experiment()
        self.layout: dict[str, Position] = {}  # of blocks, and of single elements of arrays: "unit[3]"
        self.files: dict[str, str] = {}
        self.notes: dict[str, str] = {}  # on blocks that are diagrams with a file of their own
        self.disabled: set[str] = set()
        self.routes: dict[str, list[Position]] = {}  # bends of connections, by "a.p -- b.n"
        self.annotations: list[Any] | dict[str, Any] = []
        self.scopes: list[Any] | dict[str, Any] = []
        self.colors: dict[str, ColorScale] = {}  # of parts of its animation
        self.extra: dict[str, Any] = {}  # what a file holds that nothing here understands, in the same tables
        self.problems: list[ModelError] = []  # found on reading the file
        self.folder: Path | None = None  # of its file: where the code of a project is looked for
        self.values: dict[str, Value] = dict(values or {})
        self._pairs: set[tuple[str, str]] = set()
        self._pairs_of: list[tuple[str, str]] = []
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
        """Remove a block. What was connected through one of its ports stays connected with each other."""
        del self.blocks[self._known(name)]
        tables: tuple[dict[str, Any], ...] = (self.counts, self.files, self.notes)
        for table in (*tables, self._extra_blocks):
            table.pop(name, None)
        self.layout = {key: place for key, place in self.layout.items() if block_of(key) != name}
        self.disabled.discard(name)
        self.connections = self._bridged(name)
        self.routes = {key: bends for key, bends in self.routes.items() if name not in map(block_of, key.split(ROUTE))}
        self.ports = {port: inner for port, inner in self.ports.items() if block_of(inner) != name}
        self._changed("remove", name)

    def _bridged(self, name: str) -> list[tuple[str, str]]:
        """Return the connections without a block: the other ends of each of its ports are joined in its place."""
        kept = [pair for pair in self.connections if name not in map(block_of, pair)]
        nets: dict[str, list[str]] = {}
        for pair in self.connections:
            for end, other in (pair, pair[::-1]):
                if block_of(end) == name and block_of(other) != name:
                    nets.setdefault(end, []).append(other)
        present = {frozenset(pair) for pair in kept}
        for ends in nets.values():
            joined = [(ends[0], other) for other in ends[1:] if frozenset((ends[0], other)) not in present]
            present.update(map(frozenset, joined))
            kept += joined
        return kept

    def rename(self, old: str, new: str) -> None:
        """Give a block a new name; connections and exposed ports follow."""
        self.check_new_name(old, new)
        tables: tuple[dict[str, Any], ...] = (self.blocks, self.counts, self.files, self.notes)
        for table in (*tables, self._extra_blocks):
            items = [(new if name == old else name, item) for name, item in table.items()]
            table.clear()
            table.update(items)

        def moved(end: str) -> str:
            return new + end[len(old) :] if block_of(end) == old else end

        if old in self.disabled:
            self.disabled = self.disabled - {old} | {new}
        self.connections = [(moved(a), moved(b)) for a, b in self.connections]
        self.routes = {ROUTE.join(map(moved, key.split(ROUTE))): bends for key, bends in self.routes.items()}
        self.ports = {port: moved(inner) for port, inner in self.ports.items()}
        self.layout = {moved(key): place for key, place in self.layout.items()}
        self.rename_variables(of_block(old, new))
        self._changed("rename", new)

    def check_new_name(self, old: str, new: str) -> None:
        """Raise an error if a block cannot get a name."""
        self._known(old)
        if new in self.blocks:
            raise ModelError(f'There is already a block "{new}".', old, fix="Choose another name.")
        if not NAME.fullmatch(new):
            fix = "A name begins with a letter and has letters, digits and _ only."
            raise ModelError(f'The block "{old}" cannot be renamed to "{new}".', old, fix=fix)

    def rename_variables(self, change: Change) -> None:
        """Let initial equations, scopes and colours use other names of variables."""
        self.initial_equations = [renamed_in_equation(text, change) for text in self.initial_equations]
        self.scopes = renamed_in_scopes(self.scopes, change)
        self.colors = {name: scale.renamed(change) for name, scale in self.colors.items()}

    def connect(self, first: str, *others: str) -> None:
        """Connect ports, written ``block.port``, with each other."""
        for other in others:
            for end in (first, other):
                self._known(parse_endpoint(end).block, end)
            known = self._known_pairs()
            if (first, other) not in known and (other, first) not in known:
                self.connections.append((first, other))
                known.add((first, other))
        self._changed("connect", first)

    def _known_pairs(self) -> set[tuple[str, str]]:
        # a set beside the list, made anew whenever the list is no longer the one it was made of
        if self._pairs_of is not self.connections or len(self._pairs) != len(self.connections):
            self._pairs, self._pairs_of = set(self.connections), self.connections
        return self._pairs

    def disconnect(self, first: str, second: str) -> None:
        """Remove the connection between two ports."""
        self.connections = [pair for pair in self.connections if set(pair) != {first, second}]
        lost = {first, second} if not self.counts else {_port_of(first), _port_of(second)}
        left = [{_port_of(end) for end in pair} for pair in self.connections] if self.counts else []
        for key in list(self.routes):
            ends = set(key.split(ROUTE))
            # each element of an array may have a route of its own
            if ends == {first, second} or ({_port_of(end) for end in ends} == lost and lost not in left):
                del self.routes[key]
        self._changed("disconnect", first)

    def expose(self, name: str, inner: str) -> None:
        """Show the port of an inner block outside, as a port of this diagram."""
        self._known(parse_endpoint(inner).block, inner)
        self.ports[name] = inner
        self._changed("expose", name)

    def elements(self, end: Endpoint, prefix: str = "") -> list[str]:
        """Return the names of the blocks an endpoint means: one, or several elements of an array.

        ``prefix`` are the names of the diagrams around this one, for messages.
        """
        count, name = self.counts.get(end.block), prefix + end.block
        if count is None:
            if end.index is not None:
                raise ModelError(f'"{name}" is a single block, not an array.', name)
            return [end.block]
        chosen = end.index or tuple(range(1, count + 1))
        if outside := [i for i in chosen if not 1 <= i <= count]:
            what = f'"{name}" has the elements 1 to {count}; there is no {outside[0]}.'
            fix = f'Correct what is connected to "{name}[{outside[0]}]", or give "{name}" more elements.'
            raise ModelError(what, name, fix=fix)
        return [f"{end.block}[{i}]" for i in chosen]

    def places_of(self, name: str) -> dict[str, Position]:
        """Return what the layout has about a block: its own place, and those of single elements of an array."""
        return {key: place for key, place in self.layout.items() if block_of(key) == name}

    @property
    def _extra_blocks(self) -> dict[str, Any]:
        blocks = self.extra.get("blocks", {})
        return blocks if isinstance(blocks, dict) else {}

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
    """Return the parts of ``block.port``, ``block[1:4].port``, ``block[1,3,5].port`` or ``block.signal[2]``.

    >>> parse_endpoint("muscle[2:4].a")
    Endpoint(block='muscle', port='a', index=(2, 3, 4), element=None)
    """
    match = ENDPOINT.fullmatch(text)
    if not match:
        raise ModelError(
            f'"{text}" does not name a port.', text, fix='Write block and port with a dot between: "motor.shaft".'
        )
    return Endpoint(match["block"], match["port"], _indices(match["index"]), _indices(match["element"]))


def block_of(end: str) -> str:
    """Return the name of the block an endpoint belongs to."""
    return end.split(".", 1)[0].split("[", 1)[0]


def _port_of(end: str) -> str:
    """Return an endpoint without what it says about elements."""
    return f"{block_of(end)}.{end.partition('.')[2].partition('[')[0]}"


def _indices(text: str | None) -> tuple[int, ...] | None:
    if text is None or text.strip() == ":":
        return None
    chosen: list[int] = []
    for part in text.split(","):
        first, colon, last = (piece.strip() for piece in part.partition(":"))
        is_readable = INDEX.fullmatch(first) and INDEX.fullmatch(last if colon else first)
        numbers = range(int(first), int(last or first) + 1) if is_readable else range(0)
        if not numbers or len(chosen) + len(numbers) > MAX_ELEMENTS:
            raise ModelError(f'"[{text[:40]}]" is not a list of elements.', fix='Write "[2]", "[1:4]" or "[1,3,5]".')
        chosen.extend(numbers)
    return tuple(chosen)
