"""The plots of a scope: those over time below each other, paths beside them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from editor.model_facts import ScopeFacts
from editor.scope_plot import ScopePlot
from editor.scope_xy import XYPlot
from editor.style import Theme

SHARES = (5, 3)  # of the width: over time, paths


class PlotStack(QScrollArea):
    """Makes the plots that are wanted; those that stay keep what is seen of them."""

    moved_by_hand = Signal(bool, bool)
    clicked = Signal(float, bool)
    fit_asked = Signal()
    cursor_moved = Signal(int, float)
    changed = Signal()
    removed = Signal(str)
    menu_asked = Signal(str, QPointF)
    dragged = Signal(str, QPointF, bool)
    tear_asked = Signal(object)  # the key of a plot

    def __init__(self, theme: Theme) -> None:
        super().__init__(widgetResizable=True)
        self._theme = theme
        self.plots: list[ScopePlot] = []
        self._wanted: list[ScopeFacts] = []
        self._recorded: set[str] | None = None
        self._is_quick, self._can_tear = False, False
        self._more = QTimer(self, interval=0, singleShot=True)
        self._more.timeout.connect(self._go_on)
        self._empty = QLabel("Run the diagram to see its signals.", alignment=Qt.AlignmentFlag.AlignCenter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        self._beside = QHBoxLayout(inside)
        self._beside.setContentsMargins(0, 0, 0, 0)
        self._over_time, self._paths = QVBoxLayout(), QVBoxLayout()
        self._over_time.addWidget(self._empty, 1)
        self._beside.addLayout(self._over_time)
        self._beside.addLayout(self._paths)
        self.setWidget(inside)
        self._share_width()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.setStyleSheet(f"QScrollArea, QScrollArea > QWidget > QWidget {{ background: {theme.panel}; }}")
        self._empty.setStyleSheet(f"color: {theme.dim};")
        for plot in self.plots:
            plot.set_theme(theme)

    @property
    def panels(self) -> list[ScopeFacts]:
        """Return what the plots show."""
        return [plot.facts for plot in self.plots]

    @property
    def timed(self) -> list[ScopePlot]:
        """Return the plots over time."""
        return [plot for plot in self.plots if not plot.facts.is_xy]

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
        self._is_quick = is_quick
        for plot in self.plots:
            plot.set_quick(is_quick)

    def set_tearing(self, can_tear: bool) -> None:
        """Tell whether plots can be taken into windows of their own."""
        self._can_tear = can_tear
        for plot in self.plots:
            plot.tear.setVisible(can_tear)

    def arrange(self, panels: Sequence[ScopeFacts], recorded: set[str] | None) -> None:
        """Make the plots fit what is to be shown; ``recorded`` is what there are values of, None if all.

        A new plot takes 20 ms to make. Only one is made at once, the others when the window has had its turn.
        """
        self._wanted, self._recorded = list(panels), recorded
        times = self.times
        old = {_key(plot.facts): plot for plot in self.plots}
        missing = [panel for panel in panels if _key(panel) not in old]
        shown = [panel for panel in panels if panel not in missing[1:]]
        self.plots = [old.pop(_key(panel)) if _key(panel) in old else self._plot(panel) for panel in shown]
        for plot in old.values():
            plot.hide()  # a layout may still mean to show it
            plot.setParent(None)
            plot.deleteLater()
        has_right = any(panel.right for panel in shown)
        for k, (plot, panel) in enumerate(zip(self.plots, shown, strict=True)):
            # a plot that is there already is put behind those before it
            (self._paths if panel.is_xy else self._over_time).addWidget(plot, 1)
            plot.show_signals(panel, recorded)
            plot.set_last(all(later.is_xy for later in shown[k + 1 :]))
            plot.set_right_room(has_right and not panel.is_xy)
        if times is not None:
            self.set_times(*times)
        self._share_width()
        self._empty.setVisible(not panels)
        if missing[1:]:
            self._more.start()

    def _go_on(self) -> None:
        self.arrange(self._wanted, self._recorded)
        self.changed.emit()

    def _share_width(self) -> None:
        """Give paths their part of the width only if there are any."""
        has = [bool(self.timed) or not self.plots, len(self.timed) < len(self.plots)]
        for side, share in enumerate(SHARES):
            self._beside.setStretch(side, share if has[side] else 0)
        self._beside.setSpacing(12 if all(has) else 0)

    def _plot(self, panel: ScopeFacts) -> ScopePlot:
        plot = XYPlot(self._theme) if panel.is_xy else ScopePlot(self._theme)
        plot.facts = panel
        plot.set_quick(self._is_quick)
        plot.tear.setVisible(self._can_tear)
        plot.moved_by_hand.connect(lambda is_x, is_y, plot=plot: self._moved(plot, is_x, is_y))
        plot.tear_asked.connect(lambda plot=plot: self.tear_asked.emit(plot.facts.key))
        for name in ("clicked", "fit_asked", "cursor_moved", "changed", "removed", "menu_asked", "dragged"):
            getattr(plot, name).connect(getattr(self, name))
        return plot

    def _moved(self, plot: ScopePlot, is_x: bool, is_y: bool) -> None:
        if is_x:
            self.set_times(*plot.x_range)
        self.moved_by_hand.emit(is_x, is_y)


def _key(panel: ScopeFacts) -> tuple[tuple[str, str], bool]:
    return panel.key, panel.is_xy
