"""Which projects a person trusts to run their own code. Opening a diagram never runs any; running one asks here first.

Trust is given to a folder with the code that is in it at that time. When the code changes, trust must be given again.
It is kept in the person's settings, never in the project. The projects that come with Junctura are part of the program.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from blocks.errors import ModelError

SHIPPED = Path(__file__).resolve().parent.parent / "projects"
MOST_FILES = 500
MOST_ENTRIES = 20_000  # files and folders looked at


def trust_file() -> Path:
    """Return where trust is kept; JUNCTURA_CONFIG names another folder than the usual one of this system."""
    if folder := os.environ.get("JUNCTURA_CONFIG"):
        return Path(folder) / "trusted.json"
    if sys.platform == "win32":
        place = Path(os.environ.get("APPDATA", str(Path.home())))
    elif sys.platform == "darwin":
        place = Path.home() / "Library" / "Application Support"
    else:
        place = Path(os.environ.get("XDG_CONFIG_HOME", str(Path.home() / ".config")))
    return place / "junctura" / "trusted.json"


def code_files(folder: Path) -> list[Path]:
    """Return the Python files of a project, in a fixed order."""
    found = sorted(_python_files(folder.resolve()))
    if len(found) > MOST_FILES:
        raise _too_large(folder)
    return found


def _python_files(folder: Path) -> Iterator[Path]:
    seen = 0
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        seen += len(folders) + len(files)
        if seen > MOST_ENTRIES:
            raise _too_large(folder)
        yield from (Path(place, name) for name in files if name.endswith(".py"))


def _too_large(folder: Path) -> ModelError:
    what = f'The folder "{folder.name}" holds too many files to be a project with code of its own.'
    return ModelError(what, fix="Move the diagram and its code into a folder of their own.")


def fingerprint(folder: Path) -> str:
    """Return a number for all code of a project, as text; it changes when any of its Python files does."""
    digest = hashlib.sha256()
    base = folder.resolve()
    for path in code_files(base):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(base).as_posix()}\n{len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


def is_trusted(folder: Path) -> bool:
    """Tell whether a person trusts the code in a folder as it is now."""
    place = folder.resolve()
    return place.is_relative_to(SHIPPED) or _known().get(str(place)) == fingerprint(place)


def was_trusted(folder: Path) -> bool:
    """Tell whether a person trusted the code in a folder as it was at some time."""
    return str(folder.resolve()) in _known()


def trust(folder: Path) -> None:
    """Remember that a person trusts the code in a folder as it is now."""
    _write({**_known(), str(folder.resolve()): fingerprint(folder)})


def forget(folder: Path) -> None:
    """Trust a folder no longer."""
    _write({place: code for place, code in _known().items() if place != str(folder.resolve())})


def _known() -> dict[str, str]:
    try:
        found = json.loads(trust_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        # without a readable file nothing is trusted
        return {}
    return found if isinstance(found, dict) else {}


def _write(known: dict[str, str]) -> None:
    path = trust_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        temporary.write_text(json.dumps(known, indent=1, sort_keys=True), encoding="utf-8")
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
