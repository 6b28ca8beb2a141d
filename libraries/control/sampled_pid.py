"""Controllers that run on a computer: they read, compute and write at fixed instants.

At the first sample the derivative of the measurement is zero. The error before the first sample counts as its start
value, 0, so that the derivative of the error answers a target that was there from the beginning.
"""

from blocks import Equations, Expr, Input, Output, Parameter, SampledBlock, Structural, Variable
from blocks.functions import clamp, previous


class SampledController(SampledBlock):
    """What every sampled controller shares: target, measurement, and a limited command."""

    target = Input("any", "set point")
    measured = Input("any", "measurement")
    command = Output("any", "controller output")
    kp = Parameter(1.0, "any", "proportional gain")
    low = Parameter(-1e9, "any", "lower limit of the command", not_above="high")
    high = Parameter(1e9, "any", "upper limit of the command")
    error = Variable("any", "target minus measurement", start=0)

    def equations(self) -> Equations:
        yield self.error == self.target - self.measured

    def limit(self, command: Expr) -> Expr:
        """Return the command between the limits."""
        return clamp(command, self.low, self.high)


class SampledIntegral(SampledController):
    """Sum of the errors, kept inside the output limits so that it cannot wind up."""

    ki = Parameter(0.0, "any", "integral gain, per second", min=0)
    integral = Variable("any", "integral action", start=0)

    def equations(self) -> Equations:
        yield self.integral == self.limit(previous(self.integral) + self.ki * self.period * self.error)


class SampledDerivative(SampledController):
    """Difference between two samples, of the measurement or of the error."""

    kd = Parameter(0.0, "any", "derivative gain, times one second", min=0)
    derivative = Structural("measured", "what is differentiated", choices=("measured", "error"))

    def slope(self) -> Expr:
        """Return the rate of change of the error, with the target taken as constant unless the error is chosen."""
        if self.derivative == "error":
            return (self.error - previous(self.error)) / self.period
        return (previous(self.measured) - self.measured) / self.period


class SampledPD(SampledDerivative):
    """Sampled proportional-derivative controller."""

    def equations(self) -> Equations:
        yield self.command == self.limit(self.kp * self.error + self.kd * self.slope())


class SampledPI(SampledIntegral):
    """Sampled proportional-integral controller; the integral is clamped to the output limits."""

    def equations(self) -> Equations:
        yield self.command == self.limit(self.kp * self.error + self.integral)


class SampledPID(SampledDerivative, SampledIntegral):
    """Sampled proportional-integral-derivative controller; the integral is clamped to the output limits."""

    def equations(self) -> Equations:
        yield self.command == self.limit(self.kp * self.error + self.integral + self.kd * self.slope())
