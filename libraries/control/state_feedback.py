"""Feedback of a whole state."""

from blocks import Block, Equations, Input, Output, Parameter, Structural


class StateFeedback(Block):
    """Command that drives a state to its target: command = K (target - measured)."""

    target = Input("any", "wanted state", shape="states")
    measured = Input("any", "state, measured or estimated", shape="states")
    command = Output("any", "controller output", shape="commands")
    states = Structural(2, "size of the state", min=1)
    commands = Structural(1, "number of commands", min=1)
    K = Parameter([[1.0, 1.0]], "any", "gain, one row for each command", shape=("commands", "states"))

    def equations(self) -> Equations:
        yield self.command == self.K @ (self.target - self.measured)
