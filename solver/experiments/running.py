"""All runs of all experiments, in parallel processes, with progress; what was run before comes from the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace

from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.registry import libraries
from solver.experiments.plan import Experiment, Plan
from solver.experiments.recorded import Recorded
from solver.experiments.tasks import Task, begin, forget_old, kept, key_of, perform
from solver.model_hash import model_hash
from solver.worker_pool import answers

QUICK = 2  # members of an ensemble that are enough for a first look
Watch = Callable[[Task, int, int], None]  # the task that is done, how many are, and how many there are


@dataclass
class Ensemble:
    """The runs of an experiment, by the number of the member; what went wrong with the others."""

    experiment: Experiment
    runs: dict[int, Recorded] = field(default_factory=dict)
    errors: dict[int, ModelError] = field(default_factory=dict)

    @property
    def members(self) -> list[Recorded]:
        """Return the runs in the order of the members."""
        return [self.runs[number] for number in sorted(self.runs)]


def quick_members(count: int) -> list[int]:
    """Return the members that are run for a quick look: evenly spread.

    >>> quick_members(8), quick_members(1)
    ([0, 4], [0])
    """
    return sorted({k * count // QUICK for k in range(QUICK)})


def tasks_of(
    plan: Plan, names: list[str], diagrams: dict[str, Diagram], wished: Callable[[Experiment], tuple[str, ...]],
    *, quick: bool = False, trust: bool = False,
) -> list[Task]:  # fmt: skip
    """Return what has to be run for some experiments; ``diagrams`` are those of the experiments, by their file."""
    installed, found = tuple(libraries().values()), []
    for name in names:
        experiment = plan.experiments[name]
        model = model_hash(diagrams[str(experiment.diagram)])
        signals = tuple(dict.fromkeys(needed_signals(plan, experiment)))
        count = len(experiment.members)
        for number in quick_members(count) if quick else range(count):
            is_shown = experiment.motion is not None and number in (experiment.motion.member - 1, 0)
            task = Task(
                name, number, experiment.diagram, experiment.parameters(number), experiment.settings, signals,
                wished(experiment) if is_shown else (), trust, installed=installed,
            )  # fmt: skip
            found.append(replace(task, key=key_of(task, model)))
    return found


def needed_signals(plan: Plan, experiment: Experiment) -> Iterator[str]:
    """Yield the signals that measures and plots of an experiment need."""
    for measure in experiment.measures:
        yield from measure.signals
    for plot in plan.plots:
        if experiment.name in plot.experiments:
            yield from plot.signals
            if plot.x:
                yield plot.x


def run_tasks(plan: Plan, tasks: list[Task], workers: int = 2, watch: Watch | None = None) -> dict[str, Ensemble]:
    """Return what all tasks give; a run that fails does not stop the others."""
    ensembles = {task.experiment: Ensemble(plan.experiments[task.experiment]) for task in tasks}
    done, waiting = 0, []

    def note(task: Task, result: Recorded | ModelError) -> None:
        nonlocal done
        done += 1
        ensemble = ensembles[task.experiment]
        if isinstance(result, ModelError):
            ensemble.errors[task.member] = result
        else:
            ensemble.runs[task.member] = result
        if watch is not None:
            watch(task, done, len(tasks))

    for task in tasks:
        if (found := kept(task)) is not None:
            note(task, found)
        else:
            waiting.append(task)
    # a worker starts in some seconds: for one run that does not pay
    if workers < 2 or len(waiting) < 2:
        for task in waiting:
            note(task, _tried(task))
    else:
        with closing(answers(begin, waiting[0].installed, waiting, workers)) as found_ones:
            for number, result in found_ones:
                note(waiting[number], result)
    forget_old()
    return ensembles


def _tried(task: Task) -> Recorded | ModelError:
    try:
        return perform(task)
    except ModelError as error:
        return error
