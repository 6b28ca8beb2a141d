"""Dry friction: one law for everything that sticks and slips, along a line or about an axis."""

from __future__ import annotations

from collections.abc import Callable

from blocks import Equations, Expr
from blocks.functions import der, leave_when, machine, where


def dry_friction(
    force: Expr,
    speed: Expr,
    hold: Expr,
    *,
    sliding: Callable[[Expr], Expr],
    breakaway: Expr,
    is_pressed: Expr,
) -> Equations:
    """Yield the two equations of dry friction between two faces, for their ``force`` and for the unknown ``hold``.

    ``speed`` is that of one face against the other and ``force`` is what resists it. ``sliding`` returns the size of
    the force at a positive speed. Sticking faces hold with whatever keeps their relative acceleration zero, up to
    ``breakaway``. Because that is an equation for the acceleration, not the speed, all modes have the same unknowns and
    the same index.

    Reference: M. Otter, H. Elmqvist, S. E. Mattsson, Hybrid modeling in Modelica based on the synchronous data flow
    principle, CACSD 1999.
    """
    let_go = leave_when(~is_pressed, "free")
    mode = machine(
        {
            # tried in this order, so the last one means speed zero
            "free": [
                leave_when(is_pressed & (speed > 0), "forward"),
                leave_when(is_pressed & (speed < 0), "backward"),
                leave_when(is_pressed, "stuck"),
            ],
            "forward": [let_go, leave_when(speed < 0, "stuck")],
            "backward": [let_go, leave_when(speed > 0, "stuck")],
            "stuck": [let_go, leave_when(hold > breakaway, "forward"), leave_when(hold < -breakaway, "backward")],
        },
        # the first look decides: pressed faces that already move slide at once
        start="free",
    )
    slide_back = where(mode.is_in("backward"), -sliding(-speed), hold)
    yield force == where(mode.is_in("forward"), sliding(speed), slide_back)
    # hold is zero unless the faces stick
    yield where(mode.is_in("stuck"), der(speed), hold) == 0
