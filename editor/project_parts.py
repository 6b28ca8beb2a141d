"""The diagrams beside the opened one, which can be used as its blocks. Nothing here draws."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram
from blocks.diagram_source import MAX_BYTES, name_for, path_inside
from blocks.errors import ModelError
from blocks.schema import FORMAT

MOST = 200  # files looked at; a folder with more is not a project
DEEPEST = 3  # folders inside folders


@dataclass(frozen=True)
class ProjectPart:
    """A diagram of the project: its type as a block, its name, what its note says, and its ports."""

    type: str
    name: str
    note: str
    ports: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()


def project_parts(path: Path | None) -> list[ProjectPart]:
    """Return the diagrams in the folder of a file that can be its blocks: all with ports, but not itself."""
    if path is None:
        return []
    folder = path.absolute().parent
    found = []
    for file in _files(folder):
        if file != path.absolute() and (part := _part(file, folder)) is not None:
            found.append(part)
    return sorted(found, key=lambda part: part.name.lower())


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    levels = [folder]
    for _ in range(DEEPEST):
        entries = [entry for level in levels for entry in _entries(level)]
        found += [entry for entry in entries if entry.suffix == ".toml" and entry.is_file()]
        levels = [entry for entry in entries if entry.is_dir()]
    return found[:MOST]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        return []


def _part(file: Path, folder: Path) -> ProjectPart | None:
    """Return what a file says of itself; None if it is no diagram, or one without ports."""
    try:
        if file.stat().st_size > MAX_BYTES:
            return None
        table = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    ports, parameters = table.get("ports"), table.get("parameters", {})
    if table.get("format") != FORMAT or not isinstance(ports, dict) or not ports:
        return None
    name, note = (str(table.get(key, "")) for key in ("name", "note"))
    keys = tuple(parameters) if isinstance(parameters, dict) else ()
    kind = f"./{file.relative_to(folder).as_posix()}"
    return ProjectPart(kind, name or name_for(file), note.partition("\n")[0], tuple(ports), keys)


def read_part(kind: str, path: Path | None, is_in_file: bool) -> Diagram:
    """Return the diagram that a type such as ``./arm.toml`` names, for a block of the document in ``path``."""
    if path is None:
        raise ModelError("A diagram without a file cannot use others.", kind, fix="Save it into their folder first.")
    if not is_in_file:
        why = "The subsystem has a file of its own."
        raise ModelError(f'"{kind}" cannot be put into this subsystem.', kind, why, "Open that file.")
    folder = path.absolute().parent
    file = path_inside(kind, folder, folder)
    part = read_diagram(file)
    if part.problems:
        raise part.problems[0]
    if file == path.resolve() or _uses(part, file.parent, path.resolve()):
        raise ModelError(f'"{kind}" contains this diagram, so it cannot be a block of it.', kind)
    return part


def _uses(diagram: Diagram, folder: Path, wanted: Path) -> bool:
    """Tell whether a diagram has a file among its blocks, at any depth."""
    for name, part in diagram.blocks.items():
        if not isinstance(part, Diagram):
            continue
        file = (folder / diagram.files[name]).resolve() if name in diagram.files else None
        if file == wanted or _uses(part, file.parent if file is not None else folder, wanted):
            return True
    return False
