"""What the mouse does on the canvas: one small state machine for each of moving, connecting and bending."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QGraphicsSceneMouseEvent

from editor.canvas.move_tool import MoveTool
from editor.canvas.resize_tool import ResizeTool
from editor.canvas.segment_tool import SegmentTool
from editor.canvas.wire_tool import WireTool

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene


class Tool(Protocol):
    """Something that is being done with the mouse."""

    def press(self, event: QGraphicsSceneMouseEvent) -> None:
        """Take another press of a button."""

    def move(self, event: QGraphicsSceneMouseEvent) -> None:
        """Follow the mouse."""

    def release(self, event: QGraphicsSceneMouseEvent) -> bool:
        """Take the release of a button; return whether it is done."""

    def cancel(self) -> None:
        """Give up and put everything back."""


def tool_for(scene: DiagramScene, event: QGraphicsSceneMouseEvent) -> Tool | None:
    """Return the tool that a press of a button begins; None for an empty place, where a selection begins."""
    point = event.scenePos()
    is_left = event.button() == Qt.MouseButton.LeftButton
    is_right = event.button() == Qt.MouseButton.RightButton
    has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    if is_left and (port := scene.port_at(point)) is not None:
        return WireTool(scene, port)
    if is_left and (name := scene.block_at(point)) is not None:
        return MoveTool(scene, scene.blocks[name], event)
    if (is_left or is_right) and (found := scene.wire_at(point)) is not None:
        item, pair, number = found
        if is_right or has_control:
            return WireTool(scene, pair[0], branch=(pair, _on_grid(point)))
        return SegmentTool(scene, item, pair, number, event)
    if is_left and (note := scene.note_at(point)) is not None:
        return ResizeTool(scene, note) if note.is_handle(point) else MoveTool(scene, note, event)
    if is_left and (name := scene.title_at(point)) is not None:
        return MoveTool(scene, scene.blocks[name], event)
    return None


def _on_grid(point: QPointF) -> tuple[int, int]:
    return round(point.x() / 10) * 10, round(point.y() / 10) * 10
