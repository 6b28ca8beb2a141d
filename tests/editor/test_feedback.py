"""Commands say what they did where that cannot be seen, and what they need where they can do nothing."""

# ruff: noqa: F811 (fixtures of the same name)

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from blocks.diagram_file import write_text
from editor.main_window import MainWindow
from tests.editor.person import CONTROL, SHIFT, Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

ALT = Qt.KeyboardModifier.AltModifier
KEYS = (
    (Qt.Key.Key_G, CONTROL | SHIFT, "Select the subsystem that is to be taken apart."),
    (Qt.Key.Key_X, CONTROL | SHIFT, "Select the blocks that are to be left out."),
    (Qt.Key.Key_Left, CONTROL | ALT, "Select at least 2 blocks to line up."),
    (Qt.Key.Key_H, CONTROL | ALT, "Select at least 3 blocks to distribute."),
    (Qt.Key.Key_0, CONTROL | ALT, "Select an array that is drawn element by element."),
    (Qt.Key.Key_1, CONTROL | ALT, "Select an array of 2 to 256 blocks; its count is set in the inspector."),
)


@pytest.fixture
def person(window: MainWindow, qtbot, projects: Path) -> Person:
    assert window.files.open(projects / "two_link_arm" / "diagram.toml")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=15_000)
    QApplication.processEvents()
    return Person(window, qtbot)


@pytest.mark.parametrize(("key", "held", "text"), KEYS)
def test_with_nothing_selected_a_command_says_what_it_needs(person: Person, key, held, text: str) -> None:
    before = write_text(person.workspace.document.diagram)
    person.press(key, held)
    assert person.window.status.middle.text() == text
    assert write_text(person.workspace.document.diagram) == before


def test_a_step_back_is_told_though_it_happens_elsewhere(person: Person) -> None:
    canvas = person.workspace.canvas
    canvas.go(("elbow_drive",))
    person.press(Qt.Key.Key_A, CONTROL)
    person.press(Qt.Key.Key_Delete)
    assert not canvas.diagram.blocks
    canvas.go(())
    person.press(Qt.Key.Key_Z, CONTROL)
    assert person.window.status.middle.text().startswith("Undone: delete ")
    assert canvas.document.at(("elbow_drive",)).blocks
    person.press(Qt.Key.Key_Z, CONTROL | SHIFT)
    assert person.window.status.middle.text().startswith("Done again: delete ")
    person.press(Qt.Key.Key_Z, CONTROL)
