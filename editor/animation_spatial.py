"""Marks of spatial mechanics: which blocks are drawn, and how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from editor.animation_marks import WORLD, Anchor, Drawing, Place, Point
from editor.animation_orientation import Orientations
from editor.animation_points import across
from editor.animation_walk import Array, Found, Walk
from libraries import spatial
from libraries.spatial.bodies import RigidBody
from libraries.spatial.contacts import PlaneContact
from libraries.spatial.forces import LineForce
from libraries.spatial.joints import Joint
from libraries.spatial.pair_contacts import PairContact
from libraries.spatial.rolling import Rolling
from libraries.spatial.sensors import FrameSensor, StiffSensor

ORIGIN = (0.0, 0.0, 0.0)
UNITS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
DENSITY = 3000.0  # kg/m3, for the size of a body of which only the mass is known
CIRCLE = np.arange(33) * 2 * np.pi / 32


def spatial_drawing(walk: Walk) -> Drawing:
    """Return the drawing of all spatial blocks."""
    drawing = Drawing()
    artist = _Artist(drawing, Orientations(walk))
    blocks = walk.of_domain("spatial")
    for found in blocks:
        artist.draw(found)
    _traces(drawing, blocks, walk)
    return drawing


def point(frame: str) -> Anchor:
    """Return the origin of a frame."""
    return Place(tuple(f"{frame}.r[{k}]" for k in (1, 2, 3))), ORIGIN


def as_point(values: Array) -> Point:
    """Return a vector as plain numbers."""
    return tuple(float(value) for value in values)


class _Artist:
    def __init__(self, drawing: Drawing, orientations: Orientations) -> None:
        self.drawing, self.orientations = drawing, orientations

    def draw(self, found: Found) -> None:
        """Draw a block: as the first kind that fits, else as a bar between its frames."""
        for kind, draw in DRAWN:
            if isinstance(found.block, kind):
                draw(self, found)
                return
        if len(found.frames) > 1:
            kind_of_bar = "bar" if isinstance(found.block, RigidBody) else "arm"
            self.drawing.add(kind_of_bar, found.name, *(point(found.frame(k)) for k in range(len(found.frames))))

    def place(self, frame: str) -> Place | None:
        """Return a frame with its orientation; None if that is not known."""
        return self.orientations.place(frame)

    def nothing(self, found: Found) -> None:
        """Draw nothing: the block has no place of its own."""

    def world(self, found: Found) -> None:
        self.drawing.gravity = as_point(found.values["g"])
        self.drawing.add("axes", found.name, (WORLD, ORIGIN), *((WORLD, unit) for unit in UNITS))

    def fixed(self, found: Found) -> None:
        self.drawing.add("mass", found.name, point(found.frame()), radius=0.0)

    def line(self, kind: str, found: Found) -> None:
        self.drawing.add(kind, found.name, point(found.frame()), point(found.frame(1)))

    def ball_at(self, found: Found, frame: int, radius: str) -> None:
        self.drawing.add("ball", found.name, point(found.frame(frame)), radius=float(found.values[radius]))

    def point_mass(self, found: Found) -> None:
        self.drawing.add("ball", found.name, point(found.frame()), radius=_radius(found))

    def line_mass(self, found: Found) -> None:
        centre = Place(tuple(f"{found.name}.position[{k}]" for k in (1, 2, 3)))
        self.drawing.add("ball", found.name, (centre, ORIGIN), radius=_radius(found))

    def body(self, found: Found) -> None:
        centre = Place(tuple(f"{found.name}.position[{k}]" for k in (1, 2, 3)))
        if found.values["r_cm"].any():
            self.drawing.add("arm", found.name, point(found.frame()), (centre, ORIGIN))
        self.drawing.add("ball", found.name, (centre, ORIGIN), radius=_radius(found))

    def box(self, found: Found) -> None:
        a, b = self.place(found.frame()), self.place(found.frame(1))
        values = found.values
        side, up = _cross_section(values["r"], values["sideways"])
        corners = [
            x * side * float(values["width"]) / 2 + y * up * float(values["height"]) / 2
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        if a is not None and b is not None:
            anchors = [(end, as_point(corner)) for end in (a, b) for corner in corners]
            self.drawing.add("box", found.name, *anchors)

    def cylinder(self, found: Found) -> None:
        ends = point(found.frame()), point(found.frame(1))
        self.drawing.add("round", found.name, *ends, radius=float(found.values["diameter"]) / 2)

    def joint(self, found: Found) -> None:
        at, axis = self.place(found.frame()), _axis(found)
        ends = [(at, ORIGIN), (at, as_point(axis))] if at is not None and axis is not None else [point(found.frame())]
        self.drawing.add("joint", found.name, *ends)

    def sliding(self, found: Found) -> None:
        at, axis = self.place(found.frame()), _axis(found)
        if at is None or axis is None:
            self.line("link", found)
        else:
            self.drawing.add("rail", found.name, (at, ORIGIN), point(found.frame(1)), (at, as_point(axis)))

    def shape(self, found: Found) -> None:
        values, place = found.values, self.orientations.shape(found.name)
        kind, (length, width) = found.block.structure["kind"], (float(values[key]) for key in ("length", "width"))
        along = values["along"] / max(float(np.linalg.norm(values["along"])), 1e-12)
        side, up = _cross_section(along, values["sideways"])
        color = as_point(values["color"])
        if kind == "sphere":  # begins at one side, its length is its diameter
            middle = (place, as_point(along * length / 2))
            self.drawing.add("ball", found.name, middle, radius=length / 2, color=color)
        elif kind == "box":
            halves = side * width / 2, up * float(values["height"]) / 2
            square = [x * halves[0] + y * halves[1] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            anchors = [(place, as_point(end + corner)) for end in (0 * along, along * length) for corner in square]
            self.drawing.add("box", found.name, *anchors, color=color)
        else:
            ends = (place, ORIGIN), (place, as_point(along * length))
            name = "round" if kind == "cylinder" else kind
            self.drawing.add(name, found.name, *ends, radius=width / 2, color=color)

    def ground(self, found: Found) -> None:
        start, normal = found.values["point"], found.values["normal"]
        u, v = across(normal)
        anchors = tuple((WORLD, as_point(corner)) for corner in (start, start + u, start + v))
        if not any(mark.kind == "ground" and mark.anchors == anchors for mark in self.drawing.marks):
            self.drawing.add("ground", found.name, *anchors)

    def on_plane(self, found: Found) -> None:
        self.ground(found)
        block, frame, values = found.block, found.frame(), found.values
        place = self.place(frame)
        if isinstance(block, spatial.SphereOnPlane | spatial.RollingSphere):
            self.ball_at(found, 0, "radius")
        elif isinstance(block, spatial.CapsuleOnPlane):
            self._capsule(found, frame, values["r"], float(values["radius"]))
        elif isinstance(block, spatial.RollingDisc) and place is not None:
            u, v = across(np.asarray(_axis(found)))
            self._curve("disc", found.name, place, ORIGIN, float(values["radius"]), u, v, CIRCLE[:-1])
        elif isinstance(block, spatial.ArcOnPlane) and place is not None:
            half, middle = float(values["half_angle"]), float(values["direction"])
            angles = middle + np.linspace(-half, half, 17)
            centre = as_point(values["centre"])
            self._curve("rim", found.name, place, centre, float(values["radius"]), *np.eye(3)[:2], angles)

    def pair(self, found: Found) -> None:
        if isinstance(found.block, spatial.CapsuleOnCylinder):
            for number, end in enumerate(("a", "b")):
                radius = float(found.values[f"radius_{end}"])
                self._capsule(found, found.frame(number), found.values[f"r_{end}"], radius)
        else:
            self.ball_at(found, 0, "radius_a")
            self.ball_at(found, 1, "radius_b")

    def _capsule(self, found: Found, frame: str, way: Array, radius: float) -> None:
        place = self.place(frame)
        if place is None:
            self.drawing.add("ball", found.name, point(frame), radius=radius)
            return
        ends = (place, ORIGIN), (place, as_point(way))
        self.drawing.add("round", found.name, *ends, radius=radius)
        for end in ends:
            self.drawing.add("ball", found.name, end, radius=radius)

    def _curve(self, kind: str, name: str, place: Place, centre: Point, radius: float, *rest: Array) -> None:
        u, v, angles = rest
        points = np.asarray(centre) + radius * (np.cos(angles)[:, None] * u + np.sin(angles)[:, None] * v)
        self.drawing.add(kind, name, *((place, as_point(row)) for row in points), radius=radius)

    def centre(self, found: Found) -> None:
        at: Anchor = (Place(tuple(f"{found.name}.position[{k}]" for k in (1, 2, 3))), ORIGIN)
        self.drawing.add("centre", found.name, at)
        self.drawing.traces[found.name] = at


def _radius(found: Found) -> float:
    return float((3 * float(found.values["m"]) / (4 * np.pi * DENSITY)) ** (1 / 3))


def _cross_section(along: Array, sideways: Array) -> tuple[Array, Array]:
    """Return the directions of width and height, as the solids themselves define them."""
    along = along / max(float(np.linalg.norm(along)), 1e-12)
    up = np.cross(along, sideways)
    if np.linalg.norm(up) < 1e-9:
        return across(along)
    up = up / np.linalg.norm(up)
    return np.cross(up, along), up


def _axis(found: Found) -> Array | None:
    """Return the axis of a joint in its frame a; None if it has none or several."""
    direction = found.block.structure.get("direction")
    if direction in ("x", "y", "z"):
        return np.eye(3)["xyz".index(direction)]
    if "n" in found.values and np.any(found.values["n"]):
        return np.asarray(found.values["n"] / np.linalg.norm(found.values["n"]))
    return None


def _line(kind: str) -> Callable[[_Artist, Found], None]:
    return lambda artist, found: artist.line(kind, found)


# the first kind that fits counts
DRAWN: tuple[tuple[type[Any], Callable[[_Artist, Found], None]], ...] = (
    (spatial.World, _Artist.world),
    (spatial.Fixed, _Artist.fixed),
    (spatial.PointMass, _Artist.point_mass),
    (spatial.LineMass, _Artist.line_mass),
    (spatial.Body, _Artist.body),
    (spatial.Box, _Artist.box),
    (spatial.Cylinder, _Artist.cylinder),
    (spatial.Spring, _line("spring")),
    (spatial.VariableSpring, _line("spring")),
    (spatial.Damper, _line("damper")),
    (spatial.SpringDamper, _line("both")),
    (spatial.BallRod, _line("bar")),
    (LineForce, _line("actuator")),
    (spatial.FixedTranslation, _line("arm")),
    (spatial.FixedRotation, _line("arm")),
    (spatial.Prismatic, _Artist.sliding),
    (spatial.Cylindrical, _Artist.sliding),
    (spatial.Revolute, _Artist.joint),
    (spatial.Universal, _Artist.joint),
    (spatial.Spherical, _Artist.joint),
    (spatial.ForceBetween, _line("link")),
    (Joint, _Artist.nothing),
    (spatial.FreeMotion, _Artist.nothing),
    (spatial.PointMotion, _Artist.nothing),
    (StiffSensor, _Artist.nothing),
    (PlaneContact, _Artist.on_plane),
    (Rolling, _Artist.on_plane),
    (PairContact, _Artist.pair),
    (spatial.InertiaSensor, _Artist.centre),
    (spatial.Shape, _Artist.shape),
    (spatial.Distance, _line("link")),
    (FrameSensor, _Artist.nothing),
)


def _traces(drawing: Drawing, blocks: list[Found], walk: Walk) -> None:
    """Offer points to trace: centres of mass, measured frames, then all others; the first or an open end is chosen."""
    measured = [found for found in blocks if isinstance(found.block, spatial.AbsolutePosition)]
    drawing.traces |= {found.name: point(found.frame()) for found in measured}
    parts = [found for found in blocks if isinstance(found.block, RigidBody | spatial.PointMass)]
    parts += [found for found in blocks if isinstance(found.block, spatial.FixedTranslation)]
    frames = [found.frame(k) for found in parts for k in range(len(found.frames))]
    drawing.default_trace = next(iter(drawing.traces), "")
    drawing.traces |= {frame: point(frame) for frame in frames}
    is_open = [frame for frame in frames if not walk.connected.get(frame)]
    drawing.default_trace = drawing.default_trace or (is_open[-1] if len(is_open) == 1 else "")
