"""The thread that talks to the worker process of one run, so that the window never waits for it.

Commands go in and reports come out through queues; nothing of Qt is touched here. All waiting happens in this thread:
importing the solver, writing the diagram as text, starting the process, and ending it.
"""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from blocks.diagram import Diagram
from blocks.errors import ModelError

if TYPE_CHECKING:
    from solver.worker import WorkerRun

PATIENCE = 0.02  # s between two looks at the commands
END_OF_LAST = 2.0  # s for the run before this one to give its worker back


@dataclass(frozen=True)
class Report:
    """Something that happened: begun, batch, progress, warnings, refused, finished or failed."""

    kind: str
    content: Any = None


class RunThread(threading.Thread):
    """One run in a worker process."""

    def __init__(self, diagram: Diagram, options: dict[str, Any], after: RunThread | None = None) -> None:
        super().__init__(name="run", daemon=True)
        self._diagram, self._options, self._after = diagram, options, after
        self._commands: queue.SimpleQueue[tuple[str, tuple[Any, ...]]] = queue.SimpleQueue()
        self.reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._warned = 0  # how many warnings were reported
        self._is_stopped = threading.Event()

    def command(self, kind: str, *arguments: Any) -> None:
        """Let the run do something; ``kind`` is the name of a method of ``WorkerRun``."""
        self._commands.put((kind, arguments))

    def stop(self) -> None:
        """End the run; returns at once."""
        self._is_stopped.set()

    def run(self) -> None:
        """Run until the end."""
        try:
            if self._after is not None:
                # its worker is warm, a new one is not
                self._after.join(END_OF_LAST)
                self._after = None
            self._drive()
        except Exception as error:
            self.reports.put(Report("failed", error))
        _warm_up()

    def _drive(self) -> None:
        from solver.worker import WorkerRun

        if self._is_stopped.is_set():
            return
        with WorkerRun(self._diagram, **self._options) as live:
            self.reports.put(Report("begun", live.pid))
            while not self._is_stopped.is_set():
                batch = live.poll(PATIENCE)
                if batch is not None:
                    self.reports.put(Report("batch", batch))
                elif live.is_finished:
                    break
                self.reports.put(Report("progress", live.progress))
                self._report_warnings(live)
                self._obey(live)
            if self._is_stopped.is_set():
                live.stop()
                self._read_rest(live)
            self._report_warnings(live)
        self.reports.put(Report("finished"))

    def _read_rest(self, live: WorkerRun) -> None:
        while (batch := live.poll()) is not None:
            self.reports.put(Report("batch", batch))

    def _report_warnings(self, live: WorkerRun) -> None:
        """Report all warnings of the run when there are new ones."""
        warnings = live.warnings
        if len(warnings) > self._warned:
            self._warned = len(warnings)
            self.reports.put(Report("warnings", warnings))

    def _obey(self, live: WorkerRun) -> None:
        while True:
            try:
                kind, arguments = self._commands.get_nowait()
            except queue.Empty:
                break
            try:
                if kind == "set_parameter":
                    name, value = arguments
                    live.set_parameter(name, value, wait=0.0)
                else:
                    getattr(live, kind)(*arguments)
            except ModelError as problem:
                self.reports.put(Report("refused", problem))
        while live.problems:
            self.reports.put(Report("refused", live.problems.pop(0)))


def _warm_up() -> None:
    """Have a worker ready for the next run; if there is none, that run tells why."""
    try:
        from solver.worker_link import warm_up

        warm_up()
    except Exception:
        return


class WarmUp(threading.Thread):
    """Imports the solver and starts a worker before anybody asks."""

    def __init__(self) -> None:
        super().__init__(name="warm up", daemon=True)

    def run(self) -> None:
        """Do it."""
        try:
            import solver.worker  # noqa: F401
        except ImportError:
            return
        _warm_up()
