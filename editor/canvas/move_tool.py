"""Dragging blocks: on the grid, with lines that show what they align with; with Ctrl a copy, with Shift torn off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsLineItem, QGraphicsSceneMouseEvent

from blocks.diagram import ROUTE, Position, block_of
from blocks.diagram_file import read_text
from editor.canvas.annotation_item import AnnotationItem
from editor.canvas.block_item import BlockItem
from editor.canvas.clipboard import copied, merge, places_of
from editor.canvas.inserting import insert_on
from editor.canvas.notes import moved
from editor.canvas.port_kinds import port_kinds
from editor.style import GRID

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene

START = 4  # px on the screen before a press becomes a drag
GUIDES = 10.0


class MoveTool:
    """Moves the selected blocks and notes; ``grabbed`` is the one under the mouse."""

    def __init__(
        self, scene: DiagramScene, grabbed: BlockItem | AnnotationItem, event: QGraphicsSceneMouseEvent
    ) -> None:
        self.scene, self.grabbed = scene, grabbed
        self.name = grabbed.name if isinstance(grabbed, BlockItem) else ""
        self.origin, self.shown_at = event.scenePos(), event.screenPos()
        self.modifiers = event.modifiers()
        self.shift = (0, 0)
        self.is_dragging = False
        self._guides: list[QGraphicsLineItem] = []
        self._was_selected = grabbed.isSelected()
        is_adding = bool(self.modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
        if not grabbed.isSelected():
            if not is_adding:
                scene.select(())
            grabbed.setSelected(True)
        self.names, self.notes = scene.selected_items(), scene.selected_notes()
        self._from = (round(grabbed.pos().x()), round(grabbed.pos().y()))

    def press(self, event: QGraphicsSceneMouseEvent) -> None:
        """Do nothing: a second button during a drag means nothing."""

    def move(self, event: QGraphicsSceneMouseEvent) -> None:
        """Show the blocks where the mouse is."""
        if not self.is_dragging and (event.screenPos() - self.shown_at).manhattanLength() < START:
            return
        if not self.is_dragging:
            self.is_dragging = True
        shift = self._snapped(event.scenePos() - self.origin)
        if shift != self.shift:
            self.shift = shift
            self.scene.show_moved(self.names, *shift, self.notes)
            self._draw_guides()

    def _snapped(self, moved: QPointF) -> tuple[int, int]:
        # what is under the mouse lands on the grid, the others keep their distance from it
        x = round((self._from[0] + moved.x()) / GRID) * GRID
        y = round((self._from[1] + moved.y()) / GRID) * GRID
        return x - self._from[0], y - self._from[1]

    def _draw_guides(self) -> None:
        self._clear_guides()
        if not self.name:
            return
        x, y = self._from[0] + self.shift[0], self._from[1] + self.shift[1]
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
        if self.shift == (0, 0):
            self.scene.restore_moved()
        elif self.modifiers & Qt.KeyboardModifier.ControlModifier:
            self._copy()
        else:
            self._put()
        return True

    def _clicked(self) -> None:
        if self.modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            self.grabbed.setSelected(not self._was_selected)
        else:
            self.scene.select([self.name])
            self.grabbed.setSelected(True)

    def _copy(self) -> None:
        scene = self.scene
        scene.restore_moved()
        folder = scene.document.path.parent if scene.document.path else None
        names = scene.selected_names()
        text = copied(scene.diagram, names, places_of(scene, names), [item.note for item in self.notes])
        scene.select(merge(scene.document, scene.diagram, read_text(text, "copy", folder), self.shift))

    def _put(self) -> None:
        scene, dx, dy = self.scene, *self.shift
        before = scene.network.placed.get(self.name)
        places: dict[str, Position] = {}
        for name in self.names:
            x, y, *rest = scene.position(name)
            places[name] = (x + dx, y + dy, *rest)
        with scene.document.step("Move", scene.diagram):
            if self.modifiers & Qt.KeyboardModifier.ShiftModifier:
                self._tear_off()
            scene.document.move(scene.diagram, places)
            scene.document.set_notes(scene.diagram, {item.key: moved(item.note, dx, dy) for item in self.notes})
            self._carry_bends(dx, dy)
            self._insert(places)
        if self.name and scene.network.placed.get(self.name) is before:
            scene.restore_moved()  # a move that changes nothing after all leaves no step, and so no news

    def _tear_off(self) -> None:
        diagram = self.scene.diagram
        chosen = set(map(block_of, self.names))
        for first, second in list(diagram.connections):
            if (block_of(first) in chosen) != (block_of(second) in chosen):
                diagram.disconnect(first, second)

    def _carry_bends(self, dx: int, dy: int) -> None:
        """Move hand-made corners along with both blocks of their connection."""
        diagram, chosen, item = self.scene.diagram, set(self.names), self.scene.network.item
        for key, bends in list(diagram.routes.items()):
            if all(item(end) in chosen for end in key.split(ROUTE)):
                first, second = key.split(ROUTE)
                self.scene.document.set_route(diagram, first, second, [(x + dx, y + dy) for x, y in bends])

    def _insert(self, places: dict[str, Position]) -> None:
        """Put a single unconnected block that was dropped on a connection into it."""
        diagram = self.scene.diagram
        if self.names != [self.name] or self.name not in diagram.blocks:
            return
        if any(self.name in map(block_of, pair) for pair in diagram.connections):
            return
        x, y, *_ = places[self.name]
        pair = self.scene.wire_near(QPointF(x, y))
        if pair is not None and port_kinds(diagram.blocks[self.name]):
            insert_on(self.scene, self.name, pair, QPointF(x, y))

    def cancel(self) -> None:
        """Put the blocks back."""
        self._clear_guides()
        self.scene.restore_moved()
