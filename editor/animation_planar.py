"""Marks of planar mechanics: which blocks are drawn, and how."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

from editor.animation_marks import WORLD, Anchor, Drawing, Place, Point
from editor.animation_walk import Found, Walk
from libraries import planar
from libraries.planar.bodies import TurningMass
from libraries.planar.contacts import LineContact
from libraries.planar.forces import Line
from libraries.planar.pair_contacts import PairContact
from libraries.planar.sensors import FrameSensor, StiffSensor
from libraries.planar.wheels import Wheel

ORIGIN = (0.0, 0.0)
ARC_STEP = pi / 32


def planar_drawing(walk: Walk) -> Drawing:
    """Return the drawing of all planar blocks."""
    drawing = Drawing()
    blocks = walk.of_domain("planar")
    for found in blocks:
        _draw(found, drawing)
    _traces(drawing, blocks, walk)
    return drawing


def place(frame: str) -> Place:
    """Return a frame with its angle."""
    return Place((f"{frame}.x", f"{frame}.y"), (f"{frame}.phi",))


def point(frame: str) -> Anchor:
    """Return the origin of a frame; its angle is not needed."""
    return Place((f"{frame}.x", f"{frame}.y")), ORIGIN


def _draw(found: Found, drawing: Drawing) -> None:
    for kind, draw in DRAWN:
        if isinstance(found.block, kind):
            draw(found, drawing)
            return
    if len(found.frames) > 1:
        bar = "bar" if isinstance(found.block, TurningMass) else "arm"
        drawing.add(bar, found.name, *(point(found.frame(k)) for k in range(len(found.frames))))


def _nothing(found: Found, drawing: Drawing) -> None:
    """Draw nothing: the block has no place of its own."""


def _world(found: Found, drawing: Drawing) -> None:
    drawing.gravity = tuple(found.values["g"])


def _standing(kind: str) -> Callable[[Found, Drawing], None]:
    def draw(found: Found, drawing: Drawing) -> None:
        at = place(found.frame())
        drawing.add(kind, found.name, (at, ORIGIN), (at, (1.0, 0.0)))

    return draw


def _mass(found: Found, drawing: Drawing) -> None:
    drawing.add("mass", found.name, point(found.frame()))


def _link(found: Found, drawing: Drawing) -> None:
    a, b, (r_x, r_y), (x, y) = point(found.frame()), point(found.frame(1)), found.values["r"], found.values["r_cm"]
    if abs(r_x * y - r_y * x) > 1e-9:  # the centre of mass is beside the line
        drawing.add("plate", found.name, a, b, (place(found.frame()), (float(x), float(y))))
    drawing.add("bar", found.name, a, b)


def _joint(found: Found, drawing: Drawing) -> None:
    drawing.add("joint", found.name, point(found.frame()))


def _prismatic(found: Found, drawing: Drawing) -> None:
    a, angle = place(found.frame()), float(found.values["direction"])
    drawing.add("rail", found.name, (a, ORIGIN), point(found.frame(1)), (a, (cos(angle), sin(angle))))


def _line(kind: str) -> Callable[[Found, Drawing], None]:
    def draw(found: Found, drawing: Drawing) -> None:
        drawing.add(kind, found.name, point(found.frame()), point(found.frame(1)))

    return draw


def _ground(found: Found, drawing: Drawing) -> None:
    (x, y), slope = found.values["point"], float(found.values["slope"])
    ends = (float(x), float(y)), (float(x) + cos(slope), float(y) + sin(slope))
    anchors = tuple((WORLD, end) for end in ends)
    if not any(mark.kind == "ground" and mark.anchors == anchors for mark in drawing.marks):
        drawing.add("ground", found.name, *anchors)


def _disc(found: Found, drawing: Drawing, number: int = 0, radius: str = "radius") -> None:
    at, size = place(found.frame(number)), float(found.values[radius])
    drawing.add("disc", found.name, (at, ORIGIN), (at, (size, 0.0)), radius=size)


def _disc_on_line(found: Found, drawing: Drawing) -> None:
    _ground(found, drawing)
    _disc(found, drawing)


def _capsule(found: Found, drawing: Drawing, radius: str = "radius") -> None:
    at, length, size = place(found.frame()), float(found.values["length"]), float(found.values[radius])
    outline = [*_arc((0.0, 0.0), size, pi / 2, 3 * pi / 2), *_arc((length, 0.0), size, -pi / 2, pi / 2)]
    drawing.add("plate", found.name, *((at, corner) for corner in outline))


def _capsule_on_line(found: Found, drawing: Drawing) -> None:
    _ground(found, drawing)
    _capsule(found, drawing)


def _arc_on_line(found: Found, drawing: Drawing) -> None:
    _ground(found, drawing)
    at, values = place(found.frame()), found.values
    middle, half, (x, y) = float(values["direction"]), float(values["half_angle"]), values["centre"]
    rim = _arc((float(x), float(y)), float(values["radius"]), middle - half, middle + half)
    drawing.add("rim", found.name, *((at, corner) for corner in rim))


def _disc_on_disc(found: Found, drawing: Drawing) -> None:
    _disc(found, drawing, 0, "radius_a")
    _disc(found, drawing, 1, "radius_b")


def _capsule_on_disc(found: Found, drawing: Drawing) -> None:
    _capsule(found, drawing, "radius_a")
    _disc(found, drawing, 1, "radius_b")


def _gear_in_ring(found: Found, drawing: Drawing) -> None:
    # the ring first: the wheel lies on it
    _disc(found, drawing, 1, "radius_b")
    _disc(found, drawing, 0, "radius_a")


def _wheel(found: Found, drawing: Drawing) -> None:
    """Draw the tyre, seen from above: as long as its diameter."""
    at, heading, size = place(found.frame()), float(found.values["heading"]), float(found.values["radius"])
    c, s = size * cos(heading), size * sin(heading)
    across = 0.3
    corners = (-1, -across), (1, -across), (1, across), (-1, across)
    tyre = [(x * c - y * s, x * s + y * c) for x, y in corners]
    drawing.add("plate", found.name, *((at, corner) for corner in tyre))


def _centre(found: Found, drawing: Drawing) -> None:
    at: Anchor = (Place((f"{found.name}.x", f"{found.name}.y")), ORIGIN)
    drawing.add("centre", found.name, at)
    drawing.traces[found.name] = at


def _arc(centre: Point, radius: float, first: float, last: float) -> list[Point]:
    count = max(2, int((last - first) / ARC_STEP) + 1)
    angles = [first + (last - first) * k / count for k in range(count + 1)]
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


# the first kind that fits counts
DRAWN: tuple[tuple[type[Any], Callable[[Found, Drawing], None]], ...] = (
    (planar.World, _world),
    (planar.Fixed, _standing("fixed")),
    (planar.PointMass, _mass),
    (planar.Body, _standing("body")),
    (planar.Link, _link),
    (planar.Revolute, _joint),
    (planar.Prismatic, _prismatic),
    (planar.Spring, _line("spring")),
    (planar.VariableSpring, _line("spring")),
    (planar.Damper, _line("damper")),
    (planar.SpringDamper, _line("both")),
    (Line, _line("actuator")),
    (planar.TorsionSpring, _nothing),
    (planar.FixedRotation, _nothing),
    (StiffSensor, _nothing),
    (planar.DiscOnLine, _disc_on_line),
    (planar.RollingDisc, _disc_on_line),
    (planar.CapsuleOnLine, _capsule_on_line),
    (planar.ArcOnLine, _arc_on_line),
    (LineContact, _ground),
    (planar.CapsuleOnDisc, _capsule_on_disc),
    (PairContact, _disc_on_disc),
    (planar.ExternalGear, _disc_on_disc),
    (planar.InternalGear, _gear_in_ring),
    (Wheel, _wheel),
    (planar.InertiaSensor, _centre),
    (planar.Distance, _line("link")),
    (FrameSensor, _nothing),
)


def _traces(drawing: Drawing, blocks: list[Found], walk: Walk) -> None:
    """Offer points to trace: centres of mass, measured frames, then all others; the first or an open end is chosen."""
    measured = [found for found in blocks if isinstance(found.block, planar.AbsolutePosition)]
    drawing.traces |= {found.name: point(found.frame()) for found in measured}
    parts = [found for found in blocks if len(found.frames) > 1 and isinstance(found.block, TurningMass)]
    parts += [found for found in blocks if isinstance(found.block, planar.Body | planar.PointMass)]
    parts += [found for found in blocks if isinstance(found.block, planar.FixedTranslation)]
    frames = [found.frame(k) for found in parts for k in range(len(found.frames))]
    drawing.default_trace = next(iter(drawing.traces), "")
    drawing.traces |= {frame: point(frame) for frame in frames}
    is_open = [frame for frame in frames if not walk.connected.get(frame)]
    drawing.default_trace = drawing.default_trace or (is_open[-1] if len(is_open) == 1 else "")
