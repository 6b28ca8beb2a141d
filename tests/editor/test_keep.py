"""Killed while saving or editing, changed by others, no room on the disk: what was drawn is never lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from blocks.diagram_file import read_diagram, write_text
from blocks.errors import ModelError
from editor.main_window import MainWindow
from editor.questions import CANCEL, OVERWRITE, RELOAD, SAVE_AS
from editor.recovery import side_file
from tests.editor.window_parts import ARM, ROOT, own_settings, projects, window  # noqa: F401

Button = QMessageBox.StandardButton
BEGIN = """
import os, resource, signal, sys
from pathlib import Path
from editor.app import make_application
application = make_application()
from editor.main_window import MainWindow
window = MainWindow(Path(sys.argv[1]), keeps_layout=False)
document = window.document
drive = document.at(("shoulder_drive",))
def edit():
    document.add_block(document.diagram, "planar.Rod", (0, 300), "drawn_last")
    document.add_block(drive, "signals.Constant", (0, 400), "drawn_inside")
"""
SAVING = f"""{BEGIN}
print("ready", flush=True)
while True:
    edit()
    assert window.files.save()
    document.history.undo()
    document.history.undo()
    assert window.files.save()
"""
EDITING = f"""{BEGIN}
edit()
window.workspace.autosave.write()
print("ready", flush=True)
signal.pause()
"""
TOO_SMALL = f"""{BEGIN}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
edit()
resource.setrlimit(resource.RLIMIT_FSIZE, (500, resource.RLIM_INFINITY))
saved = window.files.save()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print("ready", saved, document.is_changed, "drawn_last" in document.diagram.blocks, flush=True)
assert window.files.save()
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    folder = tmp_path / "arm"
    folder.mkdir()
    for name in ("diagram.toml", "drive.toml"):
        (folder / name).write_text((ARM.parent / name).read_text())
    return folder / "diagram.toml"


def start(code: str, file: Path, cache: Path) -> subprocess.Popen[str]:
    """Start the editor in another process, and wait until it says that it is ready."""
    environment = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "JUNCTURA_CACHE": str(cache),
        "XDG_CONFIG_HOME": str(cache),
    }  # fmt: skip
    words = [sys.executable, "-c", code, str(file)]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True, cwd=file.parent
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("ready"), process.stderr.read() if process.stderr else ""
    process.args = [line]
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def states(folder: Path) -> dict[str, set[str]]:
    """Return what each file of the project may hold: without the edit, or with all of it."""
    found = {}
    for name, kind, block in (
        ("diagram.toml", "planar.Rod", "drawn_last"), ("drive.toml", "signals.Constant", "drawn_inside")
    ):  # fmt: skip
        from editor.document import Document

        document = Document.open(folder / name)
        title = {"diagram.toml": folder.name, "drive.toml": "drive"}[name]
        before = write_text(document.diagram, title)
        document.add_block(document.diagram, kind, (0, 300 if block == "drawn_last" else 400), block)
        found[name] = {before, write_text(document.diagram, title)}
    return found


def test_killed_at_any_moment_of_saving_the_files_are_whole(arm: Path, tmp_path: Path) -> None:
    allowed = states(arm.parent)
    moments = random.Random(4)
    for _ in range(5):
        process = start(SAVING, arm, tmp_path / "cache")
        time.sleep(moments.uniform(0.0, 0.12))  # a moment nobody has chosen
        kill(process)
        for name, texts in allowed.items():
            assert (arm.parent / name).read_text() in texts


def test_subsystem_files_are_recovered_with_the_diagram(window: MainWindow, arm: Path, tmp_path, monkeypatch) -> None:  # noqa: F811
    kill(start(EDITING, arm, tmp_path / "cache"))
    before = {name: (arm.parent / name).read_text() for name in ("diagram.toml", "drive.toml")}
    assert side_file(arm.parent / "drive.toml").is_file()
    asked: list[str] = []
    monkeypatch.setattr(window.files, "ask_recover", lambda name: asked.append(name) or Button.Yes)
    assert window.files.open(arm)
    assert asked == ['"diagram.toml" and "drive.toml"']
    document = window.document
    assert document is not None
    assert "drawn_last" in document.diagram.blocks
    for use in ("shoulder_drive", "elbow_drive"):
        assert "drawn_inside" in document.at((use,)).blocks
    assert {name: (arm.parent / name).read_text() for name in before} == before  # not until a person saves
    document.history.undo()  # all of it is one step
    assert "drawn_inside" not in document.at(("elbow_drive",)).blocks
    assert not document.is_changed
    document.history.redo()
    assert window.files.save()
    assert "drawn_inside" in read_diagram(arm.parent / "drive.toml").blocks
    assert "drawn_last" in read_diagram(arm).blocks
    assert not side_file(arm).exists()
    assert not side_file(arm.parent / "drive.toml").exists()


