"""The canvas stays quick with many blocks. The limits are loose, because test machines are busy."""

import time
from statistics import median

import pytest
from pytestqt.qtbot import QtBot

from blocks.diagram import Diagram
from editor.canvas.scene import DiagramScene
from editor.canvas.view import DiagramView
from editor.document import Document
from editor.style import LIGHT
from libraries.electrical import Capacitor, Resistor

COUNT, COLUMNS = 300, 20
HUB = "b155"


@pytest.fixture
def city() -> Diagram:
    diagram = Diagram()
    for i in range(COUNT):
        part = Resistor() if i % 3 else Capacitor()
        diagram.add(f"b{i}", part, at=(i % COLUMNS * 140, i // COLUMNS * 120))
    for i in range(COUNT - 1):
        diagram.connect(f"b{i}.n", f"b{i + 1}.p")
    for k in range(10):
        diagram.connect(f"{HUB}.p", f"b{(180 + 7 * k) % COUNT}.n")
    return diagram


def test_three_hundred_blocks_are_shown_within_a_second_or_so(qtbot: QtBot, city: Diagram) -> None:
    begun = time.perf_counter()
    view = DiagramView(DiagramScene(Document(city), city, LIGHT))
    qtbot.addWidget(view)
    view.resize(1200, 800)
    view.fit()
    view.grab()
    assert time.perf_counter() - begun < 3  # measured 0.26 to 0.55 s with other work on the machine


def test_dragging_a_block_with_ten_connections_is_smooth(qtbot: QtBot, city: Diagram) -> None:
    scene = DiagramScene(Document(city), city, LIGHT)
    view = DiagramView(scene)
    qtbot.addWidget(view)
    view.resize(1200, 800)
    view.show()
    view.fit()
    scene.freeze([HUB])
    frames = []
    for k in range(20):
        begun = time.perf_counter()
        scene.show_moved([HUB], 10 * k, 10 * k)
        view.viewport().repaint()
        frames.append(time.perf_counter() - begun)
    scene.thaw()
    assert median(frames) < 0.05  # the aim is 16 ms; measured 6 to 10 ms, the first frame 30 to 46 ms
