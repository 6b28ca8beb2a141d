"""Units in equations: what fits, and the exact words for what does not."""

from collections.abc import Callable

import pytest

from blocks import Block, Equation, Equations, Flow, Input, Parameter, Port, Variable
from blocks.dimensions import BOOLEAN, Dimensions
from blocks.expression import Expr, When, as_expr
from blocks.functions import (
    absolute,
    arctan2,
    clamp,
    cross,
    der,
    dot,
    exp,
    floor,
    initial,
    interpolate,
    leave_when,
    log,
    machine,
    maximum,
    minimum,
    no_event,
    norm,
    pre,
    previous,
    reinit,
    remainder,
    sign,
    sin,
    smooth_sign,
    sqrt,
    sum_of,
    time,
    transpose,
    vector,
    when,
    where,
)
from blocks.unit_check import check_units
from blocks.units import Dimension, unit

ONE = Dimension.ONE


class Pin(Port):
    """An electrical pin."""

    v = Variable("V", "potential")
    i = Flow("A", "current")


class Things(Block):
    """One quantity of every sort."""

    p = Pin("positive pin")
    n = Pin("negative pin")
    R = Parameter(1.0, "ohm", "resistance")
    L = Parameter(1.0, "H", "inductance")
    m = Parameter(1.0, "kg", "mass")
    k = Parameter(1.0, "1", "exponent")
    gas = Parameter(287.0, "J/(kg.K)", "gas constant")
    T = Parameter(293.0, "K", "temperature")
    V = Parameter(1.0, "m3", "volume")
    grid = Parameter([0.0, 1.0], "m", "places")
    table = Parameter([0.0, 1.0], "N", "forces")
    M = Parameter([[1.0, 0.0], [0.0, 1.0]], "kg", "mass matrix")
    pressure = Variable("Pa", "pressure")
    x = Variable("m", "position")
    w = Variable("rad/s", "speed")
    phi = Variable("rad", "angle")
    tau = Variable("N.m", "torque")
    r = Variable("m", "position", shape=3)
    f = Variable("N", "force", shape=3)
    a = Variable("m/s2", "acceleration", shape=2)
    on = Variable("bool", "condition")
    u = Input("any", "any signal")


s = Things()


def kind_of(expr: Expr) -> object:
    dimensions = Dimensions()
    kind = dimensions.of(expr)
    assert not dimensions.faults, [fault.why("") for fault in dimensions.faults]
    return str(kind) if isinstance(kind, Dimension) else kind


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (s.R * s.p.i, "V"),
        (s.p.v / s.R, "A"),
        (s.x + s.r[0] - 0, "m"),
        (0 + s.x, "m"),
        (s.x**2, "m2"),
        (s.V ** (1 / 3), "m"),
        (s.V ** (as_expr(1) / 3), "m"),
        (s.x**-1, "1/m"),
        (s.k**s.phi, "1"),
        (2**s.k, "1"),
        (sqrt(s.x * s.x), "m"),
        (s.k * exp(s.phi), "1"),
        (log(s.x / s.r[1]), "1"),
        (arctan2(s.x, s.r[0]), "1"),
        (absolute(-s.x), "m"),
        (sign(s.x), "1"),
        (floor(s.k), "1"),
        (remainder(s.x, s.grid[0]), "m"),
        (smooth_sign(s.x, s.grid[0]), "1"),
        (der(s.x), "m/s"),
        (der(s.phi), "1/s"),
        (der(s.V * s.pressure), "W"),
        (pre(s.x) + previous(s.x) + no_event(s.x), "m"),
        (s.r[1:], "m"),
        (transpose(s.M), "kg"),
        (sum_of(s.r), "m"),
        (dot(s.r, s.f), "N.m"),
        (norm(s.r), "m"),
        (cross(s.r, s.f), "N.m"),
        (s.M @ s.a, "N"),
        (vector(s.x, 0, 0), "m"),
        (vector(s.x, s.w)[1], "1/s"),
        (interpolate(s.x, s.grid, s.table), "N"),
        (interpolate(s.k, [0, 1], [2, 3]), "1"),
        (time, "s"),
        (clamp(s.x, 0, s.grid[1]), "m"),
        (maximum(s.x, 0), "m"),
        (where(s.on, 0, s.x), "m"),
        (where(s.x > 0, s.u, s.x), "m"),
        (as_expr(3), "1"),
    ],
)
def test_dimension(expr: Expr, text: str) -> None:
    assert kind_of(expr) == text


