"""Reads a unit such as "J/(kg.K)" into the exponents of its base units and an exact factor.

The grammar is Modelica's, a little wider: ``product = factor {("." | "/") factor}``, where a factor is a symbol with an
exponent, the number 1, or a product in parentheses. After "/" a "." is refused, since people read "J/kg.K" both ways.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple, NoReturn, TypeAlias

from blocks.errors import ModelError, did_you_mean
from blocks.unit_table import (
    BASE_UNITS,
    COMMON_PREFIXES,
    DEFINITIONS,
    EXTRA_PREFIXES,
    OFFSETS,
    PREFIXABLE,
    PREFIXES,
    SPELLINGS,
    WORDS,
)

Exponents: TypeAlias = tuple[int | Fraction, ...]

_MAX_LENGTH = 100


class ExactUnit(NamedTuple):
    """A unit without rounding: ``si = number * factor + offset``. In a product degC is a difference, without offset."""

    exponents: Exponents
    factor: Fraction
    offset: Fraction = Fraction(0)

    def times(self, other: ExactUnit, power: int | Fraction = 1) -> ExactUnit:
        """Return the product with a power of another unit."""
        exponents = tuple(a + b * power for a, b in zip(self.exponents, other.exponents, strict=True))
        return ExactUnit(exponents, self.factor * Fraction(other.factor**power))


_ONE = ExactUnit((0,) * len(BASE_UNITS), Fraction(1))
_TOKEN = re.compile(
    r"""\s*(?: (?P<symbol>[A-Za-z%]+)
               (?P<exponent> \^?[+-]?[0-9]{1,2}(?![0-9]) | \^\([+-]?[0-9]{1,2}/[1-9][0-9]?\) )?
             | (?P<sign>[1./()]) )\s*""",
    re.VERBOSE,
)


def read_unit(text: str) -> ExactUnit:
    """Return the unit written as ``text``; an empty text is the number 1.

    >>> read_unit("kN/mm2").factor
    Fraction(1000000000, 1)
    """
    if len(text) > _MAX_LENGTH:
        raise ModelError(f"{quoted(text)} is too long for a unit.")
    plain = text.strip()
    for spelling, replacement in SPELLINGS.items():
        plain = plain.replace(spelling, replacement)
    return _Reader(plain, text.strip()).read() if plain else _ONE


class _Reader:
    def __init__(self, text: str, as_written: str) -> None:
        self.text, self.as_written = text, as_written
        self.position = 0

    def read(self) -> ExactUnit:
        result = self._product()
        if self.position < len(self.text):
            self._out_of_place()
        return result

    def _product(self) -> ExactUnit:
        result = self._factor()
        divided = False
        while (sign := self.text[self.position : self.position + 1]) and sign in "./":
            if divided and sign == ".":
                self._fail("it can be read in two ways", 'Put all that is below the line in "( )", as in "J/(kg.K)".')
            divided = sign == "/"
            self.position += 1
            result = result.times(self._factor(), -1 if divided else 1)
        return result

    def _factor(self) -> ExactUnit:
        token = _TOKEN.match(self.text, self.position)
        if token is None or token["sign"] in (".", "/", ")"):
            self._out_of_place()
        self.position = token.end()
        if token["symbol"]:
            return self._power(token["symbol"], token["exponent"])
        return _ONE if token["sign"] == "1" else self._rest_of_parentheses()

    def _rest_of_parentheses(self) -> ExactUnit:
        inner = self._product()
        token = _TOKEN.match(self.text, self.position)
        if token is None or token["sign"] != ")":
            self._fail('a ")" is missing')
        self.position = token.end()
        return inner

    def _power(self, symbol: str, exponent: str | None) -> ExactUnit:
        found = _SYMBOLS.get(symbol)
        if found is None:
            raise ModelError(f"{quoted(symbol)} is not a unit that Junctura knows.", fix=_suggestion(symbol))
        return found if exponent is None else _ONE.times(found, Fraction(exponent.strip("^()")))

    def _out_of_place(self) -> NoReturn:
        rest = self.text[self.position :]
        self._fail(f"{quoted(rest)} is out of place" if rest else "something is missing at the end")

    def _fail(self, why: str, fix: str = "") -> NoReturn:
        raise ModelError(f"{quoted(self.as_written)} is not a unit: {why}.", fix=fix)


def quoted(text: str) -> str:
    """Return a person's text in quotes for a message, on one line and not too long."""
    line = "".join(letter if letter.isprintable() else " " for letter in text.strip()[:61])
    return f'"{line}"' if len(line) <= 60 else f'"{line[:57]}..."'


def sentence(text: str) -> str:
    """Return the text with a capital first letter, and the rest as it is."""
    return text[:1].upper() + text[1:]


def _suggestion(symbol: str) -> str:
    """Return what may have been meant: a word, another case, two units without a dot, or something alike."""
    word = WORDS.get(symbol.lower()) or WORDS.get(symbol.lower().removesuffix("s"))
    if word:
        return f'Did you mean "{word}"?'
    cased = [known for known in _SYMBOLS if known.lower() == symbol.lower()]
    cuts = [(symbol[:cut], symbol[cut:]) for cut in range(1, len(symbol))]
    joined = [f"{left}.{right}" for left, right in cuts if left in _SYMBOLS and right in _SYMBOLS]
    likely = [*cased[: 1 if joined else 2], *joined[-1:]]
    if not likely:
        return did_you_mean(symbol, [known for known in DEFINITIONS if len(known) > 1])
    return "Did you mean " + " or ".join(f'"{one}"' for one in likely) + "?"


def _fill_symbols() -> None:
    """Enter every symbol, with and without prefix. A plain symbol comes first, so "min" is never a milli-inch."""
    for position, symbol in enumerate(BASE_UNITS):
        _SYMBOLS[symbol] = ExactUnit(tuple(int(i == position) for i in range(len(BASE_UNITS))), Fraction(1))
    for symbol, (count, definition) in DEFINITIONS.items():
        exponents, factor, _ = read_unit(definition)
        _SYMBOLS[symbol] = ExactUnit(exponents, factor * Fraction(count), OFFSETS.get(symbol, Fraction(0)))
    for symbol in PREFIXABLE:
        exponents, factor, _ = _SYMBOLS[symbol]
        for prefix in COMMON_PREFIXES + EXTRA_PREFIXES.get(symbol, ""):
            _SYMBOLS.setdefault(prefix + symbol, ExactUnit(exponents, factor * Fraction(PREFIXES[prefix])))


_SYMBOLS: dict[str, ExactUnit] = {}
_fill_symbols()
