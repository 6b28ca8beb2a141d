"""``junctura report`` for a project with a list of experiments: runs them all and writes one page."""

from __future__ import annotations

import shlex
import time
from argparse import Namespace
from pathlib import Path

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram
from blocks.diagram_source import shown
from blocks.errors import ModelError, did_you_mean, raise_all
from solver.commands.output import counted, note, seconds
from solver.commands.progress import ProgressBar
from solver.commands.trusting import ask_trust
from solver.experiments.comparison import Row, rows_of
from solver.experiments.page import Report
from solver.experiments.plan import Experiment, Plan
from solver.experiments.reader import read_plan
from solver.experiments.running import Ensemble, run_tasks, tasks_of
from solver.experiments.tasks import Task
from solver.report import write_page
from solver.report_pictures import Pictures

ONE_RUN = ("until", "set", "solver", "tolerance", "step", "start")


def report_experiments(file: Path, options: Namespace, pictures: Pictures | None) -> int:
    """Run the experiments of a file and write the page; return 1 if a run failed."""
    _refuse(options)
    plan = read_plan(file)
    names = _chosen(plan, options.only)
    diagrams = _diagrams(plan, options.anyway)
    trust = options.trust or ask_trust([diagrams[str(plan.experiments[name].diagram)] for name in names], "report")

    def wished(experiment: Experiment) -> tuple[str, ...]:
        return () if pictures is None else pictures.signals(diagrams[str(experiment.diagram)])

    tasks = tasks_of(plan, names, diagrams, wished, quick=options.quick, trust=trust)
    began = time.perf_counter()
    ensembles = _run(plan, tasks, options.workers)
    taken = time.perf_counter() - began
    facts = {"experiments": str(len(names)), "runs": _runs(ensembles), "this took": seconds(taken)}
    report = Report(plan, ensembles, diagrams, pictures, facts, _command(options, trust), options.quick, trust)
    page = write_page(report.page(), options.out or "report")
    print(f"The report is in {page}.")
    return _say_failures(ensembles, rows_of(plan, ensembles))


def _refuse(options: Namespace) -> None:
    for name in ONE_RUN:
        if getattr(options, name):
            what = f"--{name} is for one run; the experiments of a project have values of their own."
            raise ModelError(what, fix=f"Leave --{name} out, or name the file of a diagram.")


def _chosen(plan: Plan, only: list[str] | None) -> list[str]:
    for name in only or ():
        if name not in plan.experiments:
            known = f"The experiments are: {', '.join(plan.experiments)}."
            raise ModelError(f'There is no experiment "{name}".', "", did_you_mean(name, plan.experiments), known)
    return [name for name in plan.experiments if not only or name in only]


def _diagrams(plan: Plan, anyway: bool) -> dict[str, Diagram]:
    paths = {*plan.drawn, *(experiment.diagram for experiment in plan.experiments.values())}
    found = {str(path): read_diagram(path) for path in sorted(paths)}
    if not anyway:
        raise_all([problem for diagram in found.values() for problem in diagram.problems])
    return found


def _run(plan: Plan, tasks: list[Task], workers: int) -> dict[str, Ensemble]:
    experiments = len({task.experiment for task in tasks})
    note(f"Running {counted(len(tasks), 'simulation')} of {counted(experiments, 'experiment')} ...")
    with ProgressBar(plan.title) as bar:

        def watch(task: Task, done: int, total: int) -> None:
            bar(done / total, f"{done} of {total}, {task.experiment}")

        bar(0.0, f"0 of {len(tasks)}")
        return run_tasks(plan, tasks, workers, watch)


def _runs(ensembles: dict[str, Ensemble]) -> str:
    runs = [run for ensemble in ensembles.values() for run in ensemble.members]
    kept = sum(run.is_kept for run in runs)
    return f"{len(runs)}, {kept} of them computed before" if kept else str(len(runs))


def _command(options: Namespace, trust: bool) -> str:
    words = ["junctura", "report", shown(Path(options.path))]
    words += ["--only", *options.only] if options.only else []
    return shlex.join([*words, *["--quick"] * options.quick, *["--trust"] * trust])


def _say_failures(ensembles: dict[str, Ensemble], rows: list[Row]) -> int:
    """Tell which runs and which measures failed, and return 1 if any did."""
    failed = [ensemble for ensemble in ensembles.values() if ensemble.errors]
    for ensemble in failed:
        error = next(iter(ensemble.errors.values()))
        note(f"\n{ensemble.experiment.name}: {counted(len(ensemble.errors), 'run')} failed.\n{error}")
    unmeasured = [row for row in rows if row.error and row.members and not ensembles[row.experiment.name].errors]
    for row in unmeasured:
        note(f'\n{row.experiment.name}: "{row.measure.name()}" cannot be measured.\n{row.error}')
    return 1 if failed or unmeasured else 0
