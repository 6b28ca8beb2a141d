"""The process in which models are checked: it compiles one diagram after another and tells what is wrong with them.

It reads pickled jobs from its standard input and writes pickled answers, so that a compiler that hangs or dies takes
nothing with it. This module imports nothing of Qt, and the solver only here, in the process.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any

from blocks.errors import ModelError
from editor.model_facts import Checked, ModelFacts, ScopeFacts

if TYPE_CHECKING:
    from solver.model import Model
    from solver.worker_job import Job

MOST_SIGNALS = 50_000  # whose units are told; nobody looks through more


def main() -> None:
    """Answer jobs until nobody is left to ask."""
    # whatever prints must not get between the answers
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(5)  # a run and the window come first
    import solver.model  # noqa: F401  (what takes long is imported before the first job comes)

    while True:
        try:
            number, job = pickle.load(sys.stdin.buffer)
        except (EOFError, OSError):
            return
        try:
            pickle.dump((number, answer_to(job)), answers)
            answers.flush()
        except OSError:
            return


def answer_to(job: Job) -> Checked:
    """Return what is wrong with a diagram, or what it is like."""
    from solver.model import compile_model

    began = time.perf_counter()
    try:
        model = compile_model(job.diagram())
    except ModelError as error:
        return Checked(tuple(_plain(problem) for problem in error.problems))
    except Exception as error:
        return Checked((_internal(job.name, error),))
    try:
        return Checked((), _statistics(model, time.perf_counter() - began), _facts(model))
    except ModelError as error:
        return Checked(tuple(_plain(problem) for problem in error.problems))


def _plain(problem: ModelError) -> tuple[str, str, str, str]:
    return problem.what, problem.where, problem.why, problem.fix


def _internal(name: str, error: Exception) -> tuple[str, str, str, str]:
    print(traceback.format_exc(), file=sys.stderr)
    return (
        f'The check of "{name}" ended with an internal error.', "", f"{type(error).__name__}: {error}",
        "This is a fault of the program, not of the diagram; please report it.",
    )  # fmt: skip


def _statistics(model: Model, seconds: float) -> dict[str, Any]:
    return {
        "states": model.state_count, "constraints": len(model.assembly.choice.constraints),
        "sampled": sum(instance.template.is_sampled for instance in model.system.instances),
        "blocks": len(model.system.instances), "seconds": seconds, "warnings": list(model.warnings),
    }  # fmt: skip


def _facts(model: Model) -> ModelFacts:
    from solver.panels import shown_panels
    from solver.result import Result
    from solver.shown_signals import shown_signals

    result = Result(model, [])
    panels = []
    for panel in shown_panels(result):
        y_unit = result.display_unit(panel.names[1]) if panel.is_path else None
        panels.append(ScopeFacts(panel.title, panel.unit, tuple(panel.names), panel.is_path, y_unit=y_unit))
    units = {name: (result.unit(name), result.display_unit(name)) for name in result.names[:MOST_SIGNALS]}
    return ModelFacts(tuple(panels), tuple(shown_signals(model)), units)


if __name__ == "__main__":
    main()
