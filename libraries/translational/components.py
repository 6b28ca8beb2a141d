"""Masses and what lies between them."""

from blocks import Block, Equations, Expr, Input, Parameter, Variable
from blocks.functions import clamp, der, where
from libraries.stops import spring_push, stop_push
from libraries.translational.ports import Flange


class Fixed(Block):
    """A point of the ground."""

    flange = Flange("flange that is held")
    position = Parameter(0.0, "m", "position")

    def equations(self) -> Equations:
        yield self.flange.s == self.position


class Body(Block):
    """What every body that slides along a line shares."""

    a = Flange("left end")
    b = Flange("right end")
    m = Parameter(1.0, "kg", "mass", min=0)
    length = Parameter(0.0, "m", "length from a to b")
    s = Variable("m", "position of the middle", state="prefer")
    v = Variable("m/s", "speed", state="prefer")
    acceleration = Variable("m/s2", "acceleration")

    def equations(self) -> Equations:
        yield self.a.s == self.s - self.length / 2
        yield self.b.s == self.s + self.length / 2
        yield self.v == der(self.s)
        yield self.acceleration == der(self.v)


class Mass(Body):
    """Rigid body that slides along a line."""

    def equations(self) -> Equations:
        yield self.m * self.acceleration == self.a.f + self.b.f


class Rod(Block):
    """Rigid rod without mass."""

    a = Flange("left end")
    b = Flange("right end")
    length = Parameter(0.0, "m", "length from a to b")

    def equations(self) -> Equations:
        yield self.b.s == self.a.s + self.length
        yield self.a.f + self.b.f == 0


class Compliant(Block):
    """What everything elastic shares: no mass, so the force passes through."""

    a = Flange("left end")
    b = Flange("right end")
    s_rel = Variable("m", "length: position of b minus position of a")
    f = Variable("N", "force that pulls the ends together")

    def equations(self) -> Equations:
        yield self.s_rel == self.b.s - self.a.s
        yield self.b.f == self.f
        yield self.a.f == -self.f


class CompliantWithSpeed(Compliant):
    """An elastic part whose force depends on the relative speed too."""

    v_rel = Variable("m/s", "speed at which it becomes longer")

    def equations(self) -> Equations:
        yield self.v_rel == der(self.s_rel)


class Spring(Compliant):
    """Linear spring."""

    stiffness = Parameter(1.0, "N/m", "force per extension", min=0)
    free_length = Parameter(0.0, "m", "length without load")

    def equations(self) -> Equations:
        yield self.f == self.stiffness * (self.s_rel - self.free_length)


class VariableSpring(Compliant):
    """Spring whose stiffness is given by a signal."""

    stiffness = Input("N/m", "force per extension")
    free_length = Parameter(0.0, "m", "length without load")

    def equations(self) -> Equations:
        yield self.f == self.stiffness * (self.s_rel - self.free_length)


class Damper(CompliantWithSpeed):
    """Linear damper."""

    damping = Parameter(1.0, "N.s/m", "force per speed", min=0)

    def equations(self) -> Equations:
        yield self.f == self.damping * self.v_rel


class SpringDamper(CompliantWithSpeed):
    """Linear spring with a linear damper beside it."""

    stiffness = Parameter(1.0, "N/m", "force per extension", min=0)
    damping = Parameter(1.0, "N.s/m", "force per speed", min=0)
    free_length = Parameter(0.0, "m", "length without load")

    def equations(self) -> Equations:
        yield self.f == self.stiffness * (self.s_rel - self.free_length) + self.damping * self.v_rel


class ElastoGap(CompliantWithSpeed):
    """Elastic stop: a spring with a damper that acts only while its ends are closer than its free length."""

    stiffness = Parameter(1.0, "N/m", "force per compression in contact", min=0)
    damping = Parameter(1.0, "N.s/m", "force per speed in contact", min=0)
    free_length = Parameter(0.0, "m", "length at which contact begins")
    exponent = Parameter(1.0, "1", "power of the compression with which the force grows; 1.5 for a ball", min=1)
    nominal = Parameter(1.0, "m", "compression at which the force is stiffness times it, for any exponent", min=1e-9)

    def pushed(self, depth: Expr) -> Expr:
        """Return the push without damping."""
        return spring_push(depth, stiffness=self.stiffness, exponent=self.exponent, nominal=self.nominal)

    def equations(self) -> Equations:
        depth = self.free_length - self.s_rel
        yield self.f == -stop_push(depth, self.pushed(depth), -self.damping * self.v_rel)


class ElastoBacklash(CompliantWithSpeed):
    """Spring with a damper that acts only beyond a play, such as the backlash of a nut."""

    stiffness = Parameter(1e5, "N/m", "force per extension in contact", min=0)
    damping = Parameter(0.0, "N.s/m", "force per speed in contact", min=0)
    backlash = Parameter(0.0, "m", "total play", min=0)
    free_length = Parameter(0.0, "m", "length in the middle of the play")

    def equations(self) -> Equations:
        stretch = self.s_rel - self.free_length
        above = self.stiffness * (stretch - self.backlash / 2)
        below = self.stiffness * (stretch + self.backlash / 2)
        viscous = self.damping * self.v_rel
        # the damper never makes the faces stick, and never more than doubles their elastic force
        yield self.f == where(
            stretch > self.backlash / 2,
            clamp(above + viscous, 0, 2 * above),
            where(stretch < -self.backlash / 2, clamp(below + viscous, 2 * below, 0), 0),
        )
