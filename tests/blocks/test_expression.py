"""Expressions: printing, sizes, and the mistakes an author can make with them."""

import numpy as np
import pytest

from blocks import Block, ModelError, Parameter, Variable
from blocks.expression import Equation, Expr, as_expr, shape_text, stack
from blocks.functions import absolute, cos, der, initial, machine, no_event, pre, previous, reinit, time, when, where


class Plain(Block):
    """Symbols to write expressions with."""

    a = Parameter(1.0, "1", "a number")
    k = Parameter([1.0, 2.0, 3.0], "1", "a vector")
    M = Parameter([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "1", "a matrix")
    x = Variable("1", "a number")
    y = Variable("1", "another number")
    u = Variable("1", "a vector", shape=3)
    on = Variable("bool", "a condition")


s = Plain()


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (s.a + s.x - s.y, "a + x - y"),
        (s.a - (s.x - s.y), "a - (x - y)"),
        (s.a - (s.x + s.y), "a - (x + y)"),
        (s.a + (s.x - s.y), "a + x - y"),
        ((s.a + s.x) * s.y, "(a + x) * y"),
        (s.a * s.x / s.y, "a * x / y"),
        (s.a / (s.x * s.y), "a / (x * y)"),
        (s.a / (s.x / s.y), "a / (x / y)"),
        (-s.x * s.y, "-x * y"),
        (s.a - (-s.x * s.y), "a - (-x * y)"),
        (s.a + (-s.x), "a + (-x)"),
        (s.a * (-s.x), "a * (-x)"),
        (-2 * s.x, "-2 * x"),
        (-(-s.x * s.y), "-(-x * y)"),
        (-(s.x * s.y), "-(x * y)"),
        (-(s.x**2), "-x**2"),
        ((-s.x) ** 2, "(-x)**2"),
        (-(-s.x), "-(-x)"),  # noqa: B002
        (s.x - (-s.y), "x - (-y)"),
        (-s.x + s.y, "-x + y"),
        (s.x ** (-s.y), "x**(-y)"),
        ((s.x**s.y) ** s.a, "(x**y)**a"),
        (s.x**s.y**s.a, "x**y**a"),
        (as_expr(-2) ** s.x, "(-2)**x"),
        (s.x - as_expr(-2), "x - (-2)"),
        (s.x * -0.5, "x * (-0.5)"),
        (2**s.x, "2**x"),
        (1 / s.x, "1 / x"),
        (3 - s.x, "3 - x"),
        (+s.x, "x"),
        (abs(s.x), "abs(x)"),
        (absolute(-3), "abs(-3)"),
        (s.M @ s.u * s.x, "M @ u * x"),
        (s.x * (s.M @ s.u), "x * (M @ u)"),
        ((s.x * s.M) @ s.u, "x * M @ u"),
        ([1, 2] @ s.M, "[1, 2] @ M"),
        ((s.x < 1) & (s.y >= 2), "(x < 1) & (y >= 2)"),
        (s.on & (s.x > 0) | ~s.on, "on & (x > 0) | ~on"),
        (s.on & (s.on | s.on), "on & (on | on)"),
        (~(s.x <= 1), "~(x <= 1)"),
        (True & s.on, "True & on"),
        (False | s.on, "False | on"),
        (where(s.x > 0, s.x, 0), "where(x > 0, x, 0)"),
        (der(s.x * s.y), "der(x * y)"),
        (pre(s.x) + previous(s.y) + no_event(s.a), "pre(x) + previous(y) + no_event(a)"),
        (cos(time), "cos(time)"),
        (initial(), "initial()"),
        (machine({"stuck": [], "slip": []}, "stuck").is_in("slip"), 'in_mode("slip")'),
        (stack([s.x, 2, s.y]), "[x, 2, y]"),
        (as_expr(np.array([0.1, 1e-9])), "[0.1, 1e-09]"),
        (s.u[0], "u[1]"),
        (s.u[-1], "u[3]"),
        (s.u[1:], "u[2..3]"),
        (s.u[:], "u[:]"),
        (s.u[::2], "u[{1, 3}]"),
        (s.u[::-1], "u[{3, 2, 1}]"),
        ((s.u + s.k)[1], "(u + k)[2]"),
        (s.M[1, 2], "M[2, 3]"),
        (s.M[1], "M[2, :]"),
        (s.M[:, 0], "M[:, 1]"),
        (as_expr([1, 2, 3, 4, 5])[1:4], "[1, 2, 3, 4, 5][2..4]"),
    ],
)
def test_text(expr: Expr, text: str) -> None:
    assert expr.text() == text
    assert repr(expr) == text


def test_prefix_goes_before_every_name() -> None:
    equation = der(s.x) == where(s.on, s.u[0], s.a * time)
    assert equation.text("arm.") == "der(arm.x) == where(arm.on, arm.u[1], arm.a * time)"


