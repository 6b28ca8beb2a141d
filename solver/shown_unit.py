"""A unit for people: what is measured, and how it is shown; and what follows for sums, products and integrals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from blocks.units import Dimension, unit

# what summing up over time makes of a unit, where its dimension has several names
INTEGRALS = {"W": "J", "rad/s": "rad", "A": "C", "N": "N.s", "1/s": "1"}
RATES = {after: before for before, after in INTEGRALS.items() if after != "1"}
# units of SI where a dimension alone would give another one
COHERENT = {
    "angle": "rad", "angular speed": "rad/s", "angular acceleration": "rad/s2", "energy": "J", "frequency": "Hz",
}  # fmt: skip
SECOND = unit("s").dimension


@dataclass(frozen=True)
class Shown:
    """A unit, and the one in which people like to see it."""

    unit: str
    display: str = ""

    @property
    def dimension(self) -> Dimension:
        """Return what it measures."""
        return unit(self.unit).dimension


PLAIN = Shown("1")


def alike(kinds: Sequence[Shown | None]) -> Shown | None:
    """Return what all have that are known; numbers beside them have the same unit."""
    known = [kind for kind in kinds if kind is not None and kind != PLAIN]
    if not known:
        return PLAIN if kinds and None not in kinds else None
    first = next((kind for kind in known if kind.display), known[0])
    return first if all(kind.unit == first.unit or kind.dimension == first.dimension for kind in known) else None


def named(dimension: Dimension) -> Shown:
    """Return the unit of a dimension."""
    return PLAIN if dimension == Dimension.ONE else Shown(str(dimension))


def product(first: Shown, second: Shown) -> Shown:
    """Return the unit of a product.

    >>> product(Shown("N"), Shown("m")).unit
    'N.m'
    """
    if PLAIN in (first, second):
        return second if first == PLAIN else first
    return named(first.dimension * second.dimension)


def quotient(first: Shown, second: Shown) -> Shown:
    """Return the unit of a quotient."""
    if second == PLAIN:
        return first
    return named(first.dimension / second.dimension)


def integral(kind: Shown) -> Shown:
    """Return the unit of an integral over time.

    >>> integral(Shown("W")).unit, integral(Shown("m/s")).unit
    ('J', 'm')
    """
    if kind.unit in INTEGRALS:
        return Shown(INTEGRALS[kind.unit])
    return named(kind.dimension * SECOND)


def rate(kind: Shown) -> Shown:
    """Return the unit of a derivative with respect to time."""
    if kind.unit in RATES:
        return Shown(RATES[kind.unit])
    return named(kind.dimension / SECOND)
