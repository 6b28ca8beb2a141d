"""The menu of the right mouse button on the canvas: what can be done with what is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QMenu

from blocks.diagram import Diagram, block_of
from editor.live_values import seen_at
from editor.outer_ports import hide_port

if TYPE_CHECKING:
    from editor.canvas.scene import DiagramScene
    from editor.main_window import MainWindow

LINE = ""
MOST_SIGNALS = 16
ON_BLOCKS = ("cut", "copy", "duplicate", "delete", "rename", LINE, "rotate", "flip", "connect", "show_port", LINE,
             "group", "ungroup", "comment")  # fmt: skip
ON_NOTES = ("cut", "copy", "duplicate", "delete")
ON_NOTHING = ("quick_insert", "subsystem", "note", "picture", "paste", LINE, "select_all", "fit", "tidy", LINE, "out")


class CanvasMenu:
    """Makes the menu for a place on the canvas of a window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def open_at(self, where: QPoint, point: QPointF | None) -> None:
        """Open the menu at a place of the screen, for a point of the diagram or, without one, for the selection."""
        if self._window.workspace is not None:
            menu = self.menu_for(point)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(where)

    def menu_for(self, point: QPointF | None) -> QMenu:
        """Return the menu for a point; what is there is selected first, as a click would do."""
        workspace = self._window.workspace
        assert workspace is not None
        scene, menu = workspace.canvas.scene, QMenu(self._window)
        port = scene.port_at(point) if point is not None else None
        if point is not None:
            _select_at(scene, point, port)
        if port is not None:
            self._add_port(menu, scene, port)
        self._add_signals(menu, [port] if port is not None else _ends_of_selection(scene))
        if names := scene.selected_names():
            self._add_blocks(menu, scene, names)
        elif scene.selected_pairs():
            self._add(menu, ("delete",))
            self._add_ways(menu, scene)
        elif scene.selected_notes():
            self._add(menu, ON_NOTES)
        else:
            self._add(menu, ON_NOTHING if workspace.canvas.way else ON_NOTHING[:-2])
        return menu

    def _add(self, menu: QMenu, names: tuple[str, ...]) -> None:
        for name in names:
            if name == LINE:
                menu.addSeparator()
            else:
                menu.addAction(self._window.actions_by_name[name])

    def _add_blocks(self, menu: QMenu, scene: DiagramScene, names: list[str]) -> None:
        has_inside = any(isinstance(scene.diagram.blocks[name], Diagram) for name in names)
        if has_inside and len(names) == 1:
            self._add(menu, ("into", LINE))
        self._add(menu, tuple(name for name in ON_BLOCKS if name != "ungroup" or has_inside))
        if has_inside and len(names) == 1:
            self._add(menu, (LINE, "keep_subsystem"))

    def _add_port(self, menu: QMenu, scene: DiagramScene, end: str) -> None:
        edits, document, diagram = self._window.edits, scene.document, scene.diagram
        shown = [name for name, inner in diagram.ports.items() if inner == end]
        for name in shown:
            hide = menu.addAction(f"Do not show as \u201c{name}\u201d outside")
            hide.triggered.connect(lambda _=False, name=name: hide_port(document, diagram, name))
        if not shown:
            menu.addAction(f"Show {end} outside").triggered.connect(lambda: edits.show_outside(end))
        menu.addSeparator()

    def _add_signals(self, menu: QMenu, ends: list[str]) -> None:
        """Offer to show signals in the scope, or no longer: those at ports, or of blocks."""
        workspace = self._window.workspace
        facts = workspace.checker.facts if workspace is not None else None
        if workspace is None or facts is None:
            return
        scope, prefix = workspace.scopes.main, "".join(f"{name}." for name in workspace.canvas.way)
        found = signals_at(facts.units, [prefix + end for end in ends])[:MOST_SIGNALS]
        if not found:
            return
        shown = {name for panel in scope.wanted_panels() for name in (*panel.names, *panel.right)}
        inside = menu.addMenu("Show in the scope")
        for name in found:
            action = inside.addAction(name[len(prefix) :])
            action.setCheckable(True)
            action.setChecked(name in shown)
            action.triggered.connect(lambda _=False, name=name: scope.toggle_signal(name))
        menu.addSeparator()

    def _add_ways(self, menu: QMenu, scene: DiagramScene) -> None:
        """Offer to let connections that were bent by hand find their own way again."""
        pairs = [pair for pair in scene.selected_pairs() if scene.network.bends(pair)]
        if pairs:

            def straighten() -> None:
                with scene.document.step("Route", scene.diagram):
                    for pair in pairs:
                        scene.document.set_route(scene.diagram, *pair, [])

            menu.addAction("Find its own way").triggered.connect(straighten)


def signals_at(known: Iterable[str], ends: Sequence[str]) -> list[str]:
    """Return the signals at ports, or of blocks: their own, and elements of their own.

    >>> signals_at(["m.y", "m.a.phi", "m.v[1]", "m.v[2]", "more.y"], ["m.v"])
    ['m.v[1]', 'm.v[2]']
    >>> signals_at(["m.y", "m.a.phi", "more.y"], ["m"])
    ['m.y', 'm.a.phi']
    """
    return [
        name for name in known for end in ends if name.startswith(end) and name[len(end) :][:1] in ("", ".", "[")
    ]  # fmt: skip


def _ends_of_selection(scene: DiagramScene) -> list[str]:
    if pairs := scene.selected_pairs():
        return [signal for _, signal in seen_at(scene.diagram, pairs)] or [end for pair in pairs for end in pair]
    return scene.selected_items()


def _select_at(scene: DiagramScene, point: QPointF, port: str | None) -> None:
    name = block_of(port) if port is not None else scene.block_at(point)
    note, wire = scene.note_at(point), scene.wire_at(point)
    if name is None and note is None and wire is None:
        name = scene.title_at(point)
    if name is not None:
        if block_of(name) not in scene.selected_names():
            scene.select([name])
    elif wire is not None:
        if wire[1] not in scene.selected_pairs():
            scene.select(())
            scene.pick([wire[1]])
    elif note is not None:
        if not note.isSelected():
            scene.select(())
            note.setSelected(True)
    else:
        scene.select(())
