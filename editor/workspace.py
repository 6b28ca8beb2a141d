"""Everything that belongs to one document: canvas, inspector, running, scope, animation and problems."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from blocks.diagram import Diagram, block_of
from blocks.errors import ModelError
from editor.canvas_area import CanvasArea
from editor.checker import Checker
from editor.document import Document
from editor.inspector import WIDTH, Inspector
from editor.live_values import LiveValues
from editor.problems import ProblemsPanel
from editor.recovery import Autosave
from editor.run_bar import RunBar
from editor.run_control import RunController
from editor.scope_wishes import chosen_signals
from editor.settings import settings
from editor.style import Theme


class Workspace(QSplitter):
    """The panels of one document, put together; a new document gets a new one."""

    problems_changed = Signal(list)
    statistics_changed = Signal(str)
    panels_changed = Signal()  # one has come or gone by itself

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Vertical)
        # plots bring NumPy and pyqtgraph; the start page does without
        from editor.animation import AnimationPanel
        from editor.scope_desk import ScopeDesk

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
        self.scopes = ScopeDesk(self.controller, document, theme, self.checker)
        self.scope = self.scopes.main
        self.animation = AnimationPanel(self.controller, document, theme)
        self.animation.known_signals = lambda: list(self.checker.facts.units if self.checker.facts else ())
        self.values = LiveValues(self.canvas, self.inspector, self.controller, self.checker)
        self.problems = ProblemsPanel(theme)
        self.problems.hide()
        self.found: list[ModelError] = []
        self._has_motion = self._wants_animation = True
        self._put_together()
        self._connect()
        self._on_level(self.canvas.diagram)
        self._follow_motion()

    @property
    def panels(self) -> dict[str, QWidget]:
        """Return the panels that can be hidden, by name."""
        return {
            "inspector": self.inspector, "scope": self.scopes, "animation": self.animation, "problems": self.problems,
        }  # fmt: skip

    def _put_together(self) -> None:
        self.upper_row, self.lower_row = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Horizontal)
        for splitter, widgets in (
            (self.upper_row, (self.canvas, self.inspector)),
            (self.lower_row, (self.scopes, self.animation, self.problems)),
            (self, (self.upper_row, self.lower_row)),
        ):
            splitter.setHandleWidth(1)
            for widget in widgets:
                splitter.addWidget(widget)
        self.upper_row.setCollapsible(0, False)
        self.setCollapsible(0, False)
        self.upper_row.setStretchFactor(0, 1)
        self.upper_row.setSizes([908, WIDTH])
        self.lower_row.setSizes([550, 690, 320])
        self.setStretchFactor(0, 1)
        self.setSizes([520, 326])

    def _connect(self) -> None:
        self.canvas.selected.connect(self._on_selected)
        self.canvas.level_changed.connect(self._on_level)
        self.canvas.edit_asked.connect(self._edit)
        self.canvas.rename_asked.connect(self.rename)
        self.inspector.tuned.connect(self.controller.tune)
        self.inspector.left.connect(lambda: self.canvas.view.setFocus())
        self.inspector.message.connect(self.canvas.message)
        self.checker.checked.connect(self._on_checked)
        self.checker.statistics.connect(self._on_statistics)
        self.controller.failed.connect(self._on_failed)
        self.controller.begun.connect(self._follow_motion)  # perhaps before the check has told
        self.controller.begun.connect(lambda _: self._on_warned([]))
        self.controller.warned.connect(self._on_warned)
        self.problems.place_clicked.connect(self.canvas.show_block)
        self.scopes.message.connect(self.canvas.message)
        self.controller.refused.connect(lambda error: self.canvas.message.emit(str(error)))

    def begin(self) -> None:
        """Show the whole diagram, once the window has its size."""
        self.canvas.view.fit()
        self.canvas.view.setFocus()

    def run(self) -> None:
        """Simulate, or go on if paused."""
        if self.controller.state == "paused" or not self.controller.is_active:
            self.run_bar.run()

    def step(self) -> None:
        """Take one step of the run, or of a new one."""
        self.run_bar.step()

    def wanted_signals(self) -> list[str]:
        """Return what a run has to record besides what the model's own scopes show."""
        chosen = chosen_signals(self.document.diagram)
        return list(dict.fromkeys([*chosen, *self.animation.signals(), *self.values.signals()]))

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
        self.inspector.focus_first()

    def rename(self) -> None:
        """Let a person type another name of the selected block, or of the subsystem one is in."""
        self.inspector.show()
        if not self.inspector.focus_name():
            self.canvas.message.emit("Select one block to give it another name.")

    def _on_warned(self, warnings: list[ModelError]) -> None:
        self.problems.show_run_warnings(warnings)
        self.problems_changed.emit(self.found)

    def _on_statistics(self, found: dict[str, Any]) -> None:
        self.problems.show_warnings(found.get("warnings", ()))
        self.problems_changed.emit(self.found)
        self.statistics_changed.emit(statistics_text(found))

    def _on_checked(self, problems: list[ModelError]) -> None:
        self.show_problems([*self.document.diagram.problems, *problems])
        self._follow_motion()

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
        self.scopes.close_windows()
        self.autosave.release()

    def set_theme(self, theme: Theme) -> None:
        """Give every panel the colours of a theme."""
        self.theme = theme
        for thing in (self.canvas, self.inspector, self.scopes, self.animation, self.problems, self.run_bar):
            thing.set_theme(theme)

    def keep_layout(self) -> None:
        """Remember where the panels stand."""
        kept = settings()
        for name, splitter in (("upper", self.upper_row), ("lower", self.lower_row), ("column", self)):
            kept.setValue(f"layout/{name}", splitter.saveState())
        for name, panel in self.panels.items():
            is_kept_back = panel is self.animation and not self._has_motion and self._wants_animation
            kept.setValue(f"shown/{name}", is_kept_back or not panel.isHidden())
        self.scopes.keep_layout()

    def restore_layout(self) -> None:
        """Put the panels where they stood last."""
        kept = settings()
        for name, splitter in (("upper", self.upper_row), ("lower", self.lower_row), ("column", self)):
            if (state := kept.value(f"layout/{name}")) is not None:
                splitter.restoreState(state)
        for name, panel in self.panels.items():
            if name != "problems":
                panel.setVisible(bool(kept.value(f"shown/{name}", True, type=bool)))
        self.scopes.restore_layout()
        self._has_motion = True
        self._follow_motion()
        self.tidy()

    def tidy(self) -> None:
        """Hide the lower row when nothing in it is shown."""
        self.lower_row.setVisible(any(not panel.isHidden() for panel in (self.scopes, self.animation, self.problems)))

    def _follow_motion(self) -> None:
        """Leave the row to the scope as long as nothing can be animated."""
        if self.animation.has_something == self._has_motion:
            return
        self._has_motion = not self._has_motion
        if not self._has_motion:
            self._wants_animation = not self.animation.isHidden()
            self.animation.hide()
        elif self._wants_animation:
            self.animation.show()
        self.tidy()
        self.panels_changed.emit()

    def _on_selected(self, names: list[str]) -> None:
        self.inspector.show_blocks(self.canvas.diagram, names)

    def _on_level(self, diagram: Diagram) -> None:
        self.inspector.show_diagram(diagram)
        self._mark()

    def _edit(self, name: str) -> None:
        if self.scopes.open_block(".".join((*self.canvas.way, name))):
            return
        self.inspector.show()
        self.inspector.show_block(self.canvas.diagram, name)
        self.inspector.focus_first()

    def _on_failed(self, error: Exception) -> None:
        problems = list(error.problems) if isinstance(error, ModelError) else [ModelError(str(error) or repr(error))]
        self.show_problems(problems)
        self.problems.show()
        self.tidy()

    def _mark(self) -> None:
        way = [block_of(name) for name in self.canvas.way]
        marks: dict[str, str] = {}
        for problem in self.found:
            names = problem.where.split(".")
            # what is wrong in one element of an array is shown in whichever is open: their diagram is the same
            if [block_of(name) for name in names[: len(way)]] == way and len(names) > len(way):
                name = names[len(way)]
                if block_of(name) in self.canvas.diagram.blocks:
                    marks.setdefault(name, str(problem))
        self.canvas.scene.mark_problems(marks)


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
