"""Where signals end: scopes, displays and terminators. They compute nothing; the editor shows what arrives."""

from blocks import Block, Input, Structural


class Scope(Block):
    """Oscilloscope: plots the signals connected to ``u[1]``, ``u[2]`` and so on, or a whole vector.

    Open channels are not drawn.
    """

    u = Input("any", "channels", shape="n", default=0.0, takes_conditions=True)
    n = Structural(4, "number of channels", min=1)


class XYScope(Block):
    """Plots one signal over another, such as the path of a hand."""

    x = Input("any", "horizontal axis")
    y = Input("any", "vertical axis")


class Display(Block):
    """Shows the current number on the diagram."""

    u = Input("any", "number to show")


class Lamp(Block):
    """Lights up on the diagram while a condition is true."""

    u = Input("bool", "condition to show")


class Terminator(Block):
    """Takes a signal that nothing else needs."""

    u = Input("any", "signal to end", takes_conditions=True)
