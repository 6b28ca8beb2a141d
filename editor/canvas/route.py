"""Orthogonal ways for connections: around blocks, with few bends, beside other connections. Pure, no Qt.

Input: two ends, each a point with the direction in which it leaves its block, the rectangles to avoid, and the pieces
of other connections. Output: the corners of a path. First the simple shapes with up to two bends are tried; if each of
them is obstructed, a search among the blocks nearby follows (``search.py``).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from editor.canvas.geometry import End, Point, Rect, Segment, around, inflated, segments_of, simplified
from editor.canvas.lines import BEND, SHARED, Lines, Surroundings
from editor.canvas.search import Search, searched_way

NEAR = (100, 300, 1500, 100_000)  # how far around the two ends a search looks, and if it finds nothing the next
SLANTED = 200  # px, the longest slanted line
FACING = 0.8  # how straight two ends look at each other for one
LANE = 20  # px between two connections side by side
FAR_ENOUGH = 300  # no one looks further than this only for a way of its own


def route(start: End, end: End, near: Surroundings) -> list[Point]:
    """Return the corners of a good way from one end to the other, ends included."""
    return go_on(searching(start, end, near)) or []


def go_on(search: Search, until: float | None = None) -> list[Point] | None:
    """Go on with a search to its end, or until a time (``time.perf_counter``); return the way once it is found."""
    while True:
        try:
            next(search)
        except StopIteration as found:
            return cast("list[Point]", found.value)
        if until is not None and time.perf_counter() > until:
            return None


def searching(start: End, end: End, near: Surroundings) -> Search:
    """Search a good way, as ``route`` does, in small steps."""
    if _face(start, end) or _lean_to(start, end):
        return [start.point, end.point]
    # something stands right in front of a port: whatever it is, the way out leads through it
    ignored = near.blocks.at(start.stub) + near.blocks.at(end.stub)
    best = _simple(start, end, near, ignored)
    if best is None:
        best = yield from _searched(start, end, near, ignored)
    return best if best is not None else quick_route(start, end)


def _face(start: End, end: End) -> bool:
    """Tell whether two ends look at each other across a gap too small for anything else."""
    (x0, y0), (x1, y1) = start.point, end.point
    is_opposite = (start.out[0] + end.out[0], start.out[1] + end.out[1]) == (0, 0)
    ahead = (x1 - x0) * start.out[0] + (y1 - y0) * start.out[1]
    aside = (x1 - x0) * start.out[1] + (y1 - y0) * start.out[0]
    return is_opposite and aside == 0 and 0 <= ahead <= start.reach + end.reach


def _lean_to(start: End, end: End) -> bool:
    """Tell whether two ends look at each other that are not turned by right angles: a straight line joins them best."""
    (x0, y0), (x1, y1) = start.point, end.point
    is_near = abs(x1 - x0) + abs(y1 - y0) <= SLANTED
    return bool(start.lean or end.lean) and is_near and min(start.ahead(end.point), end.ahead(start.point)) >= FACING


def quick_route(start: End, end: End) -> list[Point]:
    """Return a way with few bends that looks at nothing in between, for while something is being dragged."""
    if _lean_to(start, end):
        return [start.point, end.point]
    ways = _shapes(start, end, Lines())
    return min(ways, key=lambda way: _length(way) + BEND * len(way) + _backward(way, start, end))


def _backward(way: list[Point], start: End, end: End) -> int:
    """Return what running back into the own block costs."""
    cost = 0
    for one, points in ((start, way[:2]), (end, way[:-3:-1])):
        if len(points) == 2:
            (ax, ay), (bx, by) = points
            cost += 1000 * ((bx - ax) * one.out[0] + (by - ay) * one.out[1] < 0)
    return cost


def _shapes(start: End, end: End, extra: Lines) -> list[list[Point]]:
    """Return the ways with up to two bends between the stubs: through the middle, at the ends, beside the middle."""
    a, b = start.stub, end.stub
    x, y = (a[0] + b[0]) // 20 * 10, (a[1] + b[1]) // 20 * 10
    xs = dict.fromkeys([x, a[0], b[0], x - LANE, x + LANE, *extra.upright])
    ys = dict.fromkeys([y, a[1], b[1], y - LANE, y + LANE, *extra.level])
    ways = [[a, (x, a[1]), (x, b[1]), b] for x in xs] + [[a, (a[0], y), (b[0], y), b] for y in ys]
    return [simplified([start.point, *way, end.point]) for way in ways]


def _length(way: Sequence[Point]) -> int:
    return sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(way, way[1:], strict=False))


def _simple(start: End, end: End, near: Surroundings, ignored: Sequence[Rect]) -> list[Point] | None:
    """Return the best of the simple ways if one is free of blocks and of other connections."""
    ways = _shapes(start, end, near.own)
    best, best_cost = None, float("inf")
    for way in ways:
        length = _length(way)
        if BEND * (len(way) - 2) + SHARED * length >= best_cost or _backward(way, start, end):
            continue
        pieces = _between_stubs(way, start, end)
        if any(near.blocks.stand_on(piece, ignored) for piece in pieces):
            continue
        if any(near.lines.along(piece, near.net) for piece in pieces):
            continue
        cost = sum(near.cost(piece) for piece in pieces) + sum(near.bend(point) for point in way[1:-1])
        if cost < best_cost:
            best, best_cost = way, cost
    return best


def _between_stubs(way: list[Point], start: End, end: End) -> list[Segment]:
    """Return the pieces of a way without the stubs, which touch their own blocks."""
    inner = [start.stub, *way[1:-1], end.stub]
    return segments_of(inner)


def _searched(start: End, end: End, near: Surroundings, ignored: Sequence[Rect]) -> Search:
    """Search the cheapest way on the sparse grid: first among the blocks nearby, then further away."""
    merged = None
    for reach in NEAR:
        bounds = inflated(around([start.stub, end.stub]), reach)
        rects = [rect for rect in near.blocks.near(bounds) if rect not in ignored]
        way = yield from searched_way(start, end, rects, near, bounds)
        if way is not None and not any(near.lines.along(piece, near.net) for piece in _between_stubs(way, start, end)):
            return way
        # on top of another connection only if there is no free way further out either
        merged = merged or way
        if merged is not None and (reach >= FAR_ENOUGH or not near.is_thorough):
            break
    return merged
