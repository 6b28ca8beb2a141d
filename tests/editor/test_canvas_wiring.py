"""Connections on the canvas with a real mouse: draw, refuse, branch, bend, insert."""

from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor.canvas.network import Network
from editor.canvas.view import DROP
from tests.editor.canvas_hands import (
    CONTROL,
    GAIN,
    LEFT,
    MASS,
    NONE,
    RIGHT,
    STEP,
    C,
    Make,
    R,
)


def test_dragging_from_port_to_port_connects(make: Make) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 200, 100))
    canvas.drag(canvas.port("a.n"), canvas.port("b.p"))
    assert canvas.diagram.connections == [("a.n", "b.p")]
    canvas.undo()
    assert canvas.diagram.connections == []
    assert not canvas.scene.wires


def test_clicking_one_port_and_then_another_connects(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 200, 100))
    canvas.click(*canvas.port("s.y"))
    QTest.mouseMove(canvas.view.viewport(), canvas.at(100, 50))
    canvas.click(*canvas.port("g.u"))
    assert canvas.diagram.connections == [("s.y", "g.u")]
    assert canvas.scene.tool is None


def test_a_wrong_connection_is_refused_with_the_reason(make: Make) -> None:
    canvas = make(r=(R, 0, 0), m=(MASS, 200, 100), g=(GAIN, 200, -100))
    canvas.drag(canvas.port("r.n"), canvas.port("m.a"))
    assert canvas.diagram.connections == []
    assert canvas.said[-1].startswith('Cannot connect "r.n" (electricity: V, A) to "m.a" (translation: m, N).')
    assert canvas.document.history.count() == 0


def test_fitting_ports_light_up_while_a_connection_is_drawn(make: Make) -> None:
    canvas = make(r=(R, 0, 0), c=(C, 200, 100), m=(MASS, 200, -100))
    QTest.mousePress(canvas.view.viewport(), LEFT, NONE, canvas.at(*canvas.port("r.n")))
    assert canvas.scene.blocks["c"].looks == {"p": "lit", "n": "lit"}
    assert canvas.scene.blocks["m"].looks == {"a": "dim", "b": "dim"}
    canvas.key(Qt.Key.Key_Escape)
    assert canvas.scene.blocks["c"].looks == {}
    assert canvas.scene.tool is None


def test_releasing_on_empty_canvas_cancels(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.drag(canvas.port("a.n"), (300, 200))
    assert canvas.diagram.connections == []
    assert canvas.scene.tool is None


def test_releasing_on_a_connection_joins_its_net(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 0), c=(C, 150, 150))
    canvas.drag(canvas.port("c.p"), (150, 0))
    assert len(canvas.diagram.connections) == 2
    assert len(canvas.scene.network.nets) == 1
    assert len(canvas.scene.network.nets[0].tree.junctions) == 1


def test_a_branch_begins_at_any_point_of_a_connection(make: Make) -> None:
    canvas = make(("s.y", "g.u"), s=(STEP, 0, 0), g=(GAIN, 300, 0), h=(GAIN, 300, 150))
    canvas.drag((150, 0), canvas.port("h.u"), CONTROL)
    assert ("s.y", "h.u") in canvas.diagram.connections
    canvas.undo()
    canvas.drag((150, 0), canvas.port("h.u"), button=RIGHT)
    assert ("s.y", "h.u") in canvas.diagram.connections


def test_dragging_a_piece_of_a_connection_bends_it(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 100))
    canvas.drag((150, 50), (220, 50))
    assert canvas.diagram.routes == {"a.n -- b.p": [(220, 0), (220, 100)]}
    # corners made by hand stay when a block moves, and the ends follow
    canvas.drag((0, 0), (0, -40))
    assert canvas.scene.network.nets[0].paths["a.n", "b.p"] == [(40, -40), (220, -40), (220, 100), (260, 100)]
    canvas.undo()
    canvas.undo()
    assert canvas.diagram.routes == {}


def test_corners_move_along_with_both_blocks(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 100))
    canvas.document.set_route(canvas.diagram, "a.n", "b.p", [(220, 0), (220, 100)])
    canvas.key(Qt.Key.Key_A, CONTROL)
    canvas.drag((0, 0), (10, 20))
    assert canvas.diagram.routes == {"a.n -- b.p": [(230, 20), (230, 120)]}


