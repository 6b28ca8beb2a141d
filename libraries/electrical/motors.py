"""Where electrical becomes mechanical power."""

from blocks import Equations, Parameter, Variable
from blocks.functions import der
from libraries.electrical.basic import TwoPin
from libraries.rotational.ports import Shaft


class Electromotive(TwoPin):
    """What both kinds of EMF share: voltage follows speed, torque follows current."""

    shaft = Shaft("shaft that is driven")
    k = Parameter(1.0, "N.m/A", "torque per current, which is also voltage per speed")
    w = Variable("rad/s", "speed of the shaft against the stator")

    def equations(self) -> Equations:
        yield self.v == self.k * self.w
        yield self.shaft.tau == -self.k * self.i


class EMF(Electromotive):
    """Ideal electric motor or generator whose stator stands still: add R, L and inertia beside it."""

    def equations(self) -> Equations:
        yield self.w == der(self.shaft.phi)


class EMFWithSupport(Electromotive):
    """Ideal electric motor or generator whose stator is part of the diagram."""

    support = Shaft("stator")

    def equations(self) -> Equations:
        yield self.w == der(self.shaft.phi - self.support.phi)
        yield self.shaft.tau + self.support.tau == 0
