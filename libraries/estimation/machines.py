"""Logic in steps: what a robot does next."""

from __future__ import annotations

import re

from blocks import Equations, Expr, Input, ModelError, Output, SampledBlock, Structural, Variable
from blocks.functions import previous, vector, where

TRANSITION = re.compile(r"\s*([A-Za-z_]\w*)\s*>\s*([A-Za-z_]\w*)\s*")


class StateMachine(SampledBlock):
    """States and the transitions between them, each with a condition; the first state that is named is the start.

    At a sample the machine takes the first transition that leaves its state and whose condition holds, at most one.
    The conditions are those of the transitions in the order of the list; write ``rest > inflate, inflate > roll``.
    """

    conditions = Input("bool", "one condition for each transition", shape=lambda block: len(block.moves()))
    state = Output("1", "number of the state, counted from one", start=0)
    active = Output("bool", "for each state whether the machine is in it", shape=lambda block: len(block.names()))
    time_in_state = Output("s", "how long it has been in the state", start=0)
    transitions = Structural("off > on, on > off", "list of transitions, such as rest > inflate, inflate > roll")
    begun = Variable("1", "number of samples so far", start=0)

    def moves(self) -> list[tuple[str, str]]:
        """Return from which state to which each transition leads."""
        found = [TRANSITION.fullmatch(part) for part in self.transitions.split(",")]
        if not all(found):
            what = f'"{self.transitions}" is not a list of transitions.'
            raise ModelError(what, fix='Write each as "from > to", with commas between them.')
        return [(match[1], match[2]) for match in found if match]

    def names(self) -> list[str]:
        """Return the states in the order in which they are first named."""
        return list(dict.fromkeys(name for move in self.moves() for name in move))

    def equations(self) -> Equations:
        names, is_first = self.names(), previous(self.begun) < 1
        before = where(is_first, 1, previous(self.state))
        following: Expr = before
        for number, (source, target) in reversed(list(enumerate(self.moves()))):
            here = (before > names.index(source) + 0.5) & (before < names.index(source) + 1.5)
            following = where(here & self.conditions[number], names.index(target) + 1, following)
        yield self.begun == previous(self.begun) + 1
        yield self.state == following
        stays = (following > before - 0.5) & (following < before + 0.5)
        yield self.time_in_state == where(is_first | ~stays, 0, previous(self.time_in_state) + self.period)
        yield self.active == vector(*(
            (following > k + 0.5) & (following < k + 1.5) for k in range(len(names))
        ))  # fmt: skip