def test_equation_keeps_its_sides() -> None:
    assert (s.x + s.y == s.y + s.x).text() == "x + y == y + x"
    assert (s.on == (s.x > 1)).text() == "on == (x > 1)"


def test_clauses_print() -> None:
    clause = when(s.x > 1, s.y == pre(s.y) + 1, reinit(s.x, 0))
    assert clause.text("b.") == "when(b.x > 1, b.y == pre(b.y) + 1, reinit(b.x, 0))"
    assert clause.size == 1


@pytest.mark.parametrize(
    ("expr", "shape"),
    [
        (s.u, (3,)),
        (s.M, (2, 3)),
        (s.M @ s.u, (2,)),
        (s.u @ s.k, ()),
        (s.M @ [[1], [2], [3]], (2, 1)),
        (s.u * 2, (3,)),
        (s.u + [1, 2, 3], (3,)),
        (np.ones(3) - s.u, (3,)),
        (np.float64(2.0) * s.u, (3,)),
        (s.u[1:], (2,)),
        (s.u[0], ()),
        (s.M[0], (3,)),
        (s.M[:, 1:], (2, 2)),
        (-s.u, (3,)),
        (as_expr(np.array(3.0)), ()),
        (as_expr([s.x, 1]), (2,)),
        (as_expr([[s.x, 1], [2, 3]]), (2, 2)),
        (as_expr([]), (0,)),
    ],
)
def test_shape(expr: Expr, shape: tuple[int, ...]) -> None:
    assert expr.shape == shape
    assert expr.size == np.prod(shape, dtype=int)


def test_vector_can_be_taken_apart() -> None:
    first, *rest = s.u
    assert [first.text(), *(item.text() for item in rest)] == ["u[1]", "u[2]", "u[3]"]
    assert len(s.M) == 2
    assert (s.u == 0).size == 3
    assert (s.x == s.y).size == 1


def test_sizes_must_match() -> None:
    with pytest.raises(ModelError) as caught:
        s.u + [1, 2]
    assert str(caught.value) == (
        "Sizes do not match: u has 3 elements, [1, 2] has 2 elements.\n"
        "  Use vectors of one size, or @ for a matrix product."
    )
    with pytest.raises(ModelError, match="Sizes do not match: u has 3 elements, M has 2 x 3 elements"):
        s.u == s.M  # noqa: B015
    with pytest.raises(ModelError, match="Sizes do not match: u has 3 elements, M has 2 x 3 elements"):
        s.u @ s.M
    with pytest.raises(ModelError, match="x has 1 element"):
        s.x @ s.u
    with pytest.raises(ModelError, match="The parts of a vector differ in size: x, u"):
        stack([s.x, s.u])
    with pytest.raises(ModelError, match="differ in size"):
        as_expr([[1, 2], [3]])
    assert shape_text((2, 3)) == "2 x 3 elements"


def test_expression_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match=r"write `where\(condition, a, b\)` or `yield a == b`"):
        bool(s.x < 1)
    with pytest.raises(TypeError, match="no truth value"):
        0 < s.x < 1  # noqa: B015
    with pytest.raises(TypeError, match="write `yield a == b`"):
        bool(s.x == 1)
    with pytest.raises(TypeError, match="no truth value"):
        s.x != 1  # noqa: B015


def test_number_has_no_elements() -> None:
    with pytest.raises(TypeError, match="x is a single number and has no elements"):
        s.x[0]
    with pytest.raises(TypeError, match="x is a single number and has no length"):
        list(s.x)
    with pytest.raises(IndexError):
        s.u[3]


@pytest.mark.parametrize("value", ["text", None, object(), s.x == s.y])
def test_only_numbers_and_expressions_go_in(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be part of an equation"):
        s.x + value


@pytest.mark.parametrize(
    "condition",
    [
        s.on, s.x > 1, s.on & s.on, ~s.on, initial(), pre(s.on), no_event(s.x < 1), where(s.on, True, s.x > 1),
        machine({"a": []}, "a").is_in("a"), as_expr(True), previous(s.on),
    ],
)  # fmt: skip
def test_conditions_are_boolean(condition: Expr) -> None:
    assert condition.is_boolean


@pytest.mark.parametrize("number", [s.x, time, as_expr(1), where(s.on, 1, 0), s.u[0], pre(s.x)])
def test_numbers_are_not_boolean(number: Expr) -> None:
    assert not number.is_boolean


def test_walk_visits_every_node() -> None:
    expr = (s.x + 1) * cos(s.y)
    assert [node.op for node in expr.walk()] == ["mul", "add", "symbol", "constant", "cos", "symbol"]
    assert isinstance(expr == 1, Equation)
