"""Ports, single and in numbers, and their quantities."""

import pytest

from blocks import Block, Equations, Flow, ModelError, Port, Structural, Variable


class Pin(Port):
    """An electrical pin."""

    domain = "electrical"
    v = Variable("V", "potential")
    i = Flow("A", "current")


class Frame(Port):
    """A place with a position vector."""

    r = Variable("m", "position", shape=3)
    f = Flow("N", "force", shape=3)
    R = Variable("1", "rotation", shape=(3, 3))


class ThreeWire(Pin):
    """A pin with one more quantity and one changed."""

    i = Flow("A", "current, total")
    shield = Variable("V", "potential of the shield")


class Bus(Block):
    """Joins any number of pins."""

    n = Structural(2, "number of pins", min=1)
    pins = Pin("pins", count="n")
    pair = Pin("two more", count=2)
    frame = Frame("a frame")

    def equations(self) -> Equations:
        for first, second in zip(self.pins, self.pins[1:], strict=False):
            yield first.v == second.v
        yield sum(pin.i for pin in self.pins) == 0


def test_quantities_are_collected_over_base_classes() -> None:
    assert list(Pin.quantities) == ["v", "i"]
    assert set(ThreeWire.quantities) == {"v", "i", "shield"}
    assert ThreeWire.quantities["i"].text == "current, total"
    assert Pin.quantities["i"].role == "flow"
    assert Pin.v.unit_text == "V"


def test_port_of_a_block_has_its_path() -> None:
    frame = Bus().frame
    assert frame.path == "frame"
    assert frame.r.text() == "frame.r"
    assert frame.r[2].text("arm.") == "arm.frame.r[3]"
    assert (frame.r.shape, frame.R.shape) == ((3,), (3, 3))
    assert Bus.frame.text == "a frame"


@pytest.mark.parametrize("n", [1, 2, 4])
def test_number_of_ports_follows_the_structure(n: int) -> None:
    trace = Bus(n=n).trace
    assert [path for path in trace.ports if path.startswith("pins")] == [f"pins[{i + 1}]" for i in range(n)]
    assert trace.ports["pair[2]"].members == ("pair[2].v", "pair[2].i")
    assert len(trace.equations) == n
    assert trace.symbols["pins[1].i"].role == "flow"
    assert trace.symbols["pins[1].i"].port == "pins[1]"
    assert not trace.ports["frame"].is_signal


def test_equations_use_the_names_of_elements() -> None:
    assert [str(equation) for equation in Bus(n=2).trace.equations] == [
        "pins[1].v == pins[2].v",
        "0 + pins[1].i + pins[2].i == 0",
    ]


def test_count_may_be_zero() -> None:
    class Optional(Block):
        """A block that may have no pins."""

        n = Structural(0, "number of pins")
        pins = Pin("pins", count="n")

    assert Optional().trace.ports == {}
    assert list(Optional(n=1).trace.ports) == ["pins[1]"]


@pytest.mark.parametrize("name", ["path", "text", "symbol", "hint", "name"])
def test_a_quantity_cannot_hide_what_a_port_needs(name: str) -> None:
    with pytest.raises(ModelError) as caught:
        type("Odd", (Port,), {name: Variable("V", "odd")})
    assert str(caught.value) == f'"{name}" cannot be declared in Odd: the word is reserved.'


def test_a_size_in_a_port_is_a_plain_number() -> None:
    with pytest.raises(ModelError, match='The size of "r" must be a plain number'):

        class Sized(Port):
            r = Variable("m", "position", shape="n")
