"""The name under which a diagram shows a port outside, as a small flag at that port. Pure, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from editor.canvas.geometry import End, Point, Rect, around
from editor.canvas.port_kinds import PortKind

STAFF = 20  # px from the port to the flag
CHARACTER, EDGE, HALF = 6, 14, 8  # the width of a character, what the ends of the flag take, and half its height


@dataclass(frozen=True)
class Flag:
    """A flag in front of a port; at ports above and below a block it is written upwards."""

    end: End
    text: str
    kind: PortKind

    @property
    def foot(self) -> Point:
        """Return where the line from the port meets the flag."""
        (x, y), (dx, dy) = self.end.point, self.end.out
        return x + STAFF * dx, y + STAFF * dy

    @property
    def length(self) -> int:
        """Return how long the flag is."""
        return CHARACTER * len(self.text) + EDGE

    @cached_property
    def rect(self) -> Rect:
        """Return what the flag covers."""
        (x, y), (dx, dy) = self.foot, self.end.out
        tip = (x + self.length * dx, y + self.length * dy)
        return around([(x - HALF * abs(dy), y - HALF * abs(dx)), (tip[0] + HALF * abs(dy), tip[1] + HALF * abs(dx))])

    @property
    def is_upright(self) -> bool:
        """Tell whether the text goes upwards."""
        return bool(self.end.out[1])
