"""Transport delay: what goes in comes out the same, some time later."""

from blocks import Equations, Expr, Input, Output, Parameter, SampledBlock, Structural, Variable
from blocks.functions import absolute, always, clamp, maximum, previous, time, vector, where


class DelayLine(SampledBlock):
    """What delays: reads values at fixed instants and draws a curve through them, ``samples`` periods later.

    The delay is ``samples`` times ``period``. A smooth curve goes through four readings: its error shrinks with the
    fourth power of the period. Behind a jump it overshoots by an eighth for a period or two; straight lines do not, and
    make a ramp of it that takes one period.
    """

    period = Parameter(1e-3, "s", "time between readings; the delay is samples times this", min=1e-15)
    samples = Structural(100, "how many readings the delay takes", min=3)
    between = Structural("smooth", "how readings are joined", choices=("smooth", "straight"))
    tick = Variable("1", "number of readings before this one", start=-1)

    def equations(self) -> Equations:
        yield self.tick == previous(self.tick) + 1

    @property
    def delay(self) -> Expr:
        """Return how long it takes."""
        return self.samples * self.period

    def kept(self, value: Expr, memory: Expr) -> Expr:
        """Return the memory, of samples + 2 numbers, with the newest reading first."""
        readings = [value, *list(previous(memory))[:-1]]
        # there is none before the first: it is put where the cubic through the first four would have it
        d, c, b, a, before = readings[:5]
        is_fourth = maximum(1 - absolute(self.tick - 3), 0)
        readings[4] = before + is_fourth * (4 * a - 6 * b + 4 * c - d - before)
        return vector(*readings)

    def arriving(self, memory: Expr, first: Expr | float) -> Expr:
        """Return what comes out now; ``first`` until what went in at the start arrives."""
        n, x = self.samples, clamp(time / self.period - self.tick, 0, 1)
        before, begin, end, after = (memory[k] for k in (n + 1, n, n - 1, n - 2))
        line = begin + x * (end - begin)
        if self.between == "smooth":
            # the cubic through all four is the line through two, and what bends it
            bend = (2 - x) * (before - 2 * begin + end) + (1 + x) * (begin - 2 * end + after)
            line = line - x * (1 - x) / 6 * bend
        return where(time < self.delay, first, line)


class Delay(DelayLine):
    """The input of a fixed time ago, at all times: transport on a belt, in a pipe, or along a wire.

    It may stand in any loop, for its output does not depend on its input of the same moment.
    """

    u = Input("any", "input")
    y = Output("any", "output")
    first = Parameter(0.0, "any", "output until the input of the start arrives")
    memory = Variable("any", "readings of the input, newest first", start=0, shape=lambda block: block.samples + 2)

    def equations(self) -> Equations:
        yield self.memory == self.kept(self.u, self.memory)
        yield always(self.y == self.arriving(self.memory, self.first))
