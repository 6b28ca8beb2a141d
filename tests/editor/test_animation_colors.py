"""Parts of an animation that show a signal as a colour: chosen by hand, drawn, undone, and told what is wrong."""

# ruff: noqa: F811
from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blocks.color_scale import ColorScale
from blocks.diagram_file import write_text
from editor.animation import AnimationPanel
from editor.animation_data import ResultRun, Scene
from editor.animation_ink import hexed
from editor.animation_motion import Motion
from editor.color_popup import ColorPopup
from editor.document import Document
from editor.report_pictures import ReportPictures
from editor.style import LIGHT
from tests.editor.animation_bench import pendulum, result  # noqa: F401
from tests.editor.scope_bench import has_color

RED, WHITE = "#ff0000", "#ffffff"
ANGLE = ColorScale("rod", "joint.phi", 0.0, "2 rad", WHITE, RED, "angle")


@pytest.fixture
def colored(qtbot, result):
    """Return a panel with a pendulum at 2 rad/s, whose rod becomes red as it turns."""
    d = pendulum()
    d.colors = {"angle": ANGLE}
    panel = AnimationPanel(None, Document(d), LIGHT)
    qtbot.addWidget(panel)
    panel.resize(500, 400)
    panel.show()
    panel.known_signals = lambda: ["joint.phi", "joint.w"]
    panel.show_run(ResultRun(result, Scene(d).signals + ["joint.w"]))
    panel.ghosts.setChecked(False)
    panel.set_trace("")
    return panel


def color_of(motion: Motion, name: str, instant: float) -> str:
    return next(hexed(mark.color) for mark, _ in motion.picture(instant) if mark.name == name)


def test_a_part_has_the_colour_of_its_signal(colored) -> None:
    motion = colored.motion
    assert color_of(motion, "rod", 0.0) == WHITE
    assert color_of(motion, "rod", 0.45) == "#ff8c8c"  # 0.9 of 2 rad
    assert color_of(motion, "rod", 1.0) == RED
    colored.player.go_to(1.0)
    assert has_color(colored.view, RED)
    assert colored.note.text() == ""


def test_a_scale_is_made_by_hand_and_undone(colored, qtbot) -> None:
    document = colored.document
    before = write_text(document.diagram)
    colored.coloring.click()
    popup: ColorPopup = colored.color_popup
    popup.more.click()
    row = popup.rows[-1]
    assert row.parts.completer().model().rowCount() > 1
    for field, text in ((row.parts, "joint"), (row.signal, "joint.w"), (row.low, "0 rpm"), (row.high, "30 rpm")):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert document.diagram.colors["joint_w"] == ColorScale("joint", "joint.w", "0 rpm", "30 rpm")
    row.swatches["high_color"].menu().actions()[4].trigger()
    assert document.diagram.colors["joint_w"].high_color == "#dc2626"
    colored.coloring.click()
    popup.rows[0].bin.click()
    assert list(document.diagram.colors) == ["joint_w"]
    while document.history.canUndo():
        document.history.undo()
    assert write_text(document.diagram) == before
    assert color_of(colored.motion, "rod", 1.0) == RED


def test_what_makes_no_sense_is_told_and_not_kept(colored) -> None:
    colored.coloring.click()
    row = colored.color_popup.rows[0]
    row.high.setText("-1 rad")
    row.commit()
    assert row.error.isVisible()
    assert "not below" in row.error.text()
    assert colored.document.diagram.colors == {"angle": ANGLE}


def test_a_colour_that_cannot_be_seen_is_told(colored) -> None:
    diagram, document = colored.document.diagram, colored.document
    document.set_colors(diagram, {"angle": ColorScale("stick", "joint.phi")})
    assert 'called "stick"' in colored.note.text()
    document.set_colors(diagram, {"angle": ColorScale("rod", "joint.q")})
    assert 'no signal "joint.q"' in colored.note.text()
    colored.known_signals = lambda: ["joint.q"]
    document.set_colors(diagram, {"angle": ColorScale("rod", "joint.q", high=2.0)})
    assert colored.note.text().startswith("Run again")


def test_films_of_reports_have_the_colours_of_the_diagram(result) -> None:
    d = pendulum()
    d.colors = {"angle": ANGLE}
    film = ReportPictures().film(d, result)
    assert [str(scale) for scale in film.scales] == ["angle from 0.0 to 2 rad"]
    rod = next(stroke for stroke in film.strokes if stroke.shade >= 0)
    np.testing.assert_allclose(film.shades[:, rod.shade], np.clip(film.time, 0, 1), atol=1e-6)
