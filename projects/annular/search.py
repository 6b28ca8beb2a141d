"""Looks for one set of parameters with which the robot shows everything that the document reports.

The cylinder has a bore of ISO 6432, the valve a conductance of a catalogue; all other values are free within their
limits. An evolution strategy changes the best sets found so far. A set is judged by how far the medians of its runs
are outside what the document reports, in the units of ``GOALS``; 0 meets everything.

    python projects/annular/search.py --minutes 60 --seed 1 --log search.csv
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError
from blocks.values import number
from solver.experiments.reader import read_plan
from solver.model import Model, compile_model
from solver.result import Result
from solver.simulate import simulate

Set = dict[str, float]
BORES = (0.010, 0.012, 0.016)  # m, of ISO 6432
# m3/(s Pa): 5/3-way proportional valves of 100 and 350 l/min nominal flow (6 to 5 bar), with a ratio b of 0.3
CONDUCTANCES = (0.39e-8, 1.38e-8)
RANGES = {
    "unit_mass": (0.15, 0.6), "cylinder_damping": (100.0, 600.0), "K_p": (1.5, 8.0), "K_z": (0.01, 6.0),
    "K_null": (1.0, 80.0), "null_damping": (0.05, 8.0), "inertia": (0.008, 0.15),
}  # fmt: skip
UNITS = {
    "unit_mass": "kg", "cylinder_damping": "N.s/m", "K_p": "1/s2", "K_z": "1/s2", "K_null": "1/s2", "inertia": "kg.m2",
    "bore": "m", "conductance": "m3/(s.Pa)", "phase": "rad", "target": "m",
}  # fmt: skip
FREE_SHAPE = {"K_null": 0.0, "null_damping": 0.0}
PHASES = [np.radians(22.5) * k / 8 for k in range(8)]
FEW = PHASES[1::4]  # while looking
PARENTS, STEP, FINAL = 8, 0.15, 4
STEP_TIME = 2e-4  # s, twice that of the diagram: medians may differ by 4 cm, so judge what is found by the report


class Goal(NamedTuple):
    """What the median of a measure should be, and how far outside counts one."""

    least: float
    most: float
    unit: float


GOALS = {
    "with_at_5": Goal(2.5, 9.0, 0.05), "with_peak": Goal(0.0, 2.65, 0.05), "with_settled": Goal(0.0, 4.5, 0.25),
    "without_at_5": Goal(2.2, 2.4, 0.05), "without_peak": Goal(2.7, 3.0, 0.05), "four_by_6": Goal(3.9, 9.0, 0.05),
}  # fmt: skip


def measured(model: Model, chosen: Set, phases: list[float]) -> Iterator[dict[str, float]]:
    """Yield the medians of the measures, those of one experiment after another."""

    def runs(until: float, **values: float) -> list[Result]:
        sets = [{**chosen, **values, "phase": phase} for phase in phases]
        return [simulate(model, until, parameters=with_units(one), interval=0.02, step=STEP_TIME) for one in sets]

    found = [(r.time, r["displacement"]) for r in runs(8.0)]
    yield {
        "with_at_5": _median(np.interp(5.0, t, y) for t, y in found),
        "with_peak": _median(y.max() for _, y in found),
        "with_settled": _median(t[np.abs(y - 2.5) > 0.05 * 2.5][-1] for t, y in found),
    }
    found = [(r.time, r["displacement"]) for r in runs(10.0, **FREE_SHAPE)]
    yield {
        "without_at_5": _median(np.interp(5.0, t, y) for t, y in found),
        "without_peak": _median(y.max() for _, y in found),
    }
    yield {"four_by_6": _median(r["displacement"].max() for r in runs(6.0, target=4.0))}


def with_units(chosen: Set) -> dict[str, str | float]:
    """Return the values of a set as the diagram takes them."""
    return {name: f"{float(value)!r} {UNITS[name]}" if name in UNITS else value for name, value in chosen.items()}


def _median(values: Any) -> float:
    return float(np.median(list(values)))


def judged(model: Model, chosen: Set, phases: list[float], enough: float) -> tuple[float, dict[str, float]]:
    """Return how far outside a set is in all, and its measures; it stops where more than ``enough`` is reached."""
    outside, found = 0.0, {}
    try:
        for medians in measured(model, chosen, phases):
            found |= medians
            outside += sum(_outside(GOALS[name], value) for name, value in medians.items())
            if outside > enough:
                return outside, found
    except ModelError:
        return float("inf"), found
    return outside, found


def _outside(goal: Goal, value: float) -> float:
    return max(goal.least - value, value - goal.most, 0.0) / goal.unit


def first_sets() -> Iterator[Set]:
    """Yield the known sets C and D with all cylinders and valves that can be bought."""
    known = read_plan(Path(__file__).parent / "experiments.toml").sets
    for letter in "CD":
        given = {name: float(number(known[letter].values[name], None, {}, name)) for name in RANGES}
        inside = {name: float(np.clip(given[name], *limits)) for name, limits in RANGES.items()}
        for bore in BORES:
            for conductance in CONDUCTANCES:
                yield {**inside, "bore": bore, "conductance": conductance}


def changed(parents: list[Set], random: np.random.Generator) -> Set:
    """Return a mixture of two sets, a little changed."""
    first, second = (parents[i] for i in random.integers(len(parents), size=2))
    child = {name: (first if random.random() < 0.7 else second)[name] for name in first}
    for name, (low, high) in RANGES.items():
        if random.random() < 0.6:
            child[name] = float(np.clip(child[name] * np.exp(STEP * random.normal()), low, high))
    return child


def search(minutes: float, seed: int, log: Path) -> None:
    """Look for sets with a few phases, and judge the best ones with all; write whatever was among the best."""
    model = compile_model(read_diagram(Path(__file__).parent / "rolling.toml"))
    random, best, tried = np.random.default_rng(seed), list[tuple[float, Set]](), 0
    end, first = time.monotonic() + 60 * minutes, first_sets()
    with log.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, ["tried", "phases", "outside", *RANGES, "bore", "conductance", *GOALS])
        table.writeheader()

        def note(phases: list[float], chosen: Set, enough: float) -> float:
            outside, found = judged(model, chosen, phases, enough)
            if outside < enough:
                row = {"tried": tried, "phases": len(phases), "outside": f"{outside:.3f}", **chosen, **found}
                table.writerow(row)
                file.flush()
                print(row, flush=True)
            return outside

        while time.monotonic() < end:
            chosen = next(first, None) or changed([s for _, s in best], random)
            tried += 1
            outside = note(FEW, chosen, best[-1][0] if len(best) == PARENTS else np.inf)
            best = sorted([*best, (outside, chosen)], key=lambda item: item[0])[:PARENTS]
        for _, chosen in best[:FINAL]:
            note(PHASES, chosen, np.inf)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Look for one set of parameters that shows everything.")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path("search.csv"))
    given = parser.parse_args()
    search(given.minutes, given.seed, given.log)
