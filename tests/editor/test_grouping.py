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
