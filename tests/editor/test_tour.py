"""The first steps: watched, and done by hand."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.settings import settings
from editor.tour_steps import STEPS, STOP, VALUES
from tests.editor.person import Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401


@pytest.fixture
def tour(window):
    window.start_tour()
    assert window.tour.isVisible()
    return window.tour


def show_me(tour):
    QTest.mouseClick(tour.show_me, Qt.MouseButton.LeftButton)


def test_watched_it_builds_a_pendulum_that_a_pid_lifts(tour, window, qtbot):
    for number in (1, 2):
        show_me(tour)
        assert tour.number == number  # each step leads to the next when it is done
    QTest.mouseClick(tour.next, Qt.MouseButton.LeftButton)
    for number in (4, 5, 6):
        show_me(tour)
        assert tour.number == number
    diagram = window.workspace.document.diagram
    assert (len(diagram.blocks), len(diagram.connections)) == (7, 7)
    assert diagram.experiment.stop == STOP
    show_me(tour)
    controller = window.workspace.controller
    qtbot.waitUntil(lambda: controller.state == "finished", timeout=15_000)
    assert controller.store.last["rod.phi"][-1] == pytest.approx(1, abs=0.01)  # the step is 1 rad
    QTest.mouseClick(tour.next, Qt.MouseButton.LeftButton)
    assert not tour.isVisible()
    assert settings().value("tour_done", False, type=bool)


def test_by_hand_each_step_is_noticed(tour, window, qtbot):
    person = Person(window, qtbot)
    for word, x in (("planar fixed", -140), ("planar revolute", 0), ("planar rod", 140)):
        person.insert(word, x, 0)
    assert tour.number == 1
    person.connect("fixed.a", "revolute.a")
    assert tour.number == 1
    person.connect("revolute.b", "rod.a")
    assert tour.number == 2


def test_the_strip_covers_nothing(tour, window):
    canvas = window.workspace.canvas
    assert not tour.geometry().intersects(canvas.stack.geometry())
    before = canvas.stack.height()
    QTest.mouseClick(tour.leave, Qt.MouseButton.LeftButton)
    canvas.layout().activate()
    assert canvas.stack.height() > before


def test_it_goes_with_its_document_and_can_begin_again(tour, window):
    window.files.new()
    assert window.tour is None
    window.start_tour()
    assert (window.tour.number, window.tour.isVisible()) == (0, True)


def test_every_step_says_what_to_do():
    assert all(step.title and len(step.text) < 320 for step in STEPS)
    assert set(VALUES) == {"k", "Td"}
