"""From the data of an old file to that of the present version, one step per version.

A step is a pure function from the tables of one version to those of the next. It is added here with the number it
starts from, and ``tests/formats`` keeps files of every version, which must always load:

    def v1_to_v2(data: Table) -> Table:
        return in_every_diagram(data, lambda diagram: {**diagram, "views": diagram.get("scopes", {})})

    STEPS = {1: v1_to_v2}
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from blocks.errors import ModelError

Table: TypeAlias = dict[str, Any]

CURRENT = 1
STEPS: dict[int, Callable[[Table], Table]] = {}


def migrate(data: Table, file: str) -> Table:
    """Return the data of a file of any known version as the present version has it."""
    version = data.get("version")
    if type(version) is not int or version < 0:
        raise ModelError(
            f"{file}: the version of the file is missing or is not a whole number.",
            fix=f"Write it below the first line: version = {CURRENT}",
        )
    if version > CURRENT:
        raise ModelError(
            f"{file}: the file was saved by a newer Junctura (version {version} of the format).",
            why=f"This one reads the format up to version {CURRENT}.",
            fix="Install the newer Junctura to open it.",
        )
    while version < CURRENT:
        if version not in STEPS:
            oldest = f"The oldest version that can be read is {min([*STEPS, CURRENT])}."
            raise ModelError(f"{file}: version {version} of the format cannot be read.", why=oldest)
        data = {**STEPS[version](data), "version": version + 1}
        version += 1
    return data


def in_every_diagram(data: Table, change: Callable[[Table], Table]) -> Table:
    """Return the data with a change made to the diagram and to every diagram written inside it."""
    blocks = data.get("blocks")
    if isinstance(blocks, dict):
        inner = {name: in_every_diagram(block, change) for name, block in blocks.items() if is_diagram(block)}
        data = {**data, "blocks": {**blocks, **inner}}
    return change(data)


def is_diagram(block: Any) -> bool:
    """Tell whether the table of a block holds a whole diagram."""
    return isinstance(block, dict) and block.get("type") == "diagram"
