"""The inspector's page of a diagram: parameters, experiment, initial equations, note."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.initial_text import check_initial
from tests.editor.inspector_parts import document, enter, inspector, values  # noqa: F401


@pytest.fixture
def page(inspector, document):
    inspector.show_diagram(document.diagram)
    return inspector.page


def test_a_parameter_is_added_changed_and_removed(page, document):
    empty = page.parameters.empty
    enter(empty.title, "gain")
    enter(empty.value, "= L * 2")
    assert document.diagram.parameters == {"L": "300 mm", "gain": "= L * 2"}
    assert empty.title.text() == ""
    enter(page.parameters.lines[0].value, "400 mm")
    assert document.diagram.parameters["L"] == "400 mm"
    QTest.mouseClick(page.parameters.lines[1].cross, Qt.MouseButton.LeftButton)
    assert document.diagram.parameters == {"L": "400 mm"}


def test_a_renamed_parameter_is_renamed_in_expressions(page, document):
    document.set_value(document.diagram, "spring", "free_length", "= L / 3")
    enter(page.parameters.lines[0].title, "reach")
    assert document.diagram.parameters == {"reach": "300 mm"}
    assert values(document)["free_length"] == "= reach / 3"
    document.history.undo()
    assert document.diagram.parameters == {"L": "300 mm"}
    assert values(document)["free_length"] == "= L / 3"


@pytest.mark.parametrize(("name", "value"), [("2x", "1"), ("L", "1"), ("type", "1"), ("x", "3 apples"), ("x", "= x")])
def test_wrong_parameters_are_refused(name, value, page, document):
    empty = page.parameters.empty
    enter(empty.title, name)
    enter(empty.value, value)
    assert empty.error.isVisible()
    assert document.diagram.parameters == {"L": "300 mm"}
    assert (empty.title.text(), empty.value.text()) == (name, value)


def test_the_experiment_is_set(page, document):
    enter(page.rows["stop"].field, "10")
    assert document.diagram.experiment.stop == "10 s"
    page.rows["solver"].box.textActivated.emit("stiff")
    assert document.diagram.experiment.solver == "stiff"
    enter(page.rows["tolerance"].field, "1e-8")
    assert document.diagram.experiment.tolerance == 1e-8
    enter(page.rows["tolerance"].field, "5")
    assert page.rows["tolerance"].error.isVisible()
    assert document.diagram.experiment.tolerance == 1e-8
    QTest.mouseClick(page.rows["stop"].back, Qt.MouseButton.LeftButton)
    assert document.diagram.experiment.stop == 1.0


def test_a_parameter_of_the_diagram_is_tuned(page, inspector, qtbot):
    with qtbot.waitSignal(inspector.tuned) as tuned:
        enter(page.parameters.lines[0].value, "350 mm")
    assert tuned.args == ["L", "350 mm"]


def test_the_note_of_a_diagram(page, document):
    QTest.keyClicks(page.note, "an arm")
    page.commit()
    assert document.diagram.note == "an arm"


def test_a_renamed_parameter_is_renamed_everywhere(page, document):
    diagram = document.diagram
    document.set_start(diagram, "mass", "s", "= L / 4")
    document.set_experiment(diagram, stop="= 10 s * L / (1 m)")
    document.set_initial_equations(diagram, ["spring.s_rel == L"])
    document.history.clear()
    enter(page.parameters.lines[0].title, "reach")
    assert diagram.blocks["mass"].start == {"s": "= reach / 4"}
    assert diagram.experiment.stop == "= 10 s * reach / (1 m)"
    assert diagram.initial_equations == ["spring.s_rel == reach"]
    assert document.history.count() == 1


def test_an_initial_equation_is_added_changed_and_removed(page, document):
    empty = page.initial.empty
    enter(empty.field, "der(mass.v) == 0")
    assert document.diagram.initial_equations == ["der(mass.v) == 0"]
    assert empty.field.text() == ""
    enter(page.initial.lines[0].field, "mass.s == L + 10 mm")
    assert document.diagram.initial_equations == ["mass.s == L + 10 mm"]
    assert document.history.count() == 2
    QTest.mouseClick(page.initial.lines[0].cross, Qt.MouseButton.LeftButton)
    assert document.diagram.initial_equations == []
    document.history.undo()
    assert page.initial.lines[0].field.text() == "mass.s == L + 10 mm"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("mass.s", "not an equation"), ("mass.x == 0", 'no variable "x"'), ("mas.s == 0", 'no block "mas"'),
        ("mass.s == reach", 'no parameter "reach"'), ("mass.s == 3 apples", "apples"), ("1 == 1", "says nothing"),
        ("mass[1].s == 0", "single block"), ("mass.s == (1", ")"),
    ],
)  # fmt: skip
def test_a_wrong_initial_equation_is_explained_and_stays_as_typed(wrong, said, page, document):
    empty = page.initial.empty
    enter(empty.field, wrong)
    assert said in empty.error.text()
    assert empty.error.isVisible()
    assert empty.field.text() == wrong
    assert document.diagram.initial_equations == []
    QTest.keyClick(empty.field, Qt.Key.Key_Escape)
    assert not empty.error.isVisible()


def test_whatever_the_inspector_takes_the_solver_understands(document):
    """The quick check must not let pass what the solver refuses, nor refuse what it takes."""
    from solver.flatten import flatten
    from solver.initial_text import read_initial_equations

    document.add_block(document.diagram, "translational.Mass", (0, 0), "many", count=2)
    right = ["der(mass.v) == 0", "mass.s == 2 * L - 1 mm", "spring.a.s = mass.s", "many[2].s == sin(30 deg) * L"]
    for text in right:
        check_initial(document.diagram, text)
    document.set_initial_equations(document.diagram, right)
    system = flatten(document.diagram)
    assert len(read_initial_equations(system)) == len(right)
    assert not [problem for problem in system.problems if "Initial" in problem.what]
