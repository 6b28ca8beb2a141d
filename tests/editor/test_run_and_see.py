"""Running and seeing in the whole window, by keys and mouse: what a person does with a model once it is built."""
# ruff: noqa: F811

from __future__ import annotations

import math
import os
import signal
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QLineEdit

from blocks.diagram_file import write_diagram
from editor.main_window import MainWindow
from tests.editor.scope_bench import wheel
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401
from tests.models.live_models import root_of_a_sine

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Desk:
    """A window with the pendulum, a keyboard and a mouse."""

    def __init__(self, qtbot, window: MainWindow, path: Path):
        self.qtbot, self.window = qtbot, window
        window.files.open(path)
        window.activateWindow()
        self.wait(lambda: self.workspace.checker.facts is not None)
        self.view.setFocus()

    @property
    def workspace(self):
        return self.window.workspace

    @property
    def controller(self):
        return self.workspace.controller

    @property
    def view(self):
        return self.workspace.canvas.view

    @property
    def scope(self):
        return self.workspace.scope

    def wait(self, what) -> None:
        self.qtbot.waitUntil(what, timeout=15_000)

    def settle(self) -> None:
        self.qtbot.wait(60)

    def key(self, key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.window, key, modifier)

    def press(self, button) -> None:
        self.qtbot.mouseClick(button, LEFT)
        self.settle()

    def pace(self, text: str) -> None:
        next(action for action in self.workspace.run_bar.pace.menu().actions() if action.text() == text).trigger()

    def run(self, *states: str) -> None:
        self.key(Qt.Key.Key_T, CONTROL)
        self.wait(lambda: self.controller.state in (states or ("finished",)))

    def place(self, plot, x, y=None) -> QPoint:
        low, high = plot.view.viewRange()[1]
        return plot.widget.mapFromScene(plot.view.mapViewToScene(QPointF(x, (low + high) / 2 if y is None else y)))

    @property
    def reached(self) -> float:
        run = self.controller.store.last
        return float(run.time[-1]) if run is not None and len(run) else 0.0


@pytest.fixture
def desk(qtbot, window, projects) -> Desk:
    return Desk(qtbot, window, projects / "pendulum" / "diagram.toml")


def test_run_pause_step_go_on_and_stop_by_keys(desk):
    desk.pace("0.5x real")  # slow motion
    desk.run("running")
    desk.wait(lambda: desk.reached > 0.05)
    desk.key(Qt.Key.Key_Space)
    assert desk.controller.state == "paused"
    desk.qtbot.wait(150)  # what was under way arrives
    at = desk.reached
    desk.key(Qt.Key.Key_F10)
    desk.wait(lambda: desk.reached > at)
    assert desk.reached < at + 0.5
    desk.key(Qt.Key.Key_Space)
    assert desk.controller.state == "running"
    desk.wait(lambda: desk.workspace.run_bar.time.text[1].endswith("left"))
    desk.key(Qt.Key.Key_T, CONTROL | SHIFT)
    assert desk.controller.state == "idle"
    assert 0 < desk.reached < 4


def test_real_time_is_not_outrun(desk):
    """How far a busy machine lags behind is no fault; that a run goes faster than the clock would be one."""
    desk.pace("1x real")
    asked = monotonic()  # the run begins a little later
    desk.run("running")
    desk.wait(lambda: desk.controller.speed is not None and desk.reached > 1.0)
    assert desk.reached < monotonic() - asked
    desk.key(Qt.Key.Key_T, CONTROL | SHIFT)


def test_a_parameter_is_tuned_in_the_inspector_while_it_runs(desk):
    desk.pace("0.5x real")
    desk.run("running")
    desk.workspace.canvas.scene.select(["rod"])
    desk.settle()
    tuned = []
    desk.workspace.inspector.tuned.connect(lambda name, value: tuned.append((name, value)))
    page = desk.workspace.inspector
    field = next(f for f in page.findChildren(QLineEdit) if f.isVisible() and f.text().startswith("0.4"))
    desk.qtbot.mouseDClick(field, LEFT)
    field.selectAll()
    desk.qtbot.keyClicks(field, "3")
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.wait(lambda: bool(tuned))
    assert tuned[0][0] == "rod.m"
    assert desk.controller.state == "running"
    desk.key(Qt.Key.Key_T, CONTROL | SHIFT)


