"""Orthogonal ways for connections: around blocks, with few bends, beside other connections. Pure, no Qt.

Input: two ends, each a point with the direction in which it leaves its block, the rectangles to avoid, and the pieces
of other connections. Output: the corners of a path. First the simple shapes with up to two bends are tried; if each of
them is obstructed, A* runs on a sparse grid whose lines are the ends and the edges of the blocks nearby.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from editor.canvas.geometry import Point, Rect, Segment, around, hits, inflated, meet, segments_of, simplified

STUB = 10  # a connection leaves its block straight for at least this long
BEND = 40  # what a bend costs, in px of way
CROSS = 25
TOUCH = 80  # a bend on another connection looks like a junction
ALONG, MERGED = 6, 400  # times the length run on top of another connection, and for doing so at all
SHARED = 0.4  # times the length run along the own net
GAP = 4  # how close a connection may run along a block
NEAR = (100, 300, 1500, 100_000)  # how far around the two ends a search looks, and if it finds nothing the next
FAR_ENOUGH = 300  # no one looks further than this only for a way of its own
CELL = 200
MAX_STEPS = 20_000

Direction = tuple[int, int]


@dataclass(frozen=True)
class End:
    """One end of a connection: where it is and which way it leaves."""

    point: Point
    out: Direction
    reach: int = STUB  # how far it goes straight

    @property
    def stub(self) -> Point:
        """Return the first point at which the connection may bend."""
        return self.point[0] + self.out[0] * self.reach, self.point[1] + self.out[1] * self.reach


class Lines:
    """Pieces of connections, found by the line they lie on; each belongs to a net."""

    def __init__(self) -> None:
        self.level: dict[int, list[tuple[int, int, int]]] = {}  # y -> (x0, x1, net)
        self.upright: dict[int, list[tuple[int, int, int]]] = {}  # x -> (y0, y1, net)
        self._ys: list[int] = []
        self._xs: list[int] = []

    def add(self, segment: Segment, net: int = 0) -> None:
        """Take one more piece."""
        (x0, y0), (x1, y1) = segment
        table, keys, key, span = (
            (self.level, self._ys, y0, (x0, x1, net)) if y0 == y1 else (self.upright, self._xs, x0, (y0, y1, net))
        )
        if key not in table:
            table[key] = []
            insort(keys, key)
        table[key].append(span)

    def along(self, segment: Segment, but: int | None = None) -> int:
        """Return the length of a piece that lies on these, those of one net left out."""
        (x0, y0), (x1, y1) = segment
        if y0 == y1:
            return sum(max(0, min(x1, b) - max(x0, a)) for a, b, net in self.level.get(y0, ()) if net != but)
        return sum(max(0, min(y1, b) - max(y0, a)) for a, b, net in self.upright.get(x0, ()) if net != but)

    def touched(self, point: Point, but: int | None = None) -> bool:
        """Tell whether a point lies on one of these, ends included."""
        x, y = point
        return any(a <= x <= b and net != but for a, b, net in self.level.get(y, ())) or any(
            a <= y <= b and net != but for a, b, net in self.upright.get(x, ())
        )

    def crossings(self, segment: Segment, but: int | None = None) -> list[Point]:
        """Return where a horizontal piece crosses vertical ones of other nets, each in its inside."""
        (x0, y), (x1, _) = segment
        between = self._xs[bisect_right(self._xs, x0) : bisect_left(self._xs, x1)]
        return [(x, y) for x in between if any(a < y < b and net != but for a, b, net in self.upright[x])]

    def crossed(self, segment: Segment, but: int | None = None) -> int:
        """Return how many of these a piece crosses or touches with its inside."""
        (x0, y0), (x1, y1) = segment
        table, keys, low, high, at = (
            (self.upright, self._xs, x0, x1, y0) if y0 == y1 else (self.level, self._ys, y0, y1, x0)
        )
        between = keys[bisect_right(keys, low) : bisect_left(keys, high)]
        return sum(a <= at <= b and net != but for key in between for a, b, net in table[key])


class Obstacles:
    """Rectangles that connections keep away from, found by where they are."""

    def __init__(self, rects: Iterable[Rect] = ()) -> None:
        self.all = [inflated(rect, GAP) for rect in rects]
        self._cells: dict[Point, list[Rect]] = {}
        for rect in self.all:
            for cell in _cells(rect):
                self._cells.setdefault(cell, []).append(rect)

    def near(self, region: Rect) -> list[Rect]:
        """Return the rectangles that meet a region."""
        found = dict.fromkeys(rect for cell in _cells(region) for rect in self._cells.get(cell, ()))
        return [rect for rect in found if meet(rect, region)]

    def at(self, point: Point) -> list[Rect]:
        """Return the rectangles with a point inside."""
        x, y = point
        here = self._cells.get((x // CELL, y // CELL), ())
        return [rect for rect in here if rect[0] < x < rect[2] and rect[1] < y < rect[3]]


def _cells(rect: Rect) -> list[Point]:
    left, top, right, bottom = (value // CELL for value in rect)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]


@dataclass
class Surroundings:
    """What is in the way: blocks that cannot be crossed, other connections, and the pieces of the own net to share."""

    blocks: Obstacles = field(default_factory=Obstacles)
    lines: Lines = field(default_factory=Lines)
    own: Lines = field(default_factory=Lines)
    net: int = 0  # the number of the own net among the lines
    is_thorough: bool = True  # look further out rather than run on top of another connection

    def cost(self, piece: Segment) -> float:
        """Return what a piece costs beside its bends."""
        length = piece[1][0] - piece[0][0] + piece[1][1] - piece[0][1]
        shared = min(self.own.along(piece), length)
        along = self.lines.along(piece, self.net)
        others = ALONG * along + MERGED * (along > 0) + CROSS * self.lines.crossed(piece, self.net)
        return length - (1 - SHARED) * shared + others

    def bend(self, point: Point) -> int:
        """Return what a bend at a point costs."""
        return BEND + TOUCH * self.lines.touched(point, self.net)


def route(start: End, end: End, near: Surroundings) -> list[Point]:
    """Return the corners of a good way from one end to the other, ends included."""
    if _face(start, end):
        return [start.point, end.point]
    # something stands right in front of a port: whatever it is, the way out leads through it
    ignored = near.blocks.at(start.stub) + near.blocks.at(end.stub)
    best = _simple(start, end, near, ignored)
    if best is None:
        best = _searched(start, end, near, ignored)
    return best if best is not None else quick_route(start, end)


def _face(start: End, end: End) -> bool:
    """Tell whether two ends look at each other across a gap too small for anything else."""
    (x0, y0), (x1, y1) = start.point, end.point
    is_opposite = (start.out[0] + end.out[0], start.out[1] + end.out[1]) == (0, 0)
    ahead = (x1 - x0) * start.out[0] + (y1 - y0) * start.out[1]
    aside = (x1 - x0) * start.out[1] + (y1 - y0) * start.out[0]
    return is_opposite and aside == 0 and 0 <= ahead <= start.reach + end.reach


def quick_route(start: End, end: End) -> list[Point]:
    """Return a way with few bends that looks at nothing in between, for while something is being dragged."""
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
    """Return the ways with up to two bends between the stubs, those through the middle first."""
    a, b = start.stub, end.stub
    xs = dict.fromkeys([(a[0] + b[0]) // 20 * 10, a[0], b[0], *extra.upright])
    ys = dict.fromkeys([(a[1] + b[1]) // 20 * 10, a[1], b[1], *extra.level])
    ways = [[a, (x, a[1]), (x, b[1]), b] for x in xs] + [[a, (a[0], y), (b[0], y), b] for y in ys]
    return [simplified([start.point, *way, end.point]) for way in ways]


def _length(way: Sequence[Point]) -> int:
    return sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(way, way[1:], strict=False))


def _simple(start: End, end: End, near: Surroundings, ignored: Sequence[Rect]) -> list[Point] | None:
    """Return the best of the simple ways if one is free of blocks and of other connections."""
    ways = _shapes(start, end, near.own)
    region = around(point for way in ways for point in way)
    rects = [rect for rect in near.blocks.near(region) if rect not in ignored]
    best, best_cost = None, float("inf")
    for way in ways:
        length = _length(way)
        if BEND * (len(way) - 2) + SHARED * length >= best_cost or _backward(way, start, end):
            continue
        pieces = _between_stubs(way, start, end)
        if any(hits(piece, rect) for piece in pieces for rect in rects):
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


def _searched(start: End, end: End, near: Surroundings, ignored: Sequence[Rect]) -> list[Point] | None:
    """Return the cheapest way on the sparse grid: first among the blocks nearby, then further away."""
    merged = None
    for reach in NEAR:
        bounds = inflated(around([start.stub, end.stub]), reach)
        rects = [rect for rect in near.blocks.near(bounds) if rect not in ignored]
        way = _Search(start, end, rects, near, bounds).way()
        if way is not None and not any(near.lines.along(piece, near.net) for piece in _between_stubs(way, start, end)):
            return way
        # on top of another connection only if there is no free way further out either
        merged = merged or way
        if merged is not None and (reach >= FAR_ENOUGH or not near.is_thorough):
            break
    return merged


def _bends_left(dx: int, dy: int, heading: Direction, last: Direction) -> int:
    """Return the least number of bends on the way to a point that must be reached in a given direction."""
    if dx == 0 and dy == 0:
        return 0
    ahead = dx * heading[0] + dy * heading[1]
    if heading == last:
        aside = dx * heading[1] + dy * heading[0]
        return (0 if aside == 0 else 2) if ahead >= 0 else 4
    if heading == (-last[0], -last[1]):
        return 2
    beyond = dx * last[0] + dy * last[1]
    return 1 if ahead >= 0 and beyond >= 0 else 3


class _Search:
    """A* over the crossings of the lines that keep a little away from blocks."""

    def __init__(self, start: End, end: End, rects: Sequence[Rect], near: Surroundings, bounds: Rect) -> None:
        self.start, self.end, self.near = start, end, near
        a, b = start.stub, end.stub
        xs, ys = {a[0], b[0], (a[0] + b[0]) // 20 * 10}, {a[1], b[1], (a[1] + b[1]) // 20 * 10}
        for left, top, right, bottom in rects:
            # the rectangles are a little larger than the blocks, so that the lines are on the grid
            xs |= {left + GAP - STUB, left + GAP - 2 * STUB, right - GAP + STUB, right - GAP + 2 * STUB}
            ys |= {top + GAP - STUB, top + GAP - 2 * STUB, bottom - GAP + STUB, bottom - GAP + 2 * STUB}
        xs.update(near.own.upright)
        ys.update(near.own.level)
        self.xs = sorted(x for x in xs if bounds[0] <= x <= bounds[2])
        self.ys = sorted(y for y in ys if bounds[1] <= y <= bounds[3])
        self._costs: dict[Segment, float] = {}
        self._blocked = self._blocked_pieces(rects)

    def _blocked_pieces(self, rects: Sequence[Rect]) -> set[tuple[int, int, bool]]:
        """Return the pieces inside rectangles: the numbers of their smaller end, and whether they are horizontal."""
        xs, ys = self.xs, self.ys
        found: set[tuple[int, int, bool]] = set()
        for left, top, right, bottom in rects:
            # lines strictly inside, and pieces between lines of which some part is inside
            i0, i1 = bisect_right(xs, left), bisect_left(xs, right)
            j0, j1 = bisect_right(ys, top), bisect_left(ys, bottom)
            found.update((i, j, True) for j in range(j0, j1) for i in range(max(i0 - 1, 0), i1))
            found.update((i, j, False) for i in range(i0, i1) for j in range(max(j0 - 1, 0), j1))
        return found

    def way(self) -> list[Point] | None:
        """Return the corners of the cheapest way, or None if there is none."""
        xs, ys = self.xs, self.ys
        goal = self.end.stub
        at = (xs.index(self.start.stub[0]), ys.index(self.start.stub[1]))
        last = (-self.end.out[0], -self.end.out[1])
        queue = [(0.0, 0, 0.0, at, self.start.out)]
        came: dict[tuple[Point, Direction], tuple[Point, Direction]] = {}
        known: dict[tuple[Point, Direction], float] = {(at, self.start.out): 0.0}
        count = 0
        while queue and count < MAX_STEPS:
            _, _, cost, at, heading = heappop(queue)
            point = (xs[at[0]], ys[at[1]])
            if point == goal:
                return self._path(came, (at, heading))
            if cost > known[at, heading]:
                continue
            bend = self.near.bend(point)
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                i, j = at[0] + step[0], at[1] + step[1]
                if (step[0] == -heading[0] and step[1] == -heading[1]) or not (0 <= i < len(xs) and 0 <= j < len(ys)):
                    continue
                if (min(i, at[0]), min(j, at[1]), step[1] == 0) in self._blocked:
                    continue
                target = (xs[i], ys[j])
                piece_cost = self._cost((point, target) if point <= target else (target, point))
                new = cost + piece_cost + (bend if step != heading else 0)
                if target == goal and step != last:
                    # arriving from the side means one more bend; from behind is no way to arrive
                    new += BEND if step != (-last[0], -last[1]) else 1000
                key = ((i, j), step)
                if new < known.get(key, float("inf")):
                    known[key] = new
                    came[key] = (at, heading)
                    left = abs(target[0] - goal[0]) + abs(target[1] - goal[1])
                    bends = BEND * _bends_left(goal[0] - target[0], goal[1] - target[1], step, last)
                    count += 1
                    # of equally good ways the one followed last is followed on
                    heappush(queue, (new + left + bends, -count, new, (i, j), step))
        return None

    def _cost(self, piece: Segment) -> float:
        """Return what a piece between two neighbouring crossings costs."""
        if piece not in self._costs:
            self._costs[piece] = self.near.cost(piece)
        return self._costs[piece]

    def _path(
        self, came: dict[tuple[Point, Direction], tuple[Point, Direction]], key: tuple[Point, Direction]
    ) -> list[Point]:
        points = [self.end.point]
        while True:
            (i, j), _ = key
            points.append((self.xs[i], self.ys[j]))
            if key not in came:
                break
            key = came[key]
        return simplified([self.start.point, *reversed(points)])
