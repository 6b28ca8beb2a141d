"""Running the diagram of a document: run, pause, step, stop and tune, without ever making the window wait."""

from __future__ import annotations

import queue
import time
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from blocks.errors import ModelError
from blocks.units import unit
from blocks.values import number
from editor.document import Document
from editor.frozen import frozen
from editor.run_thread import Report, RunThread, WarmUp
from editor.scope_data import RunStore
from editor.trust_question import may_run

TICK = 33  # ms between two looks at what has arrived
WARM_UP = 400  # ms after which a worker is started, when the window has settled
BUSY = 0.008  # s in one tick, after which the window gets its turn
ACTIVE = ("compiling", "running", "paused")


class RunController(QObject):
    """The run of a document. States: idle, compiling, running, paused, finished, failed."""

    state_changed = Signal(str)
    batch = Signal(object)  # solver.batch.Batch
    progressed = Signal(object)  # solver.progress.Progress
    failed = Signal(object)  # the exception that ended the run
    refused = Signal(object)  # ModelError: why a parameter was not changed
    warned = Signal(object)  # list of ModelError: what a person should know about the run
    begun = Signal(object)  # scope_data.Run: a new run, still without values

    def __init__(self, document: Document, *, is_warmed: bool = True) -> None:
        super().__init__()
        self._document = document
        self._state = "idle"
        self._thread: RunThread | None = None
        self._last: RunThread | None = None  # still ending, perhaps
        self._pace: float | None = None
        self.store = RunStore()
        self.may_run = may_run
        self.worker_pid: int | None = None
        self.speed: float | None = None  # simulated over real time, of late
        self._timer = QTimer(self, interval=TICK)
        self._timer.timeout.connect(self._look)
        if is_warmed:
            QTimer.singleShot(WARM_UP, self, self._warm_up)

    @property
    def state(self) -> str:
        """Return what is going on."""
        return self._state

    @property
    def is_active(self) -> bool:
        """Tell whether a run is under way."""
        return self._state in ACTIVE

    @property
    def pace(self) -> float | None:
        """Return how many times as fast as real time runs go, None for as fast as they can."""
        return self._pace

    def _warm_up(self) -> None:
        if self._thread is None:
            WarmUp().start()

    def run(self, signals: list[str] | None = None, *, also: Sequence[str] = (), is_paused: bool = False) -> None:
        """Begin a new run; ``signals`` are recorded, without them what the model's scopes show, or its states.

        Those in ``also`` are recorded, too, as far as the model has them: only the run knows the diagram it runs.
        """
        if self.is_active:
            self.stop()
        diagram = frozen(self._document.diagram)
        diagram.folder = self._document.path.parent if self._document.path else None
        if not self.may_run(diagram):
            return
        options = {"signals": signals or None, "also": also, "pace": self._pace, "paused": is_paused}
        self._asks_pause = is_paused
        self._reached, self._looked, self.speed = 0.0, time.perf_counter(), None
        self.worker_pid = None
        record = self.store.begin(diagram.name, _stop_time(diagram.experiment.stop))
        self._thread = RunThread(diagram, options, self._last)
        self._thread.start()
        self._timer.start()
        self.begun.emit(record)
        self._become("compiling")

    def pause(self) -> None:
        """Hold the run where it is."""
        if self._thread is not None and self._state in ("compiling", "running"):
            self._asks_pause = True
            self._thread.command("pause")
            if self._state == "running":
                self._become("paused")

    def resume(self) -> None:
        """Let a paused run go on."""
        if self._thread is not None and self.is_active:
            self._asks_pause = False
            self._thread.command("resume")
            if self._state == "paused":
                self._become("running")

    def step(self, also: Sequence[str] = ()) -> None:
        """Take one step of the solver: of the run under way, which pauses, or of a new one."""
        if not self.is_active:
            self.run(also=also, is_paused=True)
            return
        self.pause()
        if self._thread is not None and self._state == "paused":
            self._thread.command("step")

    def stop(self) -> None:
        """End the run now. What it has delivered stays."""
        if self._thread is None:
            return
        self._thread.stop()
        self._take_all(is_final=True)
        self._release()
        self._become("idle")

    def set_pace(self, pace: float | None) -> None:
        """Let simulated time go ``pace`` times as fast as real time, or, with None, as fast as it can."""
        self._pace = pace
        if self._thread is not None:
            self._thread.command("set_pace", pace)

    def tune(self, name: str, value: Any) -> None:
        """Change a parameter of the run under way; without one there is nothing to do."""
        if self._thread is not None:
            self._thread.command("set_parameter", name, value)

    def close(self) -> None:
        """End everything, because the window closes."""
        self.stop()

    def _become(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self.state_changed.emit(state)

    def _release(self) -> None:
        self._timer.stop()
        self._last, self._thread = self._thread, None
        self.worker_pid = None
        self.store.end()

    def _look(self) -> None:
        self._take_all()

    def _take_all(self, *, is_final: bool = False) -> None:
        """Take in what the thread has reported, as much as fits into a tick."""
        end = time.perf_counter() + BUSY
        progress = None
        while self._thread is not None and (is_final or time.perf_counter() < end):
            try:
                report = self._thread.reports.get_nowait()
            except queue.Empty:
                break
            if report.kind == "progress":
                progress = report.content  # only the last is of interest
            elif not (is_final and report.kind in ("finished", "failed")):
                self._take(report, progress)
        if progress is not None:
            self._progress(progress)

    def _take(self, report: Report, progress: Any) -> None:
        match report.kind:
            case "begun":
                self.worker_pid = report.content
            case "batch":
                self._arrive(report.content)
            case "warnings":
                self.warned.emit(report.content)
            case "refused":
                self.refused.emit(report.content)
            case "finished":
                if progress is not None:
                    self._progress(progress)
                self._release()
                self._become("finished")
            case "failed":
                self._release()
                self._become("failed")
                self.failed.emit(report.content)

    def _arrive(self, batch: Any) -> None:
        if self.store.current is not None:
            self.store.current.append(batch.time, batch.values)
        if self._state == "compiling":
            self._become("paused" if self._asks_pause else "running")
        self.batch.emit(batch)

    def _progress(self, progress: Any) -> None:
        now = time.perf_counter()
        passed = now - self._looked
        if passed > 0.2 and self._state == "running":
            fresh = (progress.time - self._reached) / passed
            # smoothed, so that the number can be read
            self.speed = fresh if self.speed is None else 0.6 * self.speed + 0.4 * fresh
        if passed > 0.2 or self._state != "running":
            self._reached, self._looked = progress.time, now
        self.progressed.emit(progress)


def _stop_time(stop: Any) -> float | None:
    """Return the end of a run in seconds, as far as it can be told without its model."""
    try:
        return float(number(stop, unit("s").dimension, {}, "experiment.stop"))
    except (ModelError, TypeError, ValueError):
        return None
