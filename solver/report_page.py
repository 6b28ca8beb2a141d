"""The HTML of a report: sections of text, tables and pictures, for screen and paper, without anything from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

STYLE = """
:root { color-scheme: light; --ink: #22282d; --soft: #5c666f; --line: #dfe4e8; --accent: #0b6fa4; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 58rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1 { margin: 0; font-size: 2.1rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin: 3rem 0 0.8rem; padding-top: 0.8rem; border-top: 1px solid var(--line); font-size: 1.25rem; }
.note { margin: 0.5rem 0 0; color: var(--soft); font-size: 1.1rem; max-width: 42rem; }
dl { display: flex; flex-wrap: wrap; gap: 0.6rem 2.4rem; margin: 1.6rem 0 0; }
dt { color: var(--soft); font-size: 0.85rem; }
dd { margin: 0; font-size: 1.15rem; font-weight: 600; }
figure { margin: 1.4rem 0 2rem; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; max-height: 34rem; }
figcaption { margin-top: 0.3rem; color: var(--soft); font-size: 0.9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.8rem 0 1.4rem; font-size: 0.92rem; }
th, td { padding: 0.3rem 1.4rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 500; }
td { overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { padding: 0.8rem 1rem; border-left: 3px solid var(--accent); background: #f5f7f9; white-space: pre-wrap; }
@media print {
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; } h2 { break-after: avoid; margin-top: 1.6rem; }
  tr { break-inside: avoid; } thead { display: table-header-group; } figure svg { max-height: 16cm; }
}
@page { margin: 18mm; }
"""


@dataclass(frozen=True)
class Figure:
    """A picture with a line of text below it."""

    svg: str
    caption: str

    def html(self) -> str:
        """Return the picture as HTML."""
        image = self.svg.replace("<svg", f'<svg role="img" aria-label="{escape(self.caption)}"', 1)
        return f"<figure>{image}<figcaption>{escape(self.caption)}</figcaption></figure>"


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
        return "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, row, strict=True))


@dataclass(frozen=True)
class Code:
    """Something to type."""

    text: str

    def html(self) -> str:
        """Return the text as HTML."""
        return f"<pre><code>{escape(self.text)}</code></pre>"


@dataclass
class Page:
    """A page that is put together section by section."""

    title: str
    note: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    sections: list[str] = field(default_factory=list)

    def section(self, title: str, *parts: str | Figure | Table | Code) -> None:
        """Add a section; one without content is left out."""
        inside = "\n".join(f"<p>{escape(part)}</p>" if isinstance(part, str) else part.html() for part in parts)
        if inside.strip():
            self.sections.append(f"<section><h2>{escape(title)}</h2>\n{inside}\n</section>")

    def html(self) -> str:
        """Return the whole page."""
        items = [(escape(key), escape(value)) for key, value in self.facts.items()]
        facts = "".join(f"<div><dt>{key}</dt><dd>{value}</dd></div>" for key, value in items)
        note = f'<p class="note">{escape(self.note)}</p>' if self.note else ""
        head = f"<h1>{escape(self.title)}</h1>{note}<dl>{facts}</dl>"
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{STYLE}</style></head>\n"
            f"<body><main><header>{head}</header>\n" + "\n".join(self.sections) + "\n</main></body></html>\n"
        )
