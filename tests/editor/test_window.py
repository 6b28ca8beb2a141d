"""The window as a person uses it: with the mouse and the keyboard, from an empty canvas to a saved file and a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, write_text
from editor.actions import ENTRIES
from editor.document import Document
from editor.main_window import MainWindow
from editor.start_card import Card
from editor.workspace import Workspace, statistics_text
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def workspace_of(window: MainWindow) -> Workspace:  # noqa: F811
    assert window.workspace is not None
    return window.workspace


def show(window: MainWindow, projects: Path, name: str) -> None:  # noqa: F811
    """Open an example."""
    window.show_document(Document.open(projects / name / "diagram.toml"))


def at(window: MainWindow, x: float, y: float) -> QPoint:  # noqa: F811
    return workspace_of(window).canvas.view.mapFromScene(QPointF(x, y))


def insert(qtbot, window: MainWindow, word: str, x: float, y: float) -> None:  # noqa: F811
    """Double-click the canvas, type a block's name and press Enter."""
    canvas = workspace_of(window).canvas
    count = len(canvas.diagram.blocks)
    QTest.mouseDClick(canvas.view.viewport(), Qt.MouseButton.LeftButton, pos=at(window, x, y))
    popup = canvas.quick_insert
    qtbot.waitUntil(popup.isVisible, timeout=15_000)
    QTest.keyClicks(popup.field, word)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert len(canvas.diagram.blocks) == count + 1


def connect(window: MainWindow, first: str, second: str) -> None:  # noqa: F811
    """Drag from one port to another."""
    canvas = workspace_of(window).canvas
    ends = [canvas.scene.network.end(end) for end in (first, second)]
    start, stop = (at(window, *end.point) for end in ends if end is not None)
    port = canvas.view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(port, (start + stop) / 2)
    QTest.mouseMove(port, stop)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=stop)


def activate(window: MainWindow) -> None:  # noqa: F811
    """Give the window the keyboard, as a click into it would after a popup has closed."""
    window.activateWindow()
    QApplication.processEvents()
    workspace_of(window).canvas.view.setFocus()


@pytest.fixture
def empty(window: MainWindow) -> MainWindow:  # noqa: F811
    assert window.files.new()
    QApplication.processEvents()
    return window


def build_pendulum(qtbot, window: MainWindow) -> None:  # noqa: F811
    insert(qtbot, window, "planar fixed", -140, 0)
    insert(qtbot, window, "planar revolute", 0, 0)
    insert(qtbot, window, "planar rod", 140, 0)
    connect(window, "fixed.a", "revolute.a")
    connect(window, "revolute.b", "rod.a")


def test_start_page_shows_examples_and_opens_one(qtbot, window: MainWindow, projects: Path) -> None:  # noqa: F811
    cards = window.start_page.findChildren(Card)
    assert {"Annular pneumatic rolling robot", "Pendulum", "Two-link arm"} <= {card.accessibleName() for card in cards}
    qtbot.waitUntil(lambda: all(card.is_painted for card in window.start_page.cards), timeout=10_000)
    assert all(not card.picture.pixmap().isNull() for card in window.start_page.cards)
    card = next(card for card in window.start_page.cards if card.accessibleName() == "Pendulum")
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert window.document is not None
    assert window.document.path == projects / "pendulum" / "diagram.toml"
    assert not window.document.is_changed
    assert workspace_of(window).canvas.scene.content_rect().width() > 300


def test_pendulum_from_an_empty_canvas(qtbot, empty: MainWindow, tmp_path: Path) -> None:
    build_pendulum(qtbot, empty)
    document = empty.document
    assert document is not None
    assert set(document.diagram.blocks) == {"fixed", "revolute", "rod"}
    assert len(document.diagram.connections) == 2
    path = tmp_path / "pendulum.toml"
    document.save(path)
    again = read_diagram(path)
    assert write_text(again, "pendulum") == write_text(document.diagram, "pendulum")
    assert again.layout["revolute"][:2] == (0, 0)


