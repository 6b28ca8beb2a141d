"""Units and quantities: the algebra, what people type, and what they are told when it is wrong."""

import math
from contextlib import suppress
from datetime import timedelta
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blocks.errors import ModelError
from blocks.unit_reader import _SYMBOLS
from blocks.units import Dimension, Unit, describe, format_quantity, parse_quantity, read_quantity, shape, unit

QUICKLY = settings(deadline=timedelta(seconds=2))

symbols = st.sampled_from(sorted(_SYMBOLS))
exponents = st.integers(-6, 6) | st.fractions(-6, 6, max_denominator=6)
dimensions = st.builds(Dimension, st.tuples(*[exponents] * 7))


def message(text: object, expected: Unit | Dimension | None = None) -> str:
    with pytest.raises(ModelError) as caught:
        parse_quantity(text, expected)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "dimension", "factor"),
    [
        ("N.m", "N.m", 1.0),
        ("Nm", "N.m", 1.0),
        ("mNm", "N.m", 1e-3),
        ("N*m", "N.m", 1.0),
        ("N·m", "N.m", 1.0),
        ("J/(kg.K)", "J/(kg.K)", 1.0),
        ("m3/(s.Pa)", "m3/(s.Pa)", 1.0),
        ("m/s2", "m/s2", 1.0),
        ("m/s/s", "m/s2", 1.0),
        ("m.s-2", "m/s2", 1.0),
        ("m.s^-2", "m/s2", 1.0),
        ("m·s⁻²", "m/s2", 1.0),
        ("( m / s )", "m/s", 1.0),
        ("mm2", "m2", 1e-6),
        ("mm^2", "m2", 1e-6),
        ("mm**2", "m2", 1e-6),
        ("mm²", "m2", 1e-6),
        ("m^(1/2)", "m^(1/2)", 1.0),
        ("1", "1", 1.0),
        ("", "1", 1.0),
        ("1/s", "1/s", 1.0),
        ("Hz", "1/s", 1.0),
        ("kN/mm2", "Pa", 1e9),
        ("kohm", "ohm", 1e3),
        ("kΩ", "ohm", 1e3),
        ("k\u2126", "ohm", 1e3),
        ("uF", "F", 1e-6),
        ("\u00b5F", "F", 1e-6),
        ("\u03bcF", "F", 1e-6),
        ("hPa", "Pa", 100.0),
        ("cm", "m", 0.01),
        ("dl", "m3", 1e-4),
        ("g", "kg", 1e-3),
        ("l/min", "m3/s", 1e-3 / 60),
        ("min", "s", 60.0),
        ("h", "s", 3600.0),
        ("d", "s", 86400.0),
        ("day", "s", 86400.0),
        ("cd", "cd", 1.0),
        ("bar", "Pa", 1e5),
        ("atm", "Pa", 101325.0),
        ("mmHg", "Pa", 133.322387415),
        ("Torr", "Pa", 101325 / 760),
        ("psi", "Pa", 6894.757293168362),
        ("in", "m", 0.0254),
        ("inch", "m", 0.0254),
        ("ft", "m", 0.3048),
        ("lb", "kg", 0.45359237),
        ("lbf", "N", 4.4482216152605),
        ("eV", "N.m", 1.602176634e-19),
        ("mAh", "C", 3.6),
        ("deg", "1", math.pi / 180),
        ("°/s", "1/s", math.pi / 180),
        ("rev", "1", 2 * math.pi),
        ("rpm", "1/s", 2 * math.pi / 60),
        ("sr", "1", 1.0),
        ("%", "1", 0.01),
        ("ppm", "1", 1e-6),
        ("W/degC", "W/K", 1.0),
        ("T", "T", 1.0),
        ("Wb", "Wb", 1.0),
        ("mH", "H", 1e-3),
    ],
)
def test_a_unit_has_its_dimension_and_factor(text: str, dimension: str, factor: float) -> None:
    found = unit(text)
    assert str(found.dimension) == dimension
    assert found.factor == pytest.approx(factor, rel=1e-15)
    assert found.offset == 0.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parsec", '"parsec" is not a unit that Junctura knows.'),
        ("dB", '"dB" is not a unit that Junctura knows.'),
        ("Ohm", '"Ohm" is not a unit that Junctura knows.\n  Did you mean "ohm"?'),
        ("mpa", '"mpa" is not a unit that Junctura knows.\n  Did you mean "MPa" or "mPa"?'),
        ("N/kgm", '"kgm" is not a unit that Junctura knows.\n  Did you mean "kg.m"?'),
        ("Ns", '"Ns" is not a unit that Junctura knows.\n  Did you mean "ns" or "N.s"?'),
        ("seconds", '"seconds" is not a unit that Junctura knows.\n  Did you mean "s"?'),
        ("Tor", '"Tor" is not a unit that Junctura knows.\n  Did you mean "Torr"?'),
        ("m/(s", '"m/(s" is not a unit: a ")" is missing.'),
        ("m/", '"m/" is not a unit: something is missing at the end.'),
        ("m)", '"m)" is not a unit: ")" is out of place.'),
        ("N m", '"N m" is not a unit: "m" is out of place.'),
        ("m100", '"m100" is not a unit: "100" is out of place.'),
        (
            "J/kg.K",
            '"J/kg.K" is not a unit: it can be read in two ways.\n'
            '  Put all that is below the line in "( )", as in "J/(kg.K)".',
        ),
        ("ppm99", '"ppm99" is too large or too small for a unit.'),
        ("Gm99", '"Gm99" is too large or too small for a unit.'),
        ("m" * 101, f'"{"m" * 57}..." is too long for a unit.'),
    ],
)
def test_what_is_said_about_a_wrong_unit(text: str, expected: str) -> None:
    with pytest.raises(ModelError) as caught:
        unit(text)
    assert str(caught.value) == expected


