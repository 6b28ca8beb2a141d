"""What a drawing of a mechanism is made of: marks, whose points are carried by frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Point = tuple[float, ...]
Matrix = tuple[Point, Point, Point]
BARREL = 0.17  # of an actuator in space, where its thick part begins, and before its end


@dataclass(frozen=True)
class Place:
    """A frame by the names of its signals. Without any it is the world itself.

    ``turn`` holds its angle in a plane; in space three angles about x, the new y and the new z, or the nine elements of
    a matrix, row by row. ``base`` is a constant turn after that.
    """

    at: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    base: Matrix | None = None

    @property
    def signals(self) -> tuple[str, ...]:
        """Return all signals that are needed."""
        return self.at + self.turn


WORLD = Place()
Anchor = tuple[Place, Point]  # a point, seen from a frame


@dataclass(frozen=True, eq=False)
class Mark:
    """One thing to draw. What its points mean depends on its kind.

    | kind | points |
    |---|---|
    | bar, arm, link | a part with mass, one without, something thin: its corners |
    | spring, damper, both, actuator | its two ends |
    | rail | the guide, the slider, a point in the direction of sliding |
    | joint | its centre; in space also a point on its axis |
    | fixed, mass, body | its centre, a point on its x axis; in space also one on y and one on z |
    | disc | its centre, a point of its rim |
    | rim | a curve that does not close |
    | plate | the corners of an area |
    | ground | a point of the line and one further on; in space the corners of an area |
    | centre | a centre of mass |
    | box | eight corners: four at one end, then four at the other |
    | round, cone, arrow | both ends of its axis |
    | ball | its centre |
    """

    kind: str
    name: str
    anchors: tuple[Anchor, ...]
    radius: float = 0.0  # in metres
    color: Point | None = None


@dataclass(eq=False)
class Drawing:
    """All marks of a diagram, and the points whose way can be traced."""

    marks: list[Mark] = field(default_factory=list)
    traces: dict[str, Anchor] = field(default_factory=dict)
    default_trace: str = ""
    gravity: Point = ()

    def add(
        self, kind: str, name: str, *anchors: Anchor, radius: float = 0.0, color: Sequence[float] | None = None
    ) -> None:
        """Add a mark."""
        self.marks.append(Mark(kind, name, anchors, radius, None if color is None else tuple(color)))
