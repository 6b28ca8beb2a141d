"""Sensors that weigh a whole mechanism: sums over all masses that hang together with one of their ports.

A mass names what it adds in ``Block.weighing``; the compiler finds the masses and connects them (``solver.gather``).
Nothing of this costs anything where no such sensor is.
"""

from __future__ import annotations

from typing import Any, ClassVar

from blocks.block import Block
from blocks.declare import Input, Output
from blocks.expression import Expr, as_expr
from blocks.functions import sum_of


class Share(Block):
    """What a mass adds where it is weighed; subclasses yield an equation for every element of ``share``."""

    share = Output("any", "what it adds to the sums, in SI units", shape=0)


class WeighingSensor(Block):
    """A sensor whose signals are made of sums over all masses of a mechanism."""

    weighs_at: ClassVar[str] = ""

    def total(self, k: int) -> Expr:
        """Return the sum of one kind of share over all masses; zero as long as nothing is weighed."""
        return as_expr(0.0)


_made: dict[Any, type] = {}


def weighed(cls: type[Block]) -> type[Block]:
    """Return the class of a mass that also tells its share."""
    if cls not in _made and cls.weighing is not None:
        own = {"__module__": cls.__module__, "__doc__": cls.__doc__}
        _made[cls] = type(cls.__name__, (cls, cls.weighing), own)
    return _made[cls]


def weighing(cls: type[Block], count: int, size: int) -> type[Block]:
    """Return the class of a sensor that weighs a number of masses."""
    key = cls, count, size
    if key in _made:
        return _made[key]

    def total(self: WeighingSensor, k: int) -> Expr:
        return sum_of(self.shares[:, k])  # type: ignore[attr-defined]

    shares = Input("any", "what each mass adds", shape=(count, size))
    own = {"__module__": cls.__module__, "__doc__": cls.__doc__, "shares": shares, "total": total}
    _made[key] = type(cls.__name__, (cls,), own)
    return _made[key]
