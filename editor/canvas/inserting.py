"""Putting a block into a connection: it is turned to lie along it, with its port on the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from blocks.diagram import Position
from editor.canvas.compatible import through_count, through_ports
from editor.canvas.geometry import Point, distance_to
from editor.canvas.nets import Pair
from editor.canvas.placed import place
from editor.canvas.port_kinds import port_kinds
from editor.canvas.spread import apart

if TYPE_CHECKING:
    from editor.canvas.drawn_scene import DrawnScene

TURNS: dict[Point, tuple[int, ...]] = {(1, 0): (), (-1, 0): (0, 1), (0, 1): (90,), (0, -1): (270,)}


def insert_on(scene: DrawnScene, name: str, pair: Pair, point: QPointF) -> bool:
    """Put a block into a connection if it fits; return whether it did.

    Dropped on one of the lines of an array that is laid out element by element, it goes into that line only. A
    connection of many elements makes it an array: each of them gets its own.
    """
    diagram, document = scene.diagram, scene.document
    whole, line, rest = scene.network.pairs.get(pair, pair), pair, None
    if whole != pair:
        parts = apart(diagram, whole, pair)
        if parts is None:
            return False
        line, rest = parts
    kinds = port_kinds(diagram.blocks[name])
    ports = through_ports(diagram, name, kinds, line)
    if ports is None or scene.network.end(pair[0]) is None or scene.network.end(pair[1]) is None:
        return False
    count = through_count(diagram, {kind.name: kind for kind in kinds}, ports, line)
    if count is None or diagram.counts.get(name, count) != count:
        return False
    at = _along(scene, name, ports, scene.network.path(pair), point)
    with document.step(f"Insert {name}", diagram):
        if count > 1:
            document.set_count(diagram, name, count)
        if rest is not None:
            document.split_off(diagram, whole, line, rest)
        document.insert_into(diagram, name, line, ports)
        document.move(diagram, {name: at})
    return True


def _along(scene: DrawnScene, name: str, ports: tuple[str, str], path: list[Point], point: QPointF) -> Position:
    """Return the place of a block on the nearest piece of a path; turned, if its two ports lie opposite each other."""
    diagram = scene.diagram
    x, y, *rest = diagram.layout[name]
    pieces = list(zip(path, path[1:], strict=False))
    a, b = min(pieces, key=lambda piece: distance_to((min(piece), max(piece)), point.x(), point.y()))
    across, down = b[0] - a[0], b[1] - a[1]  # both, between neighbours in a ring
    is_across = abs(across) >= abs(down)
    ahead = ((across > 0) - (across < 0), 0) if is_across else (0, (down > 0) - (down < 0))
    bare = place(diagram, name, (0, 0)).ends
    is_straight = ports[0] in bare and ports[1] in bare and (
        bare[ports[0]].out == (-1, 0) and bare[ports[1]].out == (1, 0)
    )  # fmt: skip
    turned = TURNS[ahead] if is_straight else tuple(rest)
    ends = place(diagram, name, (x, y, *turned)).ends
    if ports[0] not in ends or (across and down):
        return (x, y, *turned)
    off = ends[ports[0]].point
    return (x, y + a[1] - off[1], *turned) if ahead[0] else (x + a[0] - off[0], y, *turned)
