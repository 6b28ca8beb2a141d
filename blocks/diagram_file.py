"""Reading and writing the saved diagram: canonical TOML that people can read, compare and merge.

``read_diagram`` opens whatever can be opened. What is wrong with the rest is found in ``Diagram.problems``, and is
written back as it was. Only a file with nothing to open raises an error. Comments are not kept: diagrams and blocks
have a ``note`` instead.
"""

from __future__ import annotations

import contextlib
import glob
import os
import time
from os import PathLike
from pathlib import Path

from blocks.block_reader import Reading
from blocks.diagram import Diagram
from blocks.diagram_reader import read_table
from blocks.diagram_source import MAX_BYTES, Files, load, name_for, parse, shown
from blocks.diagram_writer import write_text
from blocks.errors import ModelError
from blocks.migrations import Table
from blocks.schema import Place

__all__ = ["name_for", "read_diagram", "read_text", "write_diagram", "write_text"]

ABANDONED = 60.0  # s after which nobody is still saving


def read_diagram(path: str | PathLike[str]) -> Diagram:
    """Return the diagram in a file, with the diagrams in other files that it uses."""
    file = Path(path)
    place = Place(shown(file), folder=file.parent, chain=(_resolved(file),))
    return _read(load(file, place.file), name_for(file), place)


def read_text(text: str, name: str = "diagram", folder: str | PathLike[str] | None = None) -> Diagram:
    """Return the diagram in a text; the files it uses are looked for in ``folder``.

    >>> read_text('format = "junctura-diagram"\\nversion = 1\\n[parameters]\\ngap = "2 mm"').parameters
    {'gap': '2 mm'}
    """
    place = Place(name, folder=None if folder is None else Path(folder))
    return _read(parse(text, name), name, place)


def _read(table: Table, name: str, place: Place) -> Diagram:
    reading = Reading(Files(place.folder))
    diagram, _ = read_table(table, name, place, reading)
    diagram.problems = reading.problems.all(place.file)
    diagram.folder = place.folder
    return diagram


def write_diagram(diagram: Diagram, path: str | PathLike[str]) -> None:
    """Save a diagram; the old file stays whole until the new one is complete.

    Diagrams in files of their own (``Diagram.files``) are not saved along with it.
    """
    file = Path(path)
    data = write_text(diagram, name_for(file)).encode()
    if len(data) > MAX_BYTES:
        size = f"{MAX_BYTES // 1_000_000} MB"
        raise ModelError(f"{shown(file)}: the diagram is larger than {size}.", fix="Divide it into several files.")
    try:
        _replace(_resolved(file), data)
    except OSError as error:
        raise ModelError(f"{shown(file)}: the file cannot be saved.", why=f"{error.strerror or error}.") from None


def _replace(path: Path, data: bytes) -> None:
    _sweep(path)
    temporary = path.with_name(f".{path.name[:100]}.{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        with contextlib.suppress(OSError):
            temporary.chmod(path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sweep(path: Path) -> None:
    """Remove what earlier saves of the file have left behind when they were killed."""
    for left in path.parent.glob(f".{glob.escape(path.name[:100])}.{'?' * 16}.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED:
                left.unlink()


def _sync_folder(folder: Path) -> None:
    # a new name is on the disk only when its folder is; Windows does not open folders
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _resolved(path: Path) -> Path:
    # a link stays a link: what it points to is read and replaced
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return path
