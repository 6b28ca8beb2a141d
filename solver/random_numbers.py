"""Random numbers for sampled blocks: reproducible, and independent between all blocks of a diagram.

The generator is MRG32k3a (L'Ecuyer, Operations Research 47, 1999), which needs only sums and products that are exact in
double precision. So it gives the same numbers on every machine, compiled or not. It begins at a place that follows from
the name of the block and from its seed; the period is 3e57.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

FIRST, SECOND = 4294967087, 4294944443  # the two moduli
SCALE = 2.328306549295727688e-10
SPREAD = (2654435761, 2246822519, 3266489917, 668265263, 374761393, 1597334677)

State = list[ca.SX]


def drawn(before: Sequence[ca.SX], stream: Sequence[ca.SX], seed: ca.SX, count: int) -> tuple[list[ca.SX], State]:
    """Return normally distributed numbers, and the state after them; a state of zeros is one that was never used."""
    is_first = before[0] + before[1] + before[2] < 0.5
    state = [ca.if_else(is_first, new, old) for new, old in zip(_seeded(stream, seed), before, strict=True)]
    found: list[ca.SX] = []
    while len(found) < count:
        a, state = uniform(state)
        b, state = uniform(state)
        # two evenly distributed numbers make two normally distributed ones (Box and Muller)
        size = ca.sqrt(-2 * ca.log(a))
        found += [size * ca.cos(2 * ca.pi * b), size * ca.sin(2 * ca.pi * b)]
    return found[:count], state


def uniform(state: State) -> tuple[ca.SX, State]:
    """Return a number between 0 and 1, both excluded, and the state after it."""
    a, b, c, d, e, f = state
    first = _rest(1403580 * b - 810728 * a, FIRST)
    second = _rest(527612 * f - 1370589 * d, SECOND)
    difference = first - second
    return SCALE * ca.if_else(difference > 0, difference, difference + FIRST), [b, c, first, e, f, second]


def _seeded(stream: Sequence[ca.SX], seed: ca.SX) -> State:
    moduli = [FIRST] * 3 + [SECOND] * 3
    numbers = zip(stream, SPREAD, moduli, strict=True)
    return [1 + _rest(number + ca.floor(seed) * spread, modulus - 1) for number, spread, modulus in numbers]


def _rest(number: ca.SX, modulus: int) -> ca.SX:
    # where the quotient rounds up to a whole number, the rest is one modulus too low
    rest = number - modulus * ca.floor(number / modulus)
    return ca.if_else(rest < 0, rest + modulus, rest)
