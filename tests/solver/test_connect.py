"""From connected terminals to equations."""

from __future__ import annotations

import pytest

from blocks import Block, Diagram, Equations, Input, Output
from libraries.electrical import Resistor
from libraries.planar import Body, Fixed
from libraries.rotational import Inertia
from libraries.signals import Constant, Gain, Greater
from libraries.translational import Mass
from solver.connect import ConnectionRows, connect
from solver.flatten import System, flatten


def connected(d: Diagram) -> tuple[System, ConnectionRows]:
    system = flatten(d)
    return system, connect(system)


def names(system: System, variables: list[int]) -> set[str]:
    return {system.variable_name(variable) for variable in variables}


def resistors(count: int) -> Diagram:
    d = Diagram()
    for k in range(count):
        d.add(f"r{k}", Resistor())
    return d


def test_a_node_of_three_has_two_equalities_and_one_sum() -> None:
    d = resistors(3)
    d.connect("r0.n", "r1.p", "r2.p")
    system, rows = connected(d)
    assert len(rows.equal) == 2
    assert {frozenset(names(system, list(pair))) for pair in rows.equal} <= {
        frozenset({a, b}) for a in ("r0.n.v", "r1.p.v", "r2.p.v") for b in ("r0.n.v", "r1.p.v", "r2.p.v") if a != b
    }
    assert {"r0.n.i", "r1.p.i", "r2.p.i"} in [names(system, members) for members in rows.sums]


def test_an_open_port_lets_nothing_flow() -> None:
    system, rows = connected(resistors(1))
    assert [names(system, members) for members in rows.sums] == [{"r0.p.i"}, {"r0.n.i"}]
    assert not rows.equal


@pytest.mark.parametrize("pairs", [[("r0.n", "r1.p"), ("r1.p", "r2.p")], [("r2.p", "r0.n"), ("r0.n", "r1.p")]])
def test_how_a_node_is_drawn_does_not_matter(pairs: list[tuple[str, str]]) -> None:
    d = resistors(3)
    for pair in pairs:
        d.connect(*pair)
    system, rows = connected(d)
    assert {"r0.n.i", "r1.p.i", "r2.p.i"} in [names(system, members) for members in rows.sums]


def test_a_ring_of_connections_is_one_node() -> None:
    d = resistors(3)
    d.connect("r0.n", "r1.p")
    d.connect("r1.p", "r2.p")
    d.connect("r2.p", "r0.n")
    assert len(connected(d)[1].equal) == 2


def test_all_six_quantities_of_a_frame_are_connected() -> None:
    d = Diagram()
    d.add("wall", Fixed())
    d.add("body", Body())
    d.connect("wall.a", "body.a")
    system, rows = connected(d)
    assert len(rows.equal) == 3
    assert {"wall.a.tau", "body.a.tau"} in [names(system, members) for members in rows.sums]


def test_a_signal_goes_to_many_inputs() -> None:
    d = Diagram()
    d.add("source", Constant())
    d.add("k", Gain(), count=3)
    d.connect("source.y", "k.u")
    system, rows = connected(d)
    assert [names(system, list(pair)) for pair in rows.equal] == [{"source.y", f"k[{i}].u"} for i in (1, 2, 3)]


def test_inputs_connected_with_each_other_share_their_source() -> None:
    d = Diagram()
    d.add("source", Constant())
    d.add("a", Gain())
    d.add("b", Gain())
    d.connect("a.u", "b.u")
    d.connect("source.y", "a.u")
    system, rows = connected(d)
    assert not system.problems
    assert len(rows.equal) == 2


class Optional(Block):
    """A block that can do without its inputs."""

    u = Input("m", "input", default=2.5)
    v = Input("any", "two numbers", default=[1, 2], shape=2)
    y = Output("m", "output")

    def equations(self) -> Equations:
        yield self.y == self.u * (self.v[0] + self.v[1])


