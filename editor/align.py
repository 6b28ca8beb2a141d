"""Where blocks go when they are aligned or spread out; nothing here draws or knows Qt."""

from __future__ import annotations

from collections.abc import Mapping

from blocks.diagram import Position
from editor.canvas.geometry import Rect

SIDES = {
    "left": (0, min), "centre": (0, None), "right": (0, max), "top": (1, min), "middle": (1, None), "bottom": (1, max),
}  # fmt: skip


def aligned(
    places: Mapping[str, Position], bodies: Mapping[str, Rect], how: str, grid: int = 10
) -> dict[str, Position]:
    """Return the places with one edge of the bodies, or their middles, in one line.

    >>> aligned({"a": (0, 0), "b": (40, 100, 90)}, {"a": (-40, -30, 40, 30), "b": (20, 60, 60, 140)}, "left")
    {'a': (0, 0), 'b': (-20, 100, 90)}
    """
    axis, choose = SIDES[how]
    if not places:
        return {}
    if choose is None:
        ends = [value for name in places for value in (bodies[name][axis], bodies[name][axis + 2])]
        middle = (min(ends) + max(ends)) / 2
        shifts = {name: middle - (bodies[name][axis] + bodies[name][axis + 2]) / 2 for name in places}
    else:
        edge = axis if choose is min else axis + 2
        line = choose(bodies[name][edge] for name in places)
        shifts = {name: line - bodies[name][edge] for name in places}
    return {name: _moved(place, axis, shifts[name], grid) for name, place in places.items()}


def distributed(
    places: Mapping[str, Position], bodies: Mapping[str, Rect], axis: int, grid: int = 10
) -> dict[str, Position]:
    """Return the places with equal gaps between the bodies along an axis; the outermost stay.

    >>> bodies = {"a": (0, 0, 10, 10), "b": (10, 0, 50, 10), "c": (110, 0, 120, 10)}
    >>> distributed({"a": (5, 5), "b": (30, 5), "c": (115, 5)}, bodies, 0)
    {'a': (5, 5), 'b': (60, 5), 'c': (115, 5)}
    """
    names = sorted(places, key=lambda name: (bodies[name][axis], bodies[name][axis + 2]))
    if len(names) < 3:
        return dict(places)
    sizes = {name: bodies[name][axis + 2] - bodies[name][axis] for name in names}
    room = bodies[names[-1]][axis + 2] - bodies[names[0]][axis]
    gap = (room - sum(sizes.values())) / (len(names) - 1)
    moved, at = {}, float(bodies[names[0]][axis])
    for name in names[:-1]:
        moved[name] = _moved(places[name], axis, at - bodies[name][axis], grid)
        at += sizes[name] + gap
    moved[names[-1]] = places[names[-1]]
    return moved


def _moved(place: Position, axis: int, by: float, grid: int) -> Position:
    step = round(by / grid) * grid
    return tuple(old + step if number == axis else old for number, old in enumerate(place))
