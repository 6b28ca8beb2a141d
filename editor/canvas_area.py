"""The middle of the window: the breadcrumb, the canvas of the diagram one is in, and the legend on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from blocks.diagram import Diagram, block_of
from editor.breadcrumb import Breadcrumb
from editor.canvas.geometry import hits, meet
from editor.canvas.notes import KINDS
from editor.canvas.scene import DiagramScene
from editor.canvas.spread import number_of
from editor.canvas.view import DiagramView
from editor.document import Document
from editor.legend import LegendStrip
from editor.next_block import add_after, fitting
from editor.quick_insert import QuickInsert
from editor.style import Theme

MARGIN = 12  # px between the legend and the corner
AROUND = range(-480, 481, 60)  # px from the middle of the view, where a place for a block is looked for


class CanvasArea(QWidget):
    """Shows one diagram of the document at a time; every diagram keeps its own view."""

    selected = Signal(list)  # names of blocks
    level_changed = Signal(object)  # the Diagram now shown
    edit_asked = Signal(str)  # a block without an inside was opened
    rename_asked = Signal()  # of the selected block
    message = Signal(str)
    zoomed = Signal(int)
    menu_asked = Signal(QPoint, object)

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self.document, self.theme = document, theme
        self.way: tuple[str, ...] = ()
        self._views: dict[int, DiagramView] = {}
        self._diagrams: dict[int, Diagram] = {}
        self.breadcrumb = Breadcrumb()
        self.breadcrumb.chosen.connect(self.go)
        self.stack = QStackedWidget()
        self.legend = LegendStrip(self.stack, theme)
        self.quick_insert = QuickInsert(self, theme)
        self._insert_at, self._start = QPointF(), ""  # and the port that the new block is connected to
        self.quick_insert.chosen.connect(self._insert)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.breadcrumb)
        column.addWidget(self.stack, 1)
        document.changed.connect(self._on_changed)
        document.path_changed.connect(lambda: self._on_changed(document.diagram))
        self.go(())

    @property
    def diagram(self) -> Diagram:
        """Return the diagram shown."""
        return self.document.at(self.way)

    @property
    def view(self) -> DiagramView:
        """Return the view of the diagram shown."""
        return self._views[id(self.diagram)]

    @property
    def scene(self) -> DiagramScene:
        """Return the scene of the diagram shown."""
        scene = self.view.scene()
        assert isinstance(scene, DiagramScene)
        return scene

    def go(self, way: tuple[str, ...]) -> None:
        """Show the diagram at the end of a way of block names."""
        diagram = self.document.at(way)
        self.way = way
        is_new = id(diagram) not in self._views
        if is_new:
            self._add_view(diagram)
        self.stack.setCurrentWidget(self.view)
        self.breadcrumb.show_way(self.document.diagram.name, way)
        self._update_legend()
        if is_new:
            self.view.fit()
        self.view.setFocus()
        self.level_changed.emit(diagram)
        self.selected.emit(self.scene.selected_names())
        self.zoomed.emit(self.view.zoom_percent())

    def leave(self) -> None:
        """Go one level up, and leave the subsystem selected there."""
        if self.way:
            name = self.way[-1]
            self.go(self.way[:-1])
            self.scene.select([name])

    def open_block(self, name: str) -> None:
        """Go into a subsystem, which may be one of an array; of any other block, ask for its parameters."""
        if isinstance(self.diagram.blocks.get(block_of(name)), Diagram):
            self.go((*self.way, name))
        else:
            self.edit_asked.emit(block_of(name))

    def show_block(self, full_name: str) -> None:
        """Go to a block named from the root ("arm.elbow", perhaps with a port behind) and select it."""
        way: tuple[str, ...] = ()
        names = [part if number_of(part) else block_of(part) for part in full_name.split(".")]
        while len(names) > 1 and isinstance(self.document.at(way).blocks.get(block_of(names[0])), Diagram):
            if block_of(names[1]) not in getattr(self.document.at((*way, names[0])), "blocks", {}):
                break
            way, names = (*way, names[0]), names[1:]
        if way != self.way:
            self.go(way)
        if names and block_of(names[0]) in self.diagram.blocks:
            self.scene.select([names[0]])
            shown = self.scene.network.placed[self.scene.network.item(names[0])]
            left, top, right, bottom = shown.rect
            room = self.view.mapFromScene(QRectF(left, top, right - left, bottom - top)).boundingRect()
            if not self.view.viewport().rect().contains(room):  # else all stays where a person has it
                self.view.centerOn(QPointF(shown.x, shown.y))

    def ask_insert(self, point: QPointF | None = None) -> None:
        """Let a person type the name of a block that is put at a point, or in the middle of the view."""
        view = self.view
        self._insert_at = point if point is not None else view.mapToScene(view.viewport().rect().center())
        self._start, self.quick_insert.fits = "", None
        self._open_insert()

    def ask_next(self, start: str, point: QPointF) -> None:
        """Let a person choose the block at which a connection ends that was let go at an empty place."""
        kind = self.scene.network.kind(start)
        if kind is not None:
            self._insert_at, self._start, self.quick_insert.fits = point, start, fitting(kind)
            self._open_insert()

    def _open_insert(self) -> None:
        view = self.view
        self.quick_insert.path = self.document.path
        self.quick_insert.open_at(view.viewport().mapToGlobal(view.mapFromScene(self._insert_at)))

    def insert(self, type_name: str) -> None:
        """Put a block of a type into the middle of the view, beside what is there already."""
        # nobody has aimed at a connection that happens to be there
        self.scene.drop_type(type_name, QPointF(*self.free_place()), is_aimed=False)

    def free_place(self) -> tuple[int, int]:
        """Return a place for a block nearest to the middle of the view, beside what is there already."""
        view = self.view
        point = view.mapToScene(view.viewport().rect().center())
        network = self.scene.network
        rects, pieces = network.rects(), [piece for net in network.nets for piece in net.tree.segments]
        x, y = round(point.x() / 10) * 10, round(point.y() / 10) * 10
        places = [(x + dx, y + dy) for dx in AROUND for dy in AROUND]
        for a, b in sorted(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2):
            room = a - 50, b - 40, a + 50, b + 60
            if not any(meet(room, rect) for rect in rects) and not any(hits(piece, room) for piece in pieces):
                return a, b
        return x, y

    def add_note(self) -> None:
        """Let a person write a note in the middle of the view."""
        view = self.view
        view.new_note(view.mapToScene(view.viewport().rect().center()))

    def ask_picture(self) -> None:
        """Let a person choose a picture, and put it into the middle of the view."""
        view = self.view
        folder = str(self.document.path.parent) if self.document.path is not None else ""
        kinds = f"Pictures ({' '.join(f'*{kind}' for kind in KINDS)})"
        name, _ = QFileDialog.getOpenFileName(self, "Picture", folder, kinds)
        if name:
            view.add_picture(Path(name), view.mapToScene(view.viewport().rect().center()))

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = self.legend.theme = theme
        self.quick_insert.set_theme(theme)
        for view in self._views.values():
            view.scene().set_theme(theme)  # type: ignore[attr-defined]
            view.viewport().update()
            view.minimap.forget()
        self.legend.update()

    def _add_view(self, diagram: Diagram) -> None:
        scene = DiagramScene(self.document, diagram, self.theme)
        view = DiagramView(scene)
        scene.setParent(view)
        scene.selection_changed_names.connect(self.selected)
        scene.block_opened.connect(self.open_block)
        scene.insert_asked.connect(self.ask_insert)
        scene.wire_dropped.connect(self.ask_next)
        scene.rename_asked.connect(self.rename_asked)
        scene.message.connect(self.message)
        view.zoomed.connect(self.zoomed)
        view.menu_asked.connect(self.menu_asked)
        view.covers.append(self.legend)
        view.installEventFilter(self)
        self._views[id(diagram)], self._diagrams[id(diagram)] = view, diagram
        self.stack.addWidget(view)

    def _insert(self, type_name: str) -> None:
        if self._start:
            add_after(self.scene, type_name, self._start, self._insert_at)
        else:
            self.scene.drop_type(type_name, self._insert_at)
        self.window().activateWindow()  # the popup had the keyboard
        self.view.setFocus()

    def _on_changed(self, diagram: Diagram) -> None:
        if not self._is_there(self.way):
            self._follow_name()
        self.breadcrumb.show_way(self.document.diagram.name, self.way)
        self._update_legend()

    def _follow_name(self) -> None:
        """Stay in the subsystem that is shown under its new name; leave one that is gone."""
        shown = self.stack.currentWidget()
        ways = [way for way, diagram in self.document.diagrams() if self._views.get(id(diagram)) is shown]
        # of an array one stays in the same element
        numbers = [name[len(block_of(name)) :] for name in self.way]
        named = (tuple(map(str.__add__, way, numbers)) for way in ways)
        if (way := next(filter(self._is_there, named), None)) is not None:
            self.way = way
        else:
            self.go(())

    def _is_there(self, way: tuple[str, ...]) -> bool:
        try:
            self.document.at(way)
        except Exception:  # noqa: BLE001 (it is gone or renamed, whatever the reason)
            return False
        return True

    def _update_legend(self) -> None:
        self.legend.show_domains(self.scene.legend())
        self._place_legend()

    def _place_legend(self) -> None:
        self.legend.move(MARGIN, self.stack.height() - self.legend.height() - MARGIN)
        self.legend.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_legend()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place_legend()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._wants_to_leave(event):
            self.leave()
            return True
        return False

    def _wants_to_leave(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape or not self.way:
            return False
        # the first Esc lets go of what is selected or being drawn
        scene = self.scene
        chosen = (*scene.selected_names(), *scene.selected_pairs(), *scene.selected_notes())
        return scene.tool is None and not chosen
