"""Inertias and what lies between them."""

from blocks import Block, Equations, Expr, Input, Parameter, Variable
from blocks.functions import clamp, der, where
from libraries.rotational.ports import Shaft
from libraries.stops import spring_push, stop_push


class Fixed(Block):
    """A shaft end that is held by the ground."""

    shaft = Shaft("shaft that is held")
    angle = Parameter(0.0, "rad", "angle", display="deg")

    def equations(self) -> Equations:
        yield self.shaft.phi == self.angle


class Rotor(Block):
    """What every rotor shares."""

    a = Shaft("left end")
    b = Shaft("right end")
    J = Parameter(1.0, "kg.m2", "moment of inertia", min=0)
    phi = Variable("rad", "angle", display="deg", state="prefer")
    w = Variable("rad/s", "speed", state="prefer")
    acceleration = Variable("rad/s2", "acceleration")

    def equations(self) -> Equations:
        yield self.phi == self.a.phi
        yield self.phi == self.b.phi
        yield self.w == der(self.phi)
        yield self.acceleration == der(self.w)


class Inertia(Rotor):
    """Rigid rotor."""

    def equations(self) -> Equations:
        yield self.J * self.acceleration == self.a.tau + self.b.tau


class Compliant(Block):
    """What everything elastic shares: no inertia, so the torque passes through."""

    a = Shaft("left end")
    b = Shaft("right end")
    phi_rel = Variable("rad", "twist: angle of b minus angle of a", display="deg")
    tau = Variable("N.m", "torque that turns the ends back")

    def equations(self) -> Equations:
        yield self.phi_rel == self.b.phi - self.a.phi
        yield self.b.tau == self.tau
        yield self.a.tau == -self.tau


class CompliantWithSpeed(Compliant):
    """An elastic part whose torque depends on the relative speed too."""

    w_rel = Variable("rad/s", "speed of b minus speed of a")

    def equations(self) -> Equations:
        yield self.w_rel == der(self.phi_rel)


class Spring(Compliant):
    """Linear torsion spring."""

    stiffness = Parameter(1.0, "N.m/rad", "torque per twist", min=0)
    free_angle = Parameter(0.0, "rad", "twist without load", display="deg")

    def equations(self) -> Equations:
        yield self.tau == self.stiffness * (self.phi_rel - self.free_angle)


class VariableSpring(Compliant):
    """Torsion spring whose stiffness is given by a signal."""

    stiffness = Input("N.m/rad", "torque per twist")
    free_angle = Parameter(0.0, "rad", "twist without load", display="deg")

    def equations(self) -> Equations:
        yield self.tau == self.stiffness * (self.phi_rel - self.free_angle)


class Damper(CompliantWithSpeed):
    """Linear damper."""

    damping = Parameter(1.0, "N.m.s/rad", "torque per speed", min=0)

    def equations(self) -> Equations:
        yield self.tau == self.damping * self.w_rel


class SpringDamper(CompliantWithSpeed):
    """Linear torsion spring with a linear damper beside it."""

    stiffness = Parameter(1.0, "N.m/rad", "torque per twist", min=0)
    damping = Parameter(1.0, "N.m.s/rad", "torque per speed", min=0)
    free_angle = Parameter(0.0, "rad", "twist without load", display="deg")

    def equations(self) -> Equations:
        yield self.tau == self.stiffness * (self.phi_rel - self.free_angle) + self.damping * self.w_rel


class ElastoBacklash(CompliantWithSpeed):
    """Torsion spring with a damper that acts only beyond a play, such as the backlash of gear teeth."""

    stiffness = Parameter(1e5, "N.m/rad", "torque per twist in contact", min=0)
    damping = Parameter(0.0, "N.m.s/rad", "torque per speed in contact", min=0)
    backlash = Parameter(0.0, "rad", "total play", min=0, display="deg")
    free_angle = Parameter(0.0, "rad", "twist in the middle of the play", display="deg")

    def elastic(self) -> Expr:
        """Return the torque without damping."""
        twist = self.phi_rel - self.free_angle
        return self.stiffness * (twist - clamp(twist, -self.backlash / 2, self.backlash / 2))

    def equations(self) -> Equations:
        twist = self.phi_rel - self.free_angle
        above = self.stiffness * (twist - self.backlash / 2)
        below = self.stiffness * (twist + self.backlash / 2)
        viscous = self.damping * self.w_rel
        # the damper never makes the teeth stick, and never more than doubles their elastic torque
        yield self.tau == where(
            twist > self.backlash / 2,
            clamp(above + viscous, 0, 2 * above),
            where(twist < -self.backlash / 2, clamp(below + viscous, 2 * below, 0), 0),
        )


class ElastoGap(CompliantWithSpeed):
    """Elastic end stop: a torsion spring with a damper that acts only while the twist is below its free angle."""

    stiffness = Parameter(1.0, "N.m/rad", "torque per twist in contact", min=0)
    damping = Parameter(1.0, "N.m.s/rad", "torque per speed in contact", min=0)
    free_angle = Parameter(0.0, "rad", "twist at which contact begins", display="deg")
    exponent = Parameter(1.0, "1", "power of the twist with which the torque grows", min=1)
    nominal = Parameter(1.0, "rad", "twist at which the torque is stiffness times it, for any exponent", min=1e-9)

    def equations(self) -> Equations:
        depth = self.free_angle - self.phi_rel
        elastic = spring_push(depth, stiffness=self.stiffness, exponent=self.exponent, nominal=self.nominal)
        yield self.tau == -stop_push(depth, elastic, -self.damping * self.w_rel)
