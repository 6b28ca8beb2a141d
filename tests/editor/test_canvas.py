"""The canvas with a real mouse and keyboard: move, connect, refuse, branch, insert, delete, undo, copy, turn."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from blocks.diagram import Diagram, Placeholder
from blocks.registry import find_block
from editor.canvas.geometry import hits, overlap, segments_of
from editor.canvas.scene import DiagramScene
from editor.canvas.view import DROP, DiagramView
from editor.document import Document
from editor.style import DARK, LIGHT

ROOT = Path(__file__).resolve().parents[2]
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, CONTROL, SHIFT = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
)  # fmt: skip


class Canvas:
    """A view on a diagram, with a mouse that works in the diagram's own coordinates."""

    def __init__(self, qtbot: QtBot, diagram: Diagram) -> None:
        self.document, self.diagram = Document(diagram), diagram
        self.scene = DiagramScene(self.document, diagram, LIGHT)
        self.view = DiagramView(self.scene)
        qtbot.addWidget(self.view)
        self.view.resize(900, 600)
        self.view.show()
        self.view.resetTransform()
        self.view.centerOn(200, 100)
        self.said: list[str] = []
        self.scene.message.connect(self.said.append)

    def at(self, x: float, y: float) -> QPoint:
        return self.view.mapFromScene(QPointF(x, y))

    def port(self, end: str) -> tuple[int, int]:
        found = self.scene.network.end(end)
        assert found is not None
        return found.point

    def click(self, x: float, y: float, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseClick(self.view.viewport(), LEFT, held, self.at(x, y))

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], held: Qt.KeyboardModifier = NONE,
        button: Qt.MouseButton = LEFT,
    ) -> None:  # fmt: skip
        port = self.view.viewport()
        QTest.mousePress(port, button, held, self.at(*start))
        for k in range(1, 6):
            x, y = (a + (b - a) * k / 5 for a, b in zip(start, end, strict=True))
            QTest.mouseMove(port, self.at(x, y))
        QTest.mouseRelease(port, button, held, self.at(*end))

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, held)

    def undo(self) -> None:
        self.document.history.undo()


def block(type_name: str, **values: object) -> object:
    cls = find_block(type_name)
    assert cls is not None
    return cls(**values)


@pytest.fixture
def make(qtbot: QtBot) -> Callable[..., Canvas]:
    def made(*connections: tuple[str, str], **blocks: tuple[str, int, int]) -> Canvas:
        diagram = Diagram()
        for name, (kind, x, y) in blocks.items():
            diagram.add(name, block(kind), at=(x, y))  # type: ignore[arg-type]
        for first, second in connections:
            diagram.connect(first, second)
        return Canvas(qtbot, diagram)

    return made


R, C, GAIN, STEP, MASS = (
    "electrical.Resistor", "electrical.Capacitor", "signals.Gain", "signals.Step", "translational.Mass"
)  # fmt: skip


def test_a_block_is_moved_on_the_grid_as_one_step(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0))
    canvas.drag((0, 0), (43, 88))
    assert canvas.diagram.layout["a"] == (40, 90)
    assert canvas.document.history.count() == 1
    canvas.undo()
    assert canvas.diagram.layout["a"] == (0, 0)
    assert canvas.scene.blocks["a"].pos() == QPointF(0, 0)
    canvas.document.history.redo()
    assert canvas.scene.blocks["a"].pos() == QPointF(40, 90)


def test_connections_follow_a_move(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0))
    canvas.drag((0, 0), (0, 150))
    path = canvas.scene.network.nets[0].paths["a.n", "b.p"]
    assert (path[0], path[-1]) == ((40, 150), (160, 0))


def test_several_selected_blocks_move_together(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 200, 0), c=(R, 400, 0))
    canvas.click(0, 0)
    canvas.click(200, 0, CONTROL)
    assert canvas.scene.selected_names() == ["a", "b"]
    canvas.drag((0, 0), (0, 60))
    assert [canvas.diagram.layout[name] for name in "abc"] == [(0, 60), (200, 60), (400, 0)]


def test_a_rubber_band_selects(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 200, 0), c=(R, 400, 200))
    told: list[list[str]] = []
    canvas.scene.selection_changed_names.connect(told.append)
    canvas.drag((-100, -100), (300, 100))
    assert canvas.scene.selected_names() == ["a", "b"]
    assert told[-1] == ["a", "b"]


