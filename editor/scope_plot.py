"""One plot of a scope: curves over time that share a unit, with their legend and cursors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from editor.scope_cursor import ORANGE, ROW, SECOND, CursorBox, cursor_line
from editor.scope_data import Array, Columns, Run
from editor.scope_legend import Entry, Legend
from editor.scope_measure import number_text, shown_value, time_text
from editor.scope_view import ScopeView
from editor.style import Theme
from editor.theme import mixed, mono_font

LEFT = 52  # px for the numbers beside the axis: equal in all plots, so that times stand below each other
LEAST_HEIGHT = 72
WIDE = 420  # px of a plot in which boxes have room for whole names
MARGIN = 0.06  # of the height above and below the curves


class Curve:
    """A signal in a plot: of the run that is shown, and of the one it is compared with."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_shown = True
        self.now, self.other = (pg.PlotCurveItem(skipFiniteCheck=True) for _ in range(2))
        self.other.setZValue(-1)

    def draw(self, item: pg.PlotCurveItem, time: Array, values: Array) -> None:
        """Draw some points; where there is no number there is a gap."""
        is_whole = bool(np.isfinite(values).all())
        item.setData(time, values, connect="all" if is_whole else "finite", skipFiniteCheck=is_whole)


class ScopePlot(QWidget):
    """Curves over time. What it shows is set from outside; it only reports what a person does with it."""

    moved_by_hand = Signal(bool, bool)
    clicked = Signal(float, bool)
    fit_asked = Signal()
    cursor_moved = Signal(int, float)
    changed = Signal()  # must be drawn again
    removed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.title = self.unit = ""
        self.curves: dict[str, Curve] = {}
        self.is_y_free = False  # a person has chosen the values to be seen
        self._is_quick = False
        self._limits = (math.inf, -math.inf)
        self.view = ScopeView()
        self.widget = pg.PlotWidget(viewBox=self.view)
        self.item: pg.PlotItem = self.widget.getPlotItem()
        self.legend = Legend(theme)
        self.cursors = [cursor_line(ORANGE, "A"), cursor_line(SECOND, "B")]
        self.box = CursorBox(theme, self.view)
        self._build()
        self.set_theme(theme)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.legend)
        layout.addWidget(self.widget, 1)
        # pyqtgraph asks for far more room than a small plot needs
        self.widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.widget.setMinimumHeight(LEAST_HEIGHT)
        self.item.hideButtons()
        self.item.setMenuEnabled(False)
        self.item.showGrid(x=True, y=True, alpha=1.0)
        for side in ("left", "bottom"):
            axis = self.item.getAxis(side)
            axis.setStyle(tickLength=0, maxTickLevel=0, tickFont=mono_font(10), tickTextOffset=6)
            axis.enableAutoSIPrefix(False)
            axis.setZValue(-100)  # the grid lies behind curves and boxes
        self.item.getAxis("left").setWidth(LEFT)
        for number, line in enumerate(self.cursors):
            self.view.addItem(line, ignoreBounds=True)
            line.sigPositionChanged.connect(lambda item, k=number: self.cursor_moved.emit(k, float(item.value())))
        self.legend.toggled.connect(self._toggle)
        self.legend.removed.connect(self.removed)
        self.view.moved_by_hand.connect(self._moved)
        self.view.clicked.connect(self.clicked)
        self.view.fit_asked.connect(self.fit_asked)
        self.view.sigResized.connect(lambda *_: self.changed.emit())

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.widget.setBackground(QColor(theme.panel))
        for side in ("left", "bottom"):
            axis = self.item.getAxis(side)
            axis.setPen(pg.mkPen(theme.grid, width=1))
            axis.setTextPen(pg.mkPen(theme.dim))
        self.legend.set_theme(theme)
        self.box.set_theme(theme)
        self._recolor()

    def set_last(self, is_last: bool) -> None:
        """Tell whether this is the lowest plot, which has the numbers of the time axis."""
        axis = self.item.getAxis("bottom")
        axis.setStyle(showValues=is_last)
        axis.setHeight(None if is_last else 4)

    def set_quick(self, is_quick: bool) -> None:
        """Draw thin lines while something runs: wide smooth ones cost up to 75 times as much."""
        if is_quick != self._is_quick:
            self._is_quick = is_quick
            self._recolor()

    def show_signals(self, title: str, unit: str, names: list[str], recorded: set[str] | None) -> None:
        """Choose the signals; those that stay keep their place, and what is seen of them does not change."""
        self.title, self.unit = title, unit
        for name in [name for name in self.curves if name not in names]:
            curve = self.curves.pop(name)
            self.view.removeItem(curve.now)
            self.view.removeItem(curve.other)
        for name in names:
            if name not in self.curves:
                curve = self.curves[name] = Curve(name)
                self.view.addItem(curve.other, ignoreBounds=True)
                self.view.addItem(curve.now, ignoreBounds=True)
        self.curves = {name: self.curves[name] for name in names}
        self._recorded = recorded
        self._recolor()

    def color(self, name: str) -> str:
        """Return the colour of a signal."""
        return self._theme.curves[list(self.curves).index(name) % len(self._theme.curves)]

    def _recolor(self) -> None:
        recorded = getattr(self, "_recorded", None)
        entries = []
        for name, curve in self.curves.items():
            color = self.color(name)
            curve.now.setPen(pg.mkPen(color, width=1 if self._is_quick else 1.8))
            faint = mixed(color, self._theme.panel, 0.45)
            curve.other.setPen(pg.mkPen(faint, width=1, style=Qt.PenStyle.CustomDashLine, dash=[5, 4]))
            entries.append(Entry(name, color, curve.is_shown, recorded is None or name in recorded))
        self.legend.show_entries(self.title, self.unit, entries)
        self.changed.emit()

    def _toggle(self, name: str) -> None:
        self.curves[name].is_shown = not self.curves[name].is_shown
        self._recolor()

    def _moved(self, is_x: bool, is_y: bool) -> None:
        self.is_y_free = self.is_y_free or is_y
        self.moved_by_hand.emit(is_x, is_y)
        self.changed.emit()

    @property
    def x_range(self) -> tuple[float, float]:
        """Return the times that are seen."""
        first, last = self.view.viewRange()[0]
        return float(first), float(last)

    def set_x_range(self, first: float, last: float) -> None:
        """Choose the times that are seen."""
        if self.x_range != (first, last) and last > first:
            self.view.setXRange(first, last, padding=0)

    def draw(self, run: Run | None, other: Run | None, count: int | None = None) -> None:
        """Draw what runs have recorded, of the first only ``count`` instants if given."""
        limits = [math.inf, -math.inf]
        for source, attribute, most in ((run, "now", count), (other, "other", None)):
            columns = self._columns(source, most)
            for curve in self.curves.values():
                item: pg.PlotCurveItem = getattr(curve, attribute)
                if source is None or columns is None or curve.name not in source or not curve.is_shown:
                    item.setData([], [])
                    continue
                time, values = columns.reduced(source[curve.name][:most])
                values = shown_value(values, self.unit)
                item.opts["antialias"] = not self._is_quick and not columns.is_reduced
                curve.draw(item, time, values)
                if len(values):
                    limits = [min(limits[0], np.nanmin(values)), max(limits[1], np.nanmax(values))]
        self._limits = (limits[0], limits[1])
        if not self.is_y_free:
            self._fit_y()

    def _columns(self, run: Run | None, most: int | None) -> Columns | None:
        if run is None or not len(run):
            return None
        return Columns(run.time[:most], *self.x_range, max(1, int(self.view.width())))

    def _fit_y(self) -> None:
        """Show all values; the range grows with them, but a little less does not make it shrink at once."""
        low, high = self._limits
        if not (math.isfinite(low) and math.isfinite(high)):
            return
        if high - low < 1e-9 * max(abs(low), abs(high), 1e-6):
            half = max(abs(high) * 0.1, 1e-6 if high else 1.0)
            low, high = low - half, high + half
        margin = (high - low) * MARGIN
        wanted = low - margin, high + margin
        first, last = self.view.viewRange()[1]
        is_inside = first <= low and high <= last
        if is_inside and (high - low) > 0.7 * (last - first):
            return
        self.view.setYRange(*wanted, padding=0)

    def fit(self) -> None:
        """Show all values from now on."""
        self.is_y_free = False
        self.view.setYRange(0, 1e-12, padding=0)  # far too small for anything, so that the next drawing chooses anew
        self.changed.emit()

    def show_cursor(self, number: int, time: float | None) -> None:
        """Put a cursor somewhere, or hide it."""
        line = self.cursors[number]
        line.setVisible(time is not None)
        if time is not None and line.value() != time:
            line.blockSignals(True)
            line.setValue(time)
            line.blockSignals(False)

    def show_box(self, time: float | None, run: Run | None, other: Run | None, has_time: bool) -> None:
        """Show the values at the cursor."""
        lines: list[tuple[str, str]] = []
        if time is not None and run is not None:
            if has_time:
                lines.append((f"t {time_text(time)} s", "#d97706" if self._theme.is_dark else "#9a3412"))
            for curve in self.curves.values():
                if curve.is_shown:
                    lines += self._value_lines(curve.name, time, run, other)
        room = QRectF(self.view.boundingRect())
        if len(lines) > (room.height() - 20) / ROW:
            lines = [line for line in lines if line[1] != self._theme.dim]
        x = self.view.mapFromView(QPointF(time, 0)).x() if time is not None else 0.0
        is_seen = time is not None and room.left() <= x <= room.right()
        self.box.show_lines(lines if is_seen else [], QPointF(x, 0), room)

    def _value_lines(self, name: str, time: float, run: Run, other: Run | None) -> list[tuple[str, str]]:
        found = []
        if (text := self.value_text(run, name, time)) is not None:
            # where there is little room, colours tell which is which
            short = name if self.view.width() >= WIDE else name.rpartition(".")[2]
            found.append((f"{short} {text}", self.color(name)))
        if other is not None and (text := self.value_text(other, name, time)) is not None:
            found.append((f"{other.name} {text}", self._theme.dim))
        return found

    def value_text(self, run: Run, name: str, time: float) -> str | None:
        """Return a signal at a time with its unit."""
        value: Any = run.at(time, name) if name in run else None
        return None if value is None else f"{number_text(float(shown_value(value, self.unit)))} {self.unit}".strip()
