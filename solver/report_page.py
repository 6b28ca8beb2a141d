"""The HTML of a report: sections of text, tables and pictures, for screen and paper, without anything from outside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from solver.report_film import script
from solver.report_style import PAGE_STYLE

AMOUNT = re.compile(r"[+-]?[\d.]+(?:[eE][+-]?\d+)? \S+")
SHELL_WORD = re.compile(r"'[^']*'|\S+")


@dataclass(frozen=True)
class Figure:
    """A picture with a line of text below it."""

    svg: str
    caption: str
    title: str = ""
    is_drawing: bool = False  # has a size of its own

    def html(self) -> str:
        """Return the picture as HTML."""
        label = " ".join(filter(None, (self.title, self.caption)))
        image = self.svg.replace("<svg", f'<svg role="img" aria-label="{escape(label)}"', 1)
        kind = ' class="drawing"' if self.is_drawing else ""
        title = f"<b>{escape(self.title)}</b> " if self.title else ""
        return f"<figure{kind}>{image}<figcaption>{title}{escape(self.caption)}</figcaption></figure>"


@dataclass(frozen=True)
class Table:
    """Rows of text under a heading; some columns hold numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: tuple[int, ...] = ()

    def html(self) -> str:
        """Return the table as HTML, nothing if it is empty."""
        if not self.rows:
            return ""
        body = "".join(f"<tr>{self._cells(row, 'td')}</tr>" for row in self.rows)
        head = f"<thead><tr>{self._cells(self.head, 'th')}</tr></thead>"
        return f'<div class="wide"><table>{head}<tbody>{body}</tbody></table></div>'

    def _cells(self, row: Sequence[str], tag: str) -> str:
        kinds = [' class="number"' if k in self.numbers else "" for k in range(len(row))]
        return "".join(f"<{tag}{kind}>{_breakable(cell)}</{tag}>" for kind, cell in zip(kinds, row, strict=True))


def _breakable(text: str) -> str:
    """Return a text as HTML in which long names may go on in the next line, but not in the middle of a word.

    A number stays with its unit.
    """
    if AMOUNT.fullmatch(text):
        return escape(text).replace(" ", "&nbsp;")
    return re.sub(r"(?<=\w\.)(?=[A-Za-z])", "<wbr/>", escape(text))


@dataclass(frozen=True)
class Html:
    """A part that is HTML already."""

    text: str

    def html(self) -> str:
        """Return it as it is."""
        return self.text


@dataclass(frozen=True)
class Facts:
    """A few words, each with its meaning above it."""

    items: dict[str, str]

    def html(self) -> str:
        """Return the words as HTML; those without a value are left out."""
        items = [(escape(key), escape(value)) for key, value in self.items.items() if value]
        return f"<dl>{''.join(f'<div><dt>{key}</dt><dd>{value}</dd></div>' for key, value in items)}</dl>"


@dataclass(frozen=True)
class Code:
    """Something to type."""

    text: str

    def html(self) -> str:
        """Return the text as HTML; lines end between words, not after the dash of an option."""
        words = SHELL_WORD.sub(lambda word: f"<span>{escape(word[0])}</span>", self.text)
        return f"<pre><code>{words}</code></pre>"


@dataclass(frozen=True)
class Warned:
    """Something that a person should know about a run."""

    text: str

    def html(self) -> str:
        """Return the text as HTML."""
        return f'<pre class="warning">{escape(self.text)}</pre>'


Part = str | Figure | Table | Code | Html | Facts | Warned


@dataclass
class Page:
    """A page that is put together section by section."""

    title: str
    note: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    has_contents: bool = False
    sections: list[tuple[str, str]] = field(default_factory=list)

    def section(self, title: str, *parts: Part) -> None:
        """Add a section; one without content is left out."""
        inside = "\n".join(f"<p>{escape(part)}</p>" if isinstance(part, str) else part.html() for part in parts)
        if inside.strip():
            self.sections.append((title, inside))

    def html(self) -> str:
        """Return the whole page."""
        note = f'<p class="note">{escape(self.note)}</p>' if self.note else ""
        notice = f'<p class="notice">{escape(self.notice)}</p>' if self.notice else ""
        head = f"<h1>{escape(self.title)}</h1>{note}{Facts(self.facts).html()}{notice}{self._contents()}"
        body = "\n".join(
            f'<section id="s{k}"><h2>{escape(title)}</h2>\n{inside}\n</section>'
            for k, (title, inside) in enumerate(self.sections, 1)
        )
        # only pages with a film need a script
        code = f"<script>{script()}</script>" if 'class="film"' in body or "<details" in body else ""
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{PAGE_STYLE}</style></head>\n"
            f"<body><main><header>{head}</header>\n{body}\n</main>{code}</body></html>\n"
        )

    def _contents(self) -> str:
        if not self.has_contents:
            return ""
        items = [f'<li><a href="#s{k}">{escape(title)}</a></li>' for k, (title, _) in enumerate(self.sections, 1)]
        return f"<nav><ol>{''.join(items)}</ol></nav>"
