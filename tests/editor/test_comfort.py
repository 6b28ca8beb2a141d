"""The window by keyboard: building, finding, copying to another window, the menu, and a report at one key."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from editor.actions import ENTRIES
from editor.main_window import MainWindow
from tests.editor.person import CONTROL, SHIFT, Person
from tests.editor.window_parts import answers, own_settings, projects, window  # noqa: F401

ALT = Qt.KeyboardModifier.AltModifier


def begin(window: MainWindow, qtbot) -> Person:  # noqa: F811
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=15_000)
    return Person(window, qtbot)


@pytest.fixture
def person(window: MainWindow, qtbot, projects: Path) -> Person:  # noqa: F811
    assert window.files.open(projects / "two_link_arm" / "diagram.toml")
    QApplication.processEvents()
    return begin(window, qtbot)


def test_copied_blocks_are_pasted_into_another_window(person: Person, qtbot, monkeypatch) -> None:
    person.press(Qt.Key.Key_A, CONTROL)
    person.press(Qt.Key.Key_C, CONTROL)
    person.press(Qt.Key.Key_N, CONTROL | SHIFT)
    (other,) = MainWindow.opened
    answers(other, monkeypatch)
    second = begin(other, qtbot)
    second.press(Qt.Key.Key_N, CONTROL)
    second.press(Qt.Key.Key_V, CONTROL)
    mine, theirs = person.workspace.document.diagram, second.workspace.document.diagram
    assert set(theirs.blocks) == set(mine.blocks)
    assert {frozenset(pair) for pair in theirs.connections} == {frozenset(pair) for pair in mine.connections}
    second.press(Qt.Key.Key_Z, CONTROL)
    assert not theirs.blocks
    second.press(Qt.Key.Key_W, CONTROL)
    other.close()
    assert MainWindow.opened == []
    other.deleteLater()


def test_find_goes_into_a_subsystem(person: Person) -> None:
    person.press(Qt.Key.Key_F, CONTROL)
    inside = next(iter(person.workspace.document.at(("elbow_drive",)).blocks))
    person.type(f"elbow_drive.{inside}")
    person.press(Qt.Key.Key_Return)
    canvas = person.workspace.canvas
    assert canvas.way == ("elbow_drive",)
    assert canvas.scene.selected_names() == [inside]


def test_command_palette_does_what_is_typed(person: Person) -> None:
    assert not person.window.theme.is_dark
    person.press(Qt.Key.Key_P, CONTROL | SHIFT)
    person.type("dark")
    person.press(Qt.Key.Key_Return)
    assert person.window.theme.is_dark


def test_blocks_come_by_keyboard(person: Person) -> None:
    person.press(Qt.Key.Key_N, CONTROL)
    person.press(Qt.Key.Key_Space, CONTROL)
    person.type("pid")
    person.press(Qt.Key.Key_Return)
    assert list(person.workspace.document.diagram.blocks) == ["pid"]


def test_menu_opens_by_keyboard_and_holds_every_action(person: Person) -> None:
    person.press(Qt.Key.Key_M, ALT)
    person.qtbot.waitUntil(person.window.menu.isVisible, timeout=15_000)
    person.press(Qt.Key.Key_Escape)
    held = {action.objectName() for menu in person.window.menus.values() for action in menu.actions()}
    assert {entry.name for entry in ENTRIES} <= held


@pytest.mark.parametrize(("key", "name"), [(Qt.Key.Key_2, "inspector"), (Qt.Key.Key_3, "scope")])
def test_panels_by_keyboard(person: Person, key: Qt.Key, name: str) -> None:
    panel = person.workspace.panels[name]
    assert not panel.isHidden()
    person.press(key, ALT)
    assert panel.isHidden()
    person.press(key, ALT)
    assert not panel.isHidden()


def test_report_is_written_at_one_key_with_what_is_not_saved(person: Person, projects: Path, monkeypatch) -> None:  # noqa: F811
    opened: list[str] = []
    monkeypatch.setattr("editor.reports.QDesktopServices.openUrl", lambda url: opened.append(url.toLocalFile()))
    document = person.workspace.document
    document.add_block(document.at(("elbow_drive",)), "signals.Constant", (0, 400), "not_saved_yet")
    before = sorted(path.name for path in (projects / "two_link_arm").iterdir() if not path.name.startswith("."))
    person.press(Qt.Key.Key_P, CONTROL)
    person.qtbot.waitUntil(lambda: bool(opened), timeout=90_000)
    page = Path(opened[0])
    assert page == projects / "two_link_arm" / "report" / "index.html"
    assert "not_saved_yet" in page.read_text()
    after = sorted(path.name for path in page.parent.parent.iterdir() if not path.name.startswith("."))
    assert after == sorted([*before, "report"])


def test_every_level_is_exported_from_the_window(person: Person, tmp_path: Path) -> None:
    person.in_file_dialog(lambda: person.press(Qt.Key.Key_E, CONTROL | ALT), tmp_path / "arm.svg")
    assert {path.name for path in tmp_path.glob("*.svg")} == {
        "arm.svg", "arm.elbow_drive.svg", "arm.shoulder_drive.svg"
    }  # fmt: skip
