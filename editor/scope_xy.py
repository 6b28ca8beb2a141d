"""A plot of one signal over another, such as the path of a hand."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF

from editor.scope_data import Array, Run
from editor.scope_measure import number_text, shown_value
from editor.scope_plot import ScopePlot
from editor.style import Theme

MOST_POINTS = 4_000


class XYPlot(ScopePlot):
    """The second signal over the first; the cursor is a dot on the path."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.view.setAspectLocked(True)
        self.is_x_free = False
        self._dot = pg.ScatterPlotItem(size=9, pen=None, brush=pg.mkBrush("#f59e0b"))
        self._dot.setZValue(50)
        self.view.addItem(self._dot, ignoreBounds=True)
        self.widget.setToolTip("Double click shows everything.")

    def set_last(self, is_last: bool) -> None:
        """Keep the numbers of the lower axis, which is not the time here."""
        super().set_last(True)

    def set_x_range(self, first: float, last: float) -> None:
        """Ignore the times others show."""

    def _moved(self, is_x: bool, is_y: bool) -> None:
        self.is_y_free = True
        self.changed.emit()

    def _recolor(self) -> None:
        super()._recolor()
        # one path, two signals: nothing to choose
        path = ", ".join(reversed(self.curves))
        self.legend.show_entries("  ".join(text for text in (self.title, path) if text), self.unit, [])

    def draw(self, run: Run | None, other: Run | None, count: int | None = None) -> None:
        """Draw the path, of the first run only ``count`` instants if given."""
        names = list(self.curves)
        limits: list[Array] = []
        for name in names[:1]:
            self.curves[name].now.setData([], [])
        curve = self.curves[names[-1]]
        for source, item, most in ((run, curve.now, count), (other, curve.other, None)):
            if source is None or any(name not in source for name in names) or not curve.is_shown:
                item.setData([], [])
                continue
            x, y = (self._thin(shown_value(source[name][:most], self.unit)) for name in names)
            item.opts["antialias"] = not self._is_quick
            curve.draw(item, x, y)
            if len(x):
                limits += [np.array([x.min(), x.max()]), np.array([y.min(), y.max()])]
        if limits and not self.is_y_free:
            self._show_all(np.stack(limits))

    def _thin(self, values: Array) -> Array:
        stride = max(1, math.ceil(len(values) / MOST_POINTS))
        # the newest point is always there
        return values[::-1][::stride][::-1]

    def _show_all(self, limits: Array) -> None:
        both = limits.reshape(-1, 2, 2)  # run, axis, end
        (x0, y0), (x1, y1) = both[:, :, 0].min(axis=0), both[:, :, 1].max(axis=0)
        span = max(x1 - x0, y1 - y0, 1e-9) * 0.06
        self.view.setRange(xRange=(x0 - span, x1 + span), yRange=(y0 - span, y1 + span), padding=0)

    def show_cursor(self, number: int, time: float | None) -> None:
        """Show no line: the axis is not the time."""

    def show_box(self, time: float | None, run: Run | None, other: Run | None, has_time: bool) -> None:
        """Show where the path is at a time."""
        at = [] if time is None or run is None else [run.at(time, name) for name in self.curves if name in run]
        if len(at) != 2 or any(value is None for value in at):
            self._dot.setData([], [])
            self.box.show_lines([], self.view.boundingRect().topLeft(), self.view.boundingRect())
            return
        x, y = (float(shown_value(value, self.unit)) for value in at)  # type: ignore[arg-type]
        self._dot.setData([x], [y])
        texts = [f"{name} {number_text(value)} {self.unit}" for name, value in zip(self.curves, (x, y), strict=True)]
        lines = [(text.strip(), self._theme.text) for text in texts]
        self.box.show_lines(lines, self.view.mapFromView(QPointF(x, y)), self.view.boundingRect())
