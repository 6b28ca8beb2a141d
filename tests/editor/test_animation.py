"""The animation panel: it paints the mechanism where it is and follows the slider."""

# ruff: noqa: F811
from __future__ import annotations

from math import cos, sin
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blocks import Diagram
from editor.animation import AnimationPanel
from editor.animation_data import ResultRun, Scene
from editor.animation_ink import ink_for
from editor.animation_space import View
from editor.document import Document
from editor.style import DARK, LIGHT
from solver.simulate import simulate
from tests.editor.animation_bench import Recorded, box, panel, pendulum, result  # noqa: F401


def seen(panel: AnimationPanel) -> QImage:
    QApplication.processEvents()
    return panel.view.grab().toImage()


def pixel_at(panel: AnimationPanel, x: float, y: float) -> tuple[int, int]:
    at = panel.view.look.window.pixels(np.array([[x, y]]))[0]
    return round(at[0]), round(at[1])


def is_color(picture: QImage, at: tuple[int, int], text: str, most: int = 40) -> bool:
    found, wanted = picture.pixelColor(*at), QColor(text)
    parts = ((found.red(), wanted.red()), (found.green(), wanted.green()), (found.blue(), wanted.blue()))
    return all(abs(a - b) <= most for a, b in parts)


def test_rod_is_painted_where_it_is(panel) -> None:
    ink = ink_for(LIGHT)
    panel.player.go_to(0.5)
    picture = seen(panel)
    angle = 2.0 * 0.5
    for share in (0.3, 0.6, 0.9):
        assert is_color(picture, pixel_at(panel, share * cos(angle), share * sin(angle)), ink.bar)
    assert is_color(picture, pixel_at(panel, 0.6 * cos(angle + 0.5), 0.6 * sin(angle + 0.5)), ink.back, 4)


def test_slider_moves_it(panel, qtbot) -> None:
    ink = ink_for(LIGHT)
    slider = panel.player.slider
    panel.player.go_to(0.0)
    assert is_color(seen(panel), pixel_at(panel, 0.6, 0.0), ink.bar)
    middle = QPoint(slider.width() // 2, slider.height() // 2)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=middle)
    assert panel.player.instant == pytest.approx(0.5, abs=0.02)
    angle = 2 * panel.player.instant
    picture = seen(panel)
    assert is_color(picture, pixel_at(panel, 0.6 * cos(angle), 0.6 * sin(angle)), ink.bar)
    assert is_color(picture, pixel_at(panel, 0.6, 0.0), ink.back, 4)


def test_ghosts_are_pale_and_the_trace_is_red(panel) -> None:
    ink = ink_for(LIGHT)
    panel.ghosts.setChecked(True)
    panel.set_trace("rod.b")
    panel.player.go_to(1.0)
    picture = seen(panel)
    ghost = picture.pixelColor(*pixel_at(panel, 0.6, 0.0))
    assert QColor(ink.bar).lightness() < ghost.lightness() < QColor(ink.back).lightness()
    assert is_color(picture, pixel_at(panel, cos(2.0), sin(2.0)), ink.trace)
    red = sum(
        is_color(picture, pixel_at(panel, cos(a), sin(a)), ink.trace, 110) for a in np.linspace(0.1, 1.9, 60)
    )
    assert red > 15  # dashed: about half of the way


def test_aspect_is_equal_and_y_points_up(panel) -> None:
    (x0, y0), (x1, y1) = pixel_at(panel, 0.0, 0.0), pixel_at(panel, 0.5, 0.5)
    assert x1 - x0 == y0 - y1 > 0


def test_wheel_zooms_at_the_cursor_and_f_fits_again(panel, qtbot) -> None:
    view = panel.view
    at = QPointF(120.0, 90.0)
    before, scale = view.look.window.metres(at.x(), at.y()), view.look.window.scale
    event = QWheelEvent(
        at, view.mapToGlobal(at), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)
    assert view.look.window.scale > 1.2 * scale
    assert view.look.window.metres(at.x(), at.y()) == pytest.approx(before)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_F)
    assert view.look.window.scale == pytest.approx(scale)


def test_drag_pans_and_a_new_run_keeps_the_view(panel, result) -> None:
    view = panel.view
    before = view.look.window.x
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    QTest.mouseMove(view, QPoint(150, 100))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(150, 100))
    moved = view.look.window.x
    assert moved == pytest.approx(before - 50 / view.look.window.scale, rel=0.05)
    panel.show_run(ResultRun(result, Scene(pendulum()).signals))
    assert view.look.window.x == moved


def test_follow_keeps_the_point_in_the_middle(panel) -> None:
    panel.set_trace("rod.b")
    panel.following.setChecked(True)
    panel.player.go_to(0.8)
    seen(panel)
    middle = panel.view.width() / 2, panel.view.height() / 2
    assert pixel_at(panel, cos(1.6), sin(1.6)) == pytest.approx(middle, abs=2)


