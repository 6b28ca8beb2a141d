"""The turning frame of a three-phase machine: d along the field of the magnets, q ahead of it by a quarter turn.

Amplitudes are kept: a current q in the frame is a wave of amplitude q in each phase (Clarke and Park).
"""

from blocks import Expr
from blocks.functions import cos, dot, maximum, pi, sin, vector, where


def phase_waves(angle: Expr) -> tuple[Expr, Expr]:
    """Return what d and q are as seen from the three phases, at an electrical angle."""
    phases = vector(angle, angle - 2 * pi / 3, angle + 2 * pi / 3)
    return cos(phases), -sin(phases)


def to_phases(dq: Expr, angle: Expr) -> Expr:
    """Return the three phase values of a vector in the turning frame."""
    d, q = phase_waves(angle)
    return dq[0] * d + dq[1] * q


def from_phases(abc: Expr, angle: Expr) -> Expr:
    """Return the vector in the turning frame of three phase values."""
    d, q = phase_waves(angle)
    return vector(2 / 3 * dot(d, abc), 2 / 3 * dot(q, abc))


def within(dq: Expr, amplitude: Expr) -> Expr:
    """Return a vector no longer than ``amplitude``, in the same direction; reaching the limit is an event."""
    square = dot(dq, dq)
    shrink = where(square > amplitude**2, amplitude / maximum(square, amplitude**2) ** 0.5, 1)
    return shrink * dq
