"""Parameters of subsystems that change during a run, and of elements of an array."""

from __future__ import annotations

import pytest

from blocks import Block, Diagram, Equations, ModelError, Parameter, Variable
from blocks.functions import der
from blocks.mask import ParameterFacts
from solver.model import compile_model
from solver.parameters import ParameterSetter


class Decay(Block):
    """Goes to zero with a time constant."""

    T = Parameter(1.0, "s", "time constant", min=1e-6)
    x = Variable("1", "quantity", start=1, fixed=True)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == -self.x


def nested() -> Diagram:
    inner = Diagram("inner")
    inner.parameters["pace"] = "2 s"
    inner.mask["pace"] = ParameterFacts(max="10 s")
    inner.add("decay", Decay(T="= pace / 2"))
    outer = Diagram("outer")
    outer.parameters["slow"] = "6 s"
    outer.add("first", inner)
    outer.add("many", Decay(T="= slow / index"), count=3)
    return outer


def times(setter: ParameterSetter) -> dict[str, float]:
    return {name: setter.vector[places[0]] for name, places in setter.places.items()}


def test_a_parameter_of_a_subsystem_is_set_by_its_full_name() -> None:
    setter = ParameterSetter(compile_model(nested()))
    assert times(setter)["first.decay.T"] == 1
    setter.set("first.pace", "= slow")
    assert times(setter)["first.decay.T"] == 3
    setter.set("slow", "8 s")
    assert times(setter)["first.decay.T"] == 4  # what was set before follows
    assert setter.model.diagram.blocks["first"].values == {}  # type: ignore[union-attr]


def test_limits_hold_during_a_run() -> None:
    setter = ParameterSetter(compile_model(nested()))
    with pytest.raises(ModelError, match="at most 10"):
        setter.set("first.pace", "11 s")
    assert times(setter)["first.decay.T"] == 1


def test_elements_know_their_number() -> None:
    setter = ParameterSetter(compile_model(nested()))
    assert [times(setter)[f"many[{i}].T"] for i in (1, 2, 3)] == [6, 3, 2]
    setter.set("many[2].T", "= slow * index")
    assert [times(setter)[f"many[{i}].T"] for i in (1, 2, 3)] == [6, 12, 2]


def test_a_bare_number_takes_the_dimension_of_what_it_replaces() -> None:
    """In an expression with a unit of its own, 8 in place of "6 s" means 8 s."""
    d = Diagram("d")
    d.parameters["slow"] = "6000 ms"
    d.add("decay", Decay(T="= slow + 1 s"))
    setter = ParameterSetter(compile_model(d))
    setter.set("slow", 8)
    assert times(setter)["decay.T"] == 9
    setter.set("slow", "= 2*4")
    assert times(setter)["decay.T"] == 9
    with pytest.raises(ModelError, match="length"):
        setter.set("slow", "8 m")
