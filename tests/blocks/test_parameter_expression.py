"""Parameter expressions: what they are worth, what is said when they are wrong, and that no text can do harm."""

import math
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from blocks.errors import ModelError
from blocks.parameter_expression import FUNCTIONS, Quantity, evaluate, literal, names_in
from blocks.units import Dimension, unit

QUICKLY = settings(deadline=timedelta(seconds=2))

NAMES = {
    "arm": literal("300 mm"),
    "period": literal("2 s"),
    "corner": literal("[1, 2, 3] m"),
    "gain": literal(3),
}


def message(text: str) -> str:
    with pytest.raises(ModelError) as caught:
        evaluate(text, NAMES)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value", "symbol"),
    [
        ("= arm / 2", 0.15, "m"),
        ("arm/2", 0.15, "m"),
        ("  =arm", 0.3, "m"),
        ("= gain + 2", 5.0, "1"),
        ("= arm + 10 mm", 0.31, "m"),
        ("= arm + 10mm", 0.31, "m"),
        ("= 2*pi*gain", 6 * math.pi, "1"),
        ("= 10 [N.m] / 2", 5.0, "N.m"),
        ("= 36 [km/h]", 10.0, "m/s"),
        ("= 5[1/s]", 5.0, "1/s"),
        ("= 5 %", 0.05, "1"),
        ("= 3 \u00b5m2", 3e-12, "m2"),
        ("= 90 °", math.pi / 2, "1"),
        ("= arm / period", 0.15, "m/s"),
        ("= arm * arm", 0.09, "m2"),
        ("= arm ** 2", 0.09, "m2"),
        ("= sqrt(arm ** 2)", 0.3, "m"),
        ("= sqrt(arm) ** 2", 0.3, "m"),
        ("= -2**2", -4.0, "1"),
        ("= 2**-1", 0.5, "1"),
        ("= 2**3**2", 512.0, "1"),
        ("= 8 - 4 - 2", 2.0, "1"),
        ("= 8 / 4 / 2", 1.0, "1"),
        ("= 2 + 3 * 4", 14.0, "1"),
        ("= (2 + 3) * 4", 20.0, "1"),
        ("= +arm - -arm", 0.6, "m"),
        ("= 0 + arm", 0.3, "m"),
        ("= arm - 0", 0.3, "m"),
        ("= max(0, arm)", 0.3, "m"),
        ("= min(arm, 1 m, 20 cm)", 0.2, "m"),
        ("= min(corner)", 1.0, "m"),
        ("= hypot(3 m, 4 m)", 5.0, "m"),
        ("= abs(-arm)", 0.3, "m"),
        ("= sign(-arm)", -1.0, "1"),
        ("= atan2(arm, 30 cm)", math.pi / 4, "1"),
        ("= sin(30 deg)", 0.5, "1"),
        ("= round(2.6) + floor(2.6) + ceil(2.2)", 8.0, "1"),
        ("= 20 degC", 293.15, "K"),
        ("= -10 degC", 263.15, "K"),
        ("= -10 °C + 5 K", 268.15, "K"),
        ("= 20 degC - 10 degC", 10.0, "K"),
        ("= 10 mm if gain > 2 else 20 mm", 0.01, "m"),
        ("= 10 mm if gain > 5 else 20 mm if (gain < 2) else 30 mm", 0.03, "m"),
        ("= 1 / 0 if gain == 0 else 1", 1.0, "1"),
        ("= 1 if arm >= 30 cm else 0", 1.0, "1"),
        ("= 1 if arm != 0 else 2", 1.0, "1"),
        ("= 1 if arm <= 0 else 2", 2.0, "1"),
        ("= corner[2]", 2.0, "m"),
        ("= corner[gain] / 3", 1.0, "m"),
        ("= [[1, 2], [3, 4]][2][1]", 3.0, "1"),
        ("= [10, 20][1] + [1, 2][2]", 12.0, "1"),
    ],
)
def test_what_an_expression_is_worth(text: str, value: float, symbol: str) -> None:
    result = evaluate(text, NAMES)
    assert result.value == pytest.approx(value, rel=1e-15)
    assert result.dimension == unit(symbol).dimension


