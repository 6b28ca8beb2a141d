"""The check behind the editor: it finds what is wrong, follows edits, and never makes the window wait."""

import os
import signal

import pytest
from PySide6.QtCore import Qt

from blocks.errors import ModelError
from editor import check_thread
from editor.checker import Checker
from editor.document import Document
from editor.problems import ProblemsPanel
from editor.style import DARK, LIGHT
from tests.models.live_models import charging


@pytest.fixture
def make(qtbot):
    """Return a function that makes the checker of a diagram, and the list of its answers."""
    made = []

    def maker(diagram, **options):
        checker = Checker(Document(diagram), **options)
        made.append(checker)
        answers = []
        checker.checked.connect(answers.append)
        return checker, checker._document, answers

    yield maker
    for checker in made:
        checker.close()


def test_problems_follow_the_edits(qtbot, make):
    checker, document, answers = make(charging())
    facts, statistics = [], []
    checker.described.connect(facts.append)
    checker.statistics.connect(statistics.append)
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=15_000)
    assert answers[-1] == []
    assert statistics[-1]["states"] == 1
    assert statistics[-1]["seconds"] > 0
    assert facts[-1].shown == ("c.v",)
    assert facts[-1].display_unit("c.v") == "V"
    document.set_value(document.diagram, "r", "R", "5 V")
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=15_000)
    problem = answers[-1][0]
    assert isinstance(problem, ModelError)
    assert problem.where.startswith("r")
    document.history.undo()
    qtbot.waitUntil(lambda: len(answers) == 3, timeout=15_000)
    assert answers[-1] == []


def test_moving_a_block_compiles_nothing(qtbot, make):
    checker, document, answers = make(charging())
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=15_000)
    document.move(document.diagram, {"r": (100, 100)})
    qtbot.wait(800)
    assert len(answers) == 1
    checker.check_now()  # a person who asks gets the same answer again
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=15_000)


def test_only_the_latest_counts(qtbot, make):
    checker, document, answers = make(charging())
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=15_000)
    for k in range(5):
        document.set_value(document.diagram, "r", "R", 1000 + k)
        checker.check_now()
    qtbot.waitUntil(lambda: len(answers) >= 2, timeout=15_000)
    qtbot.wait(500)
    assert len(answers) <= 3


def test_a_process_that_dies_is_replaced(qtbot, make):
    checker, document, answers = make(charging())
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=15_000)
    os.kill(checker.pid, signal.SIGKILL)
    qtbot.wait(100)
    document.set_value(document.diagram, "r", "R", 2000)
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=15_000)
    assert answers[-1] == []


def test_a_check_that_hangs_is_given_up(qtbot, make, monkeypatch):
    monkeypatch.setattr(check_thread, "CODE", "import time; time.sleep(1000)")
    checker, document, answers = make(charging(), longest=0.5)
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=15_000)
    assert "longer than 0.5 s" in answers[0][0].what
    monkeypatch.undo()
    checker._thread._longest = 60.0
    checker.check_now()
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=15_000)
    assert answers[-1] == []


def test_the_panel_shows_problems_and_tells_where(qtbot):
    panel = ProblemsPanel(LIGHT)
    qtbot.addWidget(panel)
    panel.resize(400, 300)
    panel.show()
    assert panel.rows == []
    first = ModelError("A is <wrong>.", "arm.elbow.axis", "Because.", "Do this.")
    panel.show_problems([first, ModelError("B is wrong.")])
    panel.show_warnings(["Something repeats itself."])
    assert [row.problem.what for row in panel.rows] == ["A is <wrong>.", "B is wrong.", "Something repeats itself."]
    clicked = []
    panel.where_clicked.connect(clicked.append)
    qtbot.mouseClick(panel.rows[0], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.rows[1], Qt.MouseButton.LeftButton)
    assert clicked == ["arm"]
    panel.set_theme(DARK)
    assert len(panel.rows) == 3
    panel.show_problems([])
    panel.show_warnings([])
    assert panel.rows == []