def test_growing_run_shows_its_newest_instant(qtbot) -> None:
    d = pendulum()
    panel = AnimationPanel(None, Document(d), LIGHT)
    qtbot.addWidget(panel)
    run = Recorded(0.2)
    panel.show_run(run)
    assert panel.player.instant == pytest.approx(0.2)
    run.grow(0.6)
    for _ in range(10):
        panel.show_run(run)
    qtbot.waitUntil(lambda: panel.player.instant == pytest.approx(0.6), timeout=15_000)
    # who looks at an earlier instant is not disturbed
    panel.player.go_to(0.1)
    run.grow(1.0)
    panel.show_run(run)
    qtbot.waitUntil(lambda: panel.player.end == pytest.approx(1.0), timeout=15_000)
    assert panel.player.instant == pytest.approx(0.1)


class Controller(QObject):
    """As much of a run controller as the panel listens to."""

    begun = Signal(object)
    batch = Signal(object)

    class Store:
        last = None

    store = Store()


def test_panel_listens_to_the_controller(qtbot) -> None:
    controller = Controller()
    panel = AnimationPanel(controller, Document(pendulum()), LIGHT)
    qtbot.addWidget(panel)
    run = Recorded(0.0)
    run.time = np.zeros(0)
    controller.begun.emit(run)
    assert panel.motion is not None
    controller.store.last = run
    run.grow(0.5)
    controller.batch.emit(None)
    qtbot.waitUntil(lambda: panel.player.instant == pytest.approx(0.5), timeout=15_000)
    assert panel.motion.picture(0.5).marks


def test_playing_takes_the_time_it_should(panel, qtbot) -> None:
    panel.player.set_pace(5.0)
    panel.player.go_to(0.0)
    QTest.mouseClick(panel.player.play_button, Qt.MouseButton.LeftButton)
    assert panel.player.is_playing
    qtbot.wait(100)
    assert 0.2 < panel.player.instant <= 1.0
    qtbot.waitUntil(lambda: not panel.player.is_playing, timeout=15_000)
    assert panel.player.instant == pytest.approx(1.0)


def test_empty_panel_says_what_to_do(qtbot) -> None:
    panel = AnimationPanel(None, Document(Diagram()), DARK)
    qtbot.addWidget(panel)
    panel.resize(400, 300)
    assert seen(panel).width() > 0
    panel.show_run(Recorded(1.0))
    assert seen(panel).width() > 0
    panel.export_to(Path("nothing.gif"))
    panel.show_run(None)
    panel.export_to(Path("nothing.gif"))
    assert "Run the diagram first" in panel.note.text()


def test_every_instant_is_painted(panel, monkeypatch, qtbot) -> None:
    # a window that is not yet on the screen ignores repaint(), so what was painted is counted
    painted = []
    paint = panel.view.paintEvent
    monkeypatch.setattr(panel.view, "paintEvent", lambda event: (painted.append(event), paint(event)))
    qtbot.waitExposed(panel)
    QApplication.processEvents()
    painted.clear()
    panel.ghosts.setChecked(True)
    for k in range(30):
        panel.player.go_to(k / 30)
        panel.view.repaint()
    assert len(painted) >= 30


def test_run_that_tells_often_is_shown_about_30_times_a_second(qtbot) -> None:
    panel = AnimationPanel(None, Document(pendulum()), LIGHT)
    qtbot.addWidget(panel)
    run = Recorded(0.1)
    panel.show_run(run)
    shown = []
    panel.player.moved.connect(shown.append)
    for k in range(30):
        run.grow(0.2 + 0.02 * k)
        panel.show_run(run)
        qtbot.wait(33)
    assert len(shown) >= 24  # one picture for each batch, not for every other


# in space


def test_space_is_painted_without_opengl(qtbot) -> None:
    d = box()
    panel = AnimationPanel(None, Document(d), LIGHT)
    qtbot.addWidget(panel)
    panel.resize(500, 400)
    panel.show()
    panel.show_run(ResultRun(simulate(d, until=0.5), Scene(d).signals))
    assert panel.space is None
    panel.ghosts.setChecked(False)
    panel.set_trace("")
    panel.player.go_to(0.0)
    centre = panel.view.look.view.flat(np.array([[0.25, 0.0, 0.0]]))
    at = panel.view.look.window.pixels(centre)[0]
    found = seen(panel).pixelColor(round(at[0]), round(at[1]))
    assert found.lightness() < QColor(ink_for(LIGHT).back).lightness() - 40
    turned = panel.view.look.view.azimuth
    QTest.mousePress(panel.view, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    QTest.mouseMove(panel.view, QPoint(150, 100))
    QTest.mouseRelease(panel.view, Qt.MouseButton.LeftButton, pos=QPoint(150, 100))
    assert panel.view.look.view.azimuth == pytest.approx(turned - 20.0)


@pytest.mark.parametrize("up", [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, -1)])
def test_view_is_right_handed_with_up_upwards(up) -> None:
    view = View(up=np.array(up, dtype=float))
    right, upward, away = view.axes()
    assert np.cross(right, upward) == pytest.approx(-away)
    assert upward @ view.up > 0.5
    assert right @ view.up == pytest.approx(0.0, abs=1e-12)
    assert np.linalg.det(view.floor_axes()) == pytest.approx(1.0)


def test_near_parts_hide_far_ones() -> None:
    view = View(azimuth=0.0, elevation=0.0)
    assert view.axes()[2] == pytest.approx([-1, 0, 0])  # the eye is on x and looks back
