"""What the tests of the window share: settings of their own, and a window that asks no questions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMessageBox

from editor.main_window import MainWindow

ROOT = Path(__file__).resolve().parent.parent.parent
PENDULUM = ROOT / "projects" / "pendulum" / "diagram.toml"
ARM = ROOT / "projects" / "two_link_arm" / "diagram.toml"


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "settings"
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder))
    monkeypatch.setenv("JUNCTURA_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture(autouse=True)
def projects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the examples: a window locks its file, and other tests may have the same open."""
    folder = tmp_path / "projects"
    shutil.copytree(ROOT / "projects", folder, ignore=shutil.ignore_patterns(".*"))
    monkeypatch.setattr("editor.start_page.EXAMPLES", folder)
    return folder


@pytest.fixture
def window(qtbot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = MainWindow()
    made.resize(1300, 850)
    answers(made, monkeypatch)
    made.show()
    yield made
    monkeypatch.setattr(made.files, "ask_unsaved", lambda name: QMessageBox.StandardButton.Discard)
    made.close()
    made.deleteLater()


def answers(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there to answer: a question that a test does not expect fails it."""

    def unexpected(*_: object) -> None:
        raise AssertionError("a question nobody expected")

    for name in ("ask_unsaved", "ask_recover", "ask_open_anyway", "ask_changed_on_disk", "say"):
        monkeypatch.setattr(window.files, name, unexpected)
