"""The shaft end."""

from blocks import Flow, Port, Variable


class Shaft(Port):
    """A shaft end that turns about a fixed axis and where a torque can act."""

    domain = "rotational"
    hint = (
        "A shaft needs something that determines its angle:\n"
        "  1. connect it to a Fixed block, or\n"
        "  2. to an Inertia, so that its angle becomes a state with a start value."
    )
    phi = Variable("rad", "angle", display="deg")
    tau = Flow("N.m", "torque on the block")
