"""The inspector shows all of a name and a value where there is room, and says the rest in a tooltip."""

# ruff: noqa: F811 (fixtures of the same name)

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QScrollArea, QToolTip, QWidget

from editor.block_words import type_of
from editor.document import Document
from editor.inspector import WIDTH, Inspector
from editor.style import LIGHT
from editor.theme import apply_theme
from tests.editor.inspector_parts import document, enter, inspector, row  # noqa: F401

PROJECTS = Path(__file__).resolve().parents[2] / "projects"
LONG = "= 1 mm + 2 mm + 3 mm + 4 mm + 5 mm + 6 mm + 7 mm"


def shown(qtbot, file: Path, width: int = WIDTH) -> Inspector:
    made = Inspector(Document.open(file), LIGHT)
    qtbot.addWidget(made)
    made.resize(width, 700)
    made.show()
    QApplication.processEvents()
    return made


def outside(inspector: Inspector) -> list[QWidget]:
    """Return what ends to the right of the part of the page that is seen."""
    area = inspector.findChild(QScrollArea)
    page, end = area.widget(), area.viewport().width()
    return [
        one for one in page.findChildren(QWidget)
        if one.isVisible() and not one.isWindow() and one.mapTo(page, QPoint(one.width(), 0)).x() > end
    ]  # fmt: skip


@pytest.mark.parametrize("file", ["annular/rolling.toml", "annular/pneumatics.toml", "two_link_arm/drive.toml"])
def test_names_and_values_are_read_at_the_width_the_panel_has(qtbot, file: str) -> None:
    inspector = shown(qtbot, PROJECTS / file)
    lines = inspector.page.parameters.lines
    assert [line.name for line in lines if line.title.is_cut or line.value.is_cut] == []
    assert outside(inspector) == []


def test_nothing_ends_outside_the_panel_at_its_least_width(qtbot) -> None:
    seen: set[str] = set()
    for file in ("annular/rolling.toml", "tensegrity/six_strut.toml", "tensegrity/skeleton.toml"):
        inspector = shown(qtbot, PROJECTS / file, 300)
        assert inspector.minimumWidth() == 300
        assert outside(inspector) == [], file
        diagram = inspector.document.diagram
        for name in diagram.blocks:
            if (kind := type_of(diagram, name)) not in seen:
                seen.add(kind)
                inspector.show_block(diagram, name)
                QApplication.processEvents()
                assert outside(inspector) == [], (file, name)


def test_a_long_value_has_a_line_of_its_own_and_a_tooltip(inspector, document, qtbot) -> None:
    inspector.resize(WIDTH, 700)
    inspector.show_diagram(document.diagram)
    line = inspector.page.parameters.lines[0]
    assert line.value.y() == line.title.y()
    enter(line.value, LONG)
    line.value.clearFocus()
    document.set_parameter(document.diagram, "other", "1 mm")  # the page is shown anew
    QApplication.processEvents()
    assert line.value.y() > line.title.y()
    assert line.value.is_cut
    assert told(line.value).endswith(f"{LONG}</p>")
    assert inspector.page.parameters.lines[1].value.y() == inspector.page.parameters.lines[1].title.y()


def test_a_name_too_long_for_the_panel_is_said_by_its_tooltip(inspector, document) -> None:
    name = "the_length_of_a_lever_that_somebody_has_described_at_length"
    document.rename_parameter(document.diagram, "L", name)
    inspector.resize(WIDTH, 700)
    inspector.show_diagram(document.diagram)
    QApplication.processEvents()
    line = inspector.page.parameters.lines[0]
    assert line.title.is_cut
    assert not line.value.is_cut
    assert name in told(line.title)
    QToolTip.hideText()
    assert outside(inspector) == []


def test_a_text_that_is_cut_ends_with_dots_until_somebody_writes_there(inspector, document) -> None:
    enter(row(inspector, "free_length").field, "123456789012345678901234567890")
    field = row(inspector, "free_length").field
    written = field.grab().toImage()
    row(inspector, "stiffness").field.setFocus()
    assert field.is_cut
    assert not row(inspector, "stiffness").field.is_cut
    dots = field.fontMetrics().elidedText(field.text(), Qt.TextElideMode.ElideRight, field.width() - 20)
    assert dots.endswith("\u2026")
    assert ink(field.grab().toImage()) < ink(written)  # fewer figures, and no caret


def ink(picture: QImage) -> int:
    """Return how much darker than its corner a picture is."""
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    inner = [grey.pixelColor(x, y).value() for x in range(4, grey.width() - 4) for y in range(4, grey.height() - 4)]
    return sum(255 - value for value in inner)


def told(widget: QWidget) -> str:
    """Return what the tooltip of a widget says when the mouse rests on it."""
    QToolTip.hideText()
    middle = widget.rect().center()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, middle, widget.mapToGlobal(middle)))
    return QToolTip.text()


def test_a_list_of_words_opens_with_all_of_them(inspector, document, qtbot) -> None:
    apply_theme(QApplication.instance(), LIGHT)
    inspector.show_diagram(document.diagram)
    box = inspector.page.rows["solver"].box
    box.showPopup()
    qtbot.waitUntil(box.view().isVisible, timeout=15_000)
    last = box.view().visualRect(box.model().index(box.count() - 1, 0))
    assert box.view().viewport().rect().contains(last)
    assert last.height() >= 20
    box.hidePopup()
