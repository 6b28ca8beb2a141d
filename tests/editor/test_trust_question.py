"""The editor asks before it runs code that a project brings along, once for each state of that code."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from blocks import Diagram
from blocks.diagram_file import write_diagram
from blocks.trust import is_trusted
from editor import trust_question
from editor.document import Document
from editor.run_control import RunController
from libraries.control import Function
from libraries.signals import Constant
from solver.worker_link import discard_workers

PATIENCE = 15_000  # ms


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a diagram with code of its own; somebody sits in front of the screen."""
    monkeypatch.setenv("JUNCTURA_CONFIG", str(tmp_path / "settings"))
    monkeypatch.setattr(trust_question, "_is_attended", lambda: True)
    discard_workers()  # they know only the settings with which they were started
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / "code.py").write_text("def step(t, u, state):\n    return 7.0 * u, state\n")
    diagram = Diagram("robot")
    diagram.add("brain", Function(file="code.py"))
    diagram.add("one", Constant(level=1.0))
    diagram.connect("one.y", "brain.u")
    write_diagram(diagram, folder / "diagram.toml")
    return folder / "diagram.toml"


def answer(qtbot, word: str, seen: list[str]) -> None:
    """Click a button of the question as soon as it is there."""

    def look() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(20, look)
            return
        seen.append(box.text() + box.informativeText())
        button = next(item for item in box.buttons() if item.text() == word)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    QTimer.singleShot(20, look)


def test_no_means_that_nothing_runs(qtbot, path: Path) -> None:
    controller = RunController(Document.open(path), is_warmed=False)
    seen: list[str] = []
    answer(qtbot, "Do not run", seen)
    controller.run(["brain.y"])
    assert "code.py" in seen[0]
    assert controller.state == "idle"
    assert not is_trusted(path.parent)


def test_yes_is_remembered_until_the_code_changes(qtbot, path: Path) -> None:
    controller = RunController(Document.open(path), is_warmed=False)
    seen: list[str] = []
    for _ in range(2):
        if not seen:
            answer(qtbot, "Trust and run", seen)
        controller.run(["brain.y"])
        qtbot.waitUntil(lambda: controller.state == "finished", timeout=PATIENCE)
    assert len(seen) == 1
    (path.parent / "code.py").write_text("def step(t, u, state):\n    return 8.0 * u, state\n")
    answer(qtbot, "Do not run", seen)
    controller.run(["brain.y"])
    assert "changed since you trusted it" in seen[1]
    controller.close()


def test_without_a_person_the_run_says_what_is_wrong(qtbot, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust_question, "_is_attended", lambda: False)
    controller = RunController(Document.open(path), is_warmed=False)
    errors: list[Exception] = []
    controller.failed.connect(errors.append)
    controller.run(["brain.y"])
    qtbot.waitUntil(lambda: bool(errors), timeout=PATIENCE)
    assert "not trusted" in str(errors[0])
    controller.close()


def test_diagrams_without_code_are_not_asked_about(qtbot, path: Path) -> None:
    document = Document.open(path)
    document.diagram.remove("brain")
    assert trust_question.may_run(document.diagram)