def test_values_stand_on_connections_and_the_key_takes_them_away(desk):
    desk.run()

    def texts():
        return [text for item in desk.workspace.canvas.scene.wires.values() for _, text in item.texts]

    desk.wait(lambda: bool(texts()))
    assert any(text.split()[-1] in ("deg", "N.m", "rad", "Nm") for text in texts()), texts()
    desk.press(desk.workspace.run_bar.values)
    assert texts() == []
    desk.key(Qt.Key.Key_V, CONTROL | SHIFT)
    desk.wait(lambda: bool(texts()))


def test_scroll_back_and_hold_while_it_runs(desk):
    desk.pace("1x real")
    desk.run("running")
    desk.wait(lambda: desk.reached > 0.5)
    plot = desk.scope.plots[0]
    wheel(desk, plot, 0.2, 6)
    seen, at = plot.x_range, desk.reached
    assert seen[1] < 2.0
    desk.wait(lambda: desk.reached > at + 0.3)
    assert plot.x_range == seen  # the run goes on, the view does not
    desk.press(desk.scope.bar.buttons["follow"])
    desk.wait(lambda: plot.x_range[1] > seen[1])
    desk.press(desk.scope.bar.buttons["hold"])
    name = next(iter(plot.curves))
    drawn = len(plot.curves[name].now.getData()[0])
    at = desk.reached
    desk.wait(lambda: desk.reached > at + 0.2)
    assert len(plot.curves[name].now.getData()[0]) == drawn
    desk.key(Qt.Key.Key_T, CONTROL | SHIFT)


def test_cursor_measure_compare_and_save_by_mouse(desk, tmp_path):
    desk.run()
    first = desk.controller.store.last
    desk.key(Qt.Key.Key_T, CONTROL)
    desk.wait(lambda: desk.controller.store.last is not first and desk.controller.state == "finished")
    bar, plot = desk.scope.bar, desk.scope.plots[0]
    desk.press(bar._chip)
    assert desk.scope.other is first
    curve = next(iter(plot.curves.values()))
    desk.wait(lambda: curve.other.getData()[0] is not None and len(curve.other.getData()[0]) > 10)
    desk.press(bar.buttons["cursor"])
    desk.qtbot.mouseClick(plot.widget.viewport(), LEFT, pos=desk.place(plot, 1.0))
    desk.settle()
    assert desk.scope.cursors[0] == pytest.approx(1.0, abs=0.1)
    assert all(each.cursors[0].isVisible() for each in desk.scope.stack.timed)
    desk.qtbot.mouseClick(plot.widget.viewport(), LEFT, SHIFT, pos=desk.place(plot, 3.0))
    desk.settle()
    assert desk.scope.strip.isVisible()
    assert "rms" in desk.scope.strip.text()
    desk.scope.export(tmp_path / "curves.csv").join()
    assert (tmp_path / "curves.csv").read_text().count("\n") > 50


def test_the_trigger_holds_the_view(desk):
    desk.pace("0.1x real")  # time enough to type before the arm is lifted from -90 to -30 degrees
    desk.run("running")
    desk.press(desk.scope.bar.buttons["trigger"])
    trigger = desk.scope.trigger
    assert trigger.isVisible()
    run = desk.controller.store.last
    name = next(name for name, unit in trigger._symbols.items() if unit == "deg" and run[name][0] < -1.5)
    trigger.signals.setCurrentText(name)
    trigger.level.selectAll()
    desk.qtbot.keyClicks(trigger.level, "-60")
    desk.pace("2x real")
    desk.wait(lambda: desk.scope.bar.buttons["hold"].isChecked())
    assert math.degrees(run.at(desk.scope.cursors[0], name)) == pytest.approx(-60, abs=0.1)
    desk.key(Qt.Key.Key_T, CONTROL | SHIFT)


def test_a_killed_worker_leaves_the_window_and_the_next_run(desk):
    desk.pace("0.5x real")
    desk.run("running")
    desk.wait(lambda: desk.controller.worker_pid is not None and desk.reached > 0.1)
    os.kill(desk.controller.worker_pid, signal.SIGKILL)
    desk.wait(lambda: desk.controller.state == "failed")
    assert desk.workspace.problems.isVisible()
    assert "died" in desk.workspace.problems.rows[0].problem.what
    desk.pace("as fast as it can")
    desk.run()
    assert desk.reached == pytest.approx(4.0)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs signals")
