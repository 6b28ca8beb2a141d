"""Dry friction: one law for everything that sticks and slips, along a line or about an axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from blocks import Equations, Expr
from blocks.functions import absolute, der, exp, leave_when, machine, where

# so small that what sticks does not creep; where a motion is prescribed it says in which direction the faces slide
NEVER_ZERO = 1e-30


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
    another force than forward. A motion that is prescribed may reverse.

    Reference: M. Otter, H. Elmqvist, S. E. Mattsson, Hybrid modeling in Modelica based on the synchronous data flow
    principle, CACSD 1999.
    """
    sliding_back = sliding_back or sliding
    breakaway_back = breakaway if breakaway_back is None else breakaway_back
    let_go = [] if is_pressed is None else [leave_when(~is_pressed, "free")]
    modes: dict[str, Sequence[tuple[Expr, str]]] = {
        # tried in this order, so the last one means speed zero
        "unknown": [
            *let_go,
            leave_when(speed > 0, "forward"),
            leave_when(speed < 0, "backward"),
            leave_when(speed >= 0, "stuck"),
        ],
        "forward": [*let_go, leave_when(speed < 0, "stuck")],
        "backward": [*let_go, leave_when(speed > 0, "stuck")],
        "stuck": [*let_go, leave_when(hold > breakaway, "forward"), leave_when(hold < -breakaway_back, "backward")],
    }
    if is_pressed is not None:
        modes["free"] = [leave_when(is_pressed, "unknown")]
    # the first look decides: faces that already move slide at once, others stick until their load breaks them away
    mode = machine(modes, start="unknown")
    sticks = mode.is_in("stuck") | mode.is_in("unknown")
    slide_back = where(mode.is_in("backward"), -sliding_back(-speed), hold)
    yield force == where(mode.is_in("forward"), sliding(speed), slide_back)
    # hold is zero unless the faces stick
    yield where(sticks, NEVER_ZERO * hold - der(speed), hold) == 0


def stribeck_curve(speed: Expr, *, coulomb: Expr, extra: Expr, fading_speed: Expr, viscous: Expr, law: str) -> Expr:
    """Return friction that falls from rest to a film of oil and then rises with the speed.

    Reference: B. Armstrong-Helouvry, P. Dupont, C. Canudas de Wit, A survey of models, analysis tools and compensation
    methods for the control of machines with friction, Automatica 30 (1994).
    """
    size = absolute(speed)
    ratio = size / fading_speed
    return coulomb + extra * exp(-(ratio**2) if law == "gaussian" else -ratio) + viscous * size


def mesh_friction(
    loss: Expr, speed: Expr, hold: Expr, *, load: Expr, forward: Expr, backward: Expr, bearing: Expr
) -> Equations:
    """Yield the equations of a mesh of teeth or threads, whose friction grows with the load that it carries.

    All is seen from the driving side: ``load`` is what an ideal mesh would have to overcome there, ``loss`` what the
    real one needs on top. ``forward`` is the efficiency while the load is driven, ``backward`` while it drives; a load
    cannot drive a mesh whose backward efficiency is zero or below. ``bearing`` is lost without any load too.
    """
    # two cases instead of a kink: the equations stay linear, also where something else on the same shaft sticks too
    is_driven, up, down = load > 0, load * (1 / forward - 1), load * (1 - backward)
    ahead = bearing + where(is_driven, up, -down)
    back = bearing + where(is_driven, down, -up)
    yield from dry_friction(
        loss, speed, hold, sliding=lambda _: ahead, breakaway=ahead, sliding_back=lambda _: back, breakaway_back=back
    )
