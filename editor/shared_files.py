"""The files of a document: its own, and those of the diagrams inside it, of which one may be used several times.

Each use is a diagram of its own, since it has values of its own; all else belongs to the file, so it is kept equal.
Diagrams inside such a diagram have no values but those the file gives them: the uses share them. Nothing here draws.
"""

from __future__ import annotations

from pathlib import Path

from blocks.diagram import Diagram
from editor.snapshot import restore, snapshot


def inner_files(root: Diagram, path: Path | None) -> list[tuple[Path, Diagram]]:
    """Return every use of a file inside a diagram that has a file itself, the outer ones first."""
    if path is None:
        return []
    found: list[tuple[Path, Diagram]] = []
    waiting = [(path.absolute().parent, root)]
    for folder, diagram in waiting:
        for name, part in diagram.blocks.items():
            if isinstance(part, Diagram):
                file = (folder / diagram.files[name]).resolve() if name in diagram.files else None
                if file is not None:
                    found.append((file, part))
                waiting.append((file.parent if file is not None else folder, part))
    return found


def twins(root: Diagram, path: Path | None, diagram: Diagram) -> list[Diagram]:
    """Return the other uses of the file that a diagram is in."""
    uses = inner_files(root, path)
    own = {file for file, part in uses if part is diagram}
    found = {id(part): part for file, part in uses if file in own and part is not diagram}
    return list(found.values())


def make_equal(root: Diagram, path: Path | None) -> None:
    """Make all uses of a file what the first one is: what was just read may be older than what is being edited."""
    first: dict[Path, Diagram] = {}
    for file, part in inner_files(root, path):
        known = first.setdefault(file, part)
        if known is not part:
            restore(part, snapshot(known))
