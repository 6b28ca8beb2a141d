"""Dragging blocks: on the grid, with lines that show what they align with; with Ctrl a copy, with Shift torn off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsLineItem, QGraphicsSceneMouseEvent

from blocks.diagram import ROUTE, Position, block_of
from blocks.diagram_file import read_text
from editor.canvas.clipboard import copied, merge
from editor.canvas.port_kinds import port_kinds
from editor.style import GRID

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene

START = 4  # px on the screen before a press becomes a drag
GUIDES = 10.0


class MoveTool:
    """Moves the selected blocks."""

    def __init__(self, scene: DiagramScene, name: str, event: QGraphicsSceneMouseEvent) -> None:
        self.scene, self.name = scene, name
        self.origin, self.shown_at = event.scenePos(), event.screenPos()
        self.modifiers = event.modifiers()
        self.shift = (0, 0)
        self.is_dragging = False
        self._guides: list[QGraphicsLineItem] = []
        item = scene.blocks[name]
        self._was_selected = item.isSelected()
        is_adding = bool(self.modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
        if not item.isSelected():
            if not is_adding:
                scene.select([name])
            item.setSelected(True)
        self.names = scene.selected_names()

    def press(self, event: QGraphicsSceneMouseEvent) -> None:
        """Do nothing: a second button during a drag means nothing."""

    def move(self, event: QGraphicsSceneMouseEvent) -> None:
        """Show the blocks where the mouse is."""
        if not self.is_dragging and (event.screenPos() - self.shown_at).manhattanLength() < START:
            return
        if not self.is_dragging:
            self.is_dragging = True
            self.scene.freeze(self.names)
        shift = self._snapped(event.scenePos() - self.origin)
        if shift != self.shift:
            self.shift = shift
            self.scene.show_moved(self.names, *shift)
            self._draw_guides()

    def _snapped(self, moved: QPointF) -> tuple[int, int]:
        block = self.scene.network.placed[self.name]
        # the block under the mouse lands on the grid, the others keep their distance from it
        x = round((block.x + moved.x()) / GRID) * GRID
        y = round((block.y + moved.y()) / GRID) * GRID
        return x - block.x, y - block.y

    def _draw_guides(self) -> None:
        self._clear_guides()
        block = self.scene.network.placed[self.name]
        x, y = block.x + self.shift[0], block.y + self.shift[1]
        others = [b for n, b in self.scene.network.placed.items() if n not in self.names]
        column, row = [b.y for b in others if b.x == x], [b.x for b in others if b.y == y]
        lines = []
        if column:
            lines.append(QLineF(x, min(*column, y) - 40, x, max(*column, y) + 40))
        if row:
            lines.append(QLineF(min(*row, x) - 50, y, max(*row, x) + 50, y))
        pen = QPen(QColor(self.scene.theme.accent), 0, Qt.PenStyle.DashLine)
        for line in lines:
            item = self.scene.addLine(line, pen)
            item.setZValue(GUIDES)
            self._guides.append(item)

    def _clear_guides(self) -> None:
        for item in self._guides:
            self.scene.removeItem(item)
        self._guides = []

    def release(self, event: QGraphicsSceneMouseEvent) -> bool:
        """Put the blocks where they were dragged to, as one step."""
        self._clear_guides()
        if not self.is_dragging:
            self._clicked()
            return True
        self.scene.thaw()
        if self.shift == (0, 0):
            self.scene.restore_moved()
        elif self.modifiers & Qt.KeyboardModifier.ControlModifier:
            self._copy()
        else:
            self._put()
        return True

    def _clicked(self) -> None:
        if self.modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            self.scene.blocks[self.name].setSelected(not self._was_selected)
        else:
            self.scene.select([self.name])

    def _copy(self) -> None:
        scene = self.scene
        scene.restore_moved()
        places = {name: scene.position(name) for name in self.names}
        folder = scene.document.path.parent if scene.document.path else None
        part = read_text(copied(scene.diagram, self.names, places), "copy", folder)
        scene.select(merge(scene.document, scene.diagram, part, self.shift))

    def _put(self) -> None:
        scene, dx, dy = self.scene, *self.shift
        places: dict[str, Position] = {}
        for name in self.names:
            x, y, *rest = scene.position(name)
            places[name] = (x + dx, y + dy, *rest)
        with scene.document.step("Move", scene.diagram):
            if self.modifiers & Qt.KeyboardModifier.ShiftModifier:
                self._tear_off()
            scene.document.move(scene.diagram, places)
            self._carry_bends(dx, dy)
            self._insert(places)
        # a move that changes nothing after all leaves no step, and so no news
        scene.sync()

    def _tear_off(self) -> None:
        diagram = self.scene.diagram
        chosen = set(self.names)
        for first, second in list(diagram.connections):
            if (block_of(first) in chosen) != (block_of(second) in chosen):
                diagram.disconnect(first, second)

    def _carry_bends(self, dx: int, dy: int) -> None:
        """Move hand-made corners along with both blocks of their connection."""
        diagram, chosen = self.scene.diagram, set(self.names)
        for key, bends in list(diagram.routes.items()):
            if all(block_of(end) in chosen for end in key.split(ROUTE)):
                first, second = key.split(ROUTE)
                self.scene.document.set_route(diagram, first, second, [(x + dx, y + dy) for x, y in bends])

    def _insert(self, places: dict[str, Position]) -> None:
        """Put a single unconnected block that was dropped on a connection into it."""
        diagram = self.scene.diagram
        if len(self.names) != 1 or any(self.name in map(block_of, pair) for pair in diagram.connections):
            return
        x, y, *_ = places[self.name]
        pair = self.scene.wire_near(QPointF(x, y))
        if pair is not None and port_kinds(diagram.blocks[self.name]):
            self.scene.insert_on(self.name, pair)

    def cancel(self) -> None:
        """Put the blocks back."""
        self._clear_guides()
        self.scene.thaw()
        self.scene.restore_moved()