def test_undo_all_and_redo_all_give_the_same_file(qtbot, empty: MainWindow) -> None:
    document = empty.document
    assert document is not None
    before = write_text(document.diagram)
    build_pendulum(qtbot, empty)
    view = workspace_of(empty).canvas.view
    workspace_of(empty).canvas.scene.select(["rod"])
    QTest.keyClick(view, Qt.Key.Key_R, CONTROL)
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_D, CONTROL)
    QTest.keyClick(view, Qt.Key.Key_Delete)
    after = write_text(document.diagram)
    steps = document.history.index()
    assert steps >= 8
    activate(empty)
    for _ in range(steps):
        QTest.keyClick(empty, Qt.Key.Key_Z, CONTROL)
    assert not document.history.canUndo()
    assert write_text(document.diagram) == before
    assert workspace_of(empty).canvas.scene.blocks == {}
    for _ in range(steps):
        QTest.keyClick(empty, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert write_text(document.diagram) == after
    assert document.history.index() == steps


def test_into_and_out_of_a_subsystem(qtbot, window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "two_link_arm")
    canvas = workspace_of(window).canvas
    canvas.scene.select(["elbow_drive"])
    QTest.keyClick(canvas.view, Qt.Key.Key_Return)
    assert canvas.way == ("elbow_drive",)
    assert "motor" in "".join(canvas.diagram.blocks)
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert canvas.way == ()
    assert canvas.scene.selected_names() == ["elbow_drive"]
    canvas.go(("elbow_drive",))
    canvas.breadcrumb.chosen.emit(())
    assert canvas.way == ()


def test_group_makes_a_subsystem_that_means_the_same(window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "pendulum")
    document, canvas = workspace_of(window).document, workspace_of(window).canvas
    before = write_text(document.diagram)
    canvas.scene.select(["joint", "rod", "motor"])
    window.actions_by_name["group"].trigger()
    inner = document.diagram.blocks["subsystem"]
    assert isinstance(inner, Diagram)
    assert set(inner.blocks) == {"joint", "rod", "motor"}
    assert inner.values == {"length": "= length"}
    assert len(inner.connections) + len(document.diagram.connections) == 7
    assert canvas.scene.selected_names() == ["subsystem"]
    canvas.go(("subsystem",))
    document.history.undo()
    assert canvas.way == ()  # the subsystem one was in is gone
    assert write_text(document.diagram) == before


def test_grouped_diagram_still_compiles(window: MainWindow, projects: Path) -> None:  # noqa: F811
    from solver.model import compile_model

    show(window, projects, "pendulum")
    workspace_of(window).canvas.scene.select(["joint", "rod", "motor", "pivot"])
    window.edits.group()
    assert compile_model(workspace_of(window).document.diagram) is not None


def test_align_distribute_comment_out_and_tidy(window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "pendulum")
    document, canvas = workspace_of(window).document, workspace_of(window).canvas
    document.move(document.diagram, {"angle": (140, 60), "joint": (280, 140), "rod": (420, 140)})
    canvas.scene.select(["angle", "joint", "rod"])
    window.edits.align("top")
    assert {document.diagram.layout[name][1] for name in ("angle", "joint", "rod")} == {60}
    document.move(document.diagram, {"joint": (200, 60)})
    window.edits.distribute(0)
    assert document.diagram.layout["joint"][0] == 280
    window.edits.comment_out()
    assert document.diagram.disabled == {"angle", "joint", "rod"}
    window.edits.comment_out()
    assert document.diagram.disabled == set()
    window.edits.tidy()
    assert len({place[:2] for place in document.diagram.layout.values()}) == len(document.diagram.blocks)


def test_problems_are_counted_and_marked(qtbot, empty: MainWindow) -> None:
    insert(qtbot, empty, "planar rod", 0, 0)
    insert(qtbot, empty, "pid", 200, 0)
    workspace = workspace_of(empty)
    qtbot.waitUntil(lambda: bool(workspace.found), timeout=10_000)
    assert "problem" in empty.status.problems.text()
    assert empty.status.problems.text() != "No problems"
    qtbot.waitUntil(lambda: workspace.canvas.scene.blocks["pid"].problem != "", timeout=15_000)
    QTest.mouseClick(empty.status.problems, Qt.MouseButton.LeftButton)
    assert not workspace.problems.isHidden()


def test_run_to_the_end(qtbot, window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "pendulum")
    workspace = workspace_of(window)
    QTest.keyClick(window, Qt.Key.Key_T, CONTROL)
    qtbot.waitUntil(lambda: workspace.controller.state == "finished", timeout=20_000)
    run = workspace.controller.store.last
    assert run is not None
    assert run.time[-1] == pytest.approx(4.0)
    assert "rod.phi" in run
    qtbot.waitUntil(lambda: window.status.middle.text().startswith("4 states"), timeout=15_000)  # the check tells


def test_dark_and_light_at_run_time(window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "two_link_arm")
    QTest.keyClick(window, Qt.Key.Key_D, CONTROL | SHIFT)
    assert window.theme.is_dark
    picture = window.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 300).lightness() < 80
    QTest.keyClick(window, Qt.Key.Key_D, CONTROL | SHIFT)
    assert not window.theme.is_dark


