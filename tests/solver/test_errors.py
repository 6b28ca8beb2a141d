"""What a person reads when a model is wrong. Texts are exact, so that they are reviewed like code."""

from __future__ import annotations

import re

import pytest

from blocks import Block, Diagram, Equations, Input, ModelError, Output, Parameter, SampledBlock, Variable
from blocks.functions import der, log, sqrt
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Resistor
from libraries.planar import Fixed, FixedTranslation, Revolute, Rod
from solver.simulate import simulate


def diagram(name: str, connections: tuple[tuple[str, str], ...] = (), **blocks: Block) -> Diagram:
    d = Diagram(name)
    for key, block in blocks.items():
        d.add(key, block)
    for pair in connections:
        d.connections.append(pair)
    return d


def error(d: Diagram, until: float = 1.0, **settings: object) -> ModelError:
    with pytest.raises(ModelError) as caught:
        simulate(d, until, **settings)
    return caught.value


class Valve(Block):
    """A valve, for messages."""

    opening = Input("1", "opening between 0 (closed) and 1 (open)")
    y = Output("1", "flow")

    def equations(self) -> Equations:
        yield self.y == self.opening


def test_unconnected_input() -> None:
    found = error(diagram("lift", lift_valve=Valve()))
    assert found.where == "lift_valve.opening"
    assert str(found) == (
        'The input "opening" of block "lift_valve" (Valve) is not connected.\n'
        "  Its meaning: opening between 0 (closed) and 1 (open).\n"
        "  Connect a signal, for example the output of a controller, or add a Constant block."
    )


class WrongResistor(Block):
    """Multiplies where it should divide."""

    R = Parameter(1.0, "ohm", "resistance")
    v = Variable("V", "voltage")
    i = Variable("A", "current")

    def equations(self) -> Equations:
        yield self.v == 1 * self.v
        yield self.i == self.R * self.v


def test_units_in_a_block() -> None:
    found = error(diagram("d", r1=WrongResistor()))
    assert found.what.startswith('Units do not match in block "r1" (WrongResistor), tests/solver/test_errors.py:')
    assert found.why.startswith("  r1.i == r1.R * r1.v\nThe left side is a current [A]; the right side is ")
    assert found.fix == "Did you mean to divide by R?"


def test_a_circuit_without_ground() -> None:
    d = diagram("circuit", (("s.p", "r.p"), ("s.n", "r.n")), s=ConstantVoltage(V=1), r=Resistor())
    assert str(error(d)).split("\n") == [
        'The diagram "circuit" cannot be solved: 4 equations for 5 unknowns.',
        '  Nothing determines "r.n.v", "r.p.v".',
        "  A circuit needs at least one known potential:",
        "    1. connect a Ground to it, or",
        "    2. connect the pin that was left open.",
    ]


def test_a_part_that_nothing_holds() -> None:
    found = error(diagram("loose", bracket=FixedTranslation()))
    assert found.what.startswith('The diagram "loose" cannot be solved: ')
    assert "Nothing determines" in found.why
    assert "Connect it to a Fixed block" in found.fix


def arm(**start: object) -> Diagram:
    d = Diagram("arm")
    d.add("left", Fixed())
    d.add("right", Fixed(position=[5.0, 0.0]))
    d.add("shoulder", Revolute(start=start))
    d.add("upper", Rod(length=1))
    d.add("elbow", Revolute(guess={"phi": "-20 deg"}))
    d.add("lower", Rod(length=1))
    d.add("wrist", Revolute())
    for a, b in (("left.a", "shoulder.a"), ("shoulder.b", "upper.a"), ("upper.b", "elbow.a"), ("elbow.b", "lower.a"),
                 ("lower.b", "wrist.a"), ("wrist.b", "right.a")):  # fmt: skip
        d.connect(a, b)
    return d


def test_no_consistent_start() -> None:
    text = re.sub(r"\.py:\d+", ".py", str(error(arm(phi="10 deg", w=0))))
    assert text.split("\n") == [
        'No consistent start could be found for "arm" at t = 0 s (the simulation itself has not begun).',
        "  The worst equation is still off by 3 m:",
        "      lower.x == lower.a.x + lower.length / 2 * cos(lower.phi)    libraries/planar/bodies.py",
        "      shoulder.phi == 0.174533",
        "      lower.y == lower.a.y + lower.length / 2 * sin(lower.phi)    libraries/planar/bodies.py",
        "  Fixed start values: shoulder.phi = 10 deg, shoulder.w = 0 rad/s.",
        "  Guesses: elbow.phi = -20 deg.",
        "  Change a parameter of these blocks, such as a length: no other start values nearby would fit, either.",
    ]


