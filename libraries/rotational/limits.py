"""Limits of a joint."""

from blocks import Block, Equations, Expr, Output, Parameter
from blocks.functions import der, maximum
from libraries.rotational.ports import Shaft


class AngleLimits(Block):
    """Elastic stops on both sides of a joint; its torque has no jump, so that no events are needed.

    Damping grows with the depth up to ``onset``, and a stop never pulls: it only takes energy.
    """

    shaft = Shaft("drive of the joint")
    low = Parameter(-1.5708, "rad", "lowest angle", not_above="high", display="deg")
    high = Parameter(1.5708, "rad", "highest angle", display="deg")
    stiffness = Parameter(1e3, "N.m/rad", "torque per depth", min=0)
    damping = Parameter(1.0, "N.m.s/rad", "torque per speed of approach", min=0)
    onset = Parameter(1e-3, "rad", "depth at which the damping has its full strength", min=1e-9, display="deg")
    torque = Output("N.m", "torque of the stops on the joint")

    def equations(self) -> Equations:
        speed = der(self.shaft.phi)
        yield self.torque == self._push(self.low - self.shaft.phi, -speed) - self._push(
            self.shaft.phi - self.high, speed
        )
        yield self.shaft.tau == -self.torque

    def _push(self, depth: Expr, approach: Expr) -> Expr:
        pressed = maximum(depth, 0)
        return pressed * maximum(self.stiffness + self.damping * approach / maximum(pressed, self.onset), 0)
