"""A diagram as items that are kept equal to it: blocks, connections and notes, and finding them by a point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsScene

from blocks.diagram import Diagram, Position, block_of
from editor.canvas.annotation_item import AnnotationItem
from editor.canvas.block_item import BlockItem
from editor.canvas.geometry import Point, distance_to
from editor.canvas.nets import Net, Pair
from editor.canvas.network import Network
from editor.canvas.note_formulas import formulas
from editor.canvas.notes import keyed_notes, place_of
from editor.canvas.placed import Placed
from editor.canvas.port_item import PLAIN, domain_of_kind
from editor.canvas.value_places import value_places
from editor.canvas.wire_item import WireItem
from editor.canvas.wire_pieces import Badge
from editor.document import Document
from editor.style import GRID, Domain, Theme

PORT_REACH = 9.0
PATIENCE = 0.006  # s of search before the window is looked after again; the rest follows in slices
SLICE = 10  # ms between them, so that what is found is seen


class DrawnScene(QGraphicsScene):
    """Shows one diagram of a document."""

    synced = Signal()  # the items follow the diagram again

    def __init__(self, document: Document, diagram: Diagram, theme: Theme) -> None:
        super().__init__()
        self.document, self.diagram, self.theme = document, diagram, theme
        self.network = Network(diagram)
        self.blocks: dict[str, BlockItem] = {}
        self.wires: dict[Pair, WireItem] = {}
        self.notes: list[AnnotationItem] = []
        self._content = QRectF()
        self._values: dict[str, str] = {}
        self._places: dict[Pair, Point] = {}  # of values, and what they were found for
        self._places_for: tuple[object, list[Net]] = ((), [])
        self.badges: list[Badge] = []
        self._problems: dict[str, str] = {}
        self._moved: set[Pair] = set()  # nets shown elsewhere while something is dragged
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._go_on)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.BspTreeIndex)
        self.setBackgroundBrush(QColor(theme.canvas))
        document.changed.connect(self._follow)
        formulas().arrived.connect(self._formulas_arrived)
        self.sync()

    @property
    def is_busy(self) -> bool:
        """Tell whether something is being dragged, and items are where the diagram does not have them."""
        return False

    # following the diagram

    def _follow(self, diagram: Diagram) -> None:
        # an edit inside a subsystem shows in its preview and ports
        if diagram is self.diagram or diagram in self.diagram.blocks.values():
            self.sync(PATIENCE)

    def _go_on(self) -> None:
        if not self.is_busy:
            self.sync(PATIENCE)
        else:
            self._later.start(5 * SLICE)  # not while something is dragged

    def settle(self) -> None:
        """Give every connection its best way and every note its formulas now, for whoever cannot wait."""
        if not self.network.is_settled:
            self.sync()
        for note in self.notes:
            note.settle()

    def sync(self, patience: float | None = None) -> None:
        """Make the items equal to the diagram; with ``patience`` the last ways of connections come a little later."""
        self.network.update(patience)
        if not self.network.is_settled:
            self._later.start(SLICE)
        placed = self.network.placed
        self._follow_names(placed)
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
        self.synced.emit()

    def _follow_names(self, placed: Mapping[str, Placed]) -> None:
        """Keep the items of renamed blocks, which stay selected: the same part goes under another name."""
        new = {(id(block.part), block.number): name for name, block in placed.items() if name not in self.blocks}
        for old in [name for name in self.blocks if name not in placed] if new else []:
            item = self.blocks[old]
            if name := new.pop((id(item.placed.part), item.placed.number), ""):
                self.blocks[name] = self.blocks.pop(old)

    def _sync_wires(self) -> None:
        nets = {net.key: net for net in self.network.nets if net.paths}
        is_other = False
        for key in [key for key in self.wires if key not in nets]:
            self.removeItem(self.wires.pop(key))
            is_other = True
        for key, net in nets.items():
            item = self.wires.get(key)
            if item is None:
                item = self.wires[key] = WireItem(net, self.theme)
                self.addItem(item)
            elif item.net is not net:
                item.show_net(net)
            else:
                continue
            item.pick(item.picked)
            is_other = True
        self._moved = set()
        if is_other:
            self._set_gaps()
            self._mark_used(nets.values())
            self.show_values(self._values)

    def _mark_used(self, nets: Iterable[Net]) -> None:
        used: dict[str, set[str]] = {}
        for net in nets:
            for end in {end for pair in net.paths for end in pair}:
                block = self.network.placed[self.network.item(end)]
                used.setdefault(block.name, set()).add(block.port_of(end) or "")
        for name, item in self.blocks.items():
            if (ports := frozenset(used.get(name, ()))) != item.used:
                item.used = ports
                item.update()

    def _set_gaps(self) -> None:
        for key, points in self.network.gaps().items():
            if key in self.wires:
                self.wires[key].set_gaps(points)

    def _sync_notes(self) -> None:
        folder = self.document.path.parent if self.document.path is not None else None
        wanted = dict(keyed_notes(self.diagram))
        items = {item.key: item for item in self.notes}
        for key in [key for key in items if key not in wanted]:
            self.removeItem(items.pop(key))
        for key, note in wanted.items():
            item = items.get(key)
            if item is None:
                item = items[key] = AnnotationItem(key, note, self.theme, folder)
                self.addItem(item)
            elif item.note != note or item.folder != folder:
                item.folder = folder
                item.follow(note)
        self.notes = [items[key] for key in wanted]

    def _formulas_arrived(self) -> None:
        for item in self.notes:
            item.arrive()
        self._grow()

    def _grow(self) -> None:
        self._content = QRectF()
        for item in (*self.blocks.values(), *self.notes):
            self._content = self._content.united(item.boundingRect().translated(item.pos()))
        for wire in self.wires.values():
            self._content = self._content.united(wire.room())
        room = self.content_rect().adjusted(-2000, -2000, 2000, 2000)
        if not self.sceneRect().contains(room):
            self.setSceneRect(self.sceneRect().united(room))

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.theme = theme
        self.setBackgroundBrush(QColor(theme.canvas))
        drawn: list[BlockItem | WireItem | AnnotationItem] = [*self.blocks.values(), *self.wires.values(), *self.notes]
        for item in drawn:
            item.set_theme(theme)
        for badge in self.badges:
            badge.theme = theme
        self.update()

    def content_rect(self) -> QRectF:
        """Return what the diagram covers."""
        return self._content if not self._content.isNull() else QRectF(-200, -150, 400, 300)

    def content_parts(self) -> list[QRectF]:
        """Return the rooms of blocks with their labels, of notes, of values and of the pieces of connections."""
        items = (*self.blocks.values(), *self.notes, *self.badges)
        pieces = (piece for net in self.network.nets for piece in net.tree.segments)
        lines = [QRectF(QPointF(*a), QPointF(*b)).normalized().adjusted(-2, -2, 2, 2) for a, b in pieces]
        return [item.boundingRect().translated(item.pos()) for item in items] + lines

    def legend(self) -> list[Domain]:
        """Return the kinds of connections in use."""
        kinds = [net.kind for net in self.network.nets if net.kind is not None]
        kinds += [kind for block in self.network.placed.values() for kind in block.shown_kinds]
        return list(dict.fromkeys(domain_of_kind(kind) for kind in kinds))

    # what is marked

    def mark_problems(self, where: dict[str, str]) -> None:
        """Mark blocks on which something is wrong, with what it is."""
        self._problems = {name.split(".")[0]: text for name, text in where.items()}
        self._mark()

    def _mark(self) -> None:
        found = {name if name in self.blocks else block_of(name): text for name, text in self._problems.items()}
        for name, item in self.blocks.items():
            text = found.get(name) or found.get(block_of(name), "")  # of an element, or of the whole array
            if text != item.problem:
                item.problem = text
                item.setToolTip(text)
                item.update()

    def show_values(self, values: dict[str, str]) -> None:
        """Show values on connections, by endpoint."""
        self._values = values
        spots = self._spots(values)
        for item in self.wires.values():
            texts: list[tuple[Point, str]] = []
            for pair in item.net.paths:
                end = next((end for end in pair if end in values), None)
                if end is not None and all(text != values[end] for _, text in texts):
                    texts.append((spots[pair], values[end]))
            item.set_texts(texts)
        self._show_badges([text for item in self.wires.values() for text in item.texts])

    def _spots(self, values: dict[str, str]) -> dict[Pair, Point]:
        """Return where values stand; while only they change, their places stay."""
        nets = [item.net for item in self.wires.values()]
        wanted = [(net, pair) for net in nets for pair in net.paths if any(end in values for end in pair)]
        key = [(id(net), pair) for net, pair in wanted], [id(net) for net in nets], self.network.rects()
        if key != self._places_for[0]:
            places = value_places(wanted, nets, key[2])
            self._places_for = key, nets  # kept, too: what is gone may leave its number to another
            self._places = {pair: at for (_, pair), at in zip(wanted, places, strict=True)}
        return self._places

    def _show_badges(self, wanted: list[tuple[Point, str]]) -> None:
        for badge in self.badges[len(wanted) :]:
            self.removeItem(badge)
        del self.badges[len(wanted) :]
        for place, text in wanted[len(self.badges) :]:
            self.badges.append(Badge(place, text, self.theme))
            self.addItem(self.badges[-1])
        for badge, (place, text) in zip(self.badges, wanted, strict=True):
            badge.show_text(place, text)

    def light_ports(self, looks: dict[str, str]) -> None:
        """Show which ports fit while a connection is drawn; without any, all are plain."""
        for name, item in self.blocks.items():
            new = {port: looks.get(f"{name}.{port}", PLAIN) for port in item.placed.ends} if looks else {}
            if new != item.looks:
                item.looks = new
                item.update()

    # while something is dragged

    def show_moved(self, names: Iterable[str], dx: int, dy: int, notes: Iterable[AnnotationItem] = ()) -> None:
        """Show blocks and notes where they are dragged to, with quick ways for their connections."""
        moved, nets = self.network.shifted(names, dx, dy)
        for name, block in moved.items():
            self.blocks[name].setPos(block.x, block.y)
        for net in nets:
            self._show_net(net)
        for item in notes:
            x, y = place_of(item.note)
            item.setPos(x + dx, y + dy)

    def _show_net(self, net: Net) -> None:
        item = self.wires.get(net.key)
        if item is not None:
            item.show_net(net)
            self._moved.add(net.key)

    def restore_moved(self) -> None:
        """Put everything back where the diagram has it."""
        for name, item in self.blocks.items():
            item.setPos(self.network.placed[name].x, self.network.placed[name].y)
        for note in self.notes:
            note.setPos(*place_of(note.note))
        for net in self.network.nets:
            if net.key in self._moved:
                self.wires[net.key].show_net(net)
        self._moved = set()
        self._set_gaps()

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

    def title_at(self, point: QPointF) -> str | None:
        """Return the block whose name is written at a point."""
        x, y = point.x(), point.y()
        for name, item in self.blocks.items():
            left, top, right, bottom = item.placed.label
            if item.placed.lines and left <= x <= right and top <= y <= bottom:
                return name
        return None

    def wire_at(self, point: QPointF) -> tuple[WireItem, Pair, int] | None:
        """Return the connection under a point and the number of its piece."""
        for item in self.wires.values():
            if item.room().contains(point) and (found := item.pair_at(point)) is not None:
                return item, *found
        return None

    def note_at(self, point: QPointF) -> AnnotationItem | None:
        """Return the note under a point; what stands on it comes first."""
        for item in reversed(self.notes):
            if item.is_handle(point) or item.body().translated(item.pos()).contains(point):
                return item
        return None

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

    def position(self, name: str) -> Position:
        """Return where a block, or an element of an array, stands and how it is turned."""
        block = self.network.placed[name]
        return (block.x, block.y, *block.turn)

    def _zoom(self) -> float:
        views = self.views()
        return views[0].transform().m11() if views else 1.0
