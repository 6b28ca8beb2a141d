"""The words on a block of a diagram: what kind it is, and the note on it."""

from __future__ import annotations

from blocks.block import Block, type_name
from blocks.diagram import Diagram, Placeholder
from editor.document import Document


def type_of(diagram: Diagram, name: str) -> str:
    """Return the type of a block in words."""
    part = diagram.blocks[name]
    if isinstance(part, Block):
        return type_name(type(part))
    return part.type if isinstance(part, Placeholder) else diagram.files.get(name, "subsystem")


def kind_of(diagram: Diagram, name: str) -> str:
    """Return the type of a block in words, and how many of it there are."""
    kind, count = type_of(diagram, name), diagram.counts.get(name)
    return kind if count is None else f"{kind} × {count}"


def note_of(diagram: Diagram, name: str) -> str:
    """Return the note on a block."""
    part = diagram.blocks[name]
    if isinstance(part, Block):
        return part.note
    return diagram.notes.get(name, "") if name in diagram.files else getattr(part, "note", "")


def set_note(document: Document, diagram: Diagram, name: str, text: str) -> None:
    """Set the note on a block as one step of the history."""
    part = diagram.blocks[name]
    if isinstance(part, Diagram) and name not in diagram.files:
        with document.step("Note", part, merge=("note",)):
            part.note = text
        return
    with document.step("Note", diagram, merge=("note", name)):
        if isinstance(part, Block):
            diagram.blocks[name] = type(part)(start=part.start, guess=part.guess, note=text, **part.values)
        else:
            diagram.notes = {**{key: note for key, note in diagram.notes.items() if key != name}, name: text}