def test_recovery_of_all_files_can_be_declined(window: MainWindow, arm: Path, tmp_path: Path, monkeypatch) -> None:  # noqa: F811
    kill(start(EDITING, arm, tmp_path / "cache"))
    monkeypatch.setattr(window.files, "ask_recover", lambda name: Button.No)
    assert window.files.open(arm)
    assert not side_file(arm.parent / "drive.toml").exists()
    assert window.document is not None
    assert not window.document.is_changed


def test_no_room_on_the_disk_keeps_the_old_file_and_the_edits(arm: Path, tmp_path: Path) -> None:
    before = arm.read_text()
    process = start(TOO_SMALL, arm, tmp_path / "cache")
    out, err = process.communicate(timeout=60)
    assert process.args == ["ready False True True\n"]
    assert process.returncode == 0, err  # saved once there was room again
    assert "cannot be saved" in err
    assert "Ctrl+Shift+S" in err
    assert "drawn_last" in arm.read_text()
    assert before != arm.read_text()
    assert not list(arm.parent.glob(".*.tmp"))


def test_a_folder_one_may_not_write_to(window: MainWindow, arm: Path, monkeypatch) -> None:  # noqa: F811
    assert window.files.open(arm)
    document = window.document
    assert document is not None
    document.add_block(document.diagram, "planar.Rod", (0, 300), "drawn_last")
    said: list[ModelError] = []
    monkeypatch.setattr(window.files, "say", lambda title, error: said.append(error))
    assert not window.files._write(Path("/proc/arm.toml"))
    assert "Ctrl+Shift+S" in said[0].fix
    assert document.path == arm
    assert document.is_changed
    assert window.files.save()  # where it was, all is well


# what others do to the file meanwhile


@pytest.fixture
def changed(window: MainWindow, arm: Path) -> Path:  # noqa: F811
    """Open and edit a diagram whose file somebody else writes meanwhile."""
    assert window.files.open(arm)
    document = window.document
    assert document is not None
    document.add_block(document.diagram, "planar.Rod", (0, 300), "mine")
    other = read_diagram(arm)
    other.note = "written by somebody else"
    arm.write_text(write_text(other, arm.parent.name))
    return arm


def test_a_change_on_disk_is_noticed_and_kept(window: MainWindow, changed: Path, monkeypatch) -> None:  # noqa: F811
    before, asked = changed.read_text(), []
    monkeypatch.setattr(window.files, "ask_changed_on_disk", lambda name: asked.append(name) or CANCEL)
    assert not window.files.save()
    assert asked == ['"diagram.toml"']
    assert changed.read_text() == before
    assert window.document is not None
    assert window.document.is_changed


def test_a_change_on_disk_can_be_overwritten(window: MainWindow, changed: Path, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr(window.files, "ask_changed_on_disk", lambda name: OVERWRITE)
    assert window.files.save()
    assert "mine" in read_diagram(changed).blocks
    assert read_diagram(changed).note != "written by somebody else"
    assert window.files.save()  # asked once only


def test_a_change_on_disk_can_be_taken(window: MainWindow, changed: Path, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr(window.files, "ask_changed_on_disk", lambda name: RELOAD)
    assert not window.files.save()
    assert window.document is not None
    assert window.document.diagram.note == "written by somebody else"
    assert not window.document.is_changed
    assert "mine" not in window.document.diagram.blocks


def test_save_elsewhere_takes_the_other_files_along(window: MainWindow, changed: Path, tmp_path, monkeypatch) -> None:  # noqa: F811
    target = tmp_path / "copy" / "diagram.toml"
    target.parent.mkdir()
    monkeypatch.setattr(window.files, "ask_changed_on_disk", lambda name: SAVE_AS)
    monkeypatch.setattr("editor.files.QFileDialog.getSaveFileName", lambda *_: (str(target), ""))
    assert window.files.save()
    opened = read_diagram(target)
    assert "mine" in opened.blocks
    assert not opened.problems, "drive.toml is there, too"
    assert "written by somebody else" in changed.read_text()
    assert window.document is not None
    assert window.document.path == target


def test_the_same_content_with_a_new_date_is_no_change(window: MainWindow, arm: Path) -> None:  # noqa: F811
    assert window.files.open(arm)
    document = window.document
    assert document is not None
    document.add_block(document.diagram, "planar.Rod", (0, 300), "mine")
    arm.touch()
    assert window.files.save()  # a question would fail the test


def test_a_changed_subsystem_file_is_noticed(window: MainWindow, arm: Path, monkeypatch) -> None:  # noqa: F811
    assert window.files.open(arm)
    document, asked = window.document, []
    assert document is not None
    document.add_block(document.at(("elbow_drive",)), "signals.Constant", (0, 400), "mine")
    drive = arm.parent / "drive.toml"
    drive.write_text(drive.read_text().replace("[experiment]", "[experiment]", 1) + "\n")
    monkeypatch.setattr(window.files, "ask_changed_on_disk", lambda name: asked.append(name) or CANCEL)
    assert not window.files.save()
    assert asked == ['"drive.toml"']