@pytest.mark.parametrize("prefixed", ["cbar", "dV", "hN", "kmin", "mdegC", "kkg", "m%", "kpsi"])
def test_prefixes_only_where_they_are_usual(prefixed: str) -> None:
    with pytest.raises(ModelError):
        unit(prefixed)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A", "current"),
        ("mV", "voltage"),
        ("km", "length"),
        ("lbf", "force"),
        ("bar", "pressure"),
        ("1", "number"),
        ("rad", "number"),
        ("N.m", "torque or energy"),
        ("kg.m4", ""),
    ],
)
def test_names_of_dimensions(text: str, name: str) -> None:
    assert unit(text).dimension.name == name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rad", "an angle [rad]"),
        ("J", "an energy [J]"),
        ("N.m", "a torque [N.m]"),
        ("rpm", "an angular speed [rpm]"),
        ("1", "a number [1]"),
        ("kg.m4", "a value in [kg.m4]"),
    ],
)
def test_units_in_words(text: str, words: str) -> None:
    assert describe(unit(text)) == words


def test_dimensions_without_a_symbol_print_as_base_units() -> None:
    assert str(unit("kg.m4").dimension) == "kg.m4"
    assert str(unit("m/(s.A)").dimension) == "m/(s.A)"
    assert str(unit("1/(mol.cd)").dimension) == "1/(mol.cd)"
    assert str(unit("N").dimension ** 0.5) == "kg^(1/2).m^(1/2)/s"


def test_a_dimension_takes_simple_powers_only() -> None:
    metre = unit("m").dimension
    assert metre ** (1 / 3) * metre ** Fraction(2, 3) == metre
    with pytest.raises(ModelError) as caught:
        _ = metre**0.1234567
    assert str(caught.value) == (
        "A length [m] cannot be raised to the power 0.1234567.\n"
        "  Use a small whole number or a simple fraction such as 0.5."
    )
    for power in (100, 1e300, math.inf, math.nan, Fraction(1, 101)):
        with pytest.raises(ModelError):
            _ = metre**power
    assert Dimension.ONE**0.1234567 == Dimension.ONE


@given(dimensions, dimensions)
def test_dimensions_form_a_group(one: Dimension, other: Dimension) -> None:
    assert one * other == other * one
    assert one * other / other == one
    assert hash(one * other) == hash(other * one)
    assert one / one == Dimension.ONE == one**0
    assert (one**2) ** 0.5 == one
    assert one**3 == one * one * one


@given(dimensions)
def test_what_a_dimension_prints_can_be_read(dimension: Dimension) -> None:
    assert unit(str(dimension)) == Unit(str(dimension), dimension, 1.0)


@given(symbols, symbols)
def test_unit_products_and_quotients(one: str, other: str) -> None:
    product, quotient = unit(f"{one}.{other}"), unit(f"{one}/{other}")
    assert product.dimension == unit(one).dimension * unit(other).dimension
    assert product.factor == pytest.approx(unit(one).factor * unit(other).factor, rel=1e-14)
    assert quotient.dimension == unit(one).dimension / unit(other).dimension
    assert quotient.factor == pytest.approx(unit(one).factor / unit(other).factor, rel=1e-14)
    assert unit(f"{one}/({one}.{other})") == Unit(
        f"{one}/({one}.{other})", Dimension.ONE / unit(other).dimension, unit(f"1/{other}").factor
    )


