"""The commands ``junctura edit``, ``junctura export`` and ``junctura report``."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from blocks.errors import ModelError
from blocks.project_folder import diagram_in


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
    if options.motion:
        return _export_motion(options)
    from editor.app import make_application
    from editor.document import Document
    from editor.export import export_diagram, export_levels

    application = make_application()  # letters cannot be measured without one
    document = Document.open(diagram_in(options.file))
    if options.levels:
        for file in export_levels(document, options.out, options.theme):
            print(file)
    else:
        export_diagram(document, options.out, options.theme, options.subsystem)
        print(options.out)
    del application
    return 0


def _export_motion(options: Namespace) -> int:
    from editor.motion_picture import write_motion

    write_motion(diagram_in(options.file), options.motion, options.out)
    print(options.out)
    return 0


def report(options: Namespace) -> int:
    """Write the solver's report with the editor's pictures of diagrams and motion, if the editor can draw here."""
    from solver.commands.output import note
    from solver.commands.report import report as write_report

    try:
        from editor.report_pictures import ReportPictures
    except ImportError as error:
        note(f"The report has no pictures of diagrams: the editor cannot draw on this machine ({error}).")
        return write_report(options)
    return write_report(options, ReportPictures())


def _check_file(name: str | None) -> None:
    if name is not None and not Path(name).exists():
        raise ModelError(f"{name}: there is no such file.", fix="Check the name, or start without one.")
