"""What a connection meets on its way: the pieces of other connections and the blocks, found by where they are. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from editor.canvas.geometry import Point, Rect, Segment, inflated, meet

BEND = 40  # what a bend costs, in px of way
CROSS = 25
TOUCH = 80  # a bend on another connection looks like a junction
ALONG, MERGED = 6, 400  # times the length run on top of another connection, and for doing so at all
SHARED = 0.4  # times the length run along the own net
GAP = 4  # how close a connection may run along a block
CELL = 200


class Lines:
    """Pieces of connections, found by the line they lie on; each belongs to a net."""

    def __init__(self) -> None:
        self.level: dict[int, list[tuple[int, int, int]]] = {}  # y -> (x0, x1, net)
        self.upright: dict[int, list[tuple[int, int, int]]] = {}  # x -> (y0, y1, net)
        self.rows: list[int] = []  # the keys of both, in order
        self.columns: list[int] = []

    def add(self, segment: Segment, net: int = 0) -> None:
        """Take one more piece."""
        (x0, y0), (x1, y1) = segment
        if x0 != x1 and y0 != y1:
            return  # slanted, between two blocks that face each other: nothing else goes there
        table, keys, key, span = (
            (self.level, self.rows, y0, (x0, x1, net)) if y0 == y1 else (self.upright, self.columns, x0, (y0, y1, net))
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
        between = self.columns[bisect_right(self.columns, x0) : bisect_left(self.columns, x1)]
        return [(x, y) for x in between if any(a < y < b and net != but for a, b, net in self.upright[x])]

    def crossed(self, segment: Segment, but: int | None = None) -> int:
        """Return how many of these a piece crosses or touches with its inside."""
        (x0, y0), (x1, y1) = segment
        table, keys, low, high, at = (
            (self.upright, self.columns, x0, x1, y0) if y0 == y1 else (self.level, self.rows, y0, y1, x0)
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

    def stand_on(self, piece: Segment, but: Sequence[Rect] = ()) -> bool:
        """Tell whether one of the rectangles is in the way of a piece, some left out."""
        (x0, y0), (x1, y1) = piece
        for cell in _cells((x0, y0, x1, y1)):
            for rect in self._cells.get(cell, ()):
                if x0 < rect[2] and x1 > rect[0] and y0 < rect[3] and y1 > rect[1] and rect not in but:
                    return True
        return False

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
