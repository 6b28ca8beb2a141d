"""Letters of an SVG turned into outlines, so that it looks the same where our fonts are not installed."""

from __future__ import annotations

import html
import re

from PySide6.QtGui import QFont, QPainterPath

TEXT = re.compile(r"<text\b(?P<attributes>[^>]*)>(?P<text>.*?)</text>", re.S)
ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')


def text_to_paths(svg: str) -> str:
    """Return an SVG with a path in place of every text."""
    return TEXT.sub(_outline, svg)


def _outline(match: re.Match[str]) -> str:
    attributes = dict(ATTRIBUTE.findall(match["attributes"]))
    text = html.unescape(re.sub(r"<[^>]*>", "", match["text"])).strip("\n")
    if not text.strip():
        return ""
    path = QPainterPath()
    path.addText(float(attributes.get("x", 0)), float(attributes.get("y", 0)), _font(attributes), text)
    kept = "".join(f' {key}="{attributes[key]}"' for key in ("fill", "fill-opacity", "stroke") if key in attributes)
    return f'<path{kept} fill-rule="nonzero" aria-label="{html.escape(text)}" d="{_data(path)}"/>'


def _font(attributes: dict[str, str]) -> QFont:
    font = QFont()
    font.setFamilies([name.strip(" '") for name in html.unescape(attributes.get("font-family", "")).split(",")])
    size = attributes.get("font-size", "12")
    number = float(re.sub(r"[^\d.]", "", size) or 12)
    if size.endswith("pt"):
        number *= 96 / 72
    # a whole number of px is all that Qt takes; larger, then scaled, would be exact, but nobody sees the difference
    font.setPixelSize(max(1, round(number)))
    weight = attributes.get("font-weight", "400")
    font.setWeight(QFont.Weight.Bold if int(weight if weight.isdigit() else 400) >= 600 else QFont.Weight.Normal)
    font.setItalic(attributes.get("font-style", "normal") != "normal")
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def _data(path: QPainterPath) -> str:
    kinds = QPainterPath.ElementType
    words: list[str] = []
    for number in range(path.elementCount()):
        element = path.elementAt(number)
        kind: object = element.type
        x, y = f"{element.x:.2f}", f"{element.y:.2f}"
        if kind == kinds.MoveToElement:
            words.append(f"M{x} {y}")
        elif kind == kinds.LineToElement:
            words.append(f"L{x} {y}")
        elif kind == kinds.CurveToElement:
            words.append(f"C{x} {y}")
        else:
            words.append(f"{x} {y}")
    return " ".join(words)
