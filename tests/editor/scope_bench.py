"""What the tests of scopes share: a scope, or a desk of them, with made-up runs, and a mouse."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from blocks import Diagram
from editor.checker import Checker
from editor.document import Document
from editor.model_facts import ModelFacts, ScopeFacts
from editor.run_control import RunController
from editor.scope import ScopePanel
from editor.scope_desk import ScopeDesk
from editor.style import LIGHT

FACTS = ModelFacts(
    (ScopeFacts("angles", "deg", ("a", "b")), ScopeFacts("", "V", ("v",))), ("a", "b", "v"),
    {"a": ("rad", "deg"), "b": ("rad", "deg"), "v": ("V", "V"), "w": ("V", "V"), "i": ("A", "A")},
)  # fmt: skip


class Bench:
    """A scope with made-up runs; with ``has_desk`` one that can be torn off."""

    def __init__(self, qtbot, *, has_desk=False):
        self.qtbot = qtbot
        self.document = Document(Diagram("bench"))
        self.controller = RunController(self.document, is_warmed=False)
        self.checker = Checker(self.document)
        self.checker._timer.stop()  # the facts are made up
        self.desk = ScopeDesk(self.controller, self.document, LIGHT, self.checker) if has_desk else None
        self.scope = self.desk.main if self.desk else ScopePanel(self.controller, self.document, LIGHT)
        self.widget = self.desk or self.scope
        qtbot.addWidget(self.widget)
        self.widget.resize(600, 420)
        self.widget.show()
        self.tell(FACTS)

    def tell(self, facts):
        """Tell what a check would have found out."""
        self.checker.facts = facts
        self.checker.described.emit(facts)
        self.scope.show_facts(facts)
        self.settle()

    def run(self, factor=1.0, until=10.0, count=1001):
        run = self.controller.store.begin("bench", until)
        self.controller.begun.emit(run)
        time = np.linspace(0, until, count)
        values = {"a": factor * time, "b": np.sin(time), "v": factor * np.cos(time)}
        run.append(time, values)
        self.controller.store.end()
        self.controller.state_changed.emit("finished")
        self.settle()
        return run

    def settle(self):
        self.qtbot.wait(60)

    def press(self, word):
        self.qtbot.mouseClick(self.scope.bar.buttons[word], Qt.MouseButton.LeftButton)
        self.settle()

    def place(self, plot, x, y=None):
        """Return the pixel of a point of a plot."""
        low, high = plot.view.viewRange()[1]
        point = plot.view.mapViewToScene(QPointF(x, (low + high) / 2 if y is None else y))
        return plot.widget.mapFromScene(point)

    def close(self):
        """End what runs in the background."""
        self.controller.close()
        self.checker.close()


def has_color(widget, color, near=30):
    wanted = QColor(color)
    image = widget.grab().toImage()
    return any(
        abs(pixel.red() - wanted.red()) + abs(pixel.green() - wanted.green()) + abs(pixel.blue() - wanted.blue()) < near
        for y in range(image.height())
        for x in range(0, image.width())
        for pixel in [image.pixelColor(x, y)]
    )


def drag(bench, widget, begin, end):
    """Press the left button at one place of a widget, move to another and let go."""
    left = Qt.MouseButton.LeftButton
    bench.qtbot.mousePress(widget, left, pos=begin)
    for k in range(1, 11):
        place = begin + (end - begin) * k / 10
        world = widget.mapToGlobal(place)
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(place), QPointF(world), left, left, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(widget, event)
        bench.qtbot.wait(15)
    bench.qtbot.mouseRelease(widget, left, pos=end)
    bench.settle()


def wheel(bench, plot, x, clicks):
    """Turn the wheel over a time of a plot."""
    turn(bench, plot.widget.viewport(), bench.place(plot, x), clicks)


def turn(bench, viewport, place, clicks):
    """Turn the wheel over a place of a widget."""
    event = QWheelEvent(
        QPointF(place), QPointF(viewport.mapToGlobal(place)), QPoint(), QPoint(0, 120 * clicks),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, event)
    bench.settle()
