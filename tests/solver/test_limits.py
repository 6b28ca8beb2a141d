"""Variables outside their declared range are reported."""

import pytest

from blocks import Block, Diagram, Equations, ModelError, Parameter, Variable
from blocks.functions import der
from solver.simulate import simulate


class Tank(Block):
    """Fills at a constant rate."""

    rate = Parameter(0.5, "m/s", "how fast the level rises")
    level = Variable("m", "level", start=0.0, fixed=True, min=0, max=1)

    def equations(self) -> Equations:
        yield der(self.level) == self.rate


def filled(rate: float) -> list[str]:
    d = Diagram("tank")
    d.add("tank", Tank(rate=rate))
    return simulate(d, 4, interval=0.5).statistics["warnings"]


def test_inside_its_range_nothing_is_said():
    assert filled(0.25) == []


def test_the_first_time_outside_is_told():
    assert filled(0.5) == ['"tank.level" is 1.25 m at t = 2.5 s; it should be at most 1 m.']
    assert filled(-1.0) == ['"tank.level" is -0.5 m at t = 0.5 s; it should be at least 0 m.']


def test_a_tolerance_that_is_no_number_is_refused():
    d = Diagram("tank")
    d.add("tank", Tank())
    d.experiment.tolerance = "small"  # type: ignore[assignment]
    with pytest.raises(ModelError, match="experiment.tolerance"):
        simulate(d)
