"""Putting a block into a connection: it is turned to lie along it, with its port on the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from blocks.diagram import Position
from editor.canvas.compatible import through_ports
from editor.canvas.geometry import Point, distance_to
from editor.canvas.nets import Pair
from editor.canvas.placed import place
from editor.canvas.port_kinds import port_kinds

if TYPE_CHECKING:
    from editor.canvas.drawn_scene import DrawnScene

TURNS: dict[Point, tuple[int, ...]] = {(1, 0): (), (-1, 0): (0, 1), (0, 1): (90,), (0, -1): (270,)}


def insert_on(scene: DrawnScene, name: str, pair: Pair, point: QPointF) -> bool:
    """Put a block into a connection if it fits; return whether it did."""
    diagram = scene.diagram
    if scene.network.pairs.get(pair, pair) != pair:
        return False  # one of the lines of an array: the connection is that of all its elements
    ports = through_ports(diagram, name, port_kinds(diagram.blocks[name]), pair)
    if ports is None or scene.network.end(pair[0]) is None or scene.network.end(pair[1]) is None:
        return False
    at = _along(scene, name, ports, scene.network.path(pair), point)
    scene.document.insert_into(diagram, name, pair, ports)
    scene.document.move(diagram, {name: at})
    return True


def _along(scene: DrawnScene, name: str, ports: tuple[str, str], path: list[Point], point: QPointF) -> Position:
    """Return the place of a block on the nearest piece of a path; turned, if its two ports lie opposite each other."""
    diagram = scene.diagram
    x, y, *rest = diagram.layout[name]
    pieces = list(zip(path, path[1:], strict=False))
    a, b = min(pieces, key=lambda piece: distance_to((min(piece), max(piece)), point.x(), point.y()))
    ahead = ((b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1]))
    bare = place(diagram, name, (0, 0)).ends
    is_straight = ports[0] in bare and ports[1] in bare and (
        bare[ports[0]].out == (-1, 0) and bare[ports[1]].out == (1, 0)
    )  # fmt: skip
    turned = TURNS[ahead] if is_straight else tuple(rest)
    ends = place(diagram, name, (x, y, *turned)).ends
    if ports[0] not in ends:
        return (x, y, *turned)
    off = ends[ports[0]].point
    return (x, y + a[1] - off[1], *turned) if ahead[0] else (x + a[0] - off[0], y, *turned)
