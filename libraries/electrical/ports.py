"""The electrical pin."""

from blocks import Flow, Port, Variable


class Pin(Port):
    """A place where current can enter."""

    domain = "electrical"
    hint = (
        "Nothing determines the potential of this pin. A Ground may be missing: "
        "connect one to every circuit, and do not leave a pin open."
    )
    v = Variable("V", "potential")
    i = Flow("A", "current into the block")
