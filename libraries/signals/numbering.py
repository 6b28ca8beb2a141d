"""Numbers of elements: which of many are on, which of many are large, and which of a list it is."""

from blocks import Block, Equations, Expr, Input, ModelError, Output, Parameter, Structural, Variable
from blocks.expression import as_expr
from blocks.functions import absolute, no_event, time, where
from libraries.signals.base import OneInput


class Schedule(Block):
    """Conditions that are true in given intervals of time, by a table.

    Each interval names the outputs that are on from ``begins`` until ``ends``, such as the valves of a move.
    """

    y = Output("bool", "conditions", shape="n")
    n = Structural(2, "number of outputs", min=1)
    begins = Parameter([0.0, 1.0], "s", "when each interval begins", not_above="ends")
    ends = Parameter([1.0, 2.0], "s", "when each interval ends")
    channels = Parameter(
        [[1.0], [2.0]], "1", "a row for each interval: the outputs that are on, counted from one; 0 is none",
        min=0, not_above="n",
    )  # fmt: skip
    active = Variable("1", "1 in each interval, 0 outside", shape=lambda block: len(block.begins))

    def equations(self) -> Equations:
        if not len(self.begins) == len(self.ends) == len(self.channels):
            counts = f"{len(self.begins)} begins, {len(self.ends)} ends and {len(self.channels)} rows of channels"
            raise ModelError(f"The schedule has {counts}.", fix="Give as many of each.")
        intervals = zip(self.begins, self.ends, strict=True)
        for active, (begin, end) in zip(self.active, intervals, strict=True):
            yield active == where((time >= begin) & (time < end), 1, 0)
        for k in range(self.n):
            named = [[_is_number(item, k + 1) for item in row] for row in self.channels]
            parts = [on * item for on, row in zip(self.active, named, strict=True) for item in row]
            yield self.y[k] == no_event(sum(parts[1:], parts[0]) > 0.5)


class WhichAbove(Block):
    """The numbers of all elements above a threshold, as one number: 1, 5 and 9 give 10509.

    It is 0 if there are none. A step of the result is not an event.
    """

    u = Input("any", "elements", shape="n")
    y = Output("1", "their numbers, counted from one, one after the other as digits")
    n = Structural(2, "number of elements", min=1)
    threshold = Parameter(0.0, "any", "what an element must exceed")
    base = Parameter(100.0, "1", "10 if one digit is enough for each number, 100 for two", min=2)

    def equations(self) -> Equations:
        found = as_expr(0)
        for k in range(self.n):
            found = no_event(where(self.u[k] > self.threshold, self.base * found + (k + 1), found))
        yield self.y == found


class Match(OneInput):
    """Which number of a list the input is, counted from one; 0 if it is none of them. Its steps are no events."""

    u = Input("1", "whole number")
    y = Output("1", "its place in the list")
    codes = Parameter([1.0, 2.0], "1", "the list of whole numbers")

    def equations(self) -> Equations:
        parts = [(k + 1) * _is_number(self.u, code) for k, code in enumerate(self.codes)]
        yield self.y == sum(parts[1:], parts[0])


def _is_number(value: Expr, wanted: Expr | int) -> Expr:
    """Return 1 if a value is a whole number, else 0."""
    return no_event(where(absolute(value - wanted) < 0.5, 1, 0))
