"""A fingerprint of a model: equal for diagrams that mean the same to the solver, whatever they look like."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache

from blocks.block import Block
from blocks.diagram import Diagram, Part
from blocks.diagram_file import write_text

STANDARD = "libraries"


def model_hash(diagram: Diagram) -> str:
    """Return the SHA-256 of everything that decides what a diagram does, as hexadecimal digits.

    Part of it are the canonical text with all inner diagrams, but not layout and notes, the version of the installed
    libraries, and the equations of blocks from elsewhere.
    """
    import hashlib

    digest = hashlib.sha256(write_text(_bare(diagram)).encode())
    digest.update(f"\njunctura {installed_version()}\n".encode())
    for kind in sorted(set(_strangers(diagram))):
        digest.update(kind.encode())
    return digest.hexdigest()


@cache
def installed_version() -> str:
    """Return the version of Junctura that is installed, "0" if it only lies in a folder."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("junctura")
    except PackageNotFoundError:
        return "0"


def _bare(diagram: Diagram) -> Diagram:
    """Return a copy without what is only seen, and with the diagrams of other files written in place."""
    bare = copy.copy(diagram)
    bare.name, bare.note = "diagram", ""
    bare.layout, bare.routes, bare.annotations, bare.scopes, bare.colors = {}, {}, [], [], {}
    bare.files, bare.notes, bare.listeners = {}, {}, []
    bare.blocks = {name: _bare_part(part) for name, part in diagram.blocks.items()}
    return bare


def _bare_part(part: Part) -> Part:
    if isinstance(part, Diagram):
        return _bare(part)
    if isinstance(part, Block) and part.note:
        part = copy.copy(part)
        part.note = ""
    return part


def _strangers(diagram: Diagram) -> Iterator[str]:
    """Yield name and equations of the block classes that no installed library has."""
    for part in diagram.blocks.values():
        if isinstance(part, Diagram):
            yield from _strangers(part)
        elif isinstance(part, Block) and not type(part).__module__.startswith(f"{STANDARD}."):
            cls = type(part)
            yield "\n".join([f"{cls.__module__}.{cls.__qualname__}", *(item.text() for item in part.trace.equations)])
