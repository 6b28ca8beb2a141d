"""What the benchmarks of the robots in ``projects`` share: compiling, opening, and running live in the window."""

from __future__ import annotations

import os
import time
from pathlib import Path

from blocks.diagram_file import read_diagram
from solver.model import compile_model
from solver.simulate import simulate
from tests.benchmarks._live import live as watch
from tests.benchmarks._measure import Answer, answer, child, empty_cache, timed

FRAME, LAG, OPENED = 1 / 30, 0.3, 1.0  # s
COMPILE = """
import json, sys
from pathlib import Path
from tests.benchmarks._robot import compile_times
print(json.dumps(compile_times(Path(sys.argv[1]))))
"""


def compiling(name: str, path: Path, most: float, repeats: int) -> Answer:
    """Return the answer for compiling in a new process with an empty cache."""
    times = min((child(COMPILE, str(path)) for _ in range(repeats)), key=sum)
    seconds = sum(times)
    return answer(
        f"{name} compile, no cache", seconds, None, "no peer", {}, f"{most:g} s", seconds <= most,
        compile_s=times[0], machine_code_s=times[1],
    )  # fmt: skip


def compile_times(path: Path) -> tuple[float, float]:
    """Return the time from the file to a run without machine code, and from there to one with it."""
    with empty_cache():
        seconds, model = timed(lambda: compile_model(read_diagram(path)))
        return seconds, timed(lambda: simulate(model, 0.01, native="always"))[0]


def opening(name: str, path: Path) -> Answer:
    """Return the answer for the time from a file to its first picture in a window that is there already."""
    from editor.app import make_application
    from editor.document import Document
    from editor.main_window import MainWindow

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = make_application()
    window = MainWindow(keeps_layout=False)
    window.show()
    application.processEvents()
    began = time.perf_counter()
    document = Document(read_diagram(path))
    document.path = path
    window.show_document(document)
    window.repaint()
    application.processEvents()
    seconds = time.perf_counter() - began
    window.close()
    return answer(f"{name} open", seconds, None, "no peer", {"seconds": (seconds, 60.0)}, "1 s", seconds <= OPENED)


def live(name: str, path: Path, seconds: float) -> Answer:
    """Return the answer for the window: the time between two pictures, and whether the run keeps step."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from editor.app import make_application
    from editor.document import Document
    from editor.garbage import keep_clean

    application = make_application()
    keep_clean()  # as every window does
    document = Document(read_diagram(path))
    document.path = path
    got = watch(application, document, seconds)
    slower = 1 / max(min(got["animation"], got["scope"]), 1e-3)
    is_met = slower <= FRAME * 1.05 and got["behind"] < LAG
    errors = {"seconds": (slower, 60.0)}
    shown = {key: f"{value:.3g}" for key, value in got.items()}
    return answer(f"{name} live, between pictures", slower, None, "no peer", errors, "33 ms", is_met, **shown)
