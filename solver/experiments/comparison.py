"""The central table of a report: what the document says, what we get, and the command that gives it again."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from html import escape
from typing import Any

from blocks.diagram_source import shown
from blocks.errors import ModelError
from solver.experiments.measuring import Outcome, outcome
from solver.experiments.plan import Experiment, Measure, Plan
from solver.experiments.running import Ensemble
from solver.report_page import Code

MARKS = {None: "", True: '<span class="met">✓ met</span>', False: '<span class="missed">✗ not met</span>'}
OVER = {"median": "median", "mean": "mean", "minimum": "least", "maximum": "largest", "most frequent": "most frequent"}


@dataclass
class Row:
    """One measure of one experiment; without an outcome, why there is none."""

    experiment: Experiment
    measure: Measure
    outcome: Outcome | None = None
    error: str = ""
    command: str = ""
    members: list[int] = field(default_factory=list)  # which of the ensemble were run


def rows_of(plan: Plan, ensembles: dict[str, Ensemble], trust: bool = False) -> list[Row]:
    """Return all rows, in the order of the file."""
    found = []
    for ensemble in ensembles.values():
        for measure in ensemble.experiment.measures:
            found.append(_row(ensemble, measure, trust))
    return found


def _row(ensemble: Ensemble, measure: Measure, trust: bool) -> Row:
    row = Row(ensemble.experiment, measure, members=sorted(ensemble.runs))
    if ensemble.errors:
        number, error = next(iter(sorted(ensemble.errors.items())))
        row.error = f"The run failed: {error.what}" if not row.members else f"Run {number + 1} failed: {error.what}"
        return row
    try:
        row.outcome = outcome(measure, list(ensemble.members))
    except ModelError as error:
        row.error = str(error)
        return row
    row.command = run_command(ensemble.experiment, row.members[row.outcome.nearest], measure, trust)
    return row


def run_command(experiment: Experiment, member: int, measure: Measure | None = None, trust: bool = False) -> str:
    """Return the command that runs one member of an experiment, and prints a measure of it."""
    words: list[Any] = ["junctura", "run", shown(experiment.diagram)]
    for name, value in experiment.parameters(member).items():
        words += ["--set", f"{name}={_typed(value)}"]
    for key, value in experiment.settings.items():
        words += [f"--{key}", f"{value:g}" if isinstance(value, float) else str(value)]
    if measure is not None:
        words += ["--measure", measure.words()]
    return shlex.join([*words, *["--trust"] * trust])


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def table_html(rows: list[Row], document: str) -> str:
    """Return the table as HTML; nothing without rows."""
    if not rows:
        return ""
    titles = (f"{document or 'the document'} says", "we get", "expected", "")
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    parts, last = [], None
    for row in rows:
        if row.experiment is not last:
            parts.append(f'<tr class="group"><td colspan="4">{escape(row.experiment.heading)}</td></tr>')
            last = row.experiment
        parts.append(_row_html(row))
    return f'<table class="says"><thead><tr>{head}</tr></thead><tbody>{"".join(parts)}</tbody></table>'


def _row_html(row: Row) -> str:
    measure, found = row.measure, row.outcome
    says = escape(measure.says) or '<span class="soft">—</span>'
    if measure.source:
        says += f' <span class="soft small">{escape(measure.source)}</span>'
    if found is None:
        text = f'{escape(measure.name())}: <span class="missed">{escape(row.error)}</span>'
        return f"<tr><td>{says}</td><td>{text}</td><td></td><td></td></tr>"
    got = f'{escape(measure.name())}: <span class="value">{escape(found.text)}</span>'
    if found.span:
        how = f"{OVER[measure.over]} of {len(found.each)}; {found.span}"
        if measure.names and len(set(found.each)) == 1:
            how = f"in all {len(found.each)} runs"
        got += f'<br><span class="soft small">{escape(how)}</span>'
    mark = MARKS[found.is_met]
    return (
        f'<tr class="fact"><td>{says}</td><td>{got}</td><td class="soft">{escape(found.expected)}</td>'
        f'<td class="mark">{mark}</td></tr>'
        f'<tr class="command"><td colspan="4">{_command_html(row, found)}</td></tr>'
    )


def _command_html(row: Row, found: Outcome) -> str:
    which = ""
    if len(found.each) > 1:
        member = row.experiment.members[row.members[found.nearest]]
        values = ", ".join(f"{name} = {value}" for name, value in member.items())
        value = found.words(found.each[found.nearest])
        which = f"{values}, the run nearest to the {OVER[row.measure.over]}, gives {value}:"
    note = f'<span class="soft">{escape(which)}</span>' if which else ""
    return f"<details><summary>command</summary>{note}{Code(row.command).html()}</details>"
