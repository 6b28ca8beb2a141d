"""Ideal switches.

Their characteristic is a broken line; ``s`` says how far along it one is: the voltage on the open branch, the current
on the closed one. So no branch divides by zero, even without any resistance or leakage.
"""

from blocks import Block, Equations, Expr, Input, Parameter, Variable
from blocks.functions import leave_when, machine, minimum, time, when, where
from libraries.electrical.basic import TwoPin
from libraries.electrical.ports import Pin


class Contact(Block):
    """What everything that opens and closes shares."""

    Ron = Parameter(1e-5, "ohm", "resistance when closed", min=0)
    Goff = Parameter(1e-5, "S", "conductance when open", min=0)

    def voltage_at(self, s: Expr, is_open: Expr) -> Expr:
        """Return the voltage at ``s`` on the broken line."""
        return where(is_open, s, self.Ron * s)

    def current_at(self, s: Expr, is_open: Expr) -> Expr:
        """Return the current at ``s`` on the broken line."""
        return where(is_open, self.Goff * s, s)


class Switching(TwoPin, Contact):
    """One contact between two pins."""

    s = Variable("any", "voltage in V when open, current in A when closed")


class IdealOpeningSwitch(Switching):
    """Switch that a true signal opens."""

    control = Input("bool", "true opens the switch")

    def equations(self) -> Equations:
        yield self.v == self.voltage_at(self.s, self.control)
        yield self.i == self.current_at(self.s, self.control)


class IdealClosingSwitch(Switching):
    """Switch that a true signal closes."""

    control = Input("bool", "true closes the switch")

    def equations(self) -> Equations:
        yield self.v == self.voltage_at(self.s, ~self.control)
        yield self.i == self.current_at(self.s, ~self.control)


class IdealTwoWaySwitch(Contact):
    """Switch, such as that of a relay, that connects a common pin with one of two others."""

    common = Pin("pin that is always in use")
    off = Pin("pin that is connected while the signal is false")
    on = Pin("pin that is connected while the signal is true")
    control = Input("bool", "which of the two pins is connected")
    s_off = Variable("any", "voltage in V or current in A from the common pin to off")
    s_on = Variable("any", "voltage in V or current in A from the common pin to on")

    def equations(self) -> Equations:
        yield self.common.v - self.off.v == self.voltage_at(self.s_off, self.control)
        yield -self.off.i == self.current_at(self.s_off, self.control)
        yield self.common.v - self.on.v == self.voltage_at(self.s_on, ~self.control)
        yield -self.on.i == self.current_at(self.s_on, ~self.control)
        yield self.common.i + self.off.i + self.on.i == 0


class SwitchWithArc(Switching):
    """Switch that a true signal closes; when it opens, an arc carries the current until it is zero.

    The voltage of the arc grows from its first value, as the contacts move apart, to its last.
    """

    control = Input("bool", "true closes the switch")
    first_arc_voltage = Parameter(30.0, "V", "voltage of the arc when it begins", min=0)
    arc_growth = Parameter(1e4, "V/s", "rate at which the voltage of the arc grows", min=0)
    last_arc_voltage = Parameter(60.0, "V", "voltage of the arc once it has grown", min=0)
    opened = Variable("s", "when the switch was opened last", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        mode = machine(
            {
                "open": [leave_when(self.control, "closed")],
                "closed": [
                    leave_when(~self.control & (self.i > 0), "arc forward"),
                    leave_when(~self.control & (self.i < 0), "arc backward"),
                    leave_when(~self.control, "open"),
                ],
                "arc forward": [leave_when(self.control, "closed"), leave_when(self.i < 0, "open")],
                "arc backward": [leave_when(self.control, "closed"), leave_when(self.i > 0, "open")],
            },
            start="open",
        )
        arc = minimum(self.first_arc_voltage + self.arc_growth * (time - self.opened), self.last_arc_voltage)
        contact = self.voltage_at(self.s, mode.is_in("open"))
        yield when(~self.control, self.opened == time)
        yield self.v == where(mode.is_in("arc forward"), arc, where(mode.is_in("arc backward"), -arc, contact))
        yield self.i == self.current_at(self.s, mode.is_in("open"))
