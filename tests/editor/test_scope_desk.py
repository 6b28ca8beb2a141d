"""Scopes in windows of their own: torn off, docked again, opened from the diagram, remembered, with one cursor."""

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.style import DARK
from tests.editor.scope_bench import Bench
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bench(qtbot):
    made = Bench(qtbot, has_desk=True)
    yield made
    made.desk.close_windows()
    made.close()


def titles(panel):
    return [plot.facts.key for plot in panel.plots]


def test_a_plot_is_torn_off_and_comes_back(bench, qtbot):
    bench.run()
    desk = bench.desk
    qtbot.mouseClick(desk.main.plots[0].tear, LEFT)
    bench.settle()
    dock = desk.docks["angles\tdeg"]
    assert dock.isFloating()
    assert dock.isWindow()
    assert dock.windowTitle() == "angles"
    assert titles(dock.panel) == [("angles", "deg")]
    assert titles(desk.main) == [("", "V")]
    assert len(dock.panel.plots[0].curves["a"].now.getData()[0]) == 1001
    qtbot.mouseClick(dock.panel.bar.window_button, LEFT)
    bench.settle()
    assert not dock.isFloating()  # beside the first one
    assert dock.isVisible()
    qtbot.mouseClick(dock.panel.bar.close_button, LEFT)
    bench.settle()
    assert list(desk.docks) == [""]
    assert titles(desk.main) == [("angles", "deg"), ("", "V")]


def test_several_at_once_share_the_cursor_and_the_clock(bench, qtbot):
    bench.run()
    desk = bench.desk
    desk.tear_off(("angles", "deg"))
    desk.tear_off(("", "V"))
    bench.settle()
    one, two = desk.docks["angles\tdeg"].panel, desk.docks["\tV"].panel
    qtbot.mouseClick(one.bar.buttons["cursor"], LEFT)
    one.set_cursor(0, 3.0)
    assert two.cursors[0] == 3.0
    assert desk.main.cursors[0] == 3.0
    assert two.plots[0].cursors[0].value() == 3.0
    assert one._clock is two._clock is desk.main._clock
    run = bench.run(factor=2.0)
    for panel in (one, two):
        assert panel.run is run
    assert one.plots[0].curves["a"].now.getData()[1].max() == pytest.approx(1145.9, abs=0.1)


def test_the_first_scope_floats_too_and_leaves_its_room(bench, qtbot):
    desk = bench.desk
    desk.tear_off(("", "V"))
    qtbot.mouseClick(desk.main.bar.window_button, LEFT)
    bench.settle()
    assert desk.docks[""].isFloating()
    assert desk.isHidden()
    assert desk.docks[""].isVisible()
    desk.show()  # View, Scope
    bench.settle()
    assert not desk.docks[""].isFloating()
    assert desk.docks["\tV"].isFloating()


def test_signals_are_dragged_between_windows(bench, qtbot):
    bench.run()
    desk = bench.desk
    desk.tear_off(("", "V"))
    bench.settle()
    window_plot = desk.docks["\tV"].panel.plots[0]
    place = window_plot.widget.mapToGlobal(QPointF(window_plot.widget.rect().center()))
    desk.main.mover.drag("b", place, False)
    assert window_plot.hint.isVisible()
    desk.main.mover.drag("b", place, True)
    bench.settle()
    assert window_plot.facts.right == ("b",)
    assert titles(desk.main) == [("angles", "deg")]


def test_dark(bench):
    bench.run()
    bench.desk.tear_off(("", "V"))
    bench.desk.set_theme(DARK)
    bench.settle()
    dock = bench.desk.docks["\tV"]
    assert dock.panel.plots[0].widget.grab().toImage().pixelColor(300, 5).name() == DARK.panel
    assert dock.grab().toImage().pixelColor(dock.width() // 2, 4).name() == DARK.panel


def settled(window, qtbot, path):  # noqa: F811
    window.files.open(path)
    workspace = window.workspace
    qtbot.waitUntil(lambda: workspace.checker.facts is not None, timeout=15_000)
    return workspace


def test_a_double_click_opens_a_scope_block_and_its_window_is_remembered(window, qtbot, projects):  # noqa: F811
    path = projects / "two_link_arm" / "diagram.toml"
    workspace = settled(window, qtbot, path)
    view, scene = workspace.canvas.view, workspace.canvas.scene
    x, y = workspace.document.diagram.layout["voltages"][:2]
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.mapFromScene(QPointF(x, y))), timeout=15_000)
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(QPointF(x, y)))
    qtbot.mouseDClick(view.viewport(), LEFT, pos=view.mapFromScene(QPointF(x, y)))
    assert scene.selected_names() == ["voltages"]
    dock = workspace.scopes.docks["voltages"]
    qtbot.waitUntil(lambda: titles(dock.panel) == [("voltages", "V")], timeout=15_000)
    assert dock.isFloating()
    assert ("voltages", "V") not in titles(workspace.scope)
    dock.setGeometry(120, 90, 500, 300)
    window.close_document()
    workspace = settled(window, qtbot, path)
    dock = workspace.scopes.docks["voltages"]
    assert dock.isFloating()
    assert (dock.width(), dock.height()) == (500, 300)
    qtbot.waitUntil(lambda: titles(dock.panel) == [("voltages", "V")], timeout=15_000)
