"""Putting single signals together into vectors and taking them apart."""

from blocks import Block, Equations, Input, ModelError, Output, Structural
from blocks.functions import vector


class Mux(Block):
    """Single signals as one vector: connect them to ``u[1]``, ``u[2]`` and so on."""

    u = Input("any", "elements", shape="n")
    y = Output("any", "vector", shape="n")
    n = Structural(2, "number of elements", min=1)

    def equations(self) -> Equations:
        yield self.y == self.u


class Demux(Block):
    """The elements of a vector as single signals: take them from ``y[1]``, ``y[2]`` and so on."""

    u = Input("any", "vector", shape="n")
    y = Output("any", "elements", shape="n")
    n = Structural(2, "number of elements", min=1)

    def equations(self) -> Equations:
        yield self.y == self.u


class Select(Block):
    """One element of a vector."""

    u = Input("any", "vector", shape="n")
    y = Output("any", "chosen element")
    n = Structural(2, "size of the vector", min=1)
    element = Structural(1, "which element, counted from one", min=1)

    def equations(self) -> Equations:
        check_range(self.n, self.element, self.element)
        yield self.y == self.u[self.element - 1]


class Extract(Block):
    """Some neighbouring elements of a vector, as a shorter vector."""

    u = Input("any", "vector", shape="n")
    y = Output("any", "chosen elements", shape="size")
    n = Structural(3, "size of the vector", min=1)
    first = Structural(1, "first chosen element, counted from one", min=1)
    size = Structural(2, "how many elements", min=1)

    def equations(self) -> Equations:
        check_range(self.n, self.first, self.first + self.size - 1)
        yield self.y == self.u[self.first - 1 : self.first - 1 + self.size]


class Concatenate(Block):
    """Two vectors one after the other, as one vector."""

    u1 = Input("any", "first part", shape="n1")
    u2 = Input("any", "second part", shape="n2")
    y = Output("any", "both parts", shape=lambda block: block.n1 + block.n2)
    n1 = Structural(2, "size of the first part", min=1)
    n2 = Structural(2, "size of the second part", min=1)

    def equations(self) -> Equations:
        yield self.y == vector(*self.u1, *self.u2)


def check_range(n: int, first: int, last: int) -> None:
    """Refuse elements that a vector does not have."""
    if last > n:
        chosen = f"element {last}" if first == last else f"elements {first} to {last}"
        raise ModelError(f"A vector of {n} elements has no {chosen}.", fix='Make "n" larger or choose lower elements.')
