"""A scope: what a run records, over time, while it goes on and afterwards.

One clock lets all plots of all scopes be drawn, and only those are where something has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from editor.checker import Checker
from editor.document import Document
from editor.frame_clock import FrameClock
from editor.model_facts import ModelFacts, ScopeFacts
from editor.run_control import RunController
from editor.scope_bar import ScopeBar
from editor.scope_data import Run
from editor.scope_export import Shown, ask_for_path, export
from editor.scope_measure_strip import MeasureStrip
from editor.scope_moves import SignalMover, plot_at
from editor.scope_picker import SignalPicker
from editor.scope_plot import ScopePlot
from editor.scope_stack import PlotStack
from editor.scope_times import times_behind, times_to_show
from editor.scope_trigger import TriggerStrip
from editor.scope_wishes import MOST_CURVES, chosen_signals, moves_of, panels_for, scope_signals
from editor.style import Theme


class ScopePanel(QWidget):
    """Plots of a run, one below the other, with cursors, measurements, trigger and comparison.

    ``clock`` is what several scopes share. ``keeps`` tells which of the model's plots are in this one.
    """

    message = Signal(str)
    cursor_set = Signal(int, object)  # which one, and its time or None
    _exported = Signal(object, object)

    def __init__(
        self, controller: RunController, document: Document, theme: Theme, checker: Checker | None = None, *,
        clock: FrameClock | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._controller, self._document, self._theme = controller, document, theme
        self._facts: ModelFacts | None = checker.facts if checker is not None else None
        self.run: Run | None = controller.store.last
        self._compared: Run | str | None = None
        self.cursors: list[float | None] = [None, None]
        self._held: int | None = None  # instants that are shown while the view is held, with those forgotten
        self._is_x_free = self._is_following = self._is_due = False
        self.keeps: Callable[[ScopeFacts], bool] = lambda panel: True
        self._clock = clock or FrameClock(self)
        self._clock.timeout.connect(self._tick)
        self.mover = SignalMover(document, self)
        self._build(theme)
        self._listen(checker)
        self.arrange()

    def _build(self, theme: Theme) -> None:
        self.bar = ScopeBar(self._controller.store, theme)
        self.trigger, self.strip, self.stack = TriggerStrip(theme), MeasureStrip(theme), PlotStack(theme)
        self.picker = SignalPicker(self, theme)
        self._note = QLabel("")
        self._note.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 12, 6)
        layout.setSpacing(4)
        for widget in (self.bar, self.trigger, self._note):
            layout.addWidget(widget)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.strip)
        self.set_theme(theme)

    def _listen(self, checker: Checker | None) -> None:
        self._controller.begun.connect(self._begin)
        self._controller.batch.connect(self._arrived)
        self._controller.state_changed.connect(self._state_changed)
        self._document.changed.connect(self._document_changed)
        self.bar.pressed.connect(self._pressed)
        self.bar.compared.connect(self.compare)
        self.bar.export_asked.connect(self._export)
        self.picker.chosen.connect(self.toggle_signal)
        self.mover.refused.connect(self.message)
        self.mover.hidden.connect(self._hide)
        self.trigger.fired.connect(self._fired)
        self.stack.moved_by_hand.connect(self._moved)
        self.stack.clicked.connect(self._clicked)
        self.stack.fit_asked.connect(self.fit)
        self.stack.cursor_moved.connect(self.set_cursor)
        self.stack.changed.connect(self._schedule)
        self.stack.removed.connect(self.mover.remove)
        self.stack.dragged.connect(self.mover.drag)
        self.stack.menu_asked.connect(self._open_menu)
        self._exported.connect(self._export_done, Qt.ConnectionType.QueuedConnection)
        if checker is not None:
            checker.described.connect(self.show_facts)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        parts: list[Any] = [self.bar, self.trigger, self.strip, self.picker, self.stack]
        for part in parts:
            part.set_theme(theme)
        self.setStyleSheet(f"ScopePanel {{ background: {theme.panel}; }}")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._note.setStyleSheet(f"color: {theme.warning}; font-size: 11px;")

    @property
    def plots(self) -> list[ScopePlot]:
        """Return the plots, those over time first."""
        return self.stack.plots

    # what is shown

    def show_facts(self, facts: ModelFacts) -> None:
        """Take in what a check has found out about the model."""
        self._facts = self.mover.facts = facts
        self.arrange()

    def signals(self) -> list[str]:
        """Return the signals that a run should record for this scope; none if the model is to choose."""
        chosen = chosen_signals(self._document.diagram)
        if self._facts is not None:
            return list(dict.fromkeys([*self._facts.shown, *(name for name in chosen if name in self._facts.units)]))
        return list(dict.fromkeys(name for _, names in scope_signals(self._document.diagram) for name in names))

    def toggle_signal(self, name: str) -> None:
        """Show a signal, or no longer; a run that did not record it has to be repeated."""
        self.mover.toggle(name)

    def _hide(self, name: str) -> None:
        for plot in self.plots:
            if name in plot.curves:
                plot.legend.toggled.emit(name)

    def _open_menu(self, name: str, place: QPointF) -> None:
        plot = plot_at(place)
        if plot is not None and name in plot.curves:
            self.mover.open_menu(name, place, plot, self.wanted_panels())

    def _document_changed(self, *_: object) -> None:
        self.arrange()

    @property
    def other(self) -> Run | None:
        """Return the run that is compared with, if one is."""
        if self._compared == "previous":
            return self._controller.store.before(self.run)
        found = self._compared if isinstance(self._compared, Run) else None
        return found if found is not self.run else None

    def compare(self, other: Run | str | None) -> None:
        """Compare with a run, with "previous" always the one before, or with none."""
        self._compared = other
        self.bar.show_runs(self.run, self.other)
        self._schedule()

    def wanted_panels(self) -> list[ScopeFacts]:
        """Return all plots there should be, in this scope and in others."""
        diagram = self._document.diagram
        if self._facts is not None:
            return panels_for(self._facts, chosen_signals(diagram), moves_of(diagram))
        recorded = self.run.names if self.run is not None else []
        wanted = [name for name in self.signals() if name in recorded] or recorded[:MOST_CURVES]
        return [ScopeFacts("", "", tuple(wanted))] if wanted else []

    def arrange(self) -> None:
        """Make the plots fit what is to be shown."""
        recorded = set(self.run.names) if self.run is not None and len(self.run) else None
        self.stack.arrange([panel for panel in self.wanted_panels() if self.keeps(panel)], recorded)
        self.stack.set_quick(self._controller.is_active)
        self.trigger.offer(self._units())
        self._tell_missing(recorded)
        self.bar.show_runs(self.run, self.other)
        self._schedule()

    def _units(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for panel in self.stack.panels:
            found |= dict.fromkeys(panel.names, panel.unit) | dict.fromkeys(panel.right, panel.right_unit)
        return found

    def _tell_missing(self, recorded: set[str] | None) -> None:
        missing = [name for name in self._units() if recorded and name not in recorded]
        names = ", ".join(f'"{name}"' for name in missing[:3]) + (" and others" if len(missing) > 3 else "")
        self._note.setVisible(bool(missing))
        self._note.setText(f"{names} {'was' if len(missing) == 1 else 'were'} not recorded; run again to see it.")

    # while a run goes on

    def _begin(self, run: Run) -> None:
        self.run, self._held = run, None
        self.bar.set_on("hold", False)
        self.trigger.begin(run)
        self.arrange()

    def _arrived(self, *_: object) -> None:
        if self.run is not None and self._facts is None and len(self.plots) == 0:
            self.arrange()
        if not self.trigger.isHidden():
            self.trigger.look()
        self._schedule()

    def _state_changed(self, state: str) -> None:
        self.stack.set_quick(self._controller.is_active)
        if state in ("idle", "finished", "failed"):
            self.arrange()

    def _schedule(self) -> None:
        self._is_due = True
        self._clock.ask()

    def _tick(self) -> None:
        if self._is_due:
            self.draw()

    def draw(self) -> None:
        """Draw now, if anybody can see it."""
        self._is_due = False
        if not self.isVisible():
            return
        if not self._is_x_free and self._held is None:
            self.stack.set_times(*self._times())
        other = self.other
        count = self._held - self.run.forgotten if self._held is not None and self.run is not None else None
        for plot in self.plots:
            plot.draw(self.run, other, count)
        self._show_cursors()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._schedule()

    def _times(self) -> tuple[float, float]:
        if self._is_following and self.stack.times is not None:
            first, last = self.stack.times
            return times_behind(self.run, last - first)
        return times_to_show(self.run, self._controller.is_active)

    def _moved(self, is_x: bool, is_y: bool) -> None:
        self._is_x_free = self._is_x_free or (is_x and not self._is_following)
        self._schedule()

    def fit(self) -> None:
        """Show everything from now on."""
        self._is_x_free = False
        for plot in self.plots:
            plot.fit()
        self._schedule()

    # cursors

    def set_cursor(self, number: int, time: float | None) -> None:
        """Put a cursor somewhere, or take it away, in all scopes."""
        self.show_cursor(number, time)
        self.cursor_set.emit(number, time)

    def show_cursor(self, number: int, time: float | None) -> None:
        """Show a cursor somewhere, or hide it, in this scope."""
        self.cursors[number] = time
        self.bar.set_on("cursor", self.cursors[0] is not None)
        self.bar.set_on("measure", self.cursors[1] is not None)
        self._show_cursors()

    def _clicked(self, time: float, is_second: bool) -> None:
        if is_second and self.cursors[0] is not None:
            self.set_cursor(1, time)
        elif self.cursors[0] is not None:
            self.set_cursor(0, time)

    def _show_cursors(self) -> None:
        for k, plot in enumerate(self.plots):
            for number, time in enumerate(self.cursors):
                plot.show_cursor(number, time)
            plot.show_box(self.cursors[0], self.run, self.other, has_time=k == 0)
        first, last = self.cursors
        self.strip.setVisible(first is not None and last is not None)
        if first is not None and last is not None:
            self.strip.show_between(self.stack.timed, self.run, first, last)

    # buttons

    def _pressed(self, word: str, is_on: bool) -> None:
        getattr(self, f"_press_{word}")(is_on)

    def _press_signal(self, is_on: bool) -> None:
        button = self.bar.buttons["signal"]
        shown = {name for plot in self.plots for name in plot.curves}
        recorded = set(self.run.names) if self.run is not None else set()
        place = button.mapToGlobal(button.rect().bottomLeft())
        self.picker.open_at(place, self._facts or ModelFacts(), recorded, shown)

    def _part(self, share: float) -> float:
        first, last = self.stack.times or (0.0, 1.0)
        return first + share * (last - first)

    def _press_cursor(self, is_on: bool) -> None:
        self.cursors[1] = None
        self.set_cursor(0, self._part(0.5) if is_on else None)

    def _press_measure(self, is_on: bool) -> None:
        if is_on and self.cursors[0] is None:
            self.cursors[0] = self._part(0.35)
        self.set_cursor(1, self._part(0.65) if is_on else None)

    def _press_trigger(self, is_on: bool) -> None:
        self.trigger.setVisible(is_on)
        self.trigger.rearm()

    def _press_hold(self, is_on: bool) -> None:
        self._held = self._instants() if is_on else None
        if not is_on:
            self.trigger.rearm()
        self._schedule()

    def _instants(self) -> int | None:
        return self.run.forgotten + len(self.run) if self.run is not None else None

    def _press_follow(self, is_on: bool) -> None:
        self._is_following, self._is_x_free = is_on, False
        self._schedule()

    def _press_fit(self, is_on: bool) -> None:
        self.fit()

    def _fired(self, time: float) -> None:
        self._held = self._instants()
        self.bar.set_on("hold", True)
        self.set_cursor(0, time)
        self._schedule()

    # files

    def shown(self) -> Shown | None:
        """Return what is shown, for a file; None if that is nothing."""
        if self.run is None or not len(self.run):
            return None
        heights = [tuple(plot.view.viewRange()[1]) if plot.is_y_free else None for plot in self.plots]
        panels = []
        for plot in self.plots:
            names, right = (
                tuple(name for name in part if plot.curves[name].is_shown)
                for part in (plot.facts.names, plot.facts.right)
            )
            panels.append(replace(plot.facts, names=names, right=right))
        return Shown(self.run, self.other, panels, self._facts or ModelFacts(), self.stack.times, heights)

    def export(self, path: Path) -> Any:
        """Write a file of what is shown; returns at once, ``message`` tells when it is there."""
        shown = self.shown()
        if shown is None:
            self.message.emit("There is nothing to save yet; run the diagram first.")
            return None
        return export(shown, path, self._exported.emit)

    def _export(self, kind: str) -> None:
        if self.shown() is None:
            self.message.emit("There is nothing to save yet; run the diagram first.")
            return
        folder = self._document.path.parent if self._document.path is not None else None
        path = ask_for_path(self, kind, self._document.diagram.name, folder)
        if path is not None:
            self.export(path)

    def _export_done(self, path: Path, problem: Exception | None) -> None:
        self.message.emit(f"Saved {path.name}." if problem is None else f"{path.name} was not saved: {problem}")
