"""The port of spatial mechanics: a frame that is fixed to a part."""

from __future__ import annotations

from blocks import Flow, Port, Variable
from blocks.orientation import Orientation


class Frame(Port):
    """A coordinate frame on a part: its pose and angular velocity, and the force and torque that act there.

    All vectors are given in the axes of the world; force and torque are positive into the block. The columns of ``R``
    are the axes of the frame.
    """

    domain = "spatial"
    hint = (
        "A part needs something that holds it:\n"
        "  1. Connect it to the origin of a World or to a Fixed block through joints or rigid parts, or\n"
        "  2. give it a mass with a Body, which moves freely where nothing holds it, or\n"
        "  3. add a PointMotion where springs meet at a point without mass."
    )
    r = Variable("m", "position", shape=3)
    R = Orientation("orientation", rate="w")
    w = Variable("rad/s", "angular velocity", shape=3)
    f = Flow("N", "force", shape=3)
    t = Flow("N.m", "torque", shape=3)
