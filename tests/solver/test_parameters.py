"""Parameters that change between runs and during them, without compiling again."""

from __future__ import annotations

import numpy as np
import pytest

from blocks import Block, Diagram, Equations, ModelError, Parameter, Variable
from blocks.functions import der
from solver.model import compile_model
from solver.result import Result
from solver.run import Run
from solver.settings import settings_for
from solver.simulate import simulate

ENDS = list(np.exp([-2, -1, -0.5]))


class Decay(Block):
    """Goes to a target with a time constant."""

    T = Parameter(1.0, "s", "time constant", min=1e-6)
    target = Parameter(0.0, "1", "where it ends")
    x = Variable("1", "quantity", start=1, fixed=True)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == self.target - self.x


class Weighted(Block):
    """A vector as a parameter."""

    k = Parameter([1.0, 2.0, 3.0], "1", "weights")
    y = Variable("1", "their sum")

    def equations(self) -> Equations:
        yield self.y == self.k[0] + self.k[1] + self.k[2]


def decays() -> Diagram:
    """Return two decays, one of them in a subsystem with a parameter of its own."""
    inner = Diagram("inner")
    inner.parameters["slow"] = "4 s"
    inner.add("d", Decay(T="= slow / 2"))
    d = Diagram("decays")
    d.parameters = {"base": "500 ms", "ratio": 2}
    d.add("first", Decay(T="= base"))
    d.add("second", Decay(T="= ratio * base"))
    d.add("part", inner)
    inner.values["slow"] = "= 8 * base"
    d.add("w", Weighted())
    return d


def ends(result: Result) -> list[float]:
    return [float(result[f"{name}.x"][-1]) for name in ("first", "second", "part.d")]


def test_block_parameters_are_set_for_one_run_only() -> None:
    model = compile_model(decays())
    changed = simulate(model, 1.0, tolerance=1e-9, parameters={"first.T": "2 s", "part.d.target": 1})
    assert ends(changed) == pytest.approx([np.exp(-0.5), np.exp(-1), 1], abs=1e-6)
    again = simulate(model, 1.0, tolerance=1e-9)
    assert ends(again) == pytest.approx(ENDS, abs=1e-6)


def test_parameters_of_the_diagram_reach_all_that_depend_on_them() -> None:
    model = compile_model(decays())
    changed = simulate(model, 1.0, tolerance=1e-9, parameters={"base": "1 s"})
    assert ends(changed) == pytest.approx(list(np.exp([-1, -0.5, -0.25])), abs=1e-6)
    assert ends(simulate(model, 1.0, tolerance=1e-9)) == pytest.approx(ENDS, abs=1e-6)


def test_several_parameters_of_the_diagram_together() -> None:
    changed = simulate(decays(), 1.0, tolerance=1e-9, parameters={"base": "1 s", "ratio": 4})
    assert ends(changed) == pytest.approx(list(np.exp([-1, -0.25, -0.25])), abs=1e-6)


def test_a_block_parameter_stays_when_one_of_the_diagram_is_set_after_it() -> None:
    changed = simulate(decays(), 1.0, tolerance=1e-9, parameters={"first.T": "4 s", "ratio": 4})
    assert ends(changed)[:2] == pytest.approx(list(np.exp([-0.25, -0.5])), abs=1e-6)


def test_vectors() -> None:
    model = compile_model(decays())
    assert simulate(model, 0.1, parameters={"w.k": [1, 1, 1]})["w.y"][-1] == 3
    with pytest.raises(ModelError, match='"w.k" has 2 numbers; 3 are expected.'):
        simulate(model, 0.1, parameters={"w.k": [1, 1]})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("first.t", "1 s", 'There is no parameter "first.t".\n  Did you mean "first.T"?'),
        ("basis", "1 s", 'There is no parameter "basis".\n  Did you mean "base"?'),
        ("first.T", "-1 s", '"first.T" is -1 s; it must be at least 1e-06 s.'),
        ("first.T", "1 V", '"first.T": '),
        ("base", "1 V", '"first.T": '),
        ("base", "-1 s", '"first.T" is -1 s (= base); it must be at least 1e-06 s.'),
    ],
)
def test_values_that_are_refused(name: str, value: str, message: str) -> None:
    model = compile_model(decays())
    with pytest.raises(ModelError) as caught:
        simulate(model, 0.1, parameters={name: value})
    assert str(caught.value).startswith(message)
    assert ends(simulate(model, 1.0)) == pytest.approx(ENDS, abs=1e-4)


@pytest.mark.parametrize("native", ["never", "always"])
@pytest.mark.parametrize("solver", ["auto", "rk4", "stiff"])
def test_a_change_during_a_run(native: str, solver: str) -> None:
    model = compile_model(decays())
    step = "5 ms" if solver == "rk4" else None
    run = Run(model, settings_for(model.diagram, until=2.0, tolerance=1e-8, native=native, solver=solver, step=step))
    when = None
    for _ in run.chunks():
        if when is None and run.now.time > 0:
            when = run.now.time
            run.set_parameter("first.target", 3)
            run.set_parameter("base", "1 s")
    assert when is not None
    # the change happened at a known instant, with T = 0.5 s before and 1 s after it
    place = model.state_names.index("first.x")
    expected = 3 + (np.exp(-when / 0.5) - 3) * np.exp(-(2 - when))
    assert run.now.states[place] == pytest.approx(expected, abs=1e-5)


def test_a_diagram_is_not_changed_by_a_run() -> None:
    d = decays()
    simulate(d, 0.1, parameters={"base": "1 s", "first.T": "3 s"})
    assert d.parameters == {"base": "500 ms", "ratio": 2}
    assert d.values == {}
    assert d.blocks["first"].values == {"T": "= base"}
