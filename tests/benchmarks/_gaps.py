"""How long a window cannot answer while a model is checked, compiled and run: the gaps between beats of a timer."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

BEAT = 2  # ms
CALM = 0.03  # s: gaps below that mean the window has been painted


class Heart:
    """Beats as often as the window lets it; also counts the processor time its thread uses between two beats."""

    def __init__(self, application: Any) -> None:
        from PySide6.QtCore import QTimer

        self._application = application
        self._last, self._used = time.perf_counter(), time.thread_time()
        self._gaps: list[float] = []
        self._work: list[float] = []
        self._timer = QTimer(interval=BEAT)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        self._gaps.append(now - self._last)
        self._work.append(used - self._used)
        self._last, self._used = now, used

    def until(self, is_done: Callable[[], bool], most: float) -> tuple[float, float, float]:
        """Live on until something holds; return the usual gap, the longest one, and the most work at once."""
        self._gaps, self._work = [], []
        end = time.perf_counter() + most
        while not is_done() and time.perf_counter() < end:
            self._application.processEvents()
            time.sleep(0.0005)  # as a window that waits for events
        return median(self._gaps or [0.0]), max(self._gaps, default=0.0), max(self._work, default=0.0)

    def calm_down(self, most: float = 10.0) -> None:
        """Wait until the window has done what it does once."""
        end = time.perf_counter() + most
        while time.perf_counter() < end and self.until(lambda: False, 0.6)[1] > CALM:
            pass

    def stop(self) -> None:
        """Beat no longer."""
        self._timer.stop()


def gaps_of(application: Any, diagram: Any, seconds: float) -> dict[str, float]:
    """Return the gaps of a window that checks a diagram and runs it for some seconds at most, and how run and stop are.

    Times in seconds: ``usual`` and ``longest`` gap and the most ``work`` at once of all phases, ``run()``, ``stop()``.
    ``rows`` is how many instants were delivered: a run that fails says nothing.
    """
    from editor.document import Document
    from editor.main_window import MainWindow

    window = MainWindow(keeps_layout=False)
    window.show()
    window.show_document(Document(diagram))
    heart, workspace = Heart(application), window.workspace
    assert workspace is not None
    checker, controller, document = workspace.checker, workspace.controller, workspace.document
    heart.until(lambda: checker.facts is not None, 60.0)
    heart.calm_down()
    answers: list[Any] = []
    checker.checked.connect(answers.append)
    phases = []
    document.set_parameter(document.diagram, "benchmark", 1.0)
    phases.append(heart.until(lambda: bool(answers), 60.0))
    began = time.perf_counter()
    window.run()
    run = time.perf_counter() - began
    phases.append(heart.until(lambda: controller.state in ("running", "finished", "failed"), 60.0))
    phases.append(heart.until(lambda: controller.state in ("finished", "failed"), seconds))
    began = time.perf_counter()
    window.stop()
    stop = time.perf_counter() - began
    phases.append(heart.until(lambda: False, 0.7))
    heart.stop()
    rows = len(controller.store.last or ())
    document.history.setClean()
    window.close()
    usual, longest, work = (max(phase[k] for phase in phases) for k in range(3))
    return {"usual": usual, "longest": longest, "work": work, "run": run, "stop": stop, "rows": rows}
