"""Conditions that hold for a short while inside one long step, found by interpreted and compiled runs alike."""

from __future__ import annotations

import pytest

from blocks import Block, Diagram, Equations, Variable
from blocks.functions import der, where
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