def test_dragging_from_port_to_port_connects(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 200, 100))
    canvas.drag(canvas.port("a.n"), canvas.port("b.p"))
    assert canvas.diagram.connections == [("a.n", "b.p")]
    canvas.undo()
    assert canvas.diagram.connections == []
    assert not canvas.scene.wires


def test_clicking_one_port_and_then_another_connects(make: Callable[..., Canvas]) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 200, 100))
    canvas.click(*canvas.port("s.y"))
    QTest.mouseMove(canvas.view.viewport(), canvas.at(100, 50))
    canvas.click(*canvas.port("g.u"))
    assert canvas.diagram.connections == [("s.y", "g.u")]
    assert canvas.scene.tool is None


def test_a_wrong_connection_is_refused_with_the_reason(make: Callable[..., Canvas]) -> None:
    canvas = make(r=(R, 0, 0), m=(MASS, 200, 100), g=(GAIN, 200, -100))
    canvas.drag(canvas.port("r.n"), canvas.port("m.a"))
    assert canvas.diagram.connections == []
    assert canvas.said[-1].startswith('Cannot connect "r.n" (electricity: V, A) to "m.a" (translation: m, N).')
    assert canvas.document.history.count() == 0


def test_fitting_ports_light_up_while_a_connection_is_drawn(make: Callable[..., Canvas]) -> None:
    canvas = make(r=(R, 0, 0), c=(C, 200, 100), m=(MASS, 200, -100))
    QTest.mousePress(canvas.view.viewport(), LEFT, NONE, canvas.at(*canvas.port("r.n")))
    assert canvas.scene.blocks["c"].looks == {"p": "lit", "n": "lit"}
    assert canvas.scene.blocks["m"].looks == {"a": "dim", "b": "dim"}
    canvas.key(Qt.Key.Key_Escape)
    assert canvas.scene.blocks["c"].looks == {}
    assert canvas.scene.tool is None


def test_releasing_on_empty_canvas_cancels(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.drag(canvas.port("a.n"), (300, 200))
    assert canvas.diagram.connections == []
    assert canvas.scene.tool is None


def test_releasing_on_a_connection_joins_its_net(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 0), c=(C, 150, 150))
    canvas.drag(canvas.port("c.p"), (150, 0))
    assert len(canvas.diagram.connections) == 2
    assert len(canvas.scene.network.nets) == 1
    assert len(canvas.scene.network.nets[0].tree.junctions) == 1


def test_a_branch_begins_at_any_point_of_a_connection(make: Callable[..., Canvas]) -> None:
    canvas = make(("s.y", "g.u"), s=(STEP, 0, 0), g=(GAIN, 300, 0), h=(GAIN, 300, 150))
    canvas.drag((150, 0), canvas.port("h.u"), CONTROL)
    assert ("s.y", "h.u") in canvas.diagram.connections
    canvas.undo()
    canvas.drag((150, 0), canvas.port("h.u"), button=RIGHT)
    assert ("s.y", "h.u") in canvas.diagram.connections


def test_dragging_a_piece_of_a_connection_bends_it(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 100))
    canvas.drag((150, 50), (220, 50))
    assert canvas.diagram.routes == {"a.n -- b.p": [(220, 0), (220, 100)]}
    # corners made by hand stay when a block moves, and the ends follow
    canvas.drag((0, 0), (0, -40))
    assert canvas.scene.network.nets[0].paths["a.n", "b.p"] == [(40, -40), (220, -40), (220, 100), (260, 100)]
    canvas.undo()
    canvas.undo()
    assert canvas.diagram.routes == {}


def test_corners_move_along_with_both_blocks(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 100))
    canvas.document.set_route(canvas.diagram, "a.n", "b.p", [(220, 0), (220, 100)])
    canvas.key(Qt.Key.Key_A, CONTROL)
    canvas.drag((0, 0), (10, 20))
    assert canvas.diagram.routes == {"a.n -- b.p": [(230, 20), (230, 120)]}


def test_a_block_dropped_on_a_connection_is_inserted(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 400, 0))
    data = QMimeData()
    data.setData(DROP, b"electrical.Capacitor")
    spot = QPointF(canvas.at(203, 4))
    event = QDropEvent(spot, Qt.DropAction.CopyAction, data, LEFT, NONE)
    canvas.view.dropEvent(event)
    assert sorted(canvas.diagram.connections) == [("a.n", "capacitor.p"), ("capacitor.n", "b.p")]
    assert canvas.diagram.layout["capacitor"] == (200, 0)
    assert canvas.document.history.count() == 1
    canvas.undo()
    assert canvas.diagram.connections == [("a.n", "b.p")]


