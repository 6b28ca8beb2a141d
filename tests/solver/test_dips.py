"""Conditions that hold for a short while inside one long step, found by interpreted and compiled runs alike."""

from __future__ import annotations

from math import acos, floor, pi

import pytest

from blocks import Block, Diagram, Equations, Parameter, Variable
from blocks.functions import cos, der, pre, when, where
from solver.simulate import simulate


class Pass(Block):
    """Flies by at one metre per second, and counts the time it is near. Nothing limits the step of a solver."""

    x = Variable("any", "place", start=-10.0, fixed=True)
    near = Variable("any", "time spent near", start=0.0, fixed=True)

    def equations(self) -> Equations:
        yield der(self.x) == 1
        yield der(self.near) == where(self.x**2 < 0.04, 1, 0)


@pytest.mark.parametrize("native", ["never", "always"])
@pytest.mark.parametrize("until", [15, 20, 37.3])
def test_a_short_visit_is_not_overlooked(native: str, until: float) -> None:
    d = Diagram("pass")
    d.add("p", Pass())
    result = simulate(d, until, native=native, solver="adaptive")
    assert result["p.near"][-1] == pytest.approx(0.4, abs=1e-6)
    assert result.statistics["events"] == 2


class Spin(Block):
    """A wheel that spins freely and counts how often its tooth comes by. Nothing limits the step of a solver."""

    w = Parameter(1.0, "rad/s", "speed")
    level = Parameter(0.95, "any", "cosine of half the width of the tooth", min=-1, max=1)
    phi = Variable("rad", "angle", start=-3.0, fixed=True)
    seen = Variable("any", "how often the tooth came by", start=0.0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        yield der(self.phi) == self.w
        yield when(cos(self.phi) > self.level, self.seen == pre(self.seen) + 1)


@pytest.mark.parametrize("native", ["never", "always"])
@pytest.mark.parametrize("w", [0.7, 2 * pi, 6.9, 31.4, 100])
@pytest.mark.parametrize("level", [0.2, 0.95, 0.999])
def test_no_tooth_is_overlooked(native: str, w: float, level: float) -> None:
    until = 8.0
    d = Diagram("spin")
    d.add("wheel", Spin(w=w, level=level))
    result = simulate(d, until, native=native, solver="adaptive")
    half = acos(level)
    assert result["wheel.seen"][-1] == floor((w * until - 3 + half) / (2 * pi)) + 1
