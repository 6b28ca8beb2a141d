"""What cannot be set is not lost without a word, and Esc gives the keyboard back to the canvas."""

from PySide6.QtCore import Qt

from tests.editor.person import CONTROL, Person
from tests.editor.test_renaming import person  # noqa: F401
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401


def test_leaving_a_value_that_was_refused_says_so(person: Person) -> None:  # noqa: F811
    person.insert("translational mass", 0, 0)
    person.insert("translational spring", 0, 150)
    person.set_value("mass", "m", "= load")
    person.click_block("spring")
    text = person.window.status.middle.text()
    assert text == "\u201c= load\u201d was not set. \"m\": There is no parameter \"load\"."


def test_esc_takes_back_first_and_then_leaves_the_field(person: Person) -> None:  # noqa: F811
    person.insert("translational mass", 0, 0)
    person.press(Qt.Key.Key_Return)
    person.type("12 kg")
    field, view = person.window.focusWidget(), person.workspace.canvas.view
    person.press(Qt.Key.Key_Escape)
    assert field.text() == ""
    assert person.window.focusWidget() is field
    person.press(Qt.Key.Key_Escape)
    assert person.window.focusWidget() is view
    person.press(Qt.Key.Key_R, CONTROL)
    assert person.workspace.canvas.diagram.layout["mass"] == (0, 0, 90)