def test_every_derived_unit_agrees_with_its_definition() -> None:
    assert unit("V.A").dimension == unit("W").dimension
    assert unit("V/A").dimension == unit("ohm").dimension == unit("1/S").dimension
    assert unit("C/V").dimension == unit("F").dimension
    assert unit("V.s").dimension == unit("Wb").dimension == unit("T.m2").dimension == unit("H.A").dimension
    assert unit("Pa.m3").dimension == unit("J").dimension == unit("W.s").dimension


def test_coherent_units() -> None:
    assert all(unit(text).is_coherent for text in ("m", "kg", "N.m", "rad", "K", "J/(kg.K)", ""))
    assert not any(unit(text).is_coherent for text in ("mm", "g", "deg", "degC", "bar", "%"))


@pytest.mark.parametrize(
    ("typed", "expected_unit", "value"),
    [
        (5, "m", 5.0),
        (5.5, "m", 5.5),
        (np.float64(2.5), "m", 2.5),
        (np.int64(2), "m", 2.0),
        ("5", "m", 5.0),
        ("1e-3", "m", 1e-3),
        (".5", "m", 0.5),
        ("5.", "m", 5.0),
        ("2 kohm", "ohm", 2000.0),
        ("100mm", "m", 0.1),
        (" 9 mm ", "m", 0.009),
        ("20 degC", "K", 293.15),
        ("-40 °F", "K", 233.15),
        ("-3.5e2 mm/s", "m/s", -0.35),
        ("\u22123 mm", "m", -0.003),
        ("90 deg", "rad", math.pi / 2),
        ("5 %", "1", 0.05),
        ("1 eV", "J", 1.602176634e-19),
        ("5 1/s", "Hz", 5.0),
        ([1, "2 mm", "3"], "m", [1.0, 0.002, 3.0]),
        ((1, 2), "m", [1.0, 2.0]),
        (np.array([[1.0, 2.0]]), "m", [[1.0, 2.0]]),
        ("[1, 2, 3] mm", "m", [0.001, 0.002, 0.003]),
        ("[1 mm, 2 cm]", "m", [0.001, 0.02]),
        ("[[1, 2], [3, 4]] mm", "m", [[0.001, 0.002], [0.003, 0.004]]),
        ("[20, 30] degC", "K", [293.15, 303.15]),
        ("[]", "m", []),
    ],
)
def test_what_people_type(typed: object, expected_unit: str, value: object) -> None:
    assert parse_quantity(typed, unit(expected_unit)) == value
    assert parse_quantity(typed, unit(expected_unit).dimension) == value
    assert parse_quantity(typed) == value


@pytest.mark.parametrize(
    ("typed", "expected_unit", "words"),
    [
        ("5 kg", "m", '"5 kg" is a mass [kg]; a length [m] is expected.'),
        ("5 g", "rad", '"5 g" is a mass [g]; an angle [rad] is expected.'),
        ("5 V", "N.m", '"5 V" is a voltage [V]; a torque [N.m] is expected.'),
        ("90 deg", "m", '"90 deg" is an angle [deg]; a length [m] is expected.'),
        ("5 kg.m4", "1", '"5 kg.m4" is a value in [kg.m4]; a number [1] is expected.'),
        ("[1, 2] s", "m", '"[1, 2] s" is a time [s]; a length [m] is expected.'),
        ("[1 mm, 2 s]", "m", '"2 s" is a time [s]; a length [m] is expected.'),
        ([1, "2 s"], "m", '"2 s" is a time [s]; a length [m] is expected.'),
        ("[1 mm, 2] cm", "m", '"[1 mm, 2] cm" has units both inside and after the list.\n  Keep one of them.'),
        ("[1, 2", "m", '"[1, 2" is not a list: a "]" is missing.'),
        ("[[1, 2], [3]]", "m", "The items of a list must all have the same size."),
        ([1, [2]], "m", "The items of a list must all have the same size."),
        ([[[[1]]]], "m", "Lists can be nested at most 3 deep."),
        ("[[[[1]]]]", "m", "Lists can be nested at most 3 deep."),
        ("inf", "m", '"inf" is not a finite number.'),
        ("-Infinity mm", "m", '"-Infinity mm" is not a finite number.'),
        ("nan", "m", '"nan" is not a finite number.'),
        (math.nan, "m", '"nan" is not a finite number.'),
        (-math.inf, "m", '"-inf" is not a finite number.'),
        (10**400, "m", '"inf" is not a finite number.'),
        ("1e400", "m", '"1e400" is not a finite number.'),
        ("1e308 km", "m", '"1e308 km" is not a finite number.'),
        (True, "1", '"True" is not a number.'),
        (None, "1", '"None" is not a number.'),
        ("5 parsec", "m", '"parsec" is not a unit that Junctura knows.'),
        ("", "m", '"" is not a quantity.\n  Write a number and a unit, such as "2.5 mm".'),
        ("2,5 mm", "m", '"2,5 mm" is not a quantity.\n  Write a decimal point: "2.5 mm".'),
        (
            "arm / 2",
            "m",
            '"arm / 2" is not a quantity.\n'
            '  Write a number and a unit, such as "2.5 mm".\n'
            '  To calculate, or to use a parameter, begin with an equals sign: "= arm / 2".',
        ),
        (
            "1/2",
            "m",
            '"1/2" is not a quantity.\n'
            '  Write a number and a unit, such as "2.5 mm".\n'
            '  To calculate, or to use a parameter, begin with an equals sign: "= 1/2".',
        ),
        ("1" * 10_001, "m", f'"{"1" * 57}..." is longer than 10000 characters.'),
    ],
)
def test_what_is_said_about_a_wrong_quantity(typed: object, expected_unit: str, words: str) -> None:
    assert message(typed, unit(expected_unit)) == words


