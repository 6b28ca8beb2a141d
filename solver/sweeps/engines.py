"""Where the runs of a sweep happen: in this process, in several processes of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from blocks.errors import ModelError
from solver.sweeps.cases import Case
from solver.sweeps.runner import Row, Runner, in_one_line
from solver.sweeps.sweep import Sweep
from solver.worker_pool import answers

Rows = Generator[tuple[int, Row], None, None]  # the number of a case and its row, in the order in which they finish


def here(runner: Runner, cases: Sequence[Case]) -> Rows:
    """Yield the rows of all cases, run one after another in this process."""
    for number, case in enumerate(cases):
        yield number, runner(case)


def in_processes(sweep: Sweep, cases: Sequence[Case], count: int) -> Rows:
    """Yield the rows of all cases, several of which are run at once."""
    for number, answer in answers(Runner, sweep, cases, count):
        yield number, Row(error=in_one_line(answer)) if isinstance(answer, ModelError) else answer
