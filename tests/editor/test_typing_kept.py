"""What is being typed counts as soon as something is done with the diagram, without Enter or a click elsewhere."""

# ruff: noqa: F811 (fixtures of the same name)

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from blocks.diagram_file import read_diagram
from editor.inspector_diagram import DiagramPage
from editor.inspector_parts import NoteField
from editor.inspector_widgets import Field
from editor.main_window import MainWindow
from tests.editor.person import CONTROL, SHIFT, Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401


@pytest.fixture
def person(window: MainWindow, qtbot, tmp_path: Path) -> Person:
    """A person who has a mass on the canvas, saved, and has typed another value into its field without Enter."""
    assert window.files.new()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=15_000)
    person = Person(window, qtbot)
    person.insert("mass", 0, 0)
    assert window.document is not None
    assert window.files._write(tmp_path / "mass.toml")
    return person


def begin_typing(person: Person, text: str) -> None:
    person.click_block("mass")
    fields = person.workspace.inspector.findChildren(QLineEdit)
    person.click(next(field for field in fields if field.accessibleName() == "m" and field.isVisible()))
    person.press(Qt.Key.Key_A, CONTROL)
    person.type(text)


def mass(person: Person) -> object:
    assert person.window.document is not None
    return person.window.document.diagram.blocks["mass"].values.get("m")  # type: ignore[union-attr]


def test_saving_keeps_the_value_that_is_being_typed(person: Person, tmp_path: Path) -> None:
    begin_typing(person, "3 kg")
    assert mass(person) is None
    person.press(Qt.Key.Key_S, CONTROL)
    assert read_diagram(tmp_path / "mass.toml").blocks["mass"].values["m"] == "3 kg"  # type: ignore[union-attr]
    assert not person.window.document.is_changed  # type: ignore[union-attr]
    person.type("4")  # the field still has the keyboard
    assert isinstance(QApplication.focusWidget(), QLineEdit)


def test_a_run_takes_the_value_that_is_being_typed(person: Person) -> None:
    begin_typing(person, "3 kg")
    person.press(Qt.Key.Key_T, CONTROL)
    assert mass(person) == "3 kg"
    person.press(Qt.Key.Key_T, CONTROL | SHIFT)


def test_a_window_that_is_closed_asks_about_what_is_being_typed(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def cancel(name: str) -> QMessageBox.StandardButton:
        asked.append(name)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(person.window.files, "ask_unsaved", cancel)
    begin_typing(person, "3 kg")
    assert not person.window.close()
    assert asked == ["mass.toml"]
    assert mass(person) == "3 kg"


def test_saving_keeps_the_note_that_is_being_written(person: Person, tmp_path: Path) -> None:
    person.press(Qt.Key.Key_A, CONTROL | SHIFT)
    person.type("Mind the gap")
    person.press(Qt.Key.Key_S, CONTROL)
    assert [note["text"] for note in read_diagram(tmp_path / "mass.toml").annotations] == ["Mind the gap"]


def test_a_diagram_saved_under_a_name_is_called_by_it(person: Person, tmp_path: Path) -> None:
    window, workspace = person.window, person.workspace
    assert window.document is not None
    assert window.document.diagram.name == "mass"
    assert window.files._write(tmp_path / "heavy.toml")
    assert workspace.canvas.breadcrumb._shown == ("heavy",)
    assert "name" not in (tmp_path / "heavy.toml").read_text().partition("[blocks")[0]
    person.press(Qt.Key.Key_Z, CONTROL)  # the name is no edit
    assert window.document.diagram.name == "heavy"
    assert read_diagram(tmp_path / "heavy.toml").name == "heavy"


def test_a_diagram_with_a_name_of_its_own_keeps_it(person: Person, tmp_path: Path) -> None:
    assert person.window.document is not None
    person.window.document.diagram.name = "pendulum"
    assert person.window.files._write(tmp_path / "heavy.toml")
    assert read_diagram(tmp_path / "heavy.toml").name == "pendulum"


def test_keys_of_the_window_work_while_one_types(person: Person) -> None:
    begin_typing(person, "3 kg")
    person.press(Qt.Key.Key_E, CONTROL)
    assert mass(person) == "3 kg"
    assert isinstance(person.workspace.inspector.page, DiagramPage)
    assert person.workspace.inspector.page.rows["stop"].field.hasFocus()


@pytest.mark.parametrize("make", [Field, lambda: NoteField("", print)])
def test_a_field_keeps_the_keys_that_are_about_its_text(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    field = make()
    qtbot.addWidget(field)
    field.show()
    taken = []
    for key in (Qt.Key.Key_E, Qt.Key.Key_D, Qt.Key.Key_K, Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, CONTROL)
        event.accept()  # as a field does with the keys it knows
        QApplication.sendEvent(field, event)
        taken += [key] * event.isAccepted()
    assert taken == [Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X]
