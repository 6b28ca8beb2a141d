"""The inspector: what it shows of a block, what it sets, and what it refuses."""

# ruff: noqa: F811 (fixtures of the same name)

import doctest

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import editor.value_text as value_text
from blocks.diagram import Placeholder
from editor import formulas
from editor.inspector import Inspector
from editor.style import DARK, LIGHT
from tests.editor.inspector_parts import document, enter, inspector, row, values  # noqa: F401


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


# what a value is worth


@pytest.mark.parametrize(
    ("typed", "said"),
    [("= L / 3", "= 0.1 m"), ("20 cm", "= 0.2 m"), ("0.2 m", ""), ("5", ""), ("= L /", ""), ("3 kg", "")],
)
def test_while_typing_it_is_said_what_a_value_comes_to(typed, said, inspector):
    line = row(inspector, "free_length")
    line.field.setFocus()
    QTest.keyClicks(line.field, typed)
    assert line.hint.text() == said
    assert line.hint.isVisible() == bool(said)


def test_what_an_expression_comes_to_follows_the_parameter(inspector, document):
    enter(row(inspector, "free_length").field, "= L / 3")
    document.set_parameter(document.diagram, "L", "600 mm")
    assert row(inspector, "free_length").hint.text() == "= 0.2 m"


def test_a_long_expression_has_the_room_of_the_unit(inspector):
    line = row(inspector, "free_length")
    before = line.field.width()
    enter(line.field, "= (L + 2 * L) / 3 + 1 mm")
    assert line.field.width() > before
    enter(line.field, "3 mm")
    assert line.field.width() == before
    assert line.right.isVisible()


# the keyboard alone


def test_tab_goes_through_the_fields_in_their_order(inspector, document, qtbot):
    inspector.activateWindow()
    inspector.page.head.name.setFocus()
    seen = []
    for _ in range(12):
        QTest.keyClick(inspector.focusWidget(), Qt.Key.Key_Tab)
        seen.append(inspector.focusWidget())
    rows = inspector.page.rows
    fields = [rows[key].field for key in ("stiffness", "damping", "free_length")] + [inspector.page.count.field]
    assert [widget for widget in seen if widget in fields] == fields
    assert inspector.page.starts["s_rel"].field in seen
