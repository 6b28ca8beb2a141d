"""Blocks that others share: their structural values shape the equations of those who read them."""

from __future__ import annotations

from blocks import Block, Diagram, Equations, Expr, Parameter, Shared, Structural, Variable
from blocks.functions import der
from solver.simulate import simulate


class Air(Block):
    """Resistance of the air, by one of two laws."""

    law = Structural("linear", "how it grows with the speed", choices=("linear", "none"))
    k = Parameter(2.0, "1/s", "resistance")

    def slowing(self, speed: Expr) -> Expr:
        """Return the deceleration at a speed."""
        return self.k * speed if self.law == "linear" else 0 * speed * self.k


class Thing(Block):
    """A thing that flies through the air."""

    air = Shared(Air, "slows it down")
    v = Variable("m/s", "speed", start=3.0, fixed=True)

    def equations(self) -> Equations:
        yield der(self.v) == -self.air.slowing(self.v)


def flight(air: Air | None) -> float:
    diagram = Diagram("flight")
    inner = Diagram("inside")
    inner.add("thing", Thing())
    if air is not None:
        diagram.add("air", air)
    diagram.add("inside", inner)
    return float(simulate(diagram, 1.0, tolerance=1e-10)["inside.thing.v"][-1])


def test_readers_follow_the_structure_of_what_they_share() -> None:
    slowed = 3.0 * 2.718281828459045**-2
    assert abs(flight(None) - slowed) < 1e-7
    assert abs(flight(Air()) - slowed) < 1e-7
    assert flight(Air(law="none")) == 3.0
    # the first one again: what was worked out for one structure is not used for the other
    assert abs(flight(Air(k=2.0)) - slowed) < 1e-7


def test_a_block_among_default_ones_stays_itself() -> None:
    thing = Thing()
    assert thing.among({Air: Air()}) is thing
    assert thing.among({}) is thing
    other = thing.among({Air: Air(law="none")})
    assert other is not thing
    assert other.trace is not thing.trace
    assert thing.shared_structure == {}