def test_a_dimension_can_be_expected_instead_of_a_unit() -> None:
    assert message("5 kg", unit("mm").dimension) == '"5 kg" is a mass [kg]; a length [m] is expected.'


def test_a_number_with_very_many_digits() -> None:
    assert message(10**5000) == '"inf" is not a finite number.'


def test_a_bare_number_leaves_the_unit_open() -> None:
    assert read_quantity("5") == (5.0, None)
    assert read_quantity("5 mm") == (0.005, unit("mm"))
    assert message(["5 mm", "5 s"]) == '"5 s" is a time [s]; a length [mm] is expected.'


@pytest.mark.parametrize(
    ("value", "symbol", "text"),
    [
        (0.0025, "mm", "2.5 mm"),
        (293.15, "degC", "20 degC"),
        (0.05, "%", "5 %"),
        (0.5, "1", "0.5"),
        (-0.0, "mm", "0 mm"),
        (1 / 3, "m", "0.333333 m"),
        ([0.001, 0.002], "mm", "[1, 2] mm"),
        (np.array([[1.0], [2.0]]), "km", "[[0.001], [0.002]] km"),
    ],
)
def test_format_quantity(value: float, symbol: str, text: str) -> None:
    assert format_quantity(value, unit(symbol)) == text


@given(st.floats(-1e12, 1e12), symbols)
def test_what_is_formatted_can_be_parsed(value: float, symbol: str) -> None:
    text = format_quantity(value, unit(symbol), digits=17)
    smallest = 1e-12 if unit(symbol).offset else 1e-300
    assert parse_quantity(text, unit(symbol)) == pytest.approx(value, rel=1e-12, abs=smallest)


@given(st.decimals(-10_000, 10_000, places=3), st.sampled_from(["mm", "um", "kohm", "bar", "g", "%", "ms"]))
def test_decimals_are_read_as_exactly_as_numbers_can_be(number: object, symbol: str) -> None:
    exact = Fraction(str(number)) * _SYMBOLS[symbol].factor
    assert parse_quantity(f"{number} {symbol}") == float(exact)
    assert parse_quantity(format_quantity(float(exact), unit(symbol), digits=12)) == float(exact)


@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=2), max_size=4))
def test_lists_keep_their_shape(rows: list[list[float]]) -> None:
    text = format_quantity(rows, unit("mm"), digits=17)
    parsed = parse_quantity(text, unit("m"))
    assert isinstance(parsed, list)
    assert shape(parsed) == shape(rows)
    assert np.allclose(np.array(parsed), np.array(rows))


likely_text = st.text(st.sampled_from("0123456789.eE+-*/^()[], %°µΩ²mskgNPadCbr\n"), max_size=60)


@QUICKLY
@given(st.text(max_size=150) | likely_text)
@example("((((((((((" * 10)
@example("Torr^(99/98)." * 7 + "m")
@example("1" * 9_999)
@example("[" * 10_000)
@example("[" + "," * 9_000 + "]")
@example("[1" + ",1" * 4_900 + "] mm")
def test_no_text_does_any_harm(text: str) -> None:
    for function in (unit, parse_quantity):
        with suppress(ModelError):
            function(text)
