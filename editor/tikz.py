"""A diagram as TikZ: blocks as named nodes, connections as lines in the colours of their kind. Nothing here draws.

The text stands alone (``pdflatex arm.tex``) and reads well enough to be changed by hand; one unit is one px.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from blocks.block import Block, type_name
from editor.canvas.annotation_item import notes_of
from editor.canvas.faded import OPACITY, Fading
from editor.canvas.geometry import Point
from editor.canvas.nets import Net
from editor.canvas.network import Network
from editor.icons import recolored
from editor.style import OTHER, Domain, Theme, domain_of
from editor.tex_text import tex_note, tex_text
from editor.tikz_block import block_tikz, icon_tikz_pic
from editor.tikz_icon import color_name, icon_colors
from editor.tikz_port import key_of, ports_tikz

GAP = 4  # px, half the width of the gap under another connection
HEAD = r"""\documentclass[tikz,border=4pt]{standalone}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}
\usetikzlibrary{svg.path}
"""
STYLES = r"""  block/.style={draw=edge, rounded corners=4.5bp, fill=inside, line width=0.9bp, inner sep=0pt},
  bare/.style={inner sep=0pt},
  copies/.style={draw=dim, rounded corners=4.5bp, fill=inside, line width=0.75bp},
  unknown/.style={block, draw=bad, fill=none, dashed, text=bad, font=\bfseries\Large},
  caption/.style={inner sep=0pt, align=center, text=ink, text height=6bp, text depth=1.5bp},
  port name/.style={inner sep=0pt, text=dim, font=\fontsize{7.5bp}{7.5bp}\selectfont},
  tag/.style={inner sep=0pt, text=dim, font=\fontsize{6.75bp}{6.75bp}\selectfont},
  small/.style={draw=dim!50!inside, fill=dim!50!inside, line width=0.9bp},
  note/.style={anchor=north west, inner sep=0pt, align=left, text=dim, font=\fontsize{9bp}{12.75bp}\selectfont},"""

DARK = "background rectangle/.style={fill=canvas}, show background rectangle, inner frame sep=9bp"


def tikz(network: Network, theme: Theme, pictures: Iterable[str] = (), *, has_legend: bool = True) -> str:
    """Return the text of a TeX file with a diagram; ``pictures`` are nodes that lie under all."""
    domains = _domains(network)
    lines = [HEAD.rstrip(), *_colors(network, domains, theme)]
    for kind in _kinds(network):
        lines += icon_tikz_pic(kind)
    lines += [r"\usetikzlibrary{backgrounds}"] if theme.is_dark else []
    lines += [r"\begin{document}", r"\sffamily\begin{tikzpicture}[x=0.75bp, y=-0.75bp, line join=round,"]
    lines += [STYLES, *(f"  {_style(domain)}," for domain in domains)]
    lines += [f"  {DARK}]" if theme.is_dark else "]"]
    used = used_ports(network)
    gaps = network.gaps()
    for title, parts in (
        ("pictures", pictures),
        ("notes", map(_note, notes_of(network.diagram))),
        ("blocks", (line for placed in network.placed.values() for line in block_tikz(placed))),
        ("ports", (line for p in network.placed.values() for line in ports_tikz(p, used.get(p.name, frozenset())))),
        ("connections", (line for net in network.nets for line in _net(net, gaps.get(net.key, ())))),
        ("legend", _legend(network, domains) if has_legend else ()),
    ):
        written = list(parts)
        lines += [f"% {title}", *written] if written else []
    lines += [r"\end{tikzpicture}", r"\end{document}", ""]
    return "\n".join(lines)


def used_ports(network: Network) -> dict[str, frozenset[str]]:
    """Return for each block the ports that something is connected to."""
    found: dict[str, set[str]] = {}
    for end in (end for net in network.nets for pair in net.pairs for end in pair):
        block = network.placed.get(network.item(end))
        if block is not None:
            found.setdefault(block.name, set()).add(block.port_of(end) or "")
    return {name: frozenset(ports) for name, ports in found.items()}


def _kinds(network: Network) -> list[str]:
    return sorted({type_name(type(p.part)) for p in network.placed.values() if isinstance(p.part, Block)})


def _colors(network: Network, domains: Iterable[Domain], theme: Theme) -> list[str]:
    named = {key_of(domain): domain.color_in(theme) for domain in domains}
    named |= {"edge": theme.edge, "inside": theme.block, "ink": theme.text, "dim": theme.dim, "bad": theme.bad}
    named |= {"canvas": theme.canvas}
    own = {color for kind in _kinds(network) for color in icon_colors(kind)}
    named |= {color_name(color): recolored(color, theme) for color in sorted(own)}
    return [f"\\definecolor{{{name}}}{{HTML}}{{{color[1:].upper()}}}" for name, color in named.items()]


def _domain(net: Net) -> Domain:
    return domain_of(net.kind.declaration, net.kind.is_sampled) if net.kind is not None else OTHER


def _domains(network: Network) -> list[Domain]:
    found = {_domain(net): None for net in network.nets}
    for placed in network.placed.values():
        found |= {domain_of(p.kind.declaration, p.kind.is_sampled): None for p in placed.outline.places}
    return sorted(found, key=lambda domain: domain.name)


def _style(domain: Domain) -> str:
    dash = ", dash pattern=on 4bp off 2.5bp" if domain.is_dashed else ""
    return f"{key_of(domain)} line/.style={{draw={key_of(domain)}, line width={domain.width * 0.75:g}bp{dash}}}"


def _net(net: Net, gaps: Sequence[Point]) -> Iterator[str]:
    key, fading = key_of(_domain(net)), Fading(net)
    for chain in net.tree.chains:
        pale = f", dashed, opacity={OPACITY}" if fading.is_pale(chain) else ""
        yield f"\\draw[{key} line, rounded corners=3.75bp{pale}] {_way(chain, gaps)};"
    for x, y in net.tree.junctions:
        pale = f", opacity={OPACITY}" if fading.is_pale_at((x, y)) else ""
        yield f"\\fill[{key}{pale}] ({x},{y}) circle[radius=2.4bp];"
    for (x, y), text in net.tags:
        yield f"\\node[tag] at ({x},{y}) {{{tex_text(text)}}};"


def _way(chain: Sequence[Point], gaps: Sequence[Point]) -> str:
    """Return a chain as TikZ writes it; where it passes under another line it stops and goes on."""
    text = _at(chain[0])
    for (x0, y0), (x1, y1) in zip(chain, chain[1:], strict=False):
        if y0 == y1:
            sign = 1 if x1 > x0 else -1
            under = (x for x, y in gaps if y == y0 and min(x0, x1) + GAP < x < max(x0, x1) - GAP)
            for x in sorted(under, reverse=sign < 0):
                text += f" -- ({x - sign * GAP},{y0}) ({x + sign * GAP},{y0})"
        text += f" -- {_at((x1, y1))}"
    return text


def _at(point: Point) -> str:
    return f"({point[0]},{point[1]})"


def _note(note: dict[str, Any]) -> str:
    x, y = note.get("at", (0, 0))[:2]
    lines = note["text"].splitlines() or [""]
    heading = r"{{\color{{ink}}\fontsize{{11.25bp}}{{15bp}}\selectfont\bfseries {0}}}"
    text = r"\\".join(heading.format(tex_note(s[2:])) if s.startswith("# ") else tex_note(s) for s in lines)
    return f"\\node[note] at ({x:g},{y:g}) {{{text}}};"


def _legend(network: Network, domains: list[Domain]) -> Iterator[str]:
    rects = [*network.rects(), *(placed.label for placed in network.placed.values())] or [(0, 0, 0, 0)]
    # connections may go further down than blocks
    lowest = max((y for net in network.nets for chain in net.tree.chains for _, y in chain), default=0)
    x, y = min(rect[0] for rect in rects), max(lowest, *(rect[3] for rect in rects)) + 26
    for domain in domains:
        name = f"node[right, inner sep=5bp, text=ink, font=\\scriptsize] {{{tex_text(domain.name)}}}"
        yield f"\\draw[{key_of(domain)} line] ({x},{y}) -- +(24,0) {name};"
        x += 46 + round(6.2 * len(domain.name))


