"""Points, rectangles and paths of straight pieces. Pure, no Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

STUB = 10  # a connection leaves its block straight for at least this long

Point = tuple[int, int]
Rect = tuple[int, int, int, int]  # left, top, right, bottom
Segment = tuple[Point, Point]  # horizontal or vertical, seldom slanted; the smaller end first
Direction = tuple[int, int]


@dataclass(frozen=True)
class End:
    """One end of a connection: where it is and which way it leaves."""

    point: Point
    out: Direction
    reach: int = STUB  # how far it goes straight
    lean: int = 0  # degrees clockwise from that direction, on a block that is not turned by right angles

    @property
    def stub(self) -> Point:
        """Return the first point at which the connection may bend."""
        return self.point[0] + self.out[0] * self.reach, self.point[1] + self.out[1] * self.reach

    def ahead(self, point: Point) -> float:
        """Return how much a point lies ahead: 1 straight in front, 0 aside, -1 behind."""
        dx, dy = point[0] - self.point[0], point[1] - self.point[1]
        x, y = leaned(*self.out, self.lean)
        return (dx * x + dy * y) / (math.hypot(dx, dy) or 1.0)


def leaned(x: float, y: float, degrees: int) -> tuple[float, float]:
    """Return a point turned clockwise about the origin."""
    if not degrees:
        return x, y
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * c - y * s, x * s + y * c


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
    if x0 == x1 or y0 == y1:
        return math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
    wide, high = x1 - x0, y1 - y0
    part = min(max(((x - x0) * wide + (y - y0) * high) / (wide * wide + high * high), 0.0), 1.0)
    return math.hypot(x - x0 - part * wide, y - y0 - part * high)
