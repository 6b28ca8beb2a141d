"""The README of each library: its table names every block with its ports and parameters, and its example runs."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from blocks import Block, Diagram, Input, Output, Parameter, Port, Structural
from blocks.block_facts import docstring_parts
from blocks.declare import Declaration
from blocks.registry import Library, blocks_of, libraries
from solver.simulate import simulate

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = list(libraries().values())
KINDS = {
    "inputs": (Input,), "outputs": (Output,), "ports": (Port, Input, Output), "parameters": (Parameter, Structural),
}  # fmt: skip

every_library = pytest.mark.parametrize("library", LIBRARIES, ids=[library.name for library in LIBRARIES])


def readme(library: Library) -> str:
    return ROOT.joinpath(*library.package.split("."), "README.md").read_text(encoding="utf-8")


def table(text: str) -> Iterator[list[str]]:
    """Yield the cells of the table of blocks, its head first."""
    for line in text.splitlines():
        if re.match(r"\| (block|`\w+`) \|", line):
            yield [cell.strip() for cell in line[1:-1].split("|")]


def expected(cls: type[Block], column: str) -> str:
    if column == "block":
        return f"`{cls.__name__}`"
    if column in KINDS:
        items = cls.declarations.items()
        named = [f"`{name}`{way(item, column)}" for name, item in items if isinstance(item, KINDS[column])]
        return ", ".join(named)
    return docstring_parts(cls)[0].replace("``", "`").rstrip(".")


def way(item: Declaration, column: str) -> str:
    """Return which way a signal goes where ports and signals share a column."""
    if column != "ports" or isinstance(item, Port):
        return ""
    return " (in)" if isinstance(item, Input) else " (out)"


@every_library
def test_the_table_tells_what_the_classes_say(library: Library) -> None:
    head, *rows = table(readme(library))
    blocks = blocks_of(library)
    assert sorted(row[0].strip("`") for row in rows) == sorted(blocks)
    for row in rows:
        cls = blocks[row[0].strip("`")]
        assert row == [expected(cls, column) for column in head]


@every_library
def test_the_example_runs(library: Library) -> None:
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", readme(library), flags=re.DOTALL):
        exec(compile(code, f"{library.name}/README.md", "exec"), names)
    diagrams = [item for item in names.values() if isinstance(item, Diagram)]
    assert diagrams
    for diagram in diagrams:
        result = simulate(diagram, 1.0)
        assert np.isfinite(result.values(result.names)).all()
