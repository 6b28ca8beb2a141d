"""Losses that become heat, for parts of any domain."""

from __future__ import annotations

from blocks import Block, Equations, Expr
from libraries.thermal.ports import HeatPort


class Heating(Block):
    """What gives its losses to a heat port: name it before the part that has them, and say what they are."""

    heat = HeatPort("where the losses go; must be connected")

    def lost_power(self) -> Expr:
        """Return the power that becomes heat."""
        raise NotImplementedError

    def equations(self) -> Equations:
        yield self.heat.Q_flow == -self.lost_power()
