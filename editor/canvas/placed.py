"""A block on the canvas: where it stands, how it is turned, where its ports are and what it covers. Pure, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from blocks.diagram import Diagram, Part, Position, block_of, parse_endpoint
from blocks.errors import ModelError
from editor.canvas.captions import label_rect, label_sides, subtitle, title
from editor.canvas.geometry import Point, Rect, around
from editor.canvas.port_kinds import UNUSED, Use
from editor.canvas.ports import OUTWARD, Outline, Place, outline, turned
from editor.canvas.route import STUB, End
from editor.style import GRID

STACKED = 8  # how far the copies of an array stand out up and to the right
SLACK = 4  # letters do not fill the room they are given
CELL = 200  # px, for finding neighbours
SIDE_OF = {direction: side for side, direction in OUTWARD.items()}


@dataclass(frozen=True)
class Placed:
    """A part of a diagram at its place."""

    name: str
    part: Part
    outline: Outline
    x: int
    y: int
    rotation: int = 0
    mirrored: int = 0
    count: int | None = None
    is_disabled: bool = False
    side: str = ""  # of the text; the best one if it is not given

    @cached_property
    def rect(self) -> Rect:
        """Return what the body covers."""
        shape = self.outline
        half = shape.width // 2
        return around([self.at(-half, shape.top), self.at(half, shape.bottom)])

    def at(self, x: int, y: int) -> Point:
        """Return where a point of the unturned block is on the canvas."""
        dx, dy = turned(x, y, self.rotation, self.mirrored)
        return self.x + dx, self.y + dy

    @cached_property
    def ends(self) -> dict[str, End]:
        """Return the ports by name."""
        return {
            place.name: End(
                self.at(place.x, place.y),
                turned(*OUTWARD[place.side], self.rotation, self.mirrored),
                STUB if place.kind.is_physical else 2 * STUB,  # the marks of signals stand outside the block
            )
            for place in self.outline.places
        }

    @cached_property
    def places(self) -> dict[str, Place]:
        """Return the ports as they are on the unturned block."""
        return {place.name: place for place in self.outline.places}

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the text at the block: its name and its most telling values."""
        below = subtitle(self.part)
        return (title(self.name, self.count), below) if below else (title(self.name, self.count),)

    @cached_property
    def label_sides(self) -> list[str]:
        """Return the sides on which the text can be, the best first."""
        return label_sides({SIDE_OF[end.out] for end in self.ends.values()}, self.rotation % 180 == 90)

    @property
    def label_side(self) -> str:
        """Return the side on which the text is."""
        return self.side or self.label_sides[0]

    def label_on(self, side: str) -> Rect:
        """Return about what the text covers on a side."""
        left, top, right, bottom = self.rect
        if self.count is not None:
            top, right = top - STACKED, right + STACKED
        return label_rect((left, top, right, bottom), side, self.lines, self.x)

    @cached_property
    def label(self) -> Rect:
        """Return about what the text covers."""
        return self.label_on(self.label_side)

    @cached_property
    def kept_free(self) -> tuple[Rect, Rect]:
        """Return what connections keep away from, on the grid: the body with the marks of signals, and the text."""
        left, top, right, bottom = self.rect
        for name, end in self.ends.items():
            if not self.places[name].kind.is_physical:
                left, top = min(left, end.point[0] + end.out[0] * GRID), min(top, end.point[1] + end.out[1] * GRID)
                right = max(right, end.point[0] + end.out[0] * GRID)
                bottom = max(bottom, end.point[1] + end.out[1] * GRID)
        return (left, top, right, bottom), _on_grid(self.label)

    def port_of(self, end: str) -> str | None:
        """Return the name of the port that stands for an endpoint: ``u[2]``, or ``u`` for all of it."""
        try:
            where = parse_endpoint(end)
        except ModelError:
            return None
        return next((name for name in (*where.ports, where.port) if name in self.ends), None) or next(
            (name for name in self.ends if name.startswith(f"{where.port}[")), None
        )


def place(diagram: Diagram, name: str, at: Position, use: Use = UNUSED) -> Placed:
    """Return a block of a diagram at a position; ``use`` tells how its vector ports are connected."""
    x, y, rotation, mirrored = (*map(round, at), 0, 0, 0, 0)[:4]
    part = diagram.blocks[name]
    count, is_off = diagram.counts.get(name), name in diagram.disabled
    return Placed(name, part, outline(part, use), x, y, rotation % 360 // 90 * 90, mirrored, count, is_off)


def port_use(diagram: Diagram) -> dict[str, Use]:
    """Return for each block which of its ports are connected as a whole and which by element."""
    whole: dict[str, set[str]] = {}
    elements: dict[str, set[str]] = {}
    for end in (end for pair in diagram.connections for end in pair):
        port, bracket, _ = end.partition(".")[2].partition("[")
        (elements if bracket else whole).setdefault(block_of(end), set()).add(port)
    return {
        name: Use(frozenset(whole.get(name, ())), frozenset(elements.get(name, ()))) for name in whole.keys() | elements
    }


def with_labels(placed: dict[str, Placed]) -> dict[str, Placed]:
    """Return blocks with their texts on sides where they cover no other block and no other text."""
    cells: dict[tuple[int, int], list[tuple[str, Rect]]] = {}

    def put(name: str, rect: Rect) -> None:
        for cell in _cells(rect):
            cells.setdefault(cell, []).append((name, rect))

    def covered(name: str, rect: Rect) -> int:
        rect = (rect[0] + SLACK, rect[1] + SLACK, rect[2] - SLACK, rect[3] - SLACK)
        close = {item for cell in _cells(rect) for item in cells.get(cell, ())}
        return sum(_common(rect, taken) for other, taken in close if other != name)

    for name, block in placed.items():
        put(name, block.rect)
        for end in block.ends.values():
            put("", _front(end))  # where a connection leaves, nothing is written
    chosen = dict(placed)
    # those with the least choice choose first
    for name, block in sorted(placed.items(), key=lambda item: len(item[1].label_sides)):
        side, least = block.label_sides[0], None
        for one in block.label_sides:
            common = covered(name, block.label_on(one))
            if least is None or common < least:
                side, least = one, common
            if not common:
                break
        chosen[name] = replace(block, side=side)
        put(name, chosen[name].label)
    return chosen


def _front(end: End) -> Rect:
    (x, y), (dx, dy) = end.point, end.out
    along, aside = end.reach + GRID // 2, GRID // 2
    return around([(x + dy * aside, y + dx * aside), (x + dx * along - dy * aside, y + dy * along - dx * aside)])


def _common(a: Rect, b: Rect) -> int:
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def _cells(rect: Rect) -> list[tuple[int, int]]:
    left, top, right, bottom = (value // CELL for value in rect)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]


def _on_grid(rect: Rect) -> Rect:
    left, top, right, bottom = rect
    return left // GRID * GRID, top // GRID * GRID, -(-right // GRID) * GRID, -(-bottom // GRID) * GRID
