"""The electrical pin."""

from blocks import Flow, Port, Variable


class Pin(Port):
    """A place where current can enter."""

    domain = "electrical"
    hint = (
        "A circuit needs at least one known potential:\n"
        "  1. connect a Ground to it, or\n"
        "  2. connect the pin that was left open."
    )
    v = Variable("V", "potential")
    i = Flow("A", "current into the block")
