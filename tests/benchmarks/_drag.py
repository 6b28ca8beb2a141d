"""Dragging a block with the mouse, and finding ways for connections."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

from tests.benchmarks._city import FREE, cell, city, shown
from tests.benchmarks._measure import Answer, answer

FRAMES = 12  # of one drag
FRAME, RELEASE = 0.016, 0.05  # goals, s
LONGEST = 60.0


def dragging(application: Any, count: int, drags: int) -> list[Answer]:
    """Return how long the frames of several drags take, the first ones among them, and the releases."""
    firsts, frames, releases, slices = [], [], [], []
    mouse = _Mouse(application, count)
    for to in mouse.places(drags):
        times = mouse.drag(to)
        firsts.append(times[0])
        frames += times
        seconds, after = mouse.release()
        releases.append(seconds)
        slices += after
    mouse.view.hide()
    what = f"drag a block among {count}"
    return [
        _answer(f"{what}, frame, median", median(frames), FRAME),
        _answer(f"{what}, frame, 95 %", quantiles(frames, n=20)[-1], FRAME),
        _answer(f"{what}, frame, worst", max(frames), FRAME),
        _answer(f"{what}, first frame, worst", max(firsts), FRAME),
        _answer(f"{what}, release, median", median(releases), RELEASE),
        _answer(f"{what}, release, worst", max(releases), RELEASE),
        _answer(f"{what}, worst slice after it", max(slices, default=1e-9), RELEASE),
    ]


def _answer(name: str, seconds: float, goal: float) -> Answer:
    errors = {"seconds": (seconds, LONGEST)}
    return answer(f"E2 {name}", seconds, None, "no peer", errors, f"{goal:g} s", seconds <= goal)


class _Mouse:
    """Drags the block with the many connections about; each time ends when everything is painted."""

    def __init__(self, application: Any, count: int) -> None:
        self.application, self.name = application, f"b{count // 2}"
        self.view, self.scene = shown(count)
        self.view.show()
        # a window that is not on the screen yet ignores that it should be painted
        while not self.view.windowHandle().isExposed():
            application.processEvents()
        application.processEvents()
        self._paints = paint_counter(self.view.viewport())

    def places(self, count: int) -> list[tuple[int, int]]:
        """Return free places all over the diagram."""
        return free_cells(len(self.scene.diagram.blocks), count)

    def drag(self, to: tuple[int, int]) -> list[float]:
        """Press the button on the block and move it in steps; return what each step took."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        block, port = self.scene.network.placed[self.name], self.view.viewport()
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mousePress(port, left, none, self._at(block.x, block.y))
        self.application.processEvents()
        times = []
        for k in range(1, FRAMES + 1):
            x, y = (a + (b - a) * k / FRAMES for a, b in zip((block.x, block.y), to, strict=True))
            spot = self._at(x, y)
            times.append(self._do(lambda spot=spot: QTest.mouseMove(port, spot)))
        assert self.scene.selected_names() == [self.name]
        self._last = self._at(*to)
        return times

    def release(self) -> tuple[float, list[float]]:
        """Let the button go; return what that took, and what came after it until all ways are found."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        seconds = self._do(lambda: QTest.mouseRelease(self.view.viewport(), left, none, self._last))
        after = []
        while not self.scene.network.is_settled:
            after.append(self._do(lambda: None, is_painted=False))
        return seconds, after

    def _at(self, x: float, y: float) -> Any:
        from PySide6.QtCore import QPointF

        return self.view.mapFromScene(QPointF(x, y))

    def _do(self, work: Callable[[], object], is_painted: bool = True) -> float:
        """Return the time of some work until it is on the screen."""
        before, began = self._paints.count, time.perf_counter()
        work()
        # what is due is painted; ways that are searched for later wait for their timer
        self.application.sendPostedEvents()
        while is_painted and self._paints.count == before and time.perf_counter() - began < 1:
            self.application.processEvents()
        if not is_painted:
            self.application.processEvents()
        return time.perf_counter() - began


def paint_counter(widget: Any) -> Any:
    """Return something that counts how often a widget is painted."""
    from PySide6.QtCore import QEvent, QObject

    class Counter(QObject):
        # a listener to the scene's own signal would make it paint everything
        count = 0

        def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802
            self.count += event.type() == QEvent.Type.Paint
            return False

    counter = Counter(widget)
    widget.installEventFilter(counter)
    return counter


def free_cells(blocks: int, count: int) -> list[tuple[int, int]]:
    """Return some free cells of a city in no order."""
    free = [cell(k * (FREE + 1) + FREE) for k in range(blocks // FREE)]
    return random.Random(4).choices(free, k=count)


def routing(sizes: tuple[int, ...]) -> list[Answer]:
    """Return the time to find the way of one connection, over those of a block that is put elsewhere."""
    from editor.canvas import routing as module
    from editor.canvas.network import Network

    found, plain = [], module.go_on
    for count in sizes:
        diagram = city(count)
        times: list[float] = []
        network = Network(diagram)
        network.update()

        def timed(*ends: Any, times: list[float] = times) -> Any:
            began = time.perf_counter()
            way = plain(*ends)
            times.append(time.perf_counter() - began)
            return way

        module.go_on = timed  # type: ignore[assignment]
        try:
            for place in free_cells(count, 20):
                diagram.layout[f"b{count // 2}"] = place
                network.update()
        finally:
            module.go_on = plain
        found += [
            _answer(f"way of a connection among {count} blocks, mean", sum(times) / len(times), FRAME),
            _answer(f"way of a connection among {count} blocks, worst", max(times), RELEASE),
        ]
    return found
