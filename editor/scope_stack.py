"""The plots of a scope: those over time below each other, paths beside them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from editor.model_facts import ScopeFacts
from editor.scope_plot import ScopePlot
from editor.scope_xy import XYPlot
from editor.style import Theme


class PlotStack(QScrollArea):
    """Makes the plots that are wanted; those that stay keep what is seen of them."""

    moved_by_hand = Signal(bool, bool)
    clicked = Signal(float, bool)
    fit_asked = Signal()
    cursor_moved = Signal(int, float)
    changed = Signal()
    removed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(widgetResizable=True)
        self._theme = theme
        self.plots: list[ScopePlot] = []
        self.panels: list[ScopeFacts] = []
        self._empty = QLabel("Run the diagram to see its signals.", alignment=Qt.AlignmentFlag.AlignCenter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        beside = QHBoxLayout(inside)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(12)
        self._over_time, self._paths = QVBoxLayout(), QVBoxLayout()
        self._over_time.addWidget(self._empty, 1)
        beside.addLayout(self._over_time, 5)
        beside.addLayout(self._paths, 3)
        self.setWidget(inside)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.setStyleSheet(f"QScrollArea, QScrollArea > QWidget > QWidget {{ background: {theme.panel}; }}")
        self._empty.setStyleSheet(f"color: {theme.dim};")
        for plot in self.plots:
            plot.set_theme(theme)

    @property
    def timed(self) -> list[ScopePlot]:
        """Return the plots over time."""
        return [plot for plot in self.plots if not isinstance(plot, XYPlot)]

    @property
    def times(self) -> tuple[float, float] | None:
        """Return the times that are seen."""
        return self.timed[0].x_range if self.timed else None

    def set_times(self, first: float, last: float) -> None:
        """Choose the times that are seen."""
        for plot in self.timed:
            plot.set_x_range(first, last)

    def set_quick(self, is_quick: bool) -> None:
        """Draw thin lines while something runs."""
        for plot in self.plots:
            plot.set_quick(is_quick)

    def arrange(self, panels: Sequence[ScopeFacts], recorded: set[str] | None) -> None:
        """Make the plots fit what is to be shown; ``recorded`` is what there are values of, None if all."""
        old = {_key(panel): plot for panel, plot in zip(self.panels, self.plots, strict=True)}
        times = self.times
        self.panels = list(panels)
        self.plots = [old.pop(_key(panel)) if _key(panel) in old else self._plot(panel) for panel in panels]
        for plot in old.values():
            plot.setParent(None)
            plot.deleteLater()
        for k, (plot, panel) in enumerate(zip(self.plots, panels, strict=True)):
            # a plot that is there already is put behind those before it
            (self._paths if panel.is_xy else self._over_time).addWidget(plot, 1)
            plot.show_signals(panel.title, panel.unit, list(panel.names), recorded)
            plot.set_last(all(later.is_xy for later in panels[k + 1 :]))
        if times is not None:
            self.set_times(*times)
        self._empty.setVisible(not panels)

    def _plot(self, panel: ScopeFacts) -> ScopePlot:
        plot = XYPlot(self._theme) if panel.is_xy else ScopePlot(self._theme)
        plot.moved_by_hand.connect(lambda is_x, is_y, plot=plot: self._moved(plot, is_x, is_y))
        for name in ("clicked", "fit_asked", "cursor_moved", "changed", "removed"):
            getattr(plot, name).connect(getattr(self, name))
        return plot

    def _moved(self, plot: ScopePlot, is_x: bool, is_y: bool) -> None:
        if is_x:
            self.set_times(*plot.x_range)
        self.moved_by_hand.emit(is_x, is_y)


def _key(panel: ScopeFacts) -> tuple[str, str, bool]:
    return panel.title, panel.unit, panel.is_xy
