"""Blocks: what they collect, what they check, and what they remember."""

import numpy as np
import pytest

from blocks import (
    Block,
    Equation,
    Equations,
    Expr,
    Flow,
    Input,
    ModelError,
    Output,
    Parameter,
    Port,
    SampledBlock,
    Shared,
    Structural,
    Variable,
)  # fmt: skip
from blocks.block import type_name
from blocks.describe import describe
from blocks.expression import When
from blocks.functions import der, interpolate, previous, sum_of, when


class Pin(Port):
    """An electrical pin."""

    v = Variable("V", "potential")
    i = Flow("A", "current")


class TwoPin(Block):
    """What every two-pin element shares."""

    p = Pin("positive pin")
    n = Pin("negative pin")
    v = Variable("V", "voltage")

    def equations(self) -> Equations:
        yield self.v == self.p.v - self.n.v
        yield self.p.i + self.n.i == 0


class Resistor(TwoPin):
    """Ideal resistor."""

    R = Parameter(100.0, "ohm", "resistance", min=0)

    def equations(self) -> Equations:
        yield self.v == self.R * self.p.i


class Polynomial(Block):
    """A polynomial of an input."""

    order = Structural(2, "order", min=1)
    kind = Structural("plain", "kind", choices=("plain", "odd"))
    reverse = Structural(False, "turn the sign")
    label = Structural("", "any text")
    c = Parameter(1.0, "1", "coefficients", shape="order")
    u = Input("1", "input")
    y = Output("1", "output")
    grid = Parameter([0.0, 1.0], "m", "grid")
    values_at_grid = Parameter([0.0, 1.0], "m", "values")

    def equations(self) -> Equations:
        powers = [self.u**i for i in range(self.order)]
        sign = -1 if self.reverse else 1
        yield self.y == sign * sum_of(self.c * powers) + 0 * interpolate(0, self.grid, self.values_at_grid)


def texts(block: Block) -> list[str]:
    return [item.text() for item in block.trace.equations]


def test_equations_come_from_all_base_classes_first_base_first() -> None:
    assert texts(Resistor()) == ["v == p.v - n.v", "p.i + n.i == 0", "v == R * p.i"]
    assert list(Resistor.declarations) == ["p", "n", "v", "R"]
    assert list(Resistor.parameters()) == ["R"]


def test_declaration_of_the_first_class_in_the_method_order_wins() -> None:
    class Left(TwoPin):
        """Adds nothing of its own to R."""

    class Right(TwoPin):
        """Redeclares v."""

        v = Variable("V", "voltage, redeclared")

    class Both(Left, Right):
        """Has the v that Python finds."""

    assert Both.declarations["v"] is Right.v
    assert Both.v is Right.v
    assert len(texts(Both())) == 2


def test_declarations_and_equations_of_plain_mixins_count() -> None:
    class Mixin:
        """Not a block itself."""

        k = Parameter(1.0, "1", "factor")

        def equations(self) -> Equations:
            yield self.k == 1

    class Mixed(Mixin, TwoPin):
        """A block with a mixin."""

    assert "k" in Mixed.declarations
    assert texts(Mixed())[-1] == "k == 1"


def test_plain_attribute_replaces_an_inherited_declaration() -> None:
    class Fixed(Resistor):
        """A resistor whose value is not for people to set."""

        R = 50.0

    assert "R" not in Fixed.declarations
    assert texts(Fixed())[-1] == "v == 50 * p.i"


def test_symbols_have_roles_and_ports() -> None:
    symbols = Resistor().trace.symbols
    assert {path: info.role for path, info in symbols.items()} == {
        "p.v": "variable", "p.i": "flow", "n.v": "variable", "n.i": "flow", "v": "variable", "R": "parameter"
    }  # fmt: skip
    assert (symbols["p.v"].port, symbols["v"].port) == ("p", "")


def test_signals_are_ports() -> None:
    ports = Polynomial().trace.ports
    assert list(ports) == ["u", "y"]
    assert ports["u"].is_signal
    assert ports["u"].members == ("u",)


