"""A block on the canvas: where it stands, how it is turned, where its ports are and what it covers. Pure, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from blocks.diagram import Diagram, Part, Position, block_of, parse_endpoint
from blocks.errors import ModelError
from editor.canvas.captions import element_title, label_rect, label_sides, subtitle, title
from editor.canvas.flags import Flag
from editor.canvas.geometry import STUB, End, Point, Rect, around, leaned
from editor.canvas.port_kinds import UNUSED, PortKind, Use
from editor.canvas.ports import OUTWARD, Outline, Place, element_outline, outline, turned
from editor.canvas.spread import chained_ports, number_of
from editor.style import GRID

STACKED = 8  # how far the copies of an array stand out up and to the right
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
    values: str = ""  # the most telling, as typed; those of a subsystem change in place
    side: str = ""  # of the text; the best one if it is not given
    number: int | None = None  # which element of an array it is
    lean: int = 0  # degrees clockwise, besides the rotation, which goes by right angles
    # ports that the diagram shows outside, with their names there: free ones, and those that are also connected inside
    shown: tuple[tuple[str, str], ...] = ()
    named: tuple[tuple[str, str], ...] = ()

    @property
    def block(self) -> str:
        """Return the name of the block, which is the array's for an element of one."""
        return block_of(self.name)

    @property
    def turn(self) -> tuple[int, ...]:
        """Return how it is turned as files have it, in as few numbers as needed: degrees, and 1 for mirrored."""
        degrees = (self.rotation + self.lean) % 360
        return (degrees, self.mirrored) if self.mirrored else (degrees,) if degrees else ()

    @property
    def is_stacked(self) -> bool:
        """Tell whether it stands for all blocks of an array."""
        return self.count is not None and self.number is None

    @property
    def is_small(self) -> bool:
        """Tell whether it is drawn as a small box with its number: one of an array of subsystems."""
        return self.number is not None and isinstance(self.part, Diagram)

    @cached_property
    def body(self) -> Rect:
        """Return what the body covers before it leans."""
        shape = self.outline
        half = shape.width // 2
        return around([self.at(-half, shape.top), self.at(half, shape.bottom)])

    @cached_property
    def rect(self) -> Rect:
        """Return what the body covers."""
        left, top, right, bottom = self.body
        if not self.lean:
            return self.body
        return around([self.leaned((x, y)) for x in (left, right) for y in (top, bottom)])

    def at(self, x: int, y: int) -> Point:
        """Return where a point of the unturned block is on the canvas before it leans."""
        dx, dy = turned(x, y, self.rotation, self.mirrored)
        return self.x + dx, self.y + dy

    def leaned(self, point: Point) -> Point:
        """Return where a point is after the block leans."""
        dx, dy = leaned(point[0] - self.x, point[1] - self.y, self.lean)
        return round(self.x + dx), round(self.y + dy)

    @cached_property
    def ends(self) -> dict[str, End]:
        """Return the ports by name."""
        if not self.lean:
            return self.upright_ends
        return {
            name: replace(end, point=self.leaned(end.point), lean=self.lean) for name, end in self.upright_ends.items()
        }

    @cached_property
    def upright_ends(self) -> dict[str, End]:
        """Return the ports by name, where they are before the block leans."""
        # the marks of signals stand outside the block, and all beside them begin as far out
        marked = {place.side for place in self.outline.places if not place.kind.is_physical}
        return {
            place.name: End(
                self.at(place.x, place.y),
                turned(*OUTWARD[place.side], self.rotation, self.mirrored),
                2 * STUB if place.side in marked else STUB,
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
        if self.number is None:
            return (title(self.name, self.count), self.values) if self.values else (title(self.name, self.count),)
        text = element_title(self.block, self.number, self.count or 0, is_box=self.is_small)
        return (text, self.values) if self.values and self.number == 1 else (text,) if text else ()

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
        if side not in self._labels:
            self._labels[side] = self._label_on(side)
        return self._labels[side]

    @cached_property
    def _labels(self) -> dict[str, Rect]:
        return {}

    def _label_on(self, side: str) -> Rect:
        left, top, right, bottom = self.rect
        if not self.lines:
            return self.x, self.y, self.x, self.y
        if self.is_stacked:
            top, right = top - STACKED, right + STACKED
        return label_rect((left, top, right, bottom), side, self.lines, self.x)

    @cached_property
    def label(self) -> Rect:
        """Return about what the text covers."""
        return self.label_on(self.label_side)

    @cached_property
    def kept_free(self) -> tuple[Rect, ...]:
        """Return what connections keep away from, on the grid: the body with the marks of signals, and the text."""
        left, top, right, bottom = self.rect
        for name, end in self.ends.items():
            if not self.places[name].kind.is_physical:
                left, top = min(left, end.point[0] + end.out[0] * GRID), min(top, end.point[1] + end.out[1] * GRID)
                right = max(right, end.point[0] + end.out[0] * GRID)
                bottom = max(bottom, end.point[1] + end.out[1] * GRID)
        body = left, top, right, bottom
        flags = tuple(_on_grid(flag.rect) for flag in self.flags)
        return (body, _on_grid(self.label), *flags) if self.lines else (body, *flags)

    @cached_property
    def flags(self) -> list[Flag]:
        """Return the names under which the diagram shows free ports of the block outside; of an array they are in no
        one place.
        """
        if self.number is not None:
            return []
        ends = ((self.port_of(f"{self.name}.{port}"), text) for port, text in self.shown)
        return [Flag(self.ends[port], text, self.places[port].kind) for port, text in ends if port is not None]

    def name_outside(self, port: str) -> str:
        """Return the name under which the diagram shows a port outside that is also connected inside, or nothing."""
        if self.number is not None:
            return ""
        return next((text for own, text in self.named if self.port_of(f"{self.name}.{own}") == port), "")

    @property
    def shown_kinds(self) -> list[PortKind]:
        """Return what the free ports are that the diagram shows outside."""
        ports = (self.port_of(f"{self.name}.{port}") for port, _ in self.shown)
        return [self.places[port].kind for port in ports if port is not None]

    @cached_property
    def fronts(self) -> list[Rect]:
        """Return where connections leave; nothing is written there."""
        return [_front(end) for end in self.ends.values()] + [flag.rect for flag in self.flags]

    def port_of(self, end: str) -> str | None:
        """Return the name of the port that stands for an endpoint: ``u[2]``, or ``u`` for all of it."""
        if end not in self._ports:
            self._ports[end] = self._port_of(end)
        return self._ports[end]

    @cached_property
    def _ports(self) -> dict[str, str | None]:
        return {}

    def _port_of(self, end: str) -> str | None:
        try:
            where = parse_endpoint(end)
        except ModelError:
            return None
        return next((name for name in (*where.ports, where.port) if name in self.ends), None) or next(
            (name for name in self.ends if name.startswith(f"{where.port}[")), None
        )


def place(diagram: Diagram, item: str, at: Position, use: Use = UNUSED) -> Placed:
    """Return a block of a diagram, or an element of an array, at a position; ``use`` tells how it is connected."""
    x, y, rotation, mirrored = (*map(round, at), 0, 0, 0, 0)[:4]
    name, number = block_of(item), number_of(item)
    part = diagram.blocks[name]
    count, is_off = diagram.counts.get(name), name in diagram.disabled
    # only elements of an array stand at any angle, as those of a ring do
    turn = rotation % 360 // 90 * 90 if number is None else round(rotation / 90) * 90
    lean = 0 if number is None else rotation - turn
    is_small = number is not None and isinstance(part, Diagram)
    shape = element_outline(part, use) if is_small and isinstance(part, Diagram) else outline(part, use)
    return Placed(
        item, part, shape, x, y, turn % 360, mirrored, count, is_off, subtitle(part), "", number, lean, use.shown,
        use.named,
    )  # fmt: skip


def port_use(diagram: Diagram, spread: set[str]) -> dict[str, Use]:
    """Return for each block how its ports are connected: which as a whole, which by element.

    Of arrays that are ``spread`` also by which ports their elements are connected with each other.
    """
    whole: dict[str, set[str]] = {}
    elements: dict[str, set[str]] = {}
    for end in (end for pair in diagram.connections for end in pair):
        port, bracket, _ = end.partition(".")[2].partition("[")
        (elements if bracket else whole).setdefault(block_of(end), set()).add(port)
    found = {
        name: Use(frozenset(whole.get(name, ())), frozenset(elements.get(name, ()))) for name in whole.keys() | elements
    }
    taken = {(block_of(end), end.partition(".")[2].partition("[")[0]) for pair in diagram.connections for end in pair}
    for text, end in diagram.ports.items():
        name, port = block_of(end), end.partition(".")[2]
        use = found.get(name, UNUSED)
        if (name, port.partition("[")[0]) in taken:
            found[name] = replace(use, named=(*use.named, (port, text)))
        else:
            found[name] = replace(use, shown=(*use.shown, (port, text)))
    for name, ports in chained_ports(diagram, spread).items():
        onward = frozenset(port for port, sign in ports.items() if sign >= 0)
        found[name] = replace(found[name], onward=onward, backward=frozenset(ports) - onward)
    return found


def _on_grid(rect: Rect) -> Rect:
    left, top, right, bottom = rect
    return left // GRID * GRID, top // GRID * GRID, -(-right // GRID) * GRID, -(-bottom // GRID) * GRID


def _front(end: End) -> Rect:
    (x, y), (dx, dy) = end.point, end.out
    along, aside = end.reach + GRID // 2, GRID // 2
    return around([(x + dy * aside, y + dx * aside), (x + dx * along - dy * aside, y + dy * along - dx * aside)])
