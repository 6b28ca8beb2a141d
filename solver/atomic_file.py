"""Writing a file so that the old one stays whole until the new one is complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path

from blocks.errors import ModelError


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[Path]:
    """Give a temporary file to write to; it takes the place of ``path`` at the end, and is gone after a failure."""
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{os.urandom(6).hex()}{target.suffix}")
    try:
        if target.is_dir():
            raise ModelError(f"{path}: this is a folder.", fix="Name a file.")
        if not target.parent.is_dir():
            raise ModelError(f"{path}: there is no folder {target.parent}.", fix="Make it, or name a file elsewhere.")
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        raise ModelError(f"{path}: the file cannot be saved.", why=f"{error.strerror or error}.") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
