"""Files that are broken, or meant to do harm: opened in the window they are refused in words, or shown as they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError
from editor.main_window import MainWindow
from tests.editor.window_parts import PENDULUM, own_settings, projects, window  # noqa: F401

HEAD = 'format = "junctura-diagram"\nversion = 1\n'
ROD = '[blocks.rod]\ntype = "planar.Rod"\n'
RTL = "\u202egnp.exe"


@pytest.fixture
def said(window: MainWindow, monkeypatch) -> list[ModelError]:  # noqa: F811
    found: list[ModelError] = []
    monkeypatch.setattr(window.files, "say", lambda title, error: found.append(error))
    return found


REFUSED = {
    "truncated": PENDULUM.read_text()[: len(PENDULUM.read_text()) // 2].rstrip().rstrip("]") + " = [",
    "binary": bytes(range(256)) * 40,
    "program": b"\x7fELF\x02\x01\x01" + bytes(2000),
    "name with a newline": f'{HEAD}[blocks."a\\nb"]\ntype = "planar.Rod"\n',
    "name with HTML": f'{HEAD}[blocks."<img src=x>"]\ntype = "planar.Rod"\n',
    "name from right to left": f'{HEAD}[blocks."{RTL}"]\ntype = "planar.Rod"\n',
    "deep lists": f"{HEAD}x = {'[' * 20_000}",
    "deep tables": f"{HEAD}[{'.'.join('a' * 3000)}]\n",
    "deep subsystems": HEAD + "".join(f'[blocks.a{".blocks.a" * i}]\ntype = "diagram"\n' for i in range(30)),
    "python": "__import__('os').system('touch harmed')\n",
    "pickle": b"\x80\x04\x95\x1d\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94.",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_in_words(window: MainWindow, tmp_path: Path, said, monkeypatch, name: str) -> None:  # noqa: F811
    monkeypatch.chdir(tmp_path)
    content = REFUSED[name]
    file = tmp_path / "strange.toml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    before = file.read_bytes()
    assert not window.files.open(file)
    assert window.document is None
    assert len(said) == 1
    assert "strange.toml" in str(said[0])
    assert len(str(said[0])) < 2000
    assert file.read_bytes() == before
    assert not (tmp_path / "harmed").exists()


def test_a_hundred_megabytes_are_refused_at_once(window: MainWindow, tmp_path: Path, said) -> None:  # noqa: F811
    file = tmp_path / "huge.toml"
    with file.open("wb") as stream:
        stream.write(HEAD.encode())
        stream.truncate(100_000_000)  # a hole: takes no room
    assert not window.files.open(file)
    assert "larger than 10 MB" in str(said[0])


def test_links_in_a_circle_and_pipes(window: MainWindow, tmp_path: Path, said) -> None:  # noqa: F811
    (tmp_path / "a.toml").symlink_to(tmp_path / "b.toml")
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("a.toml", "pipe.toml", ""):
        assert not window.files.open(tmp_path / name)
    assert len(said) == 3


OPENED = {
    "unknown block": f'{HEAD}[blocks.thing]\ntype = "aliens.Drive"\nspeed = "9 c"\n',
    "outside": f'{HEAD}[blocks.thing]\ntype = "../secret.toml"\n',
    "outside by a full path": f'{HEAD}[blocks.thing]\ntype = "/etc/passwd.toml"\n',
    "outside by a link": f'{HEAD}[blocks.thing]\ntype = "./link.toml"\n',
    "itself": f'{HEAD}[blocks.thing]\ntype = "./strange.toml"\n',
    "huge count": f'{HEAD}{ROD}count = 1000000000\n[blocks.thing]\ntype = "aliens.Drive"\n',
    "far away": f'{HEAD}{ROD}[blocks.thing]\ntype = "aliens.Drive"\n[layout]\nrod = [999999999999, -999999999999]\n',
    "code": f'{HEAD}{ROD}length = "= __import__(\'os\').system(\'touch harmed\')"\n[blocks.thing]\ntype = "a.B"\n',
}


@pytest.mark.parametrize("name", OPENED)
def test_opened_with_problems_and_saved_without_loss(
    window: MainWindow, tmp_path: Path, monkeypatch, name: str  # noqa: F811
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "project"
    folder.mkdir()
    (tmp_path / "secret.toml").write_text(f"{HEAD}{ROD}")
    (folder / "link.toml").symlink_to(tmp_path / "secret.toml")
    file = folder / "strange.toml"
    file.write_text(OPENED[name])
    assert window.files.open(file)
    document, workspace = window.document, window.workspace
    assert document is not None
    assert workspace is not None
    assert workspace.found, "the problem is shown"
    assert "rod" not in getattr(document.diagram.blocks["thing"], "blocks", {}), "what is outside is not read"
    assert not window.grab().isNull()
    document.add_block(document.diagram, "planar.Rod", (0, 0), "added")
    assert window.files.save()
    kept = file.read_text()
    for line in OPENED[name].splitlines():
        if line.startswith(("type", "count", "speed")):
            assert line in kept
    assert "added" in read_diagram(file).blocks
    assert not (tmp_path / "harmed").exists()


def test_names_that_look_like_html_are_shown_as_letters(window: MainWindow, tmp_path: Path, monkeypatch) -> None:  # noqa: F811
    name = f"<b>bold<img src=x> {RTL} & co.toml"
    file = tmp_path / name
    file.write_text(f'{HEAD}name = "<h1>big</h1>"\nnote = "<b>note</b>"\n{ROD}[blocks.thing]\ntype = "<u>.X"\n')
    assert window.files.open(file)
    QApplication.processEvents()
    shown = [label for label in window.findChildren(QLabel) if "<" in label.text() and label.isVisible()]
    own = [label.text() for label in shown if label.textFormat() != Qt.TextFormat.PlainText]
    assert not own
    window._fill_recent()
    assert "&&" in window._recent_menu.actions()[0].text()
