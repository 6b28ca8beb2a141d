"""From ``experiments.toml`` to a plan. The file is data only: nothing in it is evaluated or run."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from blocks.diagram_source import decoded, shown, tables
from blocks.errors import ModelError, did_you_mean, raise_all
from blocks.schema import Place as FilePlace
from blocks.schema import check_name, described, refuse_unsafe
from solver.experiments.fields import Fields
from solver.experiments.lines import line_of
from solver.experiments.measure_reader import read_measure
from solver.experiments.members import read_members
from solver.experiments.plan import (
    FILE,
    FORMAT,
    VERSION,
    Amount,
    Experiment,
    Measure,
    Motion,
    ParameterSet,
    Plan,
    Plot,
)
from solver.settings import SOLVERS, STARTS

MOST_EXPERIMENTS = 200


def experiments_in(path: str | Path) -> Path | None:
    """Return the file with the experiments of a project's folder, or the file itself; None if there is none."""
    place = Path(path)
    file = place / FILE if place.is_dir() else place
    return file if file.name == FILE and file.is_file() else None


def read_plan(file: Path) -> Plan:
    """Return the plan in a file; raise ModelError with everything that is wrong."""
    problems: list[ModelError] = []
    text, table = _load(file)
    plan = _Reader(table, file, problems).plan()
    raise_all([_with_line(problem, text, shown(file)) for problem in problems])
    return plan


def _with_line(problem: ModelError, text: str, name: str) -> ModelError:
    """Return a problem with the line that it is about, if that is known."""
    line = line_of(text, problem.where) if problem.where and problem.what.startswith(f"{name}, ") else 0
    what = problem.what.replace(f"{name}, ", f"{name}, line {line}, ", 1) if line else problem.what
    return ModelError(what, problem.where, problem.why, problem.fix)


def _load(file: Path) -> tuple[str, dict[str, Any]]:
    """Return the text of a file, and what stands in it."""
    name = shown(file)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ModelError(f"{name}: the file cannot be read.", why=f"{error.strerror or error}.") from None
    text = decoded(data, name)
    table = tables(text, name)
    if table.get("format") != FORMAT:
        raise ModelError(f"{name}: this is not a list of experiments.", why=f'Its first line is: format = "{FORMAT}"')
    if table.get("version") != VERSION:
        fix = "Update Junctura." if isinstance(table.get("version"), int) else f"Write: version = {VERSION}"
        raise ModelError(f"{name}: the version of the file is not {VERSION}.", fix=fix)
    refuse_unsafe(table, FilePlace(name), "")
    return text, table


