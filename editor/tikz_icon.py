"""The icon of a block as TikZ: the few kinds of shapes our icons are made of. Nothing here draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from editor.icons import icon_path
from editor.tex_text import tex_text

PT = 0.7528  # one px in TeX's points
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
INHERITED = ("fill", "stroke", "stroke-width", "stroke-dasharray")
ANCHOR = {"start": "base west", "middle": "base", "end": "base east"}


def icon_tikz(type_name: str) -> list[str]:
    """Return the commands that draw the icon of a block type, its middle at the origin; none if there is no icon."""
    path = icon_path(type_name)
    if path is None:
        return []
    # our own icons, shipped with the libraries: nobody else's XML is read
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return [line for line in _commands(root, {"fill": "#000000", "stroke": "none", "stroke-width": "1"}) if line]


def icon_colors(type_name: str) -> set[str]:
    """Return the colours of an icon."""
    path = icon_path(type_name)
    return set() if path is None else set(re.findall(r'"(#[0-9a-fA-F]{6})"', path.read_text(encoding="utf-8")))


def color_name(color: str) -> str:
    """Return the name under which a picture knows a colour.

    >>> color_name("#1e3a8a")
    'c1E3A8A'
    """
    return "c" + color[1:].upper()


def _commands(element: ElementTree.Element, outer: dict[str, str]) -> Iterator[str]:
    style = outer | {key: value for key, value in element.attrib.items() if key in INHERITED}
    kind = element.tag.rpartition("}")[2]
    if kind in ("svg", "g"):
        for child in element:
            yield from _commands(child, style)
    elif kind == "text":
        yield _text(element, style)
    elif (shape := _shape(kind, element.attrib)) and (options := _options(style)):
        turn = _turn(element.get("transform", ""))
        yield f"\\path[{', '.join(options + turn)}] {shape};"


def _options(style: dict[str, str]) -> list[str]:
    words = (("fill", "fill"), ("stroke", "draw"))
    options = [f"{word}={color_name(style[key])}" for key, word in words if style[key][0] == "#"]
    if style["stroke"][0] == "#":
        options.append(f"line width={float(style['stroke-width']) * 0.75:g}bp")
        if dashes := NUMBER.findall(style.get("stroke-dasharray", "")):
            on, off = (float(dash) * 0.75 for dash in (*dashes, *dashes)[:2])
            options.append(f"dash pattern=on {on:g}bp off {off:g}bp")
    return options


def _shape(kind: str, has: dict[str, str]) -> str:
    number = {key: float(value) for key, value in has.items() if NUMBER.fullmatch(value)}
    x, y = number.get("x", 0) - 40, number.get("y", 0) - 30
    if kind in ("polyline", "polygon"):
        numbers = list(map(float, NUMBER.findall(has["points"])))
        points = " -- ".join(f"({a - 40:g},{b - 30:g})" for a, b in zip(numbers[::2], numbers[1::2], strict=True))
        return points + (" -- cycle" if kind == "polygon" else "")
    if kind == "rect":
        corner = f"[rounded corners={number['rx'] * 0.75:g}bp] " if number.get("rx") else ""
        return f"{corner}({x:g},{y:g}) rectangle +({number['width']:g},{number['height']:g})"
    if kind in ("circle", "ellipse"):
        rx, ry = number.get("rx", number.get("r", 0)), number.get("ry", number.get("r", 0))
        return f"({number['cx'] - 40:g},{number['cy'] - 30:g}) ellipse[x radius={rx:g}, y radius={ry:g}]"
    # numbers of an SVG path are points to TikZ, and its y points up
    return f"[shift={{(-40,-30)}}, xscale={PT}, yscale=-{PT}] svg {{{has['d']}}}" if kind == "path" else ""


def _turn(transform: str) -> list[str]:
    if not transform.startswith("rotate("):
        return []
    degrees, x, y = (*map(float, NUMBER.findall(transform)), 40.0, 30.0)[:3]
    return [f"rotate around={{{-degrees:g}:({x - 40:g},{y - 30:g})}}"]


def _text(element: ElementTree.Element, style: dict[str, str]) -> str:
    size = float(element.get("font-size", "12")) * 0.75
    shape = r"\itshape" if element.get("font-style") == "italic" else ""
    font = f"font=\\fontsize{{{size:g}}}{{{size:g}}}\\selectfont{shape}"
    color = color_name(style["fill"]) if style["fill"][0] == "#" else "black"
    x, y = float(element.get("x", 0)) - 40, float(element.get("y", 0)) - 30
    anchor = ANCHOR[element.get("text-anchor", "start")]
    letters = tex_text(element.text or "")
    return f"\\node[anchor={anchor}, inner sep=0pt, text={color}, {font}] at ({x:g},{y:g}) {{{letters}}};"
