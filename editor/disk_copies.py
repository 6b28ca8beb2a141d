"""What the files of a document held when they were read or written last, to see that somebody else has changed them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


class DiskCopies:
    """Remembers files by what is in them: a new date alone, as after ``git checkout``, is no change."""

    def __init__(self) -> None:
        self._known: dict[Path, str | None] = {}

    def remember(self, files: Iterable[Path]) -> None:
        """Take what the files hold now for known."""
        self._known.update({file.resolve(): _digest(file) for file in files})

    def changed(self, files: Iterable[Path]) -> list[Path]:
        """Return the files that are there and hold something else than was known; one never seen is not among them."""
        return [
            file
            for file in files
            if file.resolve() in self._known and _digest(file) not in (None, self._known[file.resolve()])
        ]


def _digest(file: Path) -> str | None:
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None
