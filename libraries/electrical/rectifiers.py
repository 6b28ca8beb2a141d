"""Ideal valves for current: diode and thyristors, whose characteristics are broken lines like those of switches."""

from blocks import Equations, Expr, Input, Parameter
from blocks.functions import leave_when, machine
from libraries.electrical.switches import Switching


class Rectifying(Switching):
    """What conducts from p to n only."""

    Vknee = Parameter(0.0, "V", "voltage at which it begins to conduct", min=0)

    def characteristic(self, is_off: Expr) -> Equations:
        """Yield the two equations of the broken line, which begins at the knee."""
        yield self.v == self.voltage_at(self.s, is_off) + self.Vknee
        yield self.i == self.current_at(self.s, is_off) + self.Goff * self.Vknee


class IdealDiode(Rectifying):
    """Diode that conducts from p to n once its voltage exceeds the knee."""

    def equations(self) -> Equations:
        yield from self.characteristic(is_off=self.s < 0)


class IdealThyristor(Rectifying):
    """Diode that blocks until it is fired, and then conducts until its current ends."""

    fire = Input("bool", "true makes it conduct from p to n")

    def equations(self) -> Equations:
        mode = machine(
            {
                "off": [leave_when(self.fire & (self.s > 0), "on")],
                "on": [leave_when(self.s < 0, "off")],
            },
            start="off",
        )
        yield from self.characteristic(is_off=mode.is_in("off"))


class IdealGTOThyristor(Rectifying):
    """Diode that conducts only while a signal is true; an ideal transistor in a bridge is one, too."""

    fire = Input("bool", "true lets it conduct from p to n, false ends that")

    def equations(self) -> Equations:
        yield from self.characteristic(is_off=~self.fire | (self.s < 0))
