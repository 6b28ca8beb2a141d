"""``junctura report``: simulate a diagram, or the one of a project's folder, and write a page with pictures."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from blocks.errors import ModelError
from solver.commands.output import note
from solver.commands.run import compile_file, run_model

DIAGRAM = "diagram.toml"


def report(options: Namespace) -> int:
    """Simulate and write the report."""
    from solver.report import write_report

    file = diagram_in(options.path)
    model = compile_file(str(file), options.anyway)
    note(f"Simulating {model.system.name} ...")
    result = run_model(model, options)
    page = write_report(result, options.out or "report", file)
    print(f"The report is in {page}.")
    return 0


def diagram_in(path: str) -> Path:
    """Return the diagram of a project's folder, or the file itself."""
    place = Path(path)
    if not place.is_dir():
        return place
    if (place / DIAGRAM).is_file():
        return place / DIAGRAM
    files = sorted(place.glob("*.toml"))
    if len(files) == 1:
        return files[0]
    why = f"It holds: {', '.join(file.name for file in files)}." if files else ""
    raise ModelError(f"{path}: the folder has no {DIAGRAM}.", why=why, fix="Name the file of the diagram.")
