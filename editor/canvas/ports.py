"""Where ports stand on a block: on its edges, on the grid, where the leads of its icon end. Pure geometry, no Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from blocks.block import Block, type_name
from blocks.declare import Input
from blocks.diagram import Diagram, Part, Placeholder, block_of
from editor.canvas.icon_leads import ICON_SHIFT, PLACES
from editor.canvas.port_kinds import UNUSED, PortKind, Use, port_kinds
from editor.style import BLOCK, GRID

PITCH = 2 * GRID  # between ports on one side
SUBSYSTEM = (100, 80)
ELEMENT = (60, 40)  # one of an array of subsystems
INSIDE, CHARACTER = 60, 6  # room for the preview in a subsystem, and for a character of a port's name
OUTWARD = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
# blocks that stand at the start of a row: their only physical port is on the right
FIRST_IN_ROW = re.compile(r"(Fixed|Constant|World|Inverse|Linear|Quadratic|FreeMotion|PointMotion|Prescribed)|.*Step$")
ACROSS = re.compile(r"(Heating)?Brake")  # something passes through and is acted on from above
TOP = {"axis", "axis_a", "axis_b", "wiper", "axle", "reference", "supply_p", "sum"}
BOTTOM = {"support", "heat", "supply_n", "difference"}
LEFT_PAIR = {"p", "n"}


@dataclass(frozen=True)
class Place:
    """A port on its block: relative to the block's centre, with the side on which connections leave."""

    kind: PortKind
    x: int
    y: int
    side: str

    @property
    def name(self) -> str:
        """Return the name of the port."""
        return self.kind.name


@dataclass(frozen=True)
class Outline:
    """The size of a block and the places of its ports, before it is turned; its centre is the origin."""

    width: int
    top: int
    bottom: int
    places: tuple[Place, ...]
    is_boxed: bool  # drawn as a box, not as a bare icon
    shift: int = 0  # how far down the icon is drawn so that its leads meet the ports


