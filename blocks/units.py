"""Dimensions, units, and quantities as people write them: "100 mm", "20 degC", "[1, 2, 3] N.m".

Inside Junctura every number is in SI. Other units live at the border only, in files and in the inspector, and this
module is that border. An angle has dimension 1: a radian is the number 1, a degree is pi/180.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, SupportsFloat, TypeAlias

import numpy as np

from blocks.errors import ModelError
from blocks.unit_reader import Exponents, quoted, read_unit, sentence
from blocks.unit_table import BASE_UNITS, UNIT_NAMES, WELL_KNOWN

Value: TypeAlias = "float | list[Value]"

MAX_LIST_DEPTH = 3
_MAX_TEXT = 10_000
_MAX_EXPONENT = 99


@dataclass(frozen=True, slots=True)
class Dimension:
    """What a quantity measures: the exponents of kg, m, s, A, K, mol and cd.

    >>> force, length = unit("N").dimension, unit("m").dimension
    >>> str(force * length), str(force / length**2), str(force**0.5)
    ('N.m', 'Pa', 'kg^(1/2).m^(1/2)/s')
    """

    exponents: Exponents

    ONE: ClassVar[Dimension]

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(tuple(a + b for a, b in zip(self.exponents, other.exponents, strict=True)))

    def __truediv__(self, other: Dimension) -> Dimension:
        return Dimension(tuple(a - b for a, b in zip(self.exponents, other.exponents, strict=True)))

    def __pow__(self, power: float | Fraction) -> Dimension:
        if self == Dimension.ONE:
            return self
        simple = _simple_fraction(power)
        if simple is not None:
            exponents = tuple(exponent * simple for exponent in self.exponents)
            if all(max(abs(e.numerator), e.denominator) <= _MAX_EXPONENT for e in exponents):
                return Dimension(exponents)
        raise ModelError(
            f"{sentence(describe(self))} cannot be raised to the power {power}.",
            fix="Use a small whole number or a simple fraction such as 0.5.",
        )

    def __str__(self) -> str:
        return _symbol_of().get(self) or self._base_product()

    def _base_product(self) -> str:
        pairs = list(zip(BASE_UNITS, self.exponents, strict=True))
        above = [_power_text(symbol, exponent) for symbol, exponent in pairs if exponent > 0]
        below = [_power_text(symbol, -exponent) for symbol, exponent in pairs if exponent < 0]
        text = ".".join(above) or "1"
        if below:
            text += f"/({'.'.join(below)})" if len(below) > 1 else f"/{below[0]}"
        return text

    @property
    def name(self) -> str:
        """Return the plain word for this dimension, or an empty string.

        >>> unit("mA").dimension.name
        'current'
        """
        return WELL_KNOWN.get(_symbol_of().get(self, ""), "")


Dimension.ONE = Dimension((0,) * len(BASE_UNITS))


@lru_cache(maxsize=1)
def _symbol_of() -> dict[Dimension, str]:
    return {unit(symbol).dimension: symbol for symbol in WELL_KNOWN}


def _simple_fraction(power: float | Fraction) -> Fraction | None:
    if not math.isfinite(power):
        return None
    exact = Fraction(power)
    near = exact.limit_denominator(12)
    return near if abs(near - exact) < 1e-9 else None


def _power_text(symbol: str, exponent: int | Fraction) -> str:
    if exponent.denominator != 1:
        return f"{symbol}^({exponent})"
    return symbol if exponent == 1 else f"{symbol}{exponent}"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as written, with what turns a number in it into SI: ``si = number * factor + offset``."""

    symbol: str
    dimension: Dimension
    factor: float
    offset: float = 0.0

    @property
    def is_coherent(self) -> bool:
        """Return whether a number in this unit is already in SI."""
        return self.factor == 1.0 and self.offset == 0.0

    @property
    def name(self) -> str:
        """Return the plain word for what is measured: "angle" for rad, although its dimension is a "number"."""
        return UNIT_NAMES.get(self.symbol) or self.dimension.name

    def to_si(self, number: float) -> float:
        """Return the SI value of a number in this unit, rounded once, from the decimals a person sees.

        >>> unit("mm").to_si(9), 9 * 0.001
        (0.009, 0.009000000000000001)
        """
        return float(_decimal(number) * _decimal(self.factor) + _decimal(self.offset))

    def from_si(self, value: float) -> float:
        """Return the number in this unit of an SI value.

        >>> unit("degC").from_si(293.15)
        20.0
        """
        return float((_decimal(value) - _decimal(self.offset)) / _decimal(self.factor))


