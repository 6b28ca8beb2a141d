"""The document: edits, and that every one of them can be undone without a trace."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from blocks import Diagram
from blocks.diagram_file import read_text
from blocks.diagram_writer import write_text
from blocks.errors import ModelError
from blocks.mask import ParameterFacts
from editor.document import Document
from editor.free_names import free_name
from editor.outer_ports import show_outside
from libraries.rotational import Damper, Inertia, Spring

ROOT = Path(__file__).resolve().parents[2]


def text(document: Document) -> str:
    return write_text(document.diagram)


def two_masses() -> Document:
    d = Diagram("shaft")
    d.add("first", Inertia(J=1), at=(0, 0))
    d.add("spring", Spring(), at=(100, 0))
    d.add("second", Inertia(J="2 kg.m2", start={"w": 3}), at=(200, 0))
    d.connect("first.b", "spring.a")
    d.connect("spring.b", "second.a")
    return Document(d)


EDITS = {
    "add": lambda d, g: d.add_block(g, "rotational.Damper", (50, 50)),
    "remove": lambda d, g: d.remove(g, ["spring"]),
    "cut": lambda d, g: d.remove(g, [], [("first.b", "spring.a")]),
    "move": lambda d, g: d.move(g, {"first": (10, 20, 90)}),
    "rename": lambda d, g: d.rename(g, "spring", "twist"),
    "disable": lambda d, g: d.set_disabled(g, ["spring"], True),
    "connect": lambda d, g: d.connect_ports(g, "first.a", "second.b", [(0, 40), (200, 40)]),
    "route": lambda d, g: d.set_route(g, "first.b", "spring.a", [(50, 30)]),
    "value": lambda d, g: d.set_value(g, "spring", "stiffness", "5 N.m/rad"),
    "default": lambda d, g: d.set_value(g, "second", "J", None),
    "start": lambda d, g: d.set_start(g, "first", "phi", "10 deg"),
    "guess": lambda d, g: d.set_start(g, "second", "w", 1, is_fixed=False),
    "rest": lambda d, g: d.set_start(g, "first", "der(w)", 0),
    "count": lambda d, g: d.set_count(g, "spring", 3),
    "parameter": lambda d, g: d.set_parameter(g, "length", "300 mm"),
    "describe": lambda d, g: d.describe_parameter(g, "length", ParameterFacts("reach", "cm", "1 cm", 2)),
    "initial": lambda d, g: d.set_initial_equations(g, ["first.phi == second.phi"]),
    "experiment": lambda d, g: d.set_experiment(g, stop="5 s", solver="rk4"),
    "port": lambda d, g: show_outside(d, g, "spring.b", "end"),
    "note": lambda d, g: d.set_notes(g, {}, [{"text": "a shaft", "at": [0, 100]}]),
}


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_is_undone_and_done_again(name: str) -> None:
    document = two_masses()
    before, told = text(document), []
    document.changed.connect(told.append)
    EDITS[name](document, document.diagram)
    after = text(document)
    assert after != before
    assert document.is_changed
    document.history.undo()
    assert text(document) == before
    document.history.redo()
    assert text(document) == after
    assert told == [document.diagram] * 3


def test_inserting_into_a_connection() -> None:
    document = two_masses()
    name = document.add_block(document.diagram, Damper(), (50, 0))
    document.insert_into(document.diagram, name, ("first.b", "spring.a"), ("a", "b"))
    assert ("first.b", "damper.a") in document.diagram.connections
    assert ("damper.b", "spring.a") in document.diagram.connections
    assert ("first.b", "spring.a") not in document.diagram.connections


def test_moves_of_the_same_blocks_are_one_step() -> None:
    document = two_masses()
    for x in (10, 20, 30):
        document.move(document.diagram, {"first": (x, 0)})
    assert document.history.count() == 1
    document.move(document.diagram, {"second": (0, 0)})
    assert document.history.count() == 2
    document.history.undo()
    document.history.undo()
    assert document.diagram.layout["first"] == (0, 0)


def test_an_edit_that_fails_leaves_no_trace() -> None:
    document = two_masses()
    before = text(document)
    with pytest.raises(ModelError):
        document.rename(document.diagram, "first", "second")

    def both() -> None:
        with document.step("both", document.diagram):
            document.move(document.diagram, {"first": (500, 0)})
            document.connect_ports(document.diagram, "first.a", "nobody.b")

    with pytest.raises(ModelError):
        both()
    assert text(document) == before
    assert not document.is_changed


def test_several_edits_in_one_step() -> None:
    document = two_masses()
    before = text(document)
    with document.step("Tidy", document.diagram):
        document.move(document.diagram, {"first": (500, 0)})
        document.rename(document.diagram, "spring", "twist")
    assert document.history.count() == 1
    document.history.undo()
    assert text(document) == before


def test_an_edit_without_effect_is_no_step() -> None:
    document = two_masses()
    document.move(document.diagram, {"first": (0, 0)})
    assert document.history.count() == 0


def test_saving_and_opening(tmp_path: Path) -> None:
    document = two_masses()
    with pytest.raises(ModelError, match="no file yet"):
        document.save()
    document.move(document.diagram, {"first": (40, 0)})
    document.save(tmp_path / "shaft.toml")
    assert not document.is_changed
    again = Document.open(tmp_path / "shaft.toml")
    assert text(again) == text(document)
    assert again.path == tmp_path / "shaft.toml"


def test_values_of_subsystems_are_undone() -> None:
    inner = Diagram("leg")
    inner.parameters["length"] = "1 m"
    inner.add("mass", Inertia())
    outer = Diagram("robot")
    outer.add("leg", inner, at=(0, 0))
    document = Document(outer)
    document.set_value(outer, "leg", "length", "2 m")
    assert outer.blocks["leg"].values == {"length": "2 m"}
    document.set_value(inner, "mass", "J", 3)
    assert [way for way, _ in document.diagrams()] == [(), ("leg",)]
    assert document.at(["leg"]) is inner
    document.history.undo()
    document.history.undo()
    assert outer.blocks["leg"].values == {}
    assert inner.blocks["mass"].values == {}


def test_free_names() -> None:
    d = Diagram()
    assert free_name(d, Spring()) == "spring"
    d.add("spring", Spring())
    d.add("spring2", Spring())
    assert free_name(d, Spring()) == "spring3"


class Edits(RuleBasedStateMachine):
    """Random edits: undoing all of them gives the file there was, doing them again the file they made."""

    def __init__(self) -> None:
        super().__init__()
        self.document = two_masses()
        self.first = text(self.document)

    @rule(name=st.sampled_from(sorted(EDITS)))
    def edit(self, name: str) -> None:
        with suppress(ModelError, KeyError):  # what it edits may be gone
            EDITS[name](self.document, self.document.diagram)

    @rule(steps=st.integers(1, 4))
    def undo(self, steps: int) -> None:
        for _ in range(steps):
            self.document.history.undo()

    @rule(steps=st.integers(1, 4))
    def redo(self, steps: int) -> None:
        for _ in range(steps):
            self.document.history.redo()

    @invariant()
    def all_can_be_undone(self) -> None:
        history, place, now = self.document.history, self.document.history.index(), text(self.document)
        history.setIndex(0)
        assert text(self.document) == self.first
        history.setIndex(place)
        assert text(self.document) == now

    @invariant()
    def the_file_keeps_everything(self) -> None:
        now = text(self.document)
        assert write_text(read_text(now)) == now


Edits.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestEdits = Edits.TestCase
