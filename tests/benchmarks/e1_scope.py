"""E1: drawing a scope with eight curves of a hundred thousand points while a run goes on, without a graphics card.

The peer is pyqtgraph's own reduction ("peak"). Goal: 30 pictures a second.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

from tests.benchmarks._measure import Answer, answer

CURVES, POINTS, TINY = 8, 100_000, 20_000
SIZE = (900, 420)
FRAME = 1 / 30  # s
ADDED = 200  # points of each curve that are new in every picture


def run(tiny: bool = False) -> list[Answer]:
    """Return the processor time of one picture, of a long run and of a very long one."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    frames = 5 if tiny else 60
    counts = [TINY] if tiny else [POINTS, 10 * POINTS]
    found = []
    for count in counts:
        ours, error = our_frame(application, count, frames)
        peer = peer_frame(application, count, max(3, frames // 6))
        goal = {"goal": "33 ms", "is_met": ours <= FRAME}
        errors = {"lost_extremes": (error, 0.0)}
        found.append(answer(f"E1 {CURVES} curves x {count}", ours, peer, "pyqtgraph peak", errors, **goal))
    return found


def signals(count: int) -> tuple[Any, dict[str, Any]]:
    """Return time and noisy sines, the worst there is to draw: every column of pixels is full."""
    random = np.random.default_rng(1)
    time = np.linspace(0.0, 10.0, count)
    values = {f"s{k}": np.sin(time + k) + 0.1 * random.standard_normal(count) for k in range(CURVES)}
    return time, values


def our_frame(application: Any, count: int, frames: int) -> tuple[float, float]:
    """Return the time of one picture, and by how much the extremes that are drawn are wrong."""
    from editor.document import Document
    from editor.model_facts import ModelFacts, ScopeFacts
    from editor.run_control import RunController
    from editor.scope import ScopePanel
    from editor.style import LIGHT

    controller = RunController(Document(), is_warmed=False)
    panel = ScopePanel(controller, Document(), LIGHT)
    time_of, values = signals(count)
    panel.show_facts(ModelFacts((ScopeFacts("", "", tuple(values)),), tuple(values), dict.fromkeys(values, ("", ""))))
    run = controller.store.begin("noise", 10.0)
    run.append(time_of, values)
    controller.begun.emit(run)
    panel.resize(*SIZE)
    panel.show()
    panel.plots[0].set_quick(True)
    steps = time_of[1] * np.arange(1, ADDED + 1)

    def frame() -> None:
        run.append(run.time[-1] + steps, {name: values[name][:ADDED] for name in values})
        panel.draw()
        panel.plots[0].widget.viewport().repaint()

    seconds = _timed(application, frame, frames)
    error = max(_lost(panel, run, name) for name in values)
    panel.close()
    return seconds, error


def _lost(panel: Any, run: Any, name: str) -> float:
    drawn = panel.plots[0].curves[name].now.getData()[1]
    seen = run[name][run.time <= panel.plots[0].x_range[1]]
    return float(abs(drawn.max() - seen.max()) + abs(drawn.min() - seen.min()))


def peer_frame(application: Any, count: int, frames: int) -> float:
    """Return the time of one picture that pyqtgraph reduces itself."""
    import pyqtgraph as pg

    widget = pg.PlotWidget()
    widget.getPlotItem().setDownsampling(auto=True, mode="peak")
    widget.getPlotItem().setClipToView(True)
    widget.setXRange(0, 10)
    time_of, values = signals(count)
    curves = [widget.plot(pen=pg.mkPen(pg.intColor(k), width=1)) for k in range(CURVES)]
    widget.resize(*SIZE)
    widget.show()

    def frame() -> None:
        for curve, column in zip(curves, values.values(), strict=True):
            curve.setData(time_of, column)
        widget.viewport().repaint()

    seconds = _timed(application, frame, frames)
    widget.close()
    return seconds


def _timed(application: Any, frame: Any, frames: int) -> float:
    for _ in range(2):
        application.processEvents()
        frame()
    began = time.process_time()
    for _ in range(frames):
        frame()
    return (time.process_time() - began) / frames
