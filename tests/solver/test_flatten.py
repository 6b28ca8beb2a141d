"""From nested diagrams to a flat list of blocks with numbers and terminals."""

from __future__ import annotations

import numpy as np
import pytest

from blocks import Diagram, ModelError
from blocks.diagram import Placeholder
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Resistor
from libraries.planar import Fixed, Revolute, Rod, World
from libraries.signals import Constant, Gain
from solver.flatten import System, flatten
from solver.model import compile_model
from solver.simulate import simulate


def named_values(system: System) -> dict[str, float]:
    """Return the numbers of all parameters by full name."""
    return {
        f"{instance.name}.{item.name}": system.parameter_values[instance.parameters + k]
        for instance in system.instances
        for k, item in enumerate(instance.template.parameters)
    }


def low_pass(**values: object) -> Diagram:
    """Return a subsystem with two parameters of its own and three ports."""
    d = Diagram("low_pass", values=values)
    d.parameters = {"R": "1 kohm", "tau": "1 ms"}
    d.add("r", Resistor(R="= R"))
    d.add("c", Capacitor(C="= tau / R", start={"v": 0}))
    d.connect("r.n", "c.p")
    d.expose("input", "r.p")
    d.expose("output", "c.p")
    d.expose("ground", "c.n")
    return d


def filters(**values: object) -> Diagram:
    """Return two subsystems one behind the other, inside a subsystem."""
    inner = Diagram("pair")
    inner.parameters["base"] = "1 kohm"
    inner.add("first", low_pass(**values))
    inner.add("second", low_pass(R="10 kohm"))
    inner.connect("first.output", "second.input")
    inner.connect("first.ground", "second.ground")
    inner.expose("input", "first.input")
    inner.expose("ground", "second.ground")
    d = Diagram("filters")
    d.add("source", ConstantVoltage(V=1))
    d.add("pair", inner)
    d.add("g", Ground())
    d.connect("source.p", "pair.input")
    d.connect("source.n", "pair.ground", "g.p")
    return d


def test_names_of_nested_blocks_are_paths() -> None:
    names = [instance.name for instance in flatten(filters()).instances]
    assert names == ["source", "pair.first.r", "pair.first.c", "pair.second.r", "pair.second.c", "g"]


def test_parameters_of_a_subsystem_reach_its_blocks() -> None:
    values = named_values(flatten(filters(tau="5 ms")))
    assert values["pair.first.r.R"] == 1e3
    assert values["pair.first.c.C"] == pytest.approx(5e-6)
    assert values["pair.second.r.R"] == 1e4
    assert values["pair.second.c.C"] == pytest.approx(1e-7)


def test_values_of_a_subsystem_may_use_the_parameters_around_it() -> None:
    d = filters(R="= 2 * base")
    assert named_values(flatten(d))["pair.first.r.R"] == 2e3
    d.parameters["scale"] = 4
    d.blocks["pair"].values["base"] = "= scale * 1 kohm"
    assert named_values(flatten(d))["pair.first.r.R"] == 8e3


def test_parameters_are_seen_one_level_down_only() -> None:
    d = filters(R="= 2 * scale")
    d.parameters["scale"] = 4
    # what is connected to the broken part is not blamed for it
    assert [problem.what for problem in flatten(d).problems] == ['"pair.first.R": There is no parameter "scale".']


def test_ports_that_are_shown_outside_are_other_names_for_inner_ones() -> None:
    system = flatten(filters())
    ends = [{(system.instances[i].name, port) for i, port in pair} for pair in system.connections]
    assert {("source", "p"), ("pair.first.r", "p")} in ends
    assert {("pair.first.c", "p"), ("pair.second.r", "p")} in ends
    assert {("source", "n"), ("pair.second.c", "n")} in ends


def test_the_outermost_ports_are_known_by_name() -> None:
    system = flatten(low_pass())
    assert {name: (system.instances[i].name, port) for name, (i, port) in system.exposed.items()} == {
        "input": ("r", "p"), "output": ("c", "p"), "ground": ("c", "n"),
    }  # fmt: skip


def test_equal_blocks_share_one_template() -> None:
    system = flatten(filters())
    assert len(system.instances) == 6
    assert len(system.groups()) == 4