def outline(part: Part, use: Use = UNUSED) -> Outline:
    """Return the size of a part and where its ports are; ``use`` tells how vectors are connected."""
    kinds = port_kinds(part, use)
    if isinstance(part, Placeholder):
        return Outline(BLOCK[0], -BLOCK[1] // 2, BLOCK[1] // 2, (), is_boxed=True)
    name = type_name(type(part)) if isinstance(part, Block) else ""
    if known := PLACES.get(name):
        places = [Place(kind, *known[kind.name]) for kind in kinds if kind.name in known]
        if len(places) == len(kinds):
            return _shifted(name, *BLOCK, places, is_boxed=not any(kind.is_physical for kind in kinds))
    sides = _subsystem_sides(part, kinds) if isinstance(part, Diagram) else _sides(type(part).__name__, kinds)
    least = _subsystem_size(sides) if isinstance(part, Diagram) else BLOCK
    width = _size(least[0], len(sides["top"]), len(sides["bottom"]))
    height = _size(least[1], len(sides["left"]), len(sides["right"]))
    places = [place for side, members in sides.items() for place in _spread(side, members, width, height)]
    is_boxed = height > BLOCK[1] or not any(kind.is_physical for kind in kinds)
    return _shifted(name, width, height, places, is_boxed and not name.endswith(".World"))


def element_outline(part: Diagram, use: Use = UNUSED) -> Outline:
    """Return the size of one subsystem of an array that is laid out element by element: a small box.

    Where elements are connected with each other, those ports stand alone on its two ends, so that they face each
    other in a row or a ring; signals are then above, and other physical ports below.
    """
    sides = _subsystem_sides(part, port_kinds(part, use))
    if use.onward or use.backward:
        sides = _chain_sides([kind for members in sides.values() for kind in members], use)
    width = _size(ELEMENT[0], len(sides["top"]), len(sides["bottom"]))
    height = _size(ELEMENT[1], len(sides["left"]), len(sides["right"]))
    places = [place for side, members in sides.items() for place in _spread(side, members, width, height)]
    return Outline(width, -height // 2, height // 2, tuple(places), is_boxed=True)


def _chain_sides(kinds: list[PortKind], use: Use) -> dict[str, list[PortKind]]:
    sides: dict[str, list[PortKind]] = {"left": [], "right": [], "top": [], "bottom": []}
    for kind in kinds:
        is_chained = kind.name in use.onward or kind.name in use.backward
        if is_chained:
            sides["right" if kind.name in use.onward else "left"].append(kind)
        else:
            sides["bottom" if kind.is_physical else "top"].append(kind)
    return sides


def _shifted(name: str, width: int, height: int, places: list[Place], is_boxed: bool) -> Outline:
    """Return the outline of a block whose icon is drawn higher or lower; ports on top and bottom follow."""
    shift = 0 if is_boxed else ICON_SHIFT.get(name, 0)
    top, bottom = _on_grid(shift - height / 2), _on_grid(shift + height / 2)
    edges = {"top": top, "bottom": bottom}
    moved = tuple(replace(place, y=edges.get(place.side, place.y)) for place in places)
    return Outline(width, top, bottom, moved, is_boxed, shift)


def _on_grid(value: float) -> int:
    return round(value / GRID) * GRID


def turned(x: int, y: int, rotation: int = 0, mirrored: int = 0) -> tuple[int, int]:
    """Return a point of a block after it is mirrored left to right and then turned clockwise.

    >>> turned(40, 0, 90), turned(40, 10, 0, 1)
    ((0, 40), (-40, 10))
    """
    if mirrored:
        x = -x
    for _ in range(rotation // 90 % 4):
        x, y = -y, x
    return x, y


def _size(least: int, *counts: int) -> int:
    # an even number of grid steps keeps the edges on the grid
    return max(least, max(counts) * PITCH)


def _spread(side: str, kinds: list[PortKind], width: int, height: int) -> list[Place]:
    """Return ports evenly along a side, centred, with their order from left to right or from top to bottom."""
    found = []
    for i, kind in enumerate(kinds):
        along = (2 * i - len(kinds) + 1) * PITCH // 2
        x, y = {
            "left": (-width // 2, along), "right": (width // 2, along),
            "top": (along, -height // 2), "bottom": (along, height // 2),
        }[side]  # fmt: skip
        found.append(Place(kind, x, y, side))
    return found


def _sides(name: str, kinds: list[PortKind]) -> dict[str, list[PortKind]]:
    sides: dict[str, list[PortKind]] = {"left": [], "right": [], "top": [], "bottom": []}
    inputs = [kind for kind in kinds if isinstance(kind.declaration, Input)]
    outputs = [kind for kind in kinds if not kind.is_physical and kind not in inputs]
    physical = [kind for kind in kinds if kind.is_physical]
    # a name says where a port belongs only if there are others
    main = [kind for kind in physical if kind.name not in TOP | BOTTOM] or physical
    sides["top"] += [kind for kind in physical if kind.name in TOP and kind not in main]
    sides["bottom"] += [kind for kind in physical if kind.name in BOTTOM and kind not in main]
    if len(main) == 1 and ACROSS.match(name):
        sides["left"] += main
        sides["top"] += inputs
    elif len(main) == 1:
        is_source = bool(inputs) or (not outputs and bool(FIRST_IN_ROW.match(name))) or main[0].name == "b"
        sides["right" if is_source else "left"] += main
        sides["left"] += inputs
        sides["bottom" if is_source else "right"] += outputs
    elif main:
        _physical_sides(main, sides)
        sides["top"] += inputs
        sides["bottom"] += outputs
    else:
        sides["left"] += inputs
        sides["right"] += outputs
    return sides


def _physical_sides(main: list[PortKind], sides: dict[str, list[PortKind]]) -> None:
    """Share out two or more physical ports: pairs of poles left, else the first left, the second right."""
    names = {kind.name for kind in main}
    if len(main) > 2 and names >= LEFT_PAIR:
        sides["left"] += [kind for kind in main if kind.name in LEFT_PAIR]
        sides["right"] += [kind for kind in main if kind.name not in LEFT_PAIR]
        return
    sides["left"].append(main[0])
    sides["right"].append(main[1])
    for i, kind in enumerate(main[2:]):
        sides["bottom" if i % 2 else "top"].append(kind)


def _subsystem_sides(part: Diagram, kinds: list[PortKind]) -> dict[str, list[PortKind]]:
    """Put signals left and right, and a physical port on the side on which its block is inside."""
    sides: dict[str, list[PortKind]] = {"left": [], "right": [], "top": [], "bottom": []}
    columns: dict[str, list[int]] = {}
    for key, place in part.layout.items():
        columns.setdefault(block_of(key), []).append(place[0])
    ends = [column for listed in columns.values() for column in listed] or [0]
    middle = (min(ends) + max(ends)) / 2
    for kind in kinds:
        if kind.is_physical:
            own = columns.get(kind.inner, [0])
            side = "right" if (min(own) + max(own)) / 2 > middle else "left"
        else:
            side = "left" if isinstance(kind.declaration, Input) else "right"
        sides[side].append(kind)
    # physical ports first: they are the larger marks
    return {side: sorted(members, key=lambda kind: not kind.is_physical) for side, members in sides.items()}


def _subsystem_size(sides: dict[str, list[PortKind]]) -> tuple[int, int]:
    """Return the size of a box with room for the names of its ports and a preview between them."""
    longest = [max((len(kind.name) for kind in sides[side]), default=0) for side in ("left", "right")]
    wide = INSIDE + sum(CHARACTER * length + 2 * GRID for length in longest if length)
    return max(SUBSYSTEM[0], -(-wide // PITCH) * PITCH), SUBSYSTEM[1]
