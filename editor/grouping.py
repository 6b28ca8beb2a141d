"""Several blocks made one subsystem: what was connected across the border goes through its new ports."""

from __future__ import annotations

import re
from collections.abc import Iterable

from blocks.block import Block
from blocks.diagram import ROUTE, Diagram, Part, Position, block_of
from blocks.errors import ModelError
from editor.free_names import free_port_name
from editor.style import GRID

WORD = re.compile(r"[A-Za-z_]\w*")


def group(diagram: Diagram, names: Iterable[str], name: str) -> Diagram:
    """Move blocks into a new subsystem of a diagram and return it."""
    chosen = [block for block in diagram.blocks if block in set(names)]
    if not chosen:
        raise ModelError("Nothing is selected.", fix="Select the blocks that are to become one.")
    inner = Diagram(name)
    for block in chosen:
        _take(diagram, inner, block)
    inside = set(chosen)
    ports = _Ports(inner)
    kept: list[tuple[str, str]] = []
    for pair in diagram.connections:
        ends = [block_of(end) in inside for end in pair]
        if all(ends):
            inner.connections.append(pair)
        elif any(ends):
            first, second = (f"{name}.{ports.of(e)}" if within else e for e, within in zip(pair, ends, strict=True))
            kept.append((first, second))
        else:
            kept.append(pair)
    inner.routes = {key: bends for key, bends in diagram.routes.items() if _is_within(key, inside)}
    exposed = {p: f"{name}.{ports.of(e)}" if block_of(e) in inside else e for p, e in diagram.ports.items()}
    places = [place for block in chosen for place in diagram.places_of(block).values()]
    diagram.connections = []  # so that taking blocks out bridges nothing
    for block in chosen:
        diagram.remove(block)
    diagram.add(name, inner, at=middle(places) if places else None)
    diagram.connections, diagram.ports = kept, exposed
    diagram.rename_variables(lambda text: f"{name}.{text}" if block_of(text) in inside else text)
    _hand_down_parameters(diagram, inner)
    return inner


def middle(places: list[Position]) -> Position:
    """Return the middle of some places, on the grid."""
    return tuple(round(sum(place[axis] for place in places) / len(places) / GRID) * GRID for axis in (0, 1))


def _take(diagram: Diagram, inner: Diagram, name: str) -> None:
    inner.add(name, diagram.blocks[name], count=diagram.counts.get(name))
    inner.layout |= diagram.places_of(name)
    for outer_table, inner_table in ((diagram.files, inner.files), (diagram.notes, inner.notes)):
        if name in outer_table:
            inner_table[name] = outer_table[name]
    if name in diagram.disabled:
        inner.disabled.add(name)


class _Ports:
    """The ports a new subsystem gets: one for every inner port that is connected outside."""

    def __init__(self, inner: Diagram) -> None:
        self._inner = inner
        self._known: dict[str, str] = {}

    def of(self, end: str) -> str:
        """Return the port that shows an inner one outside."""
        if end not in self._known:
            given = self._known[end] = free_port_name(self._inner, end)
            self._inner.expose(given, end)
        return self._known[end]


def _is_within(key: str, inside: set[str]) -> bool:
    return all(block_of(end) in inside for end in key.split(ROUTE))


def _hand_down_parameters(diagram: Diagram, inner: Diagram) -> None:
    """Give the subsystem the parameters that its blocks' values speak of; their values come from outside."""
    for block in inner.blocks.values():
        for text in _texts(block):
            for word in WORD.findall(text):
                if word in diagram.parameters and word not in inner.parameters:
                    inner.parameters[word] = diagram.parameters[word]
                    inner.values[word] = f"= {word}"


def _texts(part: Part) -> list[str]:
    tables = [part.values] if isinstance(part, Diagram) else []
    if isinstance(part, Block):
        tables = [part.values, part.start, part.guess]
    return [value for table in tables for value in table.values() if isinstance(value, str) and value.startswith("=")]
