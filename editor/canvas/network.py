"""The geometry of a whole diagram: blocks at their places and connections on their ways. Pure, no Qt.

``update`` makes it equal to the diagram and finds new ways only for the connections that a change has touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from blocks.declare import Input, Output
from blocks.diagram import ROUTE, Diagram, Position, block_of
from editor.canvas.arrange import arranged, beside
from editor.canvas.bends import through
from editor.canvas.geometry import Point, Rect, around, hits, inflated, meet, segments_of
from editor.canvas.nets import Pair, Tree, nets_of, tree_of
from editor.canvas.placed import Placed, place, port_use, with_labels
from editor.canvas.port_kinds import UNUSED, PortKind, Use, kind_at
from editor.canvas.route import End, Lines, Obstacles, Surroundings, quick_route, route
from editor.style import BLOCK

MANY = 100  # connections to find at once; more than these are not searched for as far, so that opening stays quick


@dataclass
class Net:
    """Connections that belong together: their ways, and the lines to draw."""

    pairs: list[Pair]
    kind: PortKind | None
    paths: dict[Pair, list[Point]] = field(default_factory=dict)
    tree: Tree = field(default_factory=Tree)

    @property
    def tags(self) -> list[tuple[Point, str]]:
        """Return small texts along the lines: which elements of an array are meant, and the size of a vector."""
        found = []
        for pair, path in self.paths.items():
            for end, (here, beyond) in zip(pair, (path[:2], path[:-3:-1]), strict=True):
                _, bracket, rest = end.partition(".")[0].partition("[")
                if bracket:
                    sign = (beyond[0] > here[0]) - (beyond[0] < here[0])
                    found.append(((here[0] + 24 * sign, here[1] - 8), f"[{rest}"))
        if self.kind is not None and self.kind.shape and self.tree.segments:
            (x0, y0), (x1, y1) = max(self.tree.segments, key=lambda piece: piece[1][0] - piece[0][0])
            found.append((((x0 + x1) // 2, (y0 + y1) // 2 - 8), f"[{'x'.join(map(str, self.kind.shape))}]"))
        return found

    @property
    def key(self) -> Pair:
        """Return what the net is known by."""
        return min(self.pairs)


class Network:
    """Blocks and nets of one diagram."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.placed: dict[str, Placed] = {}
        self.nets: list[Net] = []
        self._given: dict[str, Position] = {}  # places of blocks that have none in the diagram
        self._known: dict[Pair, tuple[tuple[End, End, tuple[Position, ...]], list[Point]]] = {}
        self._rects: set[Rect] = set()
        self._cache: dict[str, tuple[tuple[Any, ...], Placed]] = {}
        self._bare: dict[str, Placed] = {}  # before their texts have found a side

    def update(self) -> None:
        """Follow the diagram."""
        diagram = self.diagram
        uses = port_use(diagram)
        self._place_new(uses)
        positions = {name: diagram.layout.get(name, self._given.get(name, (0, 0))) for name in diagram.blocks}
        placed = {name: self._placed(name, at, uses.get(name, UNUSED)) for name, at in positions.items()}
        if placed != self._bare:
            self._bare = placed
            self.placed = with_labels(placed)
        self._route_all()

    def _placed(self, name: str, at: Position, use: Use) -> Placed:
        """Return a block at its place; the same as before if nothing about it has changed."""
        diagram = self.diagram
        part = diagram.blocks[name]
        key = (part, tuple(at), use, diagram.counts.get(name), name in diagram.disabled)
        known = self._cache.get(name)
        # blocks are never changed in place, but subsystems are
        if known is not None and known[0][0] is part and known[0][1:] == key[1:] and not isinstance(part, Diagram):
            return known[1]
        found = place(diagram, name, at, use)
        self._cache[name] = (key, found)
        return found

    def _place_new(self, uses: Mapping[str, Use]) -> None:
        missing = [name for name in self.diagram.blocks if name not in self.diagram.layout and name not in self._given]
        if not missing:
            return
        found = arranged(self._sizes(missing, uses), self.links())
        standing = [
            place(self.diagram, name, at).rect
            for name, at in (self.diagram.layout | self._given).items()
            if name in self.diagram.blocks
        ]
        self._given.update(beside(found, standing))

    def tidy(self) -> dict[str, Position]:
        """Return new places for all blocks, in columns along the connections."""
        uses = port_use(self.diagram)
        return dict(arranged(self._sizes(self.diagram.blocks, uses), self.links()))

    def _sizes(self, names: Iterable[str], uses: Mapping[str, Use]) -> dict[str, tuple[int, int]]:
        sizes = {}
        for name in names:
            rect = place(self.diagram, name, (0, 0), uses.get(name, UNUSED)).rect
            sizes[name] = (max(rect[2] - rect[0], BLOCK[0]), max(rect[3] - rect[1], BLOCK[1]))
        return sizes

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

    def end(self, text: str) -> End | None:
        """Return where an endpoint is; None if there is no such port."""
        block = self.placed.get(block_of(text))
        port = block and block.port_of(text)
        return block.ends[port] if block and port else None

    def kind(self, text: str) -> PortKind | None:
        """Return what an endpoint is."""
        block = self.placed.get(block_of(text))
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

    def _route_all(self) -> None:
        rects = set(self.rects())
        new, self._rects = list(rects - self._rects), rects
        before = {net.key: net for net in self.nets}
        self.nets = [Net(pairs, self._net_kind(pairs)) for pairs in nets_of(self.diagram.connections)]
        lines, waiting = Lines(), []
        for number, net in enumerate(self.nets):
            for pair in net.pairs:
                ends = self.end(pair[0]), self.end(pair[1])
                if ends[0] is None or ends[1] is None:
                    continue
                wanted = (ends[0], ends[1], self.bends(pair))
                path = self._kept(pair, wanted, new)
                if path is None and wanted[2]:
                    path = through(wanted[0], [(p[0], p[1]) for p in wanted[2]], wanted[1])
                if path is None:
                    waiting.append((_distance(wanted[0], wanted[1]), number, pair, wanted))
                else:
                    self._keep(net, pair, wanted, path)
                    for piece in segments_of(path):
                        lines.add(piece, number)
        blocks = Obstacles(rects) if waiting else Obstacles()
        # short ones first: long ones find a way around them more easily than the other way round
        for _, number, pair, wanted in sorted(waiting, key=lambda item: item[0]):
            net = self.nets[number]
            own = Lines()
            for path in net.paths.values():
                for piece in segments_of(path):
                    own.add(piece)
            path = route(wanted[0], wanted[1], Surroundings(blocks, lines, own, number, len(waiting) <= MANY))
            self._keep(net, pair, wanted, path)
            for piece in segments_of(path):
                lines.add(piece, number)
        for net in self.nets:
            old = before.get(net.key)
            net.tree = old.tree if old and old.paths == net.paths else tree_of(net.paths.values())
        self._known = {pair: self._known[pair] for net in self.nets for pair in net.paths}

    def _keep(self, net: Net, pair: Pair, wanted: tuple[End, End, tuple[Position, ...]], path: list[Point]) -> None:
        net.paths[pair] = path
        self._known[pair] = (wanted, path)

    def _kept(self, pair: Pair, wanted: tuple[End, End, tuple[Position, ...]], new: list[Rect]) -> list[Point] | None:
        """Return the way a connection already has, unless an end moved or something new stands on it."""
        known = self._known.get(pair)
        if known is None or known[0] != wanted:
            return None
        region = inflated(around(known[1]), 1)
        close = [rect for rect in new if meet(rect, region)]
        if not wanted[2] and any(hits(piece, rect) for piece in segments_of(known[1]) for rect in close):
            return None
        return known[1]

    def _net_kind(self, pairs: list[Pair]) -> PortKind | None:
        kinds = [kind for pair in pairs for end in pair if (kind := self.kind(end)) is not None]
        # the output says more about a signal than the inputs it goes to
        return next((kind for kind in kinds if isinstance(kind.declaration, Output)), kinds[0] if kinds else None)

    def gaps(self) -> dict[Pair, list[Point]]:
        """Return for each net where its horizontal pieces pass under vertical ones of other nets."""
        lines = Lines()
        for number, net in enumerate(self.nets):
            for piece in net.tree.segments:
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
        for net in self.nets:
            if not any(block_of(end) in chosen for pair in net.pairs for end in pair):
                continue
            paths = {pair: self._quick(pair, moved, path, dx, dy) for pair, path in net.paths.items()}
            touched.append(Net(net.pairs, net.kind, paths, tree_of(paths.values())))
        return moved, touched

    def _quick(self, pair: Pair, moved: Mapping[str, Placed], path: list[Point], dx: int, dy: int) -> list[Point]:
        is_moved = [block_of(end) in moved for end in pair]
        if all(is_moved):
            return [(x + dx, y + dy) for x, y in path]
        if not any(is_moved):
            return path
        ends = []
        for end in pair:
            block = moved.get(block_of(end), self.placed[block_of(end)])
            ends.append(block.ends[block.port_of(end) or ""])
        bends = self.bends(pair)
        return through(ends[0], [(p[0], p[1]) for p in bends], ends[1]) if bends else quick_route(ends[0], ends[1])


def _distance(a: End, b: End) -> int:
    return abs(a.point[0] - b.point[0]) + abs(a.point[1] - b.point[1])
