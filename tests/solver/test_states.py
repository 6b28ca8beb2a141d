"""Which variables become states."""

from __future__ import annotations

import pytest

from blocks import Block, Diagram, Equations, Parameter, Variable
from blocks.functions import der
from libraries.planar import Fixed, Revolute, Rod
from libraries.rotational import IdealGear, Inertia, Spring
from solver.model import compile_model
from solver.simulate import simulate
from tests.models import planar_models as models


def geared(**starts: dict[str, float]) -> Diagram:
    d = Diagram("geared")
    for name in ("fast", "slow"):
        d.add(name, Inertia(start=starts.get(name)))
    d.add("gear", IdealGear(ratio=10))
    d.connect("fast.b", "gear.a")
    d.connect("gear.b", "slow.a")
    return d


@pytest.mark.parametrize("chosen", ["fast", "slow"])
def test_fixed_start_values_make_states(chosen: str) -> None:
    model = compile_model(geared(**{chosen: {"phi": 1, "w": 2}}))
    assert model.state_names == [f"{chosen}.phi", f"{chosen}.w"]
    result = simulate(model)
    assert result["fast.phi"] == pytest.approx(10 * result["slow.phi"])
    assert result[f"{chosen}.w"][-1] == pytest.approx(2)


def test_joint_angles_are_preferred() -> None:
    model = compile_model(models.pendulum(3))
    assert model.state_count == 6
    assert not model.assembly.choice.constraints


def test_a_closed_loop_keeps_its_closures_as_constraints() -> None:
    model = compile_model(models.fourbar())
    assert len(model.assembly.choice.constraints) == 2
    assert model.state_count == 6


class Preferring(Block):
    """Two names for one motion with a factor between them; the author prefers one of them."""

    factor = Parameter(4.0, "1", "factor")
    x = Variable("m", "one")
    y = Variable("m", "other", state="prefer")
    z = Variable("m", "third", state="avoid")

    def equations(self) -> Equations:
        yield self.x == self.factor * self.y
        yield self.z == 2 * self.x
        yield der(der(self.x)) + der(der(self.y)) + der(der(self.z)) == 0


def test_the_author_of_a_block_may_prefer_a_state() -> None:
    d = Diagram()
    d.add("b", Preferring())
    assert compile_model(d).state_names == ["b.y", "der(b.y)"]


def test_a_person_overrules_the_author() -> None:
    d = Diagram()
    d.add("b", Preferring(start={"z": 1, "der(z)": 0}))
    assert compile_model(d).state_names == ["b.z", "der(b.z)"]


class Vanishing(Block):
    """A factor that is zero here must not be divided by."""

    k = Parameter(0.0, "1", "factor that is zero")
    T = Parameter(1.0, "s", "time constant")
    x = Variable("m", "free", state="prefer")
    y = Variable("m", "held")
    f = Variable("m/s2", "acceleration of y")

    def equations(self) -> Equations:
        yield self.y == self.k * self.x
        yield der(der(self.x)) == -der(self.x) / self.T
        yield self.f == der(der(self.y))


def test_a_parameter_that_is_zero_is_no_divisor() -> None:
    d = Diagram()
    d.add("b", Vanishing(start={"x": 1, "der(x)": 1}))
    result = simulate(d)
    assert result["b.y"][-1] == 0
    assert result["b.x"][-1] > 1.5


def test_springs_have_no_states_of_their_own() -> None:
    d = Diagram("chain")
    for k in range(3):
        d.add(f"j{k}", Inertia(start={"phi": 0, "w": 0}))
    for k in range(2):
        d.add(f"s{k}", Spring())
        d.connect(f"j{k}.b", f"s{k}.a")
        d.connect(f"s{k}.b", f"j{k + 1}.a")
    assert set(compile_model(d).state_names) == {f"j{k}.{name}" for k in range(3) for name in ("phi", "w")}


def test_starts_given_to_other_variables_are_found() -> None:
    d = Diagram("arm")
    d.add("wall", Fixed())
    d.add("joint", Revolute())
    d.add("rod", Rod(length=2, start={"x": 0.6, "vx": 0.4}, guess={"y": 0.8}))
    d.connect("wall.a", "joint.a")
    d.connect("joint.b", "rod.a")
    result = simulate(d, 0.1)
    assert result["rod.x"][0] == pytest.approx(0.6)
    assert result["rod.y"][0] == pytest.approx(0.8)
    assert result["joint.w"][0] == pytest.approx(-0.5)
