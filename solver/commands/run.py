"""``junctura run``: simulate a diagram; print, save or plot what happens."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from blocks.errors import raise_all
from blocks.project_folder import diagram_in
from solver.commands.output import counted, note, print_json, seconds, table
from solver.commands.progress import ProgressBar

if TYPE_CHECKING:
    from blocks.diagram import Diagram
    from solver.model import Model
    from solver.result import Result

MOST_ROWS = 40


def run(options: Namespace) -> int:
    """Simulate the file and show the result."""
    from solver.experiments.measure_reader import measure_in_words
    from solver.experiments.measuring import outcome

    _check_paths(options)
    model = compile_file(options.file, options.anyway)
    signals = _signals(model, options.signals)
    measures = [measure_in_words(text) for text in options.measure]
    result = run_model(model, options)
    if options.out:
        result.save(options.out, signals if options.signals else None)
    if options.plot:
        _plot(result, options.signals, options.plot)
    for warning in result.statistics.get("warnings", ()):
        note(f"Note: {warning}")
    found = {text: outcome(measure, [result]) for text, measure in zip(options.measure, measures, strict=True)}
    if options.json:
        measured = {"measures": {text: item.value for text, item in found.items()}} if found else {}
        print_json({**facts(result, signals), **measured})
    else:
        print(summary(result, signals))
        if found:
            print(f"\n{table([(text, item.text) for text, item in found.items()])}")
        if saved := " and ".join(filter(None, (options.out, options.plot))):
            print(f"\nSaved {saved}.")
    return 0


def _check_paths(options: Namespace) -> None:
    """Refuse names that cannot be written before anything is computed."""
    if options.out:
        from solver.result_files import SAVED_AS, check_ending

        check_ending(options.out, SAVED_AS, "saved as")
    if options.plot:
        from solver.result_plot import DRAWN_AS, check_ending

        check_ending(options.plot, DRAWN_AS, "drawn as")


def compile_file(path: str, anyway: bool = False) -> Model:
    """Return the model of a file, or of a project's folder; raise what is wrong with it unless told to go on."""
    from blocks.diagram_file import read_diagram
    from solver.model import compile_model

    diagram = read_diagram(diagram_in(path))
    if not anyway:
        _refuse(diagram)
    return compile_model(diagram)


def _refuse(diagram: Diagram) -> None:
    if diagram.problems:
        note("The file has problems, and what it means is not certain. Correct them, or run it with --anyway.\n")
        raise_all(diagram.problems)


def run_model(model: Model, options: Namespace) -> Result:
    """Return the result of a model, with a progress bar for the impatient."""
    from solver.simulate import simulate

    given = dict(options.set)
    with ProgressBar(model.system.name) as progress:
        result = simulate(
            model, options.until, solver=options.solver, tolerance=options.tolerance, step=options.step,
            start=options.start, trust=options.trust,
            parameters=given, progress=progress,
        )  # fmt: skip
    if given:
        result.settings["parameters"] = given
    return result


def _signals(model: Model, chosen: list[str] | None) -> list[str]:
    from solver.shown_signals import shown_signals

    if not chosen:
        return shown_signals(model)
    for name in chosen:
        model.observer.expand(name)
    return chosen


def _plot(result: Result, signals: list[str] | None, path: str) -> None:
    """Draw the named variables, or what the scopes of the diagram show."""
    from solver.panels import shown_panels
    from solver.result_plot import plot_panels

    if signals:
        result.plot(signals, path)
    else:
        plot_panels(result, shown_panels(result), path)


def facts(result: Result, signals: list[str]) -> dict[str, Any]:
    """Return a run in numbers."""
    keys = ("compile_s", "simulate_s", "steps", "rejected", "events", "solver")
    return {
        "model": result.name,
        "until": result.settings.get("until"),
        **{key: result.statistics.get(key) for key in keys},
        "final": result.final(signals),
        "units": {name: unit for name in signals if (unit := result.unit(name))},
    }


def summary(result: Result, signals: list[str]) -> str:
    """Return a run in words, with the values at its end."""
    found = result.statistics
    until = result.settings["until"]
    head = (
        f"{result.name}: {until:g} s simulated in {seconds(found['simulate_s'])} "
        f"(compiled in {seconds(found['compile_s'])}; {counted(found['steps'], 'step')}, "
        f"{counted(found['events'], 'event')}, solver {found['solver']})"
    )
    values = result.final(signals[:MOST_ROWS])
    if not values:
        return head
    rows = [(name, *result.in_words(name, value)) for name, value in values.items()]
    more = f"\n  ... and {len(signals) - MOST_ROWS} more" if len(signals) > MOST_ROWS else ""
    return f"{head}\n\n{table([('signal', f'at {until:g} s', ''), *rows], numbers=[1])}{more}"
