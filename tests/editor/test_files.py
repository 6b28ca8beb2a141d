"""Files: nothing a person has drawn is lost, whatever happens, and nothing half-written is ever seen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError
from editor.document import Document
from editor.main_window import MainWindow
from editor.recovery import Autosave, abandoned, lock_of, read_side_file, side_file
from editor.settings import recent_files
from tests.editor.window_parts import ARM, PENDULUM, ROOT, own_settings, projects, window  # noqa: F401

Button = QMessageBox.StandardButton
WORK = """
import sys, time
from pathlib import Path
from editor.app import make_application
application = make_application()
from editor.document import Document
from editor.recovery import Autosave
path = Path(sys.argv[1]) if len(sys.argv) > 1 else None
document = Document.open(path) if path else Document()
autosave = Autosave(document)
autosave.hold()
document.add_block(document.diagram, "planar.Rod", (0, 300), "drawn_last")
autosave.write()
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pendulum.toml"
    path.write_text(PENDULUM.read_text())
    return path


def killed_while_editing(*words: str) -> None:
    """Edit a diagram in another process and kill it without warning."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", WORK, *words], stdout=subprocess.PIPE, env=environment, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "ready"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


def test_changes_come_back_after_a_crash(window: MainWindow, file: Path, monkeypatch) -> None:  # noqa: F811
    before = file.read_text()
    killed_while_editing(str(file))
    assert file.read_text() == before
    assert side_file(file).is_file()
    asked: list[str] = []
    monkeypatch.setattr(window.files, "ask_recover", lambda name: asked.append(name) or Button.Yes)
    assert window.files.open(file)
    assert asked == ['"pendulum.toml"']
    assert window.document is not None
    assert "drawn_last" in window.document.diagram.blocks
    assert window.document.is_changed
    window.document.history.undo()  # what was saved is one step away
    assert "drawn_last" not in window.document.diagram.blocks
    window.document.history.redo()
    assert window.files.save()
    assert "drawn_last" in read_diagram(file).blocks
    assert not side_file(file).exists()


def test_recovery_can_be_declined(window: MainWindow, file: Path, monkeypatch) -> None:  # noqa: F811
    killed_while_editing(str(file))
    monkeypatch.setattr(window.files, "ask_recover", lambda name: Button.No)
    assert window.files.open(file)
    assert window.document is not None
    assert "drawn_last" not in window.document.diagram.blocks
    assert not window.document.is_changed
    assert not side_file(file).exists()


def test_a_diagram_without_a_file_is_offered_on_the_start_page(window: MainWindow) -> None:  # noqa: F811
    killed_while_editing()
    sides = abandoned()
    assert len(sides) == 1
    window.show_start_page()
    assert window.files.recover_untitled(sides[0])
    assert window.document is not None
    assert "drawn_last" in window.document.diagram.blocks
    assert abandoned() == []  # it is held by this window now


def test_side_file_is_written_when_idle(qtbot, window: MainWindow, file: Path, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr("editor.recovery.IDLE", 20)
    assert window.files.open(file)
    document = window.document
    assert document is not None
    name = document.add_block(document.diagram, "planar.Rod", (0, 300))
    qtbot.waitUntil(lambda: side_file(file).is_file(), timeout=15_000)
    recovered = read_side_file(side_file(file), file)
    assert recovered is not None
    assert name in recovered.blocks
    assert window.files.save()
    assert not side_file(file).exists()


def test_undoing_everything_removes_the_side_file(qtbot, file: Path) -> None:
    document = Document.open(file)
    autosave = Autosave(document)
    document.add_block(document.diagram, "planar.Rod", (0, 300))
    autosave.write()
    assert side_file(file).is_file()
    document.history.undo()
    assert not side_file(file).exists()


def test_a_damaged_side_file_harms_nobody(window: MainWindow, file: Path) -> None:  # noqa: F811
    side_file(file).write_text("not [ a diagram")
    assert window.files.open(file)
    assert window.document is not None
    assert "joint" in window.document.diagram.blocks


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"format = 3", b"[" * 5000, b'format = "junctura-diagram"\nversion = 99\n', b"a.b." * 400],
)
def test_broken_files_are_refused_in_words_and_the_old_document_stays(
    window: MainWindow,  # noqa: F811
    file: Path,
    tmp_path: Path,
    monkeypatch,
    content: bytes,
) -> None:
    assert window.files.open(file)
    old = window.document
    said: list[ModelError] = []
    monkeypatch.setattr(window.files, "say", lambda title, error: said.append(error))
    broken = tmp_path / "broken.toml"
    broken.write_bytes(content)
    assert not window.files.open(broken)
    assert window.document is old
    assert len(said) == 1
    assert "broken.toml" in str(said[0])
    assert broken not in recent_files()


def test_missing_file_is_told(window: MainWindow, tmp_path: Path, monkeypatch) -> None:  # noqa: F811
    said: list[ModelError] = []
    monkeypatch.setattr(window.files, "say", lambda title, error: said.append(error))
    assert not window.files.open(tmp_path / "nowhere.toml")
    assert said
    assert window.document is None


def test_closing_asks_when_something_changed(window: MainWindow, file: Path, monkeypatch) -> None:  # noqa: F811
    assert window.files.open(file)
    document = window.document
    assert document is not None
    document.add_block(document.diagram, "planar.Rod", (0, 300), "extra")
    monkeypatch.setattr(window.files, "ask_unsaved", lambda name: Button.Cancel)
    assert not window.close_document()
    assert window.document is document
    monkeypatch.setattr(window.files, "ask_unsaved", lambda name: Button.Save)
    assert window.close_document()
    assert "extra" in read_diagram(file).blocks
    assert window.document is None


def test_file_open_elsewhere_is_told(window: MainWindow, file: Path, monkeypatch) -> None:  # noqa: F811
    lock = lock_of(side_file(file))
    assert lock.tryLock(0)
    asked: list[str] = []
    monkeypatch.setattr(window.files, "ask_open_anyway", lambda name, holder: asked.append(holder) or Button.No)
    assert not window.files.open(file)
    assert str(os.getpid()) in asked[0]
    lock.unlock()
    assert window.files.open(file)


def test_a_failed_save_keeps_the_old_file(window: MainWindow, file: Path, monkeypatch) -> None:  # noqa: F811
    assert window.files.open(file)
    document = window.document
    assert document is not None
    document.add_block(document.diagram, "planar.Rod", (0, 300))
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    said: list[ModelError] = []
    monkeypatch.setattr(window.files, "say", lambda title, error: said.append(error))
    monkeypatch.setattr("os.replace", full)
    assert not window.files.save()
    assert "No space left" in str(said[0])
    assert file.read_bytes() == before
    assert document.is_changed
    assert [path for path in file.parent.glob("*.tmp")] == []


def test_edits_inside_a_subsystem_with_a_file_are_saved_there(window: MainWindow, tmp_path: Path) -> None:  # noqa: F811
    for name in ("diagram.toml", "drive.toml"):
        (tmp_path / name).write_text((ARM.parent / name).read_text())
    assert window.files.open(tmp_path)
    document, workspace = window.document, window.workspace
    assert document is not None
    assert workspace is not None
    drive = document.at(("shoulder_drive",))
    document.add_block(drive, "signals.Constant", (0, 400), "added_inside")
    workspace.autosave.write()
    assert "added_inside" in side_file(tmp_path / "drive.toml").read_text()
    assert window.files.save()
    assert "added_inside" in read_diagram(tmp_path / "drive.toml").blocks
    assert not side_file(tmp_path / "drive.toml").exists()


def test_recent_files_come_back(window: MainWindow, file: Path) -> None:  # noqa: F811
    assert window.files.open(file)
    assert recent_files() == [file]
    time.sleep(0.01)
    file.unlink()
    assert recent_files() == []
