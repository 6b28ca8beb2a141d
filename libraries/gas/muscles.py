"""Pneumatic muscles."""

from __future__ import annotations

from blocks import Equations, Expr, Parameter, Variable
from blocks.functions import absolute, der, let, maximum, minimum, pi, sin, sqrt, tan
from libraries.gas.volumes import OneProcessing
from libraries.translational.ports import Flange


class McKibbenMuscle(OneProcessing):
    """Braided muscle that shortens and pulls when it is filled.

    The force follows from the volume by virtual work, ``F dL = -p dV``, with p above the surroundings (C.-P. Chou,
    B. Hannaford, Measurement and modeling of McKibben pneumatic artificial muscles, IEEE Trans. Robotics and
    Automation 12, 1996). ``end_factor`` accounts for the ends, which do not widen (B. Tondu, P. Lopez, IEEE Control
    Systems 20, 2000). A muscle that is shorter than its pressure would make it is slack; it never pushes.

    ``hysteresis`` is the friction of the braid as a part of the pull at rest length. It always resists the motion.
    """

    a = Flange("one end")
    b = Flange("other end")
    rest_length = Parameter(0.3, "m", "length without pressure and load", min=1e-6, display="mm")
    diameter = Parameter(15e-3, "m", "diameter without pressure", min=1e-6, display="mm")
    braid_angle = Parameter(
        0.4, "rad", "angle of the threads to the axis without pressure", min=0.01, max=0.95, display="deg"
    )
    end_factor = Parameter(1.0, "1", "contraction in the middle over that of the whole muscle", min=1, max=2)
    dead_volume = Parameter(1e-6, "m3", "volume of fittings", min=0, display="cm3")
    stiffness = Parameter(0.0, "N/m", "elasticity of hose and braid beyond the rest length", min=0)
    damping = Parameter(0.0, "N.s/m", "viscous friction per speed", min=0)
    hysteresis = Parameter(0.0, "1", "dry friction of the braid over the pull at rest length", min=0, max=1)
    slip_speed = Parameter(2e-3, "m/s", "speed at which dry friction has 71 % of its strength", min=1e-9)
    length = Variable("m", "length", start=0.3, display="mm")
    speed = Variable("m/s", "speed at which it becomes longer")
    contraction = Variable("1", "contraction over the rest length", display="%")
    V = Variable("m3", "volume of the gas", start=5e-5, nominal=5e-5, display="cm3")
    pull = Variable("N", "force by pressure and elasticity, without friction")
    tension = Variable("N", "force that pulls the ends together", min=0)

    def volume(self) -> Expr:
        return self.V

    @property
    def area(self) -> Expr:
        """Return the cross-section without pressure."""
        return let("A", pi / 4 * self.diameter**2)

    def bulge(self) -> tuple[Expr, Expr, Expr]:
        """Return the two numbers of the braid, and the contraction up to the largest one."""
        opening, closing = let("k_1", 3 / tan(self.braid_angle) ** 2), let("k_2", 1 / sin(self.braid_angle) ** 2)
        largest = (1 - sqrt(closing / opening)) / self.end_factor
        return opening, closing, let("e", minimum(self.contraction, largest))

    def equations(self) -> Equations:
        opening, closing, e = self.bulge()
        left = 1 - self.end_factor * e
        gauge = self.p - self.medium.p
        yield self.length == self.b.s - self.a.s
        yield self.speed == der(self.length)
        yield self.contraction == 1 - self.length / self.rest_length
        growth = opening * (1 - left**3) / (3 * self.end_factor) - closing * e
        # threads that are pulled straight enclose nothing; a little is left so that pressures stay finite
        yield self.V == self.dead_volume + self.area * self.rest_length * maximum(1 + growth, 0.01)
        elastic = self.stiffness * maximum(self.length - self.rest_length, 0)
        yield self.pull == maximum(self.area * gauge * (opening * left**2 - closing) + elastic, 0)
        braid = self.hysteresis * self.area * absolute(gauge) * (opening - closing)
        rubbing = braid * self.speed / sqrt(self.speed**2 + self.slip_speed**2)
        yield self.tension == maximum(self.pull + rubbing + self.damping * self.speed, 0)
        yield self.b.f == self.tension
        yield self.a.f == -self.tension
