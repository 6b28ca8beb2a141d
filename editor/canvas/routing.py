"""The ways of all connections of a diagram, kept as long as nothing has changed about them. Pure, no Qt."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blocks.declare import Output
from blocks.diagram import Position
from editor.canvas.bends import through
from editor.canvas.faded import unused_pairs
from editor.canvas.geometry import End, Point, Rect, around, hits, inflated, meet, segments_of
from editor.canvas.lines import Lines, Obstacles, Surroundings
from editor.canvas.nets import Net, Pair, nets_of, tree_of
from editor.canvas.placed import Placed
from editor.canvas.port_kinds import PortKind
from editor.canvas.route import go_on, quick_route, searching
from editor.canvas.search import Search
from editor.canvas.tags import keep_apart, tags_of

if TYPE_CHECKING:
    from editor.canvas.network import Network

MANY = 100  # connections to find at once; more than these are not searched for as far, so that opening stays quick

Wanted = tuple[End, End, tuple[Position, ...]]  # what a way depends on: its ends and the corners drawn by hand


@dataclass
class _Way:
    wanted: Wanted
    path: list[Point]
    region: Rect  # around it


@dataclass
class _Begun:
    """A search that may have been broken off, and all it depends on."""

    pair: Pair
    wanted: Wanted
    rects: set[Rect]
    known: dict[Pair, _Way]
    search: Search

    def is_like(self, other: _Begun) -> bool:
        """Tell whether it looks for the same, among the same."""
        found = self.pair == other.pair and self.wanted == other.wanted
        return found and self.known == other.known and self.rects == other.rects


class Routing:
    """Finds ways, and remembers them."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._known: dict[Pair, _Way] = {}
        self._rects: set[Rect] = set()
        self._begun: _Begun | None = None
        self._placed: dict[str, Placed] = {}
        self._connections: list[Pair] = []
        self._groups: list[list[Pair]] = []

    def nets(self, before: list[Net], patience: float | None) -> list[Net]:
        """Return the nets of the diagram; those about which nothing has changed are the same objects as before.

        With ``patience``, in seconds, some connections may be left with quick ways: their nets are not settled.
        """
        network = self._network
        rects = set(network.rects())
        new, self._rects = list(rects - self._rects), rects
        changed = {name for name, block in network.placed.items() if self._placed.get(name) is not block}
        self._placed = network.placed
        if self._connections != list(network.pairs):
            self._connections = list(network.pairs)
            self._groups = nets_of(self._connections, network.mark)
        old = {net.key: net for net in before}
        nets, waiting = [], []
        for number, pairs in enumerate(self._groups):
            known = old.get(min(pairs))
            is_touched = known is None or any(network.item(end) in changed for pair in pairs for end in pair)
            net = Net(pairs, self._kind(pairs) if is_touched or known is None else known.kind)
            for pair in pairs:
                waiting += self._take(net, number, pair, new)
            if known is not None and known.is_settled and not is_touched and _is_same(known, net):
                net = known
            nets.append(net)
        if waiting:
            self._search(nets, waiting, rects, patience)
        for net in nets:
            if net is not old.get(net.key):
                same = old.get(net.key)
                net.tree = same.tree if same and same.paths == net.paths else tree_of(net.paths.values())
                net.tags = tags_of(net, network.placed, network.item)
                net.unused = unused_pairs(net.pairs, network.diagram.disabled)
        keep_apart(nets)
        connected = set(self._connections)
        self._known = {pair: way for pair, way in self._known.items() if pair in connected}
        return nets

    def _take(self, net: Net, number: int, pair: Pair, new: list[Rect]) -> list[tuple[int, int, Pair, Wanted]]:
        """Give a connection the way it has or that was drawn by hand; return it if it has to be searched."""
        network = self._network
        first, second = network.end(pair[0]), network.end(pair[1])
        if first is None or second is None:
            return []
        wanted = (first, second, network.bends(pair))
        path = self._kept(pair, wanted, new)
        if path is None and wanted[2]:
            path = through(first, [(p[0], p[1]) for p in wanted[2]], second)
            self._keep(pair, wanted, path)
        if path is None:
            self._known.pop(pair, None)
            return [(_distance(first, second), number, pair, wanted)]
        net.paths[pair] = path
        return []

    def _search(
        self, nets: list[Net], waiting: list[tuple[int, int, Pair, Wanted]], rects: set[Rect], patience: float | None
    ) -> None:
        lines = Lines()
        for number, net in enumerate(nets):
            for path in net.paths.values():
                for piece in segments_of(path):
                    lines.add(piece, number)
        for _, number, _, (first, second, _) in waiting:
            # right in front of a port belongs to its own connection
            for end in (first, second):
                lines.add(segments_of([end.point, end.stub])[0], number)
        blocks, until = Obstacles(rects), None if patience is None else time.perf_counter() + patience
        is_late = False  # the first one always gets its turn, else there would be no end
        # short ones first: long ones find a way around them more easily than the other way round
        for _, number, pair, wanted in sorted(waiting, key=lambda item: item[0]):
            net = nets[number]
            found = self._between(net, wanted)
            if found is None and not is_late:
                near = Surroundings(blocks, lines, self._own(net), number, len(waiting) <= MANY)
                found = self._go_on(pair, wanted, near, until)
                is_late = until is not None and time.perf_counter() > until
            if found is None:
                net.paths[pair] = quick_route(wanted[0], wanted[1])
                net.is_settled = False
                continue
            net.paths[pair] = found
            self._keep(pair, wanted, found)
            for piece in segments_of(found):
                lines.add(piece, number)

    def _between(self, net: Net, wanted: Wanted) -> list[Point] | None:
        """Return the way that other elements of the same two ports already take."""
        known = (self._known[pair] for pair in net.paths if pair in self._known)
        return next((way.path for way in known if way.wanted[:2] == wanted[:2]), None)

    def _own(self, net: Net) -> Lines:
        own = Lines()
        for pair, path in net.paths.items():
            for piece in segments_of(path) if pair in self._known else ():
                own.add(piece)
        return own

    def _go_on(self, pair: Pair, wanted: Wanted, near: Surroundings, until: float | None) -> list[Point] | None:
        """Search a way, or go on where the last search for it was broken off; None if the time is up."""
        begun = _Begun(pair, wanted, self._rects, dict(self._known), searching(wanted[0], wanted[1], near))
        if self._begun is not None and self._begun.is_like(begun):
            begun = self._begun
        found = go_on(begun.search, until)
        self._begun = begun if found is None else None
        return found

    def _keep(self, pair: Pair, wanted: Wanted, path: list[Point]) -> None:
        self._known[pair] = _Way(wanted, path, inflated(around(path), 1))

    def _kept(self, pair: Pair, wanted: Wanted, new: list[Rect]) -> list[Point] | None:
        """Return the way a connection already has, unless an end moved or something new stands on it."""
        known = self._known.get(pair)
        if known is None or known.wanted != wanted:
            return None
        close = [rect for rect in new if meet(rect, known.region)] if not wanted[2] else []
        if close and any(hits(piece, rect) for piece in segments_of(known.path) for rect in close):
            return None
        return known.path

    def _kind(self, pairs: list[Pair]) -> PortKind | None:
        kinds = [kind for pair in pairs for end in pair if (kind := self._network.kind(end)) is not None]
        # the output says more about a signal than the inputs it goes to
        return next((kind for kind in kinds if isinstance(kind.declaration, Output)), kinds[0] if kinds else None)


def _is_same(old: Net, new: Net) -> bool:
    return old.pairs == new.pairs and old.paths == new.paths


def _distance(a: End, b: End) -> int:
    return abs(a.point[0] - b.point[0]) + abs(a.point[1] - b.point[1])
