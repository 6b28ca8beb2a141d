"""Stick and slip, brakes, clutches and diodes against exact solutions: modes that are found by iteration."""

from __future__ import annotations

from math import atan2, pi, sqrt

import numpy as np
import pytest

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import der, time, where
from blocks.functions import sin as sine
from libraries.friction import dry_friction
from tests.solver.test_events import run


class OnBelt(Block):
    """A mass on a moving belt, held by a spring: it sticks, slips and sticks again."""

    m = Parameter(1.0, "kg", "mass")
    c = Parameter(10.0, "N/m", "stiffness")
    belt = Parameter(0.1, "m/s", "speed of the belt")
    grip = Parameter(1.0, "N", "sliding force")
    peak = Parameter(1.5, "1", "force that breaks it away over sliding force")
    x = Variable("m", "position", start=0, fixed=True)
    v = Variable("m/s", "speed", start=0.1, fixed=True)
    slip = Variable("m/s", "speed against the belt")
    f = Variable("N", "friction that resists slipping")
    hold = Variable("any", "holding force")

    def equations(self) -> Equations:
        yield der(self.x) == self.v
        yield self.m * der(self.v) == -self.c * self.x - self.f
        yield self.slip == self.v - self.belt
        yield from dry_friction(
            self.f, self.slip, self.hold, sliding=lambda _: self.grip, breakaway=self.peak * self.grip,
            is_pressed=self.grip > 0,
        )  # fmt: skip


def test_stick_slip_has_the_exact_period() -> None:
    result = run(OnBelt(), 20.0, tolerance=1e-8)
    w, belt, slide, peak = sqrt(10.0), 0.1, 0.1, 0.15
    # slipping: a sine about x = grip / c with the belt's speed at both ends
    reach = peak - slide
    turned = atan2(belt / w, reach)
    slipping = (pi + 2 * turned) / w
    sticking = 2 * reach / belt
    modes = result["b.mode"]
    stuck = next(m for m in result.model.hybrid.machines if m.name == "b.mode").modes.index("stuck")
    starts = result.time[1:][(modes[:-1] == stuck) & (modes[1:] != stuck)]
    assert starts[0] == pytest.approx(peak / belt, abs=1e-7)
    assert np.diff(starts) == pytest.approx(slipping + sticking, abs=1e-6)
    assert np.abs(result["b.slip"][modes == stuck]).max() < 1e-9


class TwoBrakes(Block):
    """A disc held by two brakes side by side under a growing torque: their shares are not determined."""

    J = Parameter(1.0, "kg.m2", "inertia")
    rate = Parameter(1.0, "N.m/s", "growth of the torque")
    grip = Parameter(1.0, "N.m", "torque each brake can hold")
    w = Variable("rad/s", "speed", start=0, fixed=True)
    first = Variable("N.m", "torque of one brake")
    second = Variable("N.m", "torque of the other")
    hold1 = Variable("any", "holding torque")
    hold2 = Variable("any", "holding torque")

    def equations(self) -> Equations:
        yield self.J * der(self.w) == self.rate * time - self.first - self.second
        for torque, hold in ((self.first, self.hold1), (self.second, self.hold2)):
            yield from dry_friction(
                torque, self.w, hold, sliding=lambda _: self.grip, breakaway=self.grip, is_pressed=self.grip > 0
            )


def test_two_brakes_in_parallel_hold_together() -> None:
    result = run(TwoBrakes(), 4.0)
    # they let go at 2 N.m together
    assert np.abs(result["b.w"][result.time < 2]).max() < 1e-8
    assert result["b.w"][-1] == pytest.approx(2.0, abs=1e-5)


class Series(Block):
    """Two clutches in a row with a light disc between them: the weaker one slips."""

    J = Parameter(1.0, "kg.m2", "inertia of both ends")
    light = Parameter(1e-3, "kg.m2", "inertia between the clutches")
    strong = Parameter(2.0, "N.m", "torque of the first clutch")
    weak = Parameter(1.0, "N.m", "torque of the second clutch")
    w1 = Variable("rad/s", "speed of the first end", start=10, fixed=True)
    w2 = Variable("rad/s", "speed in between", start=0, fixed=True)
    w3 = Variable("rad/s", "speed of the last end", start=0, fixed=True)
    t1 = Variable("N.m", "torque of the first clutch")
    t2 = Variable("N.m", "torque of the second clutch")
    hold1 = Variable("any", "holding torque")
    hold2 = Variable("any", "holding torque")

    def equations(self) -> Equations:
        yield self.J * der(self.w1) == -self.t1
        yield self.light * der(self.w2) == self.t1 - self.t2
        yield self.J * der(self.w3) == self.t2
        yield from dry_friction(
            self.t1, self.w1 - self.w2, self.hold1, sliding=lambda _: self.strong, breakaway=self.strong,
            is_pressed=self.strong > 0,
        )  # fmt: skip
        yield from dry_friction(
            self.t2, self.w2 - self.w3, self.hold2, sliding=lambda _: self.weak, breakaway=self.weak,
            is_pressed=self.weak > 0,
        )  # fmt: skip


def test_clutches_in_series_end_at_one_speed() -> None:
    result = run(Series(), 6.0, tolerance=1e-8)
    assert result["b.w1"][-1] == pytest.approx(10 / 2.001, abs=1e-6)
    assert result["b.w3"][-1] == pytest.approx(10 / 2.001, abs=1e-6)
    # the weak one slipped for about as long as 1 N.m needs
    together = result.time[np.abs(result["b.w1"] - result["b.w3"]) < 1e-6][0]
    assert together == pytest.approx(5.0, abs=0.02)


class Bridge(Block):
    """Four ideal diodes with small resistances, from a sine to a resistor."""

    small = Parameter(1e-5, "1", "resistance when on and conductance when off")
    w = Parameter(2 * pi, "rad/s", "frequency")
    v = Variable("1", "source")
    top = Variable("1", "potential at the load")
    bottom = Variable("1", "other potential at the load")
    s = Variable("1", "place on the characteristic of each diode", shape=4)
    drop = Variable("1", "voltage of each diode", shape=4)
    i = Variable("1", "current of each diode", shape=4)
    middle = Variable("1", "potential of the return pin of the source")

    def equations(self) -> Equations:
        yield self.v == sine(self.w * time)
        ends = [
            (self.v + self.middle, self.top), (self.middle, self.top),
            (self.bottom, self.v + self.middle), (self.bottom, self.middle),
        ]  # fmt: skip
        for k, (plus, minus) in enumerate(ends):
            off = self.s[k] < 0
            yield self.drop[k] == plus - minus
            yield self.drop[k] == self.s[k] * where(off, 1, self.small)
            yield self.i[k] == self.s[k] * where(off, self.small, 1)
        load = self.top - self.bottom
        yield self.i[0] + self.i[1] == load
        yield self.i[2] + self.i[3] == load
        # the bottom of the load is grounded
        yield self.bottom == 0


def test_diode_bridge_rectifies() -> None:
    result = run(Bridge(), 1.0, tolerance=1e-8, interval=1e-3)
    load = result["b.top"] - result["b.bottom"]
    assert load == pytest.approx(np.abs(np.sin(2 * pi * result.time)), abs=1e-4)
