"""Operational amplifiers: ideal, and with finite gain, finite speed and limits. None takes current at its inputs."""

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.functions import der, maximum, minimum, pi
from libraries.electrical.ports import Pin
from libraries.signals.base import limited


class AmplifierPins(Block):
    """What all operational amplifiers share."""

    p = Pin("non-inverting input")
    n = Pin("inverting input")
    out = Pin("output")


class SuppliedAmplifier(AmplifierPins):
    """An amplifier that draws its output current from its supply."""

    supply_p = Pin("positive supply")
    supply_n = Pin("negative supply")

    def equations(self) -> Equations:
        # what leaves at the output comes from the positive supply, what enters goes to the negative one
        yield self.supply_p.i == maximum(-self.out.i, 0)
        yield self.supply_n.i == minimum(-self.out.i, 0)


class Amplifier(AmplifierPins):
    """An amplifier that takes no current at its inputs."""

    def equations(self) -> Equations:
        yield self.p.i == 0
        yield self.n.i == 0


class IdealOpAmp(Amplifier):
    """Operational amplifier with infinite gain: its output is whatever makes its inputs equal.

    It needs feedback from ``out`` to ``n``; without, nothing determines the output.
    """

    def equations(self) -> Equations:
        yield self.p.v == self.n.v


class LimitedAmplifier(Amplifier):
    """An amplifier of one dominant pole whose output stays between two rails.

    What the rails cut off is fed back, so that the amplifier leaves them as fast as it works elsewhere.
    """

    gain = Parameter(1e5, "1", "gain for slow signals", min=1)
    gain_bandwidth = Parameter(1e6, "Hz", "frequency at which the gain has fallen to 1", min=1e-3)
    unlimited = Variable("V", "output before the limits", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        low, high = self.rails()
        yield self.out.v == limited(self.unlimited, low, high)
        drive = self.p.v - self.n.v - self.unlimited / self.gain
        yield der(self.unlimited) == 2 * pi * self.gain_bandwidth * (drive - (self.unlimited - self.out.v))

    def rails(self) -> tuple[Expr, Expr]:
        """Return the lowest and the highest output."""
        raise NotImplementedError


class OpAmp(LimitedAmplifier):
    """Operational amplifier with finite gain, finite speed and a limited output; also a comparator."""

    low = Parameter(-15.0, "V", "lowest output", not_above="high")
    high = Parameter(15.0, "V", "highest output")

    def rails(self) -> tuple[Expr, Expr]:
        return self.low, self.high


class OpAmpWithSupply(LimitedAmplifier, SuppliedAmplifier):
    """Operational amplifier that draws its output current from its supply, which limits its output."""

    def rails(self) -> tuple[Expr, Expr]:
        return self.supply_n.v, self.supply_p.v
