"""The view with OpenGL, in windows under Xvfb because the offscreen platform has no OpenGL."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from editor.animation_3d import has_opengl

SCRIPT = """
import sys
import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
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

if sys.argv[1] == "shared":
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
app = QApplication([])
d = Diagram()
d.add("world", spatial.World())
d.add("box", spatial.Box(r=[0.5, 0, 0], width="200 mm", height="200 mm"))
d.connect("world.origin", "box.a")
panels = []
for number in range(2):
    panel = AnimationPanel(None, Document(d), LIGHT)
    panels.append(panel)
    panel.resize(400, 320)
    panel.show()
    panel.show_run(Run())
    for _ in range(5):
        app.processEvents()
    if panel.space is None:
        print("painted")
        continue
    table = pixels(panel.space.grabFramebuffer()).astype(int)
    height, width, _ = table.shape
    is_dark = table[height // 2, width // 2].sum() < table[5, 5].sum() - 100
    print("drawn" if is_dark else "empty")
"""


def test_offscreen_has_no_opengl(qtbot) -> None:
    assert not has_opengl()


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs Xvfb")
@pytest.mark.parametrize(("sharing", "second"), [("shared", "drawn"), ("alone", "painted")])
def test_two_windows_both_show_the_box(sharing: str, second: str) -> None:
    command = ["xvfb-run", "-a", "env", "-u", "QT_QPA_PLATFORM", sys.executable, "-c", SCRIPT, sharing]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    if done.stdout.split() == ["painted", "painted"]:
        pytest.skip("Xvfb has no OpenGL here")
    assert done.stdout.split() == ["drawn", second]
    assert "Error while drawing" not in done.stdout + done.stderr
