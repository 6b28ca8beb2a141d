"""The port of translational mechanics: a flange that moves along one line."""

from __future__ import annotations

from blocks import Flow, Port, Variable


class Flange(Port):
    """End of a part that slides: its position, and the force positive into the block."""

    domain = "translational"
    hint = (
        "Nothing determines the position of this flange. Connect it to a Fixed block, "
        "or to a Mass, so that its position becomes a state with a start value."
    )
    s = Variable("m", "position")
    f = Flow("N", "force")
