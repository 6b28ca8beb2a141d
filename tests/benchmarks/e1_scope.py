"""E1: what is seen of a run while it goes on, without a graphics card.

Drawing a scope with eight curves of a hundred thousand points; the peer is pyqtgraph's own reduction ("peak"), the goal
30 pictures a second. And how long the window cannot answer while a model is checked, compiled and run, and while run
and stop are asked for: 50 ms at most. Gaps are wall time, which other programs on the machine make longer; ``work`` is
the processor time of the window's thread in the worst of them.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

from blocks import Diagram
from blocks.diagram_file import read_diagram
from tests.benchmarks._measure import ROOT, Answer, answer
from tests.models.live_models import endless, ladder

CURVES, POINTS, TINY = 8, 100_000, 20_000
SIZE = (900, 420)
FRAME = 1 / 30  # s
GAP = 0.05  # s
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
    return found + gaps(tiny)


def gaps(tiny: bool) -> list[Answer]:
    """Return the longest gaps of the window: with an arm, with 300 blocks, and with a run as fast as it can go."""
    from editor.app import make_application
    from tests.benchmarks._gaps import gaps_of

    application = make_application()
    models = {"fast run": fast()}
    if not tiny:
        models |= {"two-link arm": arm(), "300 blocks": placed(ladder(149))}
    found = []
    for name, diagram in models.items():
        got = gaps_of(application, diagram, 1.0 if tiny else 5.0)
        rows = got.pop("rows")
        worst = max(got["longest"], got["run"], got["stop"])
        more = {key: f"{1e3 * seconds:.1f} ms" for key, seconds in got.items()}
        errors = {"seconds": (worst, 60.0), "runs_without_rows": (float(rows == 0), 0.0)}
        found.append(answer(f"E1 longest gap, {name}", worst, None, "no peer", errors, "50 ms", worst <= GAP, **more))
    return found


def arm() -> Diagram:
    """Return the example with two links, four scopes and an animation."""
    return read_diagram(ROOT / "projects" / "two_link_arm" / "diagram.toml")


def fast() -> Diagram:
    """Return a model that delivers about a million rows a second."""
    diagram = placed(endless())
    diagram.experiment.interval = 1e-6
    return diagram


def placed(diagram: Diagram) -> Diagram:
    """Return a diagram with a place for each block."""
    diagram.layout = {name: (i % 20 * 140, i // 20 * 120) for i, name in enumerate(diagram.blocks)}
    diagram.experiment.stop = diagram.experiment.stop or 20
    return diagram


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
