"""A run as a page: what happened in pictures, with which parameters, and how to do it again.

The page is one HTML file that needs no network and prints well.
"""

from __future__ import annotations

import shlex
import sys
from os import PathLike
from pathlib import Path
from typing import Any

from blocks.block import type_name
from blocks.errors import ModelError
from blocks.units import format_quantity, unit
from solver.atomic_file import replacing
from solver.explain import explain
from solver.model_hash import installed_version
from solver.panels import shown_panels
from solver.report_page import Code, Figure, Page, Table, Warned
from solver.report_pictures import Pictures, drawings, motion
from solver.report_style import PLOT_STYLE
from solver.report_svg import svg
from solver.result import Result
from solver.result_plot import draw
from solver.shown_signals import shown_signals

MOST_ROWS = 500


def write_report(
    result: Result, folder: str | PathLike[str], source: Path | None = None, pictures: Pictures | None = None
) -> Path:
    """Write ``index.html`` into a folder and return its path; ``source`` is the file of the diagram."""
    return write_page(make_page(result, source, pictures), folder)


def write_page(page: Page, folder: str | PathLike[str]) -> Path:
    """Write a page into a folder as ``index.html`` and return its path."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ModelError(f"{folder}: the folder cannot be made.", why=f"{error.strerror or error}.") from None
    with replacing(place / "index.html") as temporary:
        temporary.write_text(page.html(), encoding="utf-8")
    return place / "index.html"


def make_page(result: Result, source: Path | None = None, pictures: Pictures | None = None) -> Page:
    """Return the report of a run."""
    page = Page(result.name, result.model.diagram.note, _facts(result))
    caption = f"The mechanism from the start (pale) until {result.time[-1]:g} s (dark)."
    moving = motion(pictures, result.model.diagram, result, caption)
    page.section("What happens", *moving, *_figures(result))
    page.section("What to know about it", *map(Warned, result.statistics.get("warnings", ())))
    page.section("Diagram", *drawings(pictures, [result.model.diagram]))
    page.section("At the end", _final(result))
    page.section("Parameters", _diagram_parameters(result), _block_parameters(result))
    found = explain(result.model)
    states = Table(["state"], [[name] for name in found.states[:MOST_ROWS]])
    page.section("The model", f"{found.summary()}.", _sizes(found.blocks, found.equations, found.reduced), states)
    page.section("How to reproduce", *_reproduce(result, source))
    return page


def _facts(result: Result) -> dict[str, str]:
    found, settings = result.statistics, result.settings
    return {
        "simulated": f"{settings.get('until', result.time[-1]):g} s",
        "computed in": f"{found.get('simulate_s', 0.0):.2g} s",
        "steps": str(found.get("steps", "")),
        "events": str(found.get("events", "")),
        "solver": str(found.get("solver", "")),
    }


def _figures(result: Result) -> list[Figure]:
    figures = []
    for panel in shown_panels(result):
        names = " over ".join(reversed(panel.names)) if panel.is_path else ", ".join(panel.names)
        caption = f"{panel.title}: {names}." if panel.title else f"{names}."
        figures.append(Figure(svg(draw(result, [panel], PLOT_STYLE)), caption))
    return figures


def _final(result: Result) -> Table:
    signals = shown_signals(result.model)[:MOST_ROWS]
    # a number without a unit of its own stands beside its scope's other signals in theirs
    shown_in = {name: panel.unit for panel in shown_panels(result) if not panel.is_path for name in panel.names}
    final = result.final(signals).items()
    rows = [[name, *result.in_words(name, value, shown_in.get(name, ""))] for name, value in final]
    return Table(["signal", "value", "unit"], rows, numbers=(1,))


def _diagram_parameters(result: Result) -> Table:
    diagram = result.model.diagram
    given = result.settings.get("parameters", {})
    values = {**diagram.parameters, **diagram.values, **{k: v for k, v in given.items() if k in diagram.parameters}}
    return Table(["parameter of the diagram", "value"], [[name, str(value)] for name, value in values.items()])


def _block_parameters(result: Result) -> Table:
    """Return the parameters that a person has set; all others have the values of their library."""
    vector = result.chunks[0].parameters if result.chunks else result.model.system.parameter_values
    given = result.settings.get("parameters", {})
    rows = []
    for instance in result.model.system.instances:
        declared = instance.block.parameters()
        for name in declared:
            typed = given.get(f"{instance.name}.{name}", instance.block.values.get(name))
            if typed is None:
                continue
            places = [k for k, item in enumerate(instance.template.parameters) if item.info.path == name]
            numbers = [float(vector[instance.parameters + k]) for k in places]
            value = _value_text(typed, numbers, declared[name].display or declared[name].unit_text)
            rows.append([instance.name, type_name(type(instance.block)), name, value, declared[name].text])
    return Table(["block", "type", "parameter", "value", "meaning"], rows[:MOST_ROWS])


def _value_text(typed: Any, numbers: list[float], symbol: str) -> str:
    if isinstance(typed, str) and not typed.lstrip().startswith("="):
        return typed
    shown_in = unit("1" if symbol in ("any", "bool") else symbol)
    text = format_quantity(numbers[0] if len(numbers) == 1 else numbers, shown_in)
    return f"{text}  ({typed})" if isinstance(typed, str) else text


def _sizes(blocks: int, equations: int, reduced: int) -> str:
    return f"{blocks} blocks give {equations} equations; {reduced} are left once equal ones are taken together."


def _reproduce(result: Result, source: Path | None) -> list[Any]:
    settings = {key: value for key, value in result.settings.items() if value is not None and key != "parameters"}
    given = result.settings.get("parameters", {})
    rows = [[key, str(value)] for key, value in settings.items()]
    rows += [["model hash (SHA-256)", result.hash], ["Junctura", installed_version()]]
    rows += [["Python", sys.version.split()[0]]]
    parts: list[Any] = [Table(["setting", "value"], rows)]
    if source is not None:
        words = ["junctura", "run", str(source), "--until", f"{settings['until']:g}", "--out", "result.csv"]
        words += [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
        parts.insert(0, Code(shlex.join(words)))
    return parts
