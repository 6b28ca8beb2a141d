"""Signals and curves given by points."""

from blocks import Equations, Expr, ModelError, Parameter, Structural
from blocks.functions import clamp, interpolate, time
from libraries.signals.base import OneInput, Source, piecewise


class TimeTable(Source):
    """A signal given by its values at some times.

    Every point is an event, so that none is missed; a long recording runs faster with ``exact`` switched off.
    """

    times = Parameter([0.0, 1.0], "s", "times, rising")
    levels = Parameter([0.0, 1.0], "any", "value at each time")
    delay = Parameter(0.0, "s", "time at which the table begins")
    between = Structural("linear", "value between two points", choices=("linear", "held"))
    outside = Structural("held", "value before the first point and after the last", choices=("held", "extended"))
    exact = Structural(True, "make every point an event; held values always are")

    def equations(self) -> Equations:
        check_table(self.times, self.levels, "times", "levels")
        now = time - self.delay
        if self.between == "held":
            yield self.y == piecewise(now, list(self.times[1:]), list(self.levels))
        elif not self.exact:
            inside = now if self.outside == "extended" else clamp(now, self.times[0], self.times[-1])
            yield self.y == interpolate(inside, self.times, self.levels)
        elif self.outside == "extended":
            yield self.y == piecewise(now, list(self.times[1:-1]), self.lines(now))
        else:
            yield self.y == piecewise(now, list(self.times), [self.levels[0], *self.lines(now), self.levels[-1]])

    def lines(self, now: Expr) -> list[Expr]:
        """Return the straight lines from each point to the next."""
        points = list(zip(self.times, self.levels, strict=True))
        pairs = zip(points, points[1:], strict=False)
        return [a + (b - a) * (now - begin) / (end - begin) for (begin, a), (end, b) in pairs]


class Table1D(OneInput):
    """A curve given by points, with straight lines between them.

    Its corners are not events: they are kinks, not jumps, and a measured curve may have hundreds.
    """

    u_points = Parameter([0.0, 1.0], "any", "input at each point, rising")
    y_points = Parameter([0.0, 1.0], "any", "output at each point")
    outside = Structural("held", "value outside the points", choices=("held", "extended"))

    def equations(self) -> Equations:
        check_table(self.u_points, self.y_points, "u_points", "y_points")
        inside = self.u if self.outside == "extended" else clamp(self.u, self.u_points[0], self.u_points[-1])
        yield self.y == interpolate(inside, self.u_points, self.y_points)


def check_table(first: Expr, second: Expr, first_name: str, second_name: str) -> None:
    """Refuse a table with fewer than two points or with columns of different length."""
    if len(first) < 2 or len(first) != len(second):
        raise ModelError(
            f'The table has {len(first)} "{first_name}" and {len(second)} "{second_name}".',
            fix="Give two or more of each, and as many of one as of the other.",
        )
