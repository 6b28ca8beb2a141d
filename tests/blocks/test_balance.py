"""As many equations as unknowns, and what is said when not."""

import pytest

from blocks import Block, Equations, Flow, Input, Output, Parameter, Port, Shared, Structural, Variable
from blocks.balance import check_balance
from blocks.functions import der, pre, reinit, when


class Pin(Port):
    """An electrical pin."""

    v = Variable("V", "potential")
    i = Flow("A", "current")


class Frame(Port):
    """A frame in space."""

    r = Variable("m", "position", shape=3)
    f = Flow("N", "force", shape=3)


class TwoPin(Block):
    """Two pins and a voltage: one equation short, as every base class."""

    p = Pin("positive pin")
    n = Pin("negative pin")
    v = Variable("V", "voltage")

    def equations(self) -> Equations:
        yield self.v == self.p.v - self.n.v
        yield self.p.i + self.n.i == 0


class Resistor(TwoPin):
    """Complete."""

    R = Parameter(1.0, "ohm", "resistance")

    def equations(self) -> Equations:
        yield self.v == self.R * self.p.i


class World(Block):
    """Gravity."""

    g = Parameter(9.81, "m/s2", "gravity")


class Ball(Block):
    """Bounces: vectors, events, shared quantities and signals at once."""

    world = Shared(World, "gravity")
    a = Frame("centre")
    push = Input("N", "push")
    y = Output("m", "height")
    velocity = Variable("m/s", "speed", shape=3)
    bounces = Variable("1", "how often", discrete=True)

    def equations(self) -> Equations:
        yield self.velocity == der(self.a.r)
        yield self.a.f == self.push
        yield self.y == self.a.r[2]
        yield when(self.y < 0, self.bounces == pre(self.bounces) + 1, reinit(self.velocity, [0, 0, 0]))


class Bus(Block):
    """Any number of pins."""

    count_of_pins = Structural(3, "number of pins", min=1)
    pins = Pin("pins", count="count_of_pins")

    def equations(self) -> Equations:
        first, *others = self.pins
        for pin in others:
            yield pin.v == first.v
        yield sum(pin.i for pin in self.pins) == 0


@pytest.mark.parametrize("block", [Resistor(), Ball(), Bus(), Bus(count_of_pins=1), World(), Block()])
def test_complete_blocks(block: Block) -> None:
    assert check_balance(block) is None


def test_missing_equation() -> None:
    error = check_balance(TwoPin(), "r1")
    assert error is not None
    assert error.where == "r1"
    assert str(error) == (
        'Block "r1" (TwoPin) has 2 equations for 3 unknowns.\n'
        "  Unknowns: p.i (flow), n.i (flow), v (variable).\n"
        "  Equations:\n"
        "    v == p.v - n.v\n"
        "    p.i + n.i == 0\n"
        "  1 equation is missing: every own variable, output and flow in a port needs one.\n"
        "    1. add `yield left == right` to equations(), or\n"
        "    2. declare what is given from outside as a Parameter or an Input."
    )


def test_surplus_equations() -> None:
    class Twice(Resistor):
        """Says too much, in vectors."""

        a = Frame("a frame")

        def equations(self) -> Equations:
            yield self.a.f == 0
            yield self.a.r == 0

    assert str(check_balance(Twice())) == (
        "Twice has 9 equations for 6 unknowns.\n"
        "  Unknowns: p.i (flow), n.i (flow), v (variable), a.f (flow, 3 elements).\n"
        "  Equations:\n"
        "    v == p.v - n.v\n"
        "    p.i + n.i == 0\n"
        "    v == R * p.i\n"
        "    a.f == 0  (counts as 3)\n"
        "    a.r == 0  (counts as 3)\n"
        "  3 equations too many: inputs, parameters and the other quantities of ports are given from outside.\n"
        "    1. remove what is said twice, or\n"
        "    2. declare a Variable or an Output for what is to be determined."
    )


def test_nothing_at_all_is_told_plainly() -> None:
    class Empty(Block):
        """A pin without equations."""

        p = Pin("a pin")

    assert str(check_balance(Empty())).startswith(
        "Empty has no equations for 1 unknown.\n  Unknowns: p.i (flow).\n  Equations: none.\n"
    )


def test_long_lists_are_cut() -> None:
    class Many(Bus):
        """Says one thing too much."""

        def equations(self) -> Equations:
            yield self.pins[0].v == 0

    text = str(check_balance(Many(count_of_pins=20)))
    assert "pins[11].i (flow), and 9 more." in text
    assert "    and 10 more\n" in text
