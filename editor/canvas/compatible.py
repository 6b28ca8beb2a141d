"""Whether two ports can be connected, and if not, why not, in words for people. Pure, no Qt."""

from __future__ import annotations

from blocks.declare import Input, Output
from blocks.diagram import Diagram, block_of
from blocks.expression import shape_text
from blocks.port import Port
from editor.canvas.nets import nets_of
from editor.canvas.port_kinds import PortKind, kind_at

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


def why_not(diagram: Diagram, first: str, second: str) -> str:
    """Return why two endpoints cannot be connected; nothing if they can."""
    a, b = kind_at(diagram, first), kind_at(diagram, second)
    if a is None or b is None:
        return f'There is no port "{first if a is None else second}".'
    if first == second:
        return "A port cannot be connected to itself."
    if a.is_physical or b.is_physical:
        return "" if type(a.declaration) is type(b.declaration) else _mismatch(first, a, second, b)
    return _signals(diagram, first, a, second, b)


def _signals(diagram: Diagram, first: str, a: PortKind, second: str, b: PortKind) -> str:
    net = _net(diagram, first) | _net(diagram, second)
    outputs = sorted(end for end in net if (kind := kind_at(diagram, end)) and isinstance(kind.declaration, Output))
    if len(outputs) > 1:
        target = second if isinstance(b.declaration, Input) else first
        if isinstance(a.declaration, Output) and isinstance(b.declaration, Output):
            return (
                f'Cannot connect the outputs "{first}" and "{second}" with each other. '
                "A signal comes from one output only."
            )
        taken = next(end for end in outputs if end not in (first, second))
        return f'"{target}" already gets its signal from "{taken}". Delete that connection first.'
    if not outputs:
        return f'Cannot connect the inputs "{first}" and "{second}" with each other. Begin at an output.'
    source = outputs[0]
    out = kind_at(diagram, source)
    for end, kind in ((first, a), (second, b)):
        if out is not None and isinstance(kind.declaration, Input) and (text := _unfit(source, out, end, kind)):
            return text
    return ""


def _unfit(source: str, out: PortKind, end: str, kind: PortKind) -> str:
    first, second = out.declaration, kind.declaration
    assert not isinstance(first, Port)
    assert isinstance(second, Input)
    if out.shape != kind.shape:
        element = f"{source if out.shape else end}[1]"
        return (
            f'Cannot connect "{source}" ({shape_text(out.shape)}) to "{end}" ({shape_text(kind.shape)}). '
            f'Connect one element, for example "{element}", or join signals with a Mux.'
        )
    units = f'Cannot connect "{source}" [{first.unit_text}] to "{end}" [{second.unit_text}].'
    if first.is_boolean != second.is_boolean:
        if first.is_boolean and second.takes_conditions:
            return ""
        return f"{units} A Greater or a Switch block turns one into the other."
    if first.dimension is None or second.dimension is None or first.dimension == second.dimension:
        return ""
    return f"{units} A Gain with a unit, or another port, is needed between them."


def _net(diagram: Diagram, end: str) -> set[str]:
    for pairs in nets_of(diagram.connections):
        ends = {one for pair in pairs for one in pair}
        if end in ends:
            return ends
    return {end}


def _nature(kind: PortKind) -> tuple[str, str]:
    """Return the domain of a port and its description: ``rotation: rad, N.m``."""
    declared = kind.declaration
    if isinstance(declared, Port):
        units = ", ".join(quantity.unit_text for quantity in declared.quantities.values())
        return declared.domain, f"{DOMAIN_WORDS.get(declared.domain, declared.domain)}: {units}"
    return "signal", f"signal: {declared.unit_text}"


def _mismatch(first: str, a: PortKind, second: str, b: PortKind) -> str:
    domain_a, text_a = _nature(a)
    domain_b, text_b = _nature(b)
    fix = CONVERTERS.get(frozenset({domain_a, domain_b}), "Only ports of one kind can be connected.")
    return f'Cannot connect "{first}" ({text_a}) to "{second}" ({text_b}). {fix}'


def through_ports(diagram: Diagram, name: str, kinds: list[PortKind], pair: tuple[str, str]) -> tuple[str, str] | None:
    """Return the two ports by which a block can be put into a connection; None if it does not fit.

    A signal comes in at an input and goes on at an output; a physical connection needs two ports of its kind.
    """
    a, b = kind_at(diagram, pair[0]), kind_at(diagram, pair[1])
    if a is None or b is None or block_of(pair[0]) == name or block_of(pair[1]) == name:
        return None
    if a.is_physical:
        fitting = [kind.name for kind in kinds if type(kind.declaration) is type(a.declaration)]
        return (fitting[0], fitting[1]) if len(fitting) >= 2 else None
    inputs = [kind for kind in kinds if isinstance(kind.declaration, Input)]
    outputs = [kind for kind in kinds if isinstance(kind.declaration, Output)]
    if not inputs or not outputs or any(kind.is_physical for kind in kinds):
        return None
    is_forward = isinstance(a.declaration, Output)
    return (inputs[0].name, outputs[0].name) if is_forward else (outputs[0].name, inputs[0].name)
