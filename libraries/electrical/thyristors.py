"""Thyristor and triac that need time to switch: currents at their gates fire them, small main currents end it.

A control voltage inside says how far the device conducts: it follows what gate and main current ask for within the
switching times, and the resistance falls with it from that of blocking to that of conducting.
"""

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.functions import clamp, der, maximum, minimum, sqrt, where
from libraries.electrical.ports import Pin
from libraries.electrical.semiconductors import exp_then_linear


class Latching(Block):
    """What thyristor and triac share: the laws of one direction, by the values of a data sheet."""

    breakover_voltage = Parameter(100.0, "V", "forward voltage at which it conducts without its gate (VDRM)", min=1e-9)
    breakdown_voltage = Parameter(100.0, "V", "reverse voltage at which it breaks down (VRRM)", min=1e-9)
    conducting_voltage = Parameter(1.7, "V", "voltage at the conducting current (VTM), more than 0.7 V", min=0.701)
    conducting_current = Parameter(25.0, "A", "current for which that voltage is given (ITM)", min=1e-9)
    holding_current = Parameter(6e-3, "A", "current below which it stops to conduct (IH)", min=1e-12)
    gate_voltage = Parameter(0.7, "V", "voltage at the gate that fires (VGT)", min=1e-9)
    gate_current = Parameter(5e-3, "A", "current into the gate that fires (IGT)", min=1e-12)
    gate_knee = Parameter(0.65, "V", "voltage above which the gate takes far more current", min=1e-9)
    turn_on_time = Parameter(1e-6, "s", "time to switch on", min=1e-12)
    turn_off_time = Parameter(15e-6, "s", "time to switch off", min=1e-12)
    breakdown_Vt = Parameter(0.0296, "V", "thermal voltage times the emission coefficient of the breakdown", min=1e-9)
    max_exponent = Parameter(40.0, "1", "exponent beyond which the breakdown goes on as a straight line", min=0)
    control_on = Parameter(5.0, "V", "control voltage from which it conducts fully", min=1e-9)
    control_off = Parameter(1.5, "V", "control voltage up to which it blocks fully", min=0)
    threshold = Parameter(0.7, "V", "part of the conducting voltage that is not due to resistance")

    def main_current(self, v: Expr, control: Expr) -> Expr:
        """Return the current at a voltage from anode to cathode."""
        on = (self.conducting_voltage - self.threshold) / self.conducting_current
        off = self.breakover_voltage**2 / (self.conducting_voltage * self.holding_current)
        middle = (self.control_on + self.control_off) / 2
        x = clamp((control - middle) / (self.control_on - self.control_off), -0.5, 0.5)
        # a cubic with level ends leads from the logarithm of one resistance to that of the other
        resistance = sqrt(on * off) * (on / off) ** ((3 * x - 4 * x**3) / 2)
        excess = -(v + self.breakdown_voltage) / self.breakdown_Vt
        breakdown = exp_then_linear(maximum(excess, 0), self.max_exponent) - 1
        return maximum(v, -self.breakdown_voltage) / resistance - self.breakdown_voltage / off * breakdown

    def control_rate(self, v: Expr, i: Expr, gate: Expr, control: Expr) -> Expr:
        """Return how fast the control voltage changes, by main voltage, main current and current into the gate."""
        holds = where((i > self.holding_current) | (v > self.breakover_voltage), self.control_on, 0)
        # firing begins a little below the nominal current, so that this is sure to fire
        fires = clamp((gate - 0.95 * self.gate_current) / (0.2 * self.gate_current), 0, 1)
        missing = holds + 10 * fires * v - control
        return maximum(missing, 0) / (1.87 * self.turn_on_time) + minimum(missing, 0) / (0.638 * self.turn_off_time)

    def gate_drop(self, gate: Expr) -> Expr:
        """Return the voltage from gate to cathode."""
        bend = self.gate_knee * self.gate_current / self.gate_voltage
        beyond = (self.gate_voltage - self.gate_knee) / self.gate_current * maximum(gate - bend, 0)
        return self.gate_voltage / self.gate_current * minimum(gate, bend) + beyond


class Thyristor(Latching):
    """Thyristor that a current into its gate fires, and that conducts until its current falls below the holding one.

    It also conducts, like a real one, once the forward voltage exceeds that of breakover.
    """

    anode = Pin("anode")
    cathode = Pin("cathode")
    gate = Pin("gate")
    v = Variable("V", "voltage drop from anode to cathode")
    control = Variable("V", "control voltage", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        yield self.v == self.anode.v - self.cathode.v
        yield self.anode.i == self.main_current(self.v, self.control)
        yield self.gate.v - self.cathode.v == self.gate_drop(self.gate.i)
        yield self.anode.i + self.gate.i + self.cathode.i == 0
        yield der(self.control) == self.control_rate(self.v, self.anode.i, self.gate.i, self.control)


class Triac(Latching):
    """Two thyristors side by side, one turned round, whose gates share a pin behind a diode each.

    A current into the gate fires the one that can conduct. No voltage must reach that of breakover or breakdown.
    """

    p = Pin("positive pin")
    n = Pin("negative pin")
    gate = Pin("gate")
    gate_blocking = Parameter(1e5, "ohm", "resistance of the diodes at the gates when they block", min=0)
    v = Variable("V", "voltage drop from p to n")
    i_forward = Variable("A", "current of the thyristor that conducts from p to n")
    i_backward = Variable("A", "current of the thyristor that conducts from n to p")
    gate_forward = Variable("A", "gate current of the thyristor that conducts from p to n")
    gate_backward = Variable("A", "gate current of the thyristor that conducts from n to p")
    control_forward = Variable("V", "control voltage from p to n", start=0, fixed=True, state="prefer")
    control_backward = Variable("V", "control voltage from n to p", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        yield self.v == self.p.v - self.n.v
        yield self.i_forward == self.main_current(self.v, self.control_forward)
        yield self.i_backward == self.main_current(-self.v, self.control_backward)
        yield self.gate.v - self.n.v == self.branch_drop(self.gate_forward)
        yield self.gate.v - self.p.v == self.branch_drop(self.gate_backward)
        yield self.gate.i == self.gate_forward + self.gate_backward
        yield self.p.i == self.i_forward - self.i_backward - self.gate_backward
        yield self.p.i + self.n.i + self.gate.i == 0
        yield der(self.control_forward) == self.control_rate(
            self.v, self.i_forward, self.gate_forward, self.control_forward
        )
        yield der(self.control_backward) == self.control_rate(
            -self.v, self.i_backward, self.gate_backward, self.control_backward
        )

    def branch_drop(self, gate: Expr) -> Expr:
        """Return the voltage from the pin of the gates to a cathode."""
        return self.gate_drop(gate) + self.gate_blocking * minimum(gate, 0)
