"""Blocks on the canvas with a real mouse: select, move, copy, tear off, turn, nudge."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsLineItem

from blocks.diagram import Placeholder
from editor.align import aligned, distributed
from tests.editor.canvas_hands import CONTROL, GAIN, LEFT, NONE, SHIFT, STEP, Make, R, block


def test_a_block_is_moved_on_the_grid_as_one_step(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0))
    canvas.drag((0, 0), (43, 88))
    assert canvas.diagram.layout["a"] == (40, 90)
    assert canvas.document.history.count() == 1
    canvas.undo()
    assert canvas.diagram.layout["a"] == (0, 0)
    assert canvas.scene.blocks["a"].pos() == QPointF(0, 0)
    canvas.document.history.redo()
    assert canvas.scene.blocks["a"].pos() == QPointF(40, 90)


def test_connections_follow_a_move(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0))
    canvas.drag((0, 0), (0, 150))
    path = canvas.scene.network.nets[0].paths["a.n", "b.p"]
    assert (path[0], path[-1]) == ((40, 150), (160, 0))


def test_several_selected_blocks_move_together(make: Make) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 200, 0), c=(R, 400, 0))
    canvas.click(0, 0)
    canvas.click(200, 0, CONTROL)
    assert canvas.scene.selected_names() == ["a", "b"]
    canvas.drag((0, 0), (0, 60))
    assert [canvas.diagram.layout[name] for name in "abc"] == [(0, 60), (200, 60), (400, 0)]


def test_a_rubber_band_selects(make: Make) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 200, 0), c=(R, 400, 200))
    told: list[list[str]] = []
    canvas.scene.selection_changed_names.connect(told.append)
    canvas.drag((-100, -100), (300, 100))
    assert canvas.scene.selected_names() == ["a", "b"]
    assert told[-1] == ["a", "b"]


def test_turn_and_flip(make: Make) -> None:
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


def test_flipping_a_turned_block_mirrors_what_is_seen(make: Make) -> None:
    canvas = make(a=("planar.Revolute", 0, 0))
    canvas.click(0, 0)
    canvas.key(Qt.Key.Key_R, CONTROL)
    before = canvas.port("a.axis")
    canvas.key(Qt.Key.Key_I, CONTROL)
    assert canvas.port("a.axis") == (-before[0], before[1])


def test_arrows_nudge_as_one_step(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.click(0, 0)
    for _ in range(3):
        canvas.key(Qt.Key.Key_Right)
    canvas.key(Qt.Key.Key_Down)
    assert canvas.diagram.layout["a"] == (30, 10)
    canvas.undo()
    assert canvas.diagram.layout["a"] == (0, 0)


def test_dragging_with_control_copies(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.drag((0, 0), (100, 100), CONTROL)
    assert canvas.diagram.layout == {"a": (0, 0), "a2": (100, 100)}


def test_dragging_with_shift_tears_off(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0))
    canvas.drag((0, 0), (0, 100), SHIFT)
    assert canvas.diagram.connections == []
    canvas.undo()
    assert canvas.diagram.connections == [("a.n", "b.p")]


def test_escape_puts_a_dragged_block_back(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    QTest.mousePress(canvas.view.viewport(), LEFT, NONE, canvas.at(0, 0))
    QTest.mouseMove(canvas.view.viewport(), canvas.at(60, 60))
    assert canvas.scene.blocks["a"].pos() == QPointF(60, 60)
    canvas.key(Qt.Key.Key_Escape)
    assert canvas.scene.blocks["a"].pos() == QPointF(0, 0)
    assert canvas.document.history.count() == 0


def test_blocks_without_a_place_get_one_and_tidy_arranges_all(make: Make) -> None:
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


def test_lines_show_what_a_dragged_block_is_aligned_with(make: Make) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 200, 100))
    QTest.mousePress(canvas.view.viewport(), LEFT, NONE, canvas.at(0, 0))
    canvas.hover(30, 60)
    assert canvas.scene.tool is not None
    assert canvas.scene.tool._guides == []
    canvas.hover(30, 100)
    (line,) = (item.line() for item in canvas.scene.tool._guides)
    assert line.y1() == line.y2() == 100
    assert (line.x1() < 30, line.x2() > 200) == (True, True)
    canvas.key(Qt.Key.Key_Escape)
    assert not [item for item in canvas.scene.items() if isinstance(item, QGraphicsLineItem)]


def test_aligning_lines_up_edges_and_distributing_makes_gaps_equal() -> None:
    bodies = {"a": (0, 0, 80, 60), "b": (100, 0, 140, 60), "c": (300, 0, 420, 60)}
    places = {name: ((box[0] + box[2]) // 2, 30) for name, box in bodies.items()}

    def body(name: str, to: tuple[int, ...]) -> tuple[int, int]:
        by = to[0] - places[name][0]
        return bodies[name][0] + by, bodies[name][2] + by

    for how, side in (("left", 0), ("right", 1)):
        assert len({body(name, to)[side] for name, to in aligned(places, bodies, how).items()}) == 1
    middles = {sum(body(name, to)) for name, to in aligned(places, bodies, "centre").items()}
    assert len(middles) == 1
    spread = {name: body(name, to) for name, to in distributed(places, bodies, 0).items()}
    assert spread["b"][0] - spread["a"][1] == spread["c"][0] - spread["b"][1] == 90
