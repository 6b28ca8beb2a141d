"""Ideal instruments: they change nothing in the circuit."""

from blocks import Block, Equations, Output
from libraries.electrical.ports import Pin


class PotentialSensor(Block):
    """Measures the potential of a pin against ground."""

    p = Pin("pin that is measured")
    potential = Output("V", "potential of p")

    def equations(self) -> Equations:
        yield self.potential == self.p.v
        yield self.p.i == 0


class VoltageSensor(Block):
    """Voltmeter, connected across what it measures."""

    p = Pin("positive pin")
    n = Pin("negative pin")
    voltage = Output("V", "voltage from p to n")

    def equations(self) -> Equations:
        yield self.voltage == self.p.v - self.n.v
        yield self.p.i == 0
        yield self.n.i == 0


class CurrentSensor(Block):
    """Ammeter, connected in line with what it measures."""

    p = Pin("pin where the current enters")
    n = Pin("pin where the current leaves")
    current = Output("A", "current from p to n")

    def equations(self) -> Equations:
        yield self.p.v == self.n.v
        yield self.current == self.p.i
        yield self.p.i + self.n.i == 0


class PowerSensor(Block):
    """Wattmeter: p and n in line with the current, the reference at the other side of what it measures."""

    p = Pin("pin where the current enters")
    n = Pin("pin where the current leaves")
    reference = Pin("pin against which the voltage is taken")
    power = Output("W", "power that flows from p to n")

    def equations(self) -> Equations:
        yield self.p.v == self.n.v
        yield self.p.i + self.n.i == 0
        yield self.reference.i == 0
        yield self.power == (self.p.v - self.reference.v) * self.p.i
