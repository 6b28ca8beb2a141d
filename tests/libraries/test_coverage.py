"""Every block is simulated in the test of its library."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from blocks.registry import blocks_of, libraries

FOLDER = Path(__file__).parent
TESTED = [library for library in libraries().values() if (FOLDER / f"test_{library.name}.py").exists()]


def blocks_used(path: Path) -> Iterator[tuple[str, str]]:
    """Yield library and name of every ``alias.Block`` and of every block that is imported by its name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    aliases = {
        item.asname or item.name: item.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "libraries"
        for item in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("libraries."):
            yield from ((node.module.split(".")[1], item.name) for item in node.names)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            yield aliases[node.value.id], node.attr


USED = {pair for path in FOLDER.glob("test_*.py") for pair in blocks_used(path)}


@pytest.mark.parametrize("library", TESTED, ids=[library.name for library in TESTED])
def test_every_block_is_simulated(library) -> None:
    missing = sorted(name for name in blocks_of(library) if (library.name, name) not in USED)
    assert not missing, f"no test in tests/libraries uses {', '.join(missing)} of {library.name}"