def _decimal(number: float) -> Decimal:
    return Decimal(repr(float(number)))


@lru_cache(maxsize=1024)
def unit(text: str) -> Unit:
    """Return the unit written as ``text``: products with ".", one "/", exponents, SI prefixes; "" is the number 1.

    >>> unit("kN/mm2").factor, str(unit("J/(kg.K)").dimension), unit("deg").name
    (1000000000.0, 'J/(kg.K)', 'angle')
    """
    try:
        exponents, factor, offset = read_unit(text)
        size = float(factor)
    except OverflowError:
        size = math.inf
    if not 0.0 < size < math.inf:
        raise ModelError(f"{quoted(text)} is too large or too small for a unit.")
    return Unit(text.strip() or "1", Dimension(exponents), size, float(offset))


Expected: TypeAlias = Unit | Dimension | None

_QUANTITY = re.compile(r"(?P<number>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*(?P<rest>.*)", re.DOTALL)
_NOT_FINITE = re.compile(r"[+-]?(inf|infinity|nan)\b", re.IGNORECASE)


def describe(what: Unit | Dimension) -> str:
    """Return the words for a unit or dimension in a message.

    >>> describe(unit("deg")), describe(unit("kg.m").dimension)
    ('an angle [deg]', 'a value in [kg.m]')
    """
    symbol = what.symbol if isinstance(what, Unit) else str(what)
    if not what.name:
        return f"a value in [{symbol}]"
    return f"{'an' if what.name[0] in 'aeiou' else 'a'} {what.name} [{symbol}]"


def parse_quantity(value: object, expected: Expected = None) -> Value:
    """Return in SI what a person typed: a number, a text with a unit, or a list of these.

    >>> parse_quantity("2 kohm"), parse_quantity("20 degC", unit("K")), parse_quantity("[1, 2.5] mm")
    (2000.0, 293.15, [0.001, 0.0025])
    """
    return read_quantity(value, expected)[0]


