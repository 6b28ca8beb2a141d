"""P1: the annular robot of ``projects`` with its control: 10 s of it, how long it compiles, and live in the window.

Goals: 10 s within 1 s of processor time, compiled within 5 s where nothing is cached, and 30 pictures a second of scope
and animation while it runs as fast as the clock. There is no peer. It is right if the ring stays closed and ends near
its target. The picture rates and gaps are wall time, which other programs on the machine make worse; ``busy`` is the
processor time of the window's thread, as a share of one core.
"""

from __future__ import annotations

import os
import tomllib
from typing import Any

import numpy as np

from blocks.diagram_file import read_diagram
from solver.model import compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.benchmarks._measure import ROOT, Answer, answer, best, child, empty_cache, timed

FOLDER = ROOT / "projects" / "annular"
TARGET, NEAR, CLOSED = 2.5, 0.1, 1e-6  # m, m at the end, rad
MOST_RUN, MOST_COLD, FRAME, LAG = 1.0, 5.0, 1 / 30, 0.3  # s
COMPILE = """
import json
from tests.benchmarks.p1_annular import compile_times
print(json.dumps(compile_times()))
"""


def run(tiny: bool = False) -> list[Answer]:
    """Return the answers for sets C and D, for compiling, and for the window."""
    until, repeats = (0.2, 1) if tiny else (10.0, 5)
    model = compile_model(diagram())
    sets = tomllib.loads((FOLDER / "experiments.toml").read_text())["sets"]
    simulate(model, 0.01, native="always")
    found = []
    for name in ("C", "D"):
        values = sets[name]["values"]
        seconds, result = best(lambda values=values: simulate(model, until, parameters=values), repeats)
        found.append(ran(f"P1 annular robot, set {name}, {until:g} s", seconds, result, is_whole=not tiny))
    return [*found, compiling(1 if tiny else 3), live(0.5 if tiny else 8.0)]


def diagram() -> Any:
    """Return the robot that rolls."""
    return read_diagram(FOLDER / "rolling.toml")


def ran(name: str, seconds: float, result: Result, is_whole: bool) -> Answer:
    """Return the answer for a run."""
    opened = np.abs(np.sum(result["theta"], axis=1) - 2 * np.pi).max()
    errors = {"opened": (float(opened), CLOSED)}
    if is_whole:
        errors["from_target"] = float(abs(result["displacement"][-1] - TARGET)), NEAR
    met = {"goal": f"{MOST_RUN:g} s", "is_met": seconds <= MOST_RUN} if is_whole else {}
    return answer(name, seconds, None, "no peer", errors, steps=result.statistics["steps"], **met)


def compiling(repeats: int) -> Answer:
    """Return the answer for compiling in a new process with an empty cache."""
    times = min((child(COMPILE) for _ in range(repeats)), key=sum)
    seconds = sum(times)
    return answer(
        "P1 compile, no cache", seconds, None, "no peer", {}, f"{MOST_COLD:g} s", seconds <= MOST_COLD,
        compile_s=times[0], machine_code_s=times[1],
    )  # fmt: skip


def compile_times() -> tuple[float, float]:
    """Return the time from the file to a run without machine code, and from there to one with it."""
    with empty_cache():
        seconds, model = timed(lambda: compile_model(diagram()))
        return seconds, timed(lambda: simulate(model, 0.01, native="always"))[0]


def live(seconds: float) -> Answer:
    """Return the answer for the window: the time between two pictures, and whether the run keeps step."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from editor.app import make_application
    from editor.document import Document
    from editor.garbage import keep_clean
    from tests.benchmarks._live import live as watch

    application = make_application()
    keep_clean()  # as every window does
    document = Document(diagram())
    document.path = FOLDER / "rolling.toml"
    got = watch(application, document, seconds)
    slower = 1 / max(min(got["animation"], got["scope"]), 1e-3)
    is_met = slower <= FRAME * 1.05 and got["behind"] < LAG
    errors = {"seconds": (slower, 60.0)}
    shown = {key: f"{value:.3g}" for key, value in got.items()}
    return answer("P1 live, between pictures", slower, None, "no peer", errors, "33 ms", is_met, **shown)
