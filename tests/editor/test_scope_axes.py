"""Two axes in one plot: signals go there by a menu or by dragging, are drawn in their unit, and zoom stays."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from editor.model_facts import ModelFacts, ScopeFacts
from editor.scope_wishes import moves_of
from editor.style import LIGHT
from tests.editor.scope_bench import FACTS, Bench, drag, has_color, turn, wheel


@pytest.fixture
def bench(qtbot):
    made = Bench(qtbot)
    yield made
    made.close()


def menu_of(bench, plot, name):
    """Open the menu of a chip with the right button and return its actions by text."""
    place = plot.legend.chip_center(name).toPoint()
    bench.qtbot.mouseClick(plot.legend, Qt.MouseButton.RightButton, pos=place)
    menu = bench.scope.mover.menu
    return {action.text(): action for action in menu.actions()}


def choose(bench, plot, name, text):
    menu_of(bench, plot, name)[text].trigger()
    bench.scope.mover.menu.close()
    bench.settle()


def test_a_menu_moves_a_signal_to_the_right_axis_and_back(bench):
    bench.run()
    plot = bench.scope.plots[0]
    before = plot.color("b")
    choose(bench, plot, "b", "Move to right axis")
    assert bench.scope.plots[0] is plot
    assert (plot.facts.names, plot.facts.right) == (("a",), ("b",))
    # a goes to 573 degrees, b only to 57: each axis fits its own
    assert plot.left.view.viewRange()[1][1] > np.degrees(10)
    assert plot.right.view.viewRange()[1][1] < 80
    assert plot.right.view.viewRange()[0] == pytest.approx([0, 10])
    assert plot.color("b") == before
    assert has_color(plot.widget, LIGHT.curves[0])
    assert has_color(plot.widget, LIGHT.curves[1])
    choose(bench, plot, "b", "Move to left axis")
    assert plot.right is None
    assert plot.facts.names == ("a", "b")


def test_a_signal_in_another_unit_is_dragged_to_the_right_axis(bench):
    bench.run()
    angles, volts = bench.scope.plots
    begin = volts.legend.chip_center("v").toPoint()
    target = angles.widget.mapToGlobal(QPoint(angles.widget.width() * 3 // 4, angles.widget.height() // 2))
    drag(bench, volts.legend, begin, volts.legend.mapFromGlobal(target))
    assert [plot.title for plot in bench.scope.plots] == ["angles"]
    assert angles.facts.right == ("v",)
    assert angles.facts.right_unit == "V"
    assert not angles.hint.isVisible()
    _, values = angles.curves["v"].now.getData()
    assert values.max() == pytest.approx(1.0)  # volts, although the left axis is in degrees
    bench.scope.set_cursor(0, 2.0)
    assert f"v {np.cos(2.0):.4g} V" in angles.box.text
    bench.document.history.undo()
    bench.settle()
    assert len(bench.scope.plots) == 2
    assert angles.right is None


def test_a_click_on_a_chip_is_not_a_drag(bench):
    bench.run()
    plot = bench.scope.plots[0]
    place = plot.legend.chip_center("a").toPoint()
    bench.qtbot.mouseClick(plot.legend, Qt.MouseButton.LeftButton, pos=place)
    assert not plot.curves["a"].is_shown
    assert not moves_of(bench.document.diagram)


def test_what_does_not_fit_is_refused_in_words(bench):
    facts = ModelFacts((*FACTS.panels, ScopeFacts("", "A", ("i",))), ("a", "b", "v", "i"), FACTS.units)
    bench.tell(facts)
    bench.run()
    plot = bench.scope.plots[0]
    assert bench.scope.mover.move("v", plot.facts, "right")
    bench.settle()
    messages = []
    bench.scope.message.connect(messages.append)
    assert not bench.scope.mover.move("i", plot.facts, "right")
    assert messages == ['"i" is in A, but the right axis of that plot is in V.']


def test_a_plot_of_its_own_and_back(bench):
    bench.run()
    choose(bench, bench.scope.plots[0], "b", "Plot of its own")
    assert [list(plot.curves) for plot in bench.scope.plots] == [["a"], ["v"], ["b"]]
    assert all(plot.x_range == (0, 10) for plot in bench.scope.plots)
    choose(bench, bench.scope.plots[2], "b", "Back to where it was")
    assert [list(plot.curves) for plot in bench.scope.plots] == [["a", "b"], ["v"]]


def test_zoom_stays_when_a_curve_comes_to_the_right(bench):
    bench.run()
    plot = bench.scope.plots[0]
    wheel(bench, plot, 4.0, 5)
    seen = plot.x_range
    bench.scope.mover.move("v", plot.facts, "right")
    bench.settle()
    assert plot.x_range == seen
    assert plot.right.view.viewRange()[0] == pytest.approx(list(seen))


def test_the_wheel_over_the_right_axis_zooms_its_values_only(bench):
    bench.run()
    plot = bench.scope.plots[0]
    bench.scope.mover.move("v", plot.facts, "right")
    bench.settle()
    left, times = plot.view.viewRange()[1], plot.x_range
    before = plot.right.view.viewRange()[1]
    area = plot.view.sceneBoundingRect()
    place = plot.widget.mapFromScene(QPointF(area.right() + 20, area.center().y()))
    turn(bench, plot.widget.viewport(), place, 4)
    after = plot.right.view.viewRange()[1]
    assert after[1] - after[0] < before[1] - before[0]
    assert (plot.view.viewRange()[1], plot.x_range) == (left, times)
    bench.scope.draw()
    assert plot.right.view.viewRange()[1] == after  # chosen by hand
    bench.press("fit")
    assert plot.right.view.viewRange()[1] == pytest.approx(before)


def test_moves_survive_the_file(bench, tmp_path):
    from blocks.diagram_file import read_diagram, write_diagram

    bench.scope.mover.move("v", bench.scope.plots[0].facts, "right")
    write_diagram(bench.document.diagram, tmp_path / "bench.toml")
    assert moves_of(read_diagram(tmp_path / "bench.toml")) == moves_of(bench.document.diagram) != []


def test_times_stand_below_each_other(bench):
    bench.tell(ModelFacts((*FACTS.panels, ScopeFacts("", "A", ("i",))), ("a", "b", "v", "i"), FACTS.units))
    bench.run()
    bench.scope.mover.move("i", bench.scope.plots[0].facts, "right")
    bench.settle()
    places = [plot.view.sceneBoundingRect() for plot in bench.scope.plots]
    assert len({(place.left(), place.right()) for place in places}) == 1


def test_without_a_path_the_curves_have_the_whole_width(bench):
    bench.run()
    assert bench.scope.plots[0].width() > 0.95 * bench.scope.stack.viewport().width()
    bench.tell(ModelFacts((*FACTS.panels, ScopeFacts("path", "V", ("v", "w"), is_xy=True)), (), FACTS.units))
    bench.settle()
    assert bench.scope.plots[0].width() < 0.7 * bench.scope.stack.viewport().width()


def test_pictures_have_both_axes(bench, tmp_path):
    from editor.scope_export import figure

    run = bench.run()
    bench.scope.mover.move("v", bench.scope.plots[0].facts, "right")
    bench.settle()
    made = figure(bench.scope.shown(), run.time, {name: run[name] for name in run.names})
    left, right = made.axes
    assert right.get_ylabel() == "[V]"
    assert right.get_lines()[0].get_ydata().max() == pytest.approx(1.0)
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["a", "b", "v →"]
