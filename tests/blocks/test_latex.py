"""Equations as formulas."""

import math

import pytest
from matplotlib.mathtext import MathTextParser

from blocks import Block, Flow, Parameter, Port, Variable
from blocks.expression import Equation, Expr, Reinit, When, as_expr
from blocks.functions import (
    absolute,
    arctan2,
    cos,
    der,
    dot,
    exp,
    floor,
    initial,
    interpolate,
    log,
    machine,
    minimum,
    no_event,
    pi,
    pre,
    reinit,
    sin,
    sqrt,
    time,
    transpose,
    vector,
    when,
    where,
)
from blocks.latex import equation_latex, to_latex
from blocks.latex_names import name_latex, number_latex


class Pin(Port):
    """An electrical pin."""

    v = Variable("V", "potential")
    i = Flow("A", "current")


class Names(Block):
    """Names of every sort."""

    p = Pin("pin")
    pins = Pin("pins", count=2)
    R = Parameter(1.0, "1", "single letter")
    T_ref = Parameter(1.0, "1", "with a subscript")
    stroke = Parameter(1.0, "1", "a word")
    dead_volume = Parameter(1.0, "1", "two words")
    tau_max = Parameter(1.0, "1", "greek with a subscript")
    M = Parameter([[1.0, 2.0], [3.0, 4.0]], "1", "matrix")
    x = Variable("1", "x")
    x1 = Variable("1", "x one")
    fx = Variable("1", "force along x")
    phi = Variable("rad", "angle")
    Omega = Variable("1", "speed")
    r = Variable("m", "vector", shape=3)
    on = Variable("bool", "condition")


s = Names()


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (s.p.v, "v_{p}"),
        (s.pins[1].i, r"i_{\mathrm{pins},2}"),
        (s.T_ref, r"T_{\mathrm{ref}}"),
        (s.tau_max, r"\tau_{\mathrm{max}}"),
        (s.stroke, r"\mathrm{stroke}"),
        (s.dead_volume, r"\mathrm{dead\_volume}"),
        (s.x1, "x_{1}"),
        (s.fx, "f_{x}"),
        (s.Omega, r"\Omega"),
        (s.r[1], "r_{2}"),
        (s.r[1:], r"r_{2\ldots 3}"),
        (s.M[1, 0], "M_{2,1}"),
        (der(s.phi), r"\dot{\varphi}"),
        (der(der(s.phi)), r"\ddot{\varphi}"),
        (der(s.p.v), r"\dot{v}_{p}"),
        (der(s.r[0]), r"\dot{r}_{1}"),
        (der(s.r)[0], r"\dot{r}_{1}"),
        (der(s.x * s.R), r"\frac{d}{dt}\left(x \, R\right)"),
        (s.R * s.p.i, r"R \, i_{p}"),
        (2 * s.x, r"2 \, x"),
        (s.x * 2, r"x \cdot 2"),
        (s.R * (s.x - s.x1), r"R \, \left(x - x_{1}\right)"),
        (s.x / s.R, r"\frac{x}{R}"),
        (s.x / (s.R * 2), r"\frac{x}{R \cdot 2}"),
        ((s.x / s.R) ** 2, r"\left(\frac{x}{R}\right)^{2}"),
        (s.x**2, "x^{2}"),
        ((s.x**2) ** s.R, r"\left(x^{2}\right)^{R}"),
        (sin(s.phi) ** 2, r"\left(\sin\left(\varphi\right)\right)^{2}"),
        (s.x - (s.x1 - s.R), r"x - \left(x_{1} - R\right)"),
        (s.x + (-s.R), r"x + \left(-R\right)"),
        (-(s.x + s.R), r"-\left(x + R\right)"),
        (-s.x * s.R, r"-x \, R"),
        (s.R - (-s.x * s.R), r"R - \left(-x \, R\right)"),
        (s.R * (-s.x), r"R \, \left(-x\right)"),
        (s.x * as_expr(-2), r"x \, \left(-2\right)"),
        (sqrt(s.x), r"\sqrt{x}"),
        (absolute(s.x), r"\left|x\right|"),
        (exp(-s.x), "e^{-x}"),
        (log(s.x), r"\ln\left(x\right)"),
        (floor(s.x), r"\left\lfloor x \right\rfloor"),
        (arctan2(s.x, s.R), r"\operatorname{arctan2}\left(x, R\right)"),
        (minimum(s.x, 0), r"\min\left(x, 0\right)"),
        (pre(s.x), r"\operatorname{pre}\left(x\right)"),
        (no_event(s.x + 1), r"\left(x + 1\right)"),
        (interpolate(s.x, s.r, s.r), r"\operatorname{interpolate}\left(x, r, r\right)"),
        (transpose(s.M) @ s.M, r"M^{T} \, M"),
        (dot(s.r, s.r), r"\sum r \, r"),
        (cos(2 * pi * time), r"\cos\left(2 \pi \, t\right)"),
        ((s.x < 1) & (s.R >= 2) | ~s.on, r"\left(x < 1\right) \wedge \left(R \geq 2\right) \vee \neg \mathrm{on}"),
        (initial() & as_expr(True), r"\mathrm{initial} \wedge \mathrm{true}"),
        (machine({"slip": []}, "slip").is_in("slip"), r"\mathrm{mode} = \mathrm{slip}"),
    ],
)
def test_formula(expr: Expr, text: str) -> None:
    assert to_latex(expr) == text
    MathTextParser("path").parse(f"${text}$")


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (
            where(s.x > 1, 1, where(s.x < -1, -1, s.x)),
            r"\begin{cases} 1 & x > 1 \\ -1 & x < -1 \\ x & \mathrm{otherwise} \end{cases}",
        ),
        (vector(s.x, 0), r"\begin{pmatrix} x \\ 0 \end{pmatrix}"),
        (as_expr([[s.x, 1], [2, 3]]), r"\begin{pmatrix} x & 1 \\ 2 & 3 \end{pmatrix}"),
        (as_expr([1, 2]), r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}"),
        (as_expr([[1, 2], [3, 4]]), r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}"),
    ],
)
def test_formula_with_rows(expr: Expr, text: str) -> None:
    assert to_latex(expr) == text


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (s.p.v == s.R * s.p.i, r"v_{p} = R \, i_{p}"),
        (reinit(s.x, 0), r"x \leftarrow 0"),
        (
            when(s.x < 0, s.x1 == pre(s.x1) + 1, reinit(s.x, 0)),
            r"\mathrm{when}\ x < 0:\quad x_{1} = \operatorname{pre}\left(x_{1}\right) + 1,\quad x \leftarrow 0",
        ),
    ],
)
def test_statement(item: Equation | When | Reinit, text: str) -> None:
    assert equation_latex(item) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1e-9, "10^{-9}"),
        (1.5e20, r"1.5 \cdot 10^{20}"),
        (0.25, "0.25"),
        (-3.0, "-3"),
        (math.pi, r"\pi"),
        (math.pi / 4, r"\pi / 4"),
        (-math.inf, r"-\infty"),
        (False, r"\mathrm{false}"),
    ],
)
def test_number(value: float, text: str) -> None:
    assert number_latex(value) == text


def test_powers_of_long_numbers_are_set_apart() -> None:
    assert to_latex(as_expr(1.5e20) ** s.x) == r"\left(1.5 \cdot 10^{20}\right)^{x}"
    assert to_latex(as_expr(-2) ** s.x) == r"\left(-2\right)^{x}"
    assert name_latex("_odd") == r"\mathrm{\_odd}"
