"""The table below a scope with what lies between its two cursors."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from editor.scope_data import Run
from editor.scope_measure import Measurement, measure, number_text, shown_value
from editor.scope_plot import ScopePlot
from editor.style import Theme
from editor.theme import mono_font

HEAD = ("A", "B", "B − A", "min", "max", "mean", "rms")
MOST_ROWS = 8
LONGEST = 24  # letters of a name
CELL, LEAST = 9, 5  # letters of a number, and how many numbers there are in the narrowest strip


class MeasureStrip(QLabel):
    """Time and signals at and between the cursors."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.hide()
        self.setFont(mono_font(10))
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._shown: tuple[list[ScopePlot], Run | None, float, float] | None = None
        self.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shown is not None and event.size().width() != event.oldSize().width():
            self.show_between(*self._shown)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.setStyleSheet(f"color: {theme.text}; border-top: 1px solid {theme.line}; padding: 4px 2px;")

    def show_between(self, plots: list[ScopePlot], run: Run | None, first: float, last: float) -> None:
        """Measure the signals that are seen."""
        self._shown = plots, run, first, last
        if run is None:
            self.setText("")
            return
        rows = [
            (name, plot.color(name), cells(found, plot.unit_of(name)))
            for plot in plots
            for name, curve in plot.curves.items()
            if curve.is_shown and (found := measure(run, name, first, last)) is not None
        ]
        span = abs(last - first)
        frequency = f"{number_text(1 / span)} Hz" if span else "–"
        head = f"Δt <b>{number_text(span)} s</b> &nbsp; 1/Δt <b>{frequency}</b>"
        count = self._room()
        titles = "".join(f'<td align="right" style="color:{self._theme.dim}">{title}</td>' for title in HEAD[-count:])
        lines = "".join(self._row(name, color, texts[-count:]) for name, color, texts in rows[:MOST_ROWS])
        table = f"<tr><td>{head}</td>{titles}</tr>{lines}"
        self.setText(f'<table cellspacing="0" cellpadding="2" width="100%">{table}</table>')

    def _room(self) -> int:
        """Return how many columns are seen whole: the last ones, since plots tell values at a cursor."""
        letter = self.fontMetrics().horizontalAdvance("0")
        return max(LEAST, min(len(HEAD), int((self.width() / letter - LONGEST) // (CELL + 1))))

    def _row(self, name: str, color: str, texts: list[str]) -> str:
        short = name if len(name) <= LONGEST else f"…{name[-LONGEST:]}"
        values = "".join(f'<td align="right">{text}</td>' for text in texts)
        return f'<tr><td style="color:{color}">{short}</td>{values}</tr>'


def cells(found: Measurement, unit: str) -> list[str]:
    """Return a measurement as texts in the order of the head."""
    values = np.array([found.first, found.last, found.low, found.high, found.mean, found.rms])
    first, last, low, high, mean, rms = shown_value(values, unit).tolist()
    return [number_text(value) for value in (first, last, last - first, low, high, mean, rms)]