def test_a_hung_worker_is_stopped_at_once(desk):
    desk.pace("0.5x real")
    desk.run("running")
    desk.wait(lambda: desk.controller.worker_pid is not None and desk.reached > 0.1)
    pid = desk.controller.worker_pid
    os.kill(pid, signal.SIGSTOP)
    desk.key(Qt.Key.Key_T, CONTROL | SHIFT)
    assert desk.controller.state == "idle"
    desk.pace("as fast as it can")
    desk.run()
    assert desk.reached == pytest.approx(4.0)
    assert desk.controller.worker_pid != pid


def test_a_problem_is_listed_marked_and_a_click_selects_its_block(desk):
    diagram = desk.workspace.document.diagram
    desk.workspace.canvas.scene.select(["angle"])
    desk.qtbot.keyClick(desk.view, Qt.Key.Key_Delete)
    assert "angle" not in diagram.blocks
    desk.key(Qt.Key.Key_F7)
    desk.wait(lambda: bool(desk.workspace.problems.rows))
    row = next(row for row in desk.workspace.problems.rows if row.problem.where)
    name = row.problem.where.partition(".")[0]
    assert name == "controller"
    assert desk.workspace.canvas.scene.blocks[name].problem
    desk.qtbot.mouseClick(row, LEFT)
    assert desk.workspace.canvas.scene.selected_names() == [name]
    assert row.problem.fix


def test_the_explanation_lists_states_and_a_click_selects_the_block(desk):
    desk.window.actions_by_name["explain"].trigger()
    desk.wait(lambda: hasattr(desk.window.reports, "explanation"))
    view = desk.window.reports.explanation
    sections = [view.tree.topLevelItem(k).text(0) for k in range(view.tree.topLevelItemCount())]
    assert any(text.startswith("States") for text in sections)
    assert any(text.startswith("What determines what") for text in sections)
    desk.qtbot.keyClicks(view.search, "rod.phi")
    states = view.tree.topLevelItem(0)
    row = next(states.child(k) for k in range(states.childCount()) if not states.child(k).isHidden())
    desk.qtbot.mouseClick(view.tree.viewport(), LEFT, pos=view.tree.visualItemRect(row).center())
    assert desk.workspace.canvas.scene.selected_names() == ["rod"]
    view.close()


def test_a_run_right_after_an_edit_records_what_the_new_diagram_shows(desk):
    document, old = desk.workspace.document, desk.workspace.checker.facts
    desk.press(desk.workspace.run_bar.values)  # else it is recorded anyway
    name = document.add_block(document.diagram, "signals.Scope", (600, 400), "speed")
    document.connect_ports(document.diagram, f"{name}.u[1]", "controller.command")
    desk.key(Qt.Key.Key_T, CONTROL)
    assert desk.workspace.checker.facts is old  # the check knows nothing of the edit yet
    desk.wait(lambda: desk.controller.state == "finished")
    desk.wait(lambda: desk.workspace.checker.facts is not old)
    assert "controller.command" in desk.controller.store.last
    assert "speed" in [plot.title for plot in desk.scope.plots]
    assert not desk.scope._note.isVisible()


def test_what_a_person_just_built_is_animated_by_its_first_run(qtbot, window):
    window.files.new()
    workspace = window.workspace
    document, diagram = workspace.document, workspace.document.diagram
    for k, kind in enumerate(("planar.Fixed", "planar.Revolute", "planar.Rod")):
        document.add_block(diagram, kind, (140 * k, 0))
    document.connect_ports(diagram, "fixed.a", "revolute.a")
    document.connect_ports(diagram, "revolute.b", "rod.a")
    qtbot.keyClick(window, Qt.Key.Key_T, CONTROL)
    assert workspace.checker.facts is None
    qtbot.waitUntil(lambda: workspace.controller.state == "finished", timeout=15_000)
    qtbot.waitUntil(lambda: workspace.animation.view.has_motion, timeout=15_000)
    assert workspace.animation.isVisible()


def test_what_a_run_warns_of_stands_in_the_status_line_and_in_the_panel(qtbot, window, tmp_path):
    path = tmp_path / "root.toml"
    write_diagram(root_of_a_sine(), path)
    desk = Desk(qtbot, window, path)
    desk.run()
    desk.wait(lambda: window.status.problems.text() == "No problems, 1 warning")
    desk.press(window.status.problems)
    row = desk.workspace.problems.rows[0]
    assert row.problem.what.startswith('"root.y" is not a number')
    desk.qtbot.mouseClick(row, LEFT)
    assert desk.workspace.canvas.scene.selected_names() == ["root"]
    desk.workspace.document.set_value(desk.workspace.document.diagram, "wave", "amplitude", 0)
    desk.run()
    desk.settle()
    assert window.status.problems.text() == "No problems"