def test_trace_is_shared_by_blocks_of_one_structure() -> None:
    assert Resistor(R=1).trace is Resistor(R=2).trace
    assert Polynomial(order=3).trace is Polynomial(order=3).trace
    assert Polynomial(order=3).trace is not Polynomial(order=2).trace
    assert Polynomial(grid=[0, 1, 2], values_at_grid=[0, 1, 2]).trace is not Polynomial().trace


def test_sizes_follow_structure_and_values() -> None:
    assert Polynomial(order=5).trace.symbols["c"].shape == (5,)
    assert texts(Polynomial(reverse=True))[0].startswith("y == -1 * dot(c, [u**0, u**1])")
    assert Polynomial(grid=[0, 1, 2], values_at_grid="[0, 1, 2] mm").grid.shape == (3,)
    assert Polynomial(grid="[0, 1, 2] mm").grid.shape == (3,)
    assert Polynomial(grid="= table").grid.shape == (2,)
    assert Polynomial(grid=["1 mm", "2 mm", "3 mm"]).grid.shape == (3,)
    # nonsense keeps the default size; reading the number says what is wrong
    assert Polynomial(grid=[[0, 1], [2]]).grid.shape == (2,)
    assert Polynomial(grid="[1, 2").grid.shape == (2,)


def test_a_scalar_parameter_given_a_list_does_not_spoil_others() -> None:
    assert Resistor(R=[1.0, 2.0]).R.shape == (2,)
    assert Resistor(R=[1.0, 2.0]).trace is not Resistor().trace
    assert Resistor().trace.symbols["R"].shape == ()


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"order": 0}, '"order" of Polynomial is 0; it must be a whole number, 1 or more.'),
        ({"order": 2.0}, '"order" of Polynomial is 2.0; it must be a whole number, 1 or more.'),
        ({"order": True}, '"order" of Polynomial is True; it must be a whole number, 1 or more.'),
        ({"kind": "even"}, "\"kind\" of Polynomial is 'even'; it must be one of plain, odd."),
        ({"reverse": 1}, '"reverse" of Polynomial is 1; it must be true or false.'),
        ({"label": 1}, '"label" of Polynomial is 1; it must be a text.'),
    ],
)
def test_structural_values_are_checked(values: dict[str, object], text: str) -> None:
    with pytest.raises(ModelError) as caught:
        Polynomial(**values).trace  # noqa: B018
    assert str(caught.value) == text


@pytest.mark.parametrize("word", ["start", "guess"])
def test_a_start_that_is_no_list_of_values_is_refused(word: str) -> None:
    with pytest.raises(ModelError, match=f'"{word}" of Polynomial is \'1 s\'; it must be values by the names'):
        Polynomial(**{word: "1 s"})


def test_unknown_parameter_is_named_with_a_hint() -> None:
    with pytest.raises(ModelError) as caught:
        Polynomial(oder=3)
    assert str(caught.value) == (
        'Polynomial has no parameter "oder".\n'
        '  Did you mean "order"?\n'
        "  Its parameters are: c, grid, kind, label, order, reverse, values_at_grid."
    )
    with pytest.raises(ModelError, match="It has no parameters."):
        TwoPin(R=1)


@pytest.mark.parametrize("name", ["trace", "structure", "start", "equations", "values"])
def test_a_declaration_cannot_hide_what_a_block_needs(name: str) -> None:
    with pytest.raises(ModelError) as caught:
        type("Odd", (Block,), {name: Parameter(1.0, "1", "odd")})
    assert str(caught.value) == f'"{name}" cannot be declared in Odd: the word is reserved.'


def test_forgotten_yield_is_explained() -> None:
    class Forgetful(TwoPin):
        """Says an equation but does not yield it."""

        def equations(self) -> Equations:
            self.v == 0  # noqa: B015

    with pytest.raises(ModelError) as caught:
        Forgetful().trace  # noqa: B018
    assert str(caught.value) == (
        "Forgetful: equations() of Forgetful yields nothing.\n  Write `yield a == b` for every equation."
    )

    class Wrong(TwoPin):
        """Yields an expression."""

        def equations(self) -> Equations:
            yield self.v - 1

    with pytest.raises(ModelError, match=r"Wrong: equations\(\) must yield equations, not v - 1."):
        Wrong().trace  # noqa: B018


