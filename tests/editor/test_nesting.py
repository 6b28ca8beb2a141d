"""No edit makes more levels of subsystems than a file can have: it is refused, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, read_text, write_diagram, write_text
from blocks.errors import ModelError
from blocks.schema import MAX_DEPTH
from editor.canvas.clipboard import copied, paste, put_on_clipboard
from editor.document import Document
from editor.main_window import MainWindow
from editor.recovery import recover
from libraries.signals import Gain
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

CONTROL = Qt.KeyboardModifier.ControlModifier


def nest(levels: int, name: str = "nest") -> Diagram:
    """Return a diagram with so many levels of subsystems inside."""
    diagram = Diagram(name)
    diagram.add("gain", Gain(), at=(0, 0))
    diagram.expose("u", "gain.u")
    diagram.expose("y", "gain.y")
    if levels:
        diagram.add("inner", nest(levels - 1), at=(200, 0))
    return diagram


def way_down(levels: int) -> tuple[str, ...]:
    return ("inner",) * levels


def refused(document: Document, edit: object) -> str:
    """Do an edit that must be refused; return what is said."""
    before, steps, place = write_text(document.diagram), document.history.count(), document.history.index()
    with pytest.raises(ModelError) as told:
        edit()  # type: ignore[operator]
    assert write_text(document.diagram) == before
    assert (document.history.count(), document.history.index()) == (steps, place)
    assert told.value.why
    assert told.value.fix
    return str(told.value)


def is_saved(document: Document, path: Path) -> bool:
    document.save(path)
    return write_text(read_diagram(path)) == write_text(document.diagram)


def test_grouping_at_the_deepest_level(window: MainWindow, tmp_path: Path) -> None:  # noqa: F811
    window.show_document(Document(nest(MAX_DEPTH - 1)))
    workspace = window.workspace
    assert workspace is not None
    document, canvas = workspace.document, workspace.canvas
    canvas.go(way_down(MAX_DEPTH - 1))
    canvas.scene.select(["gain"])
    QTest.keyClick(window, Qt.Key.Key_G, CONTROL)
    assert list(canvas.diagram.blocks) == ["subsystem"]  # the eighth level
    canvas.go((*way_down(MAX_DEPTH - 1), "subsystem"))
    canvas.scene.select(["gain"])
    before = write_text(document.diagram)
    QTest.keyClick(window, Qt.Key.Key_G, CONTROL)
    assert "more than 8 levels" in window.status.middle.text()
    assert "Ungroup" in window.status.middle.text()
    assert write_text(document.diagram) == before
    assert canvas.scene.selected_names() == ["gain"]
    assert document.history.count() == 1
    assert is_saved(document, tmp_path / "deep.toml")
    document.history.undo()
    assert write_text(document.diagram) == write_text(nest(MAX_DEPTH - 1))


def test_grouping_at_the_top_what_is_deep_below() -> None:
    from editor.grouping import group

    document = Document(nest(MAX_DEPTH))

    def edit() -> None:
        with document.step("Group", document.diagram):
            group(document.diagram, ["inner"], "outer")

    assert '"outer"' in refused(document, edit)
    with document.step("Group", document.diagram):
        group(document.diagram, ["gain"], "flat")  # which makes nothing deeper
    assert document.history.count() == 1


def test_pasting_into_a_deeper_level(window: MainWindow) -> None:  # noqa: F811
    window.show_document(Document(nest(MAX_DEPTH)))
    workspace = window.workspace
    assert workspace is not None
    document, canvas = workspace.document, workspace.canvas
    before = write_text(document.diagram)
    put_on_clipboard(copied(document.at(way_down(6)), ["inner"], {"inner": (0, 0)}))  # with one level inside
    canvas.go(way_down(7))
    QTest.keyClick(canvas.view, Qt.Key.Key_V, CONTROL)
    assert "more than 8 levels" in window.status.middle.text()
    assert write_text(document.diagram) == before
    assert not document.history.count()
    canvas.go(way_down(6))
    QTest.keyClick(canvas.view, Qt.Key.Key_V, CONTROL)
    assert "inner2" in canvas.diagram.blocks
    assert document.history.count() == 1


def test_adding_a_subsystem() -> None:
    document = Document(nest(MAX_DEPTH))
    deepest = document.at(way_down(MAX_DEPTH))
    refused(document, lambda: document.add_block(deepest, Diagram("empty"), (0, 200)))
    refused(document, lambda: document.add_block(document.diagram, nest(MAX_DEPTH), (0, 200), "second"))
    document.add_block(document.diagram, nest(MAX_DEPTH - 1), (0, 200), "second")
    assert document.history.count() == 1


def project(folder: Path, robot: Diagram, **parts: Diagram) -> Document:
    """Write diagrams beside each other and open the robot."""
    for name, part in parts.items():
        write_diagram(part, folder / f"{name}.toml")
    write_diagram(robot, folder / "robot.toml")
    return Document.open(folder / "robot.toml")


def test_dropping_a_file_from_the_palette(window: MainWindow, tmp_path: Path) -> None:  # noqa: F811
    window.show_document(project(tmp_path, nest(3), part=nest(5, "part"), flat=nest(4, "flat")))
    workspace = window.workspace
    assert workspace is not None
    document, canvas = workspace.document, workspace.canvas
    canvas.go(way_down(3))
    before = write_text(document.diagram)
    canvas.scene.drop_type("./part.toml", QPointF(0, 300))
    assert "more than 8 levels" in window.status.middle.text()
    assert write_text(document.diagram) == before
    assert not document.history.count()
    canvas.scene.drop_type("./flat.toml", QPointF(0, 300))
    assert "flat" in canvas.diagram.blocks
    assert is_saved(document, tmp_path / "robot.toml")
    assert not Document.open(tmp_path / "robot.toml").diagram.problems


def shared(folder: Path, levels: int, deep: int) -> Document:
    """Return a document that uses a file of so many levels at the top, and at a level further down."""
    document = project(folder, nest(deep), part=nest(levels, "part"))
    document.add_block(document.diagram, "./part.toml", (0, 200), "part")
    document.add_block(document.at(way_down(deep)), "./part.toml", (0, 200), "part")
    return document


def test_a_file_edited_at_the_top_is_used_further_down(tmp_path: Path) -> None:
    document = shared(tmp_path, 3, 4)  # the lower use ends at level 8
    inside = document.at(("part", "inner", "inner", "inner"))
    refused(document, lambda: document.add_block(inside, Diagram("empty"), (0, 200)))
    refused(document, lambda: document.add_block(document.at(("part",)), nest(3), (0, 200), "second"))
    document.add_block(document.at(("part",)), nest(2), (0, 200), "second")
    lower = document.at((*way_down(4), "part"))
    assert "second" in lower.blocks


def test_a_use_is_as_deep_as_what_is_edited_but_not_saved(tmp_path: Path) -> None:
    document = project(tmp_path, nest(4), part=nest(3, "part"))
    document.add_block(document.diagram, "./part.toml", (0, 200), "part")
    inside = document.at(("part", "inner", "inner", "inner"))
    document.add_block(inside, Diagram("empty"), (0, 200))  # the file on disk is one level less deep
    refused(document, lambda: document.add_block(document.at(way_down(4)), "./part.toml", (0, 200)))


def test_a_file_is_not_pasted_into_itself(tmp_path: Path) -> None:
    document = project(tmp_path, nest(0), part=nest(1, "part"))
    document.add_block(document.diagram, "./part.toml", (0, 200), "part")
    text = copied(document.diagram, ["part"], {"part": (0, 0)})
    refused(document, lambda: paste(document, document.at(("part", "inner")), text, (0, 0)))
    refused(document, lambda: paste(document, document.at(("part",)), text, (0, 0)))


def test_recovering_what_is_too_deep_changes_nothing() -> None:
    document = Document(nest(1))
    before = write_text(document.diagram)
    with pytest.raises(ModelError, match="more than 8 levels"):
        recover(document, nest(MAX_DEPTH + 1))
    assert write_text(document.diagram) == before
    document.set_value(document.diagram, "gain", "k", 2.0)
    document.history.undo()  # so no step was left open
    assert write_text(document.diagram) == before


def test_the_deepest_file_can_be_read() -> None:
    diagram = nest(MAX_DEPTH)
    assert write_text(read_text(write_text(diagram))) == write_text(diagram)
    with pytest.raises(ModelError, match="more than 8 deep"):
        write_text(nest(MAX_DEPTH + 1))
