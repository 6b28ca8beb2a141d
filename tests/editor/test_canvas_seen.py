"""What can be seen of a diagram: nothing hidden behind the corners of the view, values on top, unused parts pale."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsPathItem

from editor import formulas
from editor.export import export_scene
from editor.style import LIGHT, THEMES
from tests.editor.canvas_hands import GAIN, STEP, Canvas, Make, R

FADED = Qt.PenStyle.CustomDashLine


def dashes(canvas: Canvas) -> dict[tuple[str, str], set[bool]]:
    """Return whether the lines of each connection are dashed, for connections that share no line with others."""
    found: dict[tuple[str, str], set[bool]] = {}
    for wire in canvas.scene.wires.values():
        lines = [item for item in wire.childItems() if isinstance(item, QGraphicsPathItem)]
        for pair, path in wire.net.paths.items():
            (x, y), _ = path[-1], path[-2]
            at_end = [line for line in lines if line.boundingRect().adjusted(-3, -3, 3, 3).contains(x, y)]
            found[pair] = {line.pen().style() == FADED for line in at_end}
    return found


def test_only_connections_at_a_block_that_is_commented_out_are_dashed_and_pale(make: Make) -> None:
    canvas = make(("a.n", "b.p"), ("a.n", "c.p"), a=(R, 0, 0), b=(R, 200, -100), c=(R, 200, 100))
    assert dashes(canvas) == {("a.n", "b.p"): {False}, ("a.n", "c.p"): {False}}
    canvas.document.set_disabled(canvas.diagram, ["b"], True)
    canvas.scene.settle()
    assert dashes(canvas) == {("a.n", "b.p"): {True}, ("a.n", "c.p"): {False}}
    canvas.undo()
    canvas.scene.settle()
    assert dashes(canvas) == {("a.n", "b.p"): {False}, ("a.n", "c.p"): {False}}


def test_it_is_so_in_pictures_too(make: Make, tmp_path: Path) -> None:
    canvas = make(("a.n", "b.p"), ("a.n", "c.p"), a=(R, 0, 0), b=(R, 200, -100), c=(R, 200, 100))
    for word, names in (("used", []), ("unused", ["b"])):
        canvas.document.set_disabled(canvas.diagram, names, True)
        canvas.scene.settle()
        for kind in ("svg", "tex"):
            export_scene(canvas.scene, tmp_path / f"{word}.{kind}", THEMES["print"])
    for kind, sign in (("svg", "stroke-dasharray"), ("tex", "dashed, opacity")):
        assert sign not in (tmp_path / f"used.{kind}").read_text()
        assert sign in (tmp_path / f"unused.{kind}").read_text()


@pytest.mark.parametrize(("x", "y"), [(1400, 900), (1600, 300), (400, 1500), (100, 60)])
def test_fit_hides_nothing_behind_the_minimap(make: Make, x: int, y: int) -> None:
    canvas = make(("a.n", "b.p"), a=(R, 0, 0), b=(R, x, y))
    canvas.document.set_notes(canvas.diagram, {}, [{"text": "a note in the corner", "at": [x, 0]}])
    canvas.key(Qt.Key.Key_F)
    view, scene = canvas.view, canvas.scene
    for item in (*scene.blocks.values(), *scene.notes):
        room = view.mapFromScene(item.mapToScene(item.boundingRect())).boundingRect()
        assert view.viewport().rect().contains(room), item
        assert not room.intersects(view.minimap.geometry()), item


def test_the_minimap_goes_away_where_it_would_cover_a_block_and_all_is_seen(make: Make) -> None:
    canvas = make(a=(R, 0, 0))
    view = canvas.view
    corner = view.mapToScene(view.minimap.geometry().center())
    assert not view.minimap.isHidden()
    canvas.document.move(canvas.diagram, {"a": (round(corner.x()), round(corner.y()))})
    canvas.scene.settle()
    assert view.minimap.isHidden()
    view.zoom(4.0)  # there is more than can be seen
    assert not view.minimap.isHidden()


def test_there_is_no_map_of_nothing(make: Make) -> None:
    canvas = make()
    canvas.view.fit()
    assert canvas.view.minimap.isHidden()
    canvas.document.add_block(canvas.diagram, GAIN, (200, 100))
    assert not canvas.view.minimap.isHidden()


def test_a_value_stands_above_a_connection_that_crosses_it(make: Make) -> None:
    canvas = make(s=(STEP, 0, 0), g=(GAIN, 220, 0), t=(STEP, 0, -150), h=(GAIN, 300, 150))
    canvas.document.connect_ports(canvas.diagram, "s.y", "g.u")
    canvas.document.connect_ports(canvas.diagram, "t.y", "h.u", [(110, -150), (110, 150)])
    canvas.scene.settle()
    canvas.scene.show_values({"s.y": "1"})
    (x, y) = canvas.scene.badges[0].place
    assert x == 110  # where the other connection passes
    spot = canvas.at(x, y - 6)
    seen = canvas.view.grab().toImage().pixelColor(spot)
    assert seen.name() == "#fef9c3"
    canvas.scene.show_values({})
    assert not canvas.scene.badges
    assert canvas.view.grab().toImage().pixelColor(spot).name() != "#fef9c3"


def test_formulas_are_set_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    busy: list[str] = []
    together: list[int] = []

    def slow(latex: str, color: str, size: float) -> str:
        busy.append(latex)
        together.append(len(busy))
        threading.Event().wait(0.05)
        busy.remove(latex)
        return latex

    monkeypatch.setattr(formulas, "_typeset", slow)
    formulas.formula_svg.cache_clear()
    threads = [threading.Thread(target=formulas.formula_svg, args=(word, "black")) for word in ("x_1", "x_2", "x_3")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    formulas.formula_svg.cache_clear()
    assert together == [1, 1, 1]


def test_a_block_with_a_problem_is_seen_to_be_selected(make: Make) -> None:
    canvas = make(r=(R, 0, 0))
    canvas.scene.mark_problems({"r": "Something is wrong."})
    body = canvas.scene.blocks["r"].body()

    def has(color: str) -> bool:
        """Tell whether a frame left of the block has about this colour."""
        picture, wanted = canvas.view.grab().toImage(), QColor(color)
        y = canvas.at(0, body.top() + 12).y()
        row = range(canvas.at(body.left() - 12, 0).x(), canvas.at(body.left(), 0).x())
        seen = [picture.pixelColor(x, y) for x in row]
        return any(max(abs(a - b) for a, b in zip(one.getRgb(), wanted.getRgb(), strict=True)) < 90 for one in seen)

    assert has(LIGHT.bad)
    assert not has(LIGHT.accent)
    canvas.click(0, 0)
    assert has(LIGHT.bad)
    assert has(LIGHT.accent)
