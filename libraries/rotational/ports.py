"""The shaft end."""

from blocks import Flow, Port, Variable


class Shaft(Port):
    """A shaft end that turns about a fixed axis and where a torque can act."""

    domain = "rotational"
    hint = "An Inertia or Fixed may be missing: something must determine the angle."
    phi = Variable("rad", "angle", display="deg")
    tau = Flow("N.m", "torque on the block")
