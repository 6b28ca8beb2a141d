"""Motors with their amplifier: they make the torque that is asked for, within the limits of current and voltage.

A PI controller turns the error of the current into a voltage. Its zero cancels the pole of the winding, and it adds the
back-EMF, which it knows; so the current follows as a first-order low-pass of the given bandwidth. At the voltage limit
what was cut off is fed back to the integral, which thus remains the voltage drop R i and cannot wind up.
"""

from blocks import Equations, Expr, Input, Output, Parameter, Variable
from blocks.functions import der, dot, pi, vector
from libraries.electrical.dq import within
from libraries.electrical.motors import Rotor
from libraries.signals.base import limited


class Drive(Rotor):
    """What both drives share: a winding, and the control of its current ``i`` by its voltage ``v``."""

    torque = Input("N.m", "wanted torque of the currents")
    current = Output("A", "measured current that makes torque")
    R = Parameter(0.3, "ohm", "resistance of the winding", min=0)
    L = Parameter(1e-4, "H", "inductance of the winding", min=1e-9)
    k = Parameter(0.03, "N.m/A", "torque per current, which is also voltage per speed", min=1e-9)
    bandwidth = Parameter(500.0, "Hz", "frequency at which the current has fallen to 71 % of its target", min=1e-3)
    max_current = Parameter(20.0, "A", "limit of the current that is asked for", min=0)
    bus_voltage = Parameter(24.0, "V", "voltage of the supply", min=1e-9)
    i = Variable("A", "current", start=0, fixed=True, state="prefer")
    v = Variable("V", "voltage")
    integral = Variable("V", "integral action", start=0, fixed=True, state="prefer")
    power = Variable("W", "power taken from the supply")

    def equations(self) -> Equations:
        proportional = self.L * 2 * pi * self.bandwidth * (self.target() - self.i)
        wanted = proportional + self.integral + self.emf()
        yield self.v == self.limited_voltage(wanted)
        yield self.v == self.R * self.i + self.L * der(self.i) + self.emf()
        yield self.L * der(self.integral) == self.R * (proportional - (wanted - self.v))

    def asked_current(self) -> Expr:
        """Return the current for the wanted torque, as far as it is allowed."""
        return limited(self.torque / self.k, -self.max_current, self.max_current)

    def target(self) -> Expr:
        """Return what the current should be."""
        raise NotImplementedError

    def emf(self) -> Expr:
        """Return the voltage that the motion induces."""
        raise NotImplementedError

    def limited_voltage(self, voltage: Expr) -> Expr:
        """Return what the supply can give of a voltage."""
        raise NotImplementedError


class DCDrive(Drive):
    """Brushed motor with its amplifier, an H-bridge with a current loop; its stator stands still."""

    def equations(self) -> Equations:
        yield self.tau == self.k * self.i
        yield self.current == self.i
        yield self.power == self.v * self.i

    def target(self) -> Expr:
        return self.asked_current()

    def emf(self) -> Expr:
        return self.k * self.w

    def limited_voltage(self, voltage: Expr) -> Expr:
        return limited(voltage, -self.bus_voltage, self.bus_voltage)


class BrushlessDrive(Drive):
    """Brushless motor with its amplifier, an inverter with a field-oriented current loop; its stator stands still.

    Currents and voltages are those of the turning frame, d along the field of the magnets and q across it; their
    amplitudes are those of the phases. Only q makes torque, so d is kept at zero. Space-vector modulation gives phases
    an amplitude of the bus voltage divided by the square root of 3. The motor is that of ``BrushlessMotor``.
    """

    pole_pairs = Parameter(7.0, "1", "pairs of poles: electrical turns per turn of the shaft", min=1)
    R = Parameter(0.1, "ohm", "resistance of a phase, half of that between two pins", min=0)
    L = Parameter(1e-4, "H", "inductance of a phase, half of that between two pins", min=1e-9)
    k = Parameter(0.1, "N.m/A", "torque per amplitude of the phase currents", min=1e-9)
    i = Variable("A", "currents d and q", shape=2, start=0, fixed=True, state="prefer")
    v = Variable("V", "voltages d and q", shape=2)
    integral = Variable("V", "integral action for d and q", shape=2, start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        yield self.tau == self.k * self.i[1]
        yield self.current == self.i[1]
        # amplitudes in the frame: three phases, each with half their product
        yield self.power == 3 / 2 * dot(self.v, self.i)

    def target(self) -> Expr:
        return vector(0, self.asked_current())

    def emf(self) -> Expr:
        # the frame turns: each axis sees the flux of the other, and q that of the magnets too
        w = self.pole_pairs * self.w
        return vector(-w * self.L * self.i[1], w * self.L * self.i[0] + 2 / 3 * self.k * self.w)

    def limited_voltage(self, voltage: Expr) -> Expr:
        return within(voltage, self.bus_voltage / 3**0.5)
