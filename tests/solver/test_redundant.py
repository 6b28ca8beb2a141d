"""Equations that repeat each other in ways that structure alone does not show."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block, Diagram, Equations, ModelError, Parameter, Variable
from blocks.functions import der
from libraries.planar import Fixed, FixedTranslation, Revolute, Rod, World
from solver.simulate import simulate

CRANK, CRANK_MASS, BAR_MASS = 0.4, 0.3, 1.0


def parallelogram(cranks: int) -> Diagram:
    """Return a bar on equal parallel cranks; every crank after the second repeats what the others say."""
    d = Diagram("parallelogram")
    d.add("world", World())
    d.add("bar", Rod(m=BAR_MASS, length=0.5 * (cranks - 1)))
    for k in range(cranks):
        given = {"phi": -2.0, "w": 0.0}
        d.add(f"ground{k}", Fixed(position=[0.5 * k, 0.0]))
        d.add(f"joint{k}", Revolute(start=given) if k == 0 else Revolute(guess=given))
        d.add(f"crank{k}", Rod(m=CRANK_MASS, length=CRANK))
        d.add(f"tip{k}", Revolute(guess={"phi": 2.0}))
        d.add(f"arm{k}", FixedTranslation(r=[0.5 * k, 0.0]))
        d.connect(f"ground{k}.a", f"joint{k}.a")
        d.connect(f"joint{k}.b", f"crank{k}.a")
        d.connect(f"crank{k}.b", f"tip{k}.a")
        d.connect("bar.a", f"arm{k}.a")
        d.connect(f"tip{k}.b", f"arm{k}.b")
    return d


@pytest.mark.parametrize("cranks", [2, 3, 5])
def test_parallelogram_swings_like_a_pendulum(cranks: int) -> None:
    result = simulate(parallelogram(cranks), 2.0, tolerance=1e-9)
    inertia = cranks * CRANK_MASS * CRANK**2 / 3 + BAR_MASS * CRANK**2
    weight = 9.81 * (cranks * CRANK_MASS / 2 + BAR_MASS) * CRANK

    def rate(_: float, y: np.ndarray) -> list[float]:
        return [y[1], -weight / inertia * np.cos(y[0])]

    exact = solve_ivp(rate, (0, 2), [-2.0, 0.0], rtol=1e-11, atol=1e-12).y[0, -1]
    for k in range(cranks):
        assert result[f"crank{k}.phi"][-1] == pytest.approx(exact, abs=1e-7)
    assert np.abs(result["bar.phi"]).max() < 1e-7


class Bridge(Block):
    """A capacitor between two nodes that are loaded by resistors: both node equations hold the same derivatives."""

    C = Parameter(0.5, "any", "capacitance")
    u = Variable("any", "voltage of the first node")
    v = Variable("any", "voltage of the second node")

    def equations(self) -> Equations:
        yield self.C * (der(self.u) - der(self.v)) == 1 - self.u
        yield 3 * self.C * (der(self.v) - der(self.u)) == -2 * self.v


def test_derivatives_that_cancel_are_found() -> None:
    d = Diagram("bridge")
    d.add("p", Bridge(start={"u": 0.0}))
    result = simulate(d, 1.0, tolerance=1e-9)
    # 3 (1 - u) == 2 v always, so u' - v' == u' * 5 / 2
    assert result["p.u"] == pytest.approx(1 - np.exp(-result.time * 2 / (0.5 * 5)), abs=1e-7)
    assert 2 * result["p.v"] == pytest.approx(3 * (1 - result["p.u"]), abs=1e-12)


class Hidden(Block):
    """The same derivatives twice, with a factor that varies: not found, but not passed over either."""

    a = Variable("any", "one")
    b = Variable("any", "other")

    def equations(self) -> Equations:
        yield der(self.a) - der(self.b) == -self.a
        yield (1 + self.a**2) * (der(self.a) - der(self.b)) == self.b


def test_derivatives_that_cancel_with_a_varying_factor_are_an_error() -> None:
    d = Diagram("hidden")
    d.add("p", Hidden(start={"a": 1.0}))
    with pytest.raises(ModelError):
        simulate(d, 1.0)
