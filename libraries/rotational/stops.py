"""Rotors between rigid stops."""

from blocks import Equations, Parameter, Variable
from libraries.rotational.components import Rotor
from libraries.rotational.frictions import StribeckTorque
from libraries.stops import between_stops


class InertiaWithStopAndFriction(StribeckTorque, Rotor):
    """Rigid rotor that turns with friction between two rigid stops, and bounces from them.

    Its speed jumps, and that of all that is joined to it rigidly.
    """

    low = Parameter(-1.0, "rad", "lower stop", not_above="high", display="deg")
    high = Parameter(1.0, "rad", "upper stop", display="deg")
    restitution = Parameter(0.0, "1", "speed after an impact over speed before", min=0, max=1)
    rest_speed = Parameter(1e-3, "rad/s", "an impact that would leave less than this ends the bouncing", min=0)
    tau = Variable("N.m", "torque of friction and stops against the direction of the speed")
    hold = Variable("any", "holding torque in N.m while it rests, else 0")

    def equations(self) -> Equations:
        yield self.J * self.acceleration == self.a.tau + self.b.tau - self.tau
        yield from between_stops(
            self.tau,
            self.hold,
            self.w,
            to_low=self.phi - self.low,
            to_high=self.high - self.phi,
            restitution=self.restitution,
            rest_speed=self.rest_speed,
            sliding=self.sliding,
            breakaway=self.breakaway(),
        )
