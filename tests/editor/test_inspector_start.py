"""Start values in the inspector: fixed, guessed, at rest."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.editor.inspector_parts import document, enter, inspector  # noqa: F401


def choose(line, words):
    """Open the menu beside a start value with the mouse and choose with the keyboard."""
    QTest.mouseClick(line.mark, Qt.MouseButton.LeftButton)
    menu = line.menu
    place = next(i for i, action in enumerate(menu.actions()) if words in action.text())
    usable = [action for action in menu.actions()[: place + 1] if action.isEnabled()]
    for _ in usable:
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def test_start_values_are_fixed_or_guessed(inspector, document):
    inspector.show_block(document.diagram, "mass")
    line = inspector.page.starts["s"]
    enter(line.field, "20 mm")
    assert document.diagram.blocks["mass"].start == {"s": "20 mm"}
    choose(line, "A guess")
    assert document.diagram.blocks["mass"].start == {}
    assert document.diagram.blocks["mass"].guess == {"s": "20 mm"}
    assert line.mark.text() == "≈"
    enter(line.field, "3 kg")
    assert line.error.isVisible()
    assert document.diagram.blocks["mass"].guess == {"s": "20 mm"}


def test_a_variable_can_start_at_rest(inspector, document):
    inspector.show_block(document.diagram, "mass")
    line = inspector.page.starts["v"]
    steps = document.history.count()
    choose(line, "At rest")
    assert document.diagram.blocks["mass"].start == {"der(v)": 0}
    assert line.how == "steady"
    assert document.history.count() == steps + 1
    choose(line, "Free")
    assert document.diagram.blocks["mass"].start == {}
    document.history.undo()
    assert line.how == "steady"


def test_at_rest_a_value_is_a_guess(inspector, document):
    inspector.show_block(document.diagram, "mass")
    line = inspector.page.starts["s"]
    enter(line.field, "20 mm")
    choose(line, "At rest")
    mass = document.diagram.blocks["mass"]
    assert (mass.start, mass.guess) == ({"der(s)": 0}, {"s": "20 mm"})


def test_a_spring_that_starts_at_rest_carries_its_load():
    """The rate of the speed is zero: the spring is as long as the weight wants it."""
    from blocks.diagram import Diagram
    from blocks.registry import find_block
    from solver.simulate import simulate

    diagram = Diagram()
    for name, kind, given in (
        ("wall", "translational.Fixed", {}),
        ("spring", "translational.SpringDamper", {"stiffness": 100.0, "free_length": 0.5}),
        ("mass", "translational.Mass", {"m": 2.0, "start": {"der(v)": 0, "v": 0}}),
        ("force", "translational.ConstantForce", {"force": 30.0}),
    ):
        diagram.add(name, find_block(kind)(**given))
    diagram.connect("wall.flange", "spring.a")
    diagram.connect("spring.b", "mass.a")
    diagram.connect("mass.b", "force.flange")
    result = simulate(diagram)
    assert result["spring.s_rel"][0] == pytest.approx(0.5 + 30 / 100, abs=1e-9)
    assert result["spring.s_rel"][-1] == pytest.approx(0.5 + 30 / 100, abs=1e-6)


def test_start_values_of_ports_are_shown_too(inspector, document):
    document.set_start(document.diagram, "mass", "a.s", "5 mm")
    inspector.show_block(document.diagram, "mass")
    line = inspector.page.starts["a.s"]
    assert (line.field.text(), line.right.text()) == ("5", "mm")
    QTest.mouseClick(line.back, Qt.MouseButton.LeftButton)
    assert document.diagram.blocks["mass"].start == {}


def test_preferred_states_come_first(inspector, document):
    document.add_block(document.diagram, "electrical.DCMotor", (0, 0), "motor")
    inspector.show_block(document.diagram, "motor")
    assert list(inspector.page.starts)[:2] == ["phi", "w"]
