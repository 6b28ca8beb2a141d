"""Arrays of blocks in the inspector: how many there are, and values for each."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import editor.value_text as value_text
from blocks.diagram import Diagram
from editor.canvas.placed import place
from solver.flatten import flatten
from tests.editor.inspector_parts import document, enter, inspector, row, values  # noqa: F401


def test_every_block_of_an_array_is_tuned(inspector, document):
    document.add_block(document.diagram, "translational.Mass", (0, 0), "many", count=2)
    inspector.show_block(document.diagram, "many")
    told = []
    inspector.tuned.connect(lambda *pair: told.append(pair))
    enter(row(inspector, "m").field, "[1, 2]")
    assert [name for name, _ in told] == ["many[1].m", "many[2].m"]
    assert [value_text.parse_quantity(value) for _, value in told] == [1, 2]


def test_a_count_makes_an_array_that_the_canvas_shows(inspector, document):
    inspector.show_block(document.diagram, "mass")
    page = inspector.page
    enter(page.count.field, "16")
    assert document.diagram.counts == {"mass": 16}
    assert inspector.page is page  # what was typed beside it stays
    assert page.head.kind.text() == "translational.Mass × 16"
    assert place(document.diagram, "mass", (0, 0)).lines[0] == "mass[16]"
    QTest.mouseClick(page.count.back, Qt.MouseButton.LeftButton)
    assert document.diagram.counts == {}
    document.history.undo()
    assert page.count.field.text() == "16"


@pytest.mark.parametrize("wrong", ["0", "-3", "2.5", "many", "3 mm", "1000000000"])
def test_a_wrong_count_is_refused_in_words(wrong, inspector, document):
    inspector.show_block(document.diagram, "mass")
    enter(inspector.page.count.field, wrong)
    assert inspector.page.count.error.isVisible()
    assert document.diagram.counts == {}


def test_each_element_has_its_own_value(inspector, document):
    inspector.show_block(document.diagram, "mass")
    enter(inspector.page.count.field, "3")
    enter(row(inspector, "m").field, "[1, 2]")
    assert "2 values for 3 blocks" in row(inspector, "m").error.text()
    enter(row(inspector, "m").field, "[1, 2, 4]")
    assert values(document, "mass")["m"] == "[1, 2, 4] kg"
    assert masses(document.diagram) == [1, 2, 4]


def test_fewer_elements_than_values_are_told_at_once(inspector, document):
    inspector.show_block(document.diagram, "mass")
    enter(inspector.page.count.field, "3")
    enter(row(inspector, "m").field, "[1, 2, 4]")
    enter(inspector.page.count.field, "2")
    assert "3 values for 2 blocks" in row(inspector, "m").error.text()


def test_an_expression_may_use_the_number_of_the_element(inspector, document):
    inspector.show_block(document.diagram, "mass")
    enter(row(inspector, "m").field, "= 1 kg * index")
    assert row(inspector, "m").error.isVisible()  # a single block has no number
    enter(inspector.page.count.field, "3")
    enter(row(inspector, "m").field, "= 2 kg * index ** 2")
    assert row(inspector, "m").hint.text() == "= 2 kg for the first"
    assert masses(document.diagram) == [2, 8, 18]


def test_subsystems_of_an_array_differ_too(inspector, document):
    inner = Diagram("unit")
    inner.parameters["load"] = "1 kg"
    document.add_block(document.diagram, inner, (0, 0), "unit")
    document.add_block(inner, "translational.Mass", (0, 0), "mass")
    document.set_value(inner, "mass", "m", "= load")
    inspector.show_block(document.diagram, "unit")
    enter(inspector.page.count.field, "2")
    enter(row(inspector, "load").field, "[3, 5]")
    assert masses(document.diagram, "unit") == [3, 5]
    enter(row(inspector, "load").field, "= 10 kg / index")
    assert masses(document.diagram, "unit") == [10, 5]


def masses(diagram, name="mass"):
    """Return the masses of the elements of an array as the solver has them."""
    system = flatten(diagram)
    found = [item for item in system.instances if item.name.startswith(f"{name}[")]
    places = [next(i for i, p in enumerate(item.template.parameters) if p.name == "m") for item in found]
    return [system.parameter_values[item.parameters + i] for item, i in zip(found, places, strict=True)]
