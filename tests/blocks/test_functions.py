"""The functions authors write equations with."""

import math

import numpy as np
import pytest

from blocks import Block, Equations, ModelError, Parameter, Variable, functions
from blocks.expression import Expr, Reinit, When
from blocks.functions import (
    arctan2,
    clamp,
    cos,
    cross,
    der,
    dot,
    interpolate,
    leave_when,
    machine,
    maximum,
    minimum,
    norm,
    pi,
    pre,
    reinit,
    remainder,
    sin,
    smooth_sign,
    sqrt,
    sum_of,
    time,
    transpose,
    vector,
    when,
    where,
)  # fmt: skip


class Plain(Block):
    """Symbols to write expressions with."""

    x = Variable("1", "a number")
    n = Variable("1", "a counter", discrete=True)
    u = Variable("1", "a vector", shape=3)
    w = Variable("1", "another vector", shape=3)
    M = Parameter(np.ones((2, 3)), "1", "a matrix")
    grid = Parameter([0.0, 1.0, 2.0], "1", "a grid")
    table = Parameter([0.0, 1.0, 4.0], "1", "values")


s = Plain()


@pytest.mark.parametrize(
    ("expr", "text", "shape"),
    [
        (sin(s.x), "sin(x)", ()),
        (sqrt(s.u), "sqrt(u)", (3,)),
        (cos(0), "cos(0)", ()),
        (der(s.u), "der(u)", (3,)),
        (arctan2(s.x, 1), "arctan2(x, 1)", ()),
        (minimum(s.u, 0), "min(u, 0)", (3,)),
        (maximum(1, s.x), "max(1, x)", ()),
        (clamp(s.x, -1, 1), "min(max(x, -1), 1)", ()),
        (remainder(s.x, 3), "x - 3 * floor(x / 3)", ()),
        (smooth_sign(s.x, 2), "x / 2 / sqrt(1 + (x / 2)**2)", ()),
        (interpolate(s.x, s.grid, s.table), "interpolate(x, grid, table)", ()),
        (interpolate(s.u, [0, 1], [5, 6]), "interpolate(u, [0, 1], [5, 6])", (3,)),
        (vector(s.x, 1, time), "[x, 1, time]", (3,)),
        (transpose(s.M), "transpose(M)", (3, 2)),
        (sum_of(s.u), "sum(u)", ()),
        (dot(s.u, s.w), "dot(u, w)", ()),
        (norm(s.u), "norm(u)", ()),
        (cross(s.u, s.w), "cross(u, w)", (3,)),
        (where(s.x > 0, s.u, 0), "where(x > 0, u, 0)", (3,)),
        (where(s.u > 0, 1, 0), "where(u > 0, 1, 0)", (3,)),
    ],
)
def test_function(expr: Expr, text: str, shape: tuple[int, ...]) -> None:
    assert expr.text() == text
    assert expr.shape == shape


def test_everything_offered_is_there() -> None:
    assert all(hasattr(functions, name) for name in functions.__all__)
    assert pi == math.pi


def test_choices_must_have_one_size() -> None:
    with pytest.raises(ModelError) as caught:
        where(s.x > 0, s.u, [1, 2])
    assert str(caught.value) == "Sizes do not match: u and [1, 2] are the two choices of one expression, by x > 0."
    with pytest.raises(ModelError, match="Sizes do not match"):
        where(s.u > 0, [1, 2], 0)


def test_table_needs_points() -> None:
    with pytest.raises(ModelError) as caught:
        interpolate(s.x, [0, 1], [1, 2, 3])
    assert str(caught.value) == "A table needs two or more points and as many values: [0, 1] and [1, 2, 3]."
    with pytest.raises(ModelError, match="two or more points"):
        interpolate(s.x, [0], [1])


def test_when_takes_a_condition_and_actions() -> None:
    clause = when(s.x > 1, s.n == pre(s.n) + 1, s.u == 0, reinit(s.x, 0))
    assert isinstance(clause, When)
    assert isinstance(clause.actions[2], Reinit)
    assert clause.size == 4
    with pytest.raises(TypeError, match="x == 1 cannot be part of an equation"):
        when(s.x == 1, s.n == 0)


def test_machine_knows_its_modes() -> None:
    friction = machine(
        {"stuck": [leave_when(s.x > 1, "slip")], "slip": [leave_when(s.x < 0, "stuck")]}, start="stuck", name="contact"
    )
    assert friction.is_in("slip").is_boolean
    with pytest.raises(ModelError, match='A machine has no mode "sliding"'):
        friction.is_in("sliding")
    with pytest.raises(ModelError, match="A machine has no mode slip"):
        machine({"stuck": [leave_when(s.x > 1, "slip")]}, start="stuck")
    with pytest.raises(ModelError, match="A machine has no mode loose"):
        machine({"stuck": []}, start="loose")


def test_equation_knows_the_line_that_wrote_it() -> None:
    class Lines(Block):
        """Equations at known distances from a comment."""

        x = Variable("1", "a number")

        def equations(self) -> Equations:
            yield self.x == 1  # first line
            yield (
                self.x
                == 2
            )  # fmt: skip

    first, second = (equation.source for equation in Lines().trace.equations)
    path, line = first.split(":")
    assert path == "tests/blocks/test_functions.py"
    with open(__file__) as file:
        assert "first line" in file.readlines()[int(line) - 1]
    assert second == f"{path}:{int(line) + 1}"
