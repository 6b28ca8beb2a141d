"""Side files: what a person has drawn since the last save, for the case that the editor does not end as it should.

The document's own file is never touched. ``arm.toml`` has ``.arm.toml.autosave`` beside it while it is changed, and a
diagram without a file has one in the cache. Whoever finds a side file that no running editor holds may offer it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QSaveFile, QTimer

from blocks.diagram import Diagram
from blocks.diagram_file import name_for, read_text, write_text
from blocks.errors import ModelError
from editor.document import Document
from editor.settings import cache_folder
from editor.shared_files import inner_files
from editor.snapshot import restore, snapshot

EVERY = 20_000  # ms between side files while there are changes
IDLE = 2_000  # ms without an edit after which one is written at once
LARGEST = 10_000_000  # bytes


def side_file(path: Path) -> Path:
    """Return the side file of a document's file.

    >>> side_file(Path("robots/arm.toml")).as_posix()
    'robots/.arm.toml.autosave'
    """
    return path.with_name(f".{path.name}.autosave")


def untitled_side_file() -> Path:
    """Return a side file for a diagram that was never saved."""
    return cache_folder() / f"untitled-{os.getpid()}-{os.urandom(4).hex()}.toml.autosave"


def lock_of(side: Path) -> QLockFile:
    """Return the lock that tells others that somebody works on this file; one of a dead process does not count."""
    lock = QLockFile(str(side.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


def abandoned() -> list[Path]:
    """Return the side files of diagrams that were never saved and whose editor is gone."""
    return [side for side in sorted(cache_folder().glob("untitled-*.toml.autosave")) if is_free(side)]


def write_side_file(side: Path, text: str) -> bool:
    """Write a side file so that it is whole or not there; tell whether it could be written."""
    target = QSaveFile(str(side))
    if not target.open(QSaveFile.OpenModeFlag.WriteOnly):
        return False
    target.write(text.encode())
    return target.commit()


def read_side_file(side: Path, path: Path | None) -> Diagram | None:
    """Return the diagram in a side file, or None if nothing can be done with it."""
    with contextlib.suppress(OSError, ModelError, ValueError):
        if side.stat().st_size <= LARGEST:
            text = side.read_text(encoding="utf-8")
            name = name_for(path) if path is not None else "untitled"
            return read_text(text, name, folder=path.parent if path is not None else None)
    return None


def sides_of(diagram: Diagram, path: Path) -> dict[Path, Path]:
    """Return the files of a document that have a side file nobody holds, with their side files."""
    own = path.absolute()
    files = [own, *(file for file, _ in inner_files(diagram, path))]
    found = {file: side_file(file) for file in files if side_file(file).is_file()}
    return {file: side for file, side in found.items() if file == own or is_free(side)}


def is_free(side: Path) -> bool:
    """Tell whether no running editor works on the file of a side file."""
    lock = lock_of(side)
    if not lock.tryLock(0):
        return lock.error() != QLockFile.LockError.LockFailedError
    lock.unlock()
    return True


def recover(document: Document, recovered: Diagram) -> None:
    """Make a document what the side files say, as one step that can be undone."""
    document.history.beginMacro("Recover")
    try:
        with document.step("Recover", document.diagram):
            restore(document.diagram, snapshot(recovered))
        _recover_inner(document)
    finally:
        document.history.endMacro()


def _recover_inner(document: Document) -> None:
    done: set[Path] = set()
    for file, part in inner_files(document.diagram, document.path):
        side = side_file(file)
        if file in done or not side.is_file() or not is_free(side):
            continue
        done.add(file)
        inner = read_side_file(side, file)
        if inner is not None:
            with document.step("Recover", part):
                restore(part, snapshot(inner))


class Autosave(QObject):
    """Keeps the side files of a document up to date: every 20 s, and soon after the last edit."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._untitled = untitled_side_file()
        self._touched: dict[int, Diagram] = {}  # edited since the last save
        self._written: set[Path] = set()
        self._is_due = False
        self._lock: QLockFile | None = None
        self._every, self._idle = QTimer(self), QTimer(self)
        self._every.setInterval(EVERY)
        self._idle.setInterval(IDLE)
        self._idle.setSingleShot(True)
        for timer in (self._every, self._idle):
            timer.timeout.connect(self.write)
        self._every.start()
        document.changed.connect(self._note)
        document.history.cleanChanged.connect(self._on_clean)

    @property
    def side(self) -> Path:
        """Return the side file of the document itself."""
        return side_file(self._document.path) if self._document.path is not None else self._untitled

    def hold(self) -> bool:
        """Take the lock of the document's file; return False if somebody else has it open."""
        lock = lock_of(self.side)
        if not lock.tryLock(0) and lock.error() == QLockFile.LockError.LockFailedError:
            return False
        self.release()
        self._lock = lock
        return True

    def release(self) -> None:
        """Let others have the file."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock = None

    def touched_files(self) -> list[tuple[Path, Diagram]]:
        """Return the files inside the document that were edited since the last save, each with one of its uses."""
        found: dict[Path, Diagram] = {}
        for file, diagram in inner_files(self._document.diagram, self._document.path):
            if file not in found and self._is_touched(diagram):
                found[file] = diagram
        return list(found.items())

    def _is_touched(self, diagram: Diagram) -> bool:
        """Tell whether a diagram was edited, or one that is written in the same file."""
        inner = (part for name, part in diagram.blocks.items() if name not in diagram.files)
        parts = [part for part in inner if isinstance(part, Diagram)]
        return id(diagram) in self._touched or any(map(self._is_touched, parts))

    def write(self) -> None:
        """Write the side files if something has changed since they were written."""
        if not self._is_due:
            return
        self._is_due = False
        with contextlib.suppress(ModelError):  # what cannot be saved is told on saving
            path = self._document.path
            name = name_for(path) if path is not None else "untitled"
            texts = {side_file(file): write_text(diagram, name_for(file)) for file, diagram in self.touched_files()}
            for side, text in {**texts, self.side: write_text(self._document.diagram, name)}.items():
                self._written.add(side)
                write_side_file(side, text)

    def forget(self) -> None:
        """Remove the side files: all is saved, or given up on purpose."""
        self._idle.stop()
        for side in self._written:
            with contextlib.suppress(OSError):
                side.unlink(missing_ok=True)
        self._written.clear()
        self._touched.clear()
        self._is_due = False

    def adopt(self, files: Iterable[Path]) -> None:
        """Take over the side files a document was recovered from: they go, and their files are written, on saving."""
        chosen = set(files)
        self._written |= {side_file(file) for file in chosen}
        for file, diagram in inner_files(self._document.diagram, self._document.path):
            if file in chosen:
                self._touched[id(diagram)] = diagram
        self._is_due = True

    def _note(self, diagram: Diagram) -> None:
        self._touched[id(diagram)] = diagram
        self._is_due = True
        self._idle.start()

    def _on_clean(self, is_clean: bool) -> None:
        if is_clean:
            self.forget()  # undone back to what is saved: nothing to recover
