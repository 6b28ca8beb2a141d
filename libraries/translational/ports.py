"""The flange that moves along a line."""

from blocks import Flow, Port, Variable


class Flange(Port):
    """A place on a part that moves along a line and where a force can act."""

    domain = "translational"
    hint = (
        "A flange needs something that determines its position:\n"
        "  1. connect it to a Fixed block, or\n"
        "  2. to a Mass, so that its position becomes a state with a start value."
    )
    s = Variable("m", "position")
    f = Flow("N", "force on the block")
