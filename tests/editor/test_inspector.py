"""The inspector: what it shows, what it sets, and what it refuses."""

import doctest

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import editor.value_text as value_text
from blocks.diagram import Diagram, Placeholder
from editor import formulas
from editor.document import Document
from editor.inspector import Inspector
from editor.style import DARK, LIGHT


@pytest.fixture
def document():
    made = Document()
    diagram = made.diagram
    made.set_parameter(diagram, "L", "300 mm")
    made.add_block(diagram, "translational.SpringDamper", (0, 0), "spring")
    made.add_block(diagram, "translational.Mass", (100, 0), "mass")
    made.set_value(diagram, "spring", "stiffness", "2 kN/m")
    made.history.clear()
    return made


@pytest.fixture
def inspector(document, qtbot):
    made = Inspector(document, LIGHT)
    qtbot.addWidget(made)
    made.resize(318, 900)
    made.show()
    made.show_block(document.diagram, "spring")
    return made


def enter(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def row(inspector, key):
    return inspector.page.rows[key]


def values(document, name="spring"):
    return document.diagram.blocks[name].values


def test_the_examples_in_the_docstrings():
    assert doctest.testmod(value_text).failed == 0


def test_a_block_is_shown_with_its_name_type_and_values(inspector):
    assert inspector.page.head.name.text() == "spring"
    stiffness = row(inspector, "stiffness")
    assert (stiffness.field.text(), stiffness.right.text()) == ("2", "kN/m")
    damping = row(inspector, "damping")
    assert (damping.field.text(), damping.right.text()) == ("", "N.s/m")
    assert damping.field.placeholderText()


def test_a_number_keeps_the_unit_beside_the_field(inspector, document, qtbot):
    with qtbot.waitSignal(inspector.tuned) as tuned:
        enter(row(inspector, "stiffness").field, "3.5")
    assert values(document)["stiffness"] == "3.5 kN/m"
    assert tuned.args == ["spring.stiffness", "3.5 kN/m"]


def test_a_unit_can_be_typed_with_the_number(inspector, document):
    enter(row(inspector, "stiffness").field, "4 N/mm")
    assert values(document)["stiffness"] == "4 N/mm"
    assert row(inspector, "stiffness").right.text() == "N/mm"


def test_an_edit_is_one_step_that_can_be_undone(inspector, document):
    enter(row(inspector, "stiffness").field, "3")
    assert document.history.count() == 1
    document.history.undo()
    assert row(inspector, "stiffness").field.text() == "2"


@pytest.mark.parametrize("wrong", ["3 kg", "-1", "abc", "= missing", "1,5", "= L +"])
def test_a_wrong_value_is_refused_in_words_and_stays_as_typed(wrong, inspector, document):
    line = row(inspector, "stiffness")
    enter(line.field, wrong)
    assert values(document)["stiffness"] == "2 kN/m"
    assert line.field.text() == wrong
    assert line.error.isVisible()
    assert line.error.text()
    # other edits do not take it away
    document.set_value(document.diagram, "mass", "m", 2.0)
    assert line.field.text() == wrong
    QTest.keyClick(line.field, Qt.Key.Key_Escape)
    assert line.field.text() == "2"
    assert not line.error.isVisible()


def test_expressions_see_the_parameters_of_the_diagram(inspector, document):
    line = row(inspector, "free_length")
    enter(line.field, "= L / 3")
    assert values(document)["free_length"] == "= L / 3"
    assert line.field.property("expression")
    assert line.right.text() == ""


def test_the_arrow_goes_back_to_the_default(inspector, document):
    line = row(inspector, "stiffness")
    assert line.back.isEnabled()
    QTest.mouseClick(line.back, Qt.MouseButton.LeftButton)
    assert "stiffness" not in values(document)
    assert not line.back.isEnabled()
    assert line.field.text() == ""


def test_an_empty_field_takes_the_default(inspector, document):
    line = row(inspector, "stiffness")
    line.field.selectAll()
    QTest.keyClick(line.field, Qt.Key.Key_Delete)
    QTest.keyClick(line.field, Qt.Key.Key_Return)
    assert "stiffness" not in values(document)


def test_numbers_without_a_unit_stay_numbers(inspector, document):
    document.set_value(document.diagram, "mass", "m", 2.5)
    inspector.show_block(document.diagram, "mass")
    assert row(inspector, "m").right.text() == "kg"
    enter(row(inspector, "m").field, "3")
    assert values(document, "mass")["m"] == 3


def test_a_block_is_renamed(inspector, document):
    enter(inspector.page.head.name, "feder")
    assert "feder" in document.diagram.blocks
    enter(row(inspector, "stiffness").field, "7")
    assert values(document, "feder")["stiffness"] == "7 kN/m"


def test_a_taken_name_is_refused(inspector, document):
    enter(inspector.page.head.name, "mass")
    assert inspector.page.head.error.isVisible()
    assert inspector.page.head.name.text() == "mass"
    assert set(document.diagram.blocks) == {"spring", "mass"}


def test_start_values_are_fixed_or_guessed(inspector, document):
    inspector.show_block(document.diagram, "mass")
    line = inspector.page.starts["s"]
    enter(line.field, "20 mm")
    assert document.diagram.blocks["mass"].start == {"s": "20 mm"}
    QTest.mouseClick(line.mark, Qt.MouseButton.LeftButton)
    assert document.diagram.blocks["mass"].start == {}
    assert document.diagram.blocks["mass"].guess == {"s": "20 mm"}
    assert line.mark.text() == "≈"
    enter(line.field, "3 kg")
    assert line.error.isVisible()
    assert document.diagram.blocks["mass"].guess == {"s": "20 mm"}


def test_preferred_states_come_first(inspector, document):
    document.add_block(document.diagram, "electrical.DCMotor", (0, 0), "motor")
    inspector.show_block(document.diagram, "motor")
    assert list(inspector.page.starts)[:2] == ["phi", "w"]


def test_choices_and_switches(document, inspector, qtbot):
    from blocks.declare import Structural
    from blocks.registry import catalogue

    kinds = catalogue()

    def having(test):
        for name, cls in kinds.items():
            for key, item in cls.declarations.items():
                if isinstance(item, Structural) and test(item):
                    return name, key, item
        pytest.skip("no block has such a value")

    name, key, item = having(lambda item: len(item.choices) > 1)
    document.add_block(document.diagram, name, (0, 0), "chooser")
    inspector.show_block(document.diagram, "chooser")
    other = next(word for word in item.choices if word != item.default)
    box = row(inspector, key).box
    box.setCurrentText(other)
    box.textActivated.emit(other)
    assert values(document, "chooser") == {key: other}
    name, key, item = having(lambda item: isinstance(item.default, bool))
    document.add_block(document.diagram, name, (0, 0), "switch")
    inspector.show_block(document.diagram, "switch")
    QTest.mouseClick(row(inspector, key).box, Qt.MouseButton.LeftButton)
    assert values(document, "switch") == {key: not item.default}
    QTest.mouseClick(row(inspector, key).box, Qt.MouseButton.LeftButton)
    assert values(document, "switch") == {}


def test_lists_are_typed_as_lists(document, inspector):
    document.add_block(document.diagram, "spatial.Body", (0, 0), "body")
    inspector.show_block(document.diagram, "body")
    line = row(inspector, "r_cm")
    enter(line.field, "[1, 2, 3]")
    assert not line.error.text()
    assert value_text.parse_quantity(values(document, "body")["r_cm"]) == [1, 2, 3]
    enter(line.field, "[1, 2]")
    assert line.error.isVisible()


def test_whole_numbers_that_shape_a_block(document, inspector):
    document.add_block(document.diagram, "signals.Scope", (0, 0), "scope")
    inspector.show_block(document.diagram, "scope")
    enter(row(inspector, "n").field, "6")
    assert values(document, "scope") == {"n": 6}
    enter(row(inspector, "n").field, "6.5")
    assert row(inspector, "n").error.isVisible()


def test_a_note_is_kept_and_undone(inspector, document):
    QTest.keyClicks(inspector.page.note, "from the data sheet")
    inspector.page.note.commit()
    assert document.diagram.blocks["spring"].note == "from the data sheet"
    assert values(document)["stiffness"] == "2 kN/m"
    document.history.undo()
    assert inspector.page.note.toPlainText() == ""


def test_a_note_is_kept_when_another_block_is_shown(inspector, document):
    QTest.keyClicks(inspector.page.note, "soft")
    inspector.show_block(document.diagram, "mass")
    assert document.diagram.blocks["spring"].note == "soft"


def test_live_values(inspector):
    inspector.set_now({"force": "31.6 N", "length": "41.8 mm"})
    assert inspector.page.now.isVisible()
    inspector.set_now({})
    assert not inspector.page.now.isVisible()


def test_a_removed_block_gives_way_to_the_diagram(inspector, document):
    row(inspector, "stiffness").field.setFocus()
    QTest.keyClicks(row(inspector, "stiffness").field, "9")
    document.remove(document.diagram, ["spring"])
    assert inspector.page.diagram is document.diagram
    assert "spring" not in document.diagram.blocks
    assert hasattr(inspector.page, "parameters")


def test_an_unknown_block_is_shown(inspector, document):
    document.add_block(document.diagram, Placeholder("gas.Cylinder", {"bore": "32 mm"}), (0, 0), "unknown")
    inspector.show_block(document.diagram, "unknown")
    assert inspector.page.head.name.text() == "unknown"


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


def test_every_block_of_an_array_is_tuned(inspector, document):
    document.add_block(document.diagram, "translational.Mass", (0, 0), "many", count=2)
    inspector.show_block(document.diagram, "many")
    told = []
    inspector.tuned.connect(lambda *pair: told.append(pair))
    enter(row(inspector, "m").field, "[1, 2]")
    assert [name for name, _ in told] == ["many[1].m", "many[2].m"]
    assert [value_text.parse_quantity(value) for _, value in told] == [1, 2]


# diagrams


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


# looks


def test_equations_are_set_in_the_background(inspector, qtbot):
    if not formulas.has_typesetting():
        pytest.skip("ziamath is not installed")
    view = inspector.page.formulas
    qtbot.waitUntil(lambda: bool(view._pictures), timeout=10_000)
    assert view.isVisible()
    assert view.height() > 40


def test_without_ziamath_equations_are_plain_text(document, qtbot, monkeypatch):
    monkeypatch.setattr(formulas, "has_typesetting", lambda: False)
    made = Inspector(document, LIGHT)
    qtbot.addWidget(made)
    made.show_block(document.diagram, "spring")
    assert any("stiffness" in text for text in made.page.formulas._texts)


def test_enormous_equations_are_left_out(qtbot):
    from blocks.registry import find_block

    shown, left_out = formulas.shown_equations(find_block("planar.ArcOnLine")())
    assert left_out > 0
    assert all(len(item.text()) < 2000 for item in shown)


def test_another_theme_keeps_the_block(inspector, document):
    inspector.set_theme(DARK)
    assert inspector.page.name == "spring"
    inspector.set_theme(LIGHT)
    assert row(inspector, "stiffness").field.text() == "2"


def test_every_block_can_be_shown(document, qtbot, monkeypatch):
    from blocks.registry import catalogue

    monkeypatch.setattr(formulas, "has_typesetting", lambda: True)
    monkeypatch.setattr(formulas.FormulaView, "show_block", lambda *_: None)
    made = Inspector(document, LIGHT)
    qtbot.addWidget(made)
    for kind, cls in catalogue().items():
        document.diagram.blocks["it"] = cls()
        made.show_block(document.diagram, "it")
        assert made.page.head.name.text() == "it", kind
