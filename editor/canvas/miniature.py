"""A diagram very small, as boxes and lines: what a subsystem shows of its inside. Pure, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from blocks.diagram import Diagram, Position, block_of
from editor.canvas.geometry import leaned
from editor.canvas.ports import ELEMENT
from editor.canvas.spread import items, number_of, pieces, spread_names
from editor.style import BLOCK

Spot = tuple[float, float]


@dataclass
class Miniature:
    """Boxes by their corners and lines by their points, and the half size of all of it around its middle."""

    boxes: list[list[Spot]] = field(default_factory=list)
    lines: list[list[Spot]] = field(default_factory=list)
    middle: Spot = (0.0, 0.0)
    size: Spot = (0.0, 0.0)


def miniature(diagram: Diagram) -> Miniature:
    """Return the blocks that have a place, and straight lines between them; nothing for less than two."""
    places = {name: diagram.layout[name] for name in items(diagram) if name in diagram.layout}
    if len(places) < 2:
        return Miniature()
    found = Miniature([_box(diagram, name, place) for name, place in places.items()])
    spread = spread_names(diagram)
    for pair in diagram.connections:
        for ends in pieces(diagram, pair, spread):
            a, b = (places.get(_item(end)) for end in ends)
            if a and b:
                leans = [number_of(_item(end)) and _angle(at) % 90 for end, at in zip(ends, (a, b), strict=True)]
                corner = [] if any(leans) else [(b[0], a[1])]
                found.lines.append([(a[0], a[1]), *corner, (b[0], b[1])])
    xs, ys = ([spot[axis] for box in found.boxes for spot in box] for axis in (0, 1))
    found.middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    found.size = max(xs) - min(xs), max(ys) - min(ys)
    return found


def _item(end: str) -> str:
    return end.partition(".")[0]


def _angle(place: Position) -> int:
    return place[2] if len(place) > 2 else 0


def _box(diagram: Diagram, name: str, place: Position) -> list[Spot]:
    number = number_of(name)
    is_small = number is not None and isinstance(diagram.blocks[block_of(name)], Diagram)
    wide, high = ELEMENT if is_small else BLOCK
    degrees = _angle(place) if number is not None else 0
    corners = [(-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2)]
    return [(place[0] + x, place[1] + y) for x, y in (leaned(*corner, degrees) for corner in corners)]
