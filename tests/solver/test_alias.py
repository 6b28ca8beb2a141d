"""Variables that are only other names, signs, derivatives or constants."""

from __future__ import annotations

import pytest

from blocks import Block, Diagram, Equations, Input, Output, Variable
from blocks.functions import der
from libraries.electrical import Ground, Resistor
from libraries.rotational import Inertia
from solver.alias import Aliases, eliminate_aliases
from solver.connect import connect
from solver.flatten import System, flatten


def aliased(*blocks: Block, links: tuple[tuple[str, str], ...] = ()) -> tuple[System, Aliases]:
    d = Diagram()
    for k, block in enumerate(blocks):
        d.add(f"b{k}", block)
    for pair in links:
        d.connect(*pair)
    system = flatten(d)
    aliases = eliminate_aliases(system, connect(system))
    return system, aliases


def of(system: System, aliases: Aliases, name: str) -> tuple[str, float, int]:
    """Return root, sign and order of a variable by name."""
    number = next(v for v in range(system.variable_count) if system.variable_name(v) == name)
    return system.variable_name(int(aliases.root[number])), aliases.sign[number], int(aliases.order[number])


def value(system: System, aliases: Aliases, name: str) -> float | None:
    root, sign, order = of(system, aliases, name)
    number = next(v for v in range(system.variable_count) if system.variable_name(v) == root)
    constant = aliases.constant.get(number)
    return None if constant is None else sign * constant * (order == 0)


def test_currents_of_a_resistor_differ_by_sign_only() -> None:
    system, aliases = aliased(Resistor(), Resistor(), links=(("b0.n", "b1.p"), ("b0.p", "b1.n")))
    root, sign, order = of(system, aliases, "b0.p.i")
    assert of(system, aliases, "b0.i") == (root, sign, order)
    assert of(system, aliases, "b0.n.i") == (root, -sign, order)
    assert of(system, aliases, "b1.p.i") == (root, sign, order)
    assert of(system, aliases, "b1.n.i") == (root, -sign, order)


def test_speed_and_acceleration_are_derivatives_of_the_angle() -> None:
    system, aliases = aliased(Inertia(), Inertia(), links=(("b0.b", "b1.a"),))
    root, sign, order = of(system, aliases, "b0.phi")
    for block in ("b0", "b1"):
        assert of(system, aliases, f"{block}.phi") == (root, sign, order)
        assert of(system, aliases, f"{block}.w") == (root, sign, order + 1)
        assert of(system, aliases, f"{block}.acceleration") == (root, sign, order + 2)


class Chain(Block):
    """Signs and derivatives one after the other, written in an unhelpful order."""

    a = Variable("any", "first")
    b = Variable("any", "minus the derivative of a")
    c = Variable("any", "minus the derivative of b")
    d = Variable("any", "derivative of c")

    def equations(self) -> Equations:
        yield der(self.c) == self.d
        yield self.c + der(self.b) == 0
        yield self.b == -der(self.a)


def test_signs_multiply_and_orders_add() -> None:
    system, aliases = aliased(Chain())
    root, sign, order = of(system, aliases, "b0.a")
    assert (root, order) == ("b0.a", 0)
    assert of(system, aliases, "b0.b") == (root, -sign, 1)
    assert of(system, aliases, "b0.c") == (root, sign, 2)
    assert of(system, aliases, "b0.d") == (root, sign, 3)
    assert not aliases.rows


class Constants(Block):
    """Numbers that spread through equations."""

    x = Variable("any", "a number")
    y = Variable("any", "three times x, less one")
    z = Variable("any", "the sum")
    rate = Variable("any", "derivative of y")

    def equations(self) -> Equations:
        yield self.z == self.x + self.y
        yield self.rate == der(self.y)
        yield self.y == 3 * self.x - 1
        yield 2 * self.x == 8


def test_numbers_spread() -> None:
    system, aliases = aliased(Constants())
    assert [value(system, aliases, f"b0.{name}") for name in ("x", "y", "z", "rate")] == [4, 11, 15, 0]
    assert not aliases.rows
    assert not aliases.redundant


def test_open_flows_are_zero() -> None:
    system, aliases = aliased(Resistor())
    assert value(system, aliases, "b0.p.i") == 0
    assert value(system, aliases, "b0.i") == 0


def test_the_same_said_twice_is_redundant() -> None:
    system, aliases = aliased(Ground(), Ground(), links=(("b0.p", "b1.p"),))
    assert value(system, aliases, "b0.p.v") == 0
    assert not system.problems
    assert len(aliases.redundant) == 1


class Level(Block):
    """A source of one fixed number."""

    y = Output("any", "signal")

    def equations(self) -> Equations:
        yield self.y == 2


class WantsThree(Block):
    """Insists on three."""

    u = Input("any", "signal")

    def equations(self) -> Equations:
        yield self.u == 3


def test_a_contradiction_is_told_with_its_equation() -> None:
    system, _ = aliased(Level(), WantsThree(), links=(("b0.y", "b1.u"),))
    assert [str(problem) for problem in system.problems] == [
        'The block "b1" contradicts what it is connected to.\n'
        "      b1.u == 3\n"
        "  The two sides differ by 1.\n"
        "  Remove one of the blocks that fix the same quantity, or give them equal values."
    ]
    assert system.problems[0].where == "b1"


class Contradiction(Block):
    """Says that a number is another one."""

    x = Variable("any", "a number")
    y = Variable("any", "the same number")

    def equations(self) -> Equations:
        yield self.x == self.y
        yield self.x - self.y == 0.5


def test_a_difference_that_is_not_zero() -> None:
    system, _ = aliased(Contradiction())
    assert [problem.why for problem in system.problems] == ["    b0.x - b0.y == 0.5\nThe two sides differ by 0.5."]


class Scaled(Block):
    """Equations that are no aliases."""

    x = Variable("any", "a number")
    y = Variable("any", "twice x")
    z = Variable("any", "x shifted")

    def equations(self) -> Equations:
        yield self.y == 2 * self.x
        yield self.z == self.x + 1


def test_factors_and_shifts_stay_equations() -> None:
    _, aliases = aliased(Scaled())
    assert len(aliases.rows) == 2


class Loop(Block):
    """A variable and its own derivative."""

    x = Variable("any", "decays", start=1)
    v = Variable("any", "rate")

    def equations(self) -> Equations:
        yield self.v == der(self.x)
        yield self.v == -self.x


def test_a_derivative_equal_to_its_own_variable_stays_an_equation() -> None:
    system, aliases = aliased(Loop())
    assert of(system, aliases, "b0.v") == ("b0.x", 1, 1)
    assert [sorted(row.terms) for row in aliases.rows] == [
        sorted([(int(aliases.root[0]), 1, pytest.approx(1)), (int(aliases.root[0]), 0, pytest.approx(1))])
    ]
