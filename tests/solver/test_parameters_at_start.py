"""Parameters of a diagram that decide about its start, and values that are lists."""

import pytest

from blocks import Diagram, ModelError
from libraries import rotational as r
from libraries import signals as s
from solver.model import compile_model
from solver.simulate import simulate


def swinging() -> Diagram:
    diagram = Diagram()
    diagram.parameters["angle"] = "0.1 rad"
    diagram.add("wall", r.Fixed())
    diagram.add("spring", r.Spring(stiffness=4))
    diagram.add("rotor", r.Inertia(J=1, start={"phi": "= angle", "w": 0}))
    diagram.connect("wall.shaft", "spring.a")
    diagram.connect("spring.b", "rotor.a")
    return diagram


def test_start_values_follow_the_parameters_of_a_run() -> None:
    model = compile_model(swinging())
    for angle in (0.1, 0.3, 0.1):
        result = simulate(model, 0.5, parameters={"angle": angle})
        assert result["rotor.phi"][0] == pytest.approx(angle)


def test_start_values_are_those_of_the_diagram_without_parameters() -> None:
    model = compile_model(swinging())
    simulate(model, 0.1, parameters={"angle": 0.3})
    assert simulate(model, 0.1)["rotor.phi"][0] == pytest.approx(0.1)


def test_initial_equations_follow_the_parameters_of_a_run() -> None:
    diagram = swinging()
    diagram.blocks["rotor"].start = {"w": 0}  # type: ignore[union-attr]
    diagram.initial_equations = ["rotor.phi = 2*angle"]
    model = compile_model(diagram)
    assert simulate(model, 0.1, parameters={"angle": 0.3})["rotor.phi"][0] == pytest.approx(0.6)
    assert simulate(model, 0.1)["rotor.phi"][0] == pytest.approx(0.2)


def test_numbers_of_a_vector_may_be_expressions_of_their_own() -> None:
    diagram = Diagram()
    diagram.parameters.update(width="2 m", factor=3)
    diagram.add("level", s.Constant(level=["= width", "= factor*width", 5.0]))  # type: ignore[list-item]
    diagram.expose("level", "level.y")
    assert simulate(diagram, 0.1)["level"][-1] == pytest.approx([2, 6, 5])


def test_subsystems_have_initial_equations_of_their_own() -> None:
    """In both elements of an array, with its own parameters and a unit with a dot."""
    inner, outer = swinging(), Diagram()
    inner.blocks["rotor"].start = {}  # type: ignore[union-attr]
    inner.initial_equations = ["rotor.phi == 2*angle", "rotor.w == 3 [rad.s/s2] * angle"]
    inner.values = {"angle": "= index*unit"}
    outer.parameters["unit"] = "0.1 rad"
    outer.add("swing", inner, count=2)
    model = compile_model(outer)
    for size in (0.1, 0.4):
        result = simulate(model, 0.1, parameters={"unit": size})
        for number in (1, 2):
            assert result[f"swing[{number}].rotor.phi"][0] == pytest.approx(2 * number * size)
            assert result[f"swing[{number}].rotor.w"][0] == pytest.approx(3 * number * size)


def test_a_wrong_initial_equation_of_a_subsystem_names_it() -> None:
    inner, outer = swinging(), Diagram()
    inner.initial_equations = ["motor.phi == 1"]
    outer.add("swing", inner)
    with pytest.raises(ModelError, match=r"no variable \"swing\.motor\.phi\"") as caught:
        compile_model(outer)
    assert caught.value.where == "swing"
