"""Subsystems in the inspector: their parameters as fields outside, described inside."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, write_diagram
from blocks.mask import ParameterFacts
from editor.canvas.captions import subtitle
from solver.flatten import flatten
from tests.editor.inspector_parts import document, enter, inspector, row  # noqa: F401


def test_a_subsystem_shows_its_parameters(inspector, document, qtbot):
    inner = Diagram("arm")
    inner.parameters["length"] = "200 mm"
    document.add_block(document.diagram, inner, (0, 0), "arm")
    inspector.show_block(document.diagram, "arm")
    line = row(inspector, "length")
    assert (line.field.placeholderText(), line.right.text()) == ("200", "mm")
    enter(line.field, "3 kg")
    assert line.error.isVisible()
    enter(line.field, "= 2*L")
    assert document.diagram.blocks["arm"].values == {"length": "= 2*L"}


def test_full_names_inside_subsystems(inspector, document, qtbot):
    inner = Diagram("arm")
    document.add_block(document.diagram, inner, (0, 0), "arm")
    document.add_block(inner, "translational.Mass", (0, 0), "mass")
    inspector.show_block(inner, "mass")
    with qtbot.waitSignal(inspector.tuned) as tuned:
        enter(row(inspector, "m").field, "4")
    assert tuned.args == ["arm.mass.m", "4 kg"]


@pytest.fixture
def arm(document):
    inner = Diagram("arm")
    inner.parameters["length"] = "200 mm"
    document.add_block(document.diagram, inner, (0, 0), "arm")
    document.add_block(inner, "translational.SpringDamper", (0, 0), "inside")
    document.set_value(inner, "inside", "free_length", "= length / 2")
    document.history.clear()
    return inner


def described(inspector, arm):
    """Show the inside, unfold what is said of the parameter, and return its fields."""
    inspector.show_diagram(arm)
    line = inspector.page.parameters.lines[0]
    QTest.mouseClick(line.more, Qt.MouseButton.LeftButton)
    assert line.facts.isVisible()
    return line.facts


def test_a_parameter_is_described_inside_and_that_is_seen_outside(inspector, document, arm):
    mask = described(inspector, arm)
    enter(mask.text, "from joint to joint")
    enter(mask.fields["unit"], "cm")
    enter(mask.fields["min"], "1")
    enter(mask.fields["max"], "50")
    assert arm.mask == {"length": ParameterFacts("from joint to joint", "cm", "1 cm", "50 cm")}
    assert "from joint to joint" in inspector.page.parameters.lines[0].hint.text()
    inspector.show_block(document.diagram, "arm")
    line = row(inspector, "length")
    assert (line.field.placeholderText(), line.right.text()) == ("20", "cm")
    assert line.label.about == "from joint to joint"
    assert "from 1 cm to 50 cm" in line.field.toolTip()
    document.history.undo()
    assert arm.mask["length"].max is None


def test_limits_hold_outside_inside_and_in_the_solver(inspector, document, arm):
    document.describe_parameter(arm, "length", ParameterFacts(unit="cm", min="1 cm", max="50 cm"))
    inspector.show_block(document.diagram, "arm")
    line = row(inspector, "length")
    enter(line.field, "60")
    assert line.error.text() == '"length" is 60 cm; it must be at most 50 cm.'
    assert arm.values == {}
    enter(line.field, "30")
    assert arm.values == {"length": "30 cm"}
    assert subtitle(arm) == "length 30 cm"
    document.set_value(document.diagram, "arm", "length", "-2 mm")
    assert [str(problem) for problem in flatten(document.diagram).problems] == [
        '"arm.length" is -0.2 cm; it must be at least 1 cm.'
    ]
    inspector.show_diagram(arm)
    enter(inspector.page.parameters.lines[0].value, "9 m")
    assert "at most 50 cm" in inspector.page.parameters.lines[0].error.text()


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [("unit", "apples", "apples"), ("unit", "kg", "mass"), ("min", "abc", "abc"), ("min", "3 m", "at least")],
)
def test_wrong_words_about_a_parameter_are_refused(key, wrong, said, inspector, arm):
    mask = described(inspector, arm)
    enter(mask.fields[key], wrong)
    assert said in mask.error.text()
    assert mask.error.isVisible()
    assert arm.mask == {}


def test_a_renamed_parameter_keeps_what_is_set_and_said(inspector, document, arm):
    document.describe_parameter(arm, "length", ParameterFacts("reach"))
    document.set_value(document.diagram, "arm", "length", "300 mm")
    document.history.clear()
    inspector.show_diagram(arm)
    enter(inspector.page.parameters.lines[0].title, "reach")
    assert arm.values == {"reach": "300 mm"}
    assert arm.mask == {"reach": ParameterFacts("reach")}
    assert arm.blocks["inside"].values == {"free_length": "= reach / 2"}
    document.history.undo()
    assert (arm.values, list(arm.parameters)) == ({"length": "300 mm"}, ["length"])
    assert not document.history.canUndo()


def test_what_is_said_is_saved(document, arm, tmp_path):
    document.describe_parameter(arm, "length", ParameterFacts("reach", "cm", "1 cm", 2))
    write_diagram(document.diagram, tmp_path / "a.toml")
    read = read_diagram(tmp_path / "a.toml")
    assert read.problems == []
    assert read.blocks["arm"].mask == arm.mask
    write_diagram(read, tmp_path / "b.toml")
    assert (tmp_path / "a.toml").read_text() == (tmp_path / "b.toml").read_text()


def test_a_value_from_outside_is_tuned(inspector, document, arm, qtbot):
    inspector.show_block(document.diagram, "arm")
    with qtbot.waitSignal(inspector.tuned) as tuned:
        enter(row(inspector, "length").field, "250")
    assert tuned.args == ["arm.length", "250 mm"]
