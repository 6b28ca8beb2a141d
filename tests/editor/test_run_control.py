"""Runs from the editor: they start, pause, step, stop at once, can be tuned, and survive the death of their worker."""

import os
import signal

import pytest

from blocks.errors import ModelError
from editor.document import Document
from editor.run_bar import RunBar
from editor.run_control import RunController
from editor.style import LIGHT
from tests.models.live_models import charging, endless

PENDULUM = "projects/pendulum/diagram.toml"


@pytest.fixture
def make(qtbot, request):
    """Return a function that makes the controller of a diagram."""
    made = []

    def maker(source):
        document = Document.open(request.config.rootpath / source) if isinstance(source, str) else Document(source)
        controller = RunController(document, is_warmed=False)
        made.append(controller)
        return controller

    yield maker
    for controller in made:
        controller.close()


def rows(controller):
    return len(controller.store.last or ())


def test_a_run_delivers_everything(qtbot, make):
    controller = make(PENDULUM)
    states, batches, fractions = [], [], []
    controller.state_changed.connect(states.append)
    controller.batch.connect(batches.append)
    controller.progressed.connect(lambda progress: fractions.append(progress.fraction))
    controller.run(["joint.phi", "motor.torque"])
    assert controller.state == "compiling"
    qtbot.waitUntil(lambda: controller.state == "finished", timeout=15_000)
    assert states == ["compiling", "running", "finished"]
    run = controller.store.last
    assert run.name == "run 1"
    assert run.names == ["joint.phi", "motor.torque"]
    assert len(run) == sum(len(batch) for batch in batches)
    assert run.time[-1] == pytest.approx(4.0)
    assert run["joint.phi"][-1] == pytest.approx(-0.5236, abs=0.01)  # lifted to -30 degrees
    assert fractions[-1] == 1.0


def test_pause_step_resume(qtbot, make):
    controller = make(endless())
    controller.run()
    qtbot.waitUntil(lambda: controller.state == "running", timeout=15_000)
    controller.pause()
    assert controller.state == "paused"
    qtbot.wait(200)
    count = rows(controller)
    qtbot.wait(200)
    assert rows(controller) == count
    controller.step()
    qtbot.waitUntil(lambda: rows(controller) > count, timeout=15_000)
    stepped = rows(controller)
    assert stepped - count < 20
    controller.resume()
    assert controller.state == "running"
    qtbot.waitUntil(lambda: rows(controller) > stepped + 100, timeout=15_000)


def test_a_step_without_a_run_begins_a_paused_one(qtbot, make):
    controller = make(charging())
    controller.step()
    qtbot.waitUntil(lambda: controller.state == "paused", timeout=15_000)
    before = controller.store.last.time[-1]
    assert before < 0.1
    controller.step()
    qtbot.waitUntil(lambda: controller.store.last.time[-1] > before, timeout=15_000)


def test_stop_is_immediate_and_the_next_run_is_quick(qtbot, make):
    controller = make(endless())
    controller.run()
    qtbot.waitUntil(lambda: rows(controller) > 100, timeout=15_000)
    controller.stop()
    assert controller.state == "idle"
    assert rows(controller) > 100
    count = rows(controller)
    controller.run()
    assert controller.store.last.name == "run 2"
    qtbot.waitUntil(lambda: controller.state == "running", timeout=15_000)
    assert len(controller.store.runs[0]) == count


def test_stop_while_compiling(qtbot, make):
    controller = make(PENDULUM)
    controller.run()
    controller.stop()
    assert controller.state == "idle"
    controller.run()
    qtbot.waitUntil(lambda: controller.state == "finished", timeout=15_000)


def test_pace_and_tuning(qtbot, make):
    controller = make(charging())
    controller.set_pace(5.0)
    controller.run(["c.v", "r.p.i"])
    qtbot.waitUntil(lambda: rows(controller) > 3, timeout=15_000)
    controller.tune("source.V", "3 V")
    qtbot.waitUntil(lambda: controller.state == "finished", timeout=15_000)
    assert controller.store.last["c.v"][-1] > 1.5
    assert controller.speed == pytest.approx(5.0, rel=0.4)


def test_a_refused_value_is_told_and_the_run_goes_on(qtbot, make):
    controller = make(charging())
    controller.set_pace(5.0)
    problems = []
    controller.refused.connect(problems.append)
    controller.run()
    qtbot.waitUntil(lambda: rows(controller) > 3, timeout=15_000)
    controller.tune("r.R", "-5 V")
    qtbot.waitUntil(lambda: bool(problems), timeout=15_000)
    assert isinstance(problems[0], ModelError)
    assert controller.state == "running"


def test_a_killed_worker_fails_the_run_but_not_the_next(qtbot, make):
    controller = make(endless())
    errors = []
    controller.failed.connect(errors.append)
    controller.run()
    qtbot.waitUntil(lambda: rows(controller) > 10, timeout=15_000)
    os.kill(controller.worker_pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: controller.state == "failed", timeout=15_000)
    assert "died" in errors[0].what
    assert rows(controller) > 10
    controller.run()
    qtbot.waitUntil(lambda: controller.state == "running", timeout=15_000)


def test_a_wrong_model_fails_with_its_problems(qtbot, make):
    diagram = charging()
    diagram.remove("ground")
    diagram.remove("source")
    controller = make(diagram)
    errors = []
    controller.failed.connect(errors.append)
    controller.run(["no.such"])
    qtbot.waitUntil(lambda: controller.state == "failed", timeout=15_000)
    assert isinstance(errors[0], ModelError)


def test_edits_during_a_run_do_not_reach_it(qtbot, make):
    controller = make(charging())
    document = controller._document
    controller.run(["c.v"])
    document.remove(document.diagram, ["source"])
    qtbot.waitUntil(lambda: controller.state == "finished", timeout=15_000)
    assert controller.store.last["c.v"][-1] == pytest.approx(1, abs=0.01)


def test_the_bar_runs_pauses_and_stops(qtbot, make):
    from PySide6.QtCore import Qt

    controller = make(endless())
    bar = RunBar(controller, LIGHT, lambda: ["c.v"])
    qtbot.addWidget(bar)
    bar.show()

    def press(word):
        qtbot.mouseClick(bar.buttons[word], Qt.MouseButton.LeftButton)

    assert not bar.buttons["stop"].isEnabled()
    press("run")
    qtbot.waitUntil(lambda: controller.state == "running", timeout=15_000)
    assert controller.store.last.names == ["c.v"]
    qtbot.waitUntil(lambda: bar.time.text[1].endswith(" left"), timeout=15_000)
    assert "x \u00b7 " in bar.time.text[1]  # how fast it goes, and how long it will take
    press("pause")
    assert controller.state == "paused"
    assert bar.time.text[1] == "paused"
    press("pause")
    assert controller.state == "running"
    press("stop")
    assert controller.state == "idle"
    assert bar.buttons["run"].isEnabled()
