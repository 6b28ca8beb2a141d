"""A diagram on its way to a worker process: as text, so that nothing but data crosses the border."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blocks.block import Block
from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, read_text, write_text
from blocks.errors import ModelError, raise_all
from blocks.registry import Library, catalogue, libraries, register_library

if TYPE_CHECKING:
    from solver.drive import Wish


@dataclass(frozen=True)
class Job:
    """A diagram as text or by its path, the libraries it may use, and what to do with it."""

    wish: Wish
    name: str
    text: str = ""
    path: Path | None = None
    values: dict[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    installed: tuple[Library, ...] = ()
    is_sound: bool = True  # no problems were known before it was sent

    def diagram(self) -> Diagram:
        """Return the diagram that was sent."""
        for library in self.installed:
            register_library(library.name, library.package, library.renamed)
        diagram = read_text(self.text, self.name) if self.path is None else read_diagram(self.path)
        if self.is_sound:
            raise_all(diagram.problems)
        diagram.values.update(self.values)
        diagram.folder = diagram.folder or self.folder
        return diagram


def job_for(source: Diagram | str | Path, wish: Wish) -> Job:
    """Return the job of running a diagram or its file; raise an error if the diagram cannot be sent."""
    installed = tuple(libraries().values())
    if not isinstance(source, Diagram):
        path = Path(source).absolute()
        return Job(wish, path.stem, path=path, installed=installed)
    raise_all([_homeless(name, block) for name, block in _strangers(source)])
    text = write_text(whole(source), source.name)
    return Job(
        wish, source.name, text, values=dict(source.values), folder=source.folder and source.folder.absolute(),
        installed=installed, is_sound=not source.problems,
    )  # fmt: skip


def whole(diagram: Diagram) -> Diagram:
    """Return a copy with the diagrams of other files in place: what is run is what is in memory, not what is saved."""
    copied = copy.copy(diagram)
    copied.files, copied.notes, copied.listeners = {}, {}, []
    copied.layout, copied.routes, copied.annotations, copied.scopes, copied.colors = {}, {}, [], [], {}
    copied.blocks = {name: whole(part) if isinstance(part, Diagram) else part for name, part in diagram.blocks.items()}
    return copied


def _strangers(diagram: Diagram, path: str = "") -> Iterator[tuple[str, Block]]:
    """Yield the first block of each class that no installed library has."""
    known = set(catalogue().values())
    waiting = [(path, diagram)]
    while waiting:
        path, inner = waiting.pop()
        for name, part in inner.blocks.items():
            if isinstance(part, Diagram):
                waiting.append((f"{path}{name}.", part))
            elif isinstance(part, Block) and type(part) not in known:
                known.add(type(part))
                yield f"{path}{name}", part


def _homeless(name: str, block: Block) -> ModelError:
    cls = type(block)
    return ModelError(
        f'Block "{name}" cannot be sent to a worker process: {cls.__name__} is in no installed library.', name,
        f"It is defined in {cls.__module__}, and a worker finds blocks only by the names of their libraries.",
        "Run the diagram in this process with LiveRun, or move the class into a library (blocks.register_library).",
    )  # fmt: skip
