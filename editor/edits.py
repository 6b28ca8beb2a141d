"""What menus do to the selection: align, distribute, tidy up, group, comment out, and steps back and forth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from blocks.diagram import Position
from blocks.errors import ModelError
from editor.align import aligned, distributed
from editor.free_names import free_name
from editor.grouping import group
from editor.ungrouping import ungroup

if TYPE_CHECKING:
    from editor.main_window import MainWindow


class Edits:
    """The edits of one window that no panel makes itself."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def undo(self) -> None:
        """Take the last step back."""
        if self._window.document is not None:
            self._window.document.history.undo()

    def redo(self) -> None:
        """Do the step taken back again."""
        if self._window.document is not None:
            self._window.document.history.redo()

    def align(self, how: str) -> None:
        """Line up the selected blocks: left, centre, right, top, middle or bottom."""
        self._move(aligned(self._places(), how))

    def distribute(self, axis: int) -> None:
        """Give the selected blocks equal steps, across (0) or down (1)."""
        self._move(distributed(self._places(), axis))

    def tidy(self) -> None:
        """Place all blocks anew, in columns along the connections."""
        workspace = self._window.workspace
        if workspace is not None:
            workspace.canvas.scene.tidy()
            workspace.canvas.view.fit()

    def group(self) -> None:
        """Make the selected blocks one subsystem."""
        workspace = self._window.workspace
        if workspace is None:
            return
        canvas = workspace.canvas
        name = free_name(canvas.diagram, "subsystem")
        try:
            with workspace.document.step("Group", canvas.diagram):
                group(canvas.diagram, canvas.scene.selected_names(), name)
        except ModelError as error:
            self._window.show_message(str(error))
            return
        canvas.scene.select([name])

    def ungroup(self) -> None:
        """Take the selected subsystem apart."""
        workspace = self._window.workspace
        if workspace is None:
            return
        canvas = workspace.canvas
        names: list[str] = []
        try:
            with workspace.document.step("Ungroup", canvas.diagram):
                for name in canvas.scene.selected_names():
                    names += ungroup(canvas.diagram, name)
        except ModelError as error:
            self._window.show_message(str(error))
            return
        canvas.scene.select(names)

    def comment_out(self) -> None:
        """Leave the selected blocks out of the model, or take them in again."""
        workspace = self._window.workspace
        if workspace is None:
            return
        names, diagram = workspace.canvas.scene.selected_names(), workspace.canvas.diagram
        if names:
            workspace.document.set_disabled(diagram, names, not set(names) <= diagram.disabled)

    def add_note(self) -> None:
        """Put a note into the middle of the view."""
        workspace = self._window.workspace
        if workspace is None:
            return
        view, diagram = workspace.canvas.view, workspace.canvas.diagram
        point = view.mapToScene(view.viewport().rect().center())
        old = diagram.annotations if isinstance(diagram.annotations, list) else []
        note = {"text": "Note", "at": [round(point.x() / 10) * 10, round(point.y() / 10) * 10]}
        workspace.document.set_annotations(diagram, [*old, note])

    def _places(self) -> dict[str, Position]:
        workspace = self._window.workspace
        if workspace is None:
            return {}
        layout = workspace.canvas.diagram.layout
        return {name: layout[name] for name in workspace.canvas.scene.selected_names() if name in layout}

    def _move(self, places: Mapping[str, Position]) -> None:
        workspace = self._window.workspace
        if workspace is not None and places:
            workspace.document.move(workspace.canvas.diagram, places)