@pytest.mark.parametrize(
    ("text", "value", "symbol"),
    [
        ("= corner", (1.0, 2.0, 3.0), "m"),
        ("= -corner", (-1.0, -2.0, -3.0), "m"),
        ("= 2 s * corner", (2.0, 4.0, 6.0), "m.s"),
        ("= corner / 2 s", (0.5, 1.0, 1.5), "m/s"),
        ("= corner + corner", (2.0, 4.0, 6.0), "m"),
        ("= [0, 0, 5 mm]", (0.0, 0.0, 0.005), "m"),
        ("= [1 [mm], 2 [mm]]", (0.001, 0.002), "m"),
        ("= [[1, 0], [0, 1]] * 2 kg", ((2.0, 0.0), (0.0, 2.0)), "kg"),
        ("= []", (), "1"),
    ],
)
def test_lists(text: str, value: object, symbol: str) -> None:
    assert evaluate(text, NAMES) == Quantity(value, unit(symbol).dimension)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("= arm + period", "A length [m] and a time [s] cannot be added.\n  = arm + period\n        ^"),
        ("= arm - 1", "A length [m] and a number [1] cannot be subtracted.\n  = arm - 1\n        ^"),
        ("= max(arm, 2 s)", "A length [m] and a time [s] cannot be used together in max.\n  = max(arm, 2 s)\n    ^"),
        ("= [arm, 2 s]", "A length [m] and a time [s] cannot be in one list.\n  = [arm, 2 s]\n    ^"),
        (
            "= 1 if arm > 2 s else 2",
            "A length [m] and a time [s] cannot be compared.\n  = 1 if arm > 2 s else 2\n             ^",
        ),
        ("= sin(arm)", "sin needs a plain number; this is a length [m].\n  = sin(arm)\n    ^"),
        ("= 2**arm", "An exponent must be a plain number; this is a length [m].\n  = 2**arm\n     ^"),
        (
            "= arm**0.1234567",
            "A length [m] cannot be raised to the power 0.1234567.\n  = arm**0.1234567\n       ^\n"
            "  Use a small whole number or a simple fraction such as 0.5.",
        ),
        ("= 2 * 20 degC", "A temperature in degC cannot be used here.\n  = 2 * 20 degC\n      ^\n"
         "  Write it in K instead of degC."),
        ("= 1 degC + 1 °F", "A temperature in degC cannot be used here.\n  = 1 degC + 1 °F\n           ^\n"
         "  Write it in K instead of degC."),
        ("= arm / 0", "This divides by zero.\n  = arm / 0\n        ^"),
        ("= 0**-1", "This has no real value.\n  = 0**-1\n     ^"),
        ("= (-8)**(1/3)", "This has no real value.\n  = (-8)**(1/3)\n        ^"),
        ("= sqrt(-1)", "This has no real value.\n  = sqrt(-1)\n    ^"),
        ("= log(0)", "This has no real value.\n  = log(0)\n    ^"),
        ("= 10**400", "The result is too large.\n  = 10**400\n      ^"),
        ("= 1e308 * 10", "The result is too large.\n  = 1e308 * 10\n          ^"),
        ("= exp(1000)", "The result is too large.\n  = exp(1000)\n    ^"),
        ("= 1e400", "This number is too large.\n  = 1e400\n    ^"),
        ("= arn", 'There is no parameter "arn".\n  = arn\n    ^\n  Did you mean "arm"?'),
        ("= zz", 'There is no parameter "zz".\n  = zz\n    ^\n  Add it to the parameters of the diagram first.'),
        ("= 10 m/s", 'There is no parameter "s".\n  = 10 m/s\n         ^\n'
         "  A unit with several parts is written in brackets: 10 [m/s]."),
        ("= sinn(1)", 'There is no function "sinn".\n  = sinn(1)\n    ^\n  Did you mean "sin"?'),
        ("= sin(1, 2)", "sin needs 1 value, not 2.\n  = sin(1, 2)\n    ^"),
        ("= hypot(1)", "hypot needs 2 values, not 1.\n  = hypot(1)\n    ^"),
        ("= min()", "min needs at least 1 value, not 0.\n  = min()\n    ^"),
        ("= sin(corner)", "sin works on numbers, not on lists.\n  = sin(corner)\n    ^"),
        ("= 2pi", '"pi" is not a unit that Junctura knows.\n  = 2pi\n     ^\n'
         '  Did you mean "psi"?\n  To multiply, write 2*pi.'),
        ("= 2 [N.mm.x]", '"x" is not a unit that Junctura knows.\n  = 2 [N.mm.x]\n       ^'),
        ("= corner[0]", "There is no item 0; the list has 3, counted from 1.\n  = corner[0]\n          ^"),
        ("= corner[4]", "There is no item 4; the list has 3, counted from 1.\n  = corner[4]\n          ^"),
        ("= corner[1.5]", "An item is chosen by a whole number; the first is [1].\n  = corner[1.5]\n          ^"),
        ("= corner[1 m]", "An item is chosen by a whole number; the first is [1].\n  = corner[1 m]\n          ^"),
        ("= arm[1]", "Only a list has items; this is a number.\n  = arm[1]\n       ^"),
        ("= corner + 1", "A list of 3 and a number cannot be added.\n  = corner + 1\n           ^"),
        ("= 1 / corner", "A number and a list of 3 cannot be divided.\n  = 1 / corner\n      ^"),
        ("= corner * [[1]]", "A list of 3 and a list of 1 x 1 cannot be multiplied.\n  = corner * [[1]]\n           ^"),
        ("= [1, [2]]", "The items of a list must all have the same size.\n  = [1, [2]]\n    ^"),
        ("= [[[[1]]]]", "A list can have at most 1000 numbers and 3 levels.\n  = [[[[1]]]]\n    ^"),
        ("= 1 if corner > 2 else 3", "Lists cannot be compared.\n  = 1 if corner > 2 else 3\n                ^"),
        ("= 1 if gain else 2", 'After "if" a comparison is needed, such as x > 0.\n  = 1 if gain else 2\n      ^'),
        ("= 1 < 2", 'A comparison can stand only between "if" and "else".\n  = 1 < 2\n      ^'),
        ("= 1 if 2 > 1", '"else" is expected at the end.\n  = 1 if 2 > 1\n              ^'),
        ("= 2 ^ 3", '"^" is out of place.\n  = 2 ^ 3\n      ^\n  Write "**" for a power.'),
        ("= a.b", '"." is out of place.\n  = a.b\n     ^\n'
         "  Only parameters of the same diagram can be used, and their names have no dots."),
        ("= (1", '")" is expected at the end.\n  = (1\n      ^'),
        ("= [1, 2)", '"]" is expected instead of ")".\n  = [1, 2)\n         ^'),
        ("= 1 )", '")" is out of place.\n  = 1 )\n      ^'),
        ("= 1 +", "Something is missing at the end.\n  = 1 +\n       ^"),
        ("= ", "The expression is empty."),
        ("", "The expression is empty."),
        ("= __import__('os')", '"\'" is out of place.\n  = __import__(\'os\')\n               ^'),
        ("= " + "1" * 1000, f'The expression "= {"1" * 55}..." is longer than 1000 characters.'),
        (
            "(" * 60 + "1" + ")" * 60,
            f"The expression is nested more than 50 deep.\n  {'(' * 50}1{')' * 29}\n  {' ' * 40}^",
        ),
    ],
)  # fmt: skip
def test_what_is_said_about_a_wrong_expression(text: str, words: str) -> None:
    assert message(text) == words