def test_a_block_that_does_not_fit_is_only_added(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 400, 0))
    canvas.scene.drop_type("signals.Gain", QPointF(200, 0))
    assert canvas.diagram.connections == [("a.n", "b.p")]
    assert canvas.scene.selected_names() == ["gain"]
    canvas.scene.drop_type("no.Such", QPointF(200, 0))
    assert 'There is no block "no.Such".' in canvas.said[-1]


def test_a_loose_block_moved_onto_a_connection_is_inserted(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 400, 0), c=(C, 200, 200))
    canvas.drag((200, 200), (200, 0))
    assert sorted(canvas.diagram.connections) == [("a.n", "c.p"), ("c.n", "b.p")]
    canvas.undo()
    assert canvas.diagram.layout["c"] == (200, 200)
    assert canvas.diagram.connections == [("a.n", "b.p")]


def test_delete_takes_blocks_and_connections(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), ("b.n", "c.p"), a=(R, 0, 0), b=(R, 200, 0), c=(R, 400, 0))
    canvas.click(100, 0)
    assert canvas.scene.selected_pairs() == [("a.n", "b.p")]
    canvas.key(Qt.Key.Key_Delete)
    assert canvas.diagram.connections == [("b.n", "c.p")]
    canvas.click(200, 0)
    canvas.key(Qt.Key.Key_Delete)
    assert list(canvas.diagram.blocks) == ["a", "c"]
    assert canvas.scene.wires == {}
    canvas.undo()
    canvas.undo()
    assert set(canvas.scene.blocks) == {"a", "b", "c"}
    assert len(canvas.scene.wires) == 2


def test_turn_and_flip(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.click(0, 0)
    canvas.key(Qt.Key.Key_R, CONTROL)
    assert canvas.diagram.layout["a"] == (0, 0, 90)
    assert canvas.port("a.p") == (0, -40)
    canvas.key(Qt.Key.Key_R, CONTROL | SHIFT)
    assert canvas.diagram.layout["a"] == (0, 0)
    canvas.key(Qt.Key.Key_I, CONTROL)
    assert canvas.diagram.layout["a"] == (0, 0, 0, 1)
    assert canvas.port("a.p") == (40, 0)
    canvas.undo()
    assert canvas.port("a.p") == (-40, 0)


def test_flipping_a_turned_block_mirrors_what_is_seen(make: Callable[..., Canvas]) -> None:
    canvas = make(a=("planar.Revolute", 0, 0))
    canvas.click(0, 0)
    canvas.key(Qt.Key.Key_R, CONTROL)
    before = canvas.port("a.axis")
    canvas.key(Qt.Key.Key_I, CONTROL)
    assert canvas.port("a.axis") == (-before[0], before[1])


def test_arrows_nudge_as_one_step(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.click(0, 0)
    for _ in range(3):
        canvas.key(Qt.Key.Key_Right)
    canvas.key(Qt.Key.Key_Down)
    assert canvas.diagram.layout["a"] == (30, 10)
    canvas.undo()
    assert canvas.diagram.layout["a"] == (0, 0)


def test_copy_and_paste(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0))
    canvas.key(Qt.Key.Key_A, CONTROL)
    canvas.key(Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text().startswith("format")
    canvas.key(Qt.Key.Key_V, CONTROL)
    assert len(canvas.diagram.blocks) == 4
    assert ("a2.n", "b2.p") in canvas.diagram.connections
    assert canvas.diagram.layout["a2"] == (20, 20)
    assert canvas.scene.selected_names() == ["a2", "b2"]
    canvas.undo()
    assert len(canvas.diagram.blocks) == 2


def test_cut_duplicate_and_a_clipboard_with_something_else(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.click(0, 0)
    canvas.key(Qt.Key.Key_D, CONTROL)
    assert list(canvas.diagram.blocks) == ["a", "a2"]
    canvas.key(Qt.Key.Key_X, CONTROL)
    assert list(canvas.diagram.blocks) == ["a"]
    QGuiApplication.clipboard().setText("good morning")
    canvas.key(Qt.Key.Key_V, CONTROL)
    assert canvas.said


def test_dragging_with_control_copies(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.drag((0, 0), (100, 100), CONTROL)
    assert canvas.diagram.layout == {"a": (0, 0), "a2": (100, 100)}


def test_dragging_with_shift_tears_off(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0))
    canvas.drag((0, 0), (0, 100), SHIFT)
    assert canvas.diagram.connections == []
    canvas.undo()
    assert canvas.diagram.connections == [("a.n", "b.p")]


def test_escape_puts_a_dragged_block_back(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0))
    QTest.mousePress(canvas.view.viewport(), LEFT, NONE, canvas.at(0, 0))
    QTest.mouseMove(canvas.view.viewport(), canvas.at(60, 60))
    assert canvas.scene.blocks["a"].pos() == QPointF(60, 60)
    canvas.key(Qt.Key.Key_Escape)
    assert canvas.scene.blocks["a"].pos() == QPointF(0, 0)
    assert canvas.document.history.count() == 0


def test_double_clicks(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0))
    opened: list[str] = []
    asked: list[QPointF] = []
    canvas.scene.block_opened.connect(opened.append)
    canvas.scene.insert_asked.connect(asked.append)
    QTest.mouseDClick(canvas.view.viewport(), LEFT, NONE, canvas.at(0, 0))
    QTest.mouseDClick(canvas.view.viewport(), LEFT, NONE, canvas.at(200, 200))
    assert opened == ["a"]
    assert (round(asked[0].x()), round(asked[0].y())) == (200, 200)


def test_zoom_keeps_the_point_under_the_mouse_and_fit_shows_all(make: Callable[..., Canvas]) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 3000, 0))
    spot = QPointF(300, 200)
    before = canvas.view.mapToScene(spot.toPoint())
    canvas.view.zoom(1.5, spot)
    after = canvas.view.mapToScene(spot.toPoint())
    assert abs(after.x() - before.x()) < 2
    assert canvas.view.zoom_percent() == 150
    canvas.key(Qt.Key.Key_F)
    assert canvas.view.mapToScene(canvas.view.viewport().rect()).boundingRect().contains(canvas.scene.content_rect())


