"""Continuous controllers with output limits.

All start from the error, target minus measured. An integral stops winding up at the limits: the part of the command
that was cut off is fed back to it.
"""

from collections.abc import Iterator

from blocks import Block, Equation, Equations, Expr, Input, Output, Parameter, Variable
from blocks.functions import der
from libraries.signals.base import limited


class Controller(Block):
    """What every controller shares: target, measurement, and a limited command."""

    target = Input("any", "set point")
    measured = Input("any", "measurement")
    command = Output("any", "controller output")
    k = Parameter(1.0, "any", "gain")
    low = Parameter(-1e9, "any", "lower limit of the command", not_above="high")
    high = Parameter(1e9, "any", "upper limit of the command")
    unlimited = Variable("any", "command before the limits")

    def equations(self) -> Equations:
        yield self.command == limited(self.unlimited, self.low, self.high)


class IntegralAction(Controller):
    """Integral of the error, held back while the command is at a limit."""

    Ti = Parameter(1.0, "s", "integral time: how long a constant error takes to double the command", min=1e-9)
    Ni = Parameter(0.9, "1", "anti-windup time, as a multiple of the integral time", min=1e-9)
    integral = Variable("any", "integral action", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        error = self.target - self.measured
        cut_off = self.unlimited - self.command
        yield self.Ti * der(self.integral) == error - cut_off / (self.k * self.Ni)


class DerivativeAction(Controller):
    """Filtered derivative of the weighted error; zero at the start."""

    Td = Parameter(0.1, "s", "derivative time", min=1e-9)
    Nd = Parameter(10.0, "1", "filter: its time constant is the derivative time divided by this", min=1e-3)
    target_rate_weight = Parameter(0.0, "1", "part of the target that is differentiated; 0 avoids kicks", min=0)
    filtered = Variable("any", "filtered input of the derivative", state="prefer")

    def equations(self) -> Equations:
        yield self.Td * der(self.filtered) == self.slope()

    def initial_equations(self) -> Iterator[Equation]:
        yield self.filtered == self.target_rate_weight * self.target - self.measured

    def slope(self) -> Expr:
        """Return the derivative time times the filtered derivative."""
        return self.Nd * (self.target_rate_weight * self.target - self.measured - self.filtered)


class PD(DerivativeAction):
    """Proportional-derivative controller."""

    def equations(self) -> Equations:
        yield self.unlimited == self.k * (self.target - self.measured + self.slope())


class PI(IntegralAction):
    """Proportional-integral controller with anti-windup."""

    def equations(self) -> Equations:
        yield self.unlimited == self.k * (self.target - self.measured + self.integral)


class PID(DerivativeAction, IntegralAction):
    """Proportional-integral-derivative controller with anti-windup."""

    target_weight = Parameter(1.0, "1", "part of the target that the proportional action sees", min=0)

    def equations(self) -> Equations:
        proportional = self.target_weight * self.target - self.measured
        yield self.unlimited == self.k * (proportional + self.integral + self.slope())