def ladder(count: int, **more: object) -> Diagram:
    d = Diagram("ladder")
    d.add("source", ConstantVoltage(V=1))
    d.add("g", Ground())
    d.add("r", Resistor(R="1 kohm", **more), count=count)
    d.add("c", Capacitor(C="1 uF", start={"v": 0}), count=count)
    d.connect("source.p", "r[1].p")
    d.connect(f"r[1:{count - 1}].n", f"r[2:{count}].p")
    d.connect("r.n", "c.p")
    d.connect("source.n", "c.n")
    d.connect("source.n", "g.p")
    return d


def test_arrays_are_counted_from_one_and_connected_element_by_element() -> None:
    system = flatten(ladder(3))
    names = [instance.name for instance in system.instances]
    assert names == ["source", "g", "r[1]", "r[2]", "r[3]", "c[1]", "c[2]", "c[3]"]
    pairs = [tuple(f"{names[i]}.{port}" for i, port in pair) for pair in system.connections]
    assert ("r[1].n", "r[2].p") in pairs
    assert ("r[2].n", "r[3].p") in pairs
    assert ("r[3].n", "c[3].p") in pairs
    # one with all
    assert [pair for pair in pairs if pair[0] == "source.n" and pair[1].startswith("c")] == [
        ("source.n", "c[1].n"), ("source.n", "c[2].n"), ("source.n", "c[3].n"),
    ]  # fmt: skip


@pytest.mark.parametrize("given", [["1 kohm", "2 kohm", "3 kohm"], [1e3, 2e3, 3e3], "[1, 2, 3] kohm"])
def test_an_array_takes_one_value_for_all_or_one_for_each(given: object) -> None:
    d = ladder(3)
    d.blocks["r"] = Resistor(R=given)
    values = named_values(flatten(d))
    assert [values[f"r[{k}].R"] for k in (1, 2, 3)] == [1e3, 2e3, 3e3]
    assert [values[f"c[{k}].C"] for k in (1, 2, 3)] == [1e-6] * 3


def test_an_array_of_values_must_have_one_for_each_element() -> None:
    d = ladder(3)
    d.blocks["r"] = Resistor(R=["1 kohm", "2 kohm"])
    assert str(flatten(d).problems[0]) == (
        '"r.R" has 2 values for 3 blocks.\n  Give one for all, or one for each.'
    )


@pytest.mark.parametrize("index", ["[1,3]", "[2:3]"])
def test_lists_and_ranges_of_elements(index: str) -> None:
    d = Diagram()
    d.add("u", Constant())
    d.add("k", Gain(), count=4)
    d.connect("u.y", f"k{index}.u")
    system = flatten(d)
    found = [system.instances[b].name for _, (b, _) in system.connections]
    assert found == {"[1,3]": ["k[1]", "k[3]"], "[2:3]": ["k[2]", "k[3]"]}[index]


def test_arrays_of_different_size_do_not_fit() -> None:
    d = Diagram()
    d.add("a", Gain(), count=3)
    d.add("b", Gain(), count=2)
    d.connect("a.y", "b.u")
    assert [str(problem) for problem in flatten(d).problems] == [
        '"a.y" means 3 ports and "b.u" means 2.\n'
        "  Connect as many elements on one side as on the other, or one with all."
    ]


def test_arrays_of_subsystems() -> None:
    d = Diagram("bank")
    d.add("source", ConstantVoltage(V=1))
    d.add("g", Ground())
    d.add("filter", low_pass(), count=2)
    d.connect("source.p", "filter.input")
    d.connect("source.n", "filter.ground")
    d.connect("source.n", "g.p")
    result = simulate(d, "1 ms", tolerance=1e-8)
    for k in (1, 2):
        assert result[f"filter[{k}].c.v"][-1] == pytest.approx(1 - np.exp(-1), abs=1e-6)


def test_disabled_blocks_are_left_out_with_their_connections() -> None:
    d = filters()
    d.add("load", Resistor(R=1))
    d.connect("source.p", "load.p")
    d.connect("load.n", "g.p")
    d.disabled = {"load"}
    system = flatten(d)
    assert not system.problems
    assert "load" not in [instance.name for instance in system.instances]
    assert len(system.connections) == len(flatten(filters()).connections)


def test_a_disabled_subsystem_takes_all_its_blocks_with_it() -> None:
    d = filters()
    d.disabled = {"pair"}
    assert [instance.name for instance in flatten(d).instances] == ["source", "g"]


