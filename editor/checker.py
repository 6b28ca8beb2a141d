"""The check that goes on behind the editor: after every edit, in another process."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from blocks.errors import ModelError
from editor.check_thread import LONGEST, CheckThread
from editor.document import Document
from editor.frozen import frozen
from editor.model_facts import Checked, ModelFacts

QUIET = 300  # ms without an edit before the check begins


class Checker(QObject):
    """Checks the diagram of a document whenever it has changed."""

    checked = Signal(list)  # list[ModelError]; empty if all is well
    statistics = Signal(dict)  # states, constraints, sampled, blocks, seconds, warnings; empty if there is no model
    described = Signal(object)  # ModelFacts
    _answered = Signal(object)

    def __init__(self, document: Document, *, longest: float = LONGEST) -> None:
        super().__init__()
        self._document = document
        self.problems: list[ModelError] = []
        self.facts: ModelFacts | None = None  # of the last diagram that was right
        self._timer = QTimer(self, interval=QUIET, singleShot=True)
        self._timer.timeout.connect(self._check)
        self._longest = longest
        self._thread: CheckThread | None = None
        # from the thread of the check into this one
        self._answered.connect(self._take, Qt.ConnectionType.QueuedConnection)
        document.changed.connect(self._wait)
        self._timer.start()

    def _wait(self, *_: object) -> None:
        self._timer.start()

    def check_now(self) -> None:
        """Check without waiting for a pause between edits, and answer even if nothing has changed."""
        self._check(is_asked=True)

    def _check(self, *, is_asked: bool = False) -> None:
        self._timer.stop()
        if self._thread is None:
            self._thread = CheckThread(self._answered.emit, self._longest)
            self._thread.start()
        self._thread.check(frozen(self._document.diagram), is_asked=is_asked)

    @property
    def pid(self) -> int | None:
        """Return the process that checks, if there is one."""
        return self._thread.pid if self._thread is not None else None

    def close(self) -> None:
        """End the check and its process, because the window closes."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.close()
            self._thread = None

    def _take(self, answer: Checked) -> None:
        if self._thread is None:
            return
        self.problems = [ModelError(*problem) for problem in answer.problems]
        if answer.facts is not None:
            self.facts = answer.facts
            self.described.emit(answer.facts)
        self.statistics.emit(answer.statistics)
        self.checked.emit(self.problems)
