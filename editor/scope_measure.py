"""Measuring on curves: between two instants, and where a signal crosses a level. Nothing here draws."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from blocks.units import unit
from editor.scope_data import Array, Run

EDGES = ("rising", "falling", "either")


@dataclass(frozen=True)
class Measurement:
    """A signal between two instants; the means are over time, not over points."""

    first: float
    last: float
    low: float
    high: float
    mean: float
    rms: float

    @property
    def change(self) -> float:
        """Return how much it rose."""
        return self.last - self.first


def measure(run: Run, name: str, first: float, last: float) -> Measurement | None:
    """Return what a signal does between two instants, as far as the run covers them; None if it does not.

    >>> run = Run(1)
    >>> run.append(np.array([0.0, 1.0, 2.0]), {"x": np.array([0.0, 2.0, 0.0])})
    >>> m = measure(run, "x", 0.0, 2.0)
    >>> m.low, m.high, m.mean, m.change
    (0.0, 2.0, 1.0, 0.0)
    """
    if not len(run) or name not in run:
        return None
    first, last = sorted((first, last))
    first, last = max(first, float(run.time[0])), min(last, float(run.time[-1]))
    begin, end = run.at(first, name), run.at(last, name)
    if begin is None or end is None or first > last:
        return None
    inside = slice(np.searchsorted(run.time, first, side="right"), np.searchsorted(run.time, last))
    time = np.concatenate([[first], run.time[inside], [last]])
    values = np.concatenate([[begin], run[name][inside], [end]])
    return Measurement(begin, end, float(values.min()), float(values.max()), *_means(time, values))


def _means(time: Array, values: Array) -> tuple[float, float]:
    """Return the mean and the root of the mean square of straight lines between points."""
    steps = np.diff(time)
    span = float(steps.sum())
    if span <= 0:
        return float(values[0]), abs(float(values[0]))
    a, b = values[:-1], values[1:]
    mean = float(steps @ (a + b)) / (2 * span)
    # the square of a straight line is integrated exactly
    square = float(steps @ (a * a + a * b + b * b)) / (3 * span)
    return mean, math.sqrt(max(0.0, square))


def crossing(time: Array, values: Array, level: float, edge: str = "rising", begin: int = 0) -> float | None:
    """Return when a signal first crosses a level, looking from an instant's number on; None if it does not.

    >>> crossing(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 0.0]), 0.5, "falling")
    1.5
    """
    begin = max(0, begin - 1)
    part = values[begin:]
    above = part >= level
    turned = above[1:] != above[:-1]
    if edge != "either":
        turned &= above[1:] == (edge == "rising")
    found = np.flatnonzero(turned)
    if not len(found):
        return None
    k = begin + int(found[0])
    rise = values[k + 1] - values[k]
    return float(time[k] + (level - values[k]) / rise * (time[k + 1] - time[k]))


def shown_value(values: Array, symbol: str) -> Array:
    """Return SI values in another unit."""
    if not symbol:
        return values
    wanted = unit(symbol)
    return values if wanted.factor == 1 and not wanted.offset else (values - wanted.offset) / wanted.factor


def number_text(value: float, digits: int = 4) -> str:
    """Return a number for reading.

    >>> number_text(1.98), number_text(123456.0), number_text(0.0), number_text(-0.0005646)
    ('1.98', '1.235e5', '0', '-5.65e-4')
    """
    if not math.isfinite(value):
        return "–"
    text = f"{value:.{digits}g}" if value == 0 or abs(value) >= 1e-3 else f"{value:.{digits - 2}e}"
    mantissa, _, power = text.partition("e")
    return f"{mantissa}e{int(power)}" if power else mantissa


def time_text(time: float) -> str:
    """Return a time in seconds for reading.

    >>> time_text(3.0), time_text(1234.5678)
    ('3.000', '1234.57')
    """
    return f"{time:.3f}" if abs(time) < 1000 else f"{time:.2f}"
