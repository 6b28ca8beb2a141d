"""A connection that is let go at an empty place goes on with a block that is chosen there."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blocks.diagram import Diagram
from editor.document import Document
from editor.main_window import MainWindow
from tests.editor.canvas_hands import GAIN, STEP, block
from tests.editor.person import Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401


@pytest.fixture
def person(qtbot, window: MainWindow) -> Person:  # noqa: F811
    diagram = Diagram("line")
    diagram.add("step", block(STEP), at=(-200, 0))
    diagram.add("gain", block(GAIN), at=(-200, 100))
    diagram.add("rotor", block("rotational.Inertia"), at=(-200, -100))
    window.show_document(Document(diagram))
    qtbot.waitUntil(lambda: window.workspace.canvas.view.isVisible())
    return Person(window, qtbot)


def let_go(person: Person, end: str, x: int, y: int) -> list[str]:
    """Drag from a port to an empty place; return the types that are offered, without those used last."""
    canvas = person.workspace.canvas
    port = canvas.scene.network.end(end)
    start, stop = (canvas.view.mapFromScene(QPointF(*point)) for point in (port.point, (x, y)))
    person.drag(canvas.view.viewport(), start, stop)
    popup = canvas.quick_insert
    return [row.value for row in popup.rows("")] if popup.isVisible() else []


def choose(person: Person, text: str) -> None:
    popup = person.workspace.canvas.quick_insert
    QTest.keyClicks(popup.field, text)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_a_signal_goes_on(person: Person) -> None:
    diagram, canvas = person.workspace.document.diagram, person.workspace.canvas
    offered = let_go(person, "step.y", 0, 0)
    assert {"signals.Gain", "signals.Scope"} <= set(offered)
    assert not {"signals.Step", "rotational.Inertia"} & set(offered)
    choose(person, "integrator")
    assert diagram.connections == [("step.y", "integrator.u")]
    assert canvas.scene.network.end("integrator.u").point == (0, 0)
    assert canvas.scene.selected_names() == ["integrator"]
    person.workspace.document.history.undo()
    assert list(diagram.blocks) == ["step", "gain", "rotor"]
    assert diagram.connections == []


def test_an_input_asks_for_what_comes_before_it(person: Person) -> None:
    diagram, canvas = person.workspace.document.diagram, person.workspace.canvas
    assert "signals.Scope" not in let_go(person, "gain.u", -320, 100)
    choose(person, "sine")
    assert diagram.connections == [("sine.y", "gain.u")]
    assert canvas.scene.network.end("sine.y").point == (-320, 100)


def test_a_shaft_goes_on_at_the_side_it_comes_from(person: Person) -> None:
    diagram = person.workspace.document.diagram
    offered = let_go(person, "rotor.b", 0, -100)
    assert "rotational.Spring" in offered
    assert "translational.Spring" not in offered
    choose(person, "rotational spring")
    assert diagram.connections == [("rotor.b", "spring.a")]


def test_a_short_way_back_or_another_block_asks_nothing(person: Person) -> None:
    x, y = person.workspace.canvas.scene.network.end("step.y").point
    assert let_go(person, "step.y", x + 20, y) == []
    assert let_go(person, "step.y", -200, 100) == []  # on a block, beside its ports
    assert person.workspace.document.diagram.connections == []
