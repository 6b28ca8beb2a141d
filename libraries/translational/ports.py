"""The flange that moves along a line."""

from blocks import Flow, Port, Variable


class Flange(Port):
    """A place on a part that moves along a line and where a force can act."""

    domain = "translational"
    hint = "A Mass or Fixed may be missing: something must determine the position."
    s = Variable("m", "position")
    f = Flow("N", "force on the block")
