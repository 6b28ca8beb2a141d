"""``junctura sweep``: simulate a diagram with many values of its parameters, into one table."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram
from blocks.errors import ModelError, raise_all
from blocks.project_folder import diagram_in
from blocks.trust import fingerprint
from solver.commands.output import counted, note
from solver.commands.progress import ProgressBar
from solver.commands.sweep_output import show_table
from solver.commands.trusting import ask_trust
from solver.experiments.measure_reader import measure_in_words
from solver.model_hash import model_hash
from solver.project_needs import called_blocks, has_code, opened_files
from solver.settings import settings_for
from solver.sweeps.cases import Case, read_cases
from solver.sweeps.cluster import on_cluster
from solver.sweeps.engines import Rows, here, in_processes
from solver.sweeps.runner import Runner
from solver.sweeps.sweep import Sweep, digest, sweep_of
from solver.sweeps.table import Header, Table, cell, si_unit
from solver.worker_pool import cores

SETTINGS = ("until", "solver", "tolerance", "step", "start")
STOPPED = 130


def sweep(options: Namespace) -> int:
    """Do all runs that are not in the table yet; return 1 if every run failed."""
    path, fixed = Path(options.out), dict(options.set)
    if path.suffix.lower() != ".csv":
        name = path / "sweep.csv" if path.is_dir() else path.with_suffix(".csv")
        raise ModelError(f"{path}: the table of a sweep is a .csv file.", fix=f"Name it --out {name}")
    cases = read_cases(options.vary, [Path(name) for name in options.cases], options.where, fixed)
    diagram = _diagram(options)
    plan = _plan(diagram, options, fixed)
    runner = Runner(plan)
    runner.check(cases)
    with Table(path, _header(diagram, plan, runner, options, cases), options.retry) as kept:
        waiting = [case for case in cases if kept.key(case) not in kept.rows]
        try:
            _fill(kept, waiting, len(cases), lambda: _rows(options, plan, runner, waiting))
        except KeyboardInterrupt:
            done = sum(kept.key(case) in kept.rows for case in cases)
            note(f"Stopped after {done} of {counted(len(cases), 'run')}. They are in {path}.")
            note("Start the same command again to go on.")
            return STOPPED
        kept.sort(cases)
    return show_table(kept, cases, options.json)


def _diagram(options: Namespace) -> Diagram:
    diagram = read_diagram(diagram_in(options.file))
    if not options.anyway:
        raise_all(diagram.problems)
    return diagram


def _plan(diagram: Diagram, options: Namespace, fixed: dict[str, Any]) -> Sweep:
    trust = options.trust or ask_trust([diagram], "sweep")
    measures = [measure_in_words(text) for text in dict.fromkeys(options.measure)]
    settings = {name: value for name in SETTINGS if (value := getattr(options, name)) is not None}
    is_sent = bool(options.scheduler) and any(called_blocks(diagram))
    # another machine does not know what this person trusts
    return sweep_of(diagram, measures, settings, fixed, trust or is_sent, with_files=is_sent)


def _hash(diagram: Diagram) -> str:
    """Return what changes with anything that a run depends on."""
    if diagram.folder is None:
        return model_hash(diagram)
    code = fingerprint(diagram.folder) if has_code(diagram) else ""
    files = (diagram.folder / name for name in opened_files(diagram))
    return digest(model_hash(diagram), code, *(model_hash(read_diagram(file)) for file in files if file.is_file()))


def _header(diagram: Diagram, plan: Sweep, runner: Runner, options: Namespace, cases: list[Case]) -> Header:
    known = settings_for(diagram, **plan.settings).as_dict()
    settings = {name: value for name, value in known.items() if name in SETTINGS and value is not None}
    settings["set"] = {name: cell(value) for name, value in plan.fixed.items()}
    parameters, measures = list(cases[0]), list(dict.fromkeys(options.measure))
    units = {name: si_unit(value) for name, value in cases[0].items()} | dict(zip(measures, runner.units, strict=True))
    units = {name: symbol for name, symbol in units.items() if symbol}
    return Header(diagram.name, _hash(diagram), settings, parameters, measures, units)


def _rows(options: Namespace, plan: Sweep, runner: Runner, waiting: list[Case]) -> Rows:
    if options.scheduler:
        return on_cluster(options.scheduler, plan, waiting)
    jobs = options.jobs or cores()
    # a process starts in some seconds: for one run that does not pay
    if jobs == 1 or len(waiting) == 1:
        return here(runner, waiting)
    runner.warm_up(waiting[0])
    return in_processes(plan, waiting, jobs)


def _fill(kept: Table, waiting: list[Case], total: int, rows: Callable[[], Rows]) -> None:
    """Add the rows of all cases that wait."""
    if not waiting:
        return
    done = total - len(waiting)
    if done:
        note(f"Running {len(waiting)} of {counted(total, 'simulation')}; the others are in {kept.path} already ...")
    else:
        note(f"Running {counted(total, 'simulation')} ...")
    with ProgressBar(kept.header.model, done / total) as bar, closing(rows()) as found:
        bar(done / total, f"{done} of {total}")
        for number, row in found:
            kept.add(waiting[number], row)
            done += 1
            bar(done / total, f"{done} of {total}")
