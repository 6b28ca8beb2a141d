"""Two motors that share two motions."""

from blocks import Block, Equations, Parameter
from libraries.rotational.ports import Shaft


class DifferentialDrive(Block):
    """Two motors that turn one output together and the other against each other, such as a robot's wrist."""

    a = Shaft("first motor")
    b = Shaft("second motor")
    sum = Shaft("output that turns with the mean of both motors")
    difference = Shaft("output that turns with half their difference")
    ratio = Parameter(1.0, "1", "turns of the motors per turn of an output", min=1e-9)

    def equations(self) -> Equations:
        yield self.a.phi == self.ratio * (self.sum.phi + self.difference.phi)
        yield self.b.phi == self.ratio * (self.sum.phi - self.difference.phi)
        yield self.sum.tau + self.ratio * (self.a.tau + self.b.tau) == 0
        yield self.difference.tau + self.ratio * (self.a.tau - self.b.tau) == 0
