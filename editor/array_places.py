"""Places for the elements of an array of a diagram, from how it is drawn now. Pure, no Qt."""

from __future__ import annotations

from blocks.diagram import Position
from editor.canvas.geometry import Point
from editor.canvas.network import Network
from editor.canvas.placed import place, port_use
from editor.canvas.port_kinds import UNUSED
from editor.canvas.spread import elements
from editor.formations import formation
from editor.style import GRID


def middle_of(network: Network, name: str) -> Point:
    """Return the middle of what is drawn for a block, on the grid."""
    drawn = [block for block in network.placed.values() if block.block == name]
    return _middle([block.x for block in drawn]), _middle([block.y for block in drawn])


def _middle(values: list[int]) -> int:
    return round((min(values) + max(values)) / 2 / GRID) * GRID


def spread_places(network: Network, name: str, how: str) -> dict[str, Position]:
    """Return a place for each element of an array, in a form around where the array is now."""
    names = elements(network.diagram, name)
    use = port_use(network.diagram, {name}).get(name, UNUSED)
    left, top, right, bottom = place(network.diagram, names[0], (0, 0), use).rect
    size, centre = (right - left, bottom - top), middle_of(network, name)
    is_chain = bool(use.onward or use.backward)
    return dict(zip(names, formation(how, len(names), size, centre, is_chain=is_chain), strict=True))
