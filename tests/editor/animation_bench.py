"""What the tests of the animation share: a pendulum that was simulated, a box in space, and a panel that shows them."""

from __future__ import annotations

import numpy as np
import pytest

from blocks import Diagram
from editor.animation import AnimationPanel
from editor.animation_data import ResultRun, Scene
from editor.animation_motion import Motion
from editor.document import Document
from editor.style import LIGHT
from libraries import planar, spatial
from solver.simulate import simulate


def pendulum() -> Diagram:
    d = Diagram("pendulum")
    d.add("ground", planar.Fixed())
    d.add("joint", planar.Revolute(start={"phi": 0.0, "w": 2.0}))
    d.add("rod", planar.Rod(m=1.0, length=1.0))
    d.add("world", planar.World(g=[0.0, 0.0]))
    d.connect("ground.a", "joint.a")
    d.connect("joint.b", "rod.a")
    return d


def box() -> Diagram:
    d = Diagram("box")
    d.add("world", spatial.World())
    d.add("joint", spatial.Revolute(direction="y", start={"phi": 0.0, "w": 2.0}))
    d.add("box", spatial.Box(r=[0.5, 0, 0], width="100 mm", height="100 mm"))
    d.connect("world.origin", "joint.a")
    d.connect("joint.b", "box.a")
    return d


class Recorded:
    """A run with a rod that turns at 2 rad/s; it grows when told."""

    def __init__(self, until: float) -> None:
        self.grow(until)

    def grow(self, until: float) -> None:
        self.time = np.linspace(0.0, until, int(until * 100) + 1)

    def values(self, name: str) -> np.ndarray:
        return {"rod.b.x": np.cos(2 * self.time), "rod.b.y": np.sin(2 * self.time)}.get(name, 0.0 * self.time)


@pytest.fixture(scope="module")
def result():
    return simulate(pendulum(), until=1.0)


@pytest.fixture
def panel(qtbot, result):
    d = pendulum()
    panel = AnimationPanel(None, Document(d), LIGHT)
    qtbot.addWidget(panel)
    panel.resize(500, 400)
    panel.show()
    panel.show_run(ResultRun(result, Scene(d).signals))
    panel.ghosts.setChecked(False)
    panel.set_trace("")
    return panel


@pytest.fixture
def motion(result) -> Motion:
    scene = Scene(pendulum())
    return Motion(scene, ResultRun(result, scene.signals))


@pytest.fixture
def look(panel):
    return panel.view.look
