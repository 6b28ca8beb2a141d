"""Which parts of a net only lead to blocks that are commented out: they are drawn pale and dashed. Pure, no Qt."""

from __future__ import annotations

from collections.abc import Iterable

from blocks.diagram import block_of
from editor.canvas.geometry import Point, Segment, distance_to, segments_of
from editor.canvas.nets import Net, Pair

OPACITY = 0.4
DASH = (3.0, 3.0)  # widths of the line


def unused_pairs(pairs: Iterable[Pair], disabled: set[str]) -> frozenset[Pair]:
    """Return the connections that end at a block that is commented out.

    >>> unused_pairs([("a.p", "b.n"), ("b.n", "c[2].p")], {"c"})
    frozenset({('b.n', 'c[2].p')})
    """
    return frozenset(pair for pair in pairs if not disabled.isdisjoint(map(block_of, pair)))


class Fading:
    """Tells which lines and junctions of a net no connection in use runs along."""

    def __init__(self, net: Net) -> None:
        used = (path for pair, path in net.paths.items() if pair not in net.unused)
        self._used: list[Segment] | None = [s for path in used for s in segments_of(path)] if net.unused else None

    def is_pale(self, chain: list[Point]) -> bool:
        """Tell whether a line is of no use; between two junctions the same connections run along all of it."""
        (x0, y0), (x1, y1) = chain[:2]
        return self._is_off((x0 + x1) / 2, (y0 + y1) / 2)

    def is_pale_at(self, junction: Point) -> bool:
        """Tell whether no connection in use passes a junction."""
        return self._is_off(*junction)

    def _is_off(self, x: float, y: float) -> bool:
        return self._used is not None and not any(distance_to(piece, x, y) < 0.5 for piece in self._used)