@pytest.mark.parametrize(
    "expr",
    [
        as_expr(0), as_expr([0, 0]), s.u, s.u * s.x, s.u + 0, vector(s.x, s.w), 0 * s.x, s.u**2, s.u**s.k, sqrt(s.u),
        der(s.u), vector(s.x, s.w)[:],
    ],
)  # fmt: skip
def test_some_go_with_everything(expr: Expr) -> None:
    assert kind_of(expr) is None


@pytest.mark.parametrize(
    "expr",
    [
        s.on, s.x > 0, 0 < s.x, s.on & (s.w > 0) | ~s.on, initial(), as_expr(True), pre(s.on), no_event(s.x > 0),
        where(s.on, True, s.x > 0), machine({"a": []}, "a").is_in("a"), s.u > s.x, s.on & s.u,
    ],
)  # fmt: skip
def test_conditions(expr: Expr) -> None:
    assert kind_of(expr) is BOOLEAN


def test_angles_are_numbers() -> None:
    assert unit("rad").dimension == ONE
    assert kind_of(sin(s.phi) + s.k) == "1"


def errors_of(*statements: Equation | When, block: str = "b") -> list[str]:
    """Return what the check says about statements, without the line that changes with this file."""

    class Once(Things):
        """Says just these statements."""

        def equations(self) -> Equations:
            yield from statements

    found = check_units(Once().trace, block, "test.Things")
    for error in found:
        assert error.what.startswith(f'Units do not match in block "{block}" (test.Things), tests/blocks/test_unit')
        assert error.where == block
    return ["\n".join(str(error).splitlines()[1:]) for error in found]


class Resistor(Block):
    """A resistor with a mistake."""

    p = Pin("positive pin")
    n = Pin("negative pin")
    R = Parameter(100.0, "ohm", "resistance")

    def equations(self) -> Equations:
        yield self.p.i == self.R * (self.p.v - self.n.v)
        yield self.p.i + self.n.i == 0


def test_message_of_the_style_guide() -> None:
    trace = Resistor().trace
    (error,) = check_units(trace, "r1", "electrical.Resistor")
    assert str(error) == (
        f'Units do not match in block "r1" (electrical.Resistor), {trace.equations[0].source}\n'
        "    r1.p.i == r1.R * (r1.p.v - r1.n.v)\n"
        "  The left side is a current [A]; the right side is [V.ohm].\n"
        "  Did you mean to divide by R?"
    )
    assert error.where == "r1"
    assert trace.equations[0].source.startswith("tests/blocks/test_unit_check.py:")


def test_class_is_checked_once_and_only_names_change() -> None:
    trace = Resistor().trace
    first, second = check_units(trace, "r1", "x.Resistor"), check_units(trace, "arm.r2", "x.Resistor")
    assert str(second[0]) == str(first[0]).replace('"r1"', '"arm.r2"').replace("r1.", "arm.r2.")
    (bare,) = check_units(trace, "", "x.Resistor")
    assert bare.what.startswith("Units do not match in x.Resistor, tests/")
    assert "    p.i == R * (p.v - n.v)" in str(bare)


