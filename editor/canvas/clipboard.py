"""Copies of blocks with the connections among them, as the text of a diagram file."""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from blocks.diagram import ROUTE, Diagram, Position, block_of
from blocks.diagram_file import read_text, write_text
from blocks.errors import ModelError
from editor.canvas.notes import Note, keyed_notes, moved
from editor.document import Document
from editor.free_names import free_name

if TYPE_CHECKING:
    from editor.canvas.drawn_scene import DrawnScene

MIME = "application/x-junctura-diagram"


def copied(diagram: Diagram, names: Iterable[str], places: Mapping[str, Position], notes: Iterable[Note] = ()) -> str:
    """Return some blocks of a diagram, with the connections among them, and some notes, as text."""
    chosen = [name for name in names if name in diagram.blocks]
    part = Diagram("copy")
    for name in chosen:
        part.add(name, diagram.blocks[name], count=diagram.counts.get(name))
        part.layout |= {key: place for key, place in places.items() if block_of(key) == name}
    part.connections = [pair for pair in diagram.connections if all(block_of(end) in part.blocks for end in pair)]
    part.routes = {
        key: bends for key, bends in diagram.routes.items() if all(block_of(e) in part.blocks for e in key.split(ROUTE))
    }
    part.files = {name: file for name, file in diagram.files.items() if name in part.blocks}
    part.disabled = diagram.disabled & set(chosen)
    part.annotations = list(notes)
    return write_text(part, "copy")


def places_of(scene: DrawnScene, names: Iterable[str]) -> dict[str, Position]:
    """Return where blocks stand, and the elements of those that are arrays laid out one by one."""
    chosen = set(names)
    return {item: scene.position(item) for item in scene.network.placed if block_of(item) in chosen}


def put_on_clipboard(text: str) -> None:
    """Put a diagram on the clipboard, for this program and for any other."""
    data = QMimeData()
    data.setData(MIME, QByteArray(text.encode()))
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)
    atexit.unregister(_leave_text)
    atexit.register(_leave_text)


def _leave_text() -> None:
    """Leave plain text behind at the end: what Python has made would be asked for when Python is gone."""
    clipboard = QGuiApplication.clipboard() if QGuiApplication.instance() is not None else None
    data = clipboard.mimeData() if clipboard is not None else None
    if clipboard is not None and data is not None and data.hasFormat(MIME):
        clipboard.setText(data.text())


def text_in(data: QMimeData | None) -> str:
    """Return the diagram on the clipboard as text; nothing if it is empty."""
    if data is None:
        return ""
    return bytes(data.data(MIME).data()).decode() if data.hasFormat(MIME) else data.text()


def paste(document: Document, diagram: Diagram, text: str, shift: tuple[int, int]) -> list[str]:
    """Add the blocks in a text to a diagram, moved by some px, under free names; return their names."""
    folder = document.path.parent if document.path is not None else None
    part = read_text(text, "clipboard", folder)
    if not part.blocks and not keyed_notes(part):
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
            diagram.add(new, block, count=part.counts.get(old))
            for key, (x, y, *rest) in (part.places_of(old) or {old: (0, 0)}).items():
                diagram.layout[new + key[len(old) :]] = (x + shift[0], y + shift[1], *rest)
            if old in part.files:
                diagram.files[new] = part.files[old]
        for first, second in part.connections:
            diagram.connect(renamed(first), renamed(second))
        for key, bends in part.routes.items():
            corners: list[Position] = [(x + shift[0], y + shift[1]) for x, y in bends]
            diagram.routes[ROUTE.join(map(renamed, key.split(ROUTE)))] = corners
        diagram.disabled = diagram.disabled | {names[name] for name in part.disabled}
        document.set_notes(diagram, {}, [moved(note, *shift) for _, note in keyed_notes(part)])
    return list(names.values())


def _stem(name: str) -> str:
    return name.rstrip("0123456789") or name
