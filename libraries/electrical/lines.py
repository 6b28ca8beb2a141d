"""Lines along which voltage and current travel: without losses, and as chains of small elements."""

from blocks import Block, Equations, Expr, Parameter, Structural, Variable
from blocks.functions import always, der, vector
from libraries.electrical.ports import Pin
from libraries.signals.delay import DelayLine


class TLine(DelayLine):
    """Line without losses: waves run along it unchanged and are reflected where the resistance is another.

    It begins without charge and current. From the inductance L and the capacitance C of the whole line, its impedance
    is the root of L / C and its delay, ``samples`` times ``period``, the root of L C.

    Reference: F. H. Branin, Transient analysis of lossless transmission lines, Proceedings of the IEEE 55 (1967).
    """

    p1 = Pin("positive pin of the left pair")
    n1 = Pin("negative pin of the left pair")
    p2 = Pin("positive pin of the right pair")
    n2 = Pin("negative pin of the right pair")
    Z0 = Parameter(50.0, "ohm", "characteristic impedance", min=1e-9)
    v1 = Variable("V", "voltage drop from p1 to n1")
    v2 = Variable("V", "voltage drop from p2 to n2")
    i1 = Variable("A", "current from p1 to n1")
    i2 = Variable("A", "current from p2 to n2")
    right = Variable("V", "waves that run to the right, newest first", start=0, shape=lambda block: block.samples + 2)
    left = Variable("V", "waves that run to the left, newest first", start=0, shape=lambda block: block.samples + 2)

    def equations(self) -> Equations:
        yield self.right == self.kept(self.v1 + self.Z0 * self.i1, self.right)
        yield self.left == self.kept(self.v2 + self.Z0 * self.i2, self.left)
        yield always(self.v1 == self.p1.v - self.n1.v)
        yield always(self.v2 == self.p2.v - self.n2.v)
        yield always(self.i1 == self.p1.i)
        yield always(self.i2 == self.p2.i)
        yield always(self.p1.i + self.n1.i == 0)
        yield always(self.p2.i + self.n2.i == 0)
        yield always(self.v1 - self.Z0 * self.i1 == self.arriving(self.left, 0))
        yield always(self.v2 - self.Z0 * self.i2 == self.arriving(self.right, 0))


class Chain(Block):
    """What lines made of segments share: a node in the middle of each, and branches between the nodes."""

    p1 = Pin("left end")
    p2 = Pin("right end")
    p3 = Pin("the other conductor")
    segments = Structural(10, "number of segments", min=1)
    length = Parameter(1.0, "m", "length of the line", min=1e-9)
    r = Parameter(1e-3, "ohm/m", "resistance per length", min=0)
    c = Parameter(1e-10, "F/m", "capacitance per length", min=1e-30)
    v = Variable("V", "voltage of each node", start=0, state="prefer", shape="segments")
    i = Variable("A", "current of each branch", start=0, shape=lambda block: block.segments + 1)

    def equations(self) -> Equations:
        yield self.p1.i == self.i[0]
        yield self.p2.i == -self.i[-1]
        yield self.p1.i + self.p2.i + self.p3.i == 0

    @property
    def piece(self) -> Expr:
        """Return the length of a segment."""
        return self.length / self.segments

    def stored(self) -> Expr:
        """Return the current that charges each node."""
        return self.c * self.piece * der(self.v)

    def left_over(self) -> Expr:
        """Return the current that does not leave each node along the line."""
        return vector(*[self.i[k] - self.i[k + 1] for k in range(self.segments)])

    def drops(self) -> Expr:
        """Return the voltage along each branch."""
        nodes = [self.p1.v - self.p3.v, *self.v, self.p2.v - self.p3.v]
        return vector(*[a - b for a, b in zip(nodes, nodes[1:], strict=False)])

    def lengths(self) -> Expr:
        """Return the length of each branch; those at the ends go to the middle of a segment."""
        return self.piece * vector(0.5, *[1.0] * (self.segments - 1), 0.5)


class OLine(Chain):
    """Line with losses, made of segments that have resistance, inductance, conductance and capacitance."""

    l = Parameter(1e-6, "H/m", "inductance per length", min=1e-30)  # noqa: E741
    g = Parameter(0.0, "S/m", "conductance per length", min=0)
    i = Variable("A", "current of each branch", start=0, state="prefer", shape=lambda block: block.segments + 1)

    def equations(self) -> Equations:
        yield self.stored() == self.left_over() - self.g * self.piece * self.v
        yield self.drops() == self.lengths() * (self.r * self.i + self.l * der(self.i))


class ULine(Chain):
    """Line with losses for slow signals, made of segments that have resistance and capacitance only."""

    def equations(self) -> Equations:
        yield self.stored() == self.left_over()
        yield self.drops() == self.lengths() * self.r * self.i
