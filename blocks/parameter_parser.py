"""Reads the text of a parameter expression into a tree.

In: a text such as "2 * (arm + 10 mm)". Out: a tree of ``Node`` and the names in it. The text is cut into tokens, which
a Pratt parser puts together: every sign has a binding strength, the same as in Python. Length and nesting are limited.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from blocks.errors import ModelError
from blocks.unit_reader import quoted
from blocks.units import Unit, unit

NodeKind: TypeAlias = Literal["number", "name", "call", "list", "negative", "binary", "index", "compare", "choice"]

CONSTANTS = {"pi": math.pi}
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")

_ONE = unit("1")
_MAX_LENGTH = 1000
_MAX_DEPTH = 50
_STRENGTH = {"if": 1, **dict.fromkeys(COMPARISONS, 2), "+": 3, "-": 3, "*": 4, "/": 4, "**": 6, "[": 7}
_STRENGTH_OF_UNARY = 5
_HINTS = {
    "^": 'Write "**" for a power.',
    ".": "Only parameters of the same diagram can be used, and their names have no dots.",
}


@dataclass(frozen=True, slots=True)
class Node:
    """One piece of an expression; ``text`` is its sign or name, ``position`` its place in the whole text."""

    kind: NodeKind
    position: int
    text: str = ""
    parts: tuple[Node, ...] = ()
    number: float = 0.0
    unit: Unit = _ONE


class Tree(NamedTuple):
    """A whole expression, and the names of the parameters in it."""

    root: Node
    names: frozenset[str]


@lru_cache(maxsize=1024)
def parse(text: str) -> Tree:
    """Return the tree of an expression, with or without "=" in front.

    >>> sorted(parse("= a + sin(b) * 10 mm").names)
    ['a', 'b']
    """
    if len(text) > _MAX_LENGTH:
        raise ModelError(f"The expression {quoted(text)} is longer than {_MAX_LENGTH} characters.")
    if text.strip() in ("", "="):
        raise ModelError("The expression is empty.")
    parser = _Parser(text)
    root = parser.expression()
    if parser.token.kind != "end":
        parser.out_of_place()
    return Tree(root, frozenset(parser.names))


def fail(text: str, position: int, what: str, fix: str = "") -> NoReturn:
    """Raise an error that shows the text with a mark below the place."""
    start = max(0, position - 40)
    shown = "".join(letter if letter.isprintable() else " " for letter in text[start : position + 40])
    raise ModelError(what, why=f"{shown}\n{' ' * (position - start)}^", fix=fix)


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


_TOKEN = re.compile(
    r"""\s*(?: (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
             | (?P<sign>\*\*|[<>=!]=|[-+*/()\[\],<>]|(?:if|else)\b)
             | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
             | (?P<end>\Z)
             | (?P<stray>.) )""",
    re.VERBOSE | re.DOTALL,
)
# what follows a number directly is its unit: 10 mm, 10 [N.m]
_UNIT = re.compile(r"\s*(?:\[(?P<inside>[^\[\]]*)\]|(?!(?:if|else)\b)(?P<word>[^\W\d_]\w*|°\w*|%))")


def _tokens(text: str) -> Iterator[_Token]:
    equals = re.match(r"\s*=(?!=)", text)
    position = equals.end() if equals else 0
    while found := _TOKEN.match(text, position):
        kind = found.lastgroup or ""
        yield _Token(kind, found[kind], found.start(kind))
        position = found.end()
        if kind == "number" and (follower := _UNIT.match(text, position)):
            group = follower.lastgroup or ""
            yield _Token("unit", follower[group], follower.start(group))
            position = follower.end()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.token = next(self.tokens)
        self.names: set[str] = set()
        self.depth = 0

    def expression(self, strength: int = 0) -> Node:
        """Return the longest expression from here on whose signs all bind more strongly than ``strength``."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            self._fail(self.token, f"The expression is nested more than {_MAX_DEPTH} deep.")
        left = self._operand()
        while self.token.kind == "sign" and _STRENGTH.get(self.token.text, 0) > strength:
            left = self._continuation(left, self._take())
        self.depth -= 1
        return left

    def _operand(self) -> Node:
        token = self._take()
        match token.kind, token.text:
            case "number", _:
                return self._number(token)
            case "name", name:
                return self._call(token) if self.token.text == "(" else self._name(token, name)
            case "sign", "(":
                inner = self.expression()
                self._expect(")")
                return inner
            case "sign", "[":
                return Node("list", token.position, parts=self._items("]"))
            case "sign", "-":
                return self._negative(token)
            case "sign", "+":
                return self.expression(_STRENGTH_OF_UNARY)
        return self.out_of_place(token)

    def _number(self, token: _Token) -> Node:
        number, its_unit = float(token.text), _ONE
        if self.token.kind == "unit":
            its_unit = self._unit(token, self._take())
        if not math.isfinite(its_unit.to_si(number)):
            self._fail(token, "This number is too large.")
        return Node("number", token.position, token.text, number=number, unit=its_unit)

    def _unit(self, number: _Token, token: _Token) -> Unit:
        try:
            return unit(token.text)
        except ModelError as error:
            multiply = f"To multiply, write {number.text}*{token.text}." if token.text.isidentifier() else ""
            self._fail(token, error.what, "\n".join(part for part in (error.fix, multiply) if part))

    def _name(self, token: _Token, name: str) -> Node:
        if name in CONSTANTS:
            return Node("number", token.position, name, number=CONSTANTS[name])
        self.names.add(name)
        return Node("name", token.position, name)

    def _call(self, token: _Token) -> Node:
        self._expect("(")
        return Node("call", token.position, token.text, self._items(")"))

    def _negative(self, token: _Token) -> Node:
        inner = self.expression(_STRENGTH_OF_UNARY)
        if inner.unit.offset:  # -10 degC is a temperature below zero, not the opposite of 283.15 K
            return replace(inner, number=-inner.number)
        return Node("negative", token.position, parts=(inner,))

    def _continuation(self, left: Node, token: _Token) -> Node:
        sign = token.text
        if sign == "if":
            return self._choice(left, token)
        if sign == "[":
            index = self.expression()
            self._expect("]")
            return Node("index", token.position, sign, (left, index))
        # a power binds to the right: 2**3**2 is 2**9
        right = self.expression(_STRENGTH[sign] - (sign == "**"))
        if sign in COMPARISONS:
            return Node("compare", token.position, sign, (left, right))
        self._refuse_scale(token, left, right)
        return Node("binary", token.position, sign, (left, right))

    def _choice(self, then: Node, token: _Token) -> Node:
        condition = self.expression(_STRENGTH["if"])
        if condition.kind != "compare":
            self._fail(token, 'After "if" a comparison is needed, such as x > 0.')
        self._expect("else")
        return Node("choice", token.position, parts=(condition, then, self.expression()))

    def _refuse_scale(self, token: _Token, left: Node, right: Node) -> None:
        """Refuse arithmetic that depends on where a temperature scale begins: 2 * 20 degC, 20 degC + 5 degC."""
        scales = [node for node in (left, right) if node.unit.offset]
        if len(scales) == 2 and token.text != "-" or scales and token.text in ("*", "/", "**"):
            symbol = scales[0].unit.symbol
            self._fail(token, f"A temperature in {symbol} cannot be used here.", f"Write it in K instead of {symbol}.")

    def _items(self, closing: str) -> tuple[Node, ...]:
        items: list[Node] = []
        while self.token.text != closing:
            items.append(self.expression())
            if self.token.text != ",":
                break
            self._take()
        self._expect(closing)
        return tuple(items)

    def _take(self) -> _Token:
        token = self.token
        if token.kind != "end":
            self.token = next(self.tokens)
        return token

    def _expect(self, sign: str) -> None:
        token = self._take()
        if token.text != sign:
            found = f"instead of {quoted(token.text)}" if token.text else "at the end"
            self._fail(token, f'"{sign}" is expected {found}.')

    def out_of_place(self, token: _Token | None = None) -> NoReturn:
        """Raise the error for a token that cannot stand where it does."""
        token = token or self.token
        what = f"{quoted(token.text)} is out of place." if token.text else "Something is missing at the end."
        self._fail(token, what, _HINTS.get(token.text, ""))

    def _fail(self, token: _Token, what: str, fix: str = "") -> NoReturn:
        fail(self.text, token.position, what, fix)
