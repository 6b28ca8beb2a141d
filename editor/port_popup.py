"""Showing ports outside with the keyboard: a list of all ports that a diagram does not yet show."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from editor.canvas.network import Network
from editor.canvas.port_kinds import described
from editor.search_popup import Row, SearchPopup

WIDTH = 460
MOST = 200  # rows; whoever types finds the others


class PortPopup(SearchPopup):
    """Lists ports of some blocks, free ones first."""

    chosen = Signal(str)  # an endpoint

    def __init__(self, parent: QWidget, network: Network, names: list[str]) -> None:
        super().__init__(parent, "Type the port to show outside", WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # the ports differ next time
        self._network = network
        self._ends = hidden_ports(network, names)

    def rows(self, text: str) -> list[Row]:
        """Return the ports in which all words occur."""
        words = text.lower().split()
        found = [end for end in self._ends if all(word in end.lower() for word in words)]
        return [Row(end, end, self._kind(end)) for end in found[:MOST]]

    def _kind(self, end: str) -> str:
        kind = self._network.kind(end)
        return described(kind) if kind is not None else ""

    def accept(self, row: Row) -> None:
        """Tell which port was chosen."""
        self.chosen.emit(row.value)


def hidden_ports(network: Network, names: list[str]) -> list[str]:
    """Return the ports of some blocks that the diagram does not show outside; those that are connected come last."""
    diagram = network.diagram
    shown = set(diagram.ports.values())
    taken = {end for pair in diagram.connections for end in pair}
    ends = [f"{name}.{port}" for name in names for port in network.placed[name].ends]
    return sorted((end for end in ends if end not in shown), key=lambda end: end in taken)
