"""A tape of scalar operations that recognises equal values: the arithmetic below the symbolic elimination.

An *entry* is a plain float or a signed node number: ``-7`` is minus node 7, so that a change of sign costs nothing.
Every node carries its values at a few generic points (random states and parameters) and at the sample points. A new
result that vanishes, is constant, or equals a known node up to sign at all of them is replaced by that simpler entry;
this finds ``sin^2 + cos^2 = 1`` and turns LU into LDL. CasADi expressions are made at the end, of the live nodes only.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from casadi import OP_ADD, OP_INV, OP_MUL, OP_NEG, OP_SUB, SX

Entry: TypeAlias = int | float
Values: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

LEAF = -1
# 12 digits: single precision once merged coefficients that differ by 1e-8
SAME = 1e-12
# expressions as given have seen few roundings, so less is forgiven
SAME_IN_LEAF = 1e-14
# the sample points only confirm, and may lie near a singular state
SAME_AT_SAMPLES = 1e-8
BUCKETS = 2.0**34


@dataclass(slots=True)
class Node:
    """One value: an operation with its operands, or a leaf with its expression."""

    op: int
    a: Entry
    b: Entry
    generic: list[float]
    samples: Values
    expression: Any = None
    range_of_size: tuple[float, float] | None = None


class Tape:
    """Operations in order of computation, each value once."""

    def __init__(self, generic_points: int, sample_points: int, decisive: np.ndarray) -> None:
        # the samples for choosing pivots; the others are for checking
        self.decisive = decisive
        # node numbers carry a sign, so they start at 1
        self.nodes: list[Node] = [Node(LEAF, 0.0, 0.0, [], np.empty(0))]
        self._shape = (generic_points, sample_points)
        # two tables, because a constant 2.0 and node number 2 are equal as keys
        self._made: dict[tuple[int, int, int], Entry] = {}
        self._made_with_constant: dict[tuple[int, float, int], Entry] = {}
        self._known: dict[tuple[int, int], list[int]] = {}
        self._constants: dict[float, SX] = {}
        # the expressions are kept, because the hash of one that is gone may come again
        self._leaves: dict[int, tuple[SX, Entry]] = {}
        self._random = np.random.default_rng(20)

    def leaf(self, expression: SX | float, generic: Values, samples: Values) -> Entry:
        """Return the entry of a given expression, whose values at all points are known."""
        if not isinstance(expression, SX) or expression.is_constant():
            return float(expression)
        if expression.op() == OP_NEG:
            return -self.leaf(expression.dep(0), -generic, -samples)
        known = self._leaves.get(expression.element_hash())
        if known is not None:
            return known[1]
        points = generic if np.isfinite(generic).all() else self._random.normal(size=len(generic))
        entry = self._enter(Node(LEAF, 0.0, 0.0, points.tolist(), samples, expression), SAME_IN_LEAF)
        self._leaves[expression.element_hash()] = expression, entry
        return entry

    def unknown(self, expression: SX | float) -> Entry:
        """Return the entry of an expression of which nothing is assumed: it equals only itself."""
        generic, samples = self._shape
        return self.leaf(expression, self._random.normal(size=generic), self._random.normal(size=samples))

    def add(self, a: Entry, b: Entry) -> Entry:
        """Return ``a + b``."""
        if isinstance(a, float):
            if isinstance(b, float):
                total = a + b
                return 0.0 if abs(total) <= 4e-16 * abs(a) else total
            return self._shifted(b, a)
        if isinstance(b, float):
            return self._shifted(a, b)
        if abs(a) == abs(b):
            return 0.0 if a == -b else self.multiply(2.0, a)
        # in order, and the first one positive, so that equal sums have equal keys
        if abs(b) < abs(a):
            a, b = b, a
        return self._sum(a, b) if a > 0 else -self._sum(-a, -b)

    def subtract(self, a: Entry, b: Entry) -> Entry:
        """Return ``a - b``."""
        return self.add(a, -b)

    def multiply(self, a: Entry, b: Entry) -> Entry:
        """Return ``a * b``."""
        if isinstance(a, float):
            return a * b if isinstance(b, float) else self._scaled(a, b)
        if isinstance(b, float):
            return self._scaled(b, a)
        product = self._product(abs(a), abs(b)) if abs(a) < abs(b) else self._product(abs(b), abs(a))
        return product if (a > 0) == (b > 0) else -product

    def invert(self, a: Entry) -> Entry:
        """Return ``1 / a``."""
        if isinstance(a, float):
            return 1.0 / a
        key = (OP_INV, abs(a), 0)
        made = self._made.get(key)
        if made is None:
            node = self.nodes[abs(a)]
            generic = [1.0 / x if x else math.inf for x in node.generic]
            made = self._made[key] = self._enter(Node(OP_INV, abs(a), 0.0, generic, 1.0 / node.samples), SAME)
        return made if a > 0 else -made

    def values(self, entry: Entry) -> Values:
        """Return the values at the sample points."""
        if isinstance(entry, float):
            return np.full(self._shape[1], entry)
        samples = self.nodes[abs(entry)].samples
        return samples if entry > 0 else -samples

    def size_range(self, entry: Entry) -> tuple[float, float]:
        """Return the least and the greatest absolute value at the decisive samples."""
        if isinstance(entry, float):
            return abs(entry), abs(entry)
        node = self.nodes[abs(entry)]
        if node.range_of_size is None:
            sizes = np.abs(node.samples[self.decisive]).tolist()
            node.range_of_size = (min(sizes), max(sizes))
        return node.range_of_size

    def changes_sign(self, entry: Entry) -> bool:
        """Return whether an entry is positive at some sample and negative at another, so that it vanishes between."""
        if isinstance(entry, float):
            return False
        samples = self.nodes[abs(entry)].samples
        return bool(samples.min() < 0.0 < samples.max())

    def _sum(self, a: int, b: int) -> Entry:
        op = OP_ADD if b > 0 else OP_SUB
        made = self._made.get((op, a, abs(b)))
        if made is None:
            left, right = self.nodes[a], self.nodes[abs(b)]
            combine = operator.add if b > 0 else operator.sub
            generic = list(map(combine, left.generic, right.generic))
            samples = combine(left.samples, right.samples)
            # what is left of two equal terms is rounding, to be seen beside the terms
            if _all_rounding(generic, left.generic) and _all_small(samples, left.samples):
                made = 0.0
            else:
                made = self._enter(Node(op, a, abs(b), generic, samples), SAME)
            self._made[op, a, abs(b)] = made
        return made

    def _shifted(self, a: int, constant: float) -> Entry:
        if constant == 0.0:
            return a
        if a < 0:
            return -self._shifted(-a, -constant)
        key = (OP_ADD, constant, a)
        made = self._made_with_constant.get(key)
        if made is None:
            node = self.nodes[a]
            generic = [constant + x for x in node.generic]
            if _all_rounding(generic, node.generic) and _all_small(constant + node.samples, node.samples):
                made = 0.0
            else:
                made = self._enter(Node(*key, generic, constant + node.samples), SAME)
            self._made_with_constant[key] = made
        return made

    def _scaled(self, factor: float, a: int) -> Entry:
        if factor == 0.0:
            return 0.0
        if factor == 1.0:
            return a
        if factor < 0.0 or a < 0:
            return self._scaled(abs(factor), abs(a)) * (1 if (factor < 0.0) == (a < 0) else -1)
        node = self.nodes[a]
        if node.op == OP_MUL and isinstance(node.a, float):
            return self.multiply(factor * node.a, node.b)
        key = (OP_MUL, factor, a)
        made = self._made_with_constant.get(key)
        if made is None:
            scaled = Node(*key, [factor * x for x in node.generic], factor * node.samples)
            made = self._made_with_constant[key] = self._enter(scaled, SAME)
        return made

    def _product(self, a: int, b: int) -> Entry:
        key = (OP_MUL, a, b)
        made = self._made.get(key)
        if made is None:
            left, right = self.nodes[a], self.nodes[b]
            generic = list(map(operator.mul, left.generic, right.generic))
            made = self._made[key] = self._enter(Node(*key, generic, left.samples * right.samples), SAME)
        return made

    def _enter(self, node: Node, tolerance: float) -> Entry:
        """Return a constant or a known entry that equals ``node``, or put it on the tape."""
        first = node.generic[0]
        if not math.isfinite(first):
            return self._append(node)
        slack = tolerance * abs(first)
        # one look at the last value settles most cases
        is_level = abs(node.generic[-1] - first) <= slack and all(abs(x - first) <= slack for x in node.generic)
        if is_level and not np.any(np.abs(node.samples - first) > 10 * slack):
            # so that a unit is seen to be one
            return float(round(first)) if abs(first - round(first)) <= slack else first
        mantissa, exponent = math.frexp(abs(first))
        bucket = round(mantissa * BUCKETS)
        for near in (bucket, bucket - 1, bucket + 1):
            for number in self._known.get((exponent, near), ()):
                sign = self._equal(node, self.nodes[number])
                if sign:
                    return sign * number
        number = self._append(node)
        self._known.setdefault((exponent, bucket), []).append(number)
        return number

    def _append(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _equal(self, node: Node, known: Node) -> int:
        """Return 1 or -1 if the values are equal or opposite at all points, else 0."""
        sign = 1 if (node.generic[0] > 0) == (known.generic[0] > 0) else -1
        if not all(_is_rounding(x - sign * y, y) for x, y in zip(node.generic, known.generic, strict=True)):
            return 0
        return sign if _all_small(node.samples - sign * known.samples, known.samples) else 0

    def live(self, entries: Iterable[Entry]) -> list[int]:
        """Return the nodes that the entries need and that have no expression yet, in order of computation."""
        waiting = [abs(entry) for entry in entries if isinstance(entry, int)]
        found: set[int] = set()
        while waiting:
            number = waiting.pop()
            node = self.nodes[number]
            if number not in found and node.expression is None:
                found.add(number)
                waiting.extend(operand for operand in (node.a, node.b) if isinstance(operand, int))
        return sorted(found)

    def expressions(self, entries: Sequence[Entry]) -> list[SX]:
        """Return the CasADi expressions of the entries; nodes that they share become shared subexpressions."""
        for number in self.live(entries):
            node = self.nodes[number]
            # the overloaded operators of SX take ten times as long
            if node.op == OP_INV:
                node.expression = SX.unary(OP_INV, self._signed(node.a))
            else:
                node.expression = SX.binary(node.op, self._signed(node.a), self._signed(node.b))
        return [self._signed(entry) for entry in entries]

    def _signed(self, entry: Entry) -> SX:
        if isinstance(entry, float):
            constant = self._constants.get(entry)
            if constant is None:
                constant = self._constants[entry] = SX(entry)
            return constant
        expression = self.nodes[abs(entry)].expression
        return expression if entry > 0 else SX.unary(OP_NEG, expression)


def _all_rounding(differences: list[float], beside: list[float]) -> bool:
    """Return whether all differences are rounding; the first one settles most cases."""
    return abs(differences[0]) <= SAME * abs(beside[0]) and all(map(_is_rounding, differences, beside))


def _is_rounding(difference: float, beside: float) -> bool:
    return abs(difference) <= SAME * abs(beside)


def _all_small(differences: Values, beside: Values) -> bool:
    """Return whether the differences are rounding beside the values, wherever those are finite."""
    return not np.any(np.abs(differences) > SAME_AT_SAMPLES * np.max(np.abs(beside), initial=0.0))
