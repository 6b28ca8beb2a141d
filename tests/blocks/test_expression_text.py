"""The text of any expression, read by Python, has the value of the expression."""

import ast
import operator
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blocks import Block, Variable
from blocks.expression import Expr, as_expr
from blocks.functions import absolute, maximum, minimum, where


class Names(Block):
    """Symbols for random expressions."""

    a = Variable("1", "a")
    b = Variable("1", "b")
    c = Variable("1", "c")


names = Names()
VALUES = {"a": Fraction(2, 3), "b": Fraction(-5, 7), "c": Fraction(3)}
OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv, "pow": operator.pow,
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "and": operator.and_,
    "or": operator.or_, "not": operator.invert, "neg": operator.neg, "abs": abs, "min": min, "max": max,
    "where": lambda condition, then, otherwise: then if condition else otherwise,
}  # fmt: skip

BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, minimum, maximum]
UNARY = [operator.neg, absolute]
RELATIONS = [operator.lt, operator.le, operator.gt, operator.ge]


@st.composite
def number(draw: st.DrawFn, depth: int) -> Expr:
    """Return a random number, at most ``depth`` operations deep."""
    kind = draw(st.integers(0, 5)) if depth else 0
    inner = number(depth - 1)
    if kind == 0:
        return draw(st.sampled_from([names.a, names.b, names.c]) | st.integers(-3, 3).map(as_expr))
    if kind == 1:
        return draw(st.sampled_from(UNARY))(draw(inner))
    if kind == 2:
        return draw(inner) ** draw(st.integers(-2, 3))
    if kind == 3:
        return where(draw(condition(depth - 1)), draw(inner), draw(inner))
    return draw(st.sampled_from(BINARY))(draw(inner), draw(inner))


@st.composite
def condition(draw: st.DrawFn, depth: int) -> Expr:
    """Return a random condition."""
    kind = draw(st.integers(0, 2)) if depth else 0
    if kind == 0:
        return draw(st.sampled_from(RELATIONS))(draw(number(max(depth - 1, 0))), draw(number(0)))
    if kind == 1:
        return ~draw(condition(depth - 1))
    return draw(st.sampled_from([operator.and_, operator.or_]))(draw(condition(depth - 1)), draw(condition(depth - 1)))


def value_of(expr: Expr) -> Any:
    """Return the exact value of an expression."""
    if expr.op == "symbol":
        return VALUES[expr.data.path]
    if expr.op == "constant":
        return Fraction(expr.data)
    return OPERATIONS[expr.op](*map(value_of, expr.args))


class ExactLiterals(ast.NodeTransformer):
    """Makes every literal number a fraction, so that nothing is rounded."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        call = ast.Call(ast.Name("Fraction", ast.Load()), [node], [])
        return ast.copy_location(ast.fix_missing_locations(call), node)


def read_by_python(text: str) -> Any:
    """Return the value Python gives to a text."""
    tree = ast.fix_missing_locations(ExactLiterals().visit(ast.parse(text, mode="eval")))
    namespace = {**OPERATIONS, **VALUES, "abs": abs, "min": min, "max": max, "Fraction": Fraction}
    return eval(compile(tree, "text", "eval"), namespace)


def outcome(function: Callable[[], Any]) -> Any:
    """Return a value, or the kind of error: dividing by zero must fail on both sides."""
    try:
        with warnings.catch_warnings():
            # ~True is deprecated in Python; here it only has to mean the same on both sides
            warnings.simplefilter("ignore", DeprecationWarning)
            return function()
    except ArithmeticError:
        return ArithmeticError


@given(number(4) | condition(4))
def test_text_means_what_the_expression_means(expr: Expr) -> None:
    assert outcome(lambda: read_by_python(expr.text())) == outcome(lambda: value_of(expr))
