"""The scene: a diagram as items, kept equal to it, and the mouse on them handed to tools."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPixmapCache
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QGraphicsSceneMouseEvent

from blocks.diagram import Diagram, Position, block_of
from blocks.errors import ModelError
from editor.canvas.annotation_item import AnnotationItem, notes_of
from editor.canvas.block_item import BlockItem
from editor.canvas.compatible import through_ports
from editor.canvas.geometry import Point, distance_to
from editor.canvas.nets import Pair
from editor.canvas.network import Net, Network
from editor.canvas.port_item import PLAIN, domain_of_kind
from editor.canvas.port_kinds import port_kinds
from editor.canvas.tools import Tool, tool_for
from editor.canvas.wire_item import WireItem
from editor.document import Document
from editor.style import GRID, Domain, Theme

PORT_REACH = 9.0
PICTURES = 120_000  # KB of pictures kept while something is dragged


class DiagramScene(QGraphicsScene):
    """Shows one diagram of a document."""

    selection_changed_names = Signal(list)
    block_opened = Signal(str)
    insert_asked = Signal(object)
    message = Signal(str)
    synced = Signal()  # the items follow the diagram again

    def __init__(self, document: Document, diagram: Diagram, theme: Theme) -> None:
        super().__init__()
        self.document, self.diagram, self.theme = document, diagram, theme
        self.network = Network(diagram)
        self.blocks: dict[str, BlockItem] = {}
        self.wires: dict[Pair, WireItem] = {}
        self.notes: list[AnnotationItem] = []
        self.tool: Tool | None = None
        self._content = QRectF()
        self._values: dict[str, str] = {}
        self._problems: dict[str, str] = {}
        self._told: list[str] = []
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.BspTreeIndex)
        self.selectionChanged.connect(self._tell_selection)
        document.changed.connect(self._follow)
        self.sync()

    # following the diagram

    def _follow(self, diagram: Diagram) -> None:
        # an edit inside a subsystem shows in its preview and ports
        if diagram is self.diagram or diagram in self.diagram.blocks.values():
            self.sync()

    def sync(self) -> None:
        """Make the items equal to the diagram."""
        self.setBackgroundBrush(QColor(self.theme.canvas))
        self.network.update()
        placed = self.network.placed
        for name in [name for name in self.blocks if name not in placed]:
            self.removeItem(self.blocks.pop(name))
        for name, block in placed.items():
            item = self.blocks.get(name)
            if item is None:
                item = self.blocks[name] = BlockItem(block, self.theme)
                self.addItem(item)
            else:
                item.follow(block)
        self._sync_wires()
        self._sync_notes()
        self._mark()
        self._grow()
        self._tell_selection()
        self.synced.emit()

    def _sync_wires(self) -> None:
        nets = {net.key: net for net in self.network.nets if net.paths}
        for key in [key for key in self.wires if key not in nets]:
            self.removeItem(self.wires.pop(key))
        for key, net in nets.items():
            item = self.wires.get(key)
            if item is None:
                item = self.wires[key] = WireItem(net, self.theme)
                self.addItem(item)
            elif item.net.paths != net.paths or item.net.kind != net.kind:
                item.show_net(net)
            else:
                item.net = net
            item.picked &= set(net.pairs)
        self._set_gaps()
        used: dict[str, set[str]] = {}
        for net in nets.values():
            for end in {end for pair in net.paths for end in pair}:
                block = self.network.placed[block_of(end)]
                used.setdefault(block.name, set()).add(block.port_of(end) or "")
        for name, block_item in self.blocks.items():
            block_item.used = frozenset(used.get(name, ()))
        self.show_values(self._values)

    def _set_gaps(self) -> None:
        for key, points in self.network.gaps().items():
            if key in self.wires:
                self.wires[key].set_gaps(points)

    def _sync_notes(self) -> None:
        wanted = notes_of(self.diagram)
        if [item.note for item in self.notes] != wanted:
            for item in self.notes:
                self.removeItem(item)
            self.notes = [AnnotationItem(note, self.theme) for note in wanted]
            for item in self.notes:
                self.addItem(item)

    def _grow(self) -> None:
        self._content = QRectF()
        for item in (*self.blocks.values(), *self.wires.values(), *self.notes):
            self._content = self._content.united(item.mapRectToScene(item.boundingRect()))
        room = self.content_rect().adjusted(-2000, -2000, 2000, 2000)
        if not self.sceneRect().contains(room):
            self.setSceneRect(self.sceneRect().united(room))

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.theme = theme
        self.setBackgroundBrush(QColor(theme.canvas))
        drawn: list[BlockItem | WireItem | AnnotationItem] = [*self.blocks.values(), *self.wires.values(), *self.notes]
        for item in drawn:
            item.theme = theme
        self.update()

    def content_rect(self) -> QRectF:
        """Return what the diagram covers."""
        return self._content if not self._content.isNull() else QRectF(-200, -150, 400, 300)

    def legend(self) -> list[Domain]:
        """Return the kinds of connections in use."""
        kinds = [net.kind for net in self.network.nets if net.kind is not None]
        return list(dict.fromkeys(domain_of_kind(kind) for kind in kinds))

    # what is selected and marked

    def select(self, names: Iterable[str]) -> None:
        """Select these blocks and nothing else."""
        chosen = set(names)
        self.pick(())
        was = self.blockSignals(True)
        for name, item in self.blocks.items():
            item.setSelected(name in chosen)
        self.blockSignals(was)
        self._tell_selection()

    def selected_names(self) -> list[str]:
        """Return the selected blocks."""
        return [name for name, item in self.blocks.items() if item.isSelected()]

    def selected_pairs(self) -> list[tuple[str, str]]:
        """Return the selected connections."""
        return [pair for item in self.wires.values() for pair in item.net.pairs if pair in item.picked]

    def pick(self, pairs: Iterable[Pair], keep: bool = False) -> None:
        """Select these connections, in addition to others if they are to be kept."""
        chosen = set(pairs)
        for item in self.wires.values():
            new = (item.picked if keep else set()) | (chosen & set(item.net.pairs))
            if new != item.picked:
                item.picked = new
                item.update()

    def _tell_selection(self) -> None:
        names = self.selected_names()
        if names != self._told:
            self._told = names
            self.selection_changed_names.emit(names)

    def mark_problems(self, where: dict[str, str]) -> None:
        """Mark blocks on which something is wrong, with what it is."""
        self._problems = {name.split(".")[0].split("[")[0]: text for name, text in where.items()}
        self._mark()

    def _mark(self) -> None:
        for name, item in self.blocks.items():
            text = self._problems.get(name, "")
            if text != item.problem:
                item.problem = text
                item.setToolTip(text)
                item.update()

    def show_values(self, values: dict[str, str]) -> None:
        """Show values on connections, by endpoint."""
        self._values = values
        for item in self.wires.values():
            texts: list[tuple[Point, str]] = []
            for pair, path in item.net.paths.items():
                end = next((end for end in pair if end in values), None)
                if end is not None:
                    a, b = max(zip(path, path[1:], strict=False), key=lambda p: abs(p[0][0] - p[1][0]))
                    spot = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2 - GRID)  # above the line, clear of ports
                    if all(text != values[end] for _, text in texts):
                        texts.append((spot, values[end]))
            item.set_texts(texts)

    # finding things

    def port_at(self, point: QPointF) -> str | None:
        """Return the endpoint under a point."""
        best, best_far = None, PORT_REACH / max(min(self._zoom(), 1.0), 0.3)
        for block in self.network.placed.values():
            left, top, right, bottom = block.rect
            if not (left - 30 < point.x() < right + 30 and top - 30 < point.y() < bottom + 30):
                continue
            for name, end in block.ends.items():
                # the mark stands a little outside the block
                x, y = end.point[0] + 2 * end.out[0], end.point[1] + 2 * end.out[1]
                far = ((point.x() - x) ** 2 + (point.y() - y) ** 2) ** 0.5
                if far < best_far:
                    best, best_far = f"{block.name}.{name}", far
        return best

    def block_at(self, point: QPointF) -> str | None:
        """Return the block under a point, the topmost one."""
        for item in self.items(point):
            if isinstance(item, BlockItem):
                return item.name
        return None

    def wire_at(self, point: QPointF) -> tuple[WireItem, Pair, int] | None:
        """Return the connection under a point and the number of its piece."""
        for item in self.wires.values():
            if item.boundingRect().contains(point) and (found := item.pair_at(point)) is not None:
                return item, *found
        return None

    def _zoom(self) -> float:
        views = self.views()
        return views[0].transform().m11() if views else 1.0

    # the mouse

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self.tool is not None:
            # the second click of click-click
            self.tool.press(event)
            event.accept()
            return
        self.tool = tool_for(self, event)
        if self.tool is None:
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
        self.cancel()
        name = self.block_at(event.scenePos())
        if name is not None:
            self.block_opened.emit(name)
        elif self.port_at(event.scenePos()) is None and self.wire_at(event.scenePos()) is None:
            self.insert_asked.emit(event.scenePos())
        event.accept()

    def cancel(self) -> bool:
        """Stop what is being drawn or dragged; return whether there was something."""
        if self.tool is None:
            return False
        self.tool.cancel()
        self.tool = None
        return True

    def light_ports(self, looks: dict[str, str]) -> None:
        """Show which ports fit while a connection is drawn; without any, all are plain."""
        for name, item in self.blocks.items():
            new = {port: looks.get(f"{name}.{port}", PLAIN) for port in item.placed.ends} if looks else {}
            if new != item.looks:
                item.looks = new
                item.update()

    def show_moved(self, names: Iterable[str], dx: int, dy: int) -> None:
        """Show blocks where they are dragged to, with quick ways for their connections."""
        moved, nets = self.network.shifted(names, dx, dy)
        for name, block in moved.items():
            self.blocks[name].setPos(block.x, block.y)
        for net in nets:
            self._show_net(net)

    def _show_net(self, net: Net) -> None:
        item = self.wires.get(net.key)
        if item is not None:
            item.show_net(net)

    def freeze(self, names: Iterable[str]) -> None:
        """Keep pictures of everything that will not move with these blocks, so that dragging is smooth."""
        chosen = set(names)
        QPixmapCache.setCacheLimit(max(QPixmapCache.cacheLimit(), PICTURES))
        still: list[QGraphicsItem] = [item for name, item in self.blocks.items() if name not in chosen]
        still += [
            item
            for item in self.wires.values()
            if not any(block_of(end) in chosen for pair in item.net.pairs for end in pair)
        ]
        for item in still:
            item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def thaw(self) -> None:
        """Draw everything afresh again: pictures are not sharp in exports."""
        for item in (*self.blocks.values(), *self.wires.values()):
            item.setCacheMode(QGraphicsItem.CacheMode.NoCache)

    def restore_moved(self) -> None:
        """Put everything back where the diagram has it."""
        for name, item in self.blocks.items():
            item.setPos(self.network.placed[name].x, self.network.placed[name].y)
        for net in self.network.nets:
            self._show_net(net)
        self._set_gaps()

    # edits

    def position(self, name: str) -> Position:
        """Return where a block stands and how it is turned, in as few numbers as needed."""
        block = self.network.placed[name]
        place = (block.x, block.y, block.rotation, block.mirrored)
        return place if block.mirrored else place[:3] if block.rotation else place[:2]

    def drop_type(self, type_name: str, point: QPointF) -> None:
        """Insert a block of a type at a point; on a connection that it fits, into it."""
        at = (round(point.x() / GRID) * GRID, round(point.y() / GRID) * GRID)
        wire = self.wire_near(point)
        try:
            with self.document.step(f"Add {type_name}", self.diagram):
                name = self.document.add_block(self.diagram, type_name, at)
                if wire is not None:
                    self.insert_on(name, wire)
        except ModelError as error:
            self.message.emit(str(error))
            return
        self.select([name])

    def wire_near(self, point: QPointF) -> Pair | None:
        """Return the connection that a block dropped at a point would sit on."""
        best, best_far = None, 2.0 * GRID
        for item in self.wires.values():
            for pair, path in item.net.paths.items():
                for a, b in zip(path, path[1:], strict=False):
                    far = distance_to((a, b) if a <= b else (b, a), point.x(), point.y())
                    if far < best_far:
                        best, best_far = pair, far
        return best

    def insert_on(self, name: str, pair: Pair) -> bool:
        """Put a block into a connection if it fits; return whether it did. Turns it to lie along the connection."""
        kinds = port_kinds(self.diagram.blocks[name])
        ports = through_ports(self.diagram, name, kinds, pair)
        first, second = self.network.end(pair[0]), self.network.end(pair[1])
        if ports is None or first is None or second is None:
            return False
        self.document.insert_into(self.diagram, name, pair, ports)
        return True

    def tidy(self) -> None:
        """Arrange all blocks in columns along the connections."""
        places = self.network.tidy()
        with self.document.step("Tidy up", self.diagram):
            self.diagram.routes = {}
            self.document.move(self.diagram, places)
