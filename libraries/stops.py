"""Ends of a way: elastic stops that push back, and rigid ones from which things bounce."""

from __future__ import annotations

from collections.abc import Callable

from blocks import Equations, Expr
from blocks.functions import der, leave_when, machine, maximum, minimum, no_event, reinit, when, where
from libraries.friction import NEVER_ZERO


def spring_push(depth: Expr, *, stiffness: Expr, exponent: Expr, nominal: Expr) -> Expr:
    """Return how hard a spring pushes back whose force grows with a power of the depth; linear for exponent 1."""
    return stiffness * depth * maximum(depth / nominal, NEVER_ZERO) ** (exponent - 1)


def stop_push(depth: Expr, elastic: Expr, viscous: Expr) -> Expr:
    """Return how hard an elastic stop pushes back.

    The damper never lets the stop pull, and never more than doubles its push: so it opposes the motion, begins at zero,
    and no energy comes out that did not go in.
    """
    # in this order the push is zero, not negative, at a depth that is a hair below zero
    return where(depth > 0, elastic + maximum(minimum(viscous, elastic), -elastic), 0)


def between_stops(
    force: Expr,
    hold: Expr,
    speed: Expr,
    *,
    to_low: Expr,
    to_high: Expr,
    restitution: Expr,
    rest_speed: Expr,
    sliding: Callable[[Expr], Expr],
    breakaway: Expr,
) -> Equations:
    """Yield the equations of a body that slides with dry friction between two rigid stops, for ``force`` and ``hold``.

    ``force`` is what friction and stops exert against ``speed``, which must be a state, for it jumps. ``to_low``
    and ``to_high`` are the ways left. As in ``dry_friction``, what rests has no acceleration: by friction alone up to
    ``breakaway``, and at a stop whatever presses it on. An impact that would leave less than ``rest_speed`` ends the
    bouncing.
    """
    at_low, at_high = to_low <= 0, to_high <= 0
    mode = machine(
        {
            # tried in this order, so the last one means speed zero
            "unknown": [
                leave_when(speed > 0, "forward"),
                leave_when(speed < 0, "backward"),
                leave_when(speed >= 0, "stuck"),
            ],
            "forward": [leave_when(at_high, "hits high"), leave_when(speed < 0, "stuck")],
            "backward": [leave_when(at_low, "hits low"), leave_when(speed > 0, "stuck")],
            "stuck": [
                leave_when((hold > breakaway) & at_high, "high"),
                leave_when((hold < -breakaway) & at_low, "low"),
                leave_when((hold > breakaway) & ~at_high, "forward"),
                leave_when((hold < -breakaway) & ~at_low, "backward"),
            ],
            # the jump of the speed decides what follows
            "hits low": [leave_when(speed > 0, "forward"), leave_when(speed >= 0, "low")],
            "hits high": [leave_when(speed < 0, "backward"), leave_when(speed <= 0, "high")],
            "low": [leave_when(hold > breakaway, "forward")],
            "high": [leave_when(hold < -breakaway, "backward")],
        },
        start="unknown",
    )
    slide_back = where(mode.is_in("backward"), -sliding(-speed), hold)
    yield force == where(mode.is_in("forward"), sliding(speed), slide_back)
    # hold is zero while it moves
    moves = mode.is_in("forward") | mode.is_in("backward")
    yield where(moves, hold, NEVER_ZERO * hold - der(speed)) == 0
    left = restitution * speed
    bounced = no_event(where((left > rest_speed) | (left < -rest_speed), -left, 0))
    yield when(mode.is_in("hits low"), reinit(speed, bounced))
    yield when(mode.is_in("hits high"), reinit(speed, bounced))