class _Reader:
    def __init__(self, table: dict[str, Any], file: Path, problems: list[ModelError]) -> None:
        self.file, self.name, self.problems = file, shown(file), problems
        self.top = Fields(table, self.name, "", problems)
        self.sets: dict[str, ParameterSet] = {}
        self.names: dict[str, dict[float, str]] = {}

    def plan(self) -> Plan:
        """Return what the file says."""
        top = self.top
        for key in ("format", "version"):
            top.take(key)
        self.sets = {name: self._set(name, fields) for name, fields in self._tables("sets")}
        self.names = {name: self._names(fields) for name, fields in self._tables("names")}
        found = {name: self._experiment(name, fields) for name, fields in self._tables("experiments")}
        if not found:
            top.report("", "there is no experiment in it.", fix="Add a table such as [experiments.first].")
        if len(found) > MOST_EXPERIMENTS:
            top.report("experiments", f"there are more than {MOST_EXPERIMENTS} experiments.")
        plots = tuple(self._plot(fields, found) for fields in self._list(top, "plots"))
        drawn = tuple(self._diagram(top, "diagrams", name) for name in top.texts("diagrams"))
        drawn = drawn or tuple(dict.fromkeys(item.diagram for item in found.values()))
        title, note, document = top.text("title"), top.text("note"), top.text("document")
        top.end()
        title = title or self.file.absolute().parent.name
        return Plan(self.file, title, note, document, self.sets, found, plots, drawn)

    def _tables(self, key: str) -> list[tuple[str, Fields]]:
        table = self.top.take(key)
        if table is None:
            return []
        if not isinstance(table, dict):
            self.top.report(key, f"tables are expected, such as [{key}.first], not {described(table)}.")
            return []
        for name in table:
            check_name(name, FilePlace(self.name), key)
        return [(name, Fields(item, self.name, f"{key}.{name}", self.problems)) for name, item in table.items()]

    def _list(self, fields: Fields, key: str) -> list[Fields]:
        items, path = fields.take(key), ".".join(filter(None, (fields.path, key)))
        if items is None:
            return []
        if not isinstance(items, list):
            fields.report(key, f"write [[{path}]] with two brackets: there may be several.")
            return []
        return [Fields(item, self.name, f"{path}[{k}]", self.problems) for k, item in enumerate(items, 1)]

    def _set(self, name: str, fields: Fields) -> ParameterSet:
        note, values = fields.text("note"), fields.values("values")
        if not values:
            fields.report("", "the set has no values.", fix=f"Add a table [sets.{name}.values].")
        fields.end()
        return ParameterSet(name, note, values)

    def _names(self, fields: Fields) -> dict[float, str]:
        """Return what values are called that are codes: a table such as { 1 = "axial", 2 = "planar" }."""
        found: dict[float, str] = {}
        for key in fields.table:
            text, is_number = fields.text(key), re.fullmatch(r"[0-9]{1,15}", key)
            if not is_number:
                fields.report(key, "a whole number is expected before the name.")
            else:
                found[float(key)] = text
        return found

    def _measure(self, fields: Fields) -> Measure | None:
        """Return a measure, with the names of its values."""
        known = fields.text("names")
        if known and known not in self.names:
            what = f'there is no table of names "{known}".'
            fields.report("names", what, did_you_mean(known, self.names), f"Add a table [names.{known}].")
        found = read_measure(fields)
        return replace(found, names=self.names.get(known, {})) if found else None

    def _diagram(self, fields: Fields, key: str, name: str) -> Path:
        folder = self.file.parent
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
            near = did_you_mean(name, (item.name for item in folder.glob("*.toml") if item.name != FILE))
            fields.report(key, f'there is no diagram "{name}" in the folder of the project.', near)
        return path

    def _experiment(self, name: str, fields: Fields) -> Experiment:
        diagram = self._diagram(fields, "diagram", fields.text("diagram") or "diagram.toml")
        values: dict[str, Any] = {}
        sets = tuple(fields.texts("sets"))
        for key in sets:
            if key not in self.sets:
                what = f'there is no set "{key}".'
                fields.report("sets", what, did_you_mean(key, self.sets), f"Add a table [sets.{key}.values].")
            else:
                values |= self.sets[key].values
        values |= fields.values("values")
        members, settings = read_members(fields), self._settings(fields)
        measures = tuple(found for item in self._list(fields, "measures") if (found := self._measure(item)))
        motion = self._motion(fields, len(members))
        title, note = fields.text("title"), fields.text("note")
        fields.end()
        return Experiment(name, diagram, title, note, values, members, settings, measures, motion, sets)

    def _settings(self, fields: Fields) -> dict[str, Any]:
        found: dict[str, Any] = {"until": fields.time("until"), "step": fields.time("step")}
        found["solver"] = fields.choice("solver", SOLVERS) if "solver" in fields.table else fields.take("solver")
        found["start"] = fields.choice("start", STARTS) if "start" in fields.table else fields.take("start")
        tolerance = fields.amount("tolerance")
        found["tolerance"] = None if tolerance is None else tolerance.value
        return {key: value for key, value in found.items() if value is not None}

    def _motion(self, fields: Fields, members: int) -> Motion | None:
        table = fields.take("motion")
        if table is None or table is False:
            return None
        if table is True:
            return Motion()
        inner = Fields(table, self.name, f"{fields.path}.motion", self.problems)
        instants = inner.take("instants") or []
        times = [inner.quantity(f"instants[{k}]", item) for k, item in enumerate(instants, 1)]
        member = inner.whole("member", 1, 1, members)
        is_apart = inner.yes("apart", False)
        inner.end()
        return Motion(member, tuple(time.value for time in times if time is not None), is_apart)

    def _plot(self, fields: Fields, known: dict[str, Experiment]) -> Plot:
        experiments = fields.texts("experiments", needed=True)
        for name in experiments:
            if name not in known:
                fields.report("experiments", f'there is no experiment "{name}".', did_you_mean(name, known))
        signals, labels = fields.texts("signals", needed=True), fields.texts("labels")
        count = len(experiments) * len(signals)
        if labels and len(labels) != count:
            fields.report("labels", f"there are {len(labels)} labels for {count} curves.")
        levels = self._levels(fields)
        plot = Plot(
            experiments, signals, fields.text("x"), fields.text("title"), fields.text("note"), labels, levels,
            fields.text("unit"), fields.time("until"),
        )  # fmt: skip
        fields.end()
        return plot

    def _levels(self, fields: Fields) -> dict[str, Amount]:
        table = fields.take("levels") or {}
        if not isinstance(table, dict):
            fields.report("levels", 'a table is expected, such as { target = "2.5 m" }.')
            return {}
        found = {name: fields.quantity(f"levels.{name}", value) for name, value in table.items()}
        return {name: amount for name, amount in found.items() if amount is not None}
