"""Sample times: all periods are whole multiples of one tick, counted in integers, so they never drift."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property

import numpy as np

from blocks.errors import ModelError
from solver.model import Model
from solver.parameters import ParameterSetter

FINEST = 10**9  # ticks in a second at most; in a shorter unit for periods below a millisecond
MOST_TICKS = 100_000  # looked at to find out which clocks meet
MOST_CLOCKS = 4  # that may meet in any way


class Clock:
    """Counts the ticks of a run."""

    def __init__(self, model: Model, setter: ParameterSetter) -> None:
        held = [item for item in model.hybrid.held if item.period or item.kind in ("sample", "previous")]
        for item in held:
            item.period = float(setter.vector[setter.places[f"{item.block}.period"][0]])
            if not item.period > 0:
                what = f'The sample period of "{item.block}" is {item.period:g} s.'
                raise ModelError(what, item.block, fix="Use a value above zero.")
        self.periods = sorted({item.period for item in held})
        fractions = [_fraction(period) for period in self.periods]
        self.tick = _common(fractions)
        self.counts = {period: int(f / self.tick) for period, f in zip(self.periods, fractions, strict=True)}
        self.tick_table = np.array(list(self.counts.values()) or [0], dtype=np.int64)
        self.count = 0

    @cached_property
    def meetings(self) -> dict[int, frozenset[float]]:
        """Return which periods are due together at some time; the bits of each key are their numbers.

        Nothing is returned where there are too many ways.
        """
        counts = list(self.counts.values())
        together = math.lcm(*counts)
        if together > MOST_TICKS:
            # they meet only after a long time, and perhaps in any way
            keys = set(range(1, 2 ** len(counts))) if len(counts) <= MOST_CLOCKS else set()
        else:
            ticks = np.arange(1, together + 1)
            due = np.array([(ticks % n == 0).astype(int) << i for i, n in enumerate(counts)]).sum(axis=0)
            keys = {int(key) for key in np.unique(due)} - {0}
        return {key: frozenset(p for i, p in enumerate(self.periods) if key >> i & 1) for key in sorted(keys)}

    def fitted(self, step: float) -> float:
        """Return the largest step not above the given one that divides the tick."""
        if not self.periods:
            return step
        tick = float(self.tick)
        return tick / math.ceil(tick / step * (1 - 1e-12)) if step < tick else tick

    def next_sample(self, before: float) -> float | None:
        """Go to the next sample and return its time, or None if something else comes first."""
        if not self.periods:
            return None
        following = min((self.count // n + 1) * n for n in self.counts.values())
        time = float(following * self.tick)
        if time > before * (1 + 1e-12):
            return None
        self._candidate = following
        return time

    def due(self) -> set[float]:
        """Take the sample returned last; return the periods that are due."""
        self.count = self._candidate
        return {period for period, n in self.counts.items() if self.count % n == 0}


def _fraction(period: float) -> Fraction:
    """Return a period as the ratio that a person meant.

    >>> _fraction(0.1), _fraction(5e-11)
    (Fraction(1, 10), Fraction(1, 20000000000))
    """
    unit = 10 ** max(0, -3 - math.floor(math.log10(period)))
    return Fraction(period * unit).limit_denominator(FINEST) / unit


def _common(fractions: list[Fraction]) -> Fraction:
    """Return the largest tick that all periods are multiples of.

    >>> _common([Fraction(1, 100), Fraction(3, 200)])
    Fraction(1, 200)
    """
    base = Fraction(0)
    for fraction in fractions:
        numerator = math.gcd(base.numerator * fraction.denominator, fraction.numerator * base.denominator)
        base = Fraction(numerator, base.denominator * fraction.denominator)
    return base
