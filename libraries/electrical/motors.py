"""Where electrical becomes mechanical power: ideal converters, and motors with a winding and a rotor."""

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import der, dot, sum_of, vector
from libraries.electrical.basic import TwoPin
from libraries.electrical.dq import phase_waves
from libraries.electrical.ports import Pin
from libraries.rotational.ports import Shaft
from libraries.translational.ports import Flange


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


class VoiceCoil(TwoPin):
    """Ideal linear motor whose magnet stands still: add R, L and the moving mass beside it."""

    flange = Flange("coil carrier that is driven")
    k = Parameter(10.0, "N/A", "force per current, which is also voltage per speed")
    speed = Variable("m/s", "speed of the coil against the magnet")

    def equations(self) -> Equations:
        yield self.speed == der(self.flange.s)
        yield self.v == self.k * self.speed
        yield self.flange.f == -self.k * self.i


class Rotor(Block):
    """What every motor with a rotor shares: the torque of the currents turns an inertia with viscous friction."""

    shaft = Shaft("shaft that is driven")
    J = Parameter(1e-5, "kg.m2", "moment of inertia of the rotor", min=0)
    damping = Parameter(0.0, "N.m.s/rad", "viscous friction of the bearings", min=0)
    phi = Variable("rad", "angle of the rotor", display="deg", state="prefer")
    w = Variable("rad/s", "speed of the rotor", state="prefer")
    tau = Variable("N.m", "torque that the currents make")

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi
        yield self.w == der(self.phi)
        yield self.J * der(self.w) == self.tau - self.damping * self.w + self.shaft.tau


class DCMotor(TwoPin, Rotor):
    """Brushed motor with permanent magnets; its stator stands still."""

    R = Parameter(0.3, "ohm", "resistance of the winding", min=0)
    L = Parameter(1e-4, "H", "inductance of the winding", min=1e-9)
    k = Parameter(0.03, "N.m/A", "torque per current, which is also voltage per speed", min=0)
    i = Variable("A", "current from p to n", state="prefer")

    def equations(self) -> Equations:
        yield self.v == self.R * self.i + self.L * der(self.i) + self.k * self.w
        yield self.tau == self.k * self.i


class BrushlessMotor(Rotor):
    """Three-phase motor with permanent magnets, sinusoidal back-EMF and a floating star point; its stator stands still.

    At angle zero the north pole of the magnets lies on the axis of phase a. The inductance is the same at every angle,
    as with magnets on the surface of the rotor.
    """

    a = Pin("phase a")
    b = Pin("phase b")
    c = Pin("phase c")
    pole_pairs = Parameter(7.0, "1", "pairs of poles: electrical turns per turn of the shaft", min=1)
    R = Parameter(0.1, "ohm", "resistance of a phase, half of that between two pins", min=0)
    L = Parameter(1e-4, "H", "inductance of a phase, half of that between two pins", min=1e-9)
    k = Parameter(0.1, "N.m/A", "torque per amplitude of the phase currents", min=0)
    i = Variable("A", "currents into a, b and c", shape=3, state="prefer")
    star = Variable("V", "potential of the star point")

    def equations(self) -> Equations:
        _, q = phase_waves(self.pole_pairs * self.phi)
        # three phases share the torque: sum(q * q) is 3/2
        emf = 2 / 3 * self.k * self.w * q
        yield self.i == vector(self.a.i, self.b.i, self.c.i)
        yield sum_of(self.i) == 0
        yield vector(self.a.v, self.b.v, self.c.v) - self.star == self.R * self.i + self.L * der(self.i) + emf
        yield self.tau == 2 / 3 * self.k * dot(q, self.i)