def test_names() -> None:
    assert names_in("= sqrt(a) * pi + b / 2 mm if c[d] > 0 else [e, 3 [kg]][1]") == {"a", "b", "c", "d", "e"}
    assert names_in("= 5 mm") == set()
    assert names_in("= min * min(1, 2)") == {"min"}
    with pytest.raises(ModelError):
        names_in("= (")


def test_a_parameter_may_be_called_like_a_function() -> None:
    assert evaluate("= min + min(1, 2)", {"min": Quantity(5.0)}) == Quantity(6.0)


def test_zero_goes_with_everything_only_when_it_is_written_as_such() -> None:
    assert evaluate("= -0 + arm", NAMES).dimension == unit("m").dimension
    for text in ("= none + arm", "= 0 s + arm", "= (1 - 1) + arm"):
        with pytest.raises(ModelError):
            evaluate(text, {**NAMES, "none": Quantity(0.0)})


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (5, Quantity(5.0)),
        ("5", Quantity(5.0)),
        ("300 mm", Quantity(0.3, unit("m").dimension)),
        ("10 m/s", Quantity(10.0, unit("m/s").dimension)),
        ("-10 degC", Quantity(263.15, unit("K").dimension)),
        ("[1, 2] mm", Quantity((0.001, 0.002), unit("m").dimension)),
        ([[1, 2], ["3 s", 4]], Quantity(((1.0, 2.0), (3.0, 4.0)), unit("s").dimension)),
    ],
)
def test_literals(typed: object, expected: Quantity) -> None:
    assert literal(typed) == expected


def test_long_chains_do_not_recurse() -> None:
    assert evaluate("1" + "+1" * 499, {}).value == 500.0
    assert message("corner" + "[1]" * 330).startswith("Only a list has items")
    with pytest.raises(ModelError, match="nested more than 50"):
        evaluate("-" * 900 + "1", {})
    with pytest.raises(ModelError, match="nested more than 50"):
        evaluate("2**" * 300 + "1", {})


def test_lists_of_lists_cannot_grow_without_end() -> None:
    names = {"a": evaluate(f"= [{', '.join(['1'] * 300)}]", {})}
    with pytest.raises(ModelError, match="at most 1000 numbers"):
        evaluate("= [a, a, a, a]", names)
    for _ in range(2):
        names["a"] = evaluate("= [b]", {"b": names["a"]})
    with pytest.raises(ModelError, match="3 levels"):
        evaluate("= [a]", names)


