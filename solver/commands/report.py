"""``junctura report``: simulate a diagram, or the one of a project's folder, and write a page with pictures."""

from __future__ import annotations

from argparse import Namespace

from solver.commands.output import note
from solver.commands.run import compile_file, diagram_in, run_model


def report(options: Namespace) -> int:
    """Simulate and write the report."""
    from solver.report import write_report

    file = diagram_in(options.path)
    model = compile_file(options.path, options.anyway)
    note(f"Simulating {model.system.name} ...")
    result = run_model(model, options)
    page = write_report(result, options.out or "report", file)
    print(f"The report is in {page}.")
    return 0
