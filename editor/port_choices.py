"""Which ports can be chosen with the keyboard: what fits those of the selected blocks, or is not yet shown outside."""

from __future__ import annotations

import re

from editor.canvas.compatible import Joined, why_not
from editor.canvas.network import Network
from editor.canvas.wholes import chains, leftover, wholes

ELEMENT = re.compile(r"\[[^\]]*\]")


def fitting_pairs(network: Network, names: list[str]) -> list[tuple[str, str]]:
    """Return the ports of some blocks with those of others that they fit and are not yet connected to."""
    diagram = network.diagram
    joined = Joined(diagram)
    taken = {ELEMENT.sub("", end) for pair in diagram.connections for end in pair}
    marked = set()
    for first in _ends(network, names):
        for second in _ends(network, [name for name in network.placed if name not in names[:1]]):
            if second in joined.net(first):
                continue
            more = [pair for found in (wholes, chains, leftover) for pair in found(diagram, first, second)]
            fitting = [pair for pair in ((first, second), *more) if not why_not(diagram, *pair, joined)]
            is_taken, far = (first in taken) + (second in taken), _far(network, first, second)
            marked |= {(is_taken, far, *pair) for pair in fitting}
        for second in _ends(network, names[:1]):
            fitting = [pair for pair in chains(diagram, first, second) if not why_not(diagram, *pair, joined)]
            marked |= {(1, _far(network, first, second), *pair) for pair in fitting}
    return [(first, second) for _, _, first, second in sorted(marked)]


def hidden_ports(network: Network, names: list[str]) -> list[tuple[str]]:
    """Return the ports of some blocks that the diagram does not show outside; those that are connected come last."""
    diagram = network.diagram
    shown = set(diagram.ports.values())
    taken = {end for pair in diagram.connections for end in pair}
    ends = [end for end in _ends(network, names) if end not in shown]
    return [(end,) for end in sorted(ends, key=lambda end: end in taken)]


def _ends(network: Network, names: list[str]) -> list[str]:
    return [f"{name}.{port}" for name in names for port in network.placed[name].ends]


def _far(network: Network, first: str, second: str) -> int:
    a, b = network.end(first), network.end(second)
    if a is None or b is None:
        return 0
    return abs(a.point[0] - b.point[0]) + abs(a.point[1] - b.point[1])
