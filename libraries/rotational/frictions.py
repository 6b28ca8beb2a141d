"""Brakes and clutches: dry friction that sticks and slips."""

from blocks import Block, Equations, Expr, Input, Parameter, Variable
from blocks.functions import der
from libraries.friction import dry_friction
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
