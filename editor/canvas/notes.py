"""Notes on a diagram as they are in its file: a text or a picture, a place, perhaps a size. Pure, no Qt.

A note is a table: ``text`` (lines; ``# `` begins a heading, ``- `` a list, formulas stand between two ``$``) or
``picture`` (a file beside the diagram's), ``at`` its upper left corner, ``size`` its width, and a picture's height.
"""

from __future__ import annotations

import shutil
from pathlib import Path, PurePosixPath
from typing import Any

from blocks.diagram import Diagram
from blocks.errors import ModelError

Note = dict[str, Any]
Key = int | str  # where a note is found among the others

KINDS = (".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp")
LARGEST = 20_000_000  # bytes of a picture


def notes_of(diagram: Diagram) -> list[Note]:
    """Return the texts on a diagram."""
    return [note for _, note in keyed_notes(diagram) if isinstance(note.get("text"), str)]


def keyed_notes(diagram: Diagram) -> list[tuple[Key, Note]]:
    """Return what can be shown of the notes, each with its key; the rest is kept in the file and not shown."""
    listed: Any = diagram.annotations
    items = listed.items() if isinstance(listed, dict) else enumerate(listed)
    return [(key, note) for key, note in items if isinstance(note, dict) and _can_be_drawn(note)]


def _can_be_drawn(note: Note) -> bool:
    has_content = isinstance(note.get("text"), str) or isinstance(note.get("picture"), str)
    return has_content and _numbers(note.get("at", (0, 0)), 2)


def _numbers(value: object, count: int) -> bool:
    return isinstance(value, list | tuple) and len(value) >= count and all(
        isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < 1e9
        for number in value[:count]
    )  # fmt: skip


def place_of(note: Note) -> tuple[float, float]:
    """Return the upper left corner."""
    x, y = note.get("at", (0, 0))[:2]
    return float(x), float(y)


def size_of(note: Note) -> tuple[float, float] | None:
    """Return width and height, if they are given; the height of a text follows from its lines."""
    size = note.get("size")
    if not _numbers(size, 1) or size is None or size[0] <= 0:
        return None
    height = size[1] if len(size) > 1 and isinstance(size[1], int | float) else 0
    return float(size[0]), float(height)


def moved(note: Note, dx: int, dy: int) -> Note:
    """Return a note elsewhere."""
    x, y = place_of(note)
    return {**note, "at": [round(x) + dx, round(y) + dy]}


def changed(diagram: Diagram, changes: dict[Key, Note | None], new: list[Note] = []) -> Any:  # noqa: B006
    """Return the notes of a diagram with some changed or, for None, taken away, and new ones at the end."""
    listed: Any = diagram.annotations
    if isinstance(listed, dict):
        kept = {key: note for key, old in listed.items() if (note := changes.get(key, old)) is not None}
        for note in new:
            kept[next(f"note{i}" for i in range(1, len(kept) + 2) if f"note{i}" not in kept)] = note
        return kept
    return [note for i, old in enumerate(listed) if (note := changes.get(i, old)) is not None] + list(new)


def picture_file(note: Note, folder: Path | None) -> Path | None:
    """Return the file of a picture; None if it is not there, or not beside the diagram's file or below it."""
    name = PurePosixPath(str(note.get("picture", "")))
    if folder is None or name.is_absolute() or ".." in name.parts or name.suffix.lower() not in KINDS:
        return None
    file = folder / name
    try:
        is_there = file.is_file() and file.stat().st_size <= LARGEST and file.resolve().is_relative_to(folder.resolve())
    except OSError:
        return None
    return file if is_there else None


def kept_beside(file: Path, document: Path | None) -> str:
    """Return the name of a picture beside a diagram's file; one from elsewhere is copied there."""
    if document is None:
        raise ModelError("The diagram has no file yet.", fix="Save it first: pictures are kept beside it.")
    folder = document.parent.resolve()
    if file.suffix.lower() not in KINDS:
        raise ModelError(f'"{file.name}" is not a picture.', fix=f"Use {', '.join(KINDS)}.")
    try:
        if file.resolve().is_relative_to(folder):
            return file.resolve().relative_to(folder).as_posix()
        name, number = file.name, 1
        while (folder / name).exists() and (folder / name).read_bytes() != file.read_bytes():
            number += 1
            name = f"{file.stem}{number}{file.suffix}"
        shutil.copyfile(file, folder / name)
    except OSError as error:
        raise ModelError(f"{file.name} cannot be kept beside the diagram.", why=f"{error.strerror or error}.") from None
    return name
