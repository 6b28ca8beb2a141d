"""Where the elements of an array go when it is spread out: on a ring, in a row, a column or a grid. Pure, no Qt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from blocks.diagram import Position
from editor.canvas.geometry import Point
from editor.style import GRID

FORMS = ("ring", "row", "column", "grid")
CLOSE, WIDE = 40, 60  # px between elements that are connected with each other, and between others
LEAST = 6  # elements that make a round ring


def formation(how: str, count: int, size: Point, centre: Point, *, is_chain: bool) -> list[Position]:
    """Return a place for each element of a size around a centre; those of a chain are turned towards the next.

    >>> formation("row", 3, (60, 40), (0, 0), is_chain=True)
    [(-100, 0), (0, 0), (100, 0)]
    """
    gap = CLOSE if is_chain else WIDE
    width, height = size[0] + gap, size[1] + gap
    if how == "ring":
        return _ring(count, max(width, 0 if is_chain else height), centre)
    if how == "row":
        return _grid(count, count, (width, height), centre)
    if how == "column" and is_chain:
        # a quarter turn: what leads to the next element points down
        return [(*place, 90) for place in _grid(count, 1, (height, width), centre)]
    if how == "column":
        return _grid(count, 1, (width, height), centre)
    return _grid(count, math.ceil(math.sqrt(count)), (width, height), centre)


def _ring(count: int, pitch: int, centre: Point) -> list[Position]:
    """Return places clockwise from the top, each element turned so that its own top is outside."""
    radius = max(count, LEAST) * pitch / (2 * math.pi)
    found: list[Position] = []
    for i in range(count):
        angle = 2 * math.pi * i / count
        x, y = centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)
        degrees = round(math.degrees(angle))
        found.append((round(x), round(y), degrees) if degrees else (round(x), round(y)))
    return found


def _grid(count: int, columns: int, pitch: Point, centre: Point) -> list[Position]:
    rows = -(-count // columns)
    left, top = centre[0] - (columns - 1) * pitch[0] / 2, centre[1] - (rows - 1) * pitch[1] / 2
    return [(_on_grid(left + i % columns * pitch[0]), _on_grid(top + i // columns * pitch[1])) for i in range(count)]


def continued(places: Mapping[str, Position], names: Sequence[str]) -> dict[str, Position]:
    """Return a place for each element of an array; those that have none go on in line with the two before.

    >>> continued({"a[1]": (0, 0), "a[2]": (100, 0, 90), "a[9]": (0, 0)}, ["a[1]", "a[2]", "a[3]"])
    {'a[1]': (0, 0), 'a[2]': (100, 0, 90), 'a[3]': (200, 0, 90)}
    """
    found: dict[str, Position] = {}
    for name in names:
        before, last = ((0, 0), (0, 0), *found.values())[-2:]
        step = (last[0] - before[0], last[1] - before[1]) if len(found) > 1 else (2 * WIDE, 0)
        found[name] = places.get(name, (last[0] + step[0], last[1] + step[1], *last[2:]))
    return found


def _on_grid(value: float) -> int:
    return round(value / GRID) * GRID
