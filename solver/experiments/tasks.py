"""One run of one member of an experiment: in any process, and from the cache if the same was run before."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError, raise_all
from blocks.registry import Library, register_library
from blocks.trust import code_files, fingerprint
from solver.experiments.recorded import Recorded, load, recorded
from solver.model import Model, compile_model
from solver.model_hash import model_hash
from solver.native import cache_folder, trim
from solver.simulate import simulate

FOLDER = "experiments"
MOST_KEPT = 5000  # some kilobytes each
_compiled: dict[str, Model] = {}


@dataclass(frozen=True)
class Task:
    """What a worker has to know: nothing but data."""

    experiment: str
    member: int
    diagram: Path
    parameters: dict[str, Any]
    settings: dict[str, Any]
    signals: tuple[str, ...]
    wished: tuple[str, ...] = ()
    trust: bool = False
    key: str = ""
    installed: tuple[Library, ...] = field(default=(), repr=False)

    @property
    def file(self) -> Path:
        """Return where its result is kept."""
        return cache_folder() / FOLDER / f"{self.key}.npz"


@cache
def code_stamp() -> str:
    """Return something that changes with the code of the program: what it computes may, too."""
    root = Path(__file__).resolve().parents[2]
    # of the solver, what lies in folders of its own only shows results
    patterns = ("blocks/**/*.py", "libraries/**/*.py", "solver/*.py")
    files = [file for pattern in patterns for file in sorted(root.glob(pattern)) if "report" not in file.name]
    stamps = [f"{file.relative_to(root)} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files]
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()


def key_of(task: Task, model: str) -> str:
    """Return the key of a task: equal only where the same numbers would come out."""
    folder = task.diagram.parent
    code = fingerprint(folder) if code_files(folder) else ""
    facts = [code_stamp(), model, code, task.parameters, task.settings, task.signals, task.wished]
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:40]


def begin(installed: tuple[Library, ...]) -> Callable[[Task], Recorded]:
    """Prepare a worker process, which then has the libraries of its parent; return what it does for each task."""
    for library in installed:
        register_library(library.name, library.package, library.renamed)
    return perform


def perform(task: Task) -> Recorded:
    """Return the result of a task, and keep it."""
    model = _model(task.diagram)
    for name in task.signals:
        model.observer.expand(name)
    began = time.perf_counter()
    result = simulate(model, parameters=task.parameters, trust=task.trust, **task.settings)
    seconds = time.perf_counter() - began
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime())
    found = recorded(result, task.signals, task.wished, wall_s=seconds, when=when)
    if task.key:
        found.save(task.file)
    return found


def kept(task: Task) -> Recorded | None:
    """Return the result of the same task from the cache; None if it was not run before."""
    return load(task.file) if task.key else None


def forget_old() -> None:
    """Remove the results that were not used for the longest time when there are too many."""
    trim(cache_folder() / FOLDER, MOST_KEPT)


def _model(path: Path) -> Model:
    """Return the compiled model of a file; the last one is remembered, as most tasks share it."""
    diagram = read_diagram(path)
    raise_all(diagram.problems)
    key = f"{path.resolve()} {model_hash(diagram)}"
    if key not in _compiled:
        _compiled.clear()
        try:
            _compiled[key] = compile_model(diagram)
        except ModelError:
            _compiled.clear()
            raise
    return _compiled[key]
