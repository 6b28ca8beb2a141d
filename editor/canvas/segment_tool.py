"""Dragging a piece of a connection sideways; a click selects the connection."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QGraphicsSceneMouseEvent

from editor.canvas.bends import dragged, through
from editor.canvas.geometry import Point, overlap, segments_of
from editor.canvas.nets import Pair, tree_of
from editor.canvas.wire_item import WireItem
from editor.style import GRID

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene

START = 4


class SegmentTool:
    """Bends the connections that share a piece."""

    def __init__(
        self, scene: DiagramScene, item: WireItem, pair: Pair, number: int, event: QGraphicsSceneMouseEvent
    ) -> None:
        self.scene, self.item, self.pair = scene, item, pair
        self.shown_at, self.modifiers = event.screenPos(), event.modifiers()
        self.is_dragging = False
        self.bends: dict[Pair, list[Point]] = {}
        self._net = item.net
        self.pieces = self._sharing(number)

    def _sharing(self, number: int) -> dict[Pair, int]:
        """Return the connections that run along the same piece, each with the number of its own piece there."""
        grabbed = segments_of(self._net.paths[self.pair][number : number + 2])[0]
        found = {self.pair: number}
        for pair, path in self._net.paths.items():
            for i, piece in enumerate(segments_of(path)):
                if pair not in found and overlap(piece, grabbed):
                    found[pair] = i
        return found

    def press(self, event: QGraphicsSceneMouseEvent) -> None:
        """Do nothing: a second button during a drag means nothing."""

    def move(self, event: QGraphicsSceneMouseEvent) -> None:
        """Show the connection with the piece where the mouse is."""
        if not self.is_dragging and (event.screenPos() - self.shown_at).manhattanLength() < START:
            return
        self.is_dragging = True
        to = _on_grid(event.scenePos())
        paths = dict(self._net.paths)
        for pair, number in self.pieces.items():
            ends = self.scene.network.end(pair[0]), self.scene.network.end(pair[1])
            if ends[0] is not None and ends[1] is not None:
                self.bends[pair] = dragged(self._net.paths[pair], number, to, ends[0], ends[1])
                paths[pair] = through(ends[0], self.bends[pair], ends[1])
        self.item.show_net(replace(self._net, paths=paths, tree=tree_of(paths.values()), tags=[]))

    def release(self, event: QGraphicsSceneMouseEvent) -> bool:
        """Keep the new corners, or select the connection."""
        scene = self.scene
        if not self.is_dragging:
            is_adding = bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)
            if not is_adding:
                scene.select(())
            scene.pick([self.pair], keep=is_adding)
            return True
        with scene.document.step("Route", scene.diagram):
            for pair, bends in self.bends.items():
                scene.document.set_route(scene.diagram, *pair, bends)
        scene.sync()
        return True

    def cancel(self) -> None:
        """Put the connection back."""
        self.item.show_net(self._net, self.item.gaps)


def _on_grid(point: QPointF) -> Point:
    return round(point.x() / GRID) * GRID, round(point.y() / GRID) * GRID
