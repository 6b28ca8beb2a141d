"""Finding by typing: commands, blocks to insert, and blocks of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from blocks.block import type_name
from blocks.diagram import Diagram, Placeholder

if TYPE_CHECKING:
    from editor.canvas_area import CanvasArea
    from editor.main_window import MainWindow


class Finding:
    """The lists of one window in which a person types to find something."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def commands(self) -> None:
        """Open the command palette: everything that can be done, and every block that can be inserted."""
        workspace = self._window.workspace if self._window.is_editing else None
        inserts = _insert_actions(workspace.canvas) if workspace is not None else []
        self._open([*self._window.actions_by_name.values(), *inserts], inserts)

    def in_model(self) -> None:
        """Let a person go to a block by its name."""
        if self._window.workspace is not None:
            found = _block_actions(self._window.workspace.canvas)
            self._open(found, found)

    def library(self) -> None:
        """Put the cursor into the palette's search field."""
        palette = self._window.palette_panel
        if palette is not None:
            palette.show()
            palette.focus_search()

    def insert(self) -> None:
        """Let a person type a block's name."""
        if self._window.workspace is not None:
            self._window.workspace.canvas.ask_insert()

    def _open(self, actions: list[QAction], own: list[QAction]) -> None:
        from editor.command_palette import CommandPalette

        popup = CommandPalette(self._window, lambda: actions, self._window.theme)
        for action in own:
            action.setParent(popup)  # gone when it closes
        popup.open()


def _insert_actions(canvas: CanvasArea) -> list[QAction]:
    """Return an action for every block that can be inserted."""
    from blocks.registry import catalogue

    return [_action(f"Insert {name}", lambda name=name: canvas.insert(name), canvas) for name in sorted(catalogue())]


def _block_actions(canvas: CanvasArea) -> list[QAction]:
    """Return an action for every block of the document; it goes there."""
    made = []
    for way, diagram in canvas.document.diagrams():
        for name, part in diagram.blocks.items():
            kind = "subsystem" if isinstance(part, Diagram) else ""
            kind = kind or (part.type if isinstance(part, Placeholder) else type_name(type(part)))
            full = ".".join((*way, name))
            made.append(_action(f"{full}  \u2013  {kind}", lambda full=full: canvas.show_block(full), canvas))
    return made


def _action(text: str, do: object, canvas: CanvasArea) -> QAction:
    action = QAction(text, canvas)
    action.triggered.connect(lambda: do())  # type: ignore[operator]
    return action
