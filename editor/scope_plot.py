"""One plot of a scope: curves over time with an axis on the left, perhaps one on the right, a legend and cursors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from editor.model_facts import ScopeFacts
from editor.scope_axis import ROOM, ValueAxis, dress
from editor.scope_cursor import ORANGE, ROW, SECOND, CursorBox, cursor_line
from editor.scope_data import Array, Columns, Run
from editor.scope_drop import DropHint
from editor.scope_legend import Entry, Legend
from editor.scope_measure import number_text, shown_value, time_text
from editor.scope_signs import window_sign
from editor.scope_view import ScopeView
from editor.style import Theme
from editor.theme import mixed

LEAST_HEIGHT = 72
WIDE = 420  # px of a plot in which boxes have room for whole names


class Curve:
    """A signal in a plot: of the run that is shown, and of the one it is compared with."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_shown = True
        self.place: ValueAxis | None = None
        self.now, self.other = (pg.PlotCurveItem(skipFiniteCheck=True) for _ in range(2))
        self.other.setZValue(-1)

    def move_to(self, place: ValueAxis | None) -> None:
        """Be drawn on another axis, or on none."""
        if place is self.place:
            return
        for item in (self.other, self.now):
            if self.place is not None:
                self.place.view.removeItem(item)
            if place is not None:
                place.view.addItem(item, ignoreBounds=True)
        self.place = place

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
    menu_asked = Signal(str, QPointF)  # for a signal, at a place of the screen
    dragged = Signal(str, QPointF, bool)  # a signal over a place of the screen, and whether it is let go there
    tear_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.facts = ScopeFacts("", "", ())
        self.curves: dict[str, Curve] = {}
        self._colors: dict[str, int] = {}
        self._recorded: set[str] | None = None
        self._is_quick = self._is_dense = False
        self.view = ScopeView()
        self.widget = pg.PlotWidget(viewBox=self.view)
        self.item: pg.PlotItem = self.widget.getPlotItem()
        self.left = ValueAxis(self.item, "left", self.view)
        self.right: ValueAxis | None = None
        self.legend, self.tear = Legend(theme), QToolButton()
        self.cursors = [cursor_line(ORANGE, "A"), cursor_line(SECOND, "B")]
        self.box = CursorBox(theme, self.view)
        self.hint = DropHint(self.widget, theme)
        self._build()
        self.set_theme(theme)

    @property
    def title(self) -> str:
        """Return the block that shows these signals, "" if none does."""
        return self.facts.title

    @property
    def unit(self) -> str:
        """Return the unit on the left."""
        return self.facts.unit

    @property
    def is_y_free(self) -> bool:
        """Tell whether a person has chosen the values to be seen."""
        return self.left.is_free

    def _build(self) -> None:
        layout, head = QVBoxLayout(self), QHBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        head.setSpacing(4)
        head.addWidget(self.legend, 1)
        head.addWidget(self.tear, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(head)
        layout.addWidget(self.widget, 1)
        self.tear.setToolTip("Show this plot in a window of its own")
        self.tear.setFixedSize(18, 18)
        self.tear.setStyleSheet("QToolButton { border: none; background: transparent; }")
        self.tear.clicked.connect(self.tear_asked)
        # pyqtgraph asks for far more room than a small plot needs
        self.widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.widget.setMinimumHeight(LEAST_HEIGHT)
        self.item.hideButtons()
        self.item.setMenuEnabled(False)
        self.item.showGrid(x=True, y=True, alpha=1.0)
        dress(self.item.getAxis("bottom"))
        for number, line in enumerate(self.cursors):
            self.view.addItem(line, ignoreBounds=True)
            line.sigPositionChanged.connect(lambda item, k=number: self.cursor_moved.emit(k, float(item.value())))
        self.legend.toggled.connect(self._toggle)
        self.legend.removed.connect(self.removed)
        self.legend.menu_asked.connect(self.menu_asked)
        self.legend.dragged.connect(self.dragged)
        self.view.moved_by_hand.connect(self._moved)
        self.view.clicked.connect(self.clicked)
        self.view.fit_asked.connect(self.fit_asked)
        self.view.sigResized.connect(lambda *_: self.changed.emit())

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.widget.setBackground(QColor(theme.panel))
        axis = self.item.getAxis("bottom")
        axis.setPen(pg.mkPen(theme.grid, width=1))
        axis.setTextPen(pg.mkPen(theme.dim))
        self.tear.setIcon(window_sign(theme))
        self.legend.set_theme(theme)
        self.box.set_theme(theme)
        self.hint.set_theme(theme)
        self._recolor()

    def set_last(self, is_last: bool) -> None:
        """Tell whether this is the lowest plot, which has the numbers of the time axis."""
        axis = self.item.getAxis("bottom")
        axis.setStyle(showValues=is_last)
        axis.setHeight(None if is_last else 4)

    def set_right_room(self, has_room: bool) -> None:
        """Keep room for a right axis, because another plot has one and times are to stand below each other."""
        axis = self.item.getAxis("right")
        axis.setVisible(has_room)
        axis.setStyle(showValues=self.right is not None)
        axis.setWidth(ROOM if has_room else 0)

    def set_quick(self, is_quick: bool) -> None:
        """Draw thin lines while something runs: wide smooth ones cost up to 75 times as much."""
        if is_quick != self._is_quick:
            self._is_quick = is_quick
            self._recolor()

    def show_signals(self, facts: ScopeFacts, recorded: set[str] | None) -> None:
        """Choose the signals; those that stay keep their colour, and what is seen of them does not change."""
        if (facts, recorded) == (self.facts, self._recorded) and self.curves:
            return
        self.facts, self._recorded = facts, recorded
        names = [*facts.names, *facts.right]
        for name in [name for name in self.curves if name not in names]:
            self.curves.pop(name).move_to(None)
            self._colors.pop(name)
        if facts.right and self.right is None:
            self.right = ValueAxis.on_the_right(self.item)
            self.right.view.moved_by_hand.connect(self._moved_right)
        elif not facts.right and self.right is not None:
            self._drop_right(set(facts.names))
        self.curves = {name: self.curves.get(name) or Curve(name) for name in names}
        for name, curve in self.curves.items():
            curve.move_to(self.right if name in facts.right else self.left)
            free = (k for k in range(len(names)) if k not in self._colors.values())
            self._colors.setdefault(name, next(free, 0))
        for axis, unit in ((self.left, facts.unit), (self.right, facts.right_unit)):
            if axis is not None:
                axis.unit = unit
        self._recolor()

    def _drop_right(self, staying: set[str]) -> None:
        assert self.right is not None
        for name in staying & set(self.curves):
            self.curves[name].move_to(self.left)
        self.widget.scene().removeItem(self.right.view)
        self.right = None

    def unit_of(self, name: str) -> str:
        """Return the unit in which a signal is shown."""
        place = self.curves[name].place
        return place.unit if place is not None else self.unit

    def color(self, name: str) -> str:
        """Return the colour of a signal."""
        return self._theme.curves[self._colors[name] % len(self._theme.curves)]

    def _recolor(self) -> None:
        entries = []
        for name, curve in self.curves.items():
            color = self.color(name)
            # many points in each column of pixels fill it anyway, and a wide pen would take long
            curve.now.setPen(pg.mkPen(color, width=1 if self._is_quick or self._is_dense else 1.8))
            faint = mixed(color, self._theme.panel, 0.45)
            curve.other.setPen(pg.mkPen(faint, width=1, style=Qt.PenStyle.CustomDashLine, dash=[5, 4]))
            is_recorded = self._recorded is None or name in self._recorded
            note = f" [{self.facts.right_unit or '1'}] →" if name in self.facts.right else ""
            entries.append(Entry(name, color, curve.is_shown, is_recorded, note))
        for axis, names in ((self.left, self.facts.names), (self.right, self.facts.right)):
            if axis is not None:
                # where there are two axes, colours tell which is whose
                is_only = self.right is not None and len(names) == 1
                axis.paint_in(self._theme, self.color(names[0]) if is_only else self._theme.dim)
        self._show_entries(entries)
        self.changed.emit()

    def _show_entries(self, entries: list[Entry]) -> None:
        self.legend.show_entries(self.title if [self.title] != list(self.curves) else "", self.unit, entries)

    def _toggle(self, name: str) -> None:
        self.curves[name].is_shown = not self.curves[name].is_shown
        self._recolor()

    def _moved(self, is_x: bool, is_y: bool) -> None:
        self.left.is_free = self.left.is_free or is_y
        self.moved_by_hand.emit(is_x, is_y)
        self.changed.emit()

    def _moved_right(self, is_x: bool, is_y: bool) -> None:
        if self.right is not None:
            self.right.is_free = self.right.is_free or is_y
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
        axes = [axis for axis in (self.left, self.right) if axis is not None]
        for axis in axes:
            axis.begin()
        for source, attribute, most in ((run, "now", count), (other, "other", None)):
            columns = self._columns(source, most)
            if attribute == "now" and columns is not None and columns.is_reduced != self._is_dense:
                self._is_dense = columns.is_reduced
                self._recolor()
            for curve in self.curves.values():
                item: pg.PlotCurveItem = getattr(curve, attribute)
                if source is None or columns is None or curve.name not in source or not curve.is_shown:
                    item.setData([], [])
                    continue
                time, values = columns.reduced(source[curve.name][:most])
                values = shown_value(values, self.unit_of(curve.name))
                item.opts["antialias"] = not self._is_quick and not columns.is_reduced
                curve.draw(item, time, values)
                if curve.place is not None:
                    curve.place.include(values)
        for axis in axes:
            axis.show_all()

    def _columns(self, run: Run | None, most: int | None) -> Columns | None:
        if run is None or not len(run):
            return None
        return Columns(run.time[:most], *self.x_range, max(1, int(self.view.width())))

    def fit(self) -> None:
        """Show all values from now on."""
        for axis in (self.left, self.right):
            if axis is not None:
                axis.fit()
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
        unit = self.unit_of(name)
        return None if value is None else f"{number_text(float(shown_value(value, unit)))} {unit}".strip()
