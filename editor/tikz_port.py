"""The marks of ports as TikZ, in the shapes that the canvas draws. Nothing here draws."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from blocks.declare import Input
from blocks.diagram import Diagram
from editor.canvas.flags import Flag
from editor.canvas.geometry import Point
from editor.canvas.placed import Placed
from editor.style import PORT, SIGNAL, Domain, domain_of
from editor.tex_text import tex_text
from editor.tikz_block import leaning

Spot = tuple[float, float]
HALF = PORT / 2


def key_of(domain: Domain) -> str:
    """Return the name under which a picture knows the colour of a domain."""
    return re.sub(r"\W", "-", domain.name)


def ports_tikz(placed: Placed, used: frozenset[str]) -> Iterator[str]:
    """Return the commands that draw the ports of a block, filled where something is connected."""
    yield from map(_flag, placed.flags)
    yield from leaning(placed, _ports(placed, used))


def _ports(placed: Placed, used: frozenset[str]) -> Iterator[str]:
    yield from _rails(placed)
    faded = ", opacity=0.35" if placed.is_disabled else ""
    for place in placed.outline.places:
        end, domain = placed.upright_ends[place.name], domain_of(place.kind.declaration, place.kind.is_sampled)
        is_filled = place.name in used or domain.mark == "triangle"
        shape = _shape(domain, end.point, end.out, isinstance(place.kind.declaration, Input))
        fill = key_of(domain) if is_filled else "inside"
        yield f"\\path[draw={key_of(domain)}, fill={fill}, line width=0.9bp{faded}] {shape};"
        if isinstance(placed.part, Diagram) and not placed.is_small:
            yield _name(place.name, end.point, end.out)


def _flag(flag: Flag) -> str:
    """Return the name under which the diagram shows a port outside."""
    left, top, right, bottom = flag.rect
    key, turn = key_of(domain_of(flag.kind.declaration, flag.kind.is_sampled)), ", rotate=90" if flag.is_upright else ""
    middle = f"({(left + right) / 2:g},{(top + bottom) / 2:g})"
    return (
        f"\\draw[draw={key}, line width=0.9bp] {_way([flag.end.point, flag.foot])} [rounded corners=5bp] "
        f"({left},{top}) rectangle ({right},{bottom}) {middle} node[port name{turn}] {{{tex_text(flag.text)}}};"
    )


def _name(name: str, at: Point, out: Point) -> str:
    """Return the name of a subsystem's port, inside its box."""
    (x, y), (dx, dy) = at, out
    anchor = {(-1, 0): "west", (1, 0): "east", (0, -1): "north", (0, 1): "south"}[dx, dy]
    return f"\\node[port name, anchor={anchor}] at ({x - 11 * dx},{y - 9 * dy}) {{{tex_text(name)}}};"


def _rails(placed: Placed) -> Iterator[str]:
    """Return the line that joins several signals on one side of a bare icon."""
    if placed.outline.is_boxed or len(placed.ends) < 3 or isinstance(placed.part, Diagram):
        return
    sides: dict[Point, list[Point]] = {}
    for name, end in placed.upright_ends.items():
        if not placed.places[name].kind.is_physical:
            sides.setdefault(end.out, []).append(end.point)
    for first, *rest in sides.values():
        if rest:
            yield f"\\draw[{key_of(SIGNAL)}, line width=1.05bp] {_way((first, rest[-1]))};"


def _shape(domain: Domain, at: Point, out: Point, is_input: bool) -> str:
    x, y = at
    match domain.mark:
        case "circle":
            return f"({x},{y}) circle[radius={(HALF - 0.2) * 0.75:g}bp]"
        case "diamond":
            return f"{_way([(x, y - 5.5), (x + 5.5, y), (x, y + 5.5), (x - 5.5, y)])} -- cycle"
        case "rectangle":
            wide, high = (3.0, 5.5) if out[0] else (5.5, 3.0)
            return f"[rounded corners=0.75bp] ({x - wide:g},{y - high:g}) rectangle ({x + wide:g},{y + high:g})"
        case "triangle":
            return f"{_way(_triangle(at, out, is_input))} -- cycle"
    side = HALF - 0.7
    return f"({x - side:g},{y - side:g}) rectangle ({x + side:g},{y + side:g})"


def _triangle(at: Point, out: Point, is_input: bool) -> list[Spot]:
    """Return a triangle at the edge of a block: an input's tip touches it, an output's tip points away from it."""
    (x, y), (dx, dy) = at, out
    tip, base = (0.0, float(PORT)) if is_input else (PORT - 1.0, 0.0)
    fx, fy = x + base * dx, y + base * dy
    return [(x + tip * dx, y + tip * dy), (fx - HALF * dy, fy + HALF * dx), (fx + HALF * dy, fy - HALF * dx)]


def _way(points: Iterable[Spot]) -> str:
    return " -- ".join(f"({x:g},{y:g})" for x, y in points)
