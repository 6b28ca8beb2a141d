"""Numbers out of runs: what a measure gives for one run, and for an ensemble of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from blocks.errors import ModelError
from blocks.units import Dimension, Unit, describe, format_quantity, read_quantity, unit
from solver.experiments.plan import Amount, Measure
from solver.trajectories import Array, Trajectories

NEVER = math.inf  # the time of what does not happen: later than everything, so that a median stays right
IN_SECONDS = ("first", "settled")
DIGITS = 4
MOST_NAMED = 4  # values with names, beside each other


def most_frequent(values: Sequence[float]) -> float:
    """Return the value that is there most often, of several the first one.

    >>> most_frequent([3.0, 1.0, 2.0, 1.0])
    1.0
    """
    return Counter(values).most_common(1)[0][0]


OF_ENSEMBLE: dict[str, Any] = {
    "median": np.median, "mean": np.mean, "minimum": np.min, "maximum": np.max, "most frequent": most_frequent,
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What a measure gives over an ensemble, and whether it is in the expected range (None if there is none)."""

    measure: Measure
    each: tuple[float, ...]
    value: float
    unit: str
    is_met: bool | None

    @property
    def text(self) -> str:
        """Return the value for people."""
        return self.words(self.value)

    def words(self, value: float) -> str:
        """Return a value with its unit, or its name if values are codes."""
        return self.measure.names.get(value) or in_words(value, self.unit)

    @property
    def span(self) -> str:
        """Return the least and the largest value of the ensemble; empty for one run."""
        if len(self.each) < 2:
            return ""
        low, high = (self.words(value) for value in (min(self.each), max(self.each)))
        if self.measure.names:
            different = list(dict.fromkeys(map(self.words, self.each)))
            return ", ".join(different) if len(different) <= MOST_NAMED else f"{len(different)} different ones"
        same = f" {self.unit}"
        return f"{low.removesuffix(same) if high.endswith(same) else low} to {high}"

    @property
    def nearest(self) -> int:
        """Return the member whose value is nearest to that of the ensemble."""
        distances = [0.0 if item == self.value else abs(item - self.value) for item in self.each]
        return int(np.argmin(np.nan_to_num(distances, nan=math.inf)))

    @property
    def expected(self) -> str:
        """Return the expected range for people."""
        least, most = self.measure.least, self.measure.most
        if least and most and least.value == most.value:
            return self.words(least.value)
        if least and most:
            return f"{least.text} to {most.text}"
        return f"at least {least.text}" if least else f"at most {most.text}" if most else ""


def in_words(value: float, symbol: str) -> str:
    """Return a value with its unit.

    >>> in_words(2.55841, "m"), in_words(NEVER, "s")
    ('2.558 m', 'never')
    """
    if not math.isfinite(value):
        return "never" if value == NEVER else "not a number"
    return format_quantity(value, unit(symbol or "1"), DIGITS)


def outcome(measure: Measure, runs: list[Trajectories]) -> Outcome:
    """Return what a measure gives over the runs of an ensemble."""
    each = tuple(measured(measure, run) for run in runs)
    value = float(OF_ENSEMBLE[measure.over](each))
    symbol = "s" if measure.kind in IN_SECONDS else runs[0].display_unit(measure.signal)
    if measure.unit:
        _check(Amount(0.0, unit(measure.unit).dimension, measure.unit), symbol, "unit")
    limits = [amount for amount in (measure.least, measure.most) if amount is not None]
    for amount in limits:
        _check(amount, symbol, "expected")
    is_met = None
    if limits:
        least = -math.inf if measure.least is None else measure.least.value
        # what never happens is not in time, even without a limit
        is_met = math.isfinite(value) and least <= value <= (math.inf if measure.most is None else measure.most.value)
    return Outcome(measure, each, value, measure.unit or _typed_unit(limits) or symbol, is_met)


