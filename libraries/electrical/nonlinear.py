"""Elements with a curve in place of a constant."""

from blocks import Equations, Parameter, Variable
from blocks.functions import arctan, der, interpolate
from libraries.electrical.basic import TwoPin


class NonlinearResistor(TwoPin):
    """Resistor whose current is given at some voltages, with straight lines between them; it may be active."""

    voltages = Parameter([-1.0, 1.0], "V", "voltages of the curve, rising")
    currents = Parameter([-1.0, 1.0], "A", "current at each voltage; the curve goes on straight")

    def equations(self) -> Equations:
        yield self.i == interpolate(self.v, self.voltages, self.currents)


class SaturatingInductor(TwoPin):
    """Inductor with an iron core, whose inductance falls as the current grows."""

    L = Parameter(1e-3, "H", "inductance at small currents", min=1e-9)
    L_saturated = Parameter(1e-4, "H", "inductance that is left at large currents", min=1e-9)
    I_knee = Parameter(1.0, "A", "current at which half of what the core adds is lost", min=1e-9)
    i = Variable("A", "current from p to n", state="prefer")
    flux = Variable("Wb", "flux through all turns together")

    def equations(self) -> Equations:
        core = (self.L - self.L_saturated) * self.I_knee * arctan(self.i / self.I_knee)
        yield self.flux == self.L_saturated * self.i + core
        yield self.v == der(self.flux)
