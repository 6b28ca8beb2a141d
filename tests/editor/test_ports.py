"""Where ports stand on blocks."""

import pytest

from blocks.block import Block
from blocks.diagram import Diagram, Placeholder
from blocks.registry import catalogue, find_block
from editor.canvas.compatible import through_ports, why_not
from editor.canvas.icon_leads import ICON_SHIFT, PLACES
from editor.canvas.labels import with_labels
from editor.canvas.placed import place
from editor.canvas.port_kinds import Use, port_kinds
from editor.canvas.ports import outline, turned
from editor.style import GRID


def make(type_name: str, **values: object) -> Block:
    cls = find_block(type_name)
    assert cls is not None
    return cls(**values)


def places(type_name: str, **values: object) -> dict[str, tuple[int, int, str]]:
    return {p.name: (p.x, p.y, p.side) for p in outline(make(type_name, **values)).places}


@pytest.mark.parametrize("type_name", sorted(catalogue()))
def test_every_block_has_all_its_ports_apart_on_its_edge_and_on_the_grid(type_name: str) -> None:
    block = make(type_name)
    shape = outline(block)
    assert {p.name for p in shape.places} == {kind.name for kind in port_kinds(block)}
    assert len({(p.x, p.y) for p in shape.places}) == len(shape.places)
    for p in shape.places:
        assert p.x % GRID == 0
        assert p.y % GRID == 0
        expected = {"left": -shape.width // 2, "right": shape.width // 2, "top": shape.top, "bottom": shape.bottom}
        assert (p.x if p.side in ("left", "right") else p.y) == expected[p.side]


def test_the_tables_name_installed_blocks_and_their_ports() -> None:
    for name, spots in PLACES.items():
        assert {kind.name for kind in port_kinds(make(name))} == set(spots), name
    assert set(ICON_SHIFT) <= set(catalogue())


def test_two_poles_stand_left_and_right() -> None:
    assert places("electrical.Resistor") == {"p": (-40, 0, "left"), "n": (40, 0, "right")}


def test_a_drive_stands_on_top() -> None:
    assert places("planar.Revolute")["axis"] == (0, -30, "top")


def test_a_source_has_its_input_left_and_its_port_right() -> None:
    found = places("rotational.Torque")
    assert found["torque"][2] == "left"
    assert found["shaft"][2] == "right"


def test_a_sensor_has_its_port_left_and_its_outputs_right() -> None:
    found = places("planar.AbsolutePosition")
    assert [found[name][:2] for name in ("a", "x", "y", "phi")] == [(-40, 0), (40, -20), (40, 0), (40, 20)]


def test_channels_of_a_chosen_number_are_ports_of_their_own() -> None:
    assert list(places("signals.Scope", n=3)) == ["u[1]", "u[2]", "u[3]"]
    assert [p.name for p in outline(make("signals.Scope"), Use(whole=frozenset({"u"}))).places] == ["u"]


def test_only_the_channels_of_a_mux_are_split_not_the_vector_it_makes() -> None:
    assert list(places("signals.Mux")) == ["u[1]", "u[2]", "y"]
    assert list(places("signals.Demux")) == ["u", "y[1]", "y[2]"]
    assert list(places("signals.Add")) == ["u[1]", "u[2]", "y"]


def test_a_vector_of_which_elements_are_connected_shows_them() -> None:
    block = make("spatial.AbsoluteVelocity")
    assert [p.name for p in outline(block).places] == ["a", "v", "w"]
    used = outline(block, Use(by_element=frozenset({"v"})))
    assert [p.name for p in used.places] == ["a", "v[1]", "v[2]", "v[3]", "w"]


def test_a_subsystem_has_room_for_its_ports() -> None:
    inner = Diagram("inner")
    inner.add("gain", make("signals.Gain"), at=(0, 0))
    inner.add("inertia", make("rotational.Inertia"), at=(200, 0))
    for i in range(6):
        inner.expose(f"u{i}", "gain.u")
    inner.expose("y", "gain.y")
    inner.expose("shaft", "inertia.b")
    shape = outline(inner)
    sides = {p.name: p.side for p in shape.places}
    assert sides["u0"] == "left"
    assert sides["y"] == "right"
    assert sides["shaft"] == "right"
    assert shape.bottom - shape.top >= 120


def test_a_placeholder_and_a_wrong_value_can_be_drawn() -> None:
    assert outline(Placeholder("gone.Thing")).places == ()
    assert outline(make("signals.Scope", n="many")).places


def test_turning_and_mirroring() -> None:
    assert turned(40, 0, 90) == (0, 40)
    assert turned(40, 10, 0, 1) == (-40, 10)
    assert turned(40, 10, 90, 1) == (-10, -40)


def test_ports_follow_the_turn() -> None:
    diagram = Diagram()
    diagram.add("r", make("electrical.Resistor"))
    placed = place(diagram, "r", (100, 200, 90))
    assert placed.ends["p"].point == (100, 160)
    assert placed.ends["p"].out == (0, -1)
    assert placed.label_side == "right"


def test_texts_avoid_other_blocks() -> None:
    diagram = Diagram()
    for i in range(2):
        diagram.add(f"gain{i}", make("signals.Gain"), at=(0, 60 * i))
    bare = {name: place(diagram, name, diagram.layout[name]) for name in diagram.blocks}
    placed = {name: block for name, (_, block) in with_labels(bare, {}).items()}
    assert placed["gain0"].label_side == "top"
    assert placed["gain1"].label_side == "bottom"


@pytest.fixture
def mixed() -> Diagram:
    diagram = Diagram()
    for name, kind in {
        "motor": "electrical.EMF", "mass": "translational.Mass", "r": "electrical.Resistor", "step": "signals.Step",
        "gain": "signals.Gain", "sum": "signals.Add", "on": "signals.GreaterThreshold", "mux": "signals.Mux",
    }.items():  # fmt: skip
        diagram.add(name, make(kind))
    return diagram


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("motor.shaft", "mass.a", 'Cannot connect "motor.shaft" (rotation: rad, N.m) to "mass.a" (translation: m, N). '
         "A lead screw, a rack or a lever turns one into the other."),
        ("r.p", "step.y", 'Cannot connect "r.p" (electricity: V, A) to "step.y" (signal: any). '
         "A source or a sensor turns one into the other."),
        ("step.y", "gain.y", "A signal comes from one output only."),
        ("gain.u", "sum.u[1]", "Begin at an output."),
        ("on.y", "gain.u", "A Greater or a Switch block turns one into the other."),
        ("mux.y", "gain.u", "join signals with a Mux"),
        ("r.p", "r.x", 'There is no port "r.x".'),
    ],
)  # fmt: skip
def test_why_ports_cannot_be_connected(mixed: Diagram, first: str, second: str, words: str) -> None:
    assert words in why_not(mixed, first, second)


def test_ports_that_fit(mixed: Diagram) -> None:
    assert why_not(mixed, "r.p", "motor.n") == ""
    assert why_not(mixed, "step.y", "gain.u") == ""
    assert why_not(mixed, "gain.u", "step.y") == ""
    assert why_not(mixed, "step.y", "sum.u[2]") == ""


def test_an_input_takes_one_signal_only(mixed: Diagram) -> None:
    mixed.connect("step.y", "gain.u")
    reason = why_not(mixed, "sum.y", "gain.u")
    assert reason == '"gain.u" already gets its signal from "step.y". Delete that connection first.'


def test_which_blocks_fit_into_a_connection(mixed: Diagram) -> None:
    capacitor, gain = port_kinds(make("electrical.Capacitor")), port_kinds(make("signals.Gain"))
    assert through_ports(mixed, "c", capacitor, ("r.p", "motor.n")) == ("p", "n")
    assert through_ports(mixed, "c", gain, ("step.y", "gain.u")) == ("u", "y")
    assert through_ports(mixed, "c", gain, ("gain.u", "step.y")) == ("y", "u")
    assert through_ports(mixed, "c", capacitor, ("step.y", "gain.u")) is None
