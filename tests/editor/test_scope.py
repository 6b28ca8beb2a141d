"""The scope: curves appear, cursors tell the right values, what a person looks at stays, and files come out."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from editor.document import Document
from editor.model_facts import ModelFacts, ScopeFacts
from editor.run_control import RunController
from editor.scope import ScopePanel
from editor.scope_data import Columns, Run, RunStore, Table
from editor.scope_legend import Entry, Legend, shortened
from editor.scope_measure import crossing, measure
from editor.style import DARK, LIGHT
from tests.editor.scope_bench import FACTS, Bench, drag, has_color, wheel
from tests.models.live_models import charging


@pytest.fixture
def bench(qtbot):
    made = Bench(qtbot)
    yield made
    made.close()


def test_reduced_curves_keep_every_extreme():
    random = np.random.default_rng(3)
    time = np.sort(random.uniform(0, 10, 50_000))
    values = random.standard_normal(50_000)
    x, y = Columns(time, 2.0, 8.0, 300).reduced(values)
    assert len(x) == len(y) <= 600
    seen = values[(time >= 2) & (time <= 8)]
    assert y.max() >= seen.max()
    assert y.min() <= seen.min()
    assert (np.diff(x) >= 0).all()
    few, _ = Columns(time[:100], 0.0, 10.0, 300).reduced(values[:100])
    assert len(few) == 100


def test_runs_are_kept_and_long_ones_forget_their_beginning():
    store = RunStore(most=3)
    for _ in range(5):
        store.begin("m").append(np.zeros(2), {"x": np.zeros(2), "r": np.zeros((2, 3))})
    assert [run.name for run in store.runs] == ["run 3", "run 4", "run 5"]
    assert store.last.names == ["x", "r[1]", "r[2]", "r[3]"]
    run = Run(1, most=1000)
    for k in range(40):
        run.append(np.arange(50.0) + 50 * k, {"x": np.arange(50.0) + 50 * k})
    assert len(run) * 2 <= 1000
    assert run.time[-1] == 1999
    assert run.at(1990.5, "x") == 1990.5


def test_a_table_keeps_the_last_columns_in_one_piece():
    random = np.random.default_rng(5)
    for most in (1, 7, 100, 300):
        table, wanted = Table(rows=3, most=most), np.zeros((3, 0))
        for _ in range(200):
            values = random.standard_normal((3, random.integers(0, 2 * most + 1)))
            table.append(values)
            wanted = np.hstack([wanted, values])[:, -most:]
            np.testing.assert_array_equal(table.values, wanted)
            assert all(row.flags.c_contiguous for row in table.values)


def test_a_large_model_shows_a_few_of_its_states(bench):
    names = tuple(f"s{k}" for k in range(150))
    units = dict.fromkeys(names, ("V", "V"))
    bench.tell(ModelFacts((ScopeFacts("", "V", names),), names, units))
    assert list(bench.scope.plots[0].curves) == list(names[:12])
    bench.scope.toggle_signal("s99")
    assert list(bench.scope.plots[0].curves)[-1] == "s99"


def test_measurements_and_crossings():
    run = Run(1)
    time = np.linspace(0, 2 * np.pi, 20_001)
    run.append(time, {"x": 3 * np.sin(time) + 1})
    found = measure(run, "x", 0.0, 2 * np.pi)
    assert found.mean == pytest.approx(1, abs=1e-6)
    assert found.rms == pytest.approx(np.sqrt(1 + 4.5), abs=1e-6)
    assert (found.low, found.high) == pytest.approx((-2, 4), abs=1e-5)
    assert crossing(time, run["x"], 1.0, "falling") == pytest.approx(np.pi, abs=1e-6)
    assert crossing(time, run["x"], 5.0) is None


def test_curves_appear_in_their_units(bench):
    bench.run()
    angles, volts = bench.scope.plots
    x, y = angles.curves["a"].now.getData()
    assert y.max() == pytest.approx(np.degrees(10))
    assert list(volts.curves) == ["v"]
    assert angles.x_range == (0, 10)
    low, high = angles.view.viewRange()[1]
    assert low < np.degrees(-1) < np.degrees(10) < high
    assert has_color(angles.widget, LIGHT.curves[0])
    assert has_color(angles.widget, LIGHT.curves[1])


def test_a_click_on_a_chip_hides_a_curve(bench):
    bench.run()
    plot = bench.scope.plots[0]
    place = plot.legend.chip_center("a").toPoint()
    bench.qtbot.mouseClick(plot.legend, Qt.MouseButton.LeftButton, pos=place)
    bench.settle()
    assert not plot.curves["a"].is_shown
    assert plot.curves["a"].now.getData()[0] is None or not len(plot.curves["a"].now.getData()[0])
    assert not has_color(plot.widget, LIGHT.curves[0])
    low, high = plot.view.viewRange()[1]
    assert high < 100  # only the small curve is left


def test_the_cursor_tells_values_and_is_seen(bench):
    bench.run()
    bench.run(factor=2.0)
    bench.scope.compare("previous")
    bench.press("cursor")
    plot = bench.scope.plots[0]
    bench.qtbot.mouseClick(plot.widget.viewport(), Qt.MouseButton.LeftButton, pos=bench.place(plot, 3.0))
    bench.settle()
    at = bench.scope.cursors[0]
    assert at == pytest.approx(3.0, abs=0.03)
    lines = plot.box.text.splitlines()
    assert lines[0] == f"t {at:.3f} s"
    assert float(lines[1].split()[1]) == pytest.approx(np.degrees(2 * at), rel=1e-3)
    assert lines[2].startswith("run 1")
    assert float(lines[2].split()[2]) == pytest.approx(np.degrees(at), rel=1e-3)
    for each in bench.scope.plots:
        assert has_color(each.widget, "#f59e0b")
    bench.press("cursor")
    assert bench.scope.cursors == [None, None]
    assert not plot.box.isVisible()


def test_a_cursor_can_be_dragged(bench):
    bench.run()
    bench.press("cursor")
    plot = bench.scope.plots[1]
    begin, end = bench.place(plot, 5.0), bench.place(plot, 7.0)
    drag(bench, plot.widget.viewport(), begin, end)
    assert bench.scope.cursors[0] == pytest.approx(7.0, abs=0.1)
    assert bench.scope.plots[0].cursors[0].value() == bench.scope.cursors[0]


def test_two_cursors_measure(bench):
    bench.run()
    bench.press("measure")
    bench.scope.set_cursor(0, 2.0)
    bench.scope.set_cursor(1, 4.0)
    text = bench.scope.strip.text()
    assert bench.scope.strip.isVisible()
    assert "<b>2 s</b>" in text
    assert "<b>0.5 Hz</b>" in text
    assert "114.6" in text  # degrees between the cursors


def test_zoom_is_shared_and_stays_when_curves_are_added_and_runs_begin(bench):
    bench.run()
    plot = bench.scope.plots[0]
    wheel(bench, plot, 4.0, 5)
    first, last = plot.x_range
    assert 0 < first < 4 < last < 10
    assert bench.scope.plots[1].x_range == (first, last)
    bench.scope.toggle_signal("w")
    bench.settle()
    assert bench.scope.plots[0] is plot
    assert list(bench.scope.plots[1].curves) == ["v", "w"]
    bench.run(factor=3.0)
    assert plot.x_range == (first, last)
    bench.press("fit")
    assert plot.x_range == (0, 10)


def test_a_signal_that_was_not_recorded_says_so(bench):
    bench.run()
    bench.scope.toggle_signal("w")
    bench.settle()
    assert "run again" in bench.scope._note.text()
    assert bench.scope._note.isVisible()
    assert bench.scope.signals() == ["a", "b", "v", "w"]
    bench.document.history.undo()
    assert bench.scope.signals() == ["a", "b", "v"]
    assert not bench.scope._note.isVisible()


def test_the_picker_counts_elements_as_people_do(bench, qtbot):
    units = {f"force[{k}]": ("N", "N") for k in (1, 10, 11, 2, 9)} | {"force": ("N", "N")}
    bench.tell(replace(FACTS, units=units))
    bench.press("signal")
    listed = [bench.scope.picker.list.item(k).data(Qt.ItemDataRole.UserRole) for k in range(len(units))]
    assert listed == ["force", "force[1]", "force[2]", "force[9]", "force[10]", "force[11]"]
    qtbot.keyClick(bench.scope.picker.search, Qt.Key.Key_Escape)


def test_a_curve_that_ends_at_a_round_number_is_not_hidden_at_the_edge(bench):
    bench.scope.plots[1].view.setYRange(-1.0, 1.0, padding=0)  # exactly what is to come
    bench.run()
    low, high = bench.scope.plots[1].view.viewRange()[1]
    assert low < -1.01
    assert high > 1.01


def test_the_picker_finds_signals_by_parts_of_their_names(bench, qtbot):
    bench.run()
    bench.press("signal")
    picker = bench.scope.picker
    assert picker.isVisible()
    qtbot.keyClicks(picker.search, "w")
    assert picker.list.count() == 1
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert "w" in bench.scope.signals()


def test_hold_keeps_the_picture_while_the_run_goes_on(bench):
    run = bench.run()
    bench.press("hold")
    run.append(np.array([10.5]), {"a": np.array([99.0]), "b": np.zeros(1), "v": np.zeros(1)})
    bench.scope.draw()
    assert bench.scope.plots[0].curves["a"].now.getData()[1].max() < np.degrees(11)
    bench.press("hold")
    bench.scope.fit()
    bench.scope.draw()
    assert bench.scope.plots[0].view.viewRange()[1][1] > np.degrees(11)


def test_the_trigger_holds_at_the_crossing(bench):
    bench.press("trigger")
    trigger = bench.scope.trigger
    trigger.signals.setCurrentText("a")
    trigger.level.setText("90")  # degrees, as the plot shows it
    run = bench.controller.store.begin("bench", 10.0)
    bench.controller.begun.emit(run)
    for k in range(10):
        time = np.linspace(k, k + 1, 50)
        run.append(time, {"a": time, "b": time, "v": time})
        bench.controller.batch.emit(None)
    assert bench.scope.cursors[0] == pytest.approx(np.pi / 2, abs=1e-6)
    assert bench.scope._held == 100
    assert bench.scope.bar.buttons["hold"].isChecked()


def test_files(bench, tmp_path):
    from solver.result import load_result

    bench.run()
    bench.run(factor=2.0)
    bench.scope.compare("previous")
    for ending in ("csv", "mat"):
        path = tmp_path / f"curves.{ending}"
        bench.scope.export(path).join()
        found = load_result(path)
        assert found["a"][-1] == pytest.approx(20.0)
        assert found.unit("a") == "rad"
    bench.settle()
    messages = []
    bench.scope.message.connect(messages.append)
    for ending, head in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        path = tmp_path / f"curves.{ending}"
        bench.scope.export(path).join()
        assert path.read_bytes().startswith(head)
    bench.settle()
    assert messages == ["Saved curves.svg.", "Saved curves.pdf.", "Saved curves.png."]


def test_dark_and_light(bench):
    bench.run()
    bench.scope.set_theme(DARK)
    bench.settle()
    plot = bench.scope.plots[0]
    assert plot.widget.grab().toImage().pixelColor(300, 5).name() == DARK.panel
    assert has_color(plot.widget, DARK.curves[0])


def test_a_real_run_without_a_check_shows_its_states(qtbot):
    document = Document(charging())
    controller = RunController(document, is_warmed=False)
    scope = ScopePanel(controller, document, LIGHT)
    qtbot.addWidget(scope)
    scope.resize(500, 300)
    scope.show()
    controller.run(scope.signals() or None)
    qtbot.waitUntil(lambda: controller.state == "finished", timeout=15_000)
    qtbot.wait(60)
    assert list(scope.plots[0].curves) == ["c.v"]
    assert scope.plots[0].curves["c.v"].now.getData()[1][-1] == pytest.approx(1, abs=0.01)
    controller.close()


def test_a_path_is_drawn_over_its_first_signal(bench):
    bench.scope.show_facts(ModelFacts((ScopeFacts("path", "V", ("v", "w"), is_xy=True),), ("v", "w"), FACTS.units))
    run = bench.controller.store.begin("bench", 10.0)
    bench.controller.begun.emit(run)
    time = np.linspace(0, 2 * np.pi, 201)
    run.append(time, {"v": np.cos(time), "w": np.sin(time)})
    bench.controller.state_changed.emit("finished")
    bench.settle()
    plot = bench.scope.plots[0]
    x, y = plot.curves["w"].now.getData()
    assert np.hypot(x, y) == pytest.approx(np.ones(201))
    bench.scope.set_cursor(0, np.pi / 2)
    assert plot.box.text.splitlines()[1] == "w 1 V"


def test_a_path_has_a_unit_for_each_axis(bench):
    facts = ScopeFacts("path", "mV", ("v", "w"), is_xy=True, y_unit="V")
    bench.scope.show_facts(ModelFacts((facts,), ("v", "w"), FACTS.units))
    run = bench.controller.store.begin("bench", 10.0)
    bench.controller.begun.emit(run)
    time = np.linspace(0, 1, 101)
    run.append(time, {"v": time, "w": time})
    bench.controller.state_changed.emit("finished")
    bench.settle()
    x, y = bench.scope.plots[0].curves["w"].now.getData()
    assert x == pytest.approx(1000 * y)
    bench.scope.set_cursor(0, 0.5)
    assert bench.scope.plots[0].box.text.splitlines() == ["v 500 mV", "w 0.5 V"]


def test_names_that_are_too_long_keep_what_tells_them_apart(qtbot):
    metrics = QFontMetricsF(QFont())
    name = "shoulder_drive.target"
    whole = metrics.horizontalAdvance(name)
    assert shortened(name, metrics, whole + 1) == name
    short = shortened(name, metrics, 0.75 * whole)
    assert short.startswith("sho")
    assert short.endswith("….target")
    assert metrics.horizontalAdvance(short) <= 0.75 * whole
    assert metrics.horizontalAdvance(shortened(name, metrics, 0.3 * whole)) <= 0.3 * whole


def test_elements_of_one_vector_say_its_name_once(qtbot):
    legend = Legend(LIGHT)
    qtbot.addWidget(legend)
    entries = [Entry(name, "#ff0000") for name in ("r[1]", "r[2]", "q[1]", "q", "w", "r[3]", "a.b[1,1]", "a.b[1,2]")]
    legend.show_entries("", "m", entries)
    assert [entry.text for entry in entries] == ["r[1]", "[2]", "q[1]", "q", "w", "r[3]", "a.b[1,1]", "[1,2]"]


def test_the_view_follows_the_newest_values(bench):
    bench.run()
    wheel(bench, bench.scope.plots[0], 5.0, 5)
    first, last = bench.scope.plots[0].x_range
    bench.press("follow")
    assert bench.scope.plots[0].x_range == pytest.approx((10 - (last - first), 10))


def test_long_runs_show_what_is_done():
    from editor.scope_times import times_to_show

    run = Run(1, until=1e6)
    run.append(np.array([0.0, 130.0]), {})
    assert times_to_show(run, is_active=True) == (0, 160)
    assert times_to_show(run, is_active=False) == (0, 130)
