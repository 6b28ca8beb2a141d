"""Dry friction: one law for everything that sticks and slips, along a line or about an axis."""

from __future__ import annotations

from collections.abc import Callable

from blocks import Equations, Expr
from blocks.functions import der, leave_when, machine, maximum, where


def dry_friction(
    force: Expr,
    speed: Expr,
    hold: Expr,
    *,
    sliding: Callable[[Expr], Expr],
    breakaway: Expr,
    is_pressed: Expr | None = None,
    sliding_back: Callable[[Expr], Expr] | None = None,
    breakaway_back: Expr | None = None,
) -> Equations:
    """Yield the two equations of dry friction between two faces, for their ``force`` and for the unknown ``hold``.

    ``speed`` is that of one face against the other and ``force`` is what resists it. ``sliding`` returns the size of
    the force at a positive speed. Sticking faces hold with whatever keeps their relative acceleration zero, up to
    ``breakaway``. Because that is an equation for the acceleration, not the speed, all modes have the same unknowns and
    the same index. Without ``is_pressed`` the faces always touch; ``..._back`` is for faces that slide backward with
    another force than forward.

    Reference: M. Otter, H. Elmqvist, S. E. Mattsson, Hybrid modeling in Modelica based on the synchronous data flow
    principle, CACSD 1999.
    """
    sliding_back = sliding_back or sliding
    breakaway_back = breakaway if breakaway_back is None else breakaway_back
    let_go = [] if is_pressed is None else [leave_when(~is_pressed, "free")]
    mode = machine(
        {
            # tried in this order, so the last one means speed zero
            "free": [
                leave_when(pressed(speed > 0, is_pressed), "forward"),
                leave_when(pressed(speed < 0, is_pressed), "backward"),
                leave_when(speed >= 0 if is_pressed is None else is_pressed, "stuck"),
            ],
            "forward": [*let_go, leave_when(speed < 0, "stuck")],
            "backward": [*let_go, leave_when(speed > 0, "stuck")],
            "stuck": [*let_go, leave_when(hold > breakaway, "forward"), leave_when(hold < -breakaway_back, "backward")],
        },
        # the first look decides: pressed faces that already move slide at once
        start="free",
    )
    slide_back = where(mode.is_in("backward"), -sliding_back(-speed), hold)
    yield force == where(mode.is_in("forward"), sliding(speed), slide_back)
    # hold is zero unless the faces stick
    yield where(mode.is_in("stuck"), der(speed), hold) == 0


def pressed(condition: Expr, is_pressed: Expr | None) -> Expr:
    """Return a condition that counts only while the faces are pressed on each other."""
    return condition if is_pressed is None else is_pressed & condition


def mesh_friction(
    loss: Expr, speed: Expr, hold: Expr, *, load: Expr, forward: Expr, backward: Expr, bearing: Expr
) -> Equations:
    """Yield the equations of a mesh of teeth or threads, whose friction grows with the load that it carries.

    All is seen from the driving side: ``load`` is what an ideal mesh would have to overcome there, ``loss`` what the
    real one needs on top. ``forward`` is the efficiency while the load is driven, ``backward`` while it drives; a load
    cannot drive a mesh whose backward efficiency is zero or below. ``bearing`` is lost without any load too.
    """

    def sliding(load: Expr) -> Expr:
        return bearing + maximum(load * (1 / forward - 1), -load * (1 - backward))

    ahead, back = sliding(load), sliding(-load)
    yield from dry_friction(
        loss, speed, hold, sliding=lambda _: ahead, breakaway=ahead, sliding_back=lambda _: back, breakaway_back=back
    )
