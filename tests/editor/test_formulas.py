"""Equations of a block as pictures in the inspector."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest
from PySide6.QtSvg import QSvgRenderer

from blocks.registry import find_block
from editor import formulas
from editor.inspector import Inspector
from editor.style import LIGHT
from tests.editor.inspector_parts import document, inspector  # noqa: F401


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
    shown, left_out = formulas.shown_equations(find_block("planar.ArcOnLine")())
    assert left_out > 0
    assert all(len(item.text()) < 2000 for item in shown)


def test_formulas_too_small_to_read_are_in_the_tooltip_only(qtbot):
    view = formulas.FormulaView(LIGHT)
    qtbot.addWidget(view)
    view.resize(200, 100)
    view.show_block(find_block("control.PID")())
    small, large = (
        QSvgRenderer(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20"/>'.encode())
        for width in (900, 120)
    )
    view._set = [large, small]
    assert view._pictures == [large]
    assert "unlimited" in view.toolTip()
