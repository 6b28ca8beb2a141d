"""Connecting ends of different size: one element, a slice, or the elements of an array of blocks."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram
from editor.canvas.compatible import Joined, why_not
from editor.canvas.element_popup import ElementPopup
from editor.canvas.elements import choices, singles
from editor.document import Document
from solver.flatten import flatten
from tests.editor.canvas_hands import GAIN, MUX, STEP, Canvas, Make, block

VECTOR = "signals.VectorGain"


@pytest.fixture
def robot() -> Diagram:
    diagram = Diagram()
    diagram.add("sensor", block(GAIN), count=4, at=(0, 0))
    diagram.add("step", block(STEP), at=(0, 200))
    diagram.add("mux", block("signals.Mux", n=4), at=(300, 0))
    diagram.add("demux", block("signals.Demux", n=2), at=(300, 200))
    diagram.add("select", block("signals.Select", n=12), at=(300, 400))
    return diagram


def popup() -> ElementPopup:
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, ElementPopup) and w.isVisible()]
    assert len(found) == 1
    return found[0]


def test_single_ports_of_ends(robot: Diagram) -> None:
    assert singles(robot, "step.y") == ["step.y"]
    assert singles(robot, "sensor.y") == [f"sensor[{i}].y" for i in (1, 2, 3, 4)]
    assert singles(robot, "sensor[2:3].y") == ["sensor[2].y", "sensor[3].y"]
    assert singles(robot, "mux.u") == [f"mux.u[{i}]" for i in (1, 2, 3, 4)]
    assert singles(robot, "mux.u[2:3]") == ["mux.u[2]", "mux.u[3]"]


def test_what_can_be_chosen(robot: Diagram) -> None:
    assert choices(robot, "step.y", "mux.u") == [("step.y", f"mux.u[{i}]") for i in (1, 2, 3, 4)]
    assert choices(robot, "sensor.y", "mux.u") == [("sensor.y", "mux.u[1:4]")]
    assert choices(robot, "demux.y", "mux.u") == [("demux.y[1:2]", "mux.u[1:2]"), ("demux.y[1:2]", "mux.u[3:4]")]
    assert choices(robot, "step.y", "sensor.u")[:2] == [("step.y", "sensor[1].u"), ("step.y", "sensor[2].u")]
    assert choices(robot, "step.y", "select.u")[-1] == ("step.y", "select.u[12]")
    assert choices(robot, "step.y", "step.y") == []


@pytest.mark.parametrize(
    ("first", "second"),
    [("sensor.y", "mux.u[1:4]"), ("demux.y[1:2]", "mux.u[3:4]"), ("step.y", "mux.u[2]"), ("mux.y", "mux.u"),
     ("sensor.y", "mux.u"), ("demux.y", "mux.u[1:2]"), ("step.y", "sensor.u"), ("sensor.y", "demux.u[1]"),
     ("sensor[1:3].y", "mux.u[1:2]")],
)  # fmt: skip
def test_the_canvas_agrees_with_the_check_before_a_run(robot: Diagram, first: str, second: str) -> None:
    from solver.connect import connect

    reason = why_not(robot, first, second)
    robot.connect(first, second)
    system = flatten(robot)
    connect(system)
    told = [str(problem) for problem in system.problems if "is not connected" not in str(problem)]
    assert bool(reason) == bool(told), (reason, told)


def test_an_element_is_taken_once(robot: Diagram) -> None:
    robot.connect("step.y", "mux.u[2]")
    joined = Joined(robot)
    assert joined.source("mux.u[2]") == joined.source("mux.u") == "step.y"
    assert joined.source("mux.u[3]") == ""
    robot.add("other", block(STEP))
    assert "already gets its signal" in why_not(robot, "other.y", "mux.u[1:2]")


def test_one_element_is_chosen_from_a_list(make: Make) -> None:
    canvas: Canvas = make(s=(STEP, 0, 0), t=(block("signals.Select", n=12), 300, 100))
    canvas.drag(canvas.port("s.y"), canvas.port("t.u"))
    assert canvas.diagram.connections == []
    asked = popup()
    QTest.keyClicks(asked.field, "u[1")
    assert [row.title for row in asked.rows("u[1")] == [f"s.y – t.u[{i}]" for i in (1, 10, 11, 12)]
    QTest.keyClick(asked.field, Qt.Key.Key_Down)
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    assert canvas.diagram.connections == [("s.y", "t.u[10]")]
    tags = [text for net in canvas.scene.network.nets for _, text in net.tags]
    assert tags == ["[10]"]
    canvas.undo()
    assert canvas.diagram.connections == []


def test_the_only_choice_needs_no_list(make: Make) -> None:
    canvas: Canvas = make(m=(MUX, 0, 0), pick=(block("signals.Select", n=3), 300, 200))
    canvas.drag(canvas.port("m.y"), canvas.port("pick.u"))
    assert canvas.diagram.connections == [("m.y[1:2]", "pick.u[1:2]")]


def test_an_array_of_blocks_goes_to_a_vector_of_its_size(make: Make) -> None:
    canvas: Canvas = make(pick=(block("signals.Select", n=4), 300, 200))
    canvas.document.add_block(canvas.diagram, GAIN, (0, 0), "sensor", count=4)
    canvas.drag(canvas.port("sensor.y"), canvas.port("pick.u"))
    assert canvas.diagram.connections == [("sensor.y", "pick.u")]


def test_ports_of_another_size_light_up_and_say_so(make: Make) -> None:
    canvas: Canvas = make(s=(STEP, 0, 0), t=(block("signals.Select", n=12), 300, 100))
    canvas.click(*canvas.port("s.y"))
    assert canvas.scene.blocks["t"].looks["u"] == "lit"
    canvas.hover(*canvas.port("t.u"))
    assert "choose an element" in canvas.said[-1]
    canvas.key(Qt.Key.Key_Escape)


def test_long_lists_are_short_and_texts_at_one_port_keep_apart(qtbot: QtBot) -> None:
    """Two lists of elements meet at the vertices of the skeleton."""
    file = Path(__file__).parents[2] / "projects" / "tensegrity" / "six_strut.toml"
    canvas = Canvas(qtbot, Document(read_diagram(file)))
    places = {text: place for net in canvas.scene.network.nets for place, text in net.tags}
    (x0, y0), (x1, y1) = places["[1,1,1,…]"], places["[5,6,9,…]"]
    assert x0 == x1
    assert abs(y0 - y1) >= 12
