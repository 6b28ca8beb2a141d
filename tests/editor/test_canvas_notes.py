"""Notes on the canvas: written, moved, resized, deleted, copied, undone, with formulas and pictures."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from blocks.diagram import Diagram
from blocks.diagram_file import read_text, write_text
from editor.canvas.note_editor import NoteEditor
from editor.canvas.notes import changed, kept_beside, keyed_notes, notes_of, picture_file
from editor.canvas.scene import DiagramScene
from editor.document import Document
from editor.export import export_scene
from editor.style import LIGHT, THEMES
from tests.editor.canvas_hands import CONTROL, LEFT, NONE, Canvas, Make, R

WAIT = 15_000
NOTE = {"text": "# Drive\nThe torque is $M = J \\dot\\omega$.", "at": [100, 100]}


@pytest.fixture
def canvas(make: Make) -> Canvas:
    made: Canvas = make(a=(R, 0, 0))
    made.document.set_notes(made.diagram, {}, [NOTE])
    return made


def editor_of(canvas: Canvas) -> NoteEditor:
    found = [editor for editor in canvas.view.viewport().findChildren(NoteEditor) if editor.isVisible()]
    assert len(found) == 1
    return found[0]


def test_a_note_is_written_where_it_stands(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.view.new_note(QPointF(98, 202))
    QTest.keyClicks(editor_of(canvas), "Mind the gap")
    QTest.keyClick(editor_of(canvas), Qt.Key.Key_Return, CONTROL)
    assert canvas.diagram.annotations == [{"text": "Mind the gap", "at": [100, 200]}]
    assert canvas.document.history.count() == 1
    assert canvas.scene.notes[0].isSelected()
    canvas.undo()
    assert canvas.scene.notes == []


def test_of_an_empty_note_nothing_remains(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.view.new_note(QPointF(100, 200))
    QTest.keyClick(editor_of(canvas), Qt.Key.Key_Return, CONTROL)
    canvas.view.new_note(QPointF(100, 200))
    QTest.keyClick(editor_of(canvas), Qt.Key.Key_Escape)
    assert canvas.diagram.annotations == []
    assert canvas.document.history.count() == 0


def test_escape_ends_writing_and_keeps_the_text(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    canvas.view.new_note(QPointF(100, 200))
    QTest.keyClicks(editor_of(canvas), "Mind the gap")
    QTest.keyClick(editor_of(canvas), Qt.Key.Key_Escape)
    assert canvas.diagram.annotations == [{"text": "Mind the gap", "at": [100, 200]}]
    QTest.mouseDClick(canvas.view.viewport(), LEFT, NONE, canvas.at(110, 206))
    QTest.keyClicks(editor_of(canvas), "!")
    QTest.keyClick(editor_of(canvas), Qt.Key.Key_Escape)
    assert canvas.diagram.annotations[0]["text"] == "Mind the gap!"
    assert not canvas.scene.notes[0].is_edited
    canvas.undo()
    assert canvas.diagram.annotations[0]["text"] == "Mind the gap"
    canvas.undo()
    assert canvas.diagram.annotations == []


def test_a_double_click_changes_the_text(canvas: Canvas) -> None:
    QTest.mouseDClick(canvas.view.viewport(), LEFT, NONE, canvas.at(110, 110))
    editor = editor_of(canvas)
    assert editor.toPlainText() == NOTE["text"]
    editor.selectAll()
    QTest.keyClicks(editor, "short")
    QTest.keyClick(editor, Qt.Key.Key_Return, CONTROL)
    assert canvas.diagram.annotations == [{"text": "short", "at": [100, 100]}]
    canvas.undo()
    assert canvas.diagram.annotations == [NOTE]
    assert not canvas.scene.notes[0].is_edited


def test_enter_writes_in_the_selected_note(canvas: Canvas) -> None:
    canvas.click(110, 110)
    canvas.key(Qt.Key.Key_Return)
    QTest.keyClick(editor_of(canvas), Qt.Key.Key_Escape)
    assert canvas.diagram.annotations == [NOTE]


def test_a_note_is_dragged_alone_and_with_blocks(canvas: Canvas) -> None:
    canvas.drag((110, 110), (150, 190))
    assert canvas.diagram.annotations[0]["at"] == [140, 180]
    canvas.undo()
    assert canvas.scene.notes[0].pos() == QPointF(100, 100)
    canvas.key(Qt.Key.Key_A, CONTROL)
    canvas.drag((0, 0), (20, 30))
    assert canvas.diagram.annotations[0]["at"] == [120, 130]
    assert canvas.diagram.layout["a"] == (20, 30)
    canvas.undo()
    assert (canvas.diagram.annotations, canvas.diagram.layout) == ([NOTE], {"a": (0, 0)})


def test_the_corner_of_a_selected_note_resizes_it(canvas: Canvas) -> None:
    canvas.click(110, 110)
    item = canvas.scene.notes[0]
    corner = item.mapToScene(item.body().bottomRight())
    before = item.size
    canvas.drag((corner.x(), corner.y()), (190, corner.y()))
    assert canvas.diagram.annotations[0]["size"] == [90]
    assert canvas.scene.notes[0].size[1] > before[1]  # more lines
    canvas.undo()
    assert canvas.diagram.annotations == [NOTE]


def test_escape_during_a_resize_puts_the_note_back(canvas: Canvas) -> None:
    canvas.click(110, 110)
    item = canvas.scene.notes[0]
    corner = item.mapToScene(item.body().bottomRight())
    QTest.mousePress(canvas.view.viewport(), LEFT, NONE, canvas.at(corner.x(), corner.y()))
    QTest.mouseMove(canvas.view.viewport(), canvas.at(200, 300))
    assert "size" in item.note
    canvas.key(Qt.Key.Key_Escape)
    assert item.note == NOTE
    assert canvas.diagram.annotations == [NOTE]


def test_delete_nudge_copy_and_paste(canvas: Canvas) -> None:
    canvas.click(110, 110)
    canvas.key(Qt.Key.Key_Down)
    canvas.key(Qt.Key.Key_Down)
    assert canvas.diagram.annotations[0]["at"] == [100, 120]
    canvas.undo()
    assert canvas.diagram.annotations == [NOTE]
    canvas.click(110, 110)
    canvas.key(Qt.Key.Key_C, CONTROL)
    canvas.key(Qt.Key.Key_V, CONTROL)
    assert [note["at"] for note in canvas.diagram.annotations] == [[100, 100], [120, 120]]
    canvas.click(110, 110)
    canvas.key(Qt.Key.Key_Delete)
    assert len(canvas.diagram.annotations) == 1
    canvas.undo()
    canvas.undo()
    assert canvas.diagram.annotations == [NOTE]


def test_formulas_arrive_and_are_drawn_on_the_line(qtbot: QtBot, canvas: Canvas) -> None:
    item = canvas.scene.notes[0]
    qtbot.waitUntil(lambda: item._text is not None and item._text.is_complete, timeout=WAIT)
    assert item._text is not None
    pictures = [part for _, row in item._text.rows for _, part in row if part.picture is not None]
    assert len(pictures) == 1
    assert pictures[0].above > 0
    words = " ".join(part.text for _, row in item._text.rows for _, part in row)
    assert "$" not in words


def test_a_wrong_formula_is_shown_as_it_was_typed(make: Make) -> None:
    canvas = make()
    canvas.document.set_notes(canvas.diagram, {}, [{"text": r"so $\frac{a$ it is", "at": [0, 0]}])
    canvas.scene.settle()
    text = canvas.scene.notes[0]._text
    assert text is not None
    assert r"$\frac{a$" in [part.text for _, row in text.rows for _, part in row]


def test_notes_are_in_the_file_and_exported(canvas: Canvas, tmp_path: Path) -> None:
    text = write_text(canvas.diagram)
    assert write_text(read_text(text)) == text
    assert notes_of(read_text(text)) == [NOTE]
    export_scene(canvas.scene, tmp_path / "with.svg", THEMES["print"])
    with_note = (tmp_path / "with.svg").read_text()
    canvas.undo()
    export_scene(canvas.scene, tmp_path / "without.svg", THEMES["print"])
    assert with_note.count("<path") > (tmp_path / "without.svg").read_text().count("<path")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    (tmp_path / "elsewhere").mkdir()
    image.save(str(tmp_path / "elsewhere" / "arm.png"))
    return tmp_path / "elsewhere" / "arm.png"


def test_a_dropped_picture_is_kept_beside_the_file(make: Make, picture: Path, tmp_path: Path) -> None:
    canvas = make(a=(R, 0, 0))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(picture))])
    event = QDropEvent(QPointF(canvas.at(203, 98)), Qt.DropAction.CopyAction, data, LEFT, NONE)
    canvas.view.dropEvent(event)
    assert "Save it first" in canvas.said[-1]
    (tmp_path / "robot").mkdir()
    canvas.document.save(tmp_path / "robot" / "robot.toml")
    canvas.view.dropEvent(event)
    assert canvas.diagram.annotations == [{"picture": "arm.png", "at": [200, 100]}]
    assert (tmp_path / "robot" / "arm.png").read_bytes() == picture.read_bytes()
    assert canvas.scene.notes[0].size == (200, 100)
    canvas.drag((250, 150), (270, 170))
    assert canvas.diagram.annotations[0]["at"] == [220, 120]


def test_a_second_picture_of_the_same_name_gets_another(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "arm.png").write_bytes(b"something else")
    assert kept_beside(picture, tmp_path / "robot.toml") == "elsewhere/arm.png"
    other = tmp_path / "elsewhere" / "robot.toml"
    assert kept_beside(tmp_path / "arm.png", other) == "arm2.png"


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "/etc/x.png", "notes.txt", "", "missing.png"])
def test_pictures_elsewhere_are_not_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "secret.png").write_bytes(b"x")
    (tmp_path / "here" / "notes.txt").write_text("x")
    assert picture_file({"picture": name}, tmp_path / "here") is None


def test_strange_notes_are_kept_and_not_shown(qtbot: QtBot) -> None:
    diagram = Diagram()
    diagram.annotations = [
        {"text": 3},
        {"text": "far", "at": ["a", 1]},
        "words",
        NOTE,
        {"picture": "no.png", "size": [1]},
    ]
    scene = DiagramScene(Document(diagram), diagram, LIGHT)
    assert [item.key for item in scene.notes] == [3, 4]
    assert changed(diagram, {3: None}) == [*diagram.annotations[:3], diagram.annotations[4]]
    named = Diagram()
    named.annotations = {"note1": NOTE, "other": {"at": [0, 0]}}
    assert [key for key, _ in keyed_notes(named)] == ["note1"]
    assert list(changed(named, {}, [NOTE])) == ["note1", "other", "note2"]
