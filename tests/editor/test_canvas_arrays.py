"""Arrays laid out element by element: drawn one by one, edited as one, and the same file again."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, read_text, write_text
from editor.array_places import middle_of, spread_places
from editor.canvas.compatible import why_not
from editor.canvas.network import Network
from editor.canvas.spread import apart, chained_ports, pieces
from editor.document import Document
from editor.export import export_diagram
from editor.formations import FORMS
from editor.inspector import Inspector
from editor.inspector_block import BlockPage
from editor.style import LIGHT
from editor.tikz import tikz
from tests.editor.canvas_hands import CONTROL, GAIN, MUX, STEP, Canvas, Make, block

SPRING = "translational.Spring"
ANNULAR = Path(__file__).resolve().parents[2] / "projects" / "annular"


def chain(count: int = 8) -> Diagram:
    """Return springs in a ring, each one subsystem, and a step that all of a row of gains get."""
    inner = Diagram("unit")
    inner.add("spring", block(SPRING), at=(0, 0))
    inner.add("gain", block(GAIN), at=(0, 200))
    inner.ports = {"left": "spring.a", "right": "spring.b", "y": "gain.y", "u": "gain.u"}
    diagram = Diagram("ring")
    diagram.add("unit", inner, count=count, at=(0, 0))
    diagram.add("step", block(STEP), at=(400, 0))
    diagram.connect(f"unit[1:{count - 1}].right", f"unit[2:{count}].left")
    diagram.connect(f"unit[{count}].right", "unit[1].left")
    diagram.connect("step.y", "unit.u")
    return diagram


def spread(document: Document, how: str = "ring") -> None:
    network = Network(document.diagram)
    network.update()
    document.lay_out(document.diagram, spread_places(network, "unit", how))


@pytest.fixture
def ring(qtbot: QtBot) -> Canvas:
    document = Document(chain())
    spread(document)
    return Canvas(qtbot, document)


def centre(canvas: Canvas, name: str) -> tuple[int, int]:
    placed = canvas.scene.network.placed[name]
    return placed.x, placed.y


# the file


def test_the_file_keeps_places_of_elements_in_their_order() -> None:
    diagram = chain(12)
    diagram.layout = {"unit[10]": (1, 2, 45, 1), "unit[2]": (3, 4), "unit": (5, 6), "step": (0, 0)}
    text = write_text(diagram)
    assert '[layout]\nstep = [0, 0]\nunit = [5, 6]\n"unit[2]" = [3, 4]\n"unit[10]" = [1, 2, 45, 1]\n' in text
    again = read_text(text)
    assert again.layout == diagram.layout
    assert not again.problems
    assert write_text(again) == text


def test_places_follow_a_new_name_and_go_with_the_block() -> None:
    diagram = chain()
    diagram.layout |= {"unit[1]": (0, 10), "unit[2]": (0, 20)}
    diagram.rename("unit", "link")
    assert diagram.places_of("link") == {"link": (0, 0), "link[1]": (0, 10), "link[2]": (0, 20)}
    diagram.remove("link")
    assert diagram.layout == {"step": (400, 0)}


def test_a_lost_connection_takes_the_routes_of_its_elements_along() -> None:
    diagram = chain()
    diagram.routes = {"unit[1].right -- unit[2].left": [(0, 50)], "step.y -- unit[3].u": [(9, 9)]}
    diagram.disconnect("step.y", "unit.u")
    assert list(diagram.routes) == ["unit[1].right -- unit[2].left"]
    diagram.disconnect("unit[1:7].right", "unit[2:8].left")
    # the last and the first are still connected by the same ports
    assert list(diagram.routes) == ["unit[1].right -- unit[2].left"]
    diagram.disconnect("unit[8].right", "unit[1].left")
    assert diagram.routes == {}


# what is drawn


def test_connections_are_drawn_element_by_element() -> None:
    diagram = chain(4)
    assert pieces(diagram, ("unit[1:3].right", "unit[2:4].left"), {"unit"}) == [
        ("unit[1].right", "unit[2].left"), ("unit[2].right", "unit[3].left"), ("unit[3].right", "unit[4].left"),
    ]  # fmt: skip
    assert pieces(diagram, ("step.y", "unit.u"), {"unit"}) == [("step.y", f"unit[{i}].u") for i in (1, 2, 3, 4)]
    assert pieces(diagram, ("unit[2:3].y", "mux.u[5:6]"), {"unit"}) == [
        ("unit[2].y", "mux.u[5]"), ("unit[3].y", "mux.u[6]"),
    ]  # fmt: skip
    assert pieces(diagram, ("step.y", "unit.u"), set()) == [("step.y", "unit.u")]
    assert pieces(diagram, ("step.y", "unit[9].u"), {"unit"}) == [("step.y", "unit[9].u")]  # there is no such element


def test_the_ports_of_a_chain_say_where_the_next_element_is() -> None:
    assert chained_ports(chain(), {"unit"}) == {"unit": {"right": 8, "left": -8}}


def test_a_ring_is_round_and_its_neighbours_are_joined_by_straight_lines(ring: Canvas) -> None:
    network = ring.scene.network
    units = [network.placed[f"unit[{i}]"] for i in range(1, 9)]
    assert "unit" not in network.placed
    radii = [math.hypot(unit.x, unit.y) for unit in units]
    assert max(radii) - min(radii) < 1.5  # whole px
    assert [unit.rotation + unit.lean for unit in units[:3]] == [0, 45, 90]
    for i in range(8):
        first, second = f"unit[{i + 1}].right", f"unit[{(i + 1) % 8 + 1}].left"
        assert ring.path(first, second) == [ring.port(first), ring.port(second)]
    # a port is where the leaning block has it: half the width ahead, turned by 45 degrees
    end, unit = network.placed["unit[2]"].ends["right"], units[1]
    half = unit.outline.width / 2 * math.sqrt(0.5)
    assert end.point == (round(unit.x + half), round(unit.y + half))


@pytest.mark.parametrize("how", FORMS)
def test_no_form_puts_elements_on_each_other(how: str) -> None:
    document = Document(chain(16))
    spread(document, how)
    network = Network(document.diagram)
    network.update()
    units = [block for block in network.placed.values() if block.block == "unit"]
    assert len(units) == 16
    gaps = [math.hypot(a.x - b.x, a.y - b.y) for i, a in enumerate(units) for b in units[:i]]
    assert min(gaps) >= units[0].outline.bottom - units[0].outline.top + 20
    assert middle_of(network, "unit") == (0, 0)


def test_a_whole_array_may_meet_one_mark(qtbot: QtBot) -> None:
    document = Document(chain())
    document.diagram.add("mux", block("signals.Mux", n=8), at=(300, 300))
    document.diagram.connect("unit.y", "mux.u")
    spread(document, "row")
    canvas = Canvas(qtbot, document)
    nets = [net for net in canvas.scene.network.nets if ("unit[1].y", "mux.u") in net.pairs]
    assert len(nets) == 1
    assert len(nets[0].paths) == 8


# editing


def test_one_element_is_moved_and_turned_by_itself(ring: Canvas) -> None:
    before = write_text(ring.diagram)
    x, y = centre(ring, "unit[5]")
    step = ring.document.history.index()
    ring.drag((x, y), (x + 50, y + 70))
    assert ring.document.history.index() == step + 1
    assert ring.diagram.layout["unit[5]"][:2] == (round((x + 50) / 10) * 10, round((y + 70) / 10) * 10)
    assert ring.scene.selected_items() == ["unit[5]"]
    ring.key(Qt.Key.Key_R, CONTROL)
    assert ring.diagram.layout["unit[5]"][2] == 270  # it was at the bottom, upside down
    moved = write_text(ring.diagram)
    ring.undo()
    ring.undo()
    assert write_text(ring.diagram) == before
    ring.document.history.redo()
    ring.document.history.redo()
    assert write_text(ring.diagram) == moved


def test_deleting_an_element_deletes_the_array(ring: Canvas) -> None:
    before = write_text(ring.diagram)
    ring.click(*centre(ring, "unit[3]"))
    assert ring.scene.selected_names() == ["unit"]
    ring.key(Qt.Key.Key_Delete)
    assert list(ring.diagram.blocks) == ["step"]
    assert list(ring.diagram.layout) == ["step"]
    ring.undo()
    assert write_text(ring.diagram) == before
    assert len(ring.scene.blocks) == 9


def test_one_line_of_a_connection_stands_for_all(ring: Canvas) -> None:
    (x0, y0), (x1, y1) = ring.path("unit[2].right", "unit[3].left")
    ring.click((x0 + x1) / 2, (y0 + y1) / 2)
    assert ring.scene.selected_pairs() == [("unit[1:7].right", "unit[2:8].left")]
    lit = {pair for item in ring.scene.wires.values() for pair in item.picked}
    assert lit == {(f"unit[{i}].right", f"unit[{i + 1}].left") for i in range(1, 8)}
    ring.key(Qt.Key.Key_Delete)
    assert ("unit[1:7].right", "unit[2:8].left") not in ring.diagram.connections
    assert ("unit[8].right", "unit[1].left") in ring.diagram.connections


def test_a_line_bent_by_hand_keeps_its_bends(ring: Canvas) -> None:
    (x0, y0), (x1, y1) = ring.path("unit[2].right", "unit[3].left")
    ring.drag(((x0 + x1) / 2, (y0 + y1) / 2), ((x0 + x1) / 2 + 60, (y0 + y1) / 2))
    assert list(ring.diagram.routes) == ["unit[2].right -- unit[3].left"]
    path = ring.path("unit[2].right", "unit[3].left")
    assert len(path) > 2
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in zip(path, path[1:], strict=False))
    assert read_text(write_text(ring.diagram)).routes == ring.diagram.routes


def test_a_port_of_one_element_can_be_connected(ring: Canvas) -> None:
    ring.diagram.disconnect("step.y", "unit.u")
    ring.scene.sync()
    ring.drag(ring.port("step.y"), ring.port("unit[3].u"))
    assert ring.diagram.connections[-1] == ("step.y", "unit[3].u")


def test_a_copy_of_an_array_is_spread_in_the_same_way(ring: Canvas) -> None:
    ring.scene.select(["unit[1]"])
    ring.key(Qt.Key.Key_D, CONTROL)
    x, y, *turn = ring.diagram.layout["unit[3]"]
    assert ring.diagram.layout["unit2[3]"] == (x + 20, y + 20, *turn)
    assert ("unit2[1:7].right", "unit2[2:8].left") in ring.diagram.connections
    assert "unit2" not in ring.diagram.layout


def test_tidying_up_keeps_the_form(ring: Canvas) -> None:
    def form() -> list[tuple[int, int]]:
        x, y = centre(ring, "unit[1]")
        return [(centre(ring, f"unit[{i}]")[0] - x, centre(ring, f"unit[{i}]")[1] - y) for i in range(1, 9)]

    before = form()
    ring.scene.tidy()
    assert form() == before


@pytest.mark.parametrize("count", [3, 12, None])
def test_another_count_leaves_no_place_too_many(ring: Canvas, count: int | None) -> None:
    before = write_text(ring.diagram)
    first = ring.diagram.layout["unit[1]"]
    ring.document.set_count(ring.diagram, "unit", count)
    names = ["unit"] if count is None else [f"unit[{i}]" for i in range(1, count + 1)]
    assert sorted(ring.diagram.places_of("unit")) == sorted(names)
    assert set(ring.scene.blocks) == {*names, "step"}
    assert ring.diagram.layout[names[0]] == first[:2]
    ring.undo()
    assert write_text(ring.diagram) == before


def test_the_inspector_shows_the_array_whichever_element_is_selected(ring: Canvas, qtbot: QtBot) -> None:
    inspector = Inspector(ring.document, LIGHT)
    qtbot.addWidget(inspector)
    ring.scene.selection_changed_names.connect(lambda names: inspector.show_blocks(ring.diagram, names))
    ring.click(*centre(ring, "unit[6]"))
    assert isinstance(inspector.page, BlockPage)
    assert inspector.page.name == "unit"


def test_what_is_wrong_with_an_element_is_shown_on_it(ring: Canvas) -> None:
    ring.scene.mark_problems({"unit[4].spring": "too soft"})
    assert [name for name, item in ring.scene.blocks.items() if item.problem] == ["unit[4]"]
    ring.scene.mark_problems({"unit": "too many"})
    assert len([item for item in ring.scene.blocks.values() if item.problem]) == 8
    ring.document.lay_out(ring.diagram, {"unit": (0, 0)})
    ring.scene.mark_problems({"unit[4].spring": "too soft"})
    assert ring.scene.blocks["unit"].problem == "too soft"


# ports that the diagram shows outside


def test_free_ports_that_are_shown_outside_carry_their_names(qtbot: QtBot) -> None:
    diagram = Diagram()
    diagram.add("gain", block(GAIN), at=(0, 0))
    diagram.add("step", block(STEP), at=(-200, 0))
    diagram.connect("step.y", "gain.u")
    diagram.ports = {"command": "gain.u", "speed": "gain.y"}
    canvas = Canvas(qtbot, Document(diagram))
    assert [flag.text for flag in canvas.scene.network.placed["gain"].flags] == ["speed"]
    assert "{speed}" in tikz(canvas.scene.network, LIGHT)
    canvas.document.remove(diagram, [], [("step.y", "gain.u")])
    assert [flag.text for flag in canvas.scene.network.placed["gain"].flags] == ["command", "speed"]


# pictures


def test_exports_draw_every_element(ring: Canvas, tmp_path: Path) -> None:
    text = tikz(ring.scene.network, LIGHT)
    assert all(f"(unit-{i}) at" in text for i in range(1, 9))
    assert text.count("rotate around=") == 8  # the body and the ports of the four that lean
    assert text.count(r"\begin{scope}") == text.count(r"\end{scope}")
    for kind in ("svg", "pdf", "png"):
        export_diagram(ring.document, tmp_path / f"ring.{kind}")
        assert (tmp_path / f"ring.{kind}").stat().st_size > 1000


def test_the_annular_robot_is_drawn_as_a_ring() -> None:
    diagram = read_diagram(ANNULAR / "mechanism.toml")
    network = Network(diagram)
    network.update()
    units = [network.placed[f"unit[{i}]"] for i in range(1, 17)]
    radii = [math.hypot(unit.x, unit.y) for unit in units]
    assert max(radii) - min(radii) < 1.5
    assert math.hypot(network.placed["centre"].x, network.placed["centre"].y) < min(radii) / 2
    slanted = [path for net in network.nets for path in net.paths.values() if len(path) == 2]
    assert len(slanted) >= 17  # each link with the next, and the last with the first over the full turn


# putting blocks into connections of arrays


def test_a_block_dropped_on_one_line_of_an_array_goes_into_that_line_only(ring: Canvas) -> None:
    before = write_text(ring.diagram)
    (x0, y0), (x1, y1) = ring.path("unit[2].right", "unit[3].left")
    ring.document.add_block(ring.diagram, "translational.Damper", (600, 300))
    ring.drag((600, 300), ((x0 + x1) / 2, (y0 + y1) / 2))
    assert ("unit[2].right", "damper.a") in ring.diagram.connections
    assert ("damper.b", "unit[3].left") in ring.diagram.connections
    assert ("unit[1,3,4,5,6,7].right", "unit[2,4,5,6,7,8].left") in ring.diagram.connections
    assert ("unit[1:7].right", "unit[2:8].left") not in ring.diagram.connections
    assert ring.path("unit[3].right", "unit[4].left")
    ring.undo()
    ring.undo()
    assert write_text(ring.diagram) == before


def test_the_other_lines_keep_the_corners_they_were_given(ring: Canvas) -> None:
    (x0, y0), (x1, y1) = ring.path("unit[5].right", "unit[6].left")
    ring.drag(((x0 + x1) / 2, (y0 + y1) / 2), ((x0 + x1) / 2 - 60, (y0 + y1) / 2))
    kept = dict(ring.diagram.routes)
    assert list(kept) == ["unit[5].right -- unit[6].left"]
    (x0, y0), (x1, y1) = ring.path("unit[2].right", "unit[3].left")
    ring.scene.drop_type("translational.Damper", QPointF((x0 + x1) / 2, (y0 + y1) / 2))
    assert ("unit[2].right", "damper.a") in ring.diagram.connections
    assert ring.diagram.routes == kept


def test_a_block_goes_into_the_line_to_one_of_many_receivers(ring: Canvas) -> None:
    end = ring.port("unit[3].u")
    path = ring.path("step.y", "unit[3].u")
    assert path[-1] == end
    a, b = path[-2:]
    ring.scene.drop_type(GAIN, QPointF((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
    assert ("gain.y", "unit[3].u") in ring.diagram.connections
    assert ("step.y", "gain.u") in ring.diagram.connections
    assert ("step.y", "unit[1,2,4,5,6,7,8].u") in ring.diagram.connections


def test_lines_that_meet_at_a_vector_take_their_own_elements_of_it() -> None:
    diagram = chain(4)
    diagram.add("mux", block("signals.Select", n=4), at=(300, 300))
    diagram.connect("unit.y", "mux.u")
    document = Document(diagram)
    spread(document, "row")
    assert apart(diagram, ("unit.y", "mux.u"), ("unit[2].y", "mux.u")) == (
        ("unit[2].y", "mux.u[2]"), ("unit[1,3,4].y", "mux.u[1,3,4]"),
    )  # fmt: skip


def test_a_block_in_a_connection_of_many_elements_becomes_as_many(make: Make) -> None:
    """One spring between all of two rows of masses would tie them to one point."""
    canvas: Canvas = make(a=(block(GAIN), 0, 0))
    for name, x in (("first", 0), ("second", 400)):
        canvas.document.add_block(canvas.diagram, "translational.Mass", (x, 200), name, count=5)
    canvas.document.connect_ports(canvas.diagram, "first.b", "second.a")
    canvas.scene.drop_type(SPRING, QPointF(200, 200))
    assert canvas.diagram.counts == {"first": 5, "second": 5, "spring": 5}
    assert sorted(canvas.diagram.connections) == [("first.b", "spring.a"), ("spring.b", "second.a")]
    canvas.undo()
    assert canvas.diagram.connections == [("first.b", "second.a")]


def test_a_gain_in_a_vector_signal_becomes_one_for_each_element(make: Make) -> None:
    canvas: Canvas = make(("m.y", "s.u"), m=(MUX, 0, 0), s=(block("signals.Select", n=2), 400, 0))
    canvas.scene.drop_type(GAIN, QPointF(200, 0))
    assert canvas.diagram.counts == {"gain": 2}
    assert why_not(canvas.diagram, "gain.y", "s.u") == ""


def test_a_block_of_another_size_is_not_put_into_a_connection(make: Make) -> None:
    canvas: Canvas = make(("s.y", "g.u"), s=(STEP, 0, 0), g=(GAIN, 400, 0))
    canvas.scene.drop_type(MUX, QPointF(200, 0))
    assert canvas.diagram.connections == [("s.y", "g.u")]
