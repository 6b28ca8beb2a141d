"""The port of rotational mechanics: a shaft that turns about one axis."""

from __future__ import annotations

from blocks import Flow, Port, Variable


class Shaft(Port):
    """End of a shaft: its angle, and the torque positive into the block."""

    domain = "rotational"
    hint = (
        "Nothing determines the angle of this shaft. Connect it to a Fixed block, "
        "or to an Inertia, so that its angle becomes a state with a start value."
    )
    phi = Variable("rad", "angle", display="deg")
    tau = Flow("N.m", "torque")
