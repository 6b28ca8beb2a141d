"""An array of signals goes to a whole row of channels, and the elements of an array are joined to a chain."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blocks.diagram import Diagram
from editor.canvas.element_popup import ElementPopup
from editor.canvas.wholes import chains, growth, wholes
from editor.port_choices import fitting_pairs
from tests.editor.canvas_hands import GAIN, STEP, Canvas, Make, block

SCOPE, SPRING, MASS = "signals.Scope", "translational.Spring", "translational.Mass"


def popup() -> ElementPopup:
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, ElementPopup) and w.isVisible()]
    assert len(found) == 1
    return found[0]


def titles() -> list[str]:
    return [row.title for row in popup().rows("")]


@pytest.fixture
def sensors(make: Make) -> Canvas:
    """Return a canvas with six gains as one array, a mux of two and a scope of four channels."""
    canvas: Canvas = make(mux=(block("signals.Mux"), 200, 0), scope=(SCOPE, 400, 0))
    canvas.document.add_block(canvas.diagram, GAIN, (0, 0), "sensor", count=6)
    return canvas


def test_an_array_fills_a_mux_and_its_vector_a_scope(sensors: Canvas) -> None:
    sensors.drag(sensors.port("sensor.y"), sensors.port("mux.u[1]"))
    assert titles()[:2] == ["sensor.y – mux.u", "sensor[1].y – mux.u[1]"]
    QTest.keyClick(popup().field, Qt.Key.Key_Return)
    assert sensors.diagram.connections == [("sensor.y", "mux.u")]
    assert sensors.diagram.blocks["mux"].values == {"n": 6}
    assert sensors.said[-1] == "mux.n is 6 now, as many as are connected."
    sensors.drag(sensors.port("mux.y"), sensors.port("scope.u[1]"))
    assert titles()[0] == "mux.y – scope.u"
    QTest.keyClick(popup().field, Qt.Key.Key_Return)
    assert sensors.diagram.blocks["scope"].values == {"n": 6}
    for _ in range(2):  # size and connection are one step
        sensors.undo()
    assert sensors.diagram.connections == []
    assert sensors.diagram.blocks["mux"].values == sensors.diagram.blocks["scope"].values == {}


def test_a_row_that_is_used_keeps_its_size(sensors: Canvas) -> None:
    sensors.document.add_block(sensors.diagram, STEP, (0, 200), "step")
    sensors.diagram.connect("step.y", "mux.u[2]")
    assert wholes(sensors.diagram, "sensor.y", "mux.u[1]") == []
    assert growth(sensors.diagram, "sensor.y", "mux.u") is None


def test_single_signals_are_not_asked_about(sensors: Canvas) -> None:
    sensors.document.add_block(sensors.diagram, STEP, (0, 200), "step")
    sensors.drag(sensors.port("step.y"), sensors.port("mux.u[2]"))
    assert sensors.diagram.connections == [("step.y", "mux.u[2]")]


def test_elements_of_one_array_are_a_chain(make: Make) -> None:
    canvas: Canvas = make()
    canvas.document.add_block(canvas.diagram, SPRING, (0, 0), "spring", count=6)
    canvas.drag(canvas.port("spring.b"), canvas.port("spring.a"))
    assert titles() == ["spring[1:5].b – spring[2:6].a", "spring.b – spring.a"]
    QTest.keyClick(popup().field, Qt.Key.Key_Return)
    assert canvas.diagram.connections == [("spring[1:5].b", "spring[2:6].a")]


def test_two_arrays_are_a_chain_once_they_are_joined(make: Make) -> None:
    canvas: Canvas = make()
    canvas.document.add_block(canvas.diagram, SPRING, (0, 0), "spring", count=6)
    canvas.document.add_block(canvas.diagram, MASS, (200, 0), "mass", count=6)
    canvas.drag(canvas.port("spring.b"), canvas.port("mass.a"))
    assert canvas.diagram.connections == [("spring.b", "mass.a")]
    assert ("mass[1:5].b", "spring[2:6].a") in fitting_pairs(canvas.scene.network, ["mass"])
    canvas.drag(canvas.port("mass.b"), canvas.port("spring.a"))
    assert titles() == ["mass.b – spring.a", "mass[1:5].b – spring[2:6].a"]
    QTest.keyClicks(popup().field, "2:6")
    QTest.keyClick(popup().field, Qt.Key.Key_Return)
    assert canvas.diagram.connections[-1] == ("mass[1:5].b", "spring[2:6].a")


def test_the_ends_of_a_chain_are_offered_first(make: Make) -> None:
    canvas: Canvas = make(wall=("translational.Fixed", -200, 0), load=(MASS, 200, 0))
    canvas.document.add_block(canvas.diagram, SPRING, (0, 0), "spring", count=6)
    canvas.document.connect_ports(canvas.diagram, "spring[1:5].b", "spring[2:6].a")
    for first, second, offered in (
        ("wall.flange", "spring.a", "wall.flange – spring[1].a"), ("spring.b", "load.a", "spring[6].b – load.a"),
    ):  # fmt: skip
        canvas.drag(canvas.port(first), canvas.port(second))
        assert titles() == [offered, f"{first} – {second}"]
        QTest.keyClick(popup().field, Qt.Key.Key_Return)
    assert canvas.diagram.connections[1:] == [("wall.flange", "spring[1].a"), ("spring[6].b", "load.a")]


def test_arrays_of_different_size_are_no_chain(make: Make) -> None:
    canvas: Canvas = make()
    canvas.document.add_block(canvas.diagram, SPRING, (0, 0), "spring", count=6)
    canvas.document.add_block(canvas.diagram, MASS, (200, 0), "mass", count=5)
    canvas.diagram.connect("spring[1:5].b", "mass.a")
    assert chains(canvas.diagram, "mass.b", "spring.a") == []
    assert chains(canvas.diagram, "mass[1].b", "mass[2].a") == []


def test_the_chain_goes_around_its_block(make: Make) -> None:
    canvas: Canvas = make()
    cell = Diagram("cell")
    cell.add("mass", block(MASS), at=(0, 0))
    cell.add("sensor", block("translational.PositionSensor"), at=(120, 0))
    cell.ports = {"a": "mass.a", "b": "mass.b", "position": "sensor.position"}
    canvas.document.add_block(canvas.diagram, cell, (0, 0), "cell", count=6)
    canvas.document.connect_ports(canvas.diagram, "cell[1:5].b", "cell[2:6].a")
    left, top, right, bottom = canvas.scene.network.placed["cell"].body
    path = canvas.path("cell[1:5].b", "cell[2:6].a")
    inner = [(x, y) for x, y in path[1:-1] if left <= x <= right and top < y < bottom]
    crossing = [a for a, b in zip(path, path[1:], strict=False) if a[1] == b[1] and top < a[1] < bottom]
    assert not inner
    assert len(crossing) == 2, "only where it leaves and comes in"
