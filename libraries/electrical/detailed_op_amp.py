"""An operational amplifier with what its data sheet says."""

from blocks import Equations, Parameter, Variable
from blocks.functions import clamp, der, leave_when, machine, pi, where
from libraries.electrical.op_amps import SuppliedAmplifier


class OpAmpDetailed(SuppliedAmplifier):
    """Operational amplifier by its data sheet, from the currents at its inputs to the limits of its output.

    Its stages follow each other: input, fast poles and zero, gain with the dominant pole between the supplies, slew
    rate, output. The inputs take their currents to ground.

    Reference: J. A. Connelly, P. Choi, Macromodeling with SPICE, Prentice Hall 1992.
    """

    input_resistance = Parameter(2e6, "ohm", "resistance between the inputs", min=1e-9)
    common_resistance = Parameter(2e9, "ohm", "resistance from each input to ground", min=1e-9)
    input_capacitance = Parameter(1.4e-12, "F", "capacitance between the inputs", min=0)
    offset_voltage = Parameter(1e-3, "V", "input voltage at which the output is zero")
    bias_current = Parameter(80e-9, "A", "mean current into the inputs")
    offset_current = Parameter(20e-9, "A", "how much more flows into p than into n")
    gain = Parameter(2e5, "1", "gain for slow signals", min=1)
    rejection = Parameter(3e4, "1", "gain per gain of what both inputs share (CMRR)", min=1e-9)
    pole = Parameter(5.0, "Hz", "dominant pole, the gain-bandwidth divided by the gain", min=1e-9)
    pole2 = Parameter(2e6, "Hz", "second pole", min=1e-9)
    pole3 = Parameter(20e6, "Hz", "third pole", min=1e-9)
    pole4 = Parameter(100e6, "Hz", "fourth pole", min=1e-9)
    zero = Parameter(5e6, "Hz", "zero", min=1e-9)
    margin_p = Parameter(0.0, "V", "how far the output stays below the positive supply", min=0)
    margin_n = Parameter(0.0, "V", "how far the output stays above the negative supply", min=0)
    rise_rate = Parameter(0.5e6, "V/s", "fastest rise of the output", min=0)
    fall_rate = Parameter(0.5e6, "V/s", "fastest fall of the output", min=0)
    slew_lag = Parameter(1.2e-6, "s", "time constant with which slower changes are followed", min=1e-12)
    output_resistance = Parameter(75.0, "ohm", "resistance of the output", min=1e-9)
    max_source_current = Parameter(25e-3, "A", "largest current out of the output", min=0)
    max_sink_current = Parameter(25e-3, "A", "largest current into the output", min=0)
    v_in = Variable("V", "input voltage without the offset", state="prefer")
    fast1 = Variable("V", "input voltage behind the second pole", start=0, fixed=True, state="prefer")
    fast2 = Variable("V", "and behind the third pole and the zero", start=0, fixed=True, state="prefer")
    fast3 = Variable("V", "and behind the fourth pole", start=0, fixed=True, state="prefer")
    amplified = Variable("V", "voltage behind the gain", start=0, fixed=True, state="prefer")
    inner = Variable("V", "voltage before the resistance of the output", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        yield from self.inputs()
        yield from self.fast_poles()
        yield from self.gain_stage()
        yield der(self.inner) == clamp((self.amplified - self.inner) / self.slew_lag, -self.fall_rate, self.rise_rate)
        current = (self.out.v - self.inner) / self.output_resistance
        yield self.out.i == clamp(current, -self.max_source_current, self.max_sink_current)

    def inputs(self) -> Equations:
        """Yield what the inputs take."""
        p = self.p.v - self.offset_voltage
        across = self.v_in / self.input_resistance + self.input_capacitance * der(self.v_in)
        yield self.v_in == p - self.n.v
        yield self.p.i == self.bias_current + self.offset_current / 2 + p / self.common_resistance + across
        yield self.n.i == self.bias_current - self.offset_current / 2 + self.n.v / self.common_resistance - across

    def fast_poles(self) -> Equations:
        """Yield the poles and the zero far above the dominant pole."""
        w2, w3, w4, wz = (2 * pi * f for f in (self.pole2, self.pole3, self.pole4, self.zero))
        yield der(self.fast1) == w2 * (self.v_in - self.fast1)
        yield der(self.fast2) == w3 * (self.fast1 + w2 / wz * (self.v_in - self.fast1) - self.fast2)
        yield der(self.fast3) == w4 * (self.fast2 - self.fast3)

    def gain_stage(self) -> Equations:
        """Yield the dominant pole; the voltage rests at a limit as long as more is asked for."""
        shared = (self.p.v - self.offset_voltage + self.n.v) / 2
        wanted = self.gain * (self.fast3 + shared / self.rejection)
        low, high = self.supply_n.v + self.margin_n, self.supply_p.v - self.margin_p
        mode = machine(
            {
                "free": [
                    leave_when((self.amplified >= high) & (wanted > high), "high"),
                    leave_when((self.amplified <= low) & (wanted < low), "low"),
                ],
                "high": [leave_when(wanted < high, "free")],
                "low": [leave_when(wanted > low, "free")],
            },
            start="free",
        )
        # a supply that changes is followed as fast as the amplifier can
        missing = self.gain * where(mode.is_in("high"), high - self.amplified, low - self.amplified)
        yield der(self.amplified) == 2 * pi * self.pole * where(mode.is_in("free"), wanted - self.amplified, missing)
