"""Drawing a connection: drag from port to port, or click one and then the other; release on a connection to join it.

Between two clicks every click on the empty canvas sets a corner, and Backspace takes the last one back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsSceneMouseEvent

from blocks.diagram import block_of
from blocks.errors import ModelError
from editor.canvas.compatible import Joined, why_not
from editor.canvas.elements import choices
from editor.canvas.geometry import End, Point, simplified
from editor.canvas.nets import Pair
from editor.canvas.port_item import DIM, LIT, domain_of_kind
from editor.canvas.wholes import chains, growth, leftover, wholes
from editor.canvas.wire_way import leg, leg_to, portion, to_corner
from editor.style import GRID

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene

ON_TOP = 9.0
NEXT = 4 * GRID  # px from a port from which on a connection is not meant to be given up
FAR = 12  # px on the screen: less is a click, more is a drag
CHOOSE = "The sizes differ: release to choose an element."


class WireTool:
    """Draws a connection from a port, or from a point of a connection that has the port at one end."""

    def __init__(self, scene: DiagramScene, start: str, branch: tuple[Pair, Point] | None = None) -> None:
        self.scene, self.branch = scene, branch
        self.joined = Joined(scene.diagram)
        self.start = self._source(start, branch[0]) if branch is not None else start
        self.is_clicked = False  # click-click: the button is up between
        self.target: str | None = None
        self.said = ""
        self.at = QPointF()
        self.corners: list[list[Point]] = []  # the way up to each corner that was set
        self.item = QGraphicsPathItem()
        self.item.setZValue(ON_TOP)
        kind = scene.network.kind(self.start)
        color = QColor(domain_of_kind(kind).color_in(scene.theme) if kind else scene.theme.accent)
        self.item.setPen(QPen(color, 1.8, Qt.PenStyle.DashLine))
        scene.addItem(self.item)
        self.reasons = self._reasons()
        scene.light_ports({end: DIM if why not in ("", CHOOSE) else LIT for end, why in self.reasons.items()})

    def _source(self, end: str, pair: Pair) -> str:
        """Return the port that a branch of a connection begins at: the output of a signal, else an end of it."""
        outputs = self.joined.outputs(self.joined.net(end) | set(pair))
        return outputs[0] if outputs else end

    def _reasons(self) -> dict[str, str]:
        """Return for each port why it cannot be connected to the start, or nothing if it can."""
        found = {}
        for name, block in self.scene.network.placed.items():
            for port in block.ends:
                end = f"{name}.{port}"
                if end != self.start:
                    reason = why_not(self.scene.diagram, *self._ends(end), self.joined)
                    found[end] = CHOOSE if reason and self._parts(end) else reason
        return found

    def _parts(self, end: str) -> list[Pair]:
        """Return the parts of the two ends that could be connected, where they cannot as a whole."""
        listed = choices(self.scene.diagram, *self._ends(end))
        return [pair for pair in listed if not why_not(self.scene.diagram, *pair, self.joined)]

    def _choices(self, end: str) -> list[Pair]:
        """Return what connecting the start with an end may mean; a person is asked where that is more than one."""
        diagram, pair = self.scene.diagram, self._ends(end)
        plain = [pair] if not why_not(diagram, *pair, self.joined) else self._parts(end)
        rows = [row for row in wholes(diagram, self.start, end) if plain and row not in plain]
        steps, rest = (
            [one for one in found(diagram, *pair) if one not in plain and not why_not(diagram, *one, self.joined)]
            for found in (chains, leftover)
        )
        first = [*rows, *steps, *rest] if block_of(end) == block_of(self.start) else [*rows, *rest]
        return list(dict.fromkeys([*first, *plain, *steps]))

    def _ends(self, end: str) -> tuple[str, str]:
        """Return the two endpoints to connect: a whole vector goes to a whole vector, not to its first element."""
        pair = [self.start, end]
        kinds = [self.joined.kind(one) for one in pair]
        for i in (0, 1):
            other = kinds[1 - i]
            if pair[i].endswith("]") and other is not None and other.shape:
                whole = pair[i].rpartition("[")[0]
                kind = self.joined.kind(whole)
                if kind is not None and kind.shape == other.shape:
                    pair[i] = whole
        return pair[0], pair[1]

    def press(self, event: QGraphicsSceneMouseEvent) -> None:
        """Take the second click; it is its release that connects."""
        self.move(event)

    def move(self, event: QGraphicsSceneMouseEvent) -> None:
        """Draw the connection to the mouse and say what would become of it."""
        self.at = event.scenePos()
        port = self.scene.port_at(self.at)
        self.target = port if port != self.start else None
        text = self.reasons.get(self.target, "") if self.target else ""
        if text != self.said:
            self.said = text
            if text:
                self.scene.message.emit(text)
        self._draw()

    def _draw(self) -> None:
        start = self._start_end()
        if start is None:
            return
        target = self.scene.network.end(self.target) if self.target else None
        fixed = self._fixed()
        ahead = leg_to(fixed, start, target) if target is not None else leg(fixed, start, _on_grid(self.at))
        way = [*fixed, *ahead]
        path = QPainterPath(QPointF(*way[0]))
        for corner in way[1:]:
            path.lineTo(QPointF(*corner))
        self.item.setPath(path)

    def _fixed(self) -> list[Point]:
        start = self._start_end()
        return self.corners[-1] if self.corners else [start.point] if start is not None else []

    def _start_end(self) -> End | None:
        if self.branch is not None:
            return End(self.branch[1], (0, 0), 0)
        return self.scene.network.end(self.start)

    def release(self, event: QGraphicsSceneMouseEvent) -> bool:
        """Connect what is under the mouse; a click goes on until the next one on a port or a connection."""
        down = event.buttonDownScreenPos(event.button())
        is_click = (event.screenPos() - down).manhattanLength() < FAR
        if is_click and (
            event.button() == Qt.MouseButton.RightButton or (self.branch is not None and not self.corners)
        ):
            self.cancel()  # a click with the right button is for a menu
            return True
        if is_click and not self.is_clicked:
            self.is_clicked = True
            return False
        point = event.scenePos()
        if self.is_clicked and self.scene.port_at(point) is None and self.scene.wire_at(point) is None:
            self._set_corner(_on_grid(point))
            return False
        self._finish(point)
        return True

    def _set_corner(self, at: Point) -> None:
        start = self._start_end()
        if start is not None:
            self.corners.append(to_corner(self._fixed(), start, at))
            self._draw()

    def step_back(self) -> bool:
        """Take the last corner back; without one, give up. Return whether it goes on."""
        if not self.corners:
            return False
        self.corners.pop()
        self._draw()
        return True

    def _finish(self, point: QPointF) -> None:
        port = self.scene.port_at(point)
        met = None if port is not None else self._joined(point)
        self.cancel()
        end = port if port is not None else met[0] if met is not None else None
        if end is None and self._is_let_go_at(point):
            self.scene.wire_dropped.emit(self.start, point)
        if end is None or end == self.start:
            return
        bends = self._bends(end, met[1] if met is not None else None, _on_grid(point))
        found = self._choices(end)
        if len(found) > 1:
            self.scene.choice_asked.emit(found, bends)
        elif found:
            connect(self.scene, *found[0], bends)
        else:
            self.scene.message.emit(why_not(self.scene.diagram, *self._ends(end), self.joined))

    def _is_let_go_at(self, point: QPointF) -> bool:
        """Tell whether a connection was dragged from a port to an empty place, where its next block is to be."""
        start = self._start_end() if self.branch is None and not self.corners else None
        if start is None or self.scene.block_at(point) is not None or self.scene.note_at(point) is not None:
            return False
        return abs(point.x() - start.point[0]) + abs(point.y() - start.point[1]) > NEXT

    def _bends(self, end: str, other: Pair | None, at: Point) -> list[Point]:
        """Return the corners from the first port to the last, if any were set by hand."""
        if not self.corners:
            return []
        way, start = self._fixed(), self._start_end()
        target = self.scene.network.end(end)
        if start is None or target is None:
            return []
        if other is not None:
            # it meets another connection, and goes on along it
            path = self.scene.network.path(other)
            rest = portion(path, at, from_start=end == other[0])
            rest = rest[::-1] if end == other[0] else rest
            way = [*way, *leg(way, start, rest[0]), *rest]
        else:
            way = [*way, *leg_to(way, start, target)]
        if self.branch is not None:
            pair, point = self.branch
            before = portion(self.scene.network.path(pair), point, from_start=self.start != pair[1])
            way = [*(before if self.start != pair[1] else before[::-1]), *way]
        return simplified(way)[1:-1]

    def _joined(self, point: QPointF) -> tuple[str, Pair | None] | None:
        """Return the port to connect to when the connection is dropped on another: its output, or its nearer end."""
        found = self.scene.wire_at(point)
        if found is None:
            return None
        _, pair, _ = found
        ends = sorted(pair, key=lambda end: self._far(end, point))
        near = [end for end in ends if block_of(end) != block_of(self.start)] or ends
        kind = self.joined.kind(self.start)
        end = near[0] if kind is not None and kind.is_physical else self._source(near[0], pair)
        return end, pair if end in pair else None

    def _far(self, end: str, point: QPointF) -> float:
        place = self.scene.network.end(end)
        return 1e9 if place is None else abs(place.point[0] - point.x()) + abs(place.point[1] - point.y())

    def cancel(self) -> None:
        """Take the drawing away."""
        if self.item.scene() is not None:
            self.scene.removeItem(self.item)
        self.scene.light_ports({})


def connect(scene: DiagramScene, first: str, second: str, bends: Iterable[Point] = ()) -> None:
    """Connect two ports, or say why they cannot be; a free row of channels gets as many as it needs."""
    document, diagram = scene.document, scene.diagram
    grown = growth(diagram, first, second)
    try:
        with document.step("Connect", diagram):
            if grown is not None:
                document.set_value(diagram, *grown)
            document.connect_ports(diagram, first, second, bends)
    except ModelError as error:
        scene.message.emit(str(error))
        return
    if grown is not None:
        scene.message.emit("{}.{} is {} now, as many as are connected.".format(*grown))


def _on_grid(point: QPointF) -> Point:
    return round(point.x() / GRID) * GRID, round(point.y() / GRID) * GRID
