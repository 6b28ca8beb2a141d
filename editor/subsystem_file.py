"""A subsystem in a file of its own, so that other diagrams can use it, and back. Nothing here draws."""

from __future__ import annotations

from pathlib import Path

from blocks.diagram import Diagram
from blocks.diagram_file import write_diagram
from blocks.diagram_source import name_for
from blocks.errors import ModelError
from editor.document import Document
from editor.shared_files import inner_files


def check_movable(document: Document, diagram: Diagram, name: str) -> Path:
    """Return the folder for the file of a subsystem; raise ModelError if it cannot have one."""
    if not isinstance(diagram.blocks.get(name), Diagram):
        raise ModelError(f'"{name}" is not a subsystem.', name)
    if name in diagram.files:
        raise ModelError(f'"{name}" is kept in "{diagram.files[name]}" already.', name)
    if document.path is None:
        raise ModelError("The diagram has no file yet.", name, fix="Save it first: the subsystem's file stands beside.")
    if not document.is_in_own_file(diagram):
        raise ModelError(f'"{name}" is part of another file.', name, fix="Open that file.")
    return document.path.absolute().parent


def move_into_file(document: Document, diagram: Diagram, name: str, file: Path) -> None:
    """Write a subsystem into a file beside the document's, and use it from there; its values stay here."""
    folder = check_movable(document, diagram, name)
    part = diagram.blocks[name]
    assert isinstance(part, Diagram)
    if file.absolute().parent.resolve() != folder.resolve():
        raise ModelError(f"{file}: it must be in the folder of the diagram.", name, fix=f"Choose a file in {folder}.")
    taken = {other for other, _ in inner_files(document.diagram, document.path)}
    if file.resolve() in taken or (document.path is not None and file.resolve() == document.path.resolve()):
        raise ModelError(f'The diagram uses "{file.name}" already.', name, fix="Choose another name.")
    before, part.name = part.name, name_for(file)
    try:
        write_diagram(part, file)
    except ModelError:
        part.name = before
        raise
    with document.step(f"Keep {name} in a file", diagram):
        diagram.files = {**diagram.files, name: f"./{file.name}"}


def take_out_of_file(document: Document, diagram: Diagram, name: str) -> None:
    """Make what a file holds part of the document; the file stays as it is."""
    if name not in diagram.files:
        raise ModelError(f'"{name}" has no file of its own.', name)
    if not document.is_in_own_file(diagram):
        raise ModelError(f'"{name}" is part of another file.', name, fix="Open that file.")
    with document.step(f"Embed {name}", diagram):
        diagram.files = {key: kind for key, kind in diagram.files.items() if key != name}
