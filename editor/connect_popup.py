"""Connecting with the keyboard: a list of all ports that a port of the selected block can be connected to."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from editor.canvas.compatible import Joined, why_not
from editor.canvas.network import Network
from editor.canvas.port_kinds import described
from editor.canvas.wholes import chains, leftover, wholes
from editor.search_popup import Row, SearchPopup

ELEMENT = re.compile(r"\[[^\]]*\]")
WIDTH = 460
MOST = 200  # rows; whoever types finds the others


class ConnectPopup(SearchPopup):
    """Lists pairs of ports that fit, those that are free and near first."""

    chosen = Signal(str, str)  # two endpoints

    def __init__(self, parent: QWidget, network: Network, names: list[str]) -> None:
        super().__init__(parent, "Type the ports to connect", WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # the ports differ next time
        self._network = network
        self._pairs = fitting_pairs(network, names)

    def rows(self, text: str) -> list[Row]:
        """Return the pairs in which all words occur."""
        words = text.lower().split()
        found = [pair for pair in self._pairs if all(word in f"{pair[0]} {pair[1]}".lower() for word in words)]
        return [Row(pair, f"{pair[0]}  \u2192  {pair[1]}", self._kind(pair[0])) for pair in found[:MOST]]

    def _kind(self, end: str) -> str:
        kind = self._network.kind(end)
        return described(kind) if kind is not None else ""

    def accept(self, row: Row) -> None:
        """Tell which ports were chosen."""
        self.chosen.emit(*row.value)


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


def _ends(network: Network, names: list[str]) -> list[str]:
    return [f"{name}.{port}" for name in names for port in network.placed[name].ends]


def _far(network: Network, first: str, second: str) -> int:
    a, b = network.end(first), network.end(second)
    if a is None or b is None:
        return 0
    return abs(a.point[0] - b.point[0]) + abs(a.point[1] - b.point[1])
