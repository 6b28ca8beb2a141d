"""What the tests of the inspector share: a small document, an inspector that shows it, and how a person types."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.document import Document
from editor.inspector import Inspector
from editor.style import LIGHT


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
