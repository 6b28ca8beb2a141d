"""The scene: what is selected on a diagram, the mouse on it handed to tools, and what is dropped on it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtWidgets import QGraphicsSceneMouseEvent

from blocks.diagram import Diagram, block_of
from blocks.errors import ModelError
from editor.canvas.annotation_item import AnnotationItem
from editor.canvas.drawn_scene import DrawnScene
from editor.canvas.inserting import insert_on
from editor.canvas.nets import Pair
from editor.canvas.tools import Tool, tool_for
from editor.canvas.wire_tool import WireTool
from editor.document import Document
from editor.style import GRID, Theme


class DiagramScene(DrawnScene):
    """One diagram of a document, to be worked on."""

    selection_changed_names = Signal(list)
    block_opened = Signal(str)  # or an element of an array
    note_opened = Signal(object)  # the AnnotationItem
    rename_asked = Signal()  # of the selected block
    insert_asked = Signal(object)
    wire_dropped = Signal(str, object)  # a port, and the empty place where its connection was let go
    choice_asked = Signal(list, list)  # pairs of ends of which one is to be chosen, and corners drawn by hand
    message = Signal(str)

    def __init__(self, document: Document, diagram: Diagram, theme: Theme) -> None:
        self.tool: Tool | None = None
        self._told: list[str] = []
        super().__init__(document, diagram, theme)
        self.selectionChanged.connect(self._tell_selection)
        self.synced.connect(self._tell_selection)

    @property
    def is_busy(self) -> bool:
        """Tell whether something is being dragged."""
        return self.tool is not None

    # what is selected

    def select(self, names: Iterable[str]) -> None:
        """Select these blocks, or elements of arrays, and nothing else."""
        chosen = set(names)
        chosen |= {block_of(name) for name in chosen if name not in self.blocks}  # of an array that is one block
        self.pick(())
        was = self.blockSignals(True)
        for note in self.notes:
            note.setSelected(False)
        for name, item in self.blocks.items():
            item.setSelected(name in chosen or block_of(name) in chosen)
        self.blockSignals(was)
        self._tell_selection()

    def selected_items(self) -> list[str]:
        """Return what is selected of blocks and elements of arrays, to be moved or turned."""
        return [name for name, item in self.blocks.items() if item.isSelected()]

    def selected_names(self) -> list[str]:
        """Return the selected blocks; an element of an array stands for the whole of it."""
        return list(dict.fromkeys(map(block_of, self.selected_items())))

    def selected_pairs(self) -> list[tuple[str, str]]:
        """Return the selected connections."""
        picked = [pair for item in self.wires.values() for pair in item.net.pairs if pair in item.picked]
        return list(dict.fromkeys(self.network.pairs.get(pair, pair) for pair in picked))

    def selected_notes(self) -> list[AnnotationItem]:
        """Return the selected notes."""
        return [item for item in self.notes if item.isSelected()]

    def pick(self, pairs: Iterable[Pair], keep: bool = False) -> None:
        """Select these connections, in addition to others if they are to be kept."""
        whole = {self.network.pairs.get(pair, pair) for pair in pairs}
        chosen = {piece for piece, pair in self.network.pairs.items() if pair in whole}
        for item in self.wires.values():
            item.pick(chosen | item.picked if keep else chosen)

    def _tell_selection(self) -> None:
        items = self.selected_items()
        if items != self._told:
            self._told = items
            self.selection_changed_names.emit(self.selected_names())

    # the mouse

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self.tool is not None:
            # the second click of click-click
            self.tool.press(event)
            event.accept()
            return
        self.tool = tool_for(self, event)
        if self.tool is None and event.button() == Qt.MouseButton.RightButton:
            event.accept()  # for a menu, which selects what it is about
        elif self.tool is None:
            self.pick(())
            super().mousePressEvent(event)
        else:
            event.accept()

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self.tool is not None:
            self.tool.move(event)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self.tool is not None:
            if self.tool.release(event):
                self.tool = None
            event.accept()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if isinstance(self.tool, WireTool):
            self.tool.press(event)  # two quick clicks set two corners
            event.accept()
            return
        self.cancel()
        point = event.scenePos()
        name, note = self.block_at(point), self.note_at(point)
        if name is not None:
            self.block_opened.emit(name)
        elif self.port_at(point) is None and self.wire_at(point) is None:
            if note is None and (title := self.title_at(point)) is not None:
                self.select([title])
                self.rename_asked.emit()
            elif note is None:
                self.insert_asked.emit(point)
            elif not note.is_picture:
                self.note_opened.emit(note)
        event.accept()

    def cancel(self) -> bool:
        """Stop what is being drawn or dragged; return whether there was something."""
        if self.tool is None:
            return False
        self.tool.cancel()
        self.tool = None
        return True

    # edits

    def drop_type(self, type_name: str, point: QPointF, is_aimed: bool = True) -> None:
        """Insert a block of a type at a point; on a connection that it fits and was aimed at, into it."""
        at = (round(point.x() / GRID) * GRID, round(point.y() / GRID) * GRID)
        wire = self.wire_near(point) if is_aimed else None
        try:
            with self.document.step(f"Add {type_name}", self.diagram):
                name = self.document.add_block(self.diagram, type_name, at)
                if wire is not None:
                    insert_on(self, name, wire, point)
        except ModelError as error:
            self.message.emit(str(error))
            return
        self.select([name])

    def tidy(self) -> None:
        """Arrange all blocks in columns along the connections."""
        places = self.network.tidy()
        with self.document.step("Tidy up", self.diagram):
            self.diagram.routes = {}
            self.document.move(self.diagram, places)
