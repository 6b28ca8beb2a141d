"""The electrical pin."""

from blocks import Flow, Port, Variable


class Pin(Port):
    """A place where current can enter."""

    domain = "electrical"
    hint = "A Ground may be missing: every circuit needs one pin whose potential is known."
    v = Variable("V", "potential")
    i = Flow("A", "current into the block")
