"""The values of a plot on one side: an axis, the area its curves are drawn in, and which values are seen."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg

from editor.scope_data import Array
from editor.scope_view import ScopeView
from editor.style import Theme
from editor.theme import mono_font

ROOM = 52  # px for the numbers beside an axis: equal in all plots, so that times stand below each other
LEAST = 0.3  # of the margin: with less of it left the range grows
MARGIN = 0.06  # of the height above and below the curves


class ValueAxis:
    """The left or the right axis of a plot. It shows all values until a person has chosen others."""

    def __init__(self, item: pg.PlotItem, side: str, view: ScopeView) -> None:
        self.side, self.view, self.unit = side, view, ""
        self.axis: pg.AxisItem = item.getAxis(side)
        self.is_free = False  # a person has chosen the values to be seen
        self._limits = (math.inf, -math.inf)
        dress(self.axis)
        self.axis.setWidth(ROOM)

    @classmethod
    def on_the_right(cls, item: pg.PlotItem) -> ValueAxis:
        """Return a right axis, whose curves lie over the same times as those of the left one."""
        left, view = item.getViewBox(), ScopeView()
        view.setParentItem(item)
        view.setZValue(left.zValue() - 1)  # the mouse is for the left one
        item.getAxis("right").linkToView(view)
        made = cls(item, "right", view)
        left.sigResized.connect(lambda *_: view.setGeometry(left.geometry()))
        left.sigXRangeChanged.connect(lambda _, times: view.setXRange(*times, padding=0))
        view.setGeometry(left.geometry())
        view.setXRange(*left.viewRange()[0], padding=0)
        return made

    def begin(self) -> None:
        """Forget which values there were."""
        self._limits = (math.inf, -math.inf)

    def include(self, values: Array) -> None:
        """Take in values that are to be seen."""
        if len(values):
            low, high = self._limits
            self._limits = min(low, float(np.nanmin(values))), max(high, float(np.nanmax(values)))

    def show_all(self) -> None:
        """Show all values; the range grows with them, but a little less does not make it shrink at once."""
        low, high = self._limits
        if self.is_free or not (math.isfinite(low) and math.isfinite(high)):
            return
        if high - low < 1e-9 * max(abs(low), abs(high), 1e-6):
            half = max(abs(high) * 0.1, 1e-6 if high else 1.0)
            low, high = low - half, high + half
        margin = (high - low) * MARGIN
        first, last = self.view.viewRange()[1]
        is_inside = first <= low - LEAST * margin and high + LEAST * margin <= last  # a curve at the edge is not seen
        if not is_inside or (high - low) <= 0.7 * (last - first):
            self.view.setYRange(low - margin, high + margin, padding=0)

    def fit(self) -> None:
        """Show all values from now on."""
        self.is_free = False
        self.view.setYRange(0, 1e-12, padding=0)  # far too small for anything, so that the next drawing chooses anew

    def paint_in(self, theme: Theme, ink: str) -> None:
        """Take the colours of a theme, and one for the numbers."""
        self.axis.setPen(pg.mkPen(theme.grid, width=1))
        self.axis.setTextPen(pg.mkPen(ink))


def dress(axis: pg.AxisItem) -> None:
    """Make an axis plain: few small numbers, no ticks, and a grid that lies behind curves and boxes."""
    axis.setStyle(tickLength=0, maxTickLevel=0, tickFont=mono_font(10), tickTextOffset=6)
    axis.enableAutoSIPrefix(False)
    axis.setZValue(-300)
