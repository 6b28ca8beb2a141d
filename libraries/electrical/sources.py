"""Sources of voltage and current. A positive current source drives current from p through itself to n."""

from blocks import Equations, Expr, Input, Parameter
from blocks.functions import maximum, minimum, pi, sin, time, where
from libraries.electrical.basic import TwoPin
from libraries.signals.base import piecewise
from libraries.signals.periodic import Periodic, Trapezoidal


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


class RampVoltage(TwoPin):
    """Voltage that rises steadily from one value to another."""

    height = Parameter(1.0, "V", "total rise")
    duration = Parameter(1.0, "s", "how long the rise takes", min=1e-9)
    offset = Parameter(0.0, "V", "voltage before the rise")
    delay = Parameter(0.0, "s", "time at which the rise begins")

    def equations(self) -> Equations:
        rise = self.height * (time - self.delay) / self.duration
        yield self.v == self.offset + piecewise(time - self.delay, [0, self.duration], [0, rise, self.height])


class PulseVoltage(TwoPin, Periodic):
    """Voltage that is high during the first part of each cycle, as from a pulse-width modulator."""

    amplitude = Parameter(1.0, "V", "height of the pulses")
    offset = Parameter(0.0, "V", "voltage between the pulses")
    width = Parameter(0.5, "1", "part of each cycle that is high", min=0, max=1)

    def equations(self) -> Equations:
        pulse = piecewise(self.elapsed(), [0, self.width * self.period], [0, self.amplitude, 0])
        yield self.v == self.offset + pulse


class TrapezoidVoltage(TwoPin, Trapezoidal):
    """Voltage that rises, stays, falls and rests in each cycle."""

    amplitude = Parameter(1.0, "V", "height of the pulses")
    offset = Parameter(0.0, "V", "voltage between the pulses")

    def equations(self) -> Equations:
        yield self.v == self.offset + self.trapezoid(self.amplitude)


class SignalVoltage(TwoPin):
    """Voltage that follows a signal."""

    voltage = Input("V", "voltage from p to n")

    def equations(self) -> Equations:
        yield self.v == self.voltage


class DCPowerSupply(TwoPin):
    """Laboratory supply: constant voltage as long as neither the largest power nor the largest current is reached.

    Its voltage must stay positive, and it takes current back only through its resistance.
    """

    V = Parameter(60.0, "V", "voltage without load", min=1e-9)
    I = Parameter(50.0, "A", "current into a short circuit", min=1e-9)
    P = Parameter(1200.0, "W", "largest power", min=1e-9)
    R = Parameter(0.01, "ohm", "resistance: how much the voltage falls with the current", min=1e-9)
    G = Parameter(0.01, "S", "conductance: how much the largest current falls with the voltage", min=0)

    def equations(self) -> Equations:
        # at a thousandth of the voltage the power is no limit any more, unless it is none at all
        by_power = self.P / maximum(self.v, 1e-3 * self.V)
        yield -self.i == minimum(minimum((self.V - self.v) / self.R, by_power), self.I - self.G * self.v)


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
