"""Where blocks go when they are aligned or spread out; nothing here draws or knows Qt."""

from __future__ import annotations

from collections.abc import Mapping

from blocks.diagram import Position

SIDES = {
    "left": (0, min), "centre": (0, None), "right": (0, max), "top": (1, min), "middle": (1, None), "bottom": (1, max),
}  # fmt: skip


def aligned(places: Mapping[str, Position], how: str, grid: int = 10) -> dict[str, Position]:
    """Return the places with one coordinate made equal: left, centre, right, top, middle or bottom.

    >>> aligned({"a": (0, 0), "b": (40, 100, 90)}, "left")
    {'a': (0, 0), 'b': (0, 100, 90)}
    """
    axis, choose = SIDES[how]
    values = [place[axis] for place in places.values()]
    if not values:
        return {}
    value = choose(values) if choose is not None else round((min(values) + max(values)) / 2 / grid) * grid
    return {name: _with(place, axis, value) for name, place in places.items()}


def distributed(places: Mapping[str, Position], axis: int, grid: int = 10) -> dict[str, Position]:
    """Return the places with equal steps along an axis; the outermost stay.

    >>> distributed({"a": (0, 0), "b": (10, 0), "c": (100, 0)}, 0)
    {'a': (0, 0), 'b': (50, 0), 'c': (100, 0)}
    """
    names = sorted(places, key=lambda name: places[name][axis])
    if len(names) < 3:
        return dict(places)
    first, last = places[names[0]][axis], places[names[-1]][axis]
    step = (last - first) / (len(names) - 1)
    moved = {name: _with(places[name], axis, round((first + n * step) / grid) * grid) for n, name in enumerate(names)}
    moved[names[-1]] = places[names[-1]]
    return moved


def _with(place: Position, axis: int, value: int) -> Position:
    return tuple(value if number == axis else old for number, old in enumerate(place))
