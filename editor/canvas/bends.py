"""Ways drawn by hand: their corners stay, and their ends follow the ports. Pure, no Qt."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.geometry import STUB, End, Point, simplified
from editor.canvas.route import quick_route


def through(start: End, bends: Sequence[Point], end: End) -> list[Point]:
    """Return the path through corners drawn by hand; the corners next to moved ports slide to stay in line.

    >>> through(End((0, 10), (1, 0)), [(50, 0), (50, 90)], End((100, 90), (-1, 0)))
    [(0, 10), (50, 10), (50, 90), (100, 90)]
    """
    corners = list(bends)
    if not corners:
        return quick_route(start, end)
    corners = _slid(start, corners)
    corners = _slid(end, corners[::-1])[::-1]
    path = [start.point]
    for point in [*corners, end.point]:
        last = path[-1]
        if last[0] != point[0] and last[1] != point[1]:
            path.append(_corner(path, point, start))
        path.append(point)
    return simplified(path)


def _slid(end: End, corners: list[Point]) -> list[Point]:
    """Return corners of which the first is in line with the port it belongs to."""
    first, rest = corners[0], corners[1:]
    following = rest[0] if rest else None
    if end.out[0]:
        if following is None or following[0] == first[0]:
            return [(first[0], end.point[1]), *rest]
    elif following is None or following[1] == first[1]:
        return [(end.point[0], first[1]), *rest]
    return corners


def _corner(path: list[Point], point: Point, start: End) -> Point:
    """Return the corner that joins the path so far and a point that is not in line with it."""
    last = path[-1]
    is_level = bool(start.out[0]) if len(path) == 1 else path[-2][0] == last[0]
    return (point[0], last[1]) if is_level else (last[0], point[1])


def dragged(path: Sequence[Point], number: int, to: Point, start: End, end: End) -> list[Point]:
    """Return the corners of a path after one of its pieces was dragged sideways to a point.

    >>> ends = End((0, 0), (1, 0)), End((100, 50), (-1, 0))
    >>> dragged([(0, 0), (50, 0), (50, 50), (100, 50)], 1, (30, 25), *ends)
    [(30, 0), (30, 50)]
    """
    a, b = path[number], path[number + 1]
    is_level = a[1] == b[1]
    moved = [(p[0], to[1]) if is_level else (to[0], p[1]) for p in (a, b)]
    before, after = list(path[: number + 1]), list(path[number + 1 :])
    if number == 0:
        before = [a, start.stub] if is_level == bool(start.out[0]) else [a]
        moved[0] = (before[-1][0], to[1]) if is_level else (to[0], before[-1][1])
    else:
        before = before[:-1]
    if number == len(path) - 2:
        after = [end.stub, b] if is_level == bool(end.out[0]) else [b]
        moved[1] = (after[0][0], to[1]) if is_level else (to[0], after[0][1])
    else:
        after = after[1:]
    return simplified([*before, *moved, *after])[1:-1]


__all__ = ["STUB", "dragged", "through"]
