"""The force-sensing resistor in its voltage divider."""

from __future__ import annotations

from blocks import Equations, Input, Output, Parameter, Variable
from blocks.functions import absolute, clamp, maximum, previous, where
from libraries.random_numbers import Random, quantized


class FSR(Random):
    """Force-sensing resistor in a voltage divider, read by a converter: force to resistance to voltage.

    Its conductance grows with a power of the force, nearly in proportion to it. It hangs back: what it feels follows
    the force only when that has changed by more than the hysteresis. ``force`` is what a program works out from the
    voltage that it has read, with the nominal law.
    """

    u = Input("N", "true force")
    voltage = Output("V", "voltage across the fixed resistor, as read")
    force = Output("N", "force worked out from the voltage")
    R_ref = Parameter(6000.0, "ohm", "resistance at the reference force", min=1e-3)
    f_ref = Parameter(10.0, "N", "reference force", min=1e-9)
    exponent = Parameter(0.9, "1", "power with which the conductance grows", min=0.1, max=2)
    R_open = Parameter(10e6, "ohm", "resistance without force", min=1)
    R_fixed = Parameter(10e3, "ohm", "the other resistor of the divider, to ground", min=1e-3)
    supply = Parameter(3.3, "V", "supply of the divider", min=0)
    hysteresis = Parameter(0.0, "1", "part of the force by which it hangs back, to either side", min=0, max=0.5)
    deviation = Parameter(0.0, "V", "standard deviation of the noise of the voltage", min=0)
    resolution = Parameter(0.0, "V", "step of the converter; 0 for none", min=0)
    felt = Variable("N", "force that the resistor feels", start=0)
    R = Variable("ohm", "resistance", start=1e7)

    def equations(self) -> Equations:
        pressed = maximum(self.u, 0)
        yield self.felt == clamp(previous(self.felt), pressed * (1 - self.hysteresis), pressed * (1 + self.hysteresis))
        yield self.R == 1 / (1 / self.R_open + (self.felt / self.f_ref) ** self.exponent / self.R_ref)
        seen = self.supply * self.R_fixed / (self.R_fixed + self.R) + self.deviation * self.normal[0]
        read = clamp(quantized(seen, self.resolution), 0 * self.supply, self.supply)
        yield self.voltage == read
        # the law backwards; at the full supply no force is large enough
        rest = maximum(self.supply - read, 1e-6 * self.supply)
        conductance = maximum(read / (self.R_fixed * rest) - 1 / self.R_open, 0)
        relative = self.R_ref * absolute(conductance)
        yield self.force == where(relative > 0, self.f_ref * relative ** (1 / self.exponent), 0 * self.f_ref)
