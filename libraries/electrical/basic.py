"""Circuit elements: resistor, capacitor, inductor and their kin."""

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import der
from libraries.electrical.ports import Pin
from libraries.thermal.ports import HeatPort


class TwoPin(Block):
    """What every two-pin element shares: current in equals current out."""

    p = Pin("positive pin")
    n = Pin("negative pin")
    v = Variable("V", "voltage drop from p to n")
    i = Variable("A", "current from p to n")

    def equations(self) -> Equations:
        yield self.v == self.p.v - self.n.v
        yield self.i == self.p.i
        yield self.p.i + self.n.i == 0


class HeatingTwoPin(TwoPin):
    """A two-pin element whose losses leave through a heat port."""

    heat = HeatPort("where the losses go; must be connected, for its temperature matters")

    def equations(self) -> Equations:
        yield self.heat.Q_flow == -self.v * self.i


class Ground(Block):
    """Zero potential."""

    p = Pin("pin that is grounded")

    def equations(self) -> Equations:
        yield self.p.v == 0


class Resistor(TwoPin):
    """Ideal linear resistor."""

    R = Parameter(1.0, "ohm", "resistance", min=0)

    def equations(self) -> Equations:
        yield self.v == self.R * self.i


class HeatingResistor(HeatingTwoPin):
    """Resistor that heats up and whose resistance rises with its temperature."""

    R = Parameter(1.0, "ohm", "resistance at the reference temperature", min=0)
    T_ref = Parameter(300.15, "K", "reference temperature", min=0, display="degC")
    alpha = Parameter(0.0, "1/K", "temperature coefficient of the resistance")

    def equations(self) -> Equations:
        yield self.v == self.R * (1 + self.alpha * (self.heat.T - self.T_ref)) * self.i


class Conductor(TwoPin):
    """Ideal linear conductor."""

    G = Parameter(1.0, "S", "conductance", min=0)

    def equations(self) -> Equations:
        yield self.i == self.G * self.v


class Capacitor(TwoPin):
    """Ideal linear capacitor."""

    C = Parameter(1e-6, "F", "capacitance", min=0)
    v = Variable("V", "voltage drop from p to n", state="prefer")

    def equations(self) -> Equations:
        yield self.i == self.C * der(self.v)


class Inductor(TwoPin):
    """Ideal linear inductor."""

    L = Parameter(1e-3, "H", "inductance", min=0)
    i = Variable("A", "current from p to n", state="prefer")

    def equations(self) -> Equations:
        yield self.v == self.L * der(self.i)
