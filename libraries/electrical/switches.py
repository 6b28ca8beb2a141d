"""Ideal switches and the ideal diode.

Their characteristic is a broken line; ``s`` says how far along it one is: the voltage on the open branch, the current
on the closed one. So no branch divides by zero, even without any resistance or leakage.
"""

from blocks import Equations, Expr, Input, Parameter, Variable
from blocks.functions import where
from libraries.electrical.basic import TwoPin


class Switching(TwoPin):
    """What everything that opens and closes shares."""

    Ron = Parameter(1e-5, "ohm", "resistance when closed", min=0)
    Goff = Parameter(1e-5, "S", "conductance when open", min=0)
    s = Variable("any", "voltage in V when open, current in A when closed")

    def branch_voltage(self, is_open: Expr) -> Expr:
        """Return the voltage at ``s`` on the broken line."""
        return where(is_open, self.s, self.Ron * self.s)

    def branch_current(self, is_open: Expr) -> Expr:
        """Return the current at ``s`` on the broken line."""
        return where(is_open, self.Goff * self.s, self.s)


class IdealOpeningSwitch(Switching):
    """Switch that a true signal opens."""

    control = Input("bool", "true opens the switch")

    def equations(self) -> Equations:
        yield self.v == self.branch_voltage(self.control)
        yield self.i == self.branch_current(self.control)


class IdealClosingSwitch(Switching):
    """Switch that a true signal closes."""

    control = Input("bool", "true closes the switch")

    def equations(self) -> Equations:
        yield self.v == self.branch_voltage(~self.control)
        yield self.i == self.branch_current(~self.control)


class IdealDiode(Switching):
    """Diode that conducts from p to n once its voltage exceeds the knee."""

    Vknee = Parameter(0.0, "V", "voltage at which it begins to conduct", min=0)

    def equations(self) -> Equations:
        is_off = self.s < 0
        yield self.v == self.branch_voltage(is_off) + self.Vknee
        yield self.i == self.branch_current(is_off) + self.Goff * self.Vknee
