"""A block as TikZ: a named node, its icon or what is inside it, its name and its values. Nothing here draws."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from blocks.block import Block, type_name
from blocks.diagram import Diagram, Placeholder
from editor.canvas.geometry import Rect
from editor.canvas.miniature import Spot, miniature
from editor.canvas.placed import STACKED, Placed
from editor.tex_text import tex_text
from editor.tikz_icon import icon_tikz

ANCHOR = {"right": "west", "left": "east", "corner": "west", "upper corner": "west"}
WORD = re.compile(r"[^A-Za-z0-9]+")  # what the name of a node has none of
LARGE, SMALL = (rf"\fontsize{{{size}bp}}{{{size}bp}}\selectfont" for size in (9, 7.5))


def icon_tikz_pic(kind: str) -> list[str]:
    """Return the icon of a type, to be used by its name."""
    drawn = icon_tikz(kind) or [f"\\node[font=\\footnotesize] {{{tex_text(kind.rpartition('.')[2])}}};"]
    lines = "\n".join(f"  {line}" for line in drawn)
    return [f"\\tikzset{{{_pic(kind)}/.pic={{\n{lines}\n}}}}"]


def _pic(kind: str) -> str:
    return kind.replace(".", " ")


def block_tikz(placed: Placed) -> Iterator[str]:
    """Return the commands that draw a block, all but its ports."""
    yield from leaning(placed, _body(placed))
    if placed.is_small:
        yield f"\\node[caption, font={LARGE}\\bfseries] at ({placed.x},{placed.y}) {{{placed.number}}};"
    yield from _caption(placed)


def leaning(placed: Placed, lines: Iterable[str]) -> Iterator[str]:
    """Return commands for a block at the angle at which it stands."""
    if not placed.lean:
        yield from lines
        return
    yield f"\\begin{{scope}}[rotate around={{{-placed.lean}:({placed.x},{placed.y})}}, transform shape]"
    yield from lines
    yield r"\end{scope}"


def _body(placed: Placed) -> Iterator[str]:
    left, top, right, bottom = placed.body
    middle = f"({(left + right) / 2:g},{(top + bottom) / 2:g})"
    size = f"minimum width={(right - left) * 0.75:g}bp, minimum height={(bottom - top) * 0.75:g}bp"
    if placed.is_stacked:
        yield from _copies(placed)
    faded = ", opacity=0.35" if placed.is_disabled else ""
    text = "?" if isinstance(placed.part, Placeholder) else ""
    name = WORD.sub("-", placed.name).strip("-")
    yield f"\\node[{_style(placed)}{faded}, {size}] ({name}) at {middle} {{{text}}};"
    if isinstance(placed.part, Block):
        yield _picture(placed, placed.part)
    elif isinstance(placed.part, Diagram) and not placed.is_small:
        yield from _inside(placed, placed.part)


def _style(placed: Placed) -> str:
    if isinstance(placed.part, Placeholder):
        return "unknown"
    return "block" if placed.outline.is_boxed or isinstance(placed.part, Diagram) else "bare"


def _copies(placed: Placed) -> Iterator[str]:
    """Return the edges of the other blocks of an array, behind the first."""
    left, top, right, bottom = placed.rect
    for by in (STACKED, STACKED // 2, 0):
        yield f"\\path[copies] ({left + by},{top - by}) rectangle ({right + by},{bottom - by});"


def _picture(placed: Placed, part: Block) -> str:
    options = ", opacity=0.35" if placed.is_disabled else ""
    x, y = placed.x, placed.y
    if not placed.outline.is_boxed:
        # what is drawn in a box stays upright
        x, y = placed.at(0, placed.outline.shift)
        options += f", rotate={-placed.rotation}" if placed.rotation else ""
        options += ", xscale=-1" if placed.mirrored else ""
    return f"\\pic[{options.removeprefix(', ')}] at ({x},{y}) {{{_pic(type_name(type(part)))}}};"


def _inside(placed: Placed, diagram: Diagram) -> Iterator[str]:
    """Return what is in a subsystem, very small, between the names of its ports."""
    small = miniature(diagram)
    left, top, right, bottom = _room(placed)
    if not small.boxes or right - left < 20 or bottom - top < 20:
        return
    scale = min((right - left) / small.size[0], (bottom - top) / small.size[1])
    shift = (left + right) / 2 - scale * small.middle[0], (top + bottom) / 2 - scale * small.middle[1]

    def way(spots: list[Spot]) -> str:
        return " -- ".join(f"({shift[0] + scale * x:.1f},{shift[1] + scale * y:.1f})" for x, y in spots)

    for line in small.lines:
        yield f"\\draw[small, fill=none] {way(line)};"
    for box in small.boxes:
        yield f"\\path[small] {way(box)} -- cycle;"


def _room(placed: Placed) -> Rect:
    """Return what the names of ports leave free of a subsystem's body."""
    left, top, right, bottom = placed.rect
    longest = {-1: 0, 1: 0}
    for name, end in placed.ends.items():
        if end.out[0]:
            longest[end.out[0]] = max(longest[end.out[0]], len(name))
    before, behind = (14 + 6 * length if length else 10 for length in longest.values())
    return left + before, top + 10, right - behind, bottom - 10


def _caption(placed: Placed) -> Iterator[str]:
    left, top, right, bottom = placed.label
    side = placed.label_side
    x = left if side in ("right", "corner", "upper corner") else right if side == "left" else (left + right) / 2
    anchor = ANCHOR.get(side, "center")
    height = (bottom - top) / max(len(placed.lines), 1)
    for i, line in enumerate(placed.lines):
        font = f"{SMALL}, text=dim" if i else f"{LARGE}\\bfseries"
        y = top + (i + 0.5) * height
        yield f"\\node[caption, anchor={anchor}, font={font}] at ({x:g},{y:g}) {{{tex_text(line)}}};"
