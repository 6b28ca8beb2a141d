"""From the type names in files to installed block classes. Nothing is ever imported by a name found in a file."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass, field
from types import ModuleType

from blocks.block import Block, type_name

STANDARD = "libraries"


@dataclass(frozen=True)
class Library:
    """An installed library: its package, and old names of its blocks that files may still use."""

    name: str
    package: str
    renamed: dict[str, str] = field(default_factory=dict)


_libraries: dict[str, Library] = {}


def register_library(name: str, package: str, renamed: dict[str, str] | None = None) -> None:
    """Make the blocks of a package available to files as ``name.Block``."""
    _libraries[name] = Library(name, package, renamed or {})


def libraries() -> dict[str, Library]:
    """Return the installed libraries by name."""
    if STANDARD not in {library.package.split(".")[0] for library in _libraries.values()}:
        importlib.import_module(STANDARD)
    return dict(_libraries)


def find_block(name: str) -> type[Block] | None:
    """Return the class for a type name such as ``electrical.Resistor``, or None if it is not installed."""
    library_name, _, block_name = name.partition(".")
    library = libraries().get(library_name)
    if library is None or not block_name.isidentifier():
        return None
    return blocks_of(library).get(library.renamed.get(block_name, block_name))


def blocks_of(library: Library) -> dict[str, type[Block]]:
    """Return the blocks a library offers: those its package exports by name."""
    package = importlib.import_module(library.package)
    return {name: item for name in exported(package) if is_block(item := getattr(package, name))}


def exported(package: ModuleType) -> list[str]:
    """Return the names a package exports."""
    return sorted(getattr(package, "__all__", []))


def is_block(item: object) -> bool:
    """Tell whether something is a block class that people can use."""
    return inspect.isclass(item) and issubclass(item, Block)


def catalogue() -> dict[str, type[Block]]:
    """Return every installed block by its type name."""
    return {type_name(cls): cls for library in libraries().values() for cls in blocks_of(library).values()}