@pytest.mark.parametrize(
    ("equation", "text"),
    [
        (
            s.p.v == s.R * s.p.i + s.L,
            "    b.p.v == b.R * b.p.i + b.L\n"
            '  A sum needs values of one unit: "b.R * b.p.i" is a voltage [V]; "b.L" is an inductance [H].',
        ),
        (
            s.phi == s.w,
            "    b.phi == b.w\n  The left side is an angle [rad]; the right side is an angular speed [rad/s].",
        ),
        (
            s.pressure * s.V == s.m * s.gas / s.T,
            "    b.pressure * b.V == b.m * b.gas / b.T\n"
            "  The left side is a torque or energy [N.m]; the right side is [J/K2].\n"
            "  Did you mean to multiply by T?",
        ),
        (
            s.m == s.pressure * s.V / (s.gas / s.T),
            "    b.m == b.pressure * b.V / (b.gas / b.T)\n"
            "  The left side is a mass [kg]; the right side is [K2.Pa.kg.m3/J].\n"
            "  Did you mean to divide by T?",
        ),
        (
            s.x == s.phi * s.x * s.r[0],
            "    b.x == b.phi * b.x * b.r[1]\n"
            "  The left side is a length [m]; the right side is an area [m2].",
        ),
        (
            s.x == s.x * s.r[0],
            "    b.x == b.x * b.r[1]\n  The left side is a length [m]; the right side is an area [m2].",
        ),
        (
            s.x * s.R == s.x / s.R,
            "    b.x * b.R == b.x / b.R\n"
            "  The left side is a resistivity [ohm.m]; the right side is [m/ohm].\n"
            "  Did you mean to divide by R or to multiply by R?",
        ),
        (
            s.x == minimum(s.x, 1),
            "    b.x == min(b.x, 1)\n"
            '  A minimum needs values of one unit: "b.x" is a length [m]; "1" is a number without unit.\n'
            "  A number in an equation has no unit; declare a Parameter for it.",
        ),
        (
            s.k == sin(s.x),
            '    b.k == sin(b.x)\n  sin needs a number without unit, but "b.x" is a length [m].',
        ),
        (
            s.k == sin(s.w * time * s.R),
            "    b.k == sin(b.w * time * b.R)\n"
            '  sin needs a number without unit, but "b.w * time * b.R" is a resistance [ohm].',
        ),
        (
            s.k == arctan2(s.x, s.w),
            "    b.k == arctan2(b.x, b.w)\n"
            '  arctan2 needs values of one unit: "b.x" is a length [m]; "b.w" is an angular speed [rad/s].',
        ),
        (
            s.k == s.x**s.k,
            "    b.k == b.x**b.k\n"
            '  "b.x" is a length [m]; only a number without unit can be raised to "b.k".',
        ),
        (
            s.k == s.k**s.x,
            '    b.k == b.k**b.x\n  An exponent needs a number without unit, but "b.x" is a length [m].',
        ),
        (
            s.x**0.283 == 0,
            "    b.x**0.283 == 0\n"
            '  "b.x" is a length [m] and cannot be raised to the power 0.283.\n'
            "  Use a small whole number or a simple fraction such as 0.5.",
        ),
        (
            s.x == interpolate(s.w, s.grid, s.grid),
            "    b.x == interpolate(b.w, b.grid, b.grid)\n"
            '  A table is read where its grid is: "b.w" is an angular speed [rad/s]; "b.grid" is a length [m].',
        ),
        (
            s.on == (s.x > s.w),
            "    b.on == (b.x > b.w)\n"
            '  Only like can be compared: "b.x" is a length [m]; "b.w" is an angular speed [rad/s].',
        ),
        (
            s.on == (s.on & s.x),
            "    b.on == b.on & b.x\n"
            '  & needs a condition, but "b.x" is a length [m].\n'
            "  To make a condition of a number, compare it: x > 0.",
        ),
        (
            s.on == 0,
            "    b.on == 0\n  The left side is a condition; the right side is a number without unit.\n"
            "  Write True or False.",
        ),
        (
            s.x == s.on,
            "    b.x == b.on\n  The left side is a length [m]; the right side is a condition.\n"
            "  To make a number of a condition, write where(condition, 1, 0).",
        ),
        (
            s.on == (s.on > 0.5),
            '    b.on == (b.on > 0.5)\n'
            '  "b.on" is a condition, which is neither large nor small.\n'
            "  Use a condition as it is, or with ~ for its opposite.",
        ),
        (
            s.k == 2 * s.on,
            '    b.k == 2 * b.on\n  "b.on" is a condition, not a number.\n'
            "  To make a number of a condition, write where(condition, 1, 0).",
        ),
        (
            s.k == s.k + s.on,
            '    b.k == b.k + b.on\n  "b.on" is a condition, not a number.\n'
            "  To make a number of a condition, write where(condition, 1, 0).",
        ),
        (
            s.x == where(s.x, 0, s.x),
            "    b.x == where(b.x, 0, b.x)\n"
            '  where needs a condition, but "b.x" is a length [m].\n'
            "  To make a condition of a number, compare it: x > 0.",
        ),
        (
            s.x == where(s.on, s.w, s.x),
            "    b.x == where(b.on, b.w, b.x)\n"
            '  The choices of where must be alike: "b.w" is an angular speed [rad/s]; "b.x" is a length [m].',
        ),
        (
            s.x == sqrt(s.x * s.m),
            "    b.x == sqrt(b.x * b.m)\n"
            "  The left side is a length [m]; the right side is [kg^(1/2).m^(1/2)].",
        ),
    ],
)  # fmt: skip
def test_message(equation: Equation, text: str) -> None:
    assert errors_of(equation) == [text]


