"""A diagram as TikZ: blocks as named nodes, connections as lines in the colours of their kind. Nothing here draws.

The text stands alone (``pdflatex arm.tex``) and reads well enough to be changed by hand; one unit is one px.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from blocks.block import Block, type_name
from blocks.declare import Input
from blocks.diagram import Diagram, Placeholder
from editor.canvas.geometry import Point
from editor.canvas.network import Net, Network
from editor.canvas.placed import Placed
from editor.style import OTHER, Domain, Theme, domain_of
from editor.tex_text import tex_text
from editor.tikz_icon import color_name, icon_colors, icon_tikz

ANCHOR = {"bottom": "north", "top": "south", "right": "west", "left": "east", "corner": "north west"}
HEAD = r"""\documentclass[tikz,border=4pt]{standalone}
\usepackage[utf8]{inputenc}
\usetikzlibrary{svg.path}
"""


def tikz(network: Network, theme: Theme, *, has_legend: bool = True) -> str:
    """Return the text of a TeX file with a diagram."""
    domains = _domains(network)
    lines = [HEAD.rstrip()]
    lines += [f"\\definecolor{{{_key(d)}}}{{HTML}}{{{d.color_in(theme)[1:].upper()}}}" for d in domains]
    kinds = sorted({type_name(type(p.part)) for p in network.placed.values() if isinstance(p.part, Block)})
    colors = sorted({color for kind in kinds for color in icon_colors(kind)})
    lines += [f"\\definecolor{{{color_name(color)}}}{{HTML}}{{{color[1:].upper()}}}" for color in colors]
    for kind in kinds:
        lines += _icon(kind)
    lines += [r"\begin{document}", r"\sffamily\begin{tikzpicture}[x=0.75bp, y=-0.75bp, line join=round,"]
    lines += ["  block/.style={draw, rounded corners=3bp, fill=white, line width=0.75bp, inner sep=0pt},"]
    lines += ["  bare/.style={inner sep=0pt},"]
    lines += ["  caption/.style={font=\\footnotesize\\bfseries, inner sep=2pt, align=center},"]
    lines += [f"  {_style(domain)}," for domain in domains]
    lines += ["]", "% blocks"]
    for placed in network.placed.values():
        lines += _block(placed)
    lines.append("% connections")
    for net in network.nets:
        lines += _net(net)
    lines.append("% ports")
    for placed in network.placed.values():
        lines += _ports(placed)
    if has_legend and domains:
        lines += _legend(network, domains)
    lines += [r"\end{tikzpicture}", r"\end{document}", ""]
    return "\n".join(lines)


def _domain(net: Net) -> Domain:
    return domain_of(net.kind.declaration, net.kind.is_sampled) if net.kind is not None else OTHER


def _domains(network: Network) -> list[Domain]:
    found = {_domain(net): None for net in network.nets}
    for placed in network.placed.values():
        found |= {domain_of(p.kind.declaration, p.kind.is_sampled): None for p in placed.outline.places}
    return sorted(found, key=lambda domain: domain.name)


def _key(domain: Domain) -> str:
    return re.sub(r"\W", "-", domain.name)


def _style(domain: Domain) -> str:
    dash = ", dash pattern=on 4bp off 2.5bp" if domain.is_dashed else ""
    return f"{_key(domain)} line/.style={{draw={_key(domain)}, line width={domain.width * 0.75:g}bp{dash}}}"


def _icon(kind: str) -> list[str]:
    """Return the icon of a type, to be used by its name."""
    drawn = icon_tikz(kind) or [f"\\node[font=\\footnotesize] {{{tex_text(kind.rpartition('.')[2])}}};"]
    lines = "\n".join(f"  {line}" for line in drawn)
    return [f"\\tikzset{{{_pic(kind)}/.pic={{\n{lines}\n}}}}"]


def _pic(kind: str) -> str:
    return kind.replace(".", " ")


def _block(placed: Placed) -> list[str]:
    left, top, right, bottom = placed.rect
    size = f"minimum width={(right - left) * 0.75:g}bp, minimum height={(bottom - top) * 0.75:g}bp"
    style = "block" if placed.outline.is_boxed or isinstance(placed.part, Diagram) else "bare"
    style += ", dashed" if isinstance(placed.part, Placeholder) else ", opacity=0.35" if placed.is_disabled else ""
    lines = [f"\\node[{style}, {size}] ({_node(placed.name)}) at ({(left + right) / 2:g},{(top + bottom) / 2:g}) {{}};"]
    if isinstance(placed.part, Block):
        lines.append(_picture(placed, placed.part))
    return [*lines, _caption(placed)]


def _picture(placed: Placed, part: Block) -> str:
    options = ", opacity=0.35" if placed.is_disabled else ""
    x, y = placed.x, placed.y
    if not placed.outline.is_boxed:
        # what is drawn in a box stays upright
        x, y = placed.at(0, placed.outline.shift)
        options += f", rotate={-placed.rotation}" if placed.rotation else ""
        options += ", xscale=-1" if placed.mirrored else ""
    return f"\\pic[{options.removeprefix(', ')}] at ({x},{y}) {{{_pic(type_name(type(part)))}}};"


def _caption(placed: Placed) -> str:
    left, top, right, bottom = placed.rect
    middle = (left + right) / 2, (top + bottom) / 2
    x, y = {
        "bottom": (middle[0], bottom), "top": (middle[0], top), "right": (right, middle[1]), "left": (left, middle[1]),
        "corner": (middle[0] + 6, bottom),
    }[placed.label_side]  # fmt: skip
    name, *values = map(tex_text, placed.lines)
    text = name + "".join(f"\\\\[-2pt]{{\\tiny\\mdseries {value}}}" for value in values)
    return f"\\node[caption, anchor={ANCHOR[placed.label_side]}] at ({x:g},{y:g}) {{{text}}};"


def _node(name: str) -> str:
    return name.replace("_", "-")


def _net(net: Net) -> list[str]:
    key = _key(_domain(net))
    lines = [f"\\draw[{key} line, rounded corners=3bp] {_way(chain)};" for chain in net.tree.chains]
    return lines + [f"\\fill[{key}] {_at(point)} circle[radius=2bp];" for point in net.tree.junctions]


def _way(points: Iterable[Point]) -> str:
    return " -- ".join(map(_at, points))


def _at(point: Point) -> str:
    return f"({point[0]},{point[1]})"


def _ports(placed: Placed) -> list[str]:
    lines = []
    for place in placed.outline.places:
        end, domain = placed.ends[place.name], domain_of(place.kind.declaration, place.kind.is_sampled)
        along = -1 if isinstance(place.kind.declaration, Input) else 1
        mark = _mark(domain, end.point, (along * end.out[0], along * end.out[1]))
        lines.append(f"\\path[draw={_key(domain)}, fill={_key(domain)}!20] {mark};")
    return lines


def _mark(domain: Domain, at: Point, ahead: Point) -> str:
    x, y = at
    dx, dy = ahead
    if domain.mark == "circle":
        return f"({x},{y}) circle[radius=2.6bp]"
    if domain.mark == "diamond":
        return f"({x - 4},{y}) -- ({x},{y - 4}) -- ({x + 4},{y}) -- ({x},{y + 4}) -- cycle"
    if domain.mark == "triangle":
        back = x - 4 * dx, y - 4 * dy
        corners = [(x + 4 * dx, y + 4 * dy), (back[0] - 4 * dy, back[1] + 4 * dx), (back[0] + 4 * dy, back[1] - 4 * dx)]
        return f"{_way(corners)} -- cycle"
    return f"({x - 3},{y - 3}) rectangle ({x + 3},{y + 3})"


def _legend(network: Network, domains: list[Domain]) -> list[str]:
    rects = network.rects() or [(0, 0, 0, 0)]
    x, y = min(rect[0] for rect in rects), max(rect[3] for rect in rects) + 30
    lines = ["% legend"]
    for domain in domains:
        name = f"node[right, text=black, font=\\scriptsize] {{{tex_text(domain.name)}}}"
        lines.append(f"\\draw[{_key(domain)} line] ({x},{y}) -- +(24,0) {name};")
        x += 60 + 7 * len(domain.name)
    return lines