def test_events_and_initial_equations_are_collected() -> None:
    class Counter(Block):
        """Counts and starts at rest."""

        x = Variable("1", "position")
        n = Variable("1", "how often", discrete=True)

        def equations(self) -> Equations:
            yield der(self.x) == 1 / (self.n + 1)
            yield when(self.x > 1, self.n == 1)

        def initial_equations(self) -> "list[Equation]":
            return [der(self.x) == 0]

    trace = Counter().trace
    clause = trace.equations[1]
    assert isinstance(clause, When)
    assert clause.source.startswith("tests/blocks/test_block.py:")
    assert [item.text() for item in trace.initial_equations] == ["der(x) == 0"]


class World(Block):
    """What all bodies share."""

    g = Parameter(9.81, "m/s2", "gravity")
    axis = Parameter([0.0, 0.0, -1.0], "1", "direction of gravity")
    standard = 9.80665

    def pull(self, mass: Expr) -> Expr:
        """Return the weight of a mass as a vector."""
        return mass * self.g * self.axis


class Body(Block):
    """Falls."""

    world = Shared(World, "gravity comes from here")
    m = Parameter(1.0, "kg", "mass")
    f = Variable("N", "weight", shape=3)

    def equations(self) -> Equations:
        yield self.f == self.world.pull(self.m)


def test_shared_block_reads_like_the_block_itself() -> None:
    trace = Body().trace
    assert [item.text() for item in trace.equations] == ["f == m * world.g * world.axis"]
    assert trace.symbols["world.axis"].role == "shared"
    assert trace.symbols["world.axis"].shape == (3,)
    assert trace.symbols["world.axis"].port == "world"
    assert Body().world.standard == 9.80665
    with pytest.raises(AttributeError):
        Body().world.nothing  # noqa: B018


def test_sampled_block_has_a_period() -> None:
    class Hold(SampledBlock):
        """Holds the last value."""

        u = Input("any", "input")
        y = Output("any", "output")

        def equations(self) -> Equations:
            yield self.y == previous(self.u)

    assert Hold.is_sampled
    assert list(Hold.parameters()) == ["period"]
    assert Hold.u.dimension is None


def test_declared_quantities_on_the_class_are_declarations() -> None:
    assert Resistor.R.default == 100.0
    assert Polynomial.order.default == 2
    assert Resistor.R.text == "resistance"
    assert isinstance(Resistor().R, Expr)
    assert Polynomial(order=4).order == 4


def test_repr_shows_what_was_set() -> None:
    assert repr(Resistor(R="2 kohm", start={"v": 1})) == "Resistor(R='2 kohm', start={'v': 1})"


def test_type_name_is_the_domain_and_the_class() -> None:
    kind = type("Valve", (), {"__module__": "libraries.pneumatics.valves"})
    assert type_name(kind) == "pneumatics.Valve"
    assert type_name(Resistor) == "Resistor"


def test_array_of_numbers_as_parameter() -> None:
    assert Polynomial(grid=np.linspace(0, 1, 7)).grid.shape == (7,)


class WeightedSum(Block):
    """As many inputs as weights."""

    u = Input("1", "summands", shape=lambda block: len(block.weights))
    y = Output("1", "sum")
    weights = Parameter([1.0, 1.0], "1", "weight of each summand")
    table = Variable("1", "shares", shape=("n", lambda block: block.n + 1))
    n = Structural(1, "rows", min=1)


def test_a_size_can_be_a_function_of_the_block() -> None:
    assert WeightedSum().u.shape == (2,)
    assert WeightedSum(weights=[1, 2, -1]).trace.symbols["u"].shape == (3,)
    assert WeightedSum(weights="[1, 2, 3, 4]").u.shape == (4,)
    assert WeightedSum(n=2).table.shape == (2, 3)
    assert describe(WeightedSum)["inputs"][0]["shape"] == ["varies"]
