"""Curves as files: numbers as CSV or MAT, pictures as SVG, PDF or PNG on white.

The solver's own writers do the work; here is only what they need to know. Files are written in a thread, because the
first picture needs a second to import what draws it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QWidget

from blocks.errors import ModelError
from editor.model_facts import ModelFacts, ScopeFacts
from editor.scope_data import Array, Run
from editor.scope_figure import compare, figure_of, seen_part

NUMBERS = (".csv", ".mat", ".parquet")
FILTERS = {
    "CSV": "Table (*.csv)", "MAT": "MATLAB (*.mat)", "SVG": "Drawing (*.svg)", "PDF": "Document (*.pdf)",
    "PNG": "Picture (*.png)",
}  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """What a scope shows: a run, one it is compared with, the plots, and the part of the time that is seen."""

    run: Run
    other: Run | None
    panels: Sequence[ScopeFacts]
    facts: ModelFacts
    times: tuple[float, float] | None = None  # None for all
    heights: Sequence[tuple[float, float] | None] = ()  # values that are seen, of each plot


def ask_for_path(parent: QWidget, kind: str, name: str, folder: Path | None) -> Path | None:
    """Ask a person for the file; None if there is to be none."""
    suggested = str((folder or Path.home()) / f"{name}.{kind.lower()}")
    chosen, _ = QFileDialog.getSaveFileName(parent, f"Save curves as {kind}", suggested, FILTERS[kind])
    if not chosen:
        return None
    path = Path(chosen)
    return path if path.suffix else path.with_suffix(f".{kind.lower()}")


def export(shown: Shown, path: Path, done: Callable[[Path, Exception | None], None] | None = None) -> threading.Thread:
    """Write a file of what is shown; ``done`` is called in the writing thread."""
    # copies, because a run may go on
    columns = {name: shown.run[name].copy() for name in shown.run.names}
    arrays = shown.run.time.copy(), columns

    def work() -> None:
        try:
            write(shown, path, *arrays)
        except Exception as error:
            problem: Exception | None = error
        else:
            problem = None
        if done is not None:
            done(path, problem)

    thread = threading.Thread(target=work, name="export", daemon=True)
    thread.start()
    return thread


def write(shown: Shown, path: Path, time: Array, columns: dict[str, Array]) -> None:
    """Write a file: numbers of everything recorded, or a picture of what is seen."""
    if path.suffix.lower() in NUMBERS:
        _result(shown, time, columns).save(path)
        return
    from solver.result_plot import save_figure

    save_figure(figure(shown, time, columns), path)


def _result(shown: Shown, time: Array, columns: dict[str, Array]) -> Any:
    from solver.result import SavedResult

    class ScopeResult(SavedResult):
        """Signals of a scope, which are drawn in the units it shows."""

        def display_unit(self, name: str) -> str:
            return shown.facts.display_unit(name)

    units = {name: shown.facts.unit(name) for name in columns}
    statistics = {"run": shown.run.name}
    return ScopeResult(time, columns, {"model": shown.run.model, "units": units, "statistics": statistics})


def figure(shown: Shown, time: Array, columns: dict[str, Array]) -> Any:
    """Return a drawing of what is seen."""
    kept = seen_part(time, shown.times)
    result = _result(shown, time[kept], {name: values[kept] for name, values in columns.items()})
    panels, heights = [], []
    for k, panel in enumerate(shown.panels):
        names, right = (tuple(name for name in part if name in columns) for part in (panel.names, panel.right))
        if (names or right) and (not panel.is_xy or len(names) == 2):
            panels.append(replace(panel, names=names, right=right))
            if not panel.is_xy:
                heights.append(shown.heights[k] if k < len(shown.heights) else None)
    if not panels:
        raise ModelError("No curve is shown that could be drawn.", fix="Show a signal by a click on its name.")
    made = figure_of(result, panels, heights, shown.times)
    if shown.other is not None:
        compare(made, shown.other, panels, shown.times)
    return made