def test_an_open_input_takes_its_default() -> None:
    d = Diagram()
    d.add("k", Optional())
    system, rows = connected(d)
    assert {system.variable_name(v): value for v, value in rows.constants} == {"k.u": 2.5, "k.v[1]": 1, "k.v[2]": 2}


class Pair(Block):
    """A source of two numbers."""

    y = Output("any", "two numbers", shape=2)

    def equations(self) -> Equations:
        yield self.y == [1, 2]


def problems(d: Diagram) -> list[str]:
    return [str(problem) for problem in connected(d)[0].problems]


def test_an_open_input_without_default() -> None:
    d = Diagram()
    d.add("k", Gain())
    assert problems(d) == [
        'The input "u" of block "k" (signals.Gain) is not connected.\n'
        "  Connect a signal, for example the output of a controller, or add a Constant block."
    ]


def test_two_outputs() -> None:
    d = Diagram()
    d.add("a", Constant())
    d.add("b", Constant())
    d.connect("a.y", "b.y")
    assert problems(d) == [
        'The outputs "a.y" and "b.y" are connected with each other.\n'
        "  A signal comes from one output only.\n"
        "  Remove one of them, or add the two signals with an Add block."
    ]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            ("mass", Mass(), "a"), ("disc", Inertia(), "a"),
            'Cannot connect "mass.a" (translation: m, N) to "disc.a" (rotation: rad, N.m).\n'
            "  A lead screw, a rack or a lever turns one into the other.",
        ),
        (
            ("body", Body(), "a"), ("disc", Inertia(), "a"),
            'Cannot connect "body.a" (planar frame: m, m, rad, N, N, N.m) to "disc.a" (rotation: rad, N.m).\n'
            "  The axis of a revolute joint turns one into the other.",
        ),
        (
            ("level", Constant(), "y"), ("r", Resistor(), "p"),
            'Cannot connect "r.p" (electricity: V, A) to "level.y" (signal: any).\n'
            "  A source or a sensor turns one into the other.",
        ),
        (
            ("test", Greater(), "y"), ("k", Gain(), "u"),
            'Cannot connect "test.y" [bool] to "k.u" [any].\n'
            "  A Greater or a Switch block turns one into the other.",
        ),
        (
            ("pair", Pair(), "y"), ("k", Gain(), "u"),
            'Cannot connect "pair.y" (2 elements) to "k.u" (1 element).\n'
            '  Connect one element, for example "pair.y[1]", or join signals with a Mux.',
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit(
    first: tuple[str, Block, str], second: tuple[str, Block, str], message: str
) -> None:
    d = Diagram()
    for name, block, _ in (first, second):
        d.add(name, block)
    d.connect(f"{first[0]}.{first[2]}", f"{second[0]}.{second[2]}")
    assert message in problems(d)


class Meters(Block):
    """A source of a length."""

    y = Output("m", "a length")

    def equations(self) -> Equations:
        yield self.y == 1


class Seconds(Block):
    """A sink for a time."""

    u = Input("s", "a time")


def test_units_of_signals_must_agree() -> None:
    d = Diagram()
    d.add("ruler", Meters())
    d.add("clock", Seconds())
    d.connect("ruler.y", "clock.u")
    assert problems(d) == [
        'Cannot connect "ruler.y" [m] to "clock.u" [s].\n'
        "  A Gain with a unit, or another port, is needed between them."
    ]


def test_all_problems_are_told_together() -> None:
    d = Diagram()
    d.add("test", Greater())
    d.add("k", Gain())
    d.add("clock", Seconds())
    d.connect("k.y", "clock.u")
    d.connect("test.y", "k.u")
    assert [problem.split("\n")[0] for problem in problems(d)] == [
        'The input "u1" of block "test" (signals.Greater) is not connected.',
        'The input "u2" of block "test" (signals.Greater) is not connected.',
        'Cannot connect "test.y" [bool] to "k.u" [any].',
    ]
