"""The canvas with real keys: delete, copy, paste, open, zoom, and what it marks."""

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.style import DARK
from tests.editor.canvas_hands import ALT, CONTROL, GAIN, LEFT, MIDDLE, NONE, SHIFT, STEP, Make, R


def test_delete_takes_blocks_and_connections(make: Make) -> None:
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


def test_copy_and_paste(make: Make) -> None:
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


def test_cut_duplicate_and_a_clipboard_with_something_else(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.click(0, 0)
    canvas.key(Qt.Key.Key_D, CONTROL)
    assert list(canvas.diagram.blocks) == ["a", "a2"]
    canvas.key(Qt.Key.Key_X, CONTROL)
    assert list(canvas.diagram.blocks) == ["a"]
    QGuiApplication.clipboard().setText("good morning")
    canvas.key(Qt.Key.Key_V, CONTROL)
    assert canvas.said


def test_double_clicks(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    opened: list[str] = []
    asked: list[QPointF] = []
    canvas.scene.block_opened.connect(opened.append)
    canvas.scene.insert_asked.connect(asked.append)
    QTest.mouseDClick(canvas.view.viewport(), LEFT, NONE, canvas.at(0, 0))
    QTest.mouseDClick(canvas.view.viewport(), LEFT, NONE, canvas.at(200, 200))
    assert opened == ["a"]
    assert (round(asked[0].x()), round(asked[0].y())) == (200, 200)


def test_zoom_keeps_the_point_under_the_mouse_and_fit_shows_all(make: Make) -> None:
    canvas = make(a=(R, 0, 0), b=(R, 3000, 0))
    spot = QPointF(300, 200)
    before = canvas.view.mapToScene(spot.toPoint())
    canvas.view.zoom(1.5, spot)
    after = canvas.view.mapToScene(spot.toPoint())
    assert abs(after.x() - before.x()) < 2
    assert canvas.view.zoom_percent() == 150
    canvas.key(Qt.Key.Key_F)
    assert canvas.view.mapToScene(canvas.view.viewport().rect()).boundingRect().contains(canvas.scene.content_rect())


def test_marks_values_theme_and_legend(make: Make) -> None:
    canvas = make(("a.n", "b.p"), ("s.y", "g.u"), a=(R, 0, 0), b=(R, 200, 0), s=(STEP, 0, 200), g=(GAIN, 200, 200))
    canvas.scene.mark_problems({"a.p": "too hot"})
    assert canvas.scene.blocks["a"].problem == "too hot"
    canvas.scene.show_values({"s.y": "2.31 m"})
    assert [text for item in canvas.scene.wires.values() for _, text in item.texts] == ["2.31 m"]
    canvas.scene.set_theme(DARK)
    assert [domain.name for domain in canvas.scene.legend()] == ["electrical", "signal"]


def test_arrows_with_alt_go_from_block_to_block(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 200, 0), h=(GAIN, 200, 150), r=(R, 0, 150))
    canvas.key(Qt.Key.Key_Right, ALT)
    assert canvas.scene.selected_names() == ["s"]
    for key, name in ((Qt.Key.Key_Right, "g"), (Qt.Key.Key_Down, "h"), (Qt.Key.Key_Left, "r"), (Qt.Key.Key_Up, "s")):
        canvas.key(key, ALT)
        assert canvas.scene.selected_names() == [name]


def test_pasting_from_an_empty_clipboard_says_so(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    QGuiApplication.clipboard().clear()
    canvas.key(Qt.Key.Key_V, CONTROL)
    assert canvas.said
    assert list(canvas.diagram.blocks) == ["a"]


def test_copies_go_from_window_to_window(make: Make) -> None:
    first, second = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, 200, 0)), make(a=(R, 0, 0))
    first.document.set_route(first.diagram, "a.n", "b.p", [(100, 0), (100, 40), (120, 40), (120, 0)])
    first.key(Qt.Key.Key_A, CONTROL)
    first.key(Qt.Key.Key_C, CONTROL)
    second.key(Qt.Key.Key_V, CONTROL)
    assert second.diagram.connections == [("a2.n", "b.p")]
    assert second.diagram.routes == {"a2.n -- b.p": [(120, 20), (120, 60), (140, 60), (140, 20)]}
    assert second.diagram.blocks["b"].values == first.diagram.blocks["b"].values


def test_a_block_commented_out_is_hatched(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    plain = canvas.view.grab(QRect(canvas.at(-40, -30), canvas.at(40, 30))).toImage()
    canvas.click(0, 0)
    canvas.key(Qt.Key.Key_X, CONTROL | SHIFT)
    canvas.scene.select(())
    assert canvas.diagram.disabled == {"a"}
    assert canvas.view.grab(QRect(canvas.at(-40, -30), canvas.at(40, 30))).toImage() != plain
    canvas.click(0, 0)
    canvas.key(Qt.Key.Key_X, CONTROL | SHIFT)
    assert canvas.diagram.disabled == set()


def test_ports_are_named_on_hover(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.hover(0, 0)
    assert canvas.scene.blocks["a"].is_hovered
    canvas.hover(*canvas.port("a.p"))
    assert canvas.scene.blocks["a"].toolTip().startswith("p: ")
    assert "[V, A]" in canvas.scene.blocks["a"].toolTip()


def test_the_middle_button_moves_the_view_and_the_wheel_zooms_at_the_mouse(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    before = canvas.view.mapToScene(QPoint(300, 200))
    port = canvas.view.viewport()
    QTest.mousePress(port, MIDDLE, NONE, QPoint(300, 200))
    QTest.mouseMove(port, QPoint(320, 210))
    QTest.mouseMove(port, QPoint(360, 230))
    QTest.mouseRelease(port, MIDDLE, NONE, QPoint(360, 230))
    assert canvas.view.mapToScene(QPoint(360, 230)) == before  # what is under the mouse stays there
    spot = QPointF(300, 200)
    under = canvas.view.mapToScene(spot.toPoint())
    wheel = QWheelEvent(
        spot, QPointF(canvas.view.viewport().mapToGlobal(spot.toPoint())), QPoint(), QPoint(0, 240),
        Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas.view.viewport(), wheel)
    assert canvas.view.zoom_percent() > 120
    moved = canvas.view.mapToScene(spot.toPoint()) - under
    assert abs(moved.x()) + abs(moved.y()) <= 2
