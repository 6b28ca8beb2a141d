"""The one public door: from a diagram, or its file, to results."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from blocks.diagram import Diagram
from blocks.errors import raise_all
from solver.model import Model, compile_model
from solver.result import Result
from solver.run import Run
from solver.run_warnings import RunWarnings
from solver.settings import settings_for

Progress = Callable[[float, float], None]


def simulate(
    model: Model | Diagram | str | Path,
    until: Any = None,
    *,
    solver: str | None = None,
    tolerance: float | None = None,
    step: Any = None,
    interval: Any = None,
    native: str = "auto",
    start: str | None = None,
    trust: bool = False,
    parameters: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Return the trajectories of a diagram from its start until a time.

    What is not given comes from the diagram's experiment. ``parameters`` are set for this run only, by name and with
    units: ``{"r1.R": "2 kohm"}``. ``native`` says when to use machine code: ``auto``, ``always`` or ``never``.
    ``start="steady"`` begins at rest: whatever has no fixed start value starts where nothing changes.
    ``trust`` lets code run that the project of the diagram brings along, without trusting it for good.
    ``progress`` is called with the fraction done and the time reached.
    """
    compiled = ensure_model(model)
    settings = settings_for(
        compiled.diagram, until=until, solver=solver, tolerance=tolerance, step=step, interval=interval, native=native,
        start=start, trust=trust,
    )  # fmt: skip
    began = time.perf_counter()
    run = Run(compiled, settings, parameters)
    warnings = RunWarnings(run)
    chunks = []
    for chunk in run.chunks():
        if chunk.count:
            chunks.append(chunk)
        if progress is not None:
            progress(run.now.time / settings.until if settings.until else 1.0, run.now.time)
    done, simulate_s = run.statistics, time.perf_counter() - began
    warnings.look(chunks)
    statistics = {
        "compile_s": compiled.compile_seconds, "simulate_s": simulate_s, "steps": done.steps,
        "events": done.events, "rejected": done.rejected, "solver": done.solver,
        "warnings": [str(warning) for warning in warnings.found],
    }  # fmt: skip
    return Result(compiled, chunks, {**settings.as_dict(), "parameters": dict(parameters or {})}, statistics)


def ensure_model(model: Model | Diagram | str | Path) -> Model:
    """Return a compiled model of whatever was given."""
    if isinstance(model, Model):
        return model
    if isinstance(model, Diagram):
        return compile_model(model)
    from blocks.diagram_file import read_diagram

    diagram = read_diagram(Path(model))
    raise_all(diagram.problems)
    return compile_model(diagram)
