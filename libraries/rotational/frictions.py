"""Brakes, clutches and bearings: dry friction that sticks and slips, and the freewheel."""

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.expression import as_expr
from blocks.functions import absolute, der, interpolate, leave_when, machine, where
from libraries.friction import NEVER_ZERO, FrictionFaces, SlidingFriction, StribeckLaw, at_speed
from libraries.rotational.components import CompliantWithSpeed
from libraries.rotational.ports import Shaft


class Rubbed(Block):
    """What brakes and bearings share: a shaft whose speed friction resists."""

    shaft = Shaft("shaft that is rubbed on")
    phi = Variable("rad", "angle of the shaft against what rubs on it", display="deg")
    w = Variable("rad/s", "speed of the shaft against what rubs on it")
    tau = Variable("N.m", "friction torque that resists the motion")

    def equations(self) -> Equations:
        yield self.w == der(self.phi)
        yield self.shaft.tau == self.tau


class Grounded(Rubbed):
    """A brake or a bearing that is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi


class Supported(Rubbed):
    """A brake or a bearing on a part that may turn itself."""

    support = Shaft("part that carries it")

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi - self.support.phi
        yield self.shaft.tau + self.support.tau == 0


class FrictionDiscs(FrictionFaces):
    """Faces at some distance from the axis."""

    speeds = Parameter([0.0], "rad/s", "relative speeds at which mu is given, rising from 0")
    radius = Parameter(1.0, "m", "effective radius of the friction faces times their number", min=0)


class Pads(FrictionDiscs, Rubbed):
    """Pads that are pressed on a turning disc."""

    def equations(self) -> Equations:
        yield from self.friction(self.tau, self.w, self.radius)


class Brake(Pads, Grounded):
    """Brake that is fixed to the ground."""


class BrakeWithSupport(Pads, Supported):
    """Brake on a part that may turn itself."""


class Clutch(FrictionDiscs, CompliantWithSpeed):
    """Clutch with dry friction between two shafts."""

    def equations(self) -> Equations:
        yield from self.friction(self.tau, self.w_rel, self.radius)


class Bearing(SlidingFriction, Rubbed):
    """What all bearings share."""

    def equations(self) -> Equations:
        yield from self.friction(self.tau, self.w)


class TableBearing(Bearing):
    """A bearing whose friction is given by points."""

    speeds = Parameter([0.0, 1.0], "rad/s", "speeds of the friction curve, rising from 0")
    torques = Parameter([0.0, 0.0], "N.m", "friction torque at each speed; the curve goes on straight", min=0)
    peak = Parameter(1.0, "1", "torque that breaks it away over sliding torque at speed 0", min=1)

    def sliding(self, speed: Expr) -> Expr:
        return interpolate(speed, self.speeds, self.torques)

    def breakaway(self) -> Expr:
        return self.peak * self.torques[0]


class StribeckTorque(StribeckLaw):
    """Torque that falls from rest to a film of oil, and then rises with the speed."""

    coulomb = Parameter(1.0, "N.m", "dry friction once it slides", min=0)
    stribeck = Parameter(0.5, "N.m", "how much more it is at rest", min=0)
    stribeck_speed = Parameter(0.1, "rad/s", "speed at which 1/e of that is left", min=1e-9)
    viscous = Parameter(0.0, "N.m.s/rad", "torque per speed", min=0)


class StribeckBearing(StribeckTorque, Bearing):
    """A bearing whose friction falls from rest to a film of oil, and then rises with the speed."""


class BearingFriction(TableBearing, Grounded):
    """Bearing with dry and viscous friction whose housing is fixed to the ground."""


class BearingFrictionWithSupport(TableBearing, Supported):
    """Bearing with dry and viscous friction in a part that may turn itself."""


class StribeckFriction(StribeckBearing, Grounded):
    """Bearing with dry, viscous and Stribeck friction whose housing is fixed to the ground."""


class StribeckFrictionWithSupport(StribeckBearing, Supported):
    """Bearing with dry, viscous and Stribeck friction in a part that may turn itself."""


def freewheel(clutch: CompliantWithSpeed, drive: Expr, rubbing: Expr, breakaway: Expr) -> Equations:
    """Yield the equations of a freewheel with friction beside it: shaft a drives b, and b runs ahead against friction.

    One unknown ``drive`` holds both together: two that stick side by side would not know how to share the torque.
    """
    w_rel = clutch.w_rel
    mode = machine(
        {
            # tried in this order, so the last one means one speed
            "unknown": [
                leave_when(w_rel > 0, "ahead"),
                leave_when(w_rel < 0, "behind"),
                leave_when(w_rel >= 0, "locked"),
            ],
            "behind": [leave_when(w_rel > 0, "locked")],
            "locked": [leave_when(drive < -breakaway, "ahead")],
            "ahead": [leave_when(w_rel < 0, "locked")],
        },
        # the first look decides: shafts of one speed are locked until b runs ahead
        start="unknown",
    )
    slips = where(mode.is_in("ahead"), rubbing, where(mode.is_in("behind"), -rubbing, 0))
    yield clutch.tau == slips - drive
    # as in friction, locked is an equation for the acceleration, so both modes have the same unknowns
    locks = mode.is_in("locked") | mode.is_in("unknown")
    yield where(locks, NEVER_ZERO * drive + der(w_rel), drive) == 0


class OneWayClutch(CompliantWithSpeed):
    """Freewheel: shaft a takes shaft b along forward, and b may run ahead of a freely.

    It locks without a jump: where b starts slower than a, it locks when they have come to one speed.
    """

    drive = Variable("any", "torque in N.m with which a drives b while locked, else 0")

    def equations(self) -> Equations:
        yield from freewheel(self, self.drive, as_expr(0), as_expr(0))


class OneWayFrictionClutch(FrictionDiscs, CompliantWithSpeed):
    """Freewheel with a friction clutch beside it: shaft a takes b along, and b runs ahead of a against friction."""

    hold = Variable("any", "torque in N.m with which a drives b while locked, else 0")

    def equations(self) -> Equations:
        pressing = where(self.engagement > 0, self.engagement, 0) * self.radius * self.normal_force
        rubbing = at_speed(absolute(self.w_rel), self.speeds, self.mu) * pressing
        yield from freewheel(self, self.hold, rubbing, self.peak * self.mu[0] * pressing)
