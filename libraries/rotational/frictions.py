"""Brakes, clutches and bearings: dry friction that sticks and slips, and the freewheel."""

from blocks import Block, Equations, Expr, Input, Parameter, Structural, Variable
from blocks.functions import der, interpolate, leave_when, machine, where
from libraries.friction import NEVER_ZERO, dry_friction, stribeck_curve
from libraries.rotational.components import CompliantWithSpeed
from libraries.rotational.ports import Shaft


class FrictionFaces(Block):
    """What brakes and clutches share: faces that are pressed on each other."""

    engagement = Input("1", "how much of the normal force presses; free at 0 and below")
    normal_force = Parameter(1.0, "N", "normal force at full engagement", min=0)
    mu = Parameter(0.5, "1", "coefficient of sliding friction", min=0)
    peak = Parameter(1.0, "1", "torque that breaks it away over sliding torque", min=1)
    radius = Parameter(1.0, "m", "effective radius of the friction faces times their number", min=0)
    hold = Variable("any", "holding torque in N.m while stuck, else 0")

    def friction(self, torque: Expr, speed: Expr) -> Equations:
        """Yield the equations for the torque that resists a relative speed."""
        pressing = self.engagement * self.normal_force
        sliding = self.mu * self.radius * pressing
        return dry_friction(
            torque,
            speed,
            self.hold,
            sliding=lambda speed: sliding,
            breakaway=self.peak * sliding,
            is_pressed=pressing > 0,
        )


class BrakeDisc(FrictionFaces):
    """What both brakes share: pads that are pressed on a turning disc."""

    shaft = Shaft("shaft that is braked")
    phi = Variable("rad", "angle of the shaft against the pads", display="deg")
    w = Variable("rad/s", "speed of the shaft against the pads")
    tau = Variable("N.m", "friction torque that resists the motion")

    def equations(self) -> Equations:
        yield self.w == der(self.phi)
        yield self.shaft.tau == self.tau
        yield from self.friction(self.tau, self.w)


class Brake(BrakeDisc):
    """Brake that is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi


class BrakeWithSupport(BrakeDisc):
    """Brake on a part that may turn itself."""

    support = Shaft("part that carries the brake")

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi - self.support.phi
        yield self.shaft.tau + self.support.tau == 0


class Clutch(FrictionFaces, CompliantWithSpeed):
    """Clutch with dry friction between two shafts."""

    def equations(self) -> Equations:
        yield from self.friction(self.tau, self.w_rel)


class Bearing(Block):
    """What all bearings share: friction that depends on nothing but the speed."""

    shaft = Shaft("shaft in the bearing")
    phi = Variable("rad", "angle of the shaft against the housing", display="deg")
    w = Variable("rad/s", "speed of the shaft against the housing")
    tau = Variable("N.m", "friction torque that resists the motion")
    hold = Variable("any", "holding torque in N.m while stuck, else 0")

    def sliding(self, speed: Expr) -> Expr:
        """Return the torque at a positive speed."""
        raise NotImplementedError

    def breakaway(self) -> Expr:
        """Return the torque that breaks it away."""
        raise NotImplementedError

    def equations(self) -> Equations:
        yield self.w == der(self.phi)
        yield self.shaft.tau == self.tau
        yield from dry_friction(self.tau, self.w, self.hold, sliding=self.sliding, breakaway=self.breakaway())


class GroundedBearing(Bearing):
    """A bearing whose housing is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi


class SupportedBearing(Bearing):
    """A bearing in a part that may turn itself."""

    support = Shaft("part that carries the bearing")

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi - self.support.phi
        yield self.shaft.tau + self.support.tau == 0


class TableBearing(Bearing):
    """A bearing whose friction is given by points."""

    speeds = Parameter([0.0, 1.0], "rad/s", "speeds of the friction curve, rising from 0")
    torques = Parameter([0.0, 0.0], "N.m", "friction torque at each speed; the curve goes on straight", min=0)
    peak = Parameter(1.0, "1", "torque that breaks it away over sliding torque at speed 0", min=1)

    def sliding(self, speed: Expr) -> Expr:
        return interpolate(speed, self.speeds, self.torques)

    def breakaway(self) -> Expr:
        return self.peak * self.torques[0]


class StribeckBearing(Bearing):
    """A bearing whose friction falls from rest to a film of oil, and then rises with the speed."""

    coulomb = Parameter(1.0, "N.m", "dry friction once it slides", min=0)
    stribeck = Parameter(0.5, "N.m", "how much more it is at rest", min=0)
    stribeck_speed = Parameter(0.1, "rad/s", "speed at which 1/e of that is left", min=1e-9)
    viscous = Parameter(0.0, "N.m.s/rad", "torque per speed", min=0)
    law = Structural("exponential", "how that falls with the speed", choices=("exponential", "gaussian"))

    def sliding(self, speed: Expr) -> Expr:
        return stribeck_curve(
            speed, coulomb=self.coulomb, extra=self.stribeck, fading_speed=self.stribeck_speed, viscous=self.viscous,
            law=self.law,
        )  # fmt: skip

    def breakaway(self) -> Expr:
        return self.coulomb + self.stribeck


class BearingFriction(TableBearing, GroundedBearing):
    """Bearing with dry and viscous friction whose housing is fixed to the ground."""


class BearingFrictionWithSupport(TableBearing, SupportedBearing):
    """Bearing with dry and viscous friction in a part that may turn itself."""


class StribeckFriction(StribeckBearing, GroundedBearing):
    """Bearing with dry, viscous and Stribeck friction whose housing is fixed to the ground."""


class StribeckFrictionWithSupport(StribeckBearing, SupportedBearing):
    """Bearing with dry, viscous and Stribeck friction in a part that may turn itself."""


class OneWayClutch(CompliantWithSpeed):
    """Freewheel: shaft a takes shaft b along forward, and b may run ahead of a freely.

    It locks without a jump: where b starts slower than a, it locks when they have come to one speed.
    """

    drive = Variable("any", "torque in N.m with which a drives b while locked, else 0")

    def equations(self) -> Equations:
        mode = machine(
            {
                # tried in this order, so the last one means one speed
                "unknown": [
                    leave_when(self.w_rel > 0, "ahead"),
                    leave_when(self.w_rel < 0, "behind"),
                    leave_when(self.w_rel >= 0, "locked"),
                ],
                "behind": [leave_when(self.w_rel > 0, "locked")],
                "locked": [leave_when(self.drive < 0, "ahead")],
                "ahead": [leave_when(self.w_rel < 0, "locked")],
            },
            # the first look decides: shafts of one speed are locked until b runs ahead
            start="unknown",
        )
        locks = mode.is_in("locked") | mode.is_in("unknown")
        yield self.tau == -self.drive
        # as in friction, locked is an equation for the acceleration, so both modes have the same unknowns
        yield where(locks, NEVER_ZERO * self.drive + der(self.w_rel), self.drive) == 0
