"""A run in the window at the speed of the clock: how many pictures a second, and how far it falls behind."""

from __future__ import annotations

import time
from typing import Any

from tests.benchmarks._drag import paint_counter
from tests.benchmarks._gaps import Heart

SIZE = (1400, 900)


def live(application: Any, document: Any, seconds: float) -> dict[str, float]:
    """Return what is seen of some seconds of a run at real time, with a scope and the animation.

    ``animation`` and ``scope`` are pictures per second, ``busy`` is the share of a core that the window uses, ``gap``
    the longest time in which it could not answer, ``work`` the most processor time between two answers, ``behind`` how
    far the run falls behind the clock meanwhile, all in seconds, and ``speed`` simulated over real time.
    """
    from editor.main_window import MainWindow

    window = MainWindow(keeps_layout=False)
    window.resize(*SIZE)
    window.show()
    window.show_document(document)
    heart, workspace = Heart(application), window.workspace
    assert workspace is not None
    controller = workspace.controller
    heart.until(lambda: workspace.checker.facts is not None, 60.0)
    heart.calm_down()
    controller.set_pace(1.0)
    window.run()
    heart.until(lambda: len(controller.store.last or ()) > 0 and workspace.animation.isVisible(), 60.0)
    heart.calm_down(2.0)
    seen = {"animation": paint_counter(workspace.animation.shown)}
    seen["scope"] = paint_counter(workspace.scope.plots[0].widget.viewport())
    first, began, at = {name: item.count for name, item in seen.items()}, time.perf_counter(), _reached(controller)
    used = time.thread_time()
    _, gap, work = heart.until(lambda: not controller.is_active, seconds)
    passed, moved = time.perf_counter() - began, _reached(controller) - at
    busy = (time.thread_time() - used) / passed
    found = {name: (item.count - first[name]) / passed for name, item in seen.items()}
    controller.stop()
    heart.stop()
    document.history.setClean()
    window.close()
    return {**found, "busy": busy, "gap": gap, "work": work, "behind": passed - moved, "speed": moved / passed}


def _reached(controller: Any) -> float:
    run = controller.store.last
    return float(run.time[-1]) if run is not None and len(run) else 0.0
