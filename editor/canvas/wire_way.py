"""The way of a connection while it is drawn: corners set by clicks, and the pieces of connections it joins. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.geometry import End, Point, distance_to, segments_of, simplified
from editor.canvas.route import quick_route


def leg(fixed: Sequence[Point], start: End, at: Point) -> list[Point]:
    """Return the points from the last corner to the mouse; a corner is where the way turns.

    >>> leg([(0, 0), (50, 0)], End((0, 0), (1, 0)), (80, 40))
    [(50, 40), (80, 40)]
    """
    if len(fixed) < 2:
        return _towards(start, at)[1:]
    (x0, _), (x, y) = fixed[-2], fixed[-1]
    # the click set a corner: what came level goes on upright
    corner = (at[0], y) if x0 == x else (x, at[1])
    return [corner, at]


def leg_to(fixed: Sequence[Point], start: End, target: End) -> list[Point]:
    """Return the points from the last corner to a port."""
    if len(fixed) < 2:
        return quick_route(start, target)[1:]
    (x0, y0), (x, y) = fixed[-2], fixed[-1]
    ahead = ((x > x0) - (x < x0), (y > y0) - (y < y0))  # never straight back
    return quick_route(End(fixed[-1], ahead, 0), target)[1:]


def _towards(start: End, at: Point) -> list[Point]:
    """Return the way from a port to the mouse, which comes from nowhere in particular."""
    x, y = start.point
    if start.out[1]:
        return [start.point, (x, at[1]), at]
    if start.out[0] and (at[0] - x) * start.out[0] < 0:
        return [start.point, start.stub, (start.stub[0], at[1]), at]
    return [start.point, ((x + at[0]) // 20 * 10, y), ((x + at[0]) // 20 * 10, at[1]), at]


def to_corner(fixed: Sequence[Point], start: End, at: Point) -> list[Point]:
    """Return the way with one more corner, reached with one bend: a click says where the way is to turn."""
    if len(fixed) < 2:
        (x, y), is_level = start.point, bool(start.out[0])
        bend = (at[0], y) if is_level else (x, at[1])
        before = [start.point]
        if (bend[0] - x) * start.out[0] + (bend[1] - y) * start.out[1] < 0:
            before.append(start.stub)  # never back into the block
            bend = (start.stub[0], at[1]) if is_level else (at[0], start.stub[1])
        return simplified([*before, bend, at])
    return simplified([*fixed, *leg(fixed, start, at)])


def portion(path: Sequence[Point], at: Point, from_start: bool) -> list[Point]:
    """Return the part of a path from its start to a point near it; or from that point to its end.

    >>> portion([(0, 0), (50, 0), (50, 40)], (50, 10), True)
    [(0, 0), (50, 0), (50, 10)]
    """
    pieces = list(zip(path, path[1:], strict=False))
    number = min(range(len(pieces)), key=lambda i: distance_to(segments_of(pieces[i])[0], *at))
    (x0, y0), (x1, y1) = pieces[number]
    on_it = (min(max(at[0], min(x0, x1)), max(x0, x1)), min(max(at[1], min(y0, y1)), max(y0, y1)))
    return [*path[: number + 1], on_it] if from_start else [on_it, *path[number + 1 :]]
