"""Copies of blocks with the connections among them, as the text of a diagram file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QByteArray, QMimeData

from blocks.diagram import ROUTE, Diagram, Position, block_of
from blocks.diagram_file import read_text, write_text
from blocks.errors import ModelError
from editor.document import Document
from editor.free_names import free_name

MIME = "application/x-junctura-diagram"


def copied(diagram: Diagram, names: Iterable[str], places: Mapping[str, Position]) -> str:
    """Return some blocks of a diagram, with the connections among them, as text."""
    chosen = [name for name in names if name in diagram.blocks]
    part = Diagram("copy")
    for name in chosen:
        part.add(name, diagram.blocks[name], count=diagram.counts.get(name), at=places.get(name))
    part.connections = [pair for pair in diagram.connections if all(block_of(end) in part.blocks for end in pair)]
    part.routes = {
        key: bends for key, bends in diagram.routes.items() if all(block_of(e) in part.blocks for e in key.split(ROUTE))
    }
    part.files = {name: file for name, file in diagram.files.items() if name in part.blocks}
    part.disabled = diagram.disabled & set(chosen)
    return write_text(part, "copy")


def mime_data(text: str) -> QMimeData:
    """Return text for the clipboard, for this program and for any other."""
    data = QMimeData()
    data.setData(MIME, QByteArray(text.encode()))
    data.setText(text)
    return data


def text_in(data: QMimeData) -> str:
    """Return the diagram on the clipboard as text."""
    return bytes(data.data(MIME).data()).decode() if data.hasFormat(MIME) else data.text()


def paste(document: Document, diagram: Diagram, text: str, shift: tuple[int, int]) -> list[str]:
    """Add the blocks in a text to a diagram, moved by some px, under free names; return their names."""
    folder = document.path.parent if document.path is not None else None
    part = read_text(text, "clipboard", folder)
    if not part.blocks:
        raise ModelError("There is no block on the clipboard.")
    return merge(document, diagram, part, shift)


def merge(document: Document, diagram: Diagram, part: Diagram, shift: tuple[int, int]) -> list[str]:
    """Add everything in one diagram to another as one step."""
    names: dict[str, str] = {}

    def renamed(end: str) -> str:
        old = block_of(end)
        return names[old] + end[len(old) :]

    with document.step("Paste", diagram):
        for old, block in part.blocks.items():
            new = names[old] = old if old not in diagram.blocks else free_name(diagram, _stem(old))
            x, y, *rest = part.layout.get(old, (0, 0))
            diagram.add(new, block, count=part.counts.get(old), at=(x + shift[0], y + shift[1], *rest))
            if old in part.files:
                diagram.files[new] = part.files[old]
        for first, second in part.connections:
            diagram.connect(renamed(first), renamed(second))
        for key, bends in part.routes.items():
            moved: list[Position] = [(x + shift[0], y + shift[1]) for x, y in bends]
            diagram.routes[ROUTE.join(map(renamed, key.split(ROUTE)))] = moved
        diagram.disabled = diagram.disabled | {names[name] for name in part.disabled}
    return list(names.values())


def _stem(name: str) -> str:
    return name.rstrip("0123456789") or name
