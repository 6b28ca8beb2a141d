"""Where values stand at connections: above the longest level piece, unless another connection or a text is there. No
Qt.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from editor.canvas.geometry import Point, Rect, meet
from editor.canvas.lines import Lines
from editor.canvas.nets import Net, Pair
from editor.style import GRID

WIDE, HIGH = 66, 16  # the room of a value with nine signs, whatever it comes to while it changes
CHARACTER = 6  # of other texts
CELL = 128  # px: what is near is found by the squares it lies in

Valued = tuple[Net, Pair]


class Covered:
    """What values should leave readable: blocks and texts, by the squares they lie in."""

    def __init__(self, rects: Iterable[Rect]) -> None:
        self._cells: dict[tuple[int, int], list[Rect]] = {}
        for rect in rects:
            self.add(rect)

    def add(self, rect: Rect) -> None:
        """Take in a rectangle."""
        for cell in _cells(rect):
            self._cells.setdefault(cell, []).append(rect)

    def count(self, room: Rect) -> int:
        """Return how many of them meet a rectangle."""
        near = {rect for cell in _cells(room) for rect in self._cells.get(cell, ())}
        return sum(meet(room, rect) for rect in near)


def value_places(wanted: Sequence[Valued], nets: Iterable[Net], rects: Sequence[Rect]) -> list[Point]:
    """Return the middle of each value: not on another, and if that can be on no other connection and no block."""
    lines, numbers, covered = Lines(), {}, Covered(rects)
    for number, net in enumerate(nets):
        numbers[id(net)] = number
        for place, text in net.tags:
            covered.add(_room(place, CHARACTER * len(text)))
        for piece in net.tree.segments:
            lines.add(piece, number)
    found, taken = [], Covered(())
    for net, pair in wanted:
        found.append(_best(net.paths[pair], numbers[id(net)], taken, lines, covered))
        taken.add(_room(found[-1], WIDE))
    return found


def _best(path: list[Point], number: int, taken: Covered, lines: Lines, covered: Covered) -> Point:
    best, least = None, (True, 1000)
    for spot in _spots(path):
        cost = (True, 1000) if taken.count(_room(spot, WIDE)) else _covered(spot, number, lines, covered)
        if cost < least:
            best, least = spot, cost
        if cost == (False, 0):
            break
    if best is not None:
        return best
    x, y = _spots(path)[0]
    while taken.count(_room((x, y), WIDE)):
        y += GRID
    return x, y


def _spots(path: list[Point]) -> list[Point]:
    """Return places along a connection, the best first: above its middle, below, and nearer to its ends."""
    pieces = sorted(zip(path, path[1:], strict=False), key=lambda piece: -abs(piece[0][0] - piece[1][0]))
    found: list[Point] = []
    for (x0, y0), (x1, y1) in pieces:
        x, y, quarter = (x0 + x1) // 2, (y0 + y1) // 2, abs(x0 - x1) // 4
        asides = (0, -quarter, quarter) if 2 * quarter >= WIDE else (0,)
        if not found or y0 == y1:
            found += [(x + dx, y + dy) for dx in asides for dy in (-GRID, GRID)]
    return found


def _cells(rect: Rect) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (value // CELL for value in rect)
    return product(range(left, right + 1), range(top, bottom + 1))


def _room(middle: Point, width: int) -> Rect:
    x, y = middle
    return x - width // 2, y - HIGH // 2, x + width // 2, y + HIGH // 2


def _covered(spot: Point, number: int, lines: Lines, covered: Covered) -> tuple[bool, int]:
    """Return whether a value would seem to belong to another connection, and how much it covers."""
    x, y = spot
    # it belongs to the one right below it, so no other may be there
    room = x - WIDE // 2, y - HIGH // 2, x + WIDE // 2, y + HIGH // 2 + 4
    levels = lines.rows[bisect_left(lines.rows, room[1]) : bisect_right(lines.rows, room[3])]
    along = sum(lines.along(((room[0], level), (room[2], level)), number) for level in levels)
    across = lines.crossed(((room[0], y), (room[2], y)), number)
    return along > 0, across + covered.count(room)
