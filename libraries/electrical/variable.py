"""Elements that a signal changes while they work."""

from blocks import Block, Equations, Input, Parameter, Variable
from blocks.functions import clamp, der
from libraries.electrical.basic import TwoPin
from libraries.electrical.ports import Pin


class VariableResistor(TwoPin):
    """Resistor whose resistance follows a signal."""

    resistance = Input("ohm", "resistance")

    def equations(self) -> Equations:
        yield self.v == self.resistance * self.i


class VariableConductor(TwoPin):
    """Conductor whose conductance follows a signal; zero means open."""

    conductance = Input("S", "conductance")

    def equations(self) -> Equations:
        yield self.i == self.conductance * self.v


class VariableCapacitor(TwoPin):
    """Capacitor whose capacitance follows a signal, such as that between plates that move."""

    capacitance = Input("F", "capacitance; must stay above zero")
    charge = Variable("C", "charge of the plate at p", state="prefer")

    def equations(self) -> Equations:
        yield self.charge == self.capacitance * self.v
        yield self.i == der(self.charge)


class VariableInductor(TwoPin):
    """Inductor whose inductance follows a signal, such as that of a coil with a core that moves."""

    inductance = Input("H", "inductance; must stay above zero")
    flux = Variable("Wb", "flux through all turns together", state="prefer")

    def equations(self) -> Equations:
        yield self.flux == self.inductance * self.i
        yield self.v == der(self.flux)


class Potentiometer(Block):
    """Resistor with a wiper that a signal moves, as used for measuring an angle."""

    p = Pin("end of the track at position 1")
    n = Pin("end of the track at position 0")
    wiper = Pin("wiper")
    position = Input("1", "position of the wiper from 0 to 1; stays at the end of the track beyond")
    R = Parameter(10e3, "ohm", "resistance of the whole track", min=0)

    def equations(self) -> Equations:
        position = clamp(self.position, 0, 1)
        yield self.p.v - self.wiper.v == (1 - position) * self.R * self.p.i
        yield self.n.v - self.wiper.v == position * self.R * self.n.i
        yield self.p.i + self.n.i + self.wiper.i == 0
