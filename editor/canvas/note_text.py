"""The text of a note in lines: headings, lists, words broken at a width, and formulas standing on the line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgRenderer

from editor.canvas.lettering import text_font
from editor.canvas.note_formulas import formulas
from editor.style import Theme

PART = re.compile(r"\$([^$\n]+)\$|(\s+)|([^\s$]+|\$)")
LARGE, SMALL = 15, 12  # px
BETWEEN = 4.0  # px between lines
BULLET = "\u2022 "


@dataclass
class _Part:
    """A word, a space or a formula, with its room above and below the line."""

    text: str
    width: float
    above: float
    below: float
    picture: QSvgRenderer | None = None
    is_large: bool = False


@dataclass
class NoteText:
    """The text of a note, laid out."""

    rows: list[tuple[float, list[tuple[float, _Part]]]] = field(default_factory=list)  # base line, and parts at places
    width: float = 0.0
    height: float = 0.0
    is_complete: bool = True  # no formula is still to come

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Draw it with its upper left corner at the origin."""
        for base, parts in self.rows:
            for x, part in parts:
                if part.picture is not None:
                    room = QRectF(x, base - part.above, part.width, part.above + part.below)
                    part.picture.render(painter, room)
                else:
                    painter.setFont(text_font(LARGE if part.is_large else SMALL, part.is_large))
                    painter.setPen(QColor(theme.text if part.is_large else theme.dim))
                    painter.drawText(QPointF(x, base), part.text)


def laid_out(text: str, theme: Theme, width: float | None = None, now: bool = False) -> NoteText:
    """Return a text in lines; with ``now`` formulas are waited for."""
    found = NoteText()
    y = 0.0
    for line in text.splitlines() or [""]:
        is_heading = line.startswith("# ")
        plain = line[2:] if is_heading else BULLET + line[2:] if line.startswith("- ") else line
        metrics = QFontMetricsF(text_font(LARGE if is_heading else SMALL, is_heading))
        parts, is_complete = _parts(plain, metrics, is_heading, theme, now)
        found.is_complete &= is_complete
        for row in _broken(parts, width):
            above = max([metrics.ascent(), *(part.above for _, part in row)])
            below = max([metrics.descent(), *(part.below for _, part in row)])
            found.rows.append((y + above, row))
            found.width = max([found.width, *(x + part.width for x, part in row)])
            y += above + below + BETWEEN
    found.height = max(y - BETWEEN, SMALL)
    return found


def _parts(line: str, metrics: QFontMetricsF, is_large: bool, theme: Theme, now: bool) -> tuple[list[_Part], bool]:
    parts, is_complete = [], True
    for match in PART.finditer(line):
        latex, word = match[1], match[0]
        svg = formulas().svg(latex, theme.text, now) if latex else ""
        is_complete &= svg is not None
        renderer = QSvgRenderer(QByteArray(svg.encode())) if svg else None
        if renderer is not None:
            box = renderer.viewBoxF()
            parts.append(_Part("", box.width(), -box.top(), box.bottom(), renderer))
        else:
            width = metrics.horizontalAdvance(word)
            parts.append(_Part(word, width, metrics.ascent(), metrics.descent(), is_large=is_large))
    return parts, is_complete


def _broken(parts: list[_Part], width: float | None) -> list[list[tuple[float, _Part]]]:
    """Return the parts of a line in rows that are no wider than asked for, if words allow it."""
    rows: list[list[tuple[float, _Part]]] = [[]]
    x = 0.0
    for part in parts:
        is_space = part.picture is None and part.text.isspace()
        if width is not None and x > 0 and x + part.width > width and not is_space:
            rows.append([])
            x = 0.0
        if is_space and not rows[-1] and len(rows) > 1:
            continue  # none at the beginning of a broken line
        rows[-1].append((x, part))
        x += part.width
    return rows
