"""Bodies between rigid stops."""

from blocks import Equations, Parameter, Variable
from libraries.stops import between_stops
from libraries.translational.brakes import StribeckForce
from libraries.translational.components import Body


class MassWithStopAndFriction(StribeckForce, Body):
    """Rigid body that slides with friction between two rigid stops, and bounces from them.

    Its speed jumps, and that of all that is joined to it rigidly.
    """

    low = Parameter(-1.0, "m", "stop for the left end", not_above="high")
    high = Parameter(1.0, "m", "stop for the right end")
    restitution = Parameter(0.0, "1", "speed after an impact over speed before", min=0, max=1)
    rest_speed = Parameter(1e-3, "m/s", "an impact that would leave less than this ends the bouncing", min=0)
    f = Variable("N", "force of friction and stops against the direction of the speed")
    hold = Variable("any", "holding force in N while it rests, else 0")

    def equations(self) -> Equations:
        yield self.m * self.acceleration == self.a.f + self.b.f - self.f
        yield from between_stops(
            self.f,
            self.hold,
            self.v,
            to_low=self.a.s - self.low,
            to_high=self.high - self.b.s,
            restitution=self.restitution,
            rest_speed=self.rest_speed,
            sliding=self.sliding,
            breakaway=self.breakaway(),
        )
