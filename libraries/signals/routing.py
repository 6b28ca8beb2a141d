"""Putting single signals together into vectors and taking them apart."""

from blocks import Block, Equations, Input, ModelError, Output, Structural
from blocks.functions import vector


class Mux2(Block):
    """Two signals as one vector."""

    u1 = Input("any", "first element")
    u2 = Input("any", "second element")
    y = Output("any", "vector", shape=2)

    def equations(self) -> Equations:
        yield self.y == vector(self.u1, self.u2)


class Mux3(Block):
    """Three signals as one vector."""

    u1 = Input("any", "first element")
    u2 = Input("any", "second element")
    u3 = Input("any", "third element")
    y = Output("any", "vector", shape=3)

    def equations(self) -> Equations:
        yield self.y == vector(self.u1, self.u2, self.u3)


class Mux4(Block):
    """Four signals as one vector."""

    u1 = Input("any", "first element")
    u2 = Input("any", "second element")
    u3 = Input("any", "third element")
    u4 = Input("any", "fourth element")
    y = Output("any", "vector", shape=4)

    def equations(self) -> Equations:
        yield self.y == vector(self.u1, self.u2, self.u3, self.u4)


class Demux2(Block):
    """The two elements of a vector as single signals."""

    u = Input("any", "vector", shape=2)
    y1 = Output("any", "first element")
    y2 = Output("any", "second element")

    def equations(self) -> Equations:
        yield self.y1 == self.u[0]
        yield self.y2 == self.u[1]


class Demux3(Block):
    """The three elements of a vector as single signals."""

    u = Input("any", "vector", shape=3)
    y1 = Output("any", "first element")
    y2 = Output("any", "second element")
    y3 = Output("any", "third element")

    def equations(self) -> Equations:
        yield self.y1 == self.u[0]
        yield self.y2 == self.u[1]
        yield self.y3 == self.u[2]


class Demux4(Block):
    """The four elements of a vector as single signals."""

    u = Input("any", "vector", shape=4)
    y1 = Output("any", "first element")
    y2 = Output("any", "second element")
    y3 = Output("any", "third element")
    y4 = Output("any", "fourth element")

    def equations(self) -> Equations:
        yield self.y1 == self.u[0]
        yield self.y2 == self.u[1]
        yield self.y3 == self.u[2]
        yield self.y4 == self.u[3]


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
    y = Output("any", "both parts", shape="total")
    n1 = Structural(2, "size of the first part", min=1)
    n2 = Structural(2, "size of the second part", min=1)
    total = Structural(4, "size of both together", min=2)

    def equations(self) -> Equations:
        if self.n1 + self.n2 != self.total:
            raise ModelError(f'The parts have {self.n1 + self.n2} elements together, but "total" is {self.total}.')
        yield self.y == vector(*self.u1, *self.u2)


def check_range(n: int, first: int, last: int) -> None:
    """Refuse elements that a vector does not have."""
    if last > n:
        chosen = f"element {last}" if first == last else f"elements {first} to {last}"
        raise ModelError(f"A vector of {n} elements has no {chosen}.", fix='Make "n" larger or choose lower elements.')
