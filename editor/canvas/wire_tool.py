"""Drawing a connection: drag from port to port, or click one and then the other; release on a connection to join it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsSceneMouseEvent

from blocks.declare import Output
from blocks.diagram import block_of
from blocks.errors import ModelError
from editor.canvas.compatible import why_not
from editor.canvas.geometry import Point
from editor.canvas.port_item import DIM, LIT, domain_of_kind
from editor.canvas.port_kinds import kind_at
from editor.canvas.route import End, quick_route
from editor.style import GRID

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene

ON_TOP = 9.0
FAR = 12  # px on the screen: less is a click, more is a drag


class WireTool:
    """Draws a connection from a port, or from a point of a connection that has the port at one end."""

    def __init__(self, scene: DiagramScene, start: str, branch: Point | None = None) -> None:
        self.scene = scene
        self.branch = branch
        self.start = self._source(start) if branch is not None else start
        self.is_clicked = False  # click-click: the button is up between
        self.target: str | None = None
        self.said = ""
        self.item = QGraphicsPathItem()
        self.item.setZValue(ON_TOP)
        kind = scene.network.kind(self.start)
        color = QColor(domain_of_kind(kind).color_in(scene.theme) if kind else scene.theme.accent)
        self.item.setPen(QPen(color, 1.8, Qt.PenStyle.DashLine))
        scene.addItem(self.item)
        self.reasons = self._reasons()
        scene.light_ports({end: DIM if why else LIT for end, why in self.reasons.items()})

    def _source(self, end: str) -> str:
        """Return the port that a branch begins at: the output of a signal, else an end of the connection."""
        for net in self.scene.network.nets:
            ends = {one for pair in net.pairs for one in pair}
            if end in ends:
                kinds = {one: kind_at(self.scene.diagram, one) for one in sorted(ends)}
                outputs = [one for one, kind in kinds.items() if kind and isinstance(kind.declaration, Output)]
                return outputs[0] if outputs else end
        return end

    def _reasons(self) -> dict[str, str]:
        """Return for each port why it cannot be connected to the start, or nothing if it can."""
        found = {}
        for name, block in self.scene.network.placed.items():
            for port in block.ends:
                end = f"{name}.{port}"
                if end != self.start:
                    found[end] = why_not(self.scene.diagram, *self._ends(end))
        return found

    def _ends(self, end: str) -> tuple[str, str]:
        """Return the two endpoints to connect: a whole vector goes to a whole vector, not to its first element."""
        pair = [self.start, end]
        kinds = [kind_at(self.scene.diagram, one) for one in pair]
        for i in (0, 1):
            other = kinds[1 - i]
            if pair[i].endswith("]") and other is not None and other.shape:
                whole = pair[i].rpartition("[")[0]
                kind = kind_at(self.scene.diagram, whole)
                if kind is not None and kind.shape == other.shape:
                    pair[i] = whole
        return pair[0], pair[1]

    def press(self, event: QGraphicsSceneMouseEvent) -> None:
        """Take the second click; it is its release that connects."""
        self.move(event)

    def move(self, event: QGraphicsSceneMouseEvent) -> None:
        """Draw the connection to the mouse and say what would become of it."""
        point = event.scenePos()
        port = self.scene.port_at(point)
        self.target = port if port != self.start else None
        text = self.reasons.get(self.target, "") if self.target else ""
        if text != self.said:
            self.said = text
            if text:
                self.scene.message.emit(text)
        self._draw(point)

    def _draw(self, point: QPointF) -> None:
        start = self._start_end()
        if start is None:
            return
        target = self.scene.network.end(self.target) if self.target else None
        at = (round(point.x() / GRID) * GRID, round(point.y() / GRID) * GRID)
        way = quick_route(start, target) if target is not None else _towards(start, at)
        path = QPainterPath(QPointF(*way[0]))
        for corner in way[1:]:
            path.lineTo(QPointF(*corner))
        self.item.setPath(path)

    def _start_end(self) -> End | None:
        if self.branch is not None:
            return End(self.branch, (0, 0))
        return self.scene.network.end(self.start)

    def release(self, event: QGraphicsSceneMouseEvent) -> bool:
        """Connect what is under the mouse; a click without a drag goes on until the next click."""
        down = event.buttonDownScreenPos(event.button())
        is_click = (event.screenPos() - down).manhattanLength() < FAR
        if is_click and self.branch is not None:
            self.cancel()  # a click with the right button is for a menu
            return True
        if is_click and not self.is_clicked:
            self.is_clicked = True
            return False
        self._finish(event.scenePos())
        return True

    def _finish(self, point: QPointF) -> None:
        port = self.scene.port_at(point)
        joined = None if port is not None else self._joined(point)
        self.cancel()
        end = port if port is not None else joined
        if end is None or end == self.start:
            return
        first, second = self._ends(end)
        if reason := why_not(self.scene.diagram, first, second):
            self.scene.message.emit(reason)
            return
        try:
            self.scene.document.connect_ports(self.scene.diagram, first, second)
        except ModelError as error:
            self.scene.message.emit(str(error))

    def _joined(self, point: QPointF) -> str | None:
        """Return the port to connect to when the connection is dropped on another: its output, or its nearer end."""
        found = self.scene.wire_at(point)
        if found is None:
            return None
        _, pair, _ = found
        ends = sorted(pair, key=lambda end: self._far(end, point))
        near = [end for end in ends if block_of(end) != block_of(self.start)] or ends
        kind = kind_at(self.scene.diagram, self.start)
        return near[0] if kind is not None and kind.is_physical else self._source(near[0])

    def _far(self, end: str, point: QPointF) -> float:
        place = self.scene.network.end(end)
        return 1e9 if place is None else abs(place.point[0] - point.x()) + abs(place.point[1] - point.y())

    def cancel(self) -> None:
        """Take the drawing away."""
        if self.item.scene() is not None:
            self.scene.removeItem(self.item)
        self.scene.light_ports({})


def _towards(start: End, at: Point) -> list[Point]:
    """Return the way from a port to the mouse, which comes from nowhere in particular."""
    x, y = start.point
    if start.out[1]:
        return [start.point, (x, at[1]), at]
    if start.out[0] and (at[0] - x) * start.out[0] < 0:
        return [start.point, start.stub, (start.stub[0], at[1]), at]
    return [start.point, ((x + at[0]) // 2, y), ((x + at[0]) // 2, at[1]), at]
