"""Everything that belongs to one document: canvas, inspector, running, scope, animation and problems."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from blocks.diagram import Diagram
from blocks.errors import ModelError
from editor.canvas_area import CanvasArea
from editor.checker import Checker
from editor.document import Document
from editor.inspector import Inspector
from editor.live_values import LiveValues
from editor.problems import ProblemsPanel
from editor.recovery import Autosave
from editor.run_bar import RunBar
from editor.run_control import RunController
from editor.settings import settings
from editor.style import Theme

LONGEST_WAIT = 3_000  # ms


class Workspace(QSplitter):
    """The panels of one document, put together; a new document gets a new one."""

    problems_changed = Signal(list)
    statistics_changed = Signal(str)

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Vertical)
        # plots bring NumPy and pyqtgraph; the start page does without
        from editor.animation import AnimationPanel
        from editor.scope import ScopePanel

        self.document, self.theme = document, theme
        document.setParent(self)
        self.autosave = Autosave(document, self)
        self.controller = RunController(document)
        self.controller.setParent(self)
        self.run_bar = RunBar(self.controller, theme, self.wanted_signals)
        self.checker = Checker(document)
        self.checker.setParent(self)
        self.canvas = CanvasArea(document, theme)
        self.inspector = Inspector(document, theme)
        self.scope = ScopePanel(self.controller, document, theme, self.checker)
        self.animation = AnimationPanel(self.controller, document, theme)
        self.values = LiveValues(self.canvas, self.inspector, self.controller, self.checker)
        self.problems = ProblemsPanel(theme)
        self.problems.hide()
        self.found: list[ModelError] = []
        self._waits = False  # for the first check, with a run
        self._put_together()
        self._connect()
        self._on_level(self.canvas.diagram)

    @property
    def panels(self) -> dict[str, QWidget]:
        """Return the panels that can be hidden, by name."""
        return {
            "inspector": self.inspector, "scope": self.scope, "animation": self.animation, "problems": self.problems,
        }  # fmt: skip

    def _put_together(self) -> None:
        self.upper_row, self.lower_row = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Horizontal)
        for splitter, widgets in (
            (self.upper_row, (self.canvas, self.inspector)),
            (self.lower_row, (self.scope, self.animation, self.problems)),
            (self, (self.upper_row, self.lower_row)),
        ):
            splitter.setHandleWidth(1)
            for widget in widgets:
                splitter.addWidget(widget)
        self.upper_row.setCollapsible(0, False)
        self.setCollapsible(0, False)
        self.upper_row.setStretchFactor(0, 1)
        self.upper_row.setSizes([930, 318])
        self.lower_row.setSizes([550, 690, 320])
        self.setStretchFactor(0, 1)
        self.setSizes([520, 326])

    def _connect(self) -> None:
        # the button waits for the first check, as the key does
        self.run_bar.buttons["run"].clicked.disconnect()
        self.run_bar.buttons["run"].clicked.connect(self.run)
        self.canvas.selected.connect(self._on_selected)
        self.canvas.level_changed.connect(self._on_level)
        self.canvas.edit_asked.connect(self._edit)
        self.inspector.tuned.connect(self.controller.tune)
        self.checker.checked.connect(self._on_checked)
        self.checker.statistics.connect(self._on_statistics)
        self.controller.failed.connect(self._on_failed)
        self.problems.place_clicked.connect(self.canvas.show_block)
        self.scope.message.connect(self.canvas.message)
        self.controller.refused.connect(lambda error: self.canvas.message.emit(str(error)))

    def begin(self) -> None:
        """Show the whole diagram, once the window has its size."""
        self.canvas.view.fit()
        self.canvas.view.setFocus()

    def run(self) -> None:
        """Simulate, or go on if paused."""
        if self.controller.state == "paused":
            self.controller.resume()
        elif self.checker.facts is None and not self.found and not self._waits:
            # just opened: what the model shows is known in a moment
            self._waits = True
            QTimer.singleShot(LONGEST_WAIT, self, self._run_now)
        else:
            self._run_now()

    def _run_now(self) -> None:
        if self._waits or not self.controller.is_active:
            self._waits = False
            self.controller.run(signals=self.wanted_signals() or None)

    def step(self) -> None:
        """Take one step of the run, or of a new one."""
        self.controller.step(self.wanted_signals() or None)

    def wanted_signals(self) -> list[str]:
        """Return the variables that the scope and the animation need; none if the model knows better."""
        from editor.animation_data import signals_for

        diagram = self.document.diagram
        shown = [name for name in self.scope.signals() if _is_there(diagram, name)]
        # without a word from the scope the model chooses, and records its states
        return list(dict.fromkeys([*shown, *signals_for(diagram), *self.values.signals()])) if shown else []

    def check(self) -> None:
        """Check now, and show what was found."""
        self.checker.check_now()
        self.problems.show()
        self.tidy()

    def show_settings(self) -> None:
        """Show how the diagram is run, in the inspector."""
        self.canvas.scene.clearSelection()
        self.inspector.show()
        self.inspector.show_diagram(self.document.diagram)
        self.inspector.setFocus()

    def _on_statistics(self, found: dict[str, Any]) -> None:
        self.problems.show_warnings(found.get("warnings", ()))
        self.statistics_changed.emit(statistics_text(found))

    def _on_checked(self, problems: list[ModelError]) -> None:
        self.show_problems([*self.document.diagram.problems, *problems])
        if self._waits:
            self._run_now()

    def show_problems(self, problems: list[ModelError]) -> None:
        """Show problems in the panel, and mark their blocks in the diagram they are in."""
        self.found = [one for problem in problems for one in problem.problems]
        self.problems.show_problems(self.found)
        self._mark()
        self.problems_changed.emit(self.found)

    def close_all(self) -> None:
        """End what runs in the background."""
        self.controller.close()
        self.checker.close()
        self.autosave.release()

    def set_theme(self, theme: Theme) -> None:
        """Give every panel the colours of a theme."""
        self.theme = theme
        for thing in (self.canvas, self.inspector, self.scope, self.animation, self.problems, self.run_bar):
            thing.set_theme(theme)

    def keep_layout(self) -> None:
        """Remember where the panels stand."""
        kept = settings()
        for name, splitter in (("upper", self.upper_row), ("lower", self.lower_row), ("column", self)):
            kept.setValue(f"layout/{name}", splitter.saveState())
        for name, panel in self.panels.items():
            kept.setValue(f"shown/{name}", not panel.isHidden())

    def restore_layout(self) -> None:
        """Put the panels where they stood last."""
        kept = settings()
        for name, splitter in (("upper", self.upper_row), ("lower", self.lower_row), ("column", self)):
            if (state := kept.value(f"layout/{name}")) is not None:
                splitter.restoreState(state)
        for name, panel in self.panels.items():
            if name != "problems":
                panel.setVisible(bool(kept.value(f"shown/{name}", True, type=bool)))
        self.tidy()

    def tidy(self) -> None:
        """Hide the lower row when nothing in it is shown."""
        self.lower_row.setVisible(any(not panel.isHidden() for panel in (self.scope, self.animation, self.problems)))

    def _on_selected(self, names: list[str]) -> None:
        if len(names) == 1 and names[0] in self.canvas.diagram.blocks:
            self.inspector.show_block(self.canvas.diagram, names[0])
        else:
            self.inspector.show_diagram(self.canvas.diagram)

    def _on_level(self, diagram: Diagram) -> None:
        self.inspector.show_diagram(diagram)
        self._mark()

    def _edit(self, name: str) -> None:
        self.inspector.show()
        self.inspector.show_block(self.canvas.diagram, name)
        self.inspector.setFocus()

    def _on_failed(self, error: Exception) -> None:
        problems = list(error.problems) if isinstance(error, ModelError) else [ModelError(str(error) or repr(error))]
        self.show_problems(problems)
        self.problems.show()
        self.tidy()

    def _mark(self) -> None:
        prefix = "".join(f"{name}." for name in self.canvas.way)
        marks: dict[str, str] = {}
        for problem in self.found:
            if problem.where.startswith(prefix):
                name = problem.where[len(prefix) :].partition(".")[0].partition("[")[0]
                if name in self.canvas.diagram.blocks:
                    marks.setdefault(name, str(problem))
        self.canvas.scene.mark_problems(marks)


def _is_there(diagram: Diagram, signal: str) -> bool:
    """Tell whether the block of a signal is still in the diagram."""
    name = signal.partition(".")[0].partition("[")[0]
    return name in diagram.blocks or name in diagram.ports or name in diagram.parameters


def statistics_text(found: dict[str, Any]) -> str:
    """Return what a model consists of in words.

    >>> statistics_text({"states": 4, "constraints": 0, "sampled": 1, "seconds": 0.25})
    '4 states \u00b7 1 sampled block \u00b7 compiled in 0.25 s'
    """
    parts = [
        f"{found[key]} {word}{'s' if found[key] != 1 else ''}"
        for key, word in (("states", "state"), ("constraints", "constraint"), ("sampled", "sampled block"))
        if found.get(key) or (key == "states" and key in found)
    ]
    if "seconds" in found:
        parts.append(f"compiled in {max(found['seconds'], 0.01):.2g} s")
    return " \u00b7 ".join(parts)
