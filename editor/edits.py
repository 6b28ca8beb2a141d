"""What menus do to the selection: align, distribute, tidy up, group, comment out, and steps back and forth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from blocks.diagram import Diagram, Position
from blocks.errors import ModelError
from editor.align import aligned, distributed
from editor.array_places import middle_of, spread_places
from editor.canvas.geometry import Rect
from editor.canvas.spread import LARGEST, spread_names
from editor.free_names import free_name
from editor.grouping import group
from editor.outer_ports import show_outside
from editor.ungrouping import ungroup

if TYPE_CHECKING:
    from editor.canvas.network import Network
    from editor.main_window import MainWindow


class Edits:
    """The edits of one window that no panel makes itself."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def undo(self) -> None:
        """Take the last step back."""
        if self._window.document is not None:
            history = self._window.document.history
            self._tell("Undone", history.undoText())
            history.undo()

    def redo(self) -> None:
        """Do the step taken back again."""
        if self._window.document is not None:
            history = self._window.document.history
            self._tell("Done again", history.redoText())
            history.redo()

    def _tell(self, what: str, text: str) -> None:
        # what was changed may be out of sight: in another subsystem, or only a value
        if text:
            self._window.show_message(f"{what}: {text[:1].lower()}{text[1:]}.")

    def align(self, how: str) -> None:
        """Line up the selected blocks: left, centre, right, top, middle or bottom."""
        self._move(aligned(*self._places(2, "line up"), how))

    def distribute(self, axis: int) -> None:
        """Give the selected blocks equal gaps, across (0) or down (1)."""
        self._move(distributed(*self._places(3, "distribute"), axis))

    def tidy(self) -> None:
        """Place all blocks anew, in columns along the connections."""
        workspace = self._window.workspace
        if workspace is not None:
            workspace.canvas.scene.tidy()
            workspace.canvas.view.fit()

    def spread(self, how: str) -> None:
        """Lay out the selected arrays element by element: as a ring, row, column or grid."""
        workspace = self._window.workspace
        if workspace is None:
            return
        scene, diagram = workspace.canvas.scene, workspace.canvas.diagram
        arrays = [name for name in scene.selected_names() if 1 < diagram.counts.get(name, 1) <= LARGEST]
        if not arrays:
            self._window.show_message(f"Select an array of 2 to {LARGEST} blocks; its count is set in the inspector.")
            return
        with workspace.document.step("Spread array", diagram):
            for name in arrays:
                workspace.document.lay_out(diagram, spread_places(scene.network, name, how))
        scene.select(arrays)
        workspace.canvas.view.fit()

    def gather(self) -> None:
        """Draw the selected arrays as one block each again."""
        workspace = self._window.workspace
        if workspace is None:
            return
        scene, diagram = workspace.canvas.scene, workspace.canvas.diagram
        arrays = [name for name in scene.selected_names() if name in spread_names(diagram)]
        if not arrays:
            self._window.show_message("Select an array that is drawn element by element.")
            return
        with workspace.document.step("Gather array", diagram):
            for name in arrays:
                workspace.document.lay_out(diagram, {name: middle_of(scene.network, name)})
        scene.select(arrays)

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

    def add_subsystem(self) -> None:
        """Put an empty subsystem into the middle of the view, to be opened and filled."""
        workspace = self._window.workspace
        if workspace is not None:
            canvas = workspace.canvas
            at = canvas.free_place()
            try:
                name = workspace.document.add_block(canvas.diagram, Diagram("subsystem"), at)
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
        chosen, names = canvas.scene.selected_names(), []
        if not chosen:
            self._window.show_message("Select the subsystem that is to be taken apart.")
            return
        try:
            with workspace.document.step("Ungroup", canvas.diagram):
                for name in chosen:
                    names += ungroup(canvas.diagram, name)
        except ModelError as error:
            self._window.show_message(str(error))
            return
        canvas.scene.select(names)

    def connect(self) -> None:
        """Let a person choose with the keyboard what a port of the selected block is connected to."""
        from editor.port_choices import fitting_pairs

        if (workspace := self._window.workspace) is not None:
            document, diagram = workspace.document, workspace.canvas.diagram

            def join(ends: tuple[str, str]) -> None:
                document.connect_ports(diagram, *ends)

            nothing = "Select a block first: Ctrl+F finds one by its name."
            self._choose("Type the ports to connect", fitting_pairs, join, nothing)

    def rename(self) -> None:
        """Let a person type another name of the selected block."""
        if self._window.workspace is not None:
            self._window.workspace.rename()

    def port(self) -> None:
        """Let a person choose with the keyboard which port of the selected blocks is shown outside."""
        from editor.port_choices import hidden_ports

        nothing = "Select the block whose port is to be shown outside."
        self._choose("Type the port to show outside", hidden_ports, lambda ends: self.show_outside(*ends), nothing)

    def _choose(
        self, placeholder: str, choices: Callable[[Network, list[str]], Sequence[tuple[str, ...]]],
        do: Callable[[Any], None], nothing: str,
    ) -> None:  # fmt: skip
        """Let a person choose among ports of the selected blocks; ``nothing`` is said if none are selected."""
        from editor.port_popup import PortPopup

        workspace = self._window.workspace
        if workspace is None:
            return
        canvas, network = workspace.canvas, workspace.canvas.scene.network
        names = canvas.scene.selected_items()
        if not names:
            self._window.show_message(nothing)
            return
        popup = PortPopup(canvas, placeholder, network, choices(network, names))

        def chosen(ends: tuple[str, ...]) -> None:
            do(ends)
            self._window.activateWindow()  # the popup had the keyboard
            canvas.view.setFocus()

        popup.chosen.connect(chosen)
        x, y = network.placed[names[0]].rect[2:]
        popup.open_at(canvas.view.viewport().mapToGlobal(canvas.view.mapFromScene(x, y)))

    def show_outside(self, end: str) -> None:
        """Show a port of the diagram one is in outside, and say how it can be given another name."""
        workspace = self._window.workspace
        if workspace is None:
            return
        try:
            name = show_outside(workspace.document, workspace.canvas.diagram, end)
        except ModelError as error:
            self._window.show_message(str(error))
            return
        self._window.show_message(f"{end} is now the diagram's port \u201c{name}\u201d; its inspector can rename it.")

    def comment_out(self) -> None:
        """Leave the selected blocks out of the model, or take them in again."""
        workspace = self._window.workspace
        if workspace is None:
            return
        names, diagram = workspace.canvas.scene.selected_names(), workspace.canvas.diagram
        if not names:
            self._window.show_message("Select the blocks that are to be left out.")
            return
        workspace.document.set_disabled(diagram, names, not set(names) <= diagram.disabled)

    def add_note(self) -> None:
        """Let a person write a note in the middle of the view."""
        if self._window.workspace is not None:
            self._window.workspace.canvas.add_note()

    def add_picture(self) -> None:
        """Let a person choose a picture for the middle of the view."""
        if self._window.workspace is not None:
            self._window.workspace.canvas.ask_picture()

    def _places(self, least: int, what: str) -> tuple[dict[str, Position], dict[str, Rect]]:
        """Return where the selected blocks stand, and what they cover; if they are too few, say so."""
        workspace = self._window.workspace
        if workspace is None:
            return {}, {}
        scene = workspace.canvas.scene
        names = scene.selected_items()
        if len(names) < least:
            self._window.show_message(f"Select at least {least} blocks to {what}.")
            return {}, {}
        return {name: scene.position(name) for name in names}, {name: scene.network.placed[name].rect for name in names}

    def _move(self, places: Mapping[str, Position]) -> None:
        workspace = self._window.workspace
        if workspace is not None and places:
            workspace.document.move(workspace.canvas.diagram, places)
