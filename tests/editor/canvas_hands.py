"""A canvas with a mouse and a keyboard, for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from blocks.block import Block
from blocks.registry import find_block
from editor.canvas.scene import DiagramScene
from editor.canvas.view import DiagramView
from editor.document import Document
from editor.style import LIGHT

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
R, C, GAIN, STEP, MASS, MUX = (
    "electrical.Resistor", "electrical.Capacitor", "signals.Gain", "signals.Step", "translational.Mass", "signals.Mux"
)  # fmt: skip
Make = Callable[..., "Canvas"]


class Canvas:
    """A view on a diagram, with a mouse that works in the diagram's own coordinates."""

    def __init__(self, qtbot: QtBot, document: Document) -> None:
        self.document, self.diagram = document, document.diagram
        self.scene = DiagramScene(self.document, self.diagram, LIGHT)
        self.view = DiagramView(self.scene)
        qtbot.addWidget(self.view)
        self.view.resize(900, 600)
        self.view.show()
        self.view.resetTransform()
        self.view.centerOn(200, 100)
        self.said: list[str] = []
        self.scene.message.connect(self.said.append)

    def at(self, x: float, y: float) -> QPoint:
        return self.view.mapFromScene(QPointF(x, y))

    def port(self, end: str) -> tuple[int, int]:
        found = self.scene.network.end(end)
        assert found is not None
        return found.point

    def path(self, first: str, second: str) -> list[tuple[int, int]]:
        self.scene.settle()
        return self.scene.network.path((first, second))

    def click(self, x: float, y: float, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseClick(self.view.viewport(), LEFT, held, self.at(x, y))

    def hover(self, x: float, y: float) -> None:
        QTest.mouseMove(self.view.viewport(), self.at(x, y))

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], held: Qt.KeyboardModifier = NONE,
        button: Qt.MouseButton = LEFT,
    ) -> None:  # fmt: skip
        port = self.view.viewport()
        QTest.mousePress(port, button, held, self.at(*start))
        for k in range(1, 6):
            x, y = (a + (b - a) * k / 5 for a, b in zip(start, end, strict=True))
            QTest.mouseMove(port, self.at(x, y))
        QTest.mouseRelease(port, button, held, self.at(*end))

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, held)

    def undo(self) -> None:
        self.document.history.undo()


def block(type_name: str, **values: Any) -> Block:
    cls = find_block(type_name)
    assert cls is not None
    return cls(**values)
