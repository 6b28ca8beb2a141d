"""A file used twice in a diagram: an edit of one use shows in the other, and one file is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, write_diagram, write_text
from blocks.registry import find_block
from editor.document import Document
from editor.recovery import Autosave
from editor.shared_files import inner_files
from tests.editor.window_parts import own_settings  # noqa: F401

FIRST, SECOND = ("shoulder",), ("elbow",)


def block(kind: str):
    found = find_block(kind)
    assert found is not None
    return found()


@pytest.fixture
def document(qtbot, tmp_path: Path) -> Document:
    """Return a robot with two drives from one file, and a filter inside each, written in the same file."""
    inner = Diagram("filter")
    inner.add("gain", block("signals.Gain"), at=(0, 0))
    drive = Diagram("drive")
    drive.parameters["delay"] = 1.0
    drive.add("source", block("signals.Constant"), at=(0, 0))
    drive.add("filter", inner, at=(200, 0))
    write_diagram(drive, tmp_path / "drive.toml")
    robot = Diagram("robot")
    for number, (name,) in enumerate((FIRST, SECOND)):
        robot.add(name, read_diagram(tmp_path / "drive.toml"), at=(0, 200 * number))
        robot.files[name] = "./drive.toml"
    part = robot.blocks["elbow"]
    assert isinstance(part, Diagram)
    part.values["delay"] = "2 s"
    write_diagram(robot, tmp_path / "robot.toml")
    return Document.open(tmp_path / "robot.toml")


def texts(document: Document) -> list[str]:
    return [write_text(document.at(way), "drive") for way in (FIRST, SECOND)]


@pytest.mark.parametrize("edited", [FIRST, SECOND])
def test_an_edit_of_one_shows_in_the_other(document: Document, edited: tuple[str, ...]) -> None:
    before, told = texts(document), []
    document.changed.connect(told.append)
    document.add_block(document.at(edited), "signals.Step", (0, 300), "added")
    assert "added" in document.at(FIRST).blocks
    assert texts(document)[0] == texts(document)[1] != before[0]
    assert {id(diagram) for diagram in told} == {id(document.at(way)) for way in (FIRST, SECOND)}
    document.history.undo()
    assert texts(document) == before
    document.history.redo()
    assert "added" in document.at(SECOND).blocks


def test_values_of_a_use_stay_its_own(document: Document) -> None:
    document.set_value(document.diagram, "shoulder", "delay", "3 s")
    document.add_block(document.at(SECOND), "signals.Step", (0, 300), "added")
    assert document.at(FIRST).values == {"delay": "3 s"}
    assert document.at(SECOND).values == {"delay": "2 s"}


def test_diagrams_inside_are_the_same(document: Document) -> None:
    document.set_value(document.at((*FIRST, "filter")), "gain", "k", 5.0)
    part = document.at((*SECOND, "filter")).blocks["gain"]
    assert part.values == {"k": 5.0}  # type: ignore[union-attr]
    document.history.undo()
    assert document.at((*SECOND, "filter")).blocks["gain"].values == {}  # type: ignore[union-attr]


def test_one_file_is_saved(document: Document, tmp_path: Path) -> None:
    autosave = Autosave(document)
    document.set_value(document.at((*SECOND, "filter")), "gain", "k", 5.0)
    assert [file.name for file, _ in autosave.touched_files()] == ["drive.toml"]
    assert len(inner_files(document.diagram, document.path)) == 2
    for file, diagram in autosave.touched_files():
        write_diagram(diagram, file)
    document.save()
    again = Document.open(tmp_path / "robot.toml")
    assert texts(again) == texts(document)
    assert autosave.touched_files() == []


def test_a_use_added_later_has_the_unsaved_edits(document: Document) -> None:
    document.add_block(document.at(FIRST), "signals.Step", (0, 300), "added")
    document.add_block(document.diagram, "./drive.toml", (0, 400), "wrist")
    assert "added" in document.at(("wrist",)).blocks
    document.history.undo()
    document.history.undo()
    assert "added" not in document.at(FIRST).blocks
    document.history.redo()
    document.history.redo()
    assert "added" in document.at(("wrist",)).blocks


def test_a_run_is_told_of_a_value_in_every_use(qtbot, document: Document) -> None:
    from editor.inspector import Inspector
    from editor.style import LIGHT

    inspector = Inspector(document, LIGHT)
    qtbot.addWidget(inspector)
    told: list[str] = []
    inspector.tuned.connect(lambda name, value: told.append(name))
    inspector.tell_tuned(document.at(SECOND), "source", "level", 2.0)
    inspector.tell_tuned(document.at((*FIRST, "filter")), "gain", "k", 2.0)
    inspector.tell_tuned(document.diagram, "shoulder", "delay", 2.0)
    assert sorted(told) == [
        "elbow.filter.gain.k", "elbow.source.level", "shoulder.delay", "shoulder.filter.gain.k", "shoulder.source.level"
    ]  # fmt: skip
