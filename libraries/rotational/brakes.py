"""Brakes: dry friction that sticks and slips."""

from blocks import Block, Equations, Input, Parameter, Variable
from blocks.functions import der
from libraries.friction import dry_friction
from libraries.rotational.ports import Shaft


class BrakeDisc(Block):
    """What both brakes share: pads that are pressed on a turning disc."""

    shaft = Shaft("shaft that is braked")
    engagement = Input("1", "how much of the normal force presses; free at 0 and below")
    normal_force = Parameter(1.0, "N", "normal force at full engagement", min=0)
    mu = Parameter(0.5, "1", "coefficient of sliding friction", min=0)
    peak = Parameter(1.0, "1", "torque that breaks it away over sliding torque", min=1)
    radius = Parameter(1.0, "m", "effective radius of the friction faces times their number", min=0)
    phi = Variable("rad", "angle of the shaft against the pads", display="deg")
    w = Variable("rad/s", "speed of the shaft against the pads")
    tau = Variable("N.m", "friction torque that resists the motion")
    hold = Variable("any", "holding torque in N.m while stuck, else 0")

    def equations(self) -> Equations:
        pressing = self.engagement * self.normal_force
        sliding = self.mu * self.radius * pressing
        yield self.w == der(self.phi)
        yield self.shaft.tau == self.tau
        yield from dry_friction(
            self.tau,
            self.w,
            self.hold,
            sliding=lambda speed: sliding,
            breakaway=self.peak * sliding,
            is_pressed=pressing > 0,
        )


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