def test_marks_values_theme_and_legend(make: Callable[..., Canvas]) -> None:
    canvas = make(("a.n", "b.p"), ("s.y", "g.u"), a=(R, 0, 0), b=(R, 200, 0), s=(STEP, 0, 200), g=(GAIN, 200, 200))
    canvas.scene.mark_problems({"a.p": "too hot"})
    assert canvas.scene.blocks["a"].problem == "too hot"
    canvas.scene.show_values({"s.y": "2.31 m"})
    assert [text for item in canvas.scene.wires.values() for _, text in item.texts] == ["2.31 m"]
    canvas.scene.set_theme(DARK)
    assert [domain.name for domain in canvas.scene.legend()] == ["electrical", "signal"]


def test_blocks_without_a_place_get_one_and_tidy_arranges_all(make: Callable[..., Canvas]) -> None:
    canvas = make(("s.y", "g.u"), s=(STEP, 0, 0), g=(GAIN, 0, 0))
    canvas.diagram.add("loose", block(GAIN))  # type: ignore[arg-type]
    canvas.diagram.add("gone", Placeholder("no.Such"))
    canvas.scene.sync()
    rects = [placed.rect for placed in canvas.scene.network.placed.values()]
    assert rects[2] != rects[3]
    canvas.scene.tidy()
    layout = canvas.diagram.layout
    assert layout["s"][0] < layout["g"][0]
    assert all(value % 10 == 0 for place in layout.values() for value in place)
    canvas.undo()
    assert canvas.diagram.layout["s"] == (0, 0)


FILES = ["projects/pendulum/diagram.toml", "projects/two_link_arm/diagram.toml", "projects/two_link_arm/drive.toml"]
FILES += [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests/conformance").glob("[0-9]*.toml"))]


@pytest.mark.parametrize("file", FILES)
def test_saved_diagrams_have_no_connection_through_a_block_or_on_another(qtbot: QtBot, file: str) -> None:
    document = Document.open(ROOT / file)
    scene = DiagramScene(document, document.diagram, LIGHT)
    bodies = {name: placed.rect for name, placed in scene.network.placed.items()}
    for net in scene.network.nets:
        assert set(net.paths) == set(net.pairs)
        for path in net.paths.values():
            assert not [name for piece in segments_of(path) for name, rect in bodies.items() if hits(piece, rect)]
    lines = [
        (net.key, piece) for net in scene.network.nets for path in net.paths.values() for piece in segments_of(path)
    ]
    assert not [(a, b) for a, one in lines for b, other in lines if a < b and overlap(one, other)]
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    scene.render(painter)
    painter.end()
