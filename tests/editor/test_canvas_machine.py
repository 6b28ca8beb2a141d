"""Random edits on the canvas, by the same ways a mouse and a keyboard take: nothing crashes, nothing is lost."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from blocks.diagram import Diagram, block_of
from blocks.diagram_file import read_diagram, read_text, write_text
from blocks.errors import ModelError
from blocks.schema import MAX_DEPTH
from editor.array_places import middle_of, spread_places
from editor.canvas.element_popup import ElementPopup
from editor.canvas.notes import keyed_notes
from editor.canvas.scene import DiagramScene
from editor.canvas.spread import items, pieces, spread_names
from editor.canvas.view import DiagramView
from editor.document import Document
from editor.formations import FORMS
from editor.free_names import free_name
from editor.grouping import group
from editor.outer_ports import hide_port, rename_port, show_outside
from editor.style import LIGHT
from editor.ungrouping import ungroup
from tests.editor.canvas_hands import CONTROL, LEFT, NONE, SHIFT

TYPES = ["electrical.Resistor", "electrical.Ground", "signals.Step", "signals.Gain", "signals.Mux", "signals.Scope",
         "rotational.Inertia", "planar.Revolute"]  # fmt: skip
MOST = 12  # blocks
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # to find the shortest example may take minutes
numbers = st.integers(0, 10_000)
spots = st.tuples(st.integers(-20, 40), st.integers(-15, 25)).map(lambda at: (10 * at[0], 10 * at[1]))
held = st.sampled_from([NONE, NONE, CONTROL, SHIFT])
KEYS = {
    "turn": (Qt.Key.Key_R, CONTROL), "turn back": (Qt.Key.Key_R, CONTROL | SHIFT), "flip": (Qt.Key.Key_I, CONTROL),
    "duplicate": (Qt.Key.Key_D, CONTROL), "copy": (Qt.Key.Key_C, CONTROL), "cut": (Qt.Key.Key_X, CONTROL),
    "paste": (Qt.Key.Key_V, CONTROL), "delete": (Qt.Key.Key_Delete, NONE), "all": (Qt.Key.Key_A, CONTROL),
    "comment": (Qt.Key.Key_X, CONTROL | SHIFT), "nudge": (Qt.Key.Key_Left, NONE), "escape": (Qt.Key.Key_Escape, NONE),
    "back": (Qt.Key.Key_Backspace, NONE),
}  # fmt: skip


class Hands(RuleBasedStateMachine):
    """A canvas that is worked on at random."""

    def __init__(self) -> None:
        super().__init__()
        self.document = Document(Diagram("random"))
        self.diagram = self.document.diagram
        self.scene = DiagramScene(self.document, self.diagram, LIGHT)
        self.view = DiagramView(self.scene)
        self.view.resize(900, 600)
        self.view.centerOn(100, 50)
        self.texts = {0: write_text(self.diagram)}  # by step of the history

    def teardown(self) -> None:
        self.view.close()
        self.view.deleteLater()

    # the mouse

    def at(self, x: float, y: float) -> QPoint:
        spot = self.view.mapFromScene(QPointF(x, y))
        return spot if not spot.isNull() else QPoint(1, 1)

    def drag(self, start: tuple[int, int], end: tuple[int, int], keys: Qt.KeyboardModifier) -> None:
        port = self.view.viewport()
        QTest.mousePress(port, LEFT, keys, self.at(*start))
        QTest.mouseMove(port, self.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        QTest.mouseMove(port, self.at(*end))
        QTest.mouseRelease(port, LEFT, keys, self.at(*end))
        self.end()

    def end(self) -> None:
        """Choose the first of a list that asks for an element, and stop what goes on from click to click."""
        popup = self.view.findChild(ElementPopup)
        if popup is not None and popup.isVisible():
            QTest.keyClick(popup.field, Qt.Key.Key_Return)
        self.scene.cancel()

    def block(self, number: int) -> str:
        return list(self.diagram.blocks)[number % len(self.diagram.blocks)]

    def ends(self) -> list[str]:
        return [f"{name}.{port}" for name, block in self.scene.network.placed.items() for port in block.ends]

    def depth(self) -> int:
        return max(len(way) for way, _ in self.document.diagrams())

    def has_blocks(self) -> bool:
        return bool(self.diagram.blocks)

    # edits

    @precondition(lambda self: len(self.diagram.blocks) < MOST)
    @rule(kind=st.sampled_from(TYPES), spot=spots)
    def drop(self, kind: str, spot: tuple[int, int]) -> None:
        self.scene.drop_type(kind, QPointF(*spot))

    @precondition(lambda self: len(self.ends()) > 1)
    @rule(first=numbers, second=numbers, is_clicked=st.booleans(), corner=spots)
    def wire(self, first: int, second: int, is_clicked: bool, corner: tuple[int, int]) -> None:
        ends = self.ends()
        a, b = (self.scene.network.end(ends[number % len(ends)]) for number in (first, second))
        assert a is not None
        assert b is not None
        if is_clicked:
            for spot in (a.point, corner, b.point):
                QTest.mouseClick(self.view.viewport(), LEFT, NONE, self.at(*spot))
            self.end()
        else:
            self.drag(a.point, b.point, NONE)

    @precondition(has_blocks)
    @rule(number=numbers, to=spots, keys=held)
    def move(self, number: int, to: tuple[int, int], keys: Qt.KeyboardModifier) -> None:
        drawn = list(self.scene.network.placed)
        x, y, *_ = self.scene.position(drawn[number % len(drawn)])
        if len(self.diagram.blocks) < MOST or keys != CONTROL:
            self.drag((x, y), to, keys)

    @rule(start=spots, to=spots, keys=held)
    def drag_anything(self, start: tuple[int, int], to: tuple[int, int], keys: Qt.KeyboardModifier) -> None:
        if len(self.diagram.blocks) < MOST or keys != CONTROL:
            self.drag(start, to, keys)

    @rule(name=st.sampled_from(sorted(KEYS)))
    def key(self, name: str) -> None:
        if len(self.diagram.blocks) < MOST or name not in ("duplicate", "paste"):
            QTest.keyClick(self.view, *KEYS[name])

    @rule(spot=spots, text=st.sampled_from(["a note", "# Title\n$x^2$", "wide " * 9]))
    def note(self, spot: tuple[int, int], text: str) -> None:
        self.document.set_notes(self.diagram, {}, [{"text": text, "at": list(spot)}])

    @precondition(has_blocks)
    @rule(chosen=st.lists(numbers, min_size=1, max_size=4))
    def pack(self, chosen: list[int]) -> None:
        names, depth = {self.block(number) for number in chosen}, self.depth()
        try:
            with self.document.step("Group", self.diagram):
                group(self.diagram, names, free_name(self.diagram, "subsystem"))
        except ModelError:
            assert depth == MAX_DEPTH  # the only reason to refuse

    @precondition(has_blocks)
    @rule(number=numbers)
    def unpack(self, number: int) -> None:
        with suppress(ModelError), self.document.step("Ungroup", self.diagram):
            ungroup(self.diagram, self.block(number))

    def inner(self, number: int) -> Diagram:
        """Return the diagram itself or a subsystem."""
        diagrams = [diagram for _, diagram in self.document.diagrams()]
        return diagrams[number % len(diagrams)]

    @precondition(has_blocks)
    @rule(where=numbers, which=numbers, name=st.sampled_from(["", "out", "u"]))
    def show_port(self, where: int, which: int, name: str) -> None:
        diagram = self.inner(where)
        ends = [end for pair in diagram.connections for end in pair] or self.ends()
        if ends:  # subsystems that nothing is connected to have none
            with suppress(ModelError):  # the name may be taken, the block be in another diagram
                show_outside(self.document, diagram, ends[which % len(ends)], name)

    @rule(where=numbers, which=numbers, name=st.sampled_from([None, "a", "b"]))
    def rename_or_hide_port(self, where: int, which: int, name: str | None) -> None:
        diagram = self.inner(where)
        if diagram.ports:
            port = list(diagram.ports)[which % len(diagram.ports)]
            with suppress(ModelError):  # the name may be taken
                rename_port(self.document, diagram, port, name) if name else hide_port(self.document, diagram, port)

    @precondition(has_blocks)
    @rule(number=numbers, count=st.sampled_from([None, 2, 3, 5]))
    def set_count(self, number: int, count: int | None) -> None:
        self.document.set_count(self.diagram, self.block(number), count)

    @precondition(lambda self: self.diagram.counts)
    @rule(number=numbers, how=st.sampled_from([*FORMS, "gather"]))
    def lay_out(self, number: int, how: str) -> None:
        name = list(self.diagram.counts)[number % len(self.diagram.counts)]
        network = self.scene.network
        places = {name: middle_of(network, name)} if how == "gather" else spread_places(network, name, how)
        self.document.lay_out(self.diagram, places)

    @precondition(has_blocks)
    @rule()
    def tidy(self) -> None:
        self.scene.tidy()

    @rule(steps=st.integers(1, 5))
    def undo(self, steps: int) -> None:
        for _ in range(steps):
            self.document.history.undo()

    @rule(steps=st.integers(1, 5))
    def redo(self, steps: int) -> None:
        for _ in range(steps):
            self.document.history.redo()

    @rule()
    def save_and_load(self) -> None:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "random.toml"
            self.document.save(file)
            again = read_diagram(file)
            assert write_text(again, "random") == write_text(self.diagram, "random")
            assert not again.problems
            self.document.path = None

    # what always holds

    @invariant()
    def the_file_keeps_everything(self) -> None:
        text = write_text(self.diagram)
        again = read_text(text)
        assert write_text(again) == text
        assert not again.problems

    @invariant()
    def all_can_be_undone(self) -> None:
        history, place, now = self.document.history, self.document.history.index(), write_text(self.diagram)
        history.setIndex(0)
        assert write_text(self.diagram) == self.texts[0]
        history.setIndex(place)
        assert write_text(self.diagram) == now

    @invariant()
    def the_items_are_those_of_the_diagram(self) -> None:
        scene, diagram = self.scene, self.diagram
        assert scene.tool is None
        scene.settle()
        assert set(scene.blocks) == set(items(diagram))
        assert sorted(item.key for item in scene.notes) == [key for key, _ in keyed_notes(diagram)]
        drawn = [pair for item in scene.wires.values() for pair in item.net.paths]
        spread = spread_names(diagram)
        wanted = {piece for pair in diagram.connections for piece in pieces(diagram, pair, spread)}
        # a connection may speak of elements that are no longer there
        assert sorted(drawn) == sorted(pair for pair in wanted if all(map(scene.network.end, pair)))
        for name, item in scene.blocks.items():
            assert (item.pos().x(), item.pos().y()) == tuple(diagram.layout[name][:2])
            assert item.scene() is scene
        for item in scene.wires.values():
            for pair, path in item.net.paths.items():
                ends = scene.network.end(pair[0]), scene.network.end(pair[1])
                assert [end and end.point for end in ends] == [path[0], path[-1]]
                is_slanted = len(path) == 2 and any(end and end.lean for end in ends)
                assert is_slanted or all(a[0] == b[0] or a[1] == b[1] for a, b in zip(path, path[1:], strict=False))
        assert all(block_of(end) in diagram.blocks for pair in diagram.connections for end in pair)


@pytest.mark.usefixtures("qtbot")
def test_random_edits_with_mouse_and_keys(qtbot: QtBot) -> None:
    run_state_machine_as_test(
        Hands, settings=settings(max_examples=12, stateful_step_count=25, deadline=None, phases=PHASES)
    )