def test_events_are_checked() -> None:
    assert errors_of(when(s.x, s.w == s.x, reinit(s.x, s.w))) == [
        "    when(b.x, b.w == b.x, reinit(b.x, b.w))\n"
        '  when needs a condition, but "b.x" is a length [m].\n'
        "  To make a condition of a number, compare it: x > 0.",
        "    b.w == b.x\n  The left side is an angular speed [rad/s]; the right side is a length [m].",
        "    reinit(b.x, b.w)\n  The state is a length [m]; its new value is an angular speed [rad/s].",
    ]
    assert errors_of(when(s.x > 0, s.k == pre(s.k) + 1, reinit(s.x, 0))) == []


def test_machines_are_checked_once() -> None:
    contact = machine({"free": [leave_when(s.x < s.w, "stuck")], "stuck": [leave_when(s.x, "free")]}, "free")
    assert errors_of(s.x == where(contact.is_in("free"), 0, s.x), s.w == where(contact.is_in("free"), 0, s.w)) == [
        '    b.x < b.w\n  Only like can be compared: "b.x" is a length [m]; "b.w" is an angular speed [rad/s].',
        '    b.x\n  leave_when needs a condition, but "b.x" is a length [m].\n'
        "  To make a condition of a number, compare it: x > 0.",
    ]


def test_initial_equations_are_checked() -> None:
    class Falling(Block):
        """Starts with a mistake."""

        x = Variable("m", "height")

        def initial_equations(self) -> Equations:
            yield der(self.x) == self.x

    (error,) = check_units(Falling().trace, "f", "Falling")
    assert "The left side is a speed [m/s]; the right side is a length [m]." in str(error)


def test_all_problems_are_told() -> None:
    assert len(errors_of(s.x == s.w, s.phi == s.x, s.x == s.x)) == 2
    assert len(errors_of(s.x + s.w == s.phi + s.x)) == 2


@pytest.mark.parametrize("build", [lambda: s.x * 2, lambda: s.x + 0])
def test_deep_sharing_is_no_trouble(build: Callable[[], Expr]) -> None:
    """An expression that is used twice at each of many levels is looked at once."""
    total = build()
    for _ in range(200):
        total = total + total
    assert kind_of(total) == "m"
