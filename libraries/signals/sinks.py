"""Where signals end: scopes, displays and terminators. They compute nothing; the editor shows what arrives."""

from blocks import Block, Input, Structural


class Scope(Block):
    """Four-channel oscilloscope: plots what is connected; open channels are not drawn."""

    u1 = Input("any", "first channel", default=0.0)
    u2 = Input("any", "second channel", default=0.0)
    u3 = Input("any", "third channel", default=0.0)
    u4 = Input("any", "fourth channel", default=0.0)


class VectorScope(Block):
    """Plots all elements of a vector signal."""

    u = Input("any", "signal to plot", shape="n")
    n = Structural(2, "size of the signal", min=1)


class XYScope(Block):
    """Plots one signal over another, such as the path of a hand."""

    u1 = Input("any", "horizontal axis")
    u2 = Input("any", "vertical axis")


class Display(Block):
    """Shows the current number on the diagram."""

    u = Input("any", "number to show")


class Lamp(Block):
    """Lights up on the diagram while a condition is true."""

    u = Input("bool", "condition to show")


class Terminator(Block):
    """Takes a signal that nothing else needs."""

    u = Input("any", "signal to end")