def arm(name: str) -> Diagram:
    d = Diagram(name)
    d.add("base", Fixed())
    d.add("joint", Revolute(start={"phi": 0, "w": 0}))
    d.add("rod", Rod())
    d.connect("base.a", "joint.a")
    d.connect("joint.b", "rod.a")
    return d


def test_the_world_is_shared_with_inner_diagrams() -> None:
    d = Diagram("robot")
    d.add("world", World(g=[0.0, -1.62]))
    d.add("left", arm("left"))
    on_mars = arm("right")
    on_mars.add("world", World(g=[0.0, -3.7]))
    d.add("right", on_mars)
    values = named_values(flatten(d))
    assert values["left.rod.world.g[2]"] == -1.62
    # a world of its own comes first
    assert values["right.rod.world.g[2]"] == -3.7


def test_without_a_world_its_defaults_hold() -> None:
    assert named_values(flatten(arm("arm")))["rod.world.g[2]"] == -9.81


def test_the_world_may_use_parameters_of_its_diagram() -> None:
    d = Diagram("robot")
    d.parameters["g"] = "1.62 m/s2"
    d.add("world", World(g="[0, -1.62] m/s2"))
    d.add("left", arm("left"))
    assert named_values(flatten(d))["left.rod.world.g[2]"] == -1.62


def test_a_disabled_world_is_not_used() -> None:
    d = arm("arm")
    d.add("world", World(g=[0.0, -1.62]))
    d.disabled = {"world"}
    assert named_values(flatten(d))["rod.world.g[2]"] == -9.81


def test_unknown_blocks_are_told_and_the_rest_goes_on() -> None:
    d = Diagram("plant")
    d.add("pump", Placeholder("hydraulics.Pump"))
    d.add("r", Resistor(R="2 V"))
    problems = flatten(d).problems
    assert [problem.where for problem in problems] == ["pump", "r.R"]
    assert str(problems[0]) == (
        'The block "pump" has the unknown type "hydraulics.Pump".\n'
        "  Install the library it comes from, or replace the block."
    )


def test_a_port_that_a_subsystem_does_not_show() -> None:
    d = Diagram("outer")
    d.add("filter", low_pass())
    d.add("r", Resistor())
    d.connect("filter.outpt", "r.p")
    assert [str(problem) for problem in flatten(d).problems] == [
        'The block "filter" has no port "outpt".\n'
        '  Did you mean "output"?\n'
        "  Its ports are: input, output, ground."
    ]


def test_an_element_that_does_not_exist() -> None:
    d = ladder(3)
    d.connect("r[4].p", "g.p")
    assert [problem.what for problem in flatten(d).problems] == ['"r" has the elements 1 to 3; there is no 4.']


def test_what_follows_from_an_element_that_is_missing_is_not_told() -> None:
    """A port of the subsystem and the input behind it lead nowhere because of the one fault inside."""
    inner = Diagram("part")
    inner.add("source", Constant())
    inner.counts["source"] = 2
    inner.expose("third", "source[3].y")
    inner.expose("fourth", "source[3].y")
    outer = Diagram("whole")
    outer.add("part", inner)
    outer.add("gain", Gain())
    outer.connect("part.third", "gain.u")
    with pytest.raises(ModelError) as caught:
        compile_model(outer)
    assert str(caught.value) == (
        '"part.source" has the elements 1 to 2; there is no 3.\n'
        '  Correct what is connected to "part.source[3]", or give "part.source" more elements.'
    )


def test_a_parameter_that_refers_to_itself() -> None:
    d = Diagram("circle")
    d.parameters = {"a": "= 2 * b", "b": "= a / 2"}
    d.add("k", Gain(k="= a"))
    problems = flatten(d).problems
    assert len(problems) == 1
    assert isinstance(problems[0], ModelError)


def test_a_wrong_number_is_told_once_and_its_block_stays_connected() -> None:
    d = Diagram()
    d.add("source", Constant())
    d.add("gain", Gain(k="much"))
    d.add("other", Gain())
    d.connect("source.y", "gain.u")
    d.connect("gain.y", "other.u")
    with pytest.raises(ModelError) as error:
        simulate(d, 1)
    assert len(error.value.problems) == 1
    assert error.value.problems[0].where == "gain.k"
