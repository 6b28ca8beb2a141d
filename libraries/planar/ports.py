"""The port of planar mechanics: a frame that is fixed to a part."""

from __future__ import annotations

from blocks import Flow, Port, Variable


class Frame(Port):
    """A coordinate frame on a part: its pose in the world, and the force and torque that act there.

    All six are given in the axes of the world; force and torque are positive into the block.
    """

    domain = "planar"
    hint = (
        "A part needs something that holds it:\n"
        "  1. Connect it to a Fixed block through joints or rigid parts, or\n"
        "  2. give it a mass with a Body, so that its place becomes a state with a start value."
    )
    x = Variable("m", "position along the world's x axis")
    y = Variable("m", "position along the world's y axis")
    phi = Variable("rad", "angle from the world's x axis", display="deg")
    fx = Flow("N", "force along the world's x axis")
    fy = Flow("N", "force along the world's y axis")
    tau = Flow("N.m", "torque, counter-clockwise")
