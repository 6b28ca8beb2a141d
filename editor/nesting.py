"""How deep subsystems lie in each other: an edit must not make more levels than a file can hold. Nothing here draws."""

from __future__ import annotations

from pathlib import Path

from blocks.diagram import Diagram, Part
from blocks.errors import ModelError
from blocks.schema import MAX_DEPTH
from editor.shared_files import inner_files


def check_depth(root: Diagram, path: Path | None, diagram: Diagram, before: dict[str, Part]) -> None:
    """Raise an error if a subsystem that a diagram has got since ``before`` makes too many levels."""
    known = {id(part) for part in before.values()}
    new = {name: part for name, part in diagram.blocks.items() if isinstance(part, Diagram) and id(part) not in known}
    if new and _is_too_deep(root, _Uses(root, path, diagram), path, 0):
        name = next(iter(new))
        raise ModelError(
            f'"{name}" would make more than {MAX_DEPTH} levels of subsystems.',
            name,
            "A file cannot have more, so the diagram could not be saved.",
            "Nothing was changed. Ungroup a subsystem around it or inside it first.",
        )


class _Uses:
    """What each file inside a document holds once all its uses are made equal."""

    def __init__(self, root: Diagram, path: Path | None, edited: Diagram) -> None:
        uses = inner_files(root, path)
        own = {file for file, part in uses if part is edited}
        self._first: dict[Path, Diagram] = {}
        for file, part in uses:
            self._first.setdefault(file, edited if file in own else part)

    def of(self, file: Path | None, part: Diagram) -> Diagram:
        """Return what a subsystem will be; without a file it stays what it is."""
        return part if file is None else self._first.get(file, part)


def _is_too_deep(diagram: Diagram, uses: _Uses, path: Path | None, level: int) -> bool:
    """Tell whether a diagram at a level, which is in the file at ``path``, has too many levels inside.

    This ends even where a file has come to be inside itself.
    """
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram):
            file = None
            if path is not None and name in diagram.files:
                file = (path.absolute().parent / diagram.files[name]).resolve()
            if level == MAX_DEPTH or _is_too_deep(uses.of(file, part), uses, file or path, level + 1):
                return True
    return False
