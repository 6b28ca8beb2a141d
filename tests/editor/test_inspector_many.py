"""Several blocks in the inspector at once."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest

from editor.inspector_many import DIFFERENT
from tests.editor.inspector_parts import document, enter, inspector, row, values  # noqa: F401


@pytest.fixture
def springs(inspector, document):
    document.add_block(document.diagram, "translational.Spring", (0, 0), "other")
    document.history.clear()
    inspector.show_blocks(document.diagram, ["spring", "other"])
    return inspector


def test_only_what_all_have_is_shown(springs):
    assert set(springs.page.rows) == {"stiffness", "free_length"}
    assert springs.page.head.name.text() == "2 blocks"
    assert row(springs, "stiffness").field.text() == ""
    assert row(springs, "stiffness").field.placeholderText() == DIFFERENT


def test_a_value_is_set_on_all_as_one_step(springs, document):
    enter(row(springs, "stiffness").field, "5 kN/m")
    assert [values(document, name)["stiffness"] for name in ("spring", "other")] == ["5 kN/m", "5 kN/m"]
    assert row(springs, "stiffness").field.text() == "5"
    assert document.history.count() == 1
    document.history.undo()
    assert values(document)["stiffness"] == "2 kN/m"
    assert row(springs, "stiffness").field.placeholderText() == DIFFERENT


def test_a_wrong_value_is_set_on_none(springs, document):
    enter(row(springs, "stiffness").field, "-5")
    assert row(springs, "stiffness").error.isVisible()
    assert document.history.count() == 0


def test_one_alone_and_none_are_shown_as_ever(inspector, document):
    inspector.show_blocks(document.diagram, ["mass"])
    assert inspector.page.name == "mass"
    inspector.show_blocks(document.diagram, [])
    assert hasattr(inspector.page, "parameters")


def test_a_removed_block_takes_the_page_away(springs, document):
    document.remove(document.diagram, ["other"])
    assert hasattr(springs.page, "parameters")
