"""One sweep as plain data: all that a process needs to do any of its runs, on this machine or on another."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blocks.diagram import Diagram
from blocks.errors import ModelError
from solver.experiments.plan import Measure
from solver.model_hash import installed_version
from solver.worker_job import Job, job_for

MOST_BYTES = 50_000_000


@dataclass(frozen=True)
class Sweep:
    """A diagram by value, how it is run, and what is measured."""

    job: Job
    measures: tuple[Measure, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    fixed: dict[str, Any] = field(default_factory=dict)  # parameters that have one value in all runs
    trust: bool = False
    files: dict[str, bytes] = field(default_factory=dict, repr=False)  # of the project, for machines without them
    version: str = ""

    def diagram(self) -> Diagram:
        """Return the diagram, read anew."""
        return self.job.diagram()


def sweep_of(
    diagram: Diagram, measures: list[Measure], settings: dict[str, Any], fixed: dict[str, Any], trust: bool,
    with_files: bool = False,
) -> Sweep:  # fmt: skip
    """Return the sweep over a diagram; ``with_files`` packs the project's folder, for machines that do not have it."""
    job = job_for(diagram, None)  # type: ignore[arg-type]  # runs are not told to a person while they go on
    files = project_files(diagram.folder) if with_files and diagram.folder is not None else {}
    return Sweep(job, tuple(measures), settings, fixed, trust, files, installed_version())


def project_files(folder: Path) -> dict[str, bytes]:
    """Return the content of all files of a project by their names as seen from its folder."""
    found: dict[str, bytes] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        for path in (Path(place, name) for name in sorted(names) if not name.startswith(".")):
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
            if sum(map(len, found.values())) > MOST_BYTES:
                what = f'The folder "{folder.name}" holds more than {MOST_BYTES // 1_000_000} MB.'
                why = "The code of the project needs its folder, which is sent to the other machines."
                raise ModelError(what, "", why, "Move the diagram and its code into a folder of their own.")
    return found


def unpacked(files: dict[str, bytes]) -> tempfile.TemporaryDirectory[str]:
    """Return a new folder with these files; it goes when nobody uses it any more."""
    folder = tempfile.TemporaryDirectory(prefix="junctura_")
    base = Path(folder.name).resolve()
    for name, content in files.items():
        path = (base / name).resolve()
        if not path.is_relative_to(base):
            raise ModelError(f'"{name}" is not inside the folder of the project.')
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def digest(*texts: str) -> str:
    """Return a short text that stands for others."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:32]