def read_quantity(value: object, expected: Expected = None, depth: int = 0) -> tuple[Value, Expected]:
    """Return the value in SI, and the unit it must have: the expected one, else its own, else None.

    A bare number is in SI already and may stand for anything.

    >>> read_quantity("100 mm")[1].name
    'length'
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, str):
        return _read_text(value, expected, depth)
    if isinstance(value, list | tuple):
        return _read_list(value, expected, depth)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ModelError(f"{quoted(str(value))} is not a number.")
    return _finite(value), expected


def _read_list(items: Sequence[object], expected: Expected, depth: int) -> tuple[Value, Expected]:
    if depth == MAX_LIST_DEPTH:
        raise ModelError(f"Lists can be nested at most {MAX_LIST_DEPTH} deep.")
    values: list[Value] = []
    for item in items:
        value, expected = read_quantity(item, expected, depth + 1)
        values.append(value)
    if len({shape(value) for value in values}) > 1:
        raise ModelError("The items of a list must all have the same size.")
    return values, expected


def shape(value: float | Sequence[Any]) -> tuple[int, ...]:
    """Return the size of a list along each of its levels; a number has none.

    >>> shape([[1, 2, 3], [4, 5, 6]]), shape(5.0)
    ((2, 3), ())
    """
    if not isinstance(value, Sequence):
        return ()
    return (len(value), *shape(value[0])) if value else (0,)


def _read_text(text: str, expected: Expected, depth: int) -> tuple[Value, Expected]:
    if len(text) > _MAX_TEXT:
        raise ModelError(f"{quoted(text)} is longer than {_MAX_TEXT} characters.")
    plain = text.strip().replace("\u2212", "-")
    if plain.startswith("["):
        return _read_list_text(plain, expected, depth)
    found = _QUANTITY.match(plain)
    if found is None or found["rest"][:1] in (",", "+", "-", "*", "/", "^"):
        raise _not_a_quantity(plain)
    number = _finite(float(found["number"]), plain)
    return _convert(number, found["rest"], plain, expected) if found["rest"] else (number, expected)


def _read_list_text(text: str, expected: Expected, depth: int) -> tuple[Value, Expected]:
    inside, closing, unit_text = text[1:].rpartition("]")
    if not closing:
        raise ModelError(f'{quoted(text)} is not a list: a "]" is missing.')
    items = _split_at_commas(inside)
    if not unit_text.strip():
        return _read_list(items, expected, depth)
    values, own_unit = _read_list(items, None, depth)
    if own_unit is not None:
        raise ModelError(f"{quoted(text)} has units both inside and after the list.", fix="Keep one of them.")
    return _convert(values, unit_text, text, expected)


def _split_at_commas(text: str) -> list[str]:
    """Return the items of a list; commas within an inner list do not count."""
    if not text.strip():
        return []
    items, level = [""], 0
    for part in re.findall(r"[^\[\],]+|.", text, re.DOTALL):
        level += (part == "[") - (part == "]")
        if part == "," and level == 0:
            items.append("")
        else:
            items[-1] += part
    return items


def _convert(value: Value, unit_text: str, text: str, expected: Expected) -> tuple[Value, Expected]:
    given = unit(unit_text)
    wanted = expected.dimension if isinstance(expected, Unit) else expected
    if wanted is not None and given.dimension != wanted:
        raise ModelError(f"{quoted(text)} is {describe(given)}; {describe(expected or wanted)} is expected.")
    return _map(lambda number: _finite(given.to_si(number), text), value), expected or given


def _map(function: Callable[[float], float], value: Value) -> Value:
    return [_map(function, item) for item in value] if isinstance(value, list) else function(value)


def _finite(number: SupportsFloat, text: str = "") -> float:
    try:
        result = float(number)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise ModelError(f"{quoted(text or str(result))} is not a finite number.")
    return result


def _not_a_quantity(text: str) -> ModelError:
    if _NOT_FINITE.match(text):
        return ModelError(f"{quoted(text)} is not a finite number.")
    fix = 'Write a number and a unit, such as "2.5 mm".'
    if re.match(r"[+-]?[0-9]+,[0-9]", text):
        fix = f"Write a decimal point: {quoted(text.replace(',', '.', 1))}."
    elif text:
        fix += f"\nTo calculate, or to use a parameter, begin with an equals sign: {quoted('= ' + text)}."
    return ModelError(f"{quoted(text)} is not a quantity.", fix=fix)


def format_quantity(value: float | Sequence[Any], unit: Unit, digits: int = 6) -> str:
    """Return an SI value in a unit, as a person would type it.

    >>> format_quantity(0.0025, unit("mm")), format_quantity([0.1, 0.25], unit("1"))
    ('2.5 mm', '[0.1, 0.25]')
    """
    symbol = "" if unit.symbol == "1" else f" {unit.symbol}"
    return _number_text(value, unit, digits) + symbol


def _number_text(value: float | Sequence[Any], unit: Unit, digits: int) -> str:
    if isinstance(value, Sequence | np.ndarray):
        return f"[{', '.join(_number_text(item, unit, digits) for item in value)}]"
    return f"{unit.from_si(value) + 0.0:.{digits}g}"
