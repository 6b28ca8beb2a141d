"""Feedback of a whole state."""

from blocks import Block, Equations, Input, Output, Parameter
from libraries.signals.base import columns, rows


class StateFeedback(Block):
    """Command that drives a state to its target: command = K (target - measured)."""

    target = Input("any", "wanted state, one element for each column of K", shape=lambda block: columns(block.K))
    measured = Input("any", "state, measured or estimated", shape=lambda block: columns(block.K))
    command = Output("any", "controller output, one element for each row of K", shape=lambda block: rows(block.K))
    K = Parameter([[1.0, 1.0]], "any", "gain, a list of rows")

    def equations(self) -> Equations:
        yield self.command == self.K @ (self.target - self.measured)
