"""Ports that a diagram shows outside: shown, renamed and hidden, by mouse and keys, with all that speaks of them."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram
from blocks.errors import ModelError
from editor.document import Document
from editor.inspector_diagram import DiagramPage
from editor.main_window import MainWindow
from editor.outer_ports import hide_port, rename_port, show_outside
from editor.port_popup import PortPopup
from solver.simulate import simulate
from tests.editor.canvas_hands import GAIN, STEP, Canvas, block
from tests.editor.person import CONTROL, SHIFT, Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

RIGHT = Qt.MouseButton.RightButton


def inside() -> Diagram:
    inner = Diagram("twice")
    inner.add("gain", block(GAIN, k=2), at=(0, 0))
    inner.add("more", block(GAIN, k=5), at=(200, 0))
    inner.connect("gain.y", "more.u")
    inner.ports = {"u": "gain.u", "y": "more.y"}
    return inner


@pytest.fixture
def document() -> Document:
    """A step through a subsystem, whose output is one of the whole diagram, too."""
    outer = Diagram("outer")
    outer.add("step", block(STEP), at=(-200, 0))
    outer.add("twice", inside(), at=(0, 0))
    outer.add("last", block(GAIN), at=(200, 0))
    outer.connect("step.y", "twice.u")
    outer.connect("twice.y", "last.u")
    outer.ports = {"result": "twice.y"}
    outer.scopes = [{"signals": ["twice.y", "result"]}]
    outer.routes = {"twice.y -- last.u": [(100, 40)]}
    return Document(outer)


def test_a_port_gets_a_name_that_is_free(document: Document) -> None:
    inner = document.at(["twice"])
    assert show_outside(document, inner, "gain.y") == "gain_y"
    assert show_outside(document, inner, "more.u", "half") == "half"
    assert inner.ports == {"u": "gain.u", "y": "more.y", "gain_y": "gain.y", "half": "more.u"}
    document.history.undo()
    document.history.undo()
    assert inner.ports == {"u": "gain.u", "y": "more.y"}
    for end, name, words in (
        ("gain.u", "", 'already shown outside, as "u"'),
        ("gain.y", "u", 'already a port "u"'),
        ("gain.y", "a b", "is not a name"),
        ("none.y", "z", 'no block "none"'),
    ):
        with pytest.raises(ModelError, match=words):
            show_outside(document, inner, end, name)
    assert not document.history.canUndo()


def test_what_speaks_of_a_port_follows_its_name(document: Document) -> None:
    before = simulate(document.diagram, 2)["result"]
    rename_port(document, document.at(["twice"]), "y", "large")
    rename_port(document, document.diagram, "result", "answer")
    outer = document.diagram
    assert outer.connections == [("step.y", "twice.u"), ("twice.large", "last.u")]
    assert outer.ports == {"answer": "twice.large"}
    assert outer.scopes == [{"signals": ["twice.large", "answer"]}]
    assert outer.routes == {"twice.large -- last.u": [(100, 40)]}
    assert (simulate(outer, 2)["answer"] == before).all()
    document.history.undo()
    document.history.undo()
    assert outer.connections[1] == ("twice.y", "last.u")
    assert document.at(["twice"]).ports == {"u": "gain.u", "y": "more.y"}
    assert not document.history.canUndo()


def test_a_hidden_port_is_cut_off_everywhere(document: Document) -> None:
    hide_port(document, document.at(["twice"]), "y")
    assert document.at(["twice"]).ports == {"u": "gain.u"}
    assert document.diagram.connections == [("step.y", "twice.u")]
    assert document.diagram.ports == {}
    document.history.undo()
    assert document.diagram.connections == [("step.y", "twice.u"), ("twice.y", "last.u")]
    assert document.diagram.ports == {"result": "twice.y"}


def test_other_uses_of_a_file_follow(tmp_path: Path) -> None:
    part = Document(inside())
    part.save(tmp_path / "part.toml")
    whole = Document(Diagram("whole"))
    whole.save(tmp_path / "whole.toml")
    for name in ("a", "b"):
        whole.add_block(whole.diagram, "./part.toml", (0, 0), name)
    whole.connect_ports(whole.diagram, "a.y", "b.u")
    rename_port(whole, whole.at(["b"]), "y", "out")
    assert whole.diagram.connections == [("a.out", "b.u")]
    assert whole.at(["a"]).ports == whole.at(["b"]).ports == {"u": "gain.u", "out": "more.y"}
    whole.history.undo()
    assert whole.diagram.connections == [("a.y", "b.u")]
    assert whole.at(["a"]).ports == {"u": "gain.u", "y": "more.y"}


# on the canvas


def tags(canvas: Canvas) -> list[str]:
    return [text for net in canvas.scene.network.nets for _, text in net.tags]


def test_what_is_connected_and_shown_outside_has_its_name_there(qtbot) -> None:
    """At a free port that is a flag; here it stands along the connection, and follows what is done with it."""
    diagram = inside()
    canvas = Canvas(qtbot, Document(diagram))
    assert tags(canvas) == []
    show_outside(canvas.document, diagram, "gain.y", "doubled")
    show_outside(canvas.document, diagram, "more.u", "same")
    assert tags(canvas) == ["doubled", "same"]
    canvas.drag((0, 0), (0, 60))
    assert tags(canvas) == ["doubled", "same"]
    canvas.document.remove(diagram, [], [("gain.y", "more.u")])
    assert tags(canvas) == []
    assert [flag.text for flag in canvas.scene.network.placed["gain"].flags] == ["u", "doubled"]


@pytest.fixture
def person(qtbot, window: MainWindow, document: Document) -> Person:  # noqa: F811
    window.show_document(document)
    qtbot.waitUntil(lambda: window.workspace.canvas.view.isVisible())
    return Person(window, qtbot)


def menu_at(person: Person, point: QPointF) -> QMenu:
    """Click there with the right button and return the menu that opens."""
    view = person.workspace.canvas.view
    QTest.mouseClick(view.viewport(), RIGHT, Qt.KeyboardModifier.NoModifier, view.mapFromScene(point))
    found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMenu) and widget.isVisible()]
    assert len(found) == 1
    return found[0]


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def choose(menu: QMenu, text: str) -> None:
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()
    QApplication.processEvents()


def place(person: Person, end: str) -> QPointF:
    found = person.workspace.canvas.scene.network.end(end)
    assert found is not None
    return QPointF(*found.point)


def test_a_port_is_shown_by_a_right_click_and_hidden_by_another(person: Person, document: Document) -> None:
    menu = menu_at(person, place(person, "last.y"))
    choose(menu, "Show last.y outside")
    assert document.diagram.ports == {"result": "twice.y", "y": "last.y"}
    menu = menu_at(person, place(person, "last.y"))
    choose(menu, "Do not show as “y” outside")
    assert document.diagram.ports == {"result": "twice.y"}


def test_the_menu_is_about_what_is_there(person: Person) -> None:
    scene = person.workspace.canvas.scene
    menu = menu_at(person, QPointF(0, 0))
    assert texts(menu)[0] == "Into the subsystem"
    assert "Ungroup" in texts(menu)
    assert scene.selected_names() == ["twice"]
    menu.close()
    menu = menu_at(person, QPointF(200, 0))
    assert "Ungroup" not in texts(menu)
    assert "Rotate" in texts(menu)
    menu.close()
    way = scene.network.path(("twice.y", "last.u"))
    (x0, y0), (x1, y1) = max(zip(way, way[1:], strict=False), key=lambda piece: abs(piece[1][0] - piece[0][0]))
    menu = menu_at(person, QPointF((x0 + x1) / 2, (y0 + y1) / 2))
    assert texts(menu) == ["Delete", "Find its own way"]
    assert scene.selected_pairs() == [("twice.y", "last.u")]
    choose(menu, "Find its own way")
    assert person.workspace.document.diagram.routes == {}
    menu = menu_at(person, QPointF(0, -120))
    assert texts(menu)[0] == "Block…"
    assert scene.selected_names() == scene.selected_pairs() == []
    menu.close()


def test_several_selected_blocks_stay_so_for_the_menu(person: Person, document: Document) -> None:
    scene = person.workspace.canvas.scene
    scene.select(["step", "last"])
    menu = menu_at(person, QPointF(200, 0))
    assert scene.selected_names() == ["step", "last"]
    choose(menu, "Delete")
    assert list(document.diagram.blocks) == ["twice"]


def test_a_right_drag_still_branches_a_connection(person: Person, document: Document) -> None:
    view = person.workspace.canvas.view
    document.add_block(document.diagram, GAIN, (200, 120), "other")
    start, stop = view.mapFromScene(QPointF(-100, 0)), view.mapFromScene(place(person, "other.u"))
    QTest.mousePress(view.viewport(), RIGHT, Qt.KeyboardModifier.NoModifier, start)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(view.viewport(), start + (stop - start) * part)
    QTest.mouseRelease(view.viewport(), RIGHT, Qt.KeyboardModifier.NoModifier, stop)
    assert ("step.y", "other.u") in document.diagram.connections
    assert not any(isinstance(widget, QMenu) and widget.isVisible() for widget in QApplication.topLevelWidgets())


def test_keys_alone_show_and_rename_a_port(person: Person, document: Document) -> None:
    canvas = person.workspace.canvas
    canvas.go(("twice",))
    canvas.scene.select(["gain"])
    person.press(Qt.Key.Key_O, CONTROL | SHIFT)
    popup = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, PortPopup))
    assert [row.value for row in popup.rows("")] == [("gain.y",)]  # u is shown already
    QTest.keyClicks(popup.field, "y")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    inner = document.at(["twice"])
    assert inner.ports["gain_y"] == "gain.y"
    canvas.scene.select([])
    page = person.workspace.inspector.page
    assert isinstance(page, DiagramPage)
    field = next(line.title for line in page.ports.lines if line.name == "gain_y")
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, CONTROL)
    QTest.keyClicks(field, "middle")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert inner.ports["middle"] == "gain.y"
    assert "middle" in person.workspace.document.at(["twice"]).ports
    canvas.leave()
    assert "middle" in canvas.scene.network.placed["twice"].ends


def test_a_wrong_name_is_told_beside_it(person: Person, document: Document) -> None:
    person.workspace.canvas.go(("twice",))
    page = person.workspace.inspector.page
    line = page.ports.lines[1]
    assert isinstance(line.title, QLineEdit)
    line.title.setFocus()
    line.title.setText("u")
    QTest.keyClick(line.title, Qt.Key.Key_Return)
    assert 'already a port "u"' in line.error.text()
    assert document.at(["twice"]).ports == {"u": "gain.u", "y": "more.y"}
    line.title.setText("a")  # which comes before the other one
    QTest.keyClick(line.title, Qt.Key.Key_Return)
    assert [(one.name, one.title.text(), one.inner.text()) for one in page.ports.lines] == [
        ("a", "a", "more.y"), ("u", "u", "gain.u")
    ]  # fmt: skip
    page.ports.lines[0].cross.click()
    assert document.at(["twice"]).ports == {"u": "gain.u"}


def test_the_menu_key_opens_the_menu_of_what_is_selected(person: Person) -> None:
    canvas = person.workspace.canvas
    canvas.scene.select(["last"])
    opened: list[object] = []
    canvas.menu_asked.connect(lambda where, point: opened.append((where, point)))
    from PySide6.QtGui import QContextMenuEvent

    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1))
    QApplication.sendEvent(canvas.view.viewport(), event)
    assert len(opened) == 1
    assert opened[0][1] is None


def test_the_annular_robot_shows_its_outputs_at_their_connections(qtbot) -> None:
    file = Path(__file__).parents[2] / "projects" / "annular" / "rolling.toml"
    canvas = Canvas(qtbot, Document(read_diagram(file)))
    assert {"displacement", "com_z", "theta", "contact_force", "valve"} <= set(tags(canvas))


def test_signals_are_put_into_the_scope_from_the_menu(person: Person, qtbot) -> None:
    workspace = person.workspace
    qtbot.waitUntil(lambda: workspace.checker.facts is not None, timeout=20_000)
    menu = menu_at(person, place(person, "last.y"))
    inside = next(action.menu() for action in menu.actions() if action.text() == "Show in the scope")
    assert [(action.text(), action.isChecked()) for action in inside.actions()] == [("last.y", False)]
    choose(inside, "last.y")
    menu.close()
    assert "last.y" in workspace.scopes.main.signals()
    menu = menu_at(person, QPointF(200, 0))
    inside = next(action.menu() for action in menu.actions() if action.text() == "Show in the scope")
    assert [(action.text(), action.isChecked()) for action in inside.actions()] == [("last.u", False), ("last.y", True)]
    choose(inside, "last.y")
    menu.close()
    assert "last.y" not in workspace.document.diagram.scopes[0]["signals"]
