"""The whole way of a person: a mass on a spring, moved by a PID, from an empty canvas to a saved file and a curve.

Everything is done with the mouse and the keyboard. The curve that the scope draws is held against an integration of
the textbook's equations that knows nothing of Junctura.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from scipy.integrate import solve_ivp

from blocks.diagram_file import read_diagram, write_text
from editor.main_window import MainWindow
from editor.scope_plot import ScopePlot
from tests.editor.person import CONTROL, SHIFT, OtherWindows, Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

BLOCKS = (
    ("signals step", -330, -110), ("pid", -190, -100), ("translational force", -40, -100),
    ("translational fixed", -330, 60), ("translational spring", -190, 30), ("translational damper", -190, 120),
    ("translational mass", -20, 60), ("position sensor", 120, 60), ("signals scope", 280, 60),
)  # fmt: skip
CONNECTIONS = (
    ("step.y", "pid.target"), ("pid.command", "force.force"), ("fixed.flange", "spring.a"),
    ("fixed.flange", "damper.a"), ("spring.b", "mass.a"), ("damper.b", "mass.a"), ("force.flange", "mass.b"),
    ("mass.b", "position_sensor.flange"), ("position_sensor.position", "pid.measured"),
    ("position_sensor.position", "scope.u[1]"), ("step.y", "scope.u[2]"),
)  # fmt: skip
VALUES = (
    ("mass", "m", "2000 g"), ("spring", "stiffness", "0.3 N/mm"), ("damper", "damping", "4 N.s/m"),
    ("step", "height", "50 mm"), ("step", "delay", "200 ms"), ("pid", "k", "800"), ("pid", "Ti", "250 ms"),
    ("pid", "Td", "0.05 s"), ("scope", "n", "2"),
)  # fmt: skip
STOP = 3.0


@pytest.fixture
def person(window: MainWindow, qtbot) -> Person:  # noqa: F811
    window.resize(1480, 920)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=15_000)
    return Person(window, qtbot)


def build(person: Person) -> None:
    """Insert, connect and set everything, with a move and a turn on the way."""
    for word, x, y in BLOCKS:
        person.insert(word, x, y)
    person.set_value("scope", "n", "2")
    for first, second in CONNECTIONS:
        person.connect(first, second)
    for name, key, text in VALUES:
        person.set_value(name, key, text)
    canvas = person.workspace.canvas
    x, y = canvas.diagram.layout["step"][:2]
    person.drag(canvas.view.viewport(), person.at(x, y), person.at(x, y + 20))
    assert canvas.diagram.layout["step"][:2] == (x, y + 20)
    person.press(Qt.Key.Key_E, CONTROL)
    person.fill("stop time", f"{STOP} s")


def textbook(times: np.ndarray) -> np.ndarray:
    """Return where the mass is: Newton's law and the PID's own differential equations, by SciPy."""
    m, c, d, height, delay = 2.0, 300.0, 4.0, 0.05, 0.2
    k, Ti, Td, Nd = 800.0, 0.25, 0.05, 10.0  # noqa: N806

    def rates(target: float):
        def function(_: float, y: np.ndarray) -> list[float]:
            s, v, integral, filtered = y
            slope = Nd * (-s - filtered)
            force = k * (target - s + integral + slope)
            return [v, (force - c * s - d * v) / m, (target - s) / Ti, slope / Td]

        return function

    options = {"rtol": 1e-10, "atol": 1e-12, "dense_output": True}
    after = solve_ivp(rates(height), (delay, STOP), [0.0] * 4, **options).sol
    return np.where(times < delay, 0.0, after(np.maximum(times, delay))[0])


def test_mass_on_a_spring_with_a_pid(person: Person, tmp_path: Path) -> None:
    window, path = person.window, tmp_path / "oscillator.toml"  # noqa: F811
    others = OtherWindows()
    person.press(Qt.Key.Key_N, CONTROL)
    person.press(Qt.Key.Key_0, CONTROL)
    person.in_file_dialog(lambda: person.press(Qt.Key.Key_S, CONTROL), path)
    empty = path.read_text()
    document = person.workspace.document
    build(person)
    assert document.is_changed
    person.press(Qt.Key.Key_S, CONTROL)
    built = path.read_text()
    assert built != empty
    assert '"2000 g"' in built  # as typed

    see_the_curve(person)

    steps = 0
    person.click(person.workspace.canvas.view.viewport(), person.at(-330, -190))
    while window.actions_by_name["undo"].isEnabled():
        person.press(Qt.Key.Key_Z, CONTROL)
        steps += 1
    assert steps >= len(BLOCKS) + len(CONNECTIONS) + len(VALUES)
    assert person.workspace.canvas.scene.blocks == {}
    person.press(Qt.Key.Key_S, CONTROL)
    assert path.read_text() == empty
    for _ in range(steps):
        person.press(Qt.Key.Key_Z, CONTROL | SHIFT)
    assert not window.actions_by_name["redo"].isEnabled()
    person.press(Qt.Key.Key_S, CONTROL)
    assert path.read_text() == built

    person.press(Qt.Key.Key_W, CONTROL)
    assert window.document is None
    person.in_file_dialog(lambda: person.press(Qt.Key.Key_O, CONTROL), path)
    opened = person.workspace.document
    assert opened.path == path
    assert write_text(opened.diagram, "oscillator") == built == write_text(read_diagram(path), "oscillator")
    assert not opened.is_changed
    see_the_curve(person)
    assert others.end() == []


def see_the_curve(person: Person) -> None:
    """Run with Ctrl+T, and hold what the scope has drawn against the textbook."""
    workspace, qtbot = person.workspace, person.qtbot
    person.press(Qt.Key.Key_T, CONTROL)
    qtbot.waitUntil(lambda: workspace.controller.state in ("finished", "failed"), timeout=60_000)
    assert workspace.controller.state == "finished", workspace.found

    def drawn() -> tuple[np.ndarray, np.ndarray]:
        """Return the points of the curve on the screen, none as long as there is no curve."""
        plots = [plot for plot in workspace.findChildren(ScopePlot) if plot.isVisible()]
        curves = [plot.curves["position_sensor.position"] for plot in plots if len(plot.curves) == 2]
        x, y = curves[0].now.getData() if curves else (None, None)
        return (x, y) if x is not None else (np.array([]), np.array([]))

    # a run does not wait for the check, and the plots are made anew when it tells units
    qtbot.waitUntil(lambda: not workspace.found, timeout=15_000)
    qtbot.waitUntil(lambda: len(drawn()[0]) > 10 and drawn()[0][-1] >= STOP - 1e-6, timeout=15_000)
    times, positions = drawn()
    expected = textbook(times)
    # the scope may show cm or mm: one factor for the whole curve
    factor = 10.0 ** round(np.log10(positions.max() / expected.max()))
    assert factor in (1.0, 100.0, 1000.0)
    assert expected.max() > 0.05, "it overshoots"
    np.testing.assert_allclose(positions / factor, expected, atol=2e-5)
