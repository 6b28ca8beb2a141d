"""A plot of one signal over another, such as the path of a hand."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF

from editor.scope_data import Array, Run
from editor.scope_legend import Entry
from editor.scope_measure import number_text, shown_value
from editor.scope_plot import ScopePlot
from editor.style import Theme

MOST_POINTS = 4_000


class XYPlot(ScopePlot):
    """The second signal over the first; the cursor is a dot on the path."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
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
        self.left.is_free = True
        self.changed.emit()

    def _show_entries(self, entries: list[Entry]) -> None:
        # one path, two signals: nothing to choose
        path = " over ".join(reversed(self.curves))
        unit = ", ".join(dict.fromkeys(reversed(self.facts.path_units)))
        self.legend.show_entries("  ".join(text for text in (self.title, path) if text), unit, [])
        self.view.setAspectLocked(self._is_a_place)

    @property
    def _is_a_place(self) -> bool:
        """Tell whether both axes mean the same, so that a circle is to stay a circle."""
        across, up = self.facts.path_units
        return across == up

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
            pairs = zip(names, self.facts.path_units, strict=True)
            x, y = (self._thin(shown_value(source[name][:most], unit)) for name, unit in pairs)
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
        across, up = (max(span, 1e-9) * 0.06 for span in (x1 - x0, y1 - y0))
        if self._is_a_place:
            across = up = max(across, up)
        self.view.setRange(xRange=(x0 - across, x1 + across), yRange=(y0 - up, y1 + up), padding=0)

    def show_cursor(self, number: int, time: float | None) -> None:
        """Show no line: the axis is not the time."""

    def show_box(self, time: float | None, run: Run | None, other: Run | None, has_time: bool) -> None:
        """Show where the path is at a time."""
        at = [] if time is None or run is None else [run.at(time, name) for name in self.curves if name in run]
        if len(at) != 2 or any(value is None for value in at):
            self._dot.setData([], [])
            self.box.show_lines([], self.view.boundingRect().topLeft(), self.view.boundingRect())
            return
        units = self.facts.path_units
        x, y = (float(shown_value(value, unit)) for value, unit in zip(at, units, strict=True))  # type: ignore[arg-type]
        self._dot.setData([x], [y])
        texts = [
            f"{name} {number_text(value)} {unit}"
            for name, value, unit in zip(self.curves, (x, y), units, strict=True)
        ]  # fmt: skip
        lines = [(text.strip(), self._theme.text) for text in texts]
        self.box.show_lines(lines, self.view.mapFromView(QPointF(x, y)), self.view.boundingRect())
