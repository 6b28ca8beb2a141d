"""Elements with two pairs of pins: controlled sources and transformers."""

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import der
from libraries.electrical.ports import Pin


class TwoPort(Block):
    """What every element with two pairs of pins shares: each pair carries its own current."""

    p1 = Pin("positive pin of the left pair")
    n1 = Pin("negative pin of the left pair")
    p2 = Pin("positive pin of the right pair")
    n2 = Pin("negative pin of the right pair")
    v1 = Variable("V", "voltage drop from p1 to n1")
    v2 = Variable("V", "voltage drop from p2 to n2")
    i1 = Variable("A", "current from p1 to n1")
    i2 = Variable("A", "current from p2 to n2")

    def equations(self) -> Equations:
        yield self.v1 == self.p1.v - self.n1.v
        yield self.v2 == self.p2.v - self.n2.v
        yield self.i1 == self.p1.i
        yield self.i2 == self.p2.i
        yield self.p1.i + self.n1.i == 0
        yield self.p2.i + self.n2.i == 0


class VCVS(TwoPort):
    """Voltage source controlled by a voltage."""

    gain = Parameter(1.0, "1", "voltage gain")

    def equations(self) -> Equations:
        yield self.v2 == self.gain * self.v1
        yield self.i1 == 0


class VCCS(TwoPort):
    """Current source controlled by a voltage."""

    transconductance = Parameter(1.0, "S", "current per voltage")

    def equations(self) -> Equations:
        yield self.i2 == self.transconductance * self.v1
        yield self.i1 == 0


class CCVS(TwoPort):
    """Voltage source controlled by a current."""

    transresistance = Parameter(1.0, "ohm", "voltage per current")

    def equations(self) -> Equations:
        yield self.v2 == self.transresistance * self.i1
        yield self.v1 == 0


class CCCS(TwoPort):
    """Current source controlled by a current."""

    gain = Parameter(1.0, "1", "current gain")

    def equations(self) -> Equations:
        yield self.i2 == self.gain * self.i1
        yield self.v1 == 0


class IdealTransformer(TwoPort):
    """Transformer without losses or magnetization; it passes direct current too."""

    ratio = Parameter(1.0, "1", "turns of the left winding per turn of the right one")

    def equations(self) -> Equations:
        yield self.v1 == self.ratio * self.v2
        yield self.i2 == -self.ratio * self.i1


class Transformer(TwoPort):
    """Two windings that share a part of their flux; it passes alternating current only."""

    L1 = Parameter(1e-3, "H", "inductance of the left winding", min=1e-9)
    L2 = Parameter(1e-3, "H", "inductance of the right winding", min=1e-9)
    coupling = Parameter(0.95, "1", "coupling: 0 none, 1 all of the flux is shared", min=-0.999999, max=0.999999)
    i1 = Variable("A", "current from p1 to n1", state="prefer")
    i2 = Variable("A", "current from p2 to n2", state="prefer")

    def equations(self) -> Equations:
        M = self.coupling * (self.L1 * self.L2) ** 0.5
        yield self.v1 == self.L1 * der(self.i1) + M * der(self.i2)
        yield self.v2 == M * der(self.i1) + self.L2 * der(self.i2)
