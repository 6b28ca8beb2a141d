"""Arrays in the window: spread out and gathered by keys, and one element opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from blocks.diagram_file import write_text
from editor.document import Document
from editor.formations import FORMS
from editor.inspector_block import BlockPage
from editor.main_window import MainWindow
from editor.workspace import Workspace
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def workspace(window: MainWindow, projects: Path) -> Workspace:  # noqa: F811
    window.show_document(Document.open(projects / "annular" / "mechanism.toml"))
    assert window.workspace is not None
    return window.workspace


def crumbs(workspace: Workspace) -> list[str]:
    line = workspace.canvas.breadcrumb
    return [step.text() for step in line.findChildren(QPushButton) if step.isVisible()]


def test_gathered_and_spread_again_by_keys(qtbot, window: MainWindow, workspace: Workspace) -> None:  # noqa: F811
    document, canvas = workspace.document, workspace.canvas
    before = write_text(document.diagram)
    canvas.scene.select(["unit[3]"])
    QTest.keyClick(window, Qt.Key.Key_0, CONTROL | ALT)
    assert list(document.diagram.places_of("unit")) == ["unit"]
    assert "unit" in canvas.scene.blocks
    for key, how in zip((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4), FORMS, strict=True):
        QTest.keyClick(window, key, CONTROL | ALT)
        places = document.diagram.places_of("unit")
        assert len(places) == 16, how
        columns, rows = {place[0] for place in places.values()}, {place[1] for place in places.values()}
        assert {"row": len(rows) == 1, "column": len(columns) == 1, "grid": len(columns) == len(rows) == 4}.get(
            how, True
        )
    assert document.history.index() == 5
    for _ in range(5):
        document.history.undo()
    assert write_text(document.diagram) == before


def test_what_is_no_array_is_told(window: MainWindow, workspace: Workspace, monkeypatch) -> None:  # noqa: F811
    said: list[str] = []
    monkeypatch.setattr(window, "show_message", said.append)
    workspace.canvas.scene.select(["world"])
    window.actions_by_name["array_ring"].trigger()
    assert not workspace.document.history.canUndo()
    assert said == ["Select an array of 2 to 256 blocks; its count is set in the inspector."]


def test_one_element_is_opened_and_left_again(qtbot, workspace: Workspace) -> None:
    canvas = workspace.canvas
    unit = canvas.scene.network.placed["unit[3]"]
    spot = canvas.view.mapFromScene(QPointF(unit.x, unit.y))
    QTest.mouseClick(canvas.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    page = workspace.inspector.page
    assert isinstance(page, BlockPage)
    assert page.name == "unit"
    QTest.mouseDClick(canvas.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert canvas.way == ("unit[3]",)
    assert "joint" in canvas.diagram.blocks
    qtbot.waitUntil(lambda: crumbs(workspace) == ["mechanism", "unit[3]"], timeout=15_000)
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert canvas.way == ()
    assert canvas.scene.selected_items() == ["unit[3]"]
    canvas.show_block("unit[5].joint")
    assert canvas.way == ("unit[5]",)
    assert canvas.scene.selected_names() == ["joint"]


def test_the_element_one_is_in_may_go(workspace: Workspace) -> None:
    canvas, document = workspace.canvas, workspace.document
    canvas.go(("unit[9]",))
    document.set_count(document.diagram, "unit", 4)
    assert canvas.way == ()
