"""Dry friction: one law for everything that sticks and slips, along a line or about an axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from blocks import Block, Equations, Expr, Input, Parameter, Structural, Variable
from blocks.functions import absolute, clamp, der, exp, interpolate, leave_when, machine, where

# so small that what sticks does not creep; where a motion is prescribed it says in which direction the faces slide
NEVER_ZERO = 1e-30

Law = Callable[[Expr], Expr]


def dry_friction(
    force: Expr,
    speed: Expr,
    hold: Expr,
    *,
    sliding: Law,
    breakaway: Expr,
    is_pressed: Expr | None = None,
    sliding_back: Law | None = None,
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
    mode = machine(modes, start="unknown", lasting=["stuck"])
    sticks = mode.is_in("stuck") | mode.is_in("unknown")
    slide_back = where(mode.is_in("backward"), -sliding_back(-speed), hold)
    yield force == where(mode.is_in("forward"), sliding(speed), slide_back)
    # hold is zero unless the faces stick
    yield where(sticks, NEVER_ZERO * hold - der(speed), hold) == 0


class FrictionFaces(Block):
    """What brakes and clutches share: faces that an input presses on each other."""

    engagement = Input("1", "share of the normal force that presses; free at 0 and below")
    normal_force = Parameter(1.0, "N", "normal force at full engagement", min=0)
    speeds = Parameter([0.0], "any", "relative speeds at which mu is given, rising from 0")
    mu = Parameter(0.5, "1", "coefficient of sliding friction, at each speed or at all", min=0, shape="speeds")
    peak = Parameter(1.0, "1", "what breaks it away over sliding friction at speed 0", min=1)
    hold = Variable("any", "what holds it while stuck, in N or N.m, else 0")

    def friction(self, force: Expr, speed: Expr, lever: Expr | float = 1.0) -> Equations:
        """Yield the equations for what resists a relative speed."""
        pressing = lever * self.engagement * self.normal_force
        return dry_friction(
            force,
            speed,
            self.hold,
            sliding=lambda speed: at_speed(speed, self.speeds, self.mu) * pressing,
            breakaway=self.peak * self.mu[0] * pressing,
            is_pressed=self.engagement * self.normal_force > 0,
        )


def at_speed(speed: Expr, speeds: Expr, values: Expr) -> Expr:
    """Return what a table says at a positive speed; beyond its last speed the last value stays.

    It must not go on straight: a coefficient that falls would become negative, and drive.
    """
    if len(speeds) == 1:
        return values[0]
    return interpolate(clamp(speed, speeds[0], speeds[-1]), speeds, values)


class SlidingFriction(Block):
    """What bearings and guides share: friction that depends on nothing but the speed."""

    hold = Variable("any", "what holds it while stuck, in N or N.m, else 0")

    def sliding(self, speed: Expr) -> Expr:
        """Return the friction at a positive speed."""
        raise NotImplementedError

    def breakaway(self) -> Expr:
        """Return what breaks it away."""
        raise NotImplementedError

    def friction(self, force: Expr, speed: Expr) -> Equations:
        """Yield the equations for what resists a speed."""
        return dry_friction(force, speed, self.hold, sliding=self.sliding, breakaway=self.breakaway())


class StribeckLaw(Block):
    """Friction that falls from rest to a film of oil, and then rises with the speed.

    Reference: B. Armstrong-Helouvry, P. Dupont, C. Canudas de Wit, A survey of models, analysis tools and compensation
    methods for the control of machines with friction, Automatica 30 (1994).
    """

    coulomb = Parameter(1.0, "any", "dry friction once it slides", min=0)
    stribeck = Parameter(0.5, "any", "how much more it is at rest", min=0)
    stribeck_speed = Parameter(0.1, "any", "speed at which 1/e of that is left", min=1e-9)
    viscous = Parameter(0.0, "any", "friction per speed", min=0)
    law = Structural("exponential", "how that falls with the speed", choices=("exponential", "gaussian"))

    def sliding(self, speed: Expr) -> Expr:
        """Return the friction at a positive speed."""
        size = absolute(speed)
        ratio = size / self.stribeck_speed
        fading = exp(-(ratio**2) if self.law == "gaussian" else -ratio)
        return self.coulomb + self.stribeck * fading + self.viscous * size

    def breakaway(self) -> Expr:
        """Return what breaks it away."""
        return self.coulomb + self.stribeck


def mesh_friction(
    loss: Expr, speed: Expr, hold: Expr, *, load: Expr, forward: Law, backward: Law, bearing: Law
) -> Equations:
    """Yield the equations of a mesh of teeth or threads, whose friction grows with the load that it carries.

    All is seen from the driving side: ``load`` is what an ideal mesh would have to overcome there, ``loss`` what the
    real one needs on top. ``forward`` is the efficiency while the load is driven, ``backward`` while it drives; a load
    cannot drive a mesh whose backward efficiency is zero or below. ``bearing`` is lost without any load too. All three
    may depend on the speed.
    """
    is_driven = load > 0

    # two cases instead of a kink: the equations stay linear, also where something else on the same shaft sticks too
    def ahead(size: Expr) -> Expr:
        return bearing(size) + where(is_driven, load * (1 / forward(size) - 1), load * (backward(size) - 1))

    def back(size: Expr) -> Expr:
        return bearing(size) + where(is_driven, load * (1 - backward(size)), load * (1 - 1 / forward(size)))

    rest = 0 * speed
    yield from dry_friction(
        loss, speed, hold, sliding=ahead, breakaway=ahead(rest), sliding_back=back, breakaway_back=back(rest)
    )
