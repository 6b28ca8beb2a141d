"""Drawing a connection in clicks: corners, taking them back, giving up, and a view that scrolls along."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor.canvas.geometry import Point, distance_to, segments_of
from tests.editor.canvas_hands import CONTROL, GAIN, LEFT, NONE, STEP, C, Make, R

WAIT = 15_000


def is_on(path: list[Point], x: int, y: int) -> bool:
    """Tell whether a path passes a point."""
    return min(distance_to(piece, x, y) for piece in segments_of(path)) == 0


def test_each_click_on_the_empty_canvas_sets_a_corner(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 400, 200))
    canvas.click(*canvas.port("s.y"))
    canvas.click(120, -60)
    canvas.click(260, 120)
    assert canvas.scene.tool is not None
    canvas.click(*canvas.port("g.u"))
    assert canvas.scene.tool is None
    assert canvas.diagram.connections == [("s.y", "g.u")]
    path = canvas.path("s.y", "g.u")
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in zip(path, path[1:], strict=False))
    assert is_on(path, 120, -60)
    assert is_on(path, 260, 120)
    assert canvas.diagram.routes == {"s.y -- g.u": path[1:-1]}
    assert canvas.document.history.count() == 1
    canvas.undo()
    assert (canvas.diagram.connections, canvas.diagram.routes) == ([], {})


def test_corners_stay_when_a_block_moves(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 400, 200))
    canvas.click(*canvas.port("s.y"))
    canvas.click(120, -60)
    canvas.click(260, 120)
    canvas.click(*canvas.port("g.u"))
    canvas.drag((400, 200), (430, 260))
    path = canvas.path("s.y", "g.u")
    assert is_on(path, 120, -60)
    assert is_on(path, 260, 120)
    assert path[-1] == canvas.port("g.u")


def test_backspace_takes_the_last_corner_back_and_then_gives_up(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 400, 200))
    canvas.click(*canvas.port("s.y"))
    canvas.click(120, -60)
    canvas.click(200, 300)
    canvas.key(Qt.Key.Key_Backspace)
    canvas.click(*canvas.port("g.u"))
    path = canvas.path("s.y", "g.u")
    assert is_on(path, 120, -60)
    assert not is_on(path, 200, 300)
    canvas.undo()
    canvas.click(*canvas.port("s.y"))
    canvas.key(Qt.Key.Key_Backspace)
    assert canvas.scene.tool is None
    assert set(canvas.diagram.blocks) == {"s", "g"}


def test_escape_gives_up_with_all_corners(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 400, 200))
    canvas.click(*canvas.port("s.y"))
    canvas.click(120, -60)
    canvas.key(Qt.Key.Key_Escape)
    assert canvas.scene.tool is None
    assert canvas.document.history.count() == 0
    assert canvas.scene.blocks["g"].looks == {}


def test_a_double_click_while_drawing_asks_for_no_block(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 400, 200))
    asked: list[object] = []
    canvas.scene.insert_asked.connect(asked.append)
    canvas.click(*canvas.port("s.y"))
    canvas.click(120, -60)
    QTest.mouseDClick(canvas.view.viewport(), LEFT, NONE, canvas.at(120, -60))
    assert not asked
    assert canvas.scene.tool is not None


def test_corners_lead_to_a_connection_and_along_it(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 0), c=(C, 100, 200))
    canvas.click(*canvas.port("c.p"))
    canvas.click(20, 120)
    canvas.click(150, 0)
    assert len(canvas.diagram.connections) == 2
    (key,) = canvas.diagram.routes
    assert (20, 120) in canvas.diagram.routes[key]
    tree = canvas.scene.network.nets[0].tree
    assert len(tree.junctions) == 1


def test_a_block_dragged_to_the_edge_scrolls_the_view(qtbot: QtBot, make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    port = canvas.view.viewport()
    QTest.mousePress(port, LEFT, NONE, canvas.at(0, 0))
    seen = canvas.view.mapToScene(port.rect()).boundingRect().right()
    spot = port.rect().center()
    spot.setX(port.width() - 5)
    QTest.mouseMove(port, spot)
    qtbot.waitUntil(lambda: canvas.view.mapToScene(port.rect()).boundingRect().right() > seen + 200, timeout=WAIT)
    # the block stays under the mouse, which has not moved
    assert abs(canvas.scene.blocks["a"].pos().x() - canvas.view.mapToScene(spot).x()) <= 30
    QTest.mouseRelease(port, LEFT, NONE, spot)
    assert not canvas.view.auto_scroll.is_on
    assert canvas.diagram.layout["a"][0] > seen


def test_giving_up_stops_the_scrolling(qtbot: QtBot, make: Make) -> None:
    canvas = make(s=(STEP, 0, 0))
    port = canvas.view.viewport()
    QTest.mousePress(port, LEFT, NONE, canvas.at(*canvas.port("s.y")))
    QTest.mouseMove(port, QPoint(2, 2))
    assert canvas.view.auto_scroll.is_on
    canvas.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not canvas.view.auto_scroll.is_on, timeout=WAIT)


def test_a_branch_begins_where_it_was_drawn_from(make: Make) -> None:
    canvas = make(("s.y", "g.u"), s=(STEP, 0, 0), g=(GAIN, 300, 0), h=(GAIN, 300, 150))
    canvas.drag((150, 0), canvas.port("h.u"), CONTROL)
    canvas.scene.settle()
    tree = canvas.scene.network.nets[0].tree
    assert len(tree.junctions) == 1
    assert all(piece for path in canvas.scene.network.nets[0].paths.values() for piece in segments_of(path))
