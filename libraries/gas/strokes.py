"""What all cylinders share: a piston with friction, cushions and stops at both ends."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Parameter, Shared, Structural, Variable
from blocks.functions import absolute, clamp, der, let, maximum, pi, sign, sqrt
from libraries.friction import dry_friction
from libraries.gas.medium import Medium
from libraries.translational.ports import Flange


class Stroke(Block):
    """A piston that moves in a barrel.

    Friction is Coulomb's and viscous. ``smooth`` rounds it below ``slip_speed``, so that it needs no events but creeps
    where it should stick; ``stick and slip`` holds exactly. Cushions brake a piston that comes near an end, with a
    damping that grows over their length. The stops are elastic and never pull.
    """

    medium = Shared(Medium, "the gas")
    barrel = Flange("barrel")
    piston = Flange("piston rod")
    bore = Parameter(32e-3, "m", "diameter of the piston", min=1e-4, display="mm")
    stroke = Parameter(0.1, "m", "way of the piston", min=1e-6, display="mm")
    retracted_length = Parameter(0.0, "m", "distance of the flanges while the piston is at the cap end", display="mm")
    friction = Structural("smooth", "how dry friction is described", choices=("smooth", "stick and slip"))
    coulomb = Parameter(0.0, "N", "dry friction", min=0)
    viscous = Parameter(0.0, "N.s/m", "viscous friction per speed", min=0)
    peak = Parameter(1.0, "1", "force that breaks the piston away over dry friction; stick and slip only", min=1)
    slip_speed = Parameter(2e-3, "m/s", "speed at which smooth friction has 71 % of its strength", min=1e-9)
    cushion_length = Parameter(
        0.01, "m", "length of the cushion at each end, up to half of the stroke", min=1e-9, display="mm"
    )
    cushion_damping = Parameter(0.0, "N.s/m", "damping of a cushion at the stop; 0 without cushions", min=0)
    stop_stiffness = Parameter(1e6, "N/m", "stiffness of the stops", min=0)
    stop_damping = Parameter(1e3, "N.s/m", "damping of the stops", min=0)
    stop_onset = Parameter(1e-3, "m", "depth at which the stops damp with full strength", min=1e-9)
    x = Variable("m", "position of the piston, from the cap end", display="mm")
    v = Variable("m/s", "speed of the piston, outward")
    friction_force = Variable("N", "friction that resists the piston")
    hold = Variable("any", "friction that holds the piston while it sticks")
    end_force = Variable("N", "outward force of cushions and stops on the piston")
    f = Variable("N", "outward force on the rod")

    @property
    def cap_area(self) -> Expr:
        """Return the area of the piston on the side of the cap."""
        return let("A_cap", pi / 4 * self.bore**2)

    def push(self) -> Expr:
        """Return the outward force on the piston besides friction, cushions and stops."""
        raise NotImplementedError

    def equations(self) -> Equations:
        yield self.x == self.piston.s - self.barrel.s - self.retracted_length
        yield self.v == der(self.x)
        yield from self._friction()
        yield self.end_force == self._ends()
        yield self.f == self.push() + self.end_force - self.friction_force
        yield self.piston.f == -self.f
        yield self.barrel.f == self.f

    def _friction(self) -> Equations:
        if self.friction == "smooth":
            rounded = self.v / sqrt(self.v**2 + self.slip_speed**2)
            yield self.friction_force == self.coulomb * rounded + self.viscous * self.v
            yield self.hold == 0
            return
        breakaway = self.peak * self.coulomb
        yield from dry_friction(
            self.friction_force, self.v, self.hold, sliding=lambda v: self.coulomb + self.viscous * v,
            breakaway=breakaway,
        )  # fmt: skip

    def _ends(self) -> Expr:
        """Return the outward force of cushion and stop at the nearer end."""
        middle = self.stroke / 2
        outward = let("outward", sign(self.x - middle))
        depth, approach = let("depth", absolute(self.x - middle) - middle), let("approach", outward * self.v)
        cushion = self.cushion_damping * clamp(1 + depth / self.cushion_length, 0, 1) * maximum(approach, 0)
        pressed = maximum(depth, 0)
        reach = maximum(pressed, self.stop_onset)
        stop = pressed * maximum(self.stop_stiffness + self.stop_damping * approach / reach, 0)
        return -outward * (cushion + stop)