def _typed_unit(limits: list[Amount]) -> str:
    """Return the unit in which limits are written, so that a value can be compared at a glance."""
    found = (read_quantity(amount.text)[1] for amount in limits if amount.dimension is not None)
    return next((item.symbol for item in found if isinstance(item, Unit)), "")


def measured(measure: Measure, run: Trajectories) -> float:
    """Return what a measure gives for one run, in SI."""
    values, time = _signal(run, measure.signal), run.time
    start, end = measure.times.get("from", time[0]), measure.times.get("until", time[-1])
    part = (time >= start) & (time <= end)
    if not part.any():
        raise ModelError(f"There is nothing between {start:g} s and {end:g} s.", measure.signal)
    for key, amount in (("level", measure.level), ("within", measure.within)):
        if amount is not None and not (key == "within" and "%" in amount.text):
            _check(amount, run.unit(measure.signal), key)
    match measure.kind:
        case "value":
            return float(run.at(measure.times["at"], measure.signal))
        case "final":
            return float(values[-1])
        case "maximum":
            return float(values[part].max())
        case "minimum":
            return float(values[part].min())
        case "mean":
            return _mean(time[part], values[part])
        case "first":
            assert measure.level is not None
            return first_time(time[part], values[part], measure.level.value)
        case "settled":
            return _settled(measure, time, values)
    other = _signal(run, measure.other) if measure.other else np.zeros(len(time))
    return math.sqrt(_mean(time[part], (values[part] - other[part]) ** 2))


def _signal(run: Trajectories, name: str) -> Array:
    values = run[name]
    if values.ndim != 1:
        raise ModelError(f'"{name}" is a vector; a measure needs a number.', name, fix=f"Name an element: {name}[1].")
    return values


def _mean(time: Array, values: Array) -> float:
    """Return the mean over time, whatever the steps are."""
    span = float(time[-1] - time[0])
    return float(np.trapezoid(values, time)) / span if span > 0 else float(values[0])


def first_time(time: Array, values: Array, level: float) -> float:
    """Return when a signal first reaches a level, from whichever side it starts.

    >>> first_time(np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 0.0]), 1.0)
    0.5
    """
    beyond = (values - level) * (-1.0 if values[0] > level else 1.0)
    reached = np.flatnonzero(beyond >= 0)
    if not len(reached):
        return NEVER
    k = int(reached[0])
    if k == 0 or beyond[k] == beyond[k - 1]:
        return float(time[k])
    share = -beyond[k - 1] / (beyond[k] - beyond[k - 1])
    return float(time[k - 1] + share * (time[k] - time[k - 1]))


def _settled(measure: Measure, time: Array, values: Array) -> float:
    assert measure.within is not None
    level = float(values[-1]) if measure.level is None else measure.level.value
    band = measure.within.value * (abs(level) if "%" in measure.within.text else 1.0)
    return settling_time(time, values, level, band)


def settling_time(time: Array, values: Array, level: float, band: float) -> float:
    """Return when a signal comes within a band around a level to stay there.

    >>> settling_time(np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 2.0]), 2.0, 0.5)
    0.75
    """
    outside = np.flatnonzero(np.abs(values - level) > band)
    if not len(outside):
        return float(time[0])
    k = int(outside[-1])
    if k == len(time) - 1:
        return NEVER
    edge = level + math.copysign(band, values[k] - level)
    if values[k + 1] == values[k]:
        return float(time[k + 1])
    return float(time[k] + (edge - values[k]) / (values[k + 1] - values[k]) * (time[k + 1] - time[k]))


def _check(amount: Amount, symbol: str, key: str) -> None:
    wanted = unit(symbol or "1").dimension
    if amount.dimension is not None and amount.dimension != wanted:
        found: Dimension = amount.dimension
        what = f'"{key}" is {amount.text}, {describe(found)}; {describe(wanted)} is expected.'
        raise ModelError(what, key, fix="Write it in a unit of the signal.")
