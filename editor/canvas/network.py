"""The geometry of a whole diagram: blocks at their places and connections on their ways. Pure, no Qt.

``update`` makes it equal to the diagram and finds new ways only for the connections that a change has touched.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from blocks.declare import Input, Output
from blocks.diagram import ROUTE, Diagram, Position, block_of, parse_endpoint
from blocks.errors import ModelError
from editor.canvas.arrange import arranged, beside
from editor.canvas.bends import through
from editor.canvas.geometry import End, Point, Rect, around
from editor.canvas.labels import Labelled, with_labels
from editor.canvas.lines import Lines
from editor.canvas.nets import Net, Pair, tree_of
from editor.canvas.placed import Placed, place, port_use
from editor.canvas.port_kinds import UNUSED, PortKind, Use, kind_at
from editor.canvas.route import quick_route
from editor.canvas.routing import Routing
from editor.canvas.spread import items, pieces, spread_names
from editor.canvas.tags import tags_of
from editor.style import BLOCK


class Network:
    """Blocks and nets of one diagram."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.placed: dict[str, Placed] = {}  # by the names of blocks, and of elements of arrays that are spread
        self.pairs: dict[Pair, Pair] = {}  # what is drawn as one line, and the connection it belongs to
        self.nets: list[Net] = []
        self._items: dict[str, str] = {}  # by endpoint
        self._given: dict[str, Position] = {}  # places of blocks that have none in the diagram
        self.routing = Routing(self)
        self._asked: tuple[list[Net], frozenset[str], list[Net]] = ([], frozenset(), [])
        self._cache: dict[str, tuple[tuple[Any, ...], Placed]] = {}
        self._labelled: Labelled = {}

    @property
    def is_settled(self) -> bool:
        """Tell whether all connections have their best ways."""
        return all(net.is_settled for net in self.nets)

    def update(self, patience: float | None = None) -> None:
        """Follow the diagram; with ``patience`` search only so long (s), and leave quick ways where more is needed."""
        diagram = self.diagram
        spread = spread_names(diagram)
        uses = port_use(diagram, spread)
        self._place_new(uses)
        positions = {name: diagram.layout.get(name, self._given.get(name, (0, 0))) for name in items(diagram)}
        placed = {name: self._placed(name, at, uses.get(block_of(name), UNUSED)) for name, at in positions.items()}
        if placed.keys() != self.placed.keys():
            self._items = {}
        self.pairs = {piece: pair for pair in diagram.connections for piece in pieces(diagram, pair, spread)}
        if placed != {name: bare for name, (bare, _) in self._labelled.items()}:
            self._labelled = with_labels(placed, self._labelled)
            self.placed = {name: block for name, (_, block) in self._labelled.items()}
        self.nets = self.routing.nets(self.nets, patience)

    def _placed(self, name: str, at: Position, use: Use) -> Placed:
        """Return a block at its place; the same as before if nothing about it has changed."""
        diagram, block = self.diagram, block_of(name)
        part = diagram.blocks[block]
        key = (part, tuple(at), use, diagram.counts.get(block), block in diagram.disabled)
        known = self._cache.get(name)
        # blocks are never changed in place, but subsystems are
        if known is not None and known[0][0] is part and known[0][1:] == key[1:] and not isinstance(part, Diagram):
            return known[1]
        found = place(diagram, name, at, use)
        self._cache[name] = (key, found)
        return found

    def _place_new(self, uses: Mapping[str, Use]) -> None:
        drawn = items(self.diagram)
        missing = [name for name in drawn if name not in self.diagram.layout and name not in self._given]
        if not missing:
            return
        rects = {name: [place(self.diagram, name, (0, 0), uses.get(block_of(name), UNUSED)).rect] for name in missing}
        found = arranged(_sizes(rects), self.links())
        known = self.diagram.layout | self._given
        standing = [place(self.diagram, name, known[name]).rect for name in drawn if name in known]
        self._given.update(beside(found, standing))

    def tidy(self) -> dict[str, Position]:
        """Return new places for all blocks, in columns along the connections; what is spread keeps its form."""
        rects: dict[str, list[Rect]] = {}
        for block in self.placed.values():
            turned_back = block if block.number is not None else replace(block, rotation=0, mirrored=0)
            rects.setdefault(block.block, []).append(turned_back.rect)
        places = arranged(_sizes(rects), self.links())
        found: dict[str, Position] = {}
        for name, block in self.placed.items():
            x, y = places[block.block]
            if block.number is None:
                found[name] = (x, y)
            else:
                left, top, right, bottom = _whole(rects[block.block])
                dx, dy = x - (left + right) // 20 * 10, y - (top + bottom) // 20 * 10
                found[name] = (block.x + dx, block.y + dy, *block.turn)
        return found

    def links(self) -> list[Pair]:
        """Return which block comes before which: signals as they flow, physical connections as written."""
        found = []
        for first, second in self.diagram.connections:
            kind, other = kind_at(self.diagram, first), kind_at(self.diagram, second)
            is_back = (kind is not None and isinstance(kind.declaration, Input)) or (
                other is not None and isinstance(other.declaration, Output)
            )
            found.append((block_of(second), block_of(first)) if is_back else (block_of(first), block_of(second)))
        return found

    def item(self, end: str) -> str:
        """Return the name of what is drawn for the block of an endpoint: it, or an element of an array."""
        if end not in self._items:
            self._items[end] = self._item(end)
        return self._items[end]

    def _item(self, end: str) -> str:
        name, element = block_of(end), end.partition(".")[0]
        if name in self.placed or element in self.placed:
            return element if element in self.placed else name
        try:
            first = f"{name}[{(parse_endpoint(end).index or (1,))[0]}]"  # of several
        except ModelError:
            first = f"{name}[1]"
        return first if first in self.placed else name

    def mark(self, end: str) -> tuple[str, str | None]:
        """Return what is drawn as one port: its block and its name there."""
        block = self.placed.get(self.item(end))
        return (block.name, block.port_of(end)) if block is not None else (end, None)

    def end(self, text: str) -> End | None:
        """Return where an endpoint is; None if there is no such port."""
        block = self.placed.get(self.item(text))
        port = block and block.port_of(text)
        return block.ends[port] if block and port else None

    def path(self, pair: Pair) -> list[Point]:
        """Return the way of a connection."""
        return next(net.paths[pair] for net in self.nets if pair in net.paths)

    def kind(self, text: str) -> PortKind | None:
        """Return what an endpoint is."""
        block = self.placed.get(self.item(text))
        port = block and block.port_of(text)
        return block.places[port].kind if block and port else None

    def bends(self, pair: Pair) -> tuple[Position, ...]:
        """Return the corners of a connection that a person has drawn, in its own direction."""
        if (found := self.diagram.routes.get(ROUTE.join(pair))) is not None:
            return tuple(map(tuple, found))
        found = self.diagram.routes.get(ROUTE.join(pair[::-1]), [])
        return tuple(map(tuple, found[::-1]))

    def rects(self) -> list[Rect]:
        """Return everything that connections keep away from: bodies and the text at them."""
        return [rect for block in self.placed.values() for rect in block.kept_free]

    def gaps(self) -> dict[Pair, list[Point]]:
        """Return for each net where its horizontal pieces pass under vertical ones of other nets."""
        lines = Lines()
        for number, net in enumerate(self.nets):
            for piece in net.tree.segments:
                if piece[0][0] == piece[1][0]:
                    lines.add(piece, number)
        return {
            net.key: [
                point
                for piece in net.tree.segments
                if piece[0][1] == piece[1][1]
                for point in lines.crossings(piece, number)
            ]
            for number, net in enumerate(self.nets)
        }

    def shifted(self, names: Iterable[str], dx: int, dy: int) -> tuple[dict[str, Placed], list[Net]]:
        """Return blocks moved and the nets at them with quick ways, for while they are dragged."""
        chosen = set(names)
        moved = {n: replace(self.placed[n], x=self.placed[n].x + dx, y=self.placed[n].y + dy) for n in chosen}
        touched = []
        here = ChainMap(moved, self.placed)
        for net in self._nets_at(frozenset(chosen)):
            paths = {pair: self._quick(pair, moved, path, dx, dy) for pair, path in net.paths.items()}
            shown = Net(net.pairs, net.kind, paths, tree_of(paths.values()), unused=net.unused)
            shown.tags = tags_of(shown, here, self.item)
            touched.append(shown)
        return moved, touched

    def _nets_at(self, names: frozenset[str]) -> list[Net]:
        """Return the nets at some blocks; asked for the same ones at every step of a drag, they are kept."""
        nets, known, found = self._asked
        if nets is not self.nets or known != names:
            found = [net for net in self.nets if any(self.item(end) in names for pair in net.pairs for end in pair)]
            self._asked = (self.nets, names, found)
        return found

    def _quick(self, pair: Pair, moved: Mapping[str, Placed], path: list[Point], dx: int, dy: int) -> list[Point]:
        is_moved = [self.item(end) in moved for end in pair]
        if all(is_moved):
            return [(x + dx, y + dy) for x, y in path]
        if not any(is_moved):
            return path
        ends = []
        for end in pair:
            block = moved.get(self.item(end), self.placed[self.item(end)])
            ends.append(block.ends[block.port_of(end) or ""])
        bends = self.bends(pair)
        return through(ends[0], [(p[0], p[1]) for p in bends], ends[1]) if bends else quick_route(ends[0], ends[1])


def _whole(rects: Iterable[Rect]) -> Rect:
    return around([corner for left, top, right, bottom in rects for corner in ((left, top), (right, bottom))])


def _sizes(rects: Mapping[str, list[Rect]]) -> dict[str, tuple[int, int]]:
    """Return how much room each block takes, with all that is drawn for it."""
    found = {}
    for name, listed in rects.items():
        left, top, right, bottom = _whole(listed)
        found[name] = (max(right - left, BLOCK[0]), max(bottom - top, BLOCK[1]))
    return found
