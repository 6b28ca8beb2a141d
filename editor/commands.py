"""The commands ``junctura edit`` and ``junctura export``."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from blocks.errors import ModelError


def edit(options: Namespace) -> int:
    """Open the editor; with ``--screenshot``, paint its window once."""
    _check_file(options.file)
    from editor.app import main

    words = [options.file] if options.file else []
    for name in ("screenshot", "theme"):
        if (value := getattr(options, name)) is not None:
            words += [f"--{name}", value]
    return main([*words, *["--run"] * options.run])


def export(options: Namespace) -> int:
    """Draw a diagram into a file, or every level of it."""
    _check_file(options.file)
    from editor.app import make_application
    from editor.document import Document
    from editor.export import export_diagram, export_levels

    application = make_application()  # letters cannot be measured without one
    path = Path(options.file)
    document = Document.open(path / "diagram.toml" if path.is_dir() else path)
    if options.levels:
        for file in export_levels(document, options.out, options.theme):
            print(file)
    else:
        export_diagram(document, options.out, options.theme, options.subsystem)
        print(options.out)
    del application
    return 0


def _check_file(name: str | None) -> None:
    if name is not None and not Path(name).exists():
        raise ModelError(f"{name}: there is no such file.", fix="Check the name, or start without one.")
