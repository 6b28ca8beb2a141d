"""Names: F2 from the canvas, from inside a subsystem, and what is said of a name that cannot be."""

import pytest
from PySide6.QtCore import QPoint, Qt

from editor.main_window import MainWindow
from tests.editor.person import CONTROL, Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def person(window: MainWindow, qtbot) -> Person:  # noqa: F811
    window.resize(1480, 920)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=15_000)
    found = Person(window, qtbot)
    found.press(Qt.Key.Key_N, CONTROL)
    found.press(Qt.Key.Key_0, CONTROL)
    return found


def type_name(person: Person, name: str) -> None:
    person.press(Qt.Key.Key_F2)
    person.type(name)  # instead of the old one, which is selected
    person.press(Qt.Key.Key_Return)


def test_f2_renames_the_selected_block(person: Person) -> None:
    person.insert("translational mass", 0, 0)
    type_name(person, "load")
    assert list(person.workspace.canvas.diagram.blocks) == ["load"]
    assert person.workspace.canvas.scene.selected_names() == ["load"]
    assert person.window.focusWidget() is person.workspace.inspector.page.head.name
    person.press(Qt.Key.Key_Escape)
    assert person.window.focusWidget() is person.workspace.canvas.view
    person.press(Qt.Key.Key_Delete)
    assert not person.workspace.canvas.diagram.blocks


def test_a_block_is_taken_by_its_name(person: Person) -> None:
    person.insert("translational mass", 0, 0)
    person.press(Qt.Key.Key_Escape)
    canvas = person.workspace.canvas
    left, top, right, bottom = canvas.scene.network.placed["mass"].label
    name = person.at((left + right) / 2, (top + bottom) / 2)
    person.click(canvas.view.viewport(), name)
    assert canvas.scene.selected_names() == ["mass"]
    person.drag(canvas.view.viewport(), name, name + QPoint(60, 40))
    assert canvas.diagram.layout["mass"] == (60, 40)
    person.double_click(canvas.view.viewport(), name + QPoint(60, 40))
    person.type("load")
    person.press(Qt.Key.Key_Return)
    assert list(canvas.diagram.blocks) == ["load"]


def test_f2_shows_a_hidden_inspector(person: Person) -> None:
    person.insert("translational mass", 0, 0)
    person.press(Qt.Key.Key_2, ALT)
    assert not person.workspace.inspector.isVisible()
    type_name(person, "load")
    assert list(person.workspace.canvas.diagram.blocks) == ["load"]


def test_a_name_that_cannot_be_says_what_names_are_made_of(person: Person) -> None:
    person.insert("translational mass", 0, 0)
    person.insert("translational spring", 0, 150)
    type_name(person, "left spring")
    page = person.workspace.inspector.page
    assert "letters, digits and _ only" in page.head.error.text()
    person.press(Qt.Key.Key_Escape)
    type_name(person, "mass")
    assert page.head.error.text().startswith('There is already a block "mass".')


def test_a_subsystem_is_renamed_from_inside(person: Person) -> None:
    person.press(Qt.Key.Key_G, CONTROL | ALT)
    canvas = person.workspace.canvas
    person.press(Qt.Key.Key_Return)
    assert canvas.way == ("subsystem",)
    type_name(person, "drive")
    assert canvas.way == ("drive",)
    assert canvas.breadcrumb.isVisible()
    assert person.workspace.inspector.page.head.name.text() == "drive"
    person.press(Qt.Key.Key_Escape)
    person.press(Qt.Key.Key_Z, CONTROL)
    assert canvas.way == ("subsystem",)
    assert person.workspace.inspector.page.head.name.text() == "subsystem"
    person.press(Qt.Key.Key_Escape)
    assert canvas.way == ()


def test_the_whole_diagram_has_its_name_from_its_file(person: Person) -> None:
    person.press(Qt.Key.Key_F2)
    assert "Select one block" in person.window.status.middle.text()
