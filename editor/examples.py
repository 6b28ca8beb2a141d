"""The example projects: what they are called, what they are about, and how they look. Nothing of them is run."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from blocks.diagram_source import MAX_BYTES
from blocks.errors import ModelError
from blocks.project_folder import EXPERIMENTS, diagram_in

README, PICTURE = "README.md", "picture.svg"
LONGEST_TITLE, LONGEST_NOTE = 60, 160


@dataclass(frozen=True)
class Example:
    """A project as the start page shows it; ``picture`` is its mechanism as it moves, if there is one."""

    file: Path
    title: str
    note: str
    picture: Path | None


def examples(folder: Path) -> list[Example]:
    """Return the projects in a folder by their titles."""
    found = []
    for place in folder.glob("*/"):
        with suppress(ModelError):  # a folder without a diagram
            found.append(example_of(diagram_in(place)))
    return sorted(found, key=lambda example: example.title.casefold())


def example_of(file: Path) -> Example:
    """Return what is known of the project that a diagram is the main one of."""
    folder = file.parent
    picture = folder / PICTURE
    note = str(_table(file).get("note", ""))[:LONGEST_NOTE]
    return Example(file, title_of(folder), note, picture if picture.is_file() else None)


def title_of(folder: Path) -> str:
    """Return what a person calls a project: as its experiments do, or its README, or else after its folder."""
    words = str(_table(folder / EXPERIMENTS).get("title", "")) or _heading(folder / README)
    return words[:LONGEST_TITLE] or folder.name.replace("_", " ").capitalize()


def _table(file: Path) -> dict[str, Any]:
    """Return what a file says, without reading it as a diagram; nothing if it cannot be read."""
    try:
        return tomllib.loads(_text(file))
    except (OSError, ValueError, RecursionError):
        return {}


def _heading(file: Path) -> str:
    try:
        lines = _text(file).splitlines()
    except (OSError, ValueError):
        return ""
    return next((line[2:].strip() for line in lines if line.startswith("# ")), "")


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.stat().st_size <= MAX_BYTES else ""
