"""Points, rectangles and paths of straight pieces. Pure, no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[int, int]
Rect = tuple[int, int, int, int]  # left, top, right, bottom
Segment = tuple[Point, Point]  # horizontal or vertical, the smaller end first


def segments_of(path: Sequence[Point]) -> list[Segment]:
    """Return the pieces of a path, each with its smaller end first."""
    return [(a, b) if a <= b else (b, a) for a, b in zip(path, path[1:], strict=False) if a != b]


def simplified(path: Iterable[Point]) -> list[Point]:
    """Return a path without repeated points, points on a straight line and pieces run back and forth.

    >>> simplified([(0, 0), (10, 0), (20, 0), (20, 30)])
    [(0, 0), (20, 0), (20, 30)]
    """
    kept: list[Point] = []
    for point in path:
        if kept and kept[-1] == point:
            continue
        while len(kept) > 1 and _is_straight(kept[-2], kept[-1], point):
            kept.pop()
        if not kept or kept[-1] != point:
            kept.append(point)
    return kept


def _is_straight(a: Point, b: Point, c: Point) -> bool:
    return a[0] == b[0] == c[0] or a[1] == b[1] == c[1]


def hits(segment: Segment, rect: Rect) -> bool:
    """Tell whether a piece runs through the inside of a rectangle; running along its edge does not count."""
    (x0, y0), (x1, y1) = segment
    left, top, right, bottom = rect
    return x0 < right and x1 > left and y0 < bottom and y1 > top


def overlap(a: Segment, b: Segment) -> int:
    """Return the length that two pieces have in common."""
    (ax0, ay0), (ax1, ay1) = a
    (bx0, by0), (bx1, by1) = b
    if ay0 == ay1 == by0 == by1:
        return max(0, min(ax1, bx1) - max(ax0, bx0))
    if ax0 == ax1 == bx0 == bx1:
        return max(0, min(ay1, by1) - max(ay0, by0))
    return 0


def inflated(rect: Rect, by: int) -> Rect:
    """Return a rectangle made larger on all sides."""
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def meet(a: Rect, b: Rect) -> bool:
    """Tell whether two rectangles have an inside in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(points: Iterable[Point]) -> Rect:
    """Return the smallest rectangle around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def distance_to(segment: Segment, x: float, y: float) -> float:
    """Return how far a point is from a piece."""
    (x0, y0), (x1, y1) = segment
    dx, dy = max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)
    return float((dx * dx + dy * dy) ** 0.5)