PYTHON = {name: getattr(math, name) for name in FUNCTIONS if hasattr(math, name)}
PYTHON |= {"pi": math.pi, "x": 1.5, "y": -0.25, "abs": abs, "min": min, "max": max}
# whole numbers as floats, since Python has exact ones
PYTHON |= {"round": lambda x: float(round(x)), "floor": lambda x: float(x // 1), "ceil": lambda x: -float(-x // 1)}
OURS = {"x": Quantity(1.5), "y": Quantity(-0.25)}


def larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    one_argument = st.sampled_from([name for name in FUNCTIONS if FUNCTIONS[name].count == 1 and name in PYTHON])
    two_arguments = st.sampled_from(["min", "max", "hypot", "atan2"])
    signs = st.sampled_from([" + ", "-", "*", " / "])
    positive = st.sampled_from(["x", "2.0", "0.5", "abs(y)", "0.0"])  # others may have complex powers
    comparisons = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    return st.one_of(
        st.builds("{}{}{}".format, smaller, signs, smaller),
        st.builds("{}**{}".format, positive, smaller),
        st.builds("({})".format, smaller),
        st.builds("-{}".format, smaller),
        st.builds("{}({})".format, one_argument, smaller),
        st.builds("{}({}, {})".format, two_arguments, smaller, smaller),
        st.builds("({} if {} {} {} else {})".format, smaller, smaller, comparisons, smaller, smaller),
    )


def python_value(text: str) -> float:
    try:
        return float(eval(text, {"__builtins__": {}}, PYTHON))  # the text is made above, of harmless parts
    except (ArithmeticError, ValueError):
        return math.nan


leaves = st.floats(0, 1000).map(repr) | st.sampled_from(["x", "y", "pi", "0.5", "2.0", ".25", "3.", "1e-3"])
sums = st.recursive(leaves, larger, max_leaves=12)


@settings(QUICKLY, max_examples=300)
@given(sums)
def test_the_same_value_as_python(text: str) -> None:
    assume(len(text) <= 1000)
    wanted, refusal = python_value(text), ""
    try:
        value = evaluate(text, OURS).value
    except ModelError as error:
        value, refusal = math.nan, error.what
    if refusal != "The result is too large.":  # Python goes on with infinite parts: 1 / (1e200 * 1e200) is 0
        assert value == wanted or (refusal and not math.isfinite(wanted))


@given(st.floats(-1e3, 1e3), st.sampled_from(["mm", "kg", "N.m", "m/s2", "1/s", "ohm"]))
def test_bracketed_units_are_read_like_quantities(number: float, symbol: str) -> None:
    assert evaluate(f"= {number!r} [{symbol}]", {}) == literal(f"{number!r} {symbol}")


@given(st.sampled_from(["m", "kg", "s", "V", "rad"]), st.sampled_from(["m", "kg", "s", "V", "rad"]))
def test_dimensions_follow_the_arithmetic(one: str, other: str) -> None:
    names = {"a": literal(f"3 {one}"), "b": literal(f"2 {other}")}
    assert evaluate("= a * b", names).dimension == unit(one).dimension * unit(other).dimension
    assert evaluate("= a / b", names).dimension == unit(one).dimension / unit(other).dimension
    assert evaluate("= sqrt(a) * b**3", names).dimension == unit(one).dimension ** 0.5 * unit(other).dimension ** 3
    assert evaluate("= sign(a) * atan2(b, b)", names).dimension == Dimension.ONE
    if one != other:
        with pytest.raises(ModelError, match="cannot be added"):
            evaluate("= a + b", names)


pieces = st.sampled_from(
    ["arm", "corner", "gain", "period", "pi", "if", "else", "sin", "min", "sqrt", "1", "2.5", "1e3", "mm", "[N.m]"]
    + ["degC", "9e307", "**", "==", *"+-*/()[],<= %°.^0\n"]
)


@settings(QUICKLY, max_examples=400)
@given(st.text(max_size=200) | st.lists(pieces, max_size=60).map("".join) | st.lists(pieces, max_size=60).map(" ".join))
@example("9**" * 300 + "9")
@example("[" * 1000)
@example("corner*" + "9**9*" * 190 + "1")
@example("1 " * 500)
@example("((((1)**99)**99)**99)**99")
@example("((((arm)**99)**99)**99)**99")
@example("sqrt(" * 49 + "arm" + ")" * 49)
def test_no_text_does_any_harm(text: str) -> None:
    with suppress(ModelError):
        result = evaluate(text, NAMES)
        assert isinstance(result, Quantity)
        assert str(result.dimension)
