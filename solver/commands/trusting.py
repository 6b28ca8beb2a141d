"""Asks a person whether the code that a project brings along may run."""

from __future__ import annotations

import sys

from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.trust import code_files, is_trusted
from solver.commands.output import note
from solver.project_needs import has_code


def ask_trust(diagrams: list[Diagram], command: str) -> bool:
    """Return whether a person lets the project's own code run this time; False if there is none or it is trusted."""
    folder = next((diagram.folder for diagram in diagrams if diagram.folder and has_code(diagram)), None)
    if folder is None or is_trusted(folder):
        return False
    files = ", ".join(path.relative_to(folder.resolve()).as_posix() for path in code_files(folder))
    what = f'The project "{folder.resolve().name}" wants to run code of its own, and it is not trusted: {files}.'
    if sys.stdin.isatty() and sys.stderr.isatty():
        note(f"{what}\nCode can do anything with your files. Trust it only if you know who wrote it, or have read it.")
        if input("Run it this time? [y/N] ").strip().lower() in ("y", "yes"):
            return True
    raise ModelError(what, fix=f"Look at these files. If you trust them: junctura {command} --trust.")
