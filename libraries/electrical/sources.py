"""Sources of voltage and current. A positive current source drives current from p through itself to n."""

from blocks import Equations, Expr, Input, Parameter
from blocks.functions import pi, sin, time, where
from libraries.electrical.basic import TwoPin


def delayed_sine(amplitude: Expr, frequency: Expr, phase: Expr, delay: Expr) -> Expr:
    """Return a sine that is zero until it begins."""
    return where(time < delay, 0, amplitude * sin(2 * pi * frequency * (time - delay) + phase))


class ConstantVoltage(TwoPin):
    """Ideal battery."""

    V = Parameter(1.0, "V", "voltage")

    def equations(self) -> Equations:
        yield self.v == self.V


class StepVoltage(TwoPin):
    """Voltage that jumps once."""

    height = Parameter(1.0, "V", "height of the step")
    offset = Parameter(0.0, "V", "voltage before the step")
    delay = Parameter(0.0, "s", "time of the step")

    def equations(self) -> Equations:
        yield self.v == self.offset + where(time < self.delay, 0, self.height)


class SineVoltage(TwoPin):
    """Sinusoidal voltage."""

    amplitude = Parameter(1.0, "V", "amplitude")
    frequency = Parameter(50.0, "Hz", "frequency")
    phase = Parameter(0.0, "rad", "phase at the beginning of the sine", display="deg")
    offset = Parameter(0.0, "V", "mean voltage")
    delay = Parameter(0.0, "s", "time before the sine begins")

    def equations(self) -> Equations:
        sine = delayed_sine(self.amplitude, self.frequency, self.phase, self.delay)
        yield self.v == self.offset + sine


class SignalVoltage(TwoPin):
    """Voltage that follows a signal."""

    voltage = Input("V", "voltage from p to n")

    def equations(self) -> Equations:
        yield self.v == self.voltage


class ConstantCurrent(TwoPin):
    """Ideal source of a constant current."""

    I = Parameter(1.0, "A", "current from p through the source to n")

    def equations(self) -> Equations:
        yield self.i == self.I


class SineCurrent(TwoPin):
    """Sinusoidal current."""

    amplitude = Parameter(1.0, "A", "amplitude")
    frequency = Parameter(50.0, "Hz", "frequency")
    phase = Parameter(0.0, "rad", "phase at the beginning of the sine", display="deg")
    offset = Parameter(0.0, "A", "mean current")
    delay = Parameter(0.0, "s", "time before the sine begins")

    def equations(self) -> Equations:
        sine = delayed_sine(self.amplitude, self.frequency, self.phase, self.delay)
        yield self.i == self.offset + sine


class SignalCurrent(TwoPin):
    """Current that follows a signal."""

    current = Input("A", "current from p through the source to n")

    def equations(self) -> Equations:
        yield self.i == self.current
