"""The page about all experiments of a project."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from html import escape
from typing import Any

from blocks.diagram import Diagram
from blocks.diagram_source import shown
from blocks.errors import ModelError
from solver.experiments.comparison import Row, rows_of, run_command, table_html
from solver.experiments.maps import FEW_STEPS, draw_map, grid_of
from solver.experiments.plan import Experiment, Plan
from solver.experiments.plots import draw_plot
from solver.experiments.running import Ensemble
from solver.model_hash import installed_version
from solver.report_page import Code, Facts, Figure, Html, Page, Part, Table, Warned
from solver.report_pictures import Pictures, drawings, motion
from solver.report_svg import svg

NUMBER = r"-?\d+(\.\d+)?(e[-+]?\d+)?"
MOST_PRINTED = 60  # rows of a table that is unfolded on paper


@dataclass
class Report:
    """All that the page tells."""

    plan: Plan
    ensembles: dict[str, Ensemble]
    diagrams: dict[str, Diagram]
    pictures: Pictures | None = None
    facts: dict[str, str] = field(default_factory=dict)
    command: str = ""
    is_quick: bool = False
    trust: bool = False

    def page(self) -> Page:
        """Return the page."""
        plan, rows = self.plan, rows_of(self.plan, self.ensembles, self.trust)
        page = Page(plan.title, plan.note, {**_score(rows), **self.facts}, self._notice(), has_contents=True)
        page.section("What the document says, and what we get", Html(table_html(rows, plan.document)))
        page.section("Comparisons", *self._plots(None))
        for ensemble in self.ensembles.values():
            page.section(ensemble.experiment.heading, *self._experiment(ensemble, rows))
        page.section("Diagrams", *drawings(self.pictures, [self.diagrams[str(path)] for path in plan.drawn]))
        page.section("Parameters", *self._parameters())
        page.section("How to reproduce", *self._reproduce())
        return page

    def _notice(self) -> str:
        if self.is_quick:
            return "A quick look: of each ensemble only two members were run, so medians and marks are preliminary."
        return ""

    def _plots(self, name: str | None) -> list[Part]:
        """Return the plots of one experiment alone, or without a name those of several."""
        found: list[Part] = []
        for plot in self.plan.plots:
            owner = plot.experiments[0] if len(plot.experiments) == 1 else None
            if owner != name or not any(self.ensembles[key].runs for key in plot.experiments if key in self.ensembles):
                continue
            try:
                figure = Figure(svg(draw_plot(plot, self.ensembles)), self._caption(plot), plot.title)
                found.append(figure)
            except ModelError as error:
                found.append(Html(f'<pre class="error">{escape(str(error))}</pre>'))
        return found

    def _caption(self, plot: Any) -> str:
        counts = {len(self.ensembles[key].runs) for key in plot.experiments if key in self.ensembles}
        if max(counts) == 1 or plot.x:
            return str(plot.note)
        band = "Thick: median; shaded: the middle half of all runs; thin: each run."
        return f"{plot.note} {band}".strip()

    def _experiment(self, ensemble: Ensemble, rows: list[Row]) -> list[Part]:
        experiment = ensemble.experiment
        parts: list[Part] = [experiment.note] if experiment.note else []
        parts.append(Facts(_facts(ensemble)))
        for number, error in sorted(ensemble.errors.items()):
            which = f"Run {number + 1}: " if len(experiment.members) > 1 else ""
            parts.append(Html(f'<pre class="error">{escape(which + str(error))}</pre>'))
        parts += _warnings(ensemble)
        parts += self._plots(experiment.name)
        parts += self._motion(ensemble)
        parts += _maps(ensemble, [row for row in rows if row.experiment is experiment])
        parts += _counts(ensemble, [row for row in rows if row.experiment is experiment])
        parts += _members(ensemble, [row for row in rows if row.experiment is experiment])
        return parts

    def _motion(self, ensemble: Ensemble) -> list[Part]:
        wanted, experiment = ensemble.experiment.motion, ensemble.experiment
        if wanted is None:
            return []
        number = wanted.member - 1 if wanted.member - 1 in ensemble.runs else 0
        if number not in ensemble.runs:
            return []
        member = ", ".join(f"{name} = {value}" for name, value in experiment.members[number].items())
        order = "at several instants" if wanted.is_apart else "from the start (pale) to the end (dark)"
        caption = f"The motion{f' for {member}' if member else ''}, {order}."
        diagram, run = self.diagrams[str(experiment.diagram)], ensemble.runs[number]
        return motion(self.pictures, diagram, run, caption, wanted.instants, wanted.is_apart)

    def _parameters(self) -> list[Part]:
        parts: list[Part] = []
        experiments = [ensemble.experiment for ensemble in self.ensembles.values()]
        for path in dict.fromkeys(experiment.diagram for experiment in experiments):
            diagram = self.diagrams[str(path)]
            used = {name for experiment in experiments if experiment.diagram == path for name in experiment.sets}
            sets = [item for item in self.plan.sets.values() if item.name in used]
            head = ["parameter", path.name, *(f"set {item.name}" for item in sets), "meaning"]
            rows = []
            for name, value in diagram.parameters.items():
                facts = diagram.mask.get(name)
                rows.append([name, str(value), *(str(item.values.get(name, "")) for item in sets),
                             facts.text if facts else ""])  # fmt: skip
            if not any(row[-1] for row in rows):
                head, rows = head[:-1], [row[:-1] for row in rows]
            parts.append(Table(head, rows))
        parts += [f"Set {item.name}: {item.note}" for item in self.plan.sets.values() if item.note]
        return parts

    def _reproduce(self) -> list[Part]:
        parts: list[Part] = ["The whole page:", Code(self.command)] if self.command else []
        parts.append("The first run of each experiment; with --out result.csv its curves are kept:")
        for ensemble in self.ensembles.values():
            parts.append(Html(f'<p class="soft small">{escape(ensemble.experiment.heading)}</p>'))
            parts.append(Code(run_command(ensemble.experiment, 0, trust=self.trust)))
        return [*parts, f"Junctura {installed_version()}, page written {time.strftime('%Y-%m-%d %H:%M')}."]


def _score(rows: list[Row]) -> dict[str, str]:
    marks = [row.outcome.is_met for row in rows if row.outcome is not None and row.outcome.is_met is not None]
    missing = sum(row.outcome is None for row in rows)
    if not marks and not missing:
        return {}
    failed = f", {missing} failed" if missing else ""
    return {"as expected": f"{sum(marks)} of {len(marks) + missing}{failed}"}


def _facts(ensemble: Ensemble) -> dict[str, str]:
    experiment, runs = ensemble.experiment, ensemble.members
    if not runs:
        return {"diagram": shown(experiment.diagram)}
    settings, statistics = runs[0].settings, runs[0].statistics
    seconds = sum(float(run.facts.get("wall_s", 0.0)) for run in runs)
    step = settings.get("step")
    return {
        "diagram": experiment.diagram.name,
        "runs": _runs_text(ensemble),
        "simulated": f"{runs[0].time[-1]:g} s{' each' if len(runs) > 1 else ''}",
        "solver": str(statistics.get("solver", "")),
        "step": f"{1000 * step:g} ms" if step else "as needed",
        "tolerance": "" if step else f"{settings.get('tolerance', 0):g}",
        "computed in": f"{seconds:.3g} s",
        "on": str(runs[-1].facts.get("when", "")),
    }


def _runs_text(ensemble: Ensemble) -> str:
    experiment, count = ensemble.experiment, len(ensemble.runs)
    if len(experiment.members) == 1:
        return "1"
    varied = ", ".join(_varied(experiment))
    total = len(experiment.members)
    return f"{count} over {varied}" if count == total else f"{count} of {total} over {varied}"


def _varied(experiment: Experiment) -> list[str]:
    return list(dict.fromkeys(name for member in experiment.members for name in member))


def _warnings(ensemble: Ensemble) -> list[Part]:
    """Return what the runs warn of; what several say with other numbers is told once."""
    found: dict[str, list[str]] = {}
    for run in ensemble.members:
        for text in run.statistics.get("warnings", ()):
            found.setdefault(re.sub(NUMBER, "", text), []).append(text)
    total = len(ensemble.members)
    return [Warned(texts[0] if total == 1 else f"{len(texts)} of {total} runs: {texts[0]}") for texts in found.values()]


def _maps(ensemble: Ensemble, rows: list[Row]) -> list[Part]:
    """Return a map of each measure where two parameters have many values."""
    members = [ensemble.experiment.members[number] for number in sorted(ensemble.runs)]
    grid = grid_of(members)
    if grid is None:
        return []
    measured = [row for row in rows if row.outcome is not None]
    return [Figure(svg(draw_map(row, members, grid)), "", f"{row.measure.name()}.") for row in measured]


def _counts(ensemble: Ensemble, rows: list[Row]) -> list[Part]:
    """Return how often each named value came out, for each value of what is varied in few steps."""
    members = [ensemble.experiment.members[number] for number in sorted(ensemble.runs)]
    cases = [", ".join(f"{name} = {member[name]}" for name in _in_few_steps(members)) for member in members]
    found: list[Part] = []
    for row in rows:
        if row.outcome is None or not row.measure.names or len(set(row.outcome.each)) < 2:
            continue
        of_case: dict[str, Counter[str]] = {case: Counter() for case in dict.fromkeys(cases)}
        for case, value in zip(cases, row.outcome.each, strict=True):
            of_case[case][row.outcome.words(value)] += 1
        totals = Counter(map(row.outcome.words, row.outcome.each))
        counters = [*of_case.values(), totals] if len(of_case) > 1 else [totals]
        head = [row.measure.name(), *(of_case if len(of_case) > 1 else []), "runs"]
        lines = [[name, *(str(counter[name] or "") for counter in counters)] for name, _ in totals.most_common()]
        found.append(Table(head, lines, numbers=tuple(range(1, len(head)))))
    return found


def _in_few_steps(members: list[dict[str, Any]]) -> list[str]:
    """Return the parameters that have several values, but few."""
    names = dict.fromkeys(name for member in members for name in member)
    counts = {name: len({str(member.get(name)) for member in members}) for name in names}
    return [name for name, count in counts.items() if 1 < count <= FEW_STEPS][:1]


def _members(ensemble: Ensemble, rows: list[Row]) -> list[Part]:
    """Return what every member gives, to be unfolded."""
    experiment, good = ensemble.experiment, [row for row in rows if row.outcome is not None]
    if len(ensemble.runs) < 2 or not good:
        return []
    varied = _varied(experiment)
    lines = []
    for place, number in enumerate(sorted(ensemble.runs)):
        cells = [str(experiment.members[number].get(name, "")) for name in varied]
        for row in good:
            assert row.outcome is not None
            cells.append(row.outcome.words(row.outcome.each[place]))
        lines.append(cells)
    head = [*varied, *(row.measure.name() for row in good)]
    inside = Table(head, lines).html()
    kind = ' class="screen"' if len(lines) > MOST_PRINTED else ""
    return [Html(f"<details{kind}><summary>each of the {len(lines)} runs</summary>{inside}</details>")]
