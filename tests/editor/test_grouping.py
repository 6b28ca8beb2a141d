"""Subsystems made of blocks, and taken apart again."""

from math import cos, sqrt
from pathlib import Path

import pytest

from blocks import Diagram
from blocks.diagram_writer import write_text
from blocks.errors import ModelError
from editor.document import Document
from editor.grouping import group
from editor.ungrouping import ungroup
from libraries.rotational import Fixed, Inertia, Spring
from solver.simulate import simulate

ROOT = Path(__file__).resolve().parents[2]


def swing() -> Diagram:
    d = Diagram("swing")
    d.parameters["size"] = "2 kg.m2"
    d.add("wall", Fixed(), at=(0, 0))
    d.add("spring", Spring(stiffness=8), at=(100, 0))
    d.add("wheel", Inertia(J="= size", start={"phi": 1, "w": 0}), at=(200, 40))
    d.connect("wall.shaft", "spring.a")
    d.connect("spring.b", "wheel.a")
    return d


def test_grouping_and_back_gives_the_same_file() -> None:
    d = swing()
    before = write_text(d)
    group(d, ["spring", "wheel"], "drive")
    assert set(d.blocks) == {"wall", "drive"}
    assert ungroup(d, "drive") == ["spring", "wheel"]
    assert sorted(write_text(d).splitlines()) == sorted(before.splitlines())


def test_the_pendulum_is_the_same_after_both() -> None:
    document = Document.open(ROOT / "projects" / "pendulum" / "diagram.toml")
    before = write_text(document.diagram)
    with document.step("both", document.diagram):
        group(document.diagram, ["controller", "motor", "angle"], "drive")
        ungroup(document.diagram, "drive")
    assert sorted(map(sorted, document.diagram.connections)) == sorted(
        map(sorted, Document.open(ROOT / "projects" / "pendulum" / "diagram.toml").diagram.connections)
    )
    document.history.undo()
    assert write_text(document.diagram) == before


def test_names_and_parameters_that_are_taken_get_others() -> None:
    d = swing()
    inner = group(d, ["wheel"], "rotor")
    inner.values["size"] = "5 kg.m2"
    d.add("wheel", Inertia(J="= size"), at=(400, 0))
    assert ungroup(d, "rotor") == ["rotor_wheel"]
    assert d.parameters == {"size": "2 kg.m2", "rotor_size": "5 kg.m2"}
    assert d.blocks["rotor_wheel"].values == {"J": "= rotor_size"}
    d.remove("wheel")
    result = simulate(d, 1)
    assert result["rotor_wheel.phi"][-1] == pytest.approx(cos(sqrt(8 / 5)), abs=1e-4)


def test_what_is_no_subsystem_stays() -> None:
    d = swing()
    with pytest.raises(ModelError, match="is not a subsystem"):
        ungroup(d, "wheel")


def equations(*texts: str) -> Diagram:
    d = swing()
    d.initial_equations = list(texts)
    d.scopes = [{"signals": ["wheel.phi", "wall.shaft.tau"]}]
    return d


def test_initial_equations_and_scopes_follow_their_blocks() -> None:
    d = equations("wheel.phi == 2 rad", "der(wheel.w) == spring.tau / size")
    inner = group(d, ["spring", "wheel"], "drive")
    assert d.initial_equations == ["drive.wheel.phi == 2 rad", "der(drive.wheel.w) == drive.spring.tau / size"]
    assert d.scopes == [{"signals": ["drive.wheel.phi", "wall.shaft.tau"]}]
    inner.initial_equations = ["wheel.w == 3 rad/s * size / 1 [kg.m2]"]
    ungroup(d, "drive")
    own = ["wheel.phi == 2 rad", "der(wheel.w) == spring.tau / size", "wheel.w == 3 rad/s * size / 1 [kg.m2]"]
    assert d.initial_equations == own
    assert d.scopes == [{"signals": ["wheel.phi", "wall.shaft.tau"]}]


def test_what_is_taken_apart_keeps_its_own_parameters() -> None:
    d = swing()
    inner = group(d, ["wheel"], "rotor")
    inner.values["size"] = "5 kg.m2"
    inner.initial_equations = ["wheel.w == size * 2"]
    d.add("wheel", Inertia(J="= size"), at=(400, 0))
    ungroup(d, "rotor")
    assert d.initial_equations == ["rotor_wheel.w == rotor_size * 2"]


def test_renaming_inside_is_told_outside_and_undone_in_one_step() -> None:
    document = Document(equations("wheel.phi == 2 rad"))
    d = document.diagram
    with document.step("Group", d):
        inner = group(d, ["spring", "wheel"], "drive")
    document.rename(inner, "wheel", "disc")
    assert d.initial_equations == ["drive.disc.phi == 2 rad"]
    assert d.scopes == [{"signals": ["drive.disc.phi", "wall.shaft.tau"]}]
    with pytest.raises(ModelError):
        document.rename(inner, "disc", "spring")
    document.history.undo()
    assert d.initial_equations == ["drive.wheel.phi == 2 rad"]
    assert set(inner.blocks) == {"spring", "wheel"}
