"""Subsystems that are put into files of their own, empty ones, and what is refused."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, write_text
from blocks.errors import ModelError
from editor.document import Document
from editor.main_window import MainWindow
from editor.subsystem_file import move_into_file, take_out_of_file
from solver.simulate import simulate
from tests.editor.canvas_hands import GAIN, STEP, block
from tests.editor.person import CONTROL, Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def document(tmp_path: Path) -> Document:
    inner = Diagram("part")
    inner.parameters = {"k": 2}
    inner.values = {"k": 3}
    inner.add("gain", block(GAIN, k="= k"), at=(0, 0))
    inner.ports = {"u": "gain.u", "y": "gain.y"}
    outer = Diagram("whole")
    outer.add("step", block(STEP), at=(-200, 0))
    outer.add("part", inner, at=(0, 0))
    outer.connect("step.y", "part.u")
    outer.ports = {"y": "part.y"}
    made = Document(outer)
    made.save(tmp_path / "whole.toml")
    return made


def test_a_subsystem_in_a_file_is_the_same_model(document: Document, tmp_path: Path) -> None:
    before = simulate(document.diagram, 2)["y"]
    inline = write_text(document.diagram)
    move_into_file(document, document.diagram, "part", tmp_path / "amplifier.toml")
    document.save()
    again = read_diagram(tmp_path / "whole.toml")
    assert again.files == {"part": "./amplifier.toml"}
    assert again.blocks["part"].values == {"k": 3}
    assert read_diagram(tmp_path / "amplifier.toml").parameters == {"k": 2}
    assert "name =" not in (tmp_path / "amplifier.toml").read_text()  # it is called after its file
    assert (simulate(again, 2)["y"] == before).all()
    document.history.undo()
    assert document.diagram.files == {}
    document.history.redo()
    take_out_of_file(document, document.diagram, "part")
    document.at(["part"]).name = "part"
    assert write_text(document.diagram) == inline
    assert (tmp_path / "amplifier.toml").exists()


def test_edits_inside_are_saved_in_the_file(document: Document, tmp_path: Path, window: MainWindow) -> None:  # noqa: F811
    window.show_document(document)
    move_into_file(document, document.diagram, "part", tmp_path / "part.toml")
    document.set_value(document.at(["part"]), "gain", "k", 7)
    assert window.files.save()
    assert read_diagram(tmp_path / "part.toml").blocks["gain"].values == {"k": 7}


@pytest.mark.parametrize(
    ("name", "file", "words"),
    [
        ("step", "x.toml", "not a subsystem"),
        ("part", "deeper/x.toml", "must be in the folder"),
        ("part", "whole.toml", "uses .* already"),
    ],
)
def test_what_cannot_be_kept_in_a_file(document: Document, tmp_path: Path, name: str, file: str, words: str) -> None:
    before = write_text(document.diagram)
    with pytest.raises(ModelError, match=words):
        move_into_file(document, document.diagram, name, tmp_path / file)
    assert write_text(document.diagram) == before
    assert not document.is_changed


def test_without_a_file_or_within_another_one_it_is_refused(document: Document, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="Save it first"):
        move_into_file(Document(document.diagram), document.diagram, "part", tmp_path / "x.toml")
    inside = document.at(["part"])
    document.add_block(inside, Diagram("small"), (0, 100), "small")
    move_into_file(document, document.diagram, "part", tmp_path / "part.toml")
    with pytest.raises(ModelError, match="already"):
        move_into_file(document, document.diagram, "part", tmp_path / "x.toml")
    with pytest.raises(ModelError, match="part of another file"):
        move_into_file(document, inside, "small", tmp_path / "x.toml")


def test_by_keys_in_the_window(
    document: Document, tmp_path: Path, window: MainWindow, qtbot, monkeypatch: pytest.MonkeyPatch  # noqa: F811
) -> None:
    window.show_document(document)
    person = Person(window, qtbot)
    canvas = person.workspace.canvas
    canvas.scene.select([])
    person.press(Qt.Key.Key_G, CONTROL | ALT)
    assert canvas.scene.selected_names() == ["subsystem"]
    assert isinstance(document.diagram.blocks["subsystem"], Diagram)
    canvas.scene.select(["part"])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "amplifier"), ""))
    person.press(Qt.Key.Key_F, CONTROL | ALT)
    assert document.diagram.files == {"part": "./amplifier.toml"}
    person.press(Qt.Key.Key_F, CONTROL | ALT)
    assert document.diagram.files == {}
    person.press(Qt.Key.Key_F, CONTROL | ALT)  # the file is still there, and the dialog asked for another name
    assert document.diagram.files == {}
