"""Dragging the corner of a note: a text gets another width, a picture another size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGraphicsSceneMouseEvent

from editor.canvas.annotation_item import AnnotationItem
from editor.canvas.notes import Note, place_of
from editor.style import GRID

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene

LEAST = 4 * GRID


class ResizeTool:
    """Makes a note larger or smaller."""

    def __init__(self, scene: DiagramScene, item: AnnotationItem) -> None:
        self.scene, self.item = scene, item
        self.before: Note = item.note
        self.ratio = item.size[1] / max(item.size[0], 1.0)

    def press(self, event: QGraphicsSceneMouseEvent) -> None:
        """Do nothing: a second button during a drag means nothing."""

    def move(self, event: QGraphicsSceneMouseEvent) -> None:
        """Show the note with its corner where the mouse is."""
        x, _ = place_of(self.before)
        width = max(LEAST, round((event.scenePos().x() - x) / GRID) * GRID)
        # a picture keeps its shape, and the height of a text follows from its lines
        size = [width, round(width * self.ratio)] if self.item.is_picture else [width]
        self.item.follow({**self.before, "size": size})

    def release(self, event: QGraphicsSceneMouseEvent) -> bool:
        """Keep the size."""
        if self.item.note != self.before:
            self.scene.document.set_notes(self.scene.diagram, {self.item.key: self.item.note})
        return True

    def cancel(self) -> None:
        """Take the size it had."""
        self.item.follow(self.before)
