"""From a file to its tables: size, encoding, TOML, format and version, each refused with a clear sentence.

Nothing in a file is evaluated. A diagram may name other files, but only such that lie inside the folder of the first.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from blocks.errors import ModelError
from blocks.migrations import Table, migrate
from blocks.schema import FORMAT, shortened

MAX_BYTES = 10_000_000
MAX_KEY_PARTS = 32

_TOML_ERROR = re.compile(r"(?P<message>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.S)
_TWICE = re.compile(r"Cannot declare \((?P<path>.*?),?\) twice", re.S)
_KEY_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_ENDLESS_KEY = re.compile(rf"(?:^[ \t]*+\[{{0,2}}|[{{,])[ \t]*+(?:{_KEY_PART}){{{MAX_KEY_PARTS}}}")
_MERGE_MARK = re.compile(r"<{7}|={7}|>{7}|\|{7}")
_FILE_TYPE = re.compile(r"\./(?:[^\\/:*?\"<>|\x00-\x1f]+/)*[^\\/:*?\"<>|\x00-\x1f]+\.toml")


def load(path: Path, file: str) -> Table:
    """Return the tables of a diagram file, which messages call ``file``."""
    try:
        if not path.is_file():
            raise ModelError(f"{file}: there is no such file.", fix="Check the name and the folder.")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ModelError(f"{file}: the file cannot be read.", why=f"{reason}.") from None
    return parse(decoded(data, file), file)


def decoded(data: bytes, file: str) -> str:
    """Return the text in a file."""
    _refuse_big(len(data), file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ModelError(f"{file}, line {line}: the file is not a text in UTF-8.") from None


def parse(text: str, file: str) -> Table:
    """Return the tables of a text in the present version of the format."""
    data = tables(text, file)
    if data.get("format") != FORMAT:
        raise ModelError(
            f"{file}: this is not a Junctura diagram.",
            why=f'The first line of a diagram is: format = "{FORMAT}"',
            fix="Choose another file.",
        )
    return migrate(data, file)


def tables(text: str, file: str) -> Table:
    """Return the tables of a text, whatever they are about."""
    _refuse_big(len(text), file)
    _refuse_endless_keys(text, file)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, file) from None
    except RecursionError:
        raise ModelError(f"{file}: lists or tables are nested too deeply.") from None
    except ValueError as error:
        raise ModelError(f"{file}: a number or date cannot be read.", why=shortened(error, 200)) from None


def _refuse_big(size: int, file: str) -> None:
    if size > MAX_BYTES:
        limit = f"{MAX_BYTES // 1_000_000} MB"
        raise ModelError(f"{file}: the file is larger than {limit}.", fix="Divide the diagram into several files.")


def _refuse_endless_keys(text: str, file: str) -> None:
    # the time tomllib needs for a key grows with the square of its parts
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") >= MAX_KEY_PARTS and _ENDLESS_KEY.search(line):
            raise ModelError(f"{file}, line {number}: the name of a table is too long.")


def _not_toml(error: str, text: str, file: str) -> ModelError:
    found = _TOML_ERROR.fullmatch(error)
    message = shortened(found["message"] if found else error, 200)
    if twice := _TWICE.fullmatch(message):
        message = f"{twice['path'].replace(', ', '.').replace(chr(39), '')} appears twice"
    if not found or not found["line"]:
        return ModelError(f"{file}, at the end: the file cannot be read.", why=f"{message}.", fix="Complete the file.")
    line = text.replace("\r\n", "\n").split("\n")[int(found["line"]) - 1]
    fix = "Correct this line in a text editor."
    if _MERGE_MARK.match(line):
        fix = "The line was left by merging two versions of the file: keep one of them, and remove the mark."
    return ModelError(
        f"{file}, line {found['line']}, column {found['column']}: the file cannot be read.",
        why=f"{message}:\n    {shortened(line.strip(), 100)}",
        fix=fix,
    )


def is_file_type(kind: str) -> bool:
    """Tell whether the type of a block names a file rather than a library."""
    return "/" in kind or "\\" in kind or kind.endswith(".toml")


def path_inside(kind: str, folder: Path, root: Path) -> Path:
    """Return the file that a type such as ``./arm.toml`` names, seen from a folder; it must lie inside ``root``."""
    try:
        if _FILE_TYPE.fullmatch(kind) and ".." not in kind.split("/"):
            path = (folder / kind).resolve()
            if path.is_relative_to(root.resolve()):
                return path
    except (OSError, RuntimeError, ValueError):
        pass
    raise ModelError(
        f'The file "{shortened(kind)}" does not lie inside the folder of the diagram.',
        fix='Move it there, and write its place from here, such as "./arm.toml".',
    )


def shown(path: Path) -> str:
    """Return a path as messages show it: from the working folder if it lies there."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        return path.as_posix()


def name_for(path: Path) -> str:
    """Return the name of a diagram that says none: that of its file, or of the folder of a ``diagram.toml``.

    >>> name_for(Path("projects/forearm/diagram.toml")), name_for(Path("projects/forearm/elbow.toml"))
    ('forearm', 'elbow')
    """
    folder = path.absolute().parent.name
    return folder if path.stem == "diagram" and folder else path.stem


class Files:
    """The other files that one diagram uses: each is read once, however often it is used."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self._read: dict[Path, Table | ModelError] = {}
        self._found: dict[tuple[str, Path], tuple[Path, str]] = {}

    def find(self, kind: str, folder: Path | None) -> tuple[Path, str]:
        """Return the file that a type names, seen from a folder, and its name for messages."""
        if self.root is None or folder is None:
            raise ModelError("It can be found only when the outer diagram is a file, too.", fix="Save it first.")
        if (kind, folder) not in self._found:
            path = path_inside(kind, folder, self.root)
            self._found[kind, folder] = path, shown(path)
        return self._found[kind, folder]

    def table(self, path: Path) -> Table:
        """Return the tables of a file, or raise what was wrong with it."""
        if path not in self._read:
            try:
                self._read[path] = load(path, shown(path))
            except ModelError as error:
                self._read[path] = error
        found: Any = self._read[path]
        if isinstance(found, ModelError):
            raise found
        return found