def test_panels_are_hidden_and_come_back(window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "two_link_arm")
    workspace = workspace_of(window)
    for name in ("scope", "animation"):
        window.actions_by_name[f"show_{name}"].trigger()
    assert workspace.lower_row.isHidden()
    assert not window.actions_by_name["show_scope"].isChecked()
    show(window, projects, "pendulum")
    assert workspace_of(window).scopes.isHidden()  # remembered
    window.actions_by_name["show_scope"].trigger()
    assert not workspace_of(window).lower_row.isHidden()


def test_every_action_has_words_and_no_key_twice(window: MainWindow) -> None:  # noqa: F811
    keys = [key for entry in ENTRIES for key in entry.keys.split()]
    assert len(keys) == len(set(keys))
    assert all(entry.text and entry.tip and entry.keys for entry in ENTRIES)
    wanted = {"Ctrl+T", "F5", "Ctrl+Shift+T", "F10", "Space", "Ctrl+E", "Ctrl+F", "Ctrl+Shift+F", "Ctrl+G", "F7",
              "Ctrl+Shift+X", "Ctrl+Shift+P", "Ctrl+R", "Ctrl+Shift+R", "Ctrl+I", "Ctrl+D", "F"}  # fmt: skip
    assert wanted <= set(keys)
    assert len(window.actions_by_name) == len(ENTRIES)


def test_menu_does_what_the_canvas_key_does(window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "pendulum")
    canvas = workspace_of(window).canvas
    canvas.scene.select(["rod"])
    x, y = canvas.diagram.layout["rod"][:2]
    window.actions_by_name["rotate"].trigger()
    assert canvas.diagram.layout["rod"] == (x, y, 90)
    window.actions_by_name["select_all"].trigger()
    assert len(canvas.scene.selected_names()) == 7


def test_command_palette_finds_actions_and_blocks(qtbot, window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "pendulum")
    QTest.keyClick(window, Qt.Key.Key_P, CONTROL | SHIFT)
    popup = QApplication.activeWindow() or QApplication.focusWidget()
    from editor.command_palette import CommandPalette

    popup = next(widget for widget in window.findChildren(CommandPalette))
    QTest.keyClicks(popup.field, "insert electrical.Resistor")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert "resistor" in workspace_of(window).canvas.diagram.blocks


def test_find_in_model_goes_into_subsystems(qtbot, window: MainWindow, projects: Path) -> None:  # noqa: F811
    show(window, projects, "two_link_arm")
    canvas = workspace_of(window).canvas
    inside = next(iter(canvas.document.at(("elbow_drive",)).blocks))
    canvas.show_block(f"elbow_drive.{inside}.something")
    assert canvas.way == ("elbow_drive",)
    assert canvas.scene.selected_names() == [inside]


def test_status_in_words() -> None:
    assert statistics_text({}) == ""
    assert statistics_text({"states": 1, "constraints": 2}) == "1 state · 2 constraints"


def test_the_scope_has_the_row_until_there_is_something_to_animate(qtbot, window: MainWindow, projects: Path) -> None:  # noqa: F811
    window.files.new()
    workspace, action = workspace_of(window), window.actions_by_name["show_animation"]
    assert workspace.animation.isHidden()
    assert not action.isChecked()
    assert workspace.scopes.width() > 0.95 * workspace.lower_row.width()
    for k, kind in enumerate(("planar.Fixed", "planar.Revolute", "planar.Rod")):
        workspace.document.add_block(workspace.document.diagram, kind, (140 * k, 0))
    qtbot.waitUntil(workspace.animation.isVisible, timeout=15_000)
    assert action.isChecked()
    action.trigger()  # nobody wants it
    workspace.document.remove(workspace.document.diagram, list(workspace.document.diagram.blocks))
    workspace.document.history.setClean()
    show(window, projects, "pendulum")
    assert workspace_of(window).animation.isHidden()


def test_what_was_kept_back_comes_with_the_next_file(window: MainWindow, projects: Path) -> None:  # noqa: F811
    window.files.new()
    assert workspace_of(window).animation.isHidden()
    show(window, projects, "pendulum")
    assert workspace_of(window).animation.isVisible()
