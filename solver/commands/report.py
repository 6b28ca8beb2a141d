"""``junctura report``: simulate a diagram, or all experiments of a project, and write a page with pictures."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from blocks.errors import ModelError
from blocks.project_folder import diagram_in
from solver.commands.output import note
from solver.commands.run import compile_file, run_model
from solver.experiments.reader import experiments_in

if TYPE_CHECKING:
    from solver.report_pictures import Pictures


def report(options: Namespace, pictures: Pictures | None = None) -> int:
    """Simulate and write the report; without ``pictures`` it has neither diagrams nor motion."""
    if (file := experiments_in(options.path)) is not None:
        from solver.commands.experiments import report_experiments

        return report_experiments(file, options, pictures)
    if options.only or options.quick:
        what = f"{options.path}: there are no experiments to choose from."
        raise ModelError(what, fix="Name the folder of a project with a file experiments.toml.")
    from solver.report import write_report

    diagram = diagram_in(options.path)
    model = compile_file(options.path, options.anyway)
    note(f"Simulating {model.system.name} ...")
    result = run_model(model, options)
    page = write_report(result, options.out or "report", diagram, pictures)
    print(f"The report is in {page}.")
    return 0
