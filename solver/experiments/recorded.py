"""What is kept of a run: the signals that the report needs, as plain numbers that fit into a file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from solver.result import Result, SavedResult


class Recorded(SavedResult):
    """Some signals of a finished run, with the units in which people like to see them."""

    def __init__(self, time: Any, columns: dict[str, Any], metadata: dict[str, Any]) -> None:
        super().__init__(time, columns, metadata)
        self.facts = metadata
        self.is_kept = False  # read from the cache rather than computed now

    def display_unit(self, name: str) -> str:
        """Return the unit in which people like to see a variable."""
        return str(self.facts.get("display", {}).get(self.expand(name)[0], "")) or self.unit(name)

    def save(self, path: Any, names: Iterable[str] | None = None) -> None:
        """Write all of it into a file that only ``load`` reads; a full disk is no reason to stop."""
        names = list(self.columns)
        table = np.column_stack([self.time, *self.columns.values()])
        temporary = Path(path).with_name(f".{os.urandom(8).hex()}.tmp")
        with suppress(OSError):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("wb") as stream:
                np.savez(stream, table=table, facts=np.array(json.dumps({**self.facts, "names": names})))
            os.replace(temporary, path)


def recorded(result: Result, names: Iterable[str], wished: Iterable[str], **facts: Any) -> Recorded:
    """Return the named signals of a result, and those that are wished if there are such."""
    known = set(result.names)
    scalars = result.scalars([*names, *(name for name in wished if name in known)])
    metadata = json.loads(json.dumps({**result.metadata(scalars), **facts}, default=str))
    metadata["display"] = {name: symbol for name in scalars if (symbol := result.display_unit(name))}
    table = result.values(scalars)
    return Recorded(result.time, {name: table[:, k] for k, name in enumerate(scalars)}, metadata)


def load(path: Path) -> Recorded | None:
    """Return what was kept in a file; None if it is not there or cannot be read."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            table, facts = kept["table"], json.loads(str(kept["facts"]))
        columns = {name: table[:, k] for k, name in enumerate(facts.pop("names"), 1)}
    except (OSError, ValueError, KeyError, IndexError, EOFError):
        return None
    found = Recorded(table[:, 0], columns, facts)
    found.is_kept = True
    with suppress(OSError):
        os.utime(path)  # the cache forgets what was not used for the longest time
    return found
