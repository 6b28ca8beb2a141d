"""What a diagram needs of the folder of its project: code that it runs, diagrams that its blocks open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from blocks.called import CalledBlock
from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.project_code import Project


def has_code(diagram: Diagram) -> bool:
    """Tell whether a run of a diagram runs code of its project."""
    return any(part.runs_project_code for part in called_blocks(diagram))


def missing_code(diagram: Diagram, folder: Path | None) -> list[ModelError]:
    """Return what is wrong with the code of the project as far as can be said without running it."""
    project, found = Project(folder), dict[str, ModelError]()
    for name, part in _named(diagram, ""):
        for file, function in part.project_functions():
            try:
                project.look_for(file, function)
            except ModelError as error:
                found.setdefault(error.what, ModelError(f'Block "{name}": {error.what}', name, error.why, error.fix))
    return list(found.values())


def called_blocks(diagram: Diagram) -> Iterator[CalledBlock]:
    """Yield the blocks whose code may look into the project's folder."""
    return (part for _, part in _named(diagram, ""))


def _named(diagram: Diagram, prefix: str) -> Iterator[tuple[str, CalledBlock]]:
    """Yield them with their full names."""
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram):
            yield from _named(part, f"{prefix}{name}.")
        elif isinstance(part, CalledBlock) and name not in diagram.disabled:
            yield prefix + name, part


def opened_files(diagram: Diagram) -> list[str]:
    """Return the files of diagrams that its blocks open during a run."""
    names = {str(part.structure.get("file", "")) for part in called_blocks(diagram)}
    return sorted(name for name in names if name.endswith(".toml"))
