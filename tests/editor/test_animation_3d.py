"""The view with OpenGL, in windows under Xvfb because the offscreen platform has no OpenGL."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from editor.animation_3d import has_opengl

BEGIN = """
import sys
from pathlib import Path
import numpy as np
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from blocks import Diagram
from editor.animation import AnimationPanel
from editor.animation_export import pixels
from editor.document import Document
from editor.style import LIGHT
from libraries import spatial

class Run:
    time = np.linspace(0.0, 1.0, 11)
    def values(self, name):
        return {"box.b.r[1]": 0.5 + 0.0 * self.time}.get(name, 0.0 * self.time)

if "shared" in sys.argv:
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
app = QApplication([])
d = Diagram()
d.add("world", spatial.World())
d.add("box", spatial.Box(r=[0.5, 0, 0], width="200 mm", height="200 mm"))
d.connect("world.origin", "box.a")

def made():
    panel = AnimationPanel(None, Document(d), LIGHT)
    panel.resize(400, 320)
    panel.show()
    panel.show_run(Run())
    settle()
    return panel

def settle():
    for _ in range(5):
        app.processEvents()

def seen(panel):
    settle()
    return pixels(panel.space.grabFramebuffer()).astype(int)

def is_dark(table, y, x):
    return bool(table[y, x].sum() < table[5, 5].sum() - 100)
"""
TWO_WINDOWS = """
panels = []
for number in range(2):
    panel = made()
    panels.append(panel)
    if panel.space is None:
        print("painted")
        continue
    table = seen(panel)
    print("drawn" if is_dark(table, table.shape[0] // 2, table.shape[1] // 2) else "empty")
"""
CAMERA = """
panel = made()
if panel.space is None:
    print("painted")
    sys.exit()
space, view = panel.space, panel.view.look.view
first = seen(panel)
left = Qt.MouseButton.LeftButton
QTest.mousePress(space, left, pos=QPoint(100, 100))
QTest.mouseMove(space, QPoint(150, 100))
QTest.mouseRelease(space, left, pos=QPoint(150, 100))
print("azimuth", view.azimuth, "camera", space.opts["azimuth"], "turned", bool((seen(panel) != first).any()))
distance = space.opts["distance"]
wheel = QWheelEvent(QPointF(80, 80), QPointF(80, 80), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
                    Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)
QApplication.sendEvent(space, wheel)
print("nearer", space.opts["distance"] < distance)
centre = 1.0 * space.opts["center"]
QTest.mousePress(space, Qt.MouseButton.MiddleButton, pos=QPoint(100, 100))
QTest.mouseMove(space, QPoint(140, 100))
QTest.mouseRelease(space, Qt.MouseButton.MiddleButton, pos=QPoint(140, 100))
print("moved", (space.opts["center"] - centre).length() > 0.01)
space.setFocus()
QTest.keyClick(space, "5")
print("top", round(view.elevation), round(space.opts["elevation"]))
QTest.keyClick(space, "0")
print("fitted", bool(space.is_fitted), space.is_inside(), abs(space.opts["distance"] - distance) < 1e-6)
print("time", panel.space.time.text())
"""
FILES = """
panel = made()
if panel.space is None:
    print("painted")
    sys.exit()
picture = pixels(panel.space.picture(0.5, 300, 200)).astype(int)
has_time = bool((picture[8:20, 10:60].sum(axis=2) < 500).any())
print("size", picture.shape, "box", is_dark(picture, 100, 150), "time", has_time)
print("the view stays", panel.space.instant == panel.player.instant)
folder = Path(sys.argv[1])
panel.export_to(folder / "instant.png", "instant")
panel.export_menu.fps = 10
panel.export_to(folder / "film.gif")
while panel._job.isRunning():
    app.processEvents()
settle()
print(panel.note.text())
from PIL import Image
with Image.open(folder / "film.gif") as film:
    film.seek(5)
    frame = np.array(film.convert("RGB")).astype(int)
print("frame", frame.shape, is_dark(frame, 225, 400))
print("picture", Image.open(folder / "instant.png").size)
"""


def shown(script: str, *words: str, setting: str = "JUNCTURA_OPENGL=1") -> list[str]:
    """Return what a script prints in a window under Xvfb."""
    program = [sys.executable, "-c", BEGIN + script, *words]
    command = ["xvfb-run", "-a", "env", "-u", "QT_QPA_PLATFORM", setting, *program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Error while drawing" not in done.stdout + done.stderr
    if set(done.stdout.split()) == {"painted"}:
        pytest.skip("Xvfb has no OpenGL here")
    return done.stdout.splitlines()


needs_xvfb = pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs Xvfb")


def test_offscreen_has_no_opengl(qtbot) -> None:
    assert not has_opengl()


@needs_xvfb
@pytest.mark.parametrize(("sharing", "second"), [("shared", "drawn"), ("alone", "painted")])
def test_two_windows_both_show_the_box(sharing: str, second: str) -> None:
    assert shown(TWO_WINDOWS, sharing) == ["drawn", second]


@needs_xvfb
def test_the_camera_turns_moves_zooms_and_fits() -> None:
    assert shown(CAMERA) == [
        "azimuth -80.0 camera -80.0 turned True",
        "nearer True",
        "moved True",
        "top 90 90",
        "fitted True True True",
        "time t = 1.00 s",
    ]


@needs_xvfb
def test_files_are_pictures_by_opengl(tmp_path) -> None:
    assert shown(FILES, str(tmp_path)) == [
        "size (200, 300, 3) box True time True",
        "the view stays True",
        "Saved film.gif, 11 frames",
        "frame (450, 800, 3) True",
        "picture (1600, 900)",
    ]


@needs_xvfb
def test_without_a_graphics_card_motions_are_painted() -> None:
    assert shown("print('space', made().space)", setting="LIBGL_ALWAYS_SOFTWARE=1") == ["space None"]
