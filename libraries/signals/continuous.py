"""Linear dynamics in continuous time. States start at zero unless a start value is given."""

from collections.abc import Iterator

from blocks import Equation, Equations, Expr, ModelError, Output, Parameter, Variable
from blocks.functions import der, leave_when, machine, vector, where
from libraries.signals.base import LinearSystem, OneInput, rows


class Integrator(OneInput):
    """The integral of the input over time."""

    y = Output("any", "integral", start=0, fixed=True, state="prefer")
    k = Parameter(1.0, "any", "gain")

    def equations(self) -> Equations:
        yield der(self.y) == self.k * self.u


class LimitedIntegrator(OneInput):
    """An integral that stops at two limits, and leaves them as soon as the input changes sign."""

    y = Output("any", "integral", start=0, fixed=True, state="prefer")
    k = Parameter(1.0, "any", "gain")
    low = Parameter(-1.0, "any", "lower limit", not_above="high")
    high = Parameter(1.0, "any", "upper limit")

    def equations(self) -> Equations:
        rate = self.k * self.u
        stop = machine(
            {
                "free": [
                    leave_when((self.y >= self.high) & (rate > 0), "high"),
                    leave_when((self.y <= self.low) & (rate < 0), "low"),
                ],
                "high": [leave_when(rate < 0, "free")],
                "low": [leave_when(rate > 0, "free")],
            },
            start="free",
        )
        yield der(self.y) == where(stop.is_in("free"), rate, 0)


class Derivative(OneInput):
    """The rate of change of the input, smoothed by a first-order filter; zero at the start."""

    k = Parameter(1.0, "any", "gain")
    T = Parameter(0.01, "s", "time constant of the filter", min=1e-9)
    x = Variable("any", "filtered input", state="prefer")

    def equations(self) -> Equations:
        yield der(self.x) == (self.u - self.x) / self.T
        yield self.y == self.k * (self.u - self.x) / self.T

    def initial_equations(self) -> Iterator[Equation]:
        yield self.x == self.u


class FirstOrder(OneInput):
    """First-order lag: approaches the input times the gain exponentially."""

    y = Output("any", "output", start=0, fixed=True, state="prefer")
    k = Parameter(1.0, "any", "gain")
    T = Parameter(1.0, "s", "time constant", min=1e-9)

    def equations(self) -> Equations:
        yield self.T * der(self.y) == self.k * self.u - self.y


class SecondOrder(OneInput):
    """Second-order lag: a mass on a spring and a damper, driven by the input."""

    y = Output("any", "output", start=0, fixed=True, state="prefer")
    k = Parameter(1.0, "any", "gain")
    w = Parameter(1.0, "rad/s", "angular frequency without damping", min=0)
    D = Parameter(1.0, "1", "damping; below 1 it overshoots", min=0)
    rate = Variable("any", "rate of change of the output", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        yield der(self.y) == self.rate
        yield der(self.rate) == self.w**2 * (self.k * self.u - self.y) - 2 * self.D * self.w * self.rate


class TransferFunction(OneInput):
    """A ratio of two polynomials in s, in controllable canonical form.

    ``numerator=[3], denominator=[1, 2, 5]`` is 3 / (s² + 2 s + 5).
    """

    numerator = Parameter([1.0], "any", "coefficients, highest power of s first")
    denominator = Parameter([1.0, 1.0], "any", "coefficients, highest power of s first")
    x = Variable(
        "any",
        "derivatives of u / denominator, highest first",
        start=0,
        fixed=True,
        shape=lambda block: order(block.numerator, block.denominator),
    )

    def equations(self) -> Equations:
        highest = (self.u - self.denominator[1:] @ self.x) / self.denominator[0]
        chain = [highest, *self.x]
        yield der(self.x) == vector(*chain[:-1])
        yield self.y == self.numerator @ vector(*chain[-len(self.numerator) :])


class StateSpace(LinearSystem):
    """Linear system of first-order equations: x' = A x + B u, y = C x + D u."""

    x = Variable("any", "states", start=0, fixed=True, state="prefer", shape=lambda block: rows(block.A))

    def equations(self) -> Equations:
        yield der(self.x) == self.A @ self.x + self.B @ self.u
        yield self.y == self.C @ self.x + self.D @ self.u


def order(numerator: Expr, denominator: Expr) -> int:
    """Return the order of a ratio of two polynomials; refuse coefficients that make none."""
    if len(denominator) < 2:
        raise ModelError("The denominator needs two coefficients or more.", fix="For a mere factor use a Gain.")
    if len(numerator) > len(denominator):
        raise ModelError(
            f"The numerator has {len(numerator)} coefficients and the denominator only {len(denominator)}.",
            why="Such a block would look ahead of its input.",
            fix="Give the numerator at most as many coefficients as the denominator.",
        )
    return len(denominator) - 1