def test_unknown_block_in_a_connection() -> None:
    d = diagram("d", (("resistor.p", "g.p"), ("resitor.n", "g.p")), resistor=Resistor(), g=Ground())
    assert str(error(d)) == (
        'The connection to "resitor.n" names a block that does not exist.\n  Did you mean "resistor"?'
    )


def test_unknown_port() -> None:
    d = diagram("d", (("r.pp", "g.p"),), r=Resistor(), g=Ground())
    assert str(error(d)) == (
        'The block "r" (electrical.Resistor) has no port "pp".\n  Did you mean "p"?\n  Its ports are: p, n.'
    )


def test_unknown_parameter() -> None:
    with pytest.raises(ModelError) as caught:
        Capacitor(c="1 uF")
    assert str(caught.value) == (
        'electrical.Capacitor has no parameter "c".\n  Did you mean "C"?\n  Its parameters are: C.'
    )


def test_parameter_out_of_range() -> None:
    assert str(error(diagram("d", r=Resistor(R="-2 ohm")))) == '"r.R" is -2 ohm; it must be at least 0 ohm.'


def test_parameter_with_a_wrong_unit() -> None:
    assert error(diagram("d", r=Resistor(R="2 V"))).what.startswith('"r.R": ')


def test_unknown_start() -> None:
    found = error(diagram("d", c=Capacitor(start={"w": 0})))
    assert found.what == '"c" (electrical.Capacitor) has no variable "w" to start.'
    assert found.fix.startswith("Its variables are: ")


class Echo(SampledBlock):
    """Sends what it hears at once."""

    u = Input("1", "input")
    y = Output("1", "output")

    def equations(self) -> Equations:
        yield self.y == self.u + 1


def test_sampled_blocks_in_a_circle() -> None:
    d = diagram("circle", (("a.y", "b.u"), ("b.y", "a.u")), a=Echo(), b=Echo())
    assert str(error(d)) == (
        'The sampled blocks "a", "b" depend on each other\'s output at the same instant.\n'
        "  Put a UnitDelay between them."
    )


class Blowing(Block):
    """Grows beyond all limits at 1 s."""

    T = Parameter(1.0, "s", "time constant")
    x = Variable("1", "quantity", start=1, fixed=True)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == self.x**2


def test_values_that_become_infinite() -> None:
    found = error(diagram("growth", b=Blowing()), 2.0)
    assert found.what.startswith('"growth" cannot go on at t = ')
    assert 0.9 < float(found.what.split("= ")[1].split(" s")[0]) < 1.01
    assert "b.x" in found.why
    assert found.where == "b"


class Root(Block):
    """Takes a root that does not exist."""

    T = Parameter(1.0, "s", "time constant")
    x = Variable("1", "quantity", start=-1, fixed=True)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == sqrt(self.x)


def test_a_start_that_is_not_a_number() -> None:
    assert str(error(diagram("roots", b=Root()))) == (
        '"roots" cannot start at t = 0 s.\n'
        "  The derivative of b.x is not a number.\n"
        "  Look for a division by zero, a root of a negative number, or give better start values as guesses."
    )


class NoSolution(Block):
    """A loop without solution."""

    T = Parameter(1.0, "s", "time constant")
    x = Variable("1", "state", start=1, fixed=True)
    z = Variable("1", "unknown", start=1)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == self.z
        yield self.z**2 + self.x**2 + 1 == 0


def test_a_nonlinear_loop_without_solution() -> None:
    found = error(diagram("loop", b=NoSolution()))
    assert found.what == '"loop" cannot start at t = 0 s.'
    assert "b.z" in found.why
    assert "no solution" in found.why


def test_several_problems_are_told_at_once() -> None:
    d = diagram("many", (("v.y", "w.y"),), v=Valve(), w=Valve(), r=Resistor(R="-1 ohm"))
    assert [problem.where for problem in error(d).problems] == ["r.R", "v.opening", "v.y", "w.opening"]


class Equal(Block):
    """Says the same twice, and nothing about its other quantity."""

    x = Variable("1", "one")
    y = Variable("1", "other")
    a = Parameter(2.0, "1", "factor")

    def equations(self) -> Equations:
        yield self.a * self.x == 1
        yield log(self.x) == 0


def test_too_much_said_of_one_and_nothing_of_another() -> None:
    text = str(error(diagram("twice", b=Equal())))
    assert 'Nothing determines "b.y".' in text
    assert "These equations together say too much:" in text
    assert "b.a * b.x == 1" in text
    assert "log(b.x) == 0" in text
