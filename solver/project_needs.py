"""What a diagram needs of the folder of its project: code that it runs, diagrams that its blocks open."""

from __future__ import annotations

from collections.abc import Iterator

from blocks.called import CalledBlock
from blocks.diagram import Diagram


def has_code(diagram: Diagram) -> bool:
    """Tell whether a run of a diagram runs code of its project."""
    return any(part.runs_project_code for part in called_blocks(diagram))


def called_blocks(diagram: Diagram) -> Iterator[CalledBlock]:
    """Yield the blocks whose code may look into the project's folder."""
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram):
            yield from called_blocks(part)
        elif isinstance(part, CalledBlock) and name not in diagram.disabled:
            yield part


def opened_files(diagram: Diagram) -> list[str]:
    """Return the files of diagrams that its blocks open during a run."""
    names = {str(part.structure.get("file", "")) for part in called_blocks(diagram)}
    return sorted(name for name in names if name.endswith(".toml"))
