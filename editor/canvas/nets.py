"""Nets: what is connected with each other, and the drawing of its connections as one tree. Pure, no Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from editor.canvas.geometry import Point, Segment, segments_of
from editor.canvas.port_kinds import PortKind

Pair = tuple[str, str]


def nets_of(pairs: Iterable[Pair], mark: Callable[[str], object] = str) -> list[list[Pair]]:
    """Return connections grouped by what they join; those between the same two ``mark``s are drawn as one.

    >>> nets_of([("a.p", "b.n"), ("c.p", "d.n"), ("b.n", "e.p")])
    [[('a.p', 'b.n'), ('b.n', 'e.p')], [('c.p', 'd.n')]]
    """
    parent: dict[str, str] = {}

    def root(end: str) -> str:
        parent.setdefault(end, end)
        while parent[end] != end:
            parent[end] = parent[parent[end]]
            end = parent[end]
        return end

    listed = list(pairs)
    between: dict[frozenset[object], str] = {}
    for first, second in listed:
        parent[root(second)] = root(first)
        parent[root(first)] = root(between.setdefault(frozenset((mark(first), mark(second))), first))
    groups: dict[str, list[Pair]] = {}
    for pair in listed:
        groups.setdefault(root(pair[0]), []).append(pair)
    return list(groups.values())


@dataclass
class Tree:
    """The lines of a net: chains from one end or junction to the next, and the junctions."""

    chains: list[list[Point]] = field(default_factory=list)
    junctions: list[Point] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)


@dataclass
class Net:
    """Connections that belong together: their ways, and the lines to draw."""

    pairs: list[Pair]
    kind: PortKind | None
    paths: dict[Pair, list[Point]] = field(default_factory=dict)
    tree: Tree = field(default_factory=Tree)
    tags: list[tuple[Point, str]] = field(default_factory=list)  # small texts along the lines
    is_settled: bool = True  # all its ways are the best there are
    unused: frozenset[Pair] = frozenset()  # those at blocks that are commented out

    @property
    def key(self) -> Pair:
        """Return what the net is known by."""
        return min(self.pairs)


def tree_of(paths: Iterable[list[Point]]) -> Tree:
    """Return paths that share pieces as lines drawn once; a junction is where three or more pieces meet."""
    links = _links(paths)
    tree = Tree(junctions=sorted(point for point, others in links.items() if len(others) > 2))
    done: set[Segment] = set()
    # loops have no end to begin at, so every point gets its turn, ends and junctions first
    for point in sorted(links, key=lambda p: len(links[p]) == 2):
        for other in sorted(links[point]):
            chain = [point]
            here, ahead = point, other
            while (piece := _ordered(here, ahead)) not in done:
                done.add(piece)
                chain.append(ahead)
                if len(links[ahead]) != 2:
                    break
                here, ahead = ahead, next(p for p in links[ahead] if p != here)
            if len(chain) > 1:
                tree.chains.append(_corners(chain))
    tree.segments = [piece for chain in tree.chains for piece in segments_of(chain)]
    return tree


def _links(paths: Iterable[list[Point]]) -> dict[Point, set[Point]]:
    """Return for each point of the paths its neighbours, with pieces cut wherever a point lies on them."""
    pieces = {piece for path in paths for piece in segments_of(path)}
    points = {point for piece in pieces for point in piece}
    links: dict[Point, set[Point]] = {}
    for (x0, y0), (x1, y1) in pieces:
        is_slanted = x0 != x1 and y0 != y1
        inside = [(x0, y0), (x1, y1)] if is_slanted else sorted(
            p for p in points if x0 <= p[0] <= x1 and y0 <= p[1] <= y1
        )  # fmt: skip
        for a, b in zip(inside, inside[1:], strict=False):
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
    return links


def _ordered(a: Point, b: Point) -> Segment:
    return (a, b) if a <= b else (b, a)


def _corners(chain: list[Point]) -> list[Point]:
    kept = chain[:1]
    for before, here, after in zip(chain, chain[1:], chain[2:], strict=False):
        if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1]):
            kept.append(here)
    return [*kept, chain[-1]]
