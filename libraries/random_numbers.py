"""What sampled blocks with noise share: random numbers of their own, and steps between readings."""

from __future__ import annotations

from blocks import Equations, Expr, Parameter, SampledBlock, Variable
from blocks.declare import Identity
from blocks.functions import floor, let, normal, normal_state, previous, where


class Random(SampledBlock):
    """A sampled block with random numbers, new ones at each sample: the same in every run, others in every block."""

    seed = Parameter(1.0, "1", "another number gives other noise, the same one the same in every run", min=0)
    stream = Identity("keeps the noise apart from that of other blocks", shape=6)
    draw = Variable("1", "state of the random numbers", start=0, shape=6)

    def normal_count(self) -> int:
        """Return how many normally distributed numbers the block needs at a sample."""
        return 1

    @property
    def normal(self) -> Expr:
        """Return the random numbers of a sample: mean 0, standard deviation 1, independent of each other."""
        return let("noise", normal(previous(self.draw), self.stream, self.seed, self.normal_count()))

    def equations(self) -> Equations:
        yield self.draw == normal_state(previous(self.draw), self.stream, self.seed, self.normal_count())


def quantized(value: Expr, step: Expr) -> Expr:
    """Return the nearest whole multiple of a step; the value itself if the step is zero."""
    return where(step > 0, step * floor(value / step + 0.5), value)
