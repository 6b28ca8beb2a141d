"""Whether the ports of two declarations can be connected, and the words for it if they cannot.

The check before a run and the canvas, which refuses a connection while it is drawn, say the same in the same words.
"""

from __future__ import annotations

from blocks.declare import Input, Output, Quantity
from blocks.expression import shape_text
from blocks.port import Port

Words = tuple[str, str]  # what is wrong, and what to do
Shape = tuple[int, ...]

CONVERTERS = {
    frozenset({"rotational", "translational"}): "A lead screw, a rack or a lever turns one into the other.",
    frozenset({"rotational", "electrical"}): "A motor (EMF) turns one into the other.",
    frozenset({"rotational", "planar"}): "The axis of a revolute joint turns one into the other.",
    frozenset({"translational", "planar"}): "The axis of a prismatic joint turns one into the other.",
    frozenset({"rotational", "spatial"}): "The axis of a revolute joint turns one into the other.",
    frozenset({"translational", "spatial"}): "The axis of a prismatic joint turns one into the other.",
    frozenset({"electrical", "signal"}): "A source or a sensor turns one into the other.",
    frozenset({"translational", "signal"}): "A Force source or a sensor turns one into the other.",
    frozenset({"rotational", "signal"}): "A Torque source or a sensor turns one into the other.",
    frozenset({"thermal", "signal"}): "A source or a sensor turns one into the other.",
}
DOMAIN_WORDS = {"rotational": "rotation", "translational": "translation", "electrical": "electricity",
                "thermal": "heat", "planar": "planar frame", "spatial": "spatial frame"}  # fmt: skip


def takes(output: Input | Output, other: Input | Output) -> bool:
    """Tell whether a signal has a unit that another port takes."""
    if output.is_boolean != other.is_boolean:
        return isinstance(other, Input) and output.is_boolean and other.takes_conditions
    return output.dimension is None or other.dimension is None or output.dimension == other.dimension


def other_kind(first: str, a: Port | Input | Output, second: str, b: Port | Input | Output) -> Words:
    """Return the words for two ports of which one is of another kind."""
    domain_a, text_a = _nature(a)
    domain_b, text_b = _nature(b)
    fix = CONVERTERS.get(frozenset({domain_a, domain_b}), "Only ports of one kind can be connected.")
    return f'Cannot connect "{first}" ({text_a}) to "{second}" ({text_b}).', fix


def _nature(declared: Port | Input | Output) -> Words:
    """Return the domain of a port and its description: ``rotation: rad, N.m``."""
    if isinstance(declared, Port):
        units = ", ".join(quantity.unit_text for quantity in declared.quantities.values())
        return declared.domain, f"{DOMAIN_WORDS.get(declared.domain, declared.domain)}: {units}"
    return "signal", f"signal: {declared.unit_text}"


def other_size(first: str, a: Shape, second: str, b: Shape) -> Words:
    """Return the words for two signals of different size."""
    element = f"{first if a else second}[1]"
    what = f'Cannot connect "{first}" ({shape_text(a)}) to "{second}" ({shape_text(b)}).'
    return what, f'Connect one element, for example "{element}", or join signals with a Mux.'


def other_count(first: str, a: int, second: str, b: int) -> Words:
    """Return the words for two ends that mean different numbers of ports."""
    fix = "Connect as many elements on one side as on the other, or one with all."
    return f'"{first}" means {a} ports and "{second}" means {b}.', fix


def other_unit(first: str, a: Quantity, second: str, b: Quantity) -> Words:
    """Return the words for two signals of which one is no number, or of another unit."""
    fix = "A Gain with a unit, or another port, is needed between them."
    if a.is_boolean or b.is_boolean:
        fix = "A Greater or a Switch block turns one into the other."
    return f'Cannot connect "{first}" [{a.unit_text}] to "{second}" [{b.unit_text}].', fix