def test_a_block_dropped_on_a_connection_is_inserted(make: Make) -> None:
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


def test_a_block_that_does_not_fit_is_only_added(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 400, 0))
    canvas.scene.drop_type("signals.Gain", QPointF(200, 0))
    assert canvas.diagram.connections == [("a.n", "b.p")]
    assert canvas.scene.selected_names() == ["gain"]
    canvas.scene.drop_type("no.Such", QPointF(200, 0))
    assert 'There is no block "no.Such".' in canvas.said[-1]


def test_a_loose_block_moved_onto_a_connection_is_inserted(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 400, 0), c=(C, 200, 200))
    canvas.drag((200, 200), (200, 0))
    assert sorted(canvas.diagram.connections) == [("a.n", "c.p"), ("c.n", "b.p")]
    canvas.undo()
    assert canvas.diagram.layout["c"] == (200, 200)
    assert canvas.diagram.connections == [("a.n", "b.p")]


def test_an_inserted_block_lies_along_the_connection(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 300, 300))
    canvas.document.set_route(canvas.diagram, "a.n", "b.p", [(150, 0), (150, 300)])
    canvas.scene.drop_type(C, QPointF(153, 148))
    assert canvas.diagram.layout["capacitor"] == (150, 150, 90)
    assert sorted(canvas.diagram.connections) == [("a.n", "capacitor.p"), ("capacitor.n", "b.p")]
    canvas.scene.settle()
    assert canvas.path("a.n", "capacitor.p")[-1] == (150, 110)


def test_a_block_inserted_against_the_reading_direction_is_flipped(make: Make) -> None:
    canvas = make(("s.y", "g.u"), s=(STEP, 300, 0), g=(GAIN, 0, 0))
    canvas.document.set_route(canvas.diagram, "s.y", "g.u", [(380, 0), (380, 150), (-80, 150), (-80, 0)])
    canvas.scene.drop_type(GAIN, QPointF(150, 150))
    assert canvas.diagram.layout["gain"] == (150, 150, 0, 1)
    assert canvas.port("gain.u")[0] > canvas.port("gain.y")[0]


def test_crossings_have_a_gap_and_only_junctions_a_dot(make: Make) -> None:
    canvas = make(("a.n", "b.p"), ("s.y", "g.u"), a=(R, 0, 0), b=(R, 400, 0), s=(STEP, 100, -150), g=(GAIN, 300, 150))
    canvas.document.set_route(canvas.diagram, "s.y", "g.u", [(200, -150), (200, 150)])
    canvas.scene.settle()
    gaps = {key: item.gaps for key, item in canvas.scene.wires.items()}
    assert gaps["a.n", "b.p"] == [(200, 0)]
    assert gaps["s.y", "g.u"] == []
    assert not [point for net in canvas.scene.network.nets for point in net.tree.junctions]
    canvas.drag(canvas.port("g.y"), (300, -150))  # nothing there: no connection, and no dot
    assert len(canvas.diagram.connections) == 2


def test_connections_are_drawn_above_blocks(make: Make) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 400, 0))
    assert all(
        wire.zValue() > item.zValue() for wire in canvas.scene.wires.values() for item in canvas.scene.blocks.values()
    )


def test_ways_that_take_long_come_in_slices(qtbot: QtBot, make: Make) -> None:
    blocks = {f"r{i}": (R, 130 * (i % 6), 90 * (i // 6)) for i in range(36)}
    canvas = make(*((f"r{i}.n", f"r{(7 * i + 11) % 36}.p") for i in range(36)), **blocks)
    canvas.key(Qt.Key.Key_A, CONTROL)
    canvas.key(Qt.Key.Key_R, CONTROL)
    assert not canvas.scene.network.is_settled  # every connection has to be found anew
    assert all(set(net.paths) == set(net.pairs) for net in canvas.scene.network.nets)
    qtbot.waitUntil(lambda: canvas.scene.network.is_settled, timeout=15_000)
    sliced = {pair: path for net in canvas.scene.network.nets for pair, path in net.paths.items()}
    whole = Network(canvas.diagram)
    whole.update()
    ends = {pair: (path[0], path[-1]) for net in whole.nets for pair, path in net.paths.items()}
    assert {pair: (path[0], path[-1]) for pair, path in sliced.items()} == ends
