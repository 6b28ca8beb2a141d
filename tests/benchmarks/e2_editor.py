"""E2: the editor with many blocks: opening, dragging, exporting, checking and starting, offscreen.

There is no peer. Goals: 300 blocks open within 1 s, every frame of dragging a block with ten connections within 16 ms
and its release within 50 ms, 200 blocks to PDF within 0.2 s, the start page within 1.5 s, and no gap over 50 ms in the
window while a model is checked. The time to find the way of one connection is told as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks._city import city, shown
from tests.benchmarks._drag import dragging, routing
from tests.benchmarks._measure import ROOT, Answer, answer

START = """
import time; began = time.perf_counter()
from editor.app import make_application
application = make_application()
from editor.main_window import MainWindow
window = MainWindow(); window.show(); application.processEvents()
print(time.perf_counter() - began)
"""


def run(tiny: bool = False) -> list[Answer]:
    """Return the wall time of each; in a window, processor time is not what a person waits for."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from editor.app import make_application
    from editor.garbage import keep_clean

    application = make_application()
    keep_clean()  # as every window does
    many, some = (30, 20) if tiny else (300, 200)
    parts: list[tuple[str, Callable[[], float], float]] = [
        (f"open {many} blocks", lambda: opening(many), 1.0),
        (f"{some} blocks to PDF", lambda: exporting(some), 0.2),
        (f"longest gap while {many} blocks are checked", lambda: longest_gap(application, many), 0.05),
        ("start page", starting, 1.5),
    ]
    found = []
    for name, work, goal in parts:
        seconds = work()
        errors = {"seconds": (seconds, 60.0)}
        found.append(answer(f"E2 {name}", seconds, None, "no peer", errors, f"{goal:g} s", seconds <= goal))
    return found + dragging(application, many, 2 if tiny else 12) + routing((10,) if tiny else (50, 200, 300))


def opening(count: int) -> float:
    """Return the time from a diagram to its first picture."""
    began = time.perf_counter()
    kept = shown(count)
    spent = time.perf_counter() - began
    del kept
    return spent


def exporting(count: int) -> float:
    """Return the time to write a PDF once fonts and icons are there."""
    from editor.export import export_scene
    from editor.style import THEMES

    _, scene = shown(count)
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            began = time.perf_counter()
            export_scene(scene, Path(folder) / "city.pdf", THEMES["print"])
            times.append(time.perf_counter() - began)
    return times[-1]


def longest_gap(application: Any, count: int) -> float:
    """Return the longest time in which the window could not answer while its diagram was checked."""
    from editor.checker import Checker
    from editor.document import Document

    checker, answers, gaps = Checker(Document(city(count))), [], []
    checker.checked.connect(answers.append)
    checker.check_now()
    end = last = time.perf_counter()
    while not answers and last - end < 60:
        application.processEvents()
        now = time.perf_counter()
        gaps.append(now - last)
        last = now
        time.sleep(0.001)
    checker.close()
    return max(gaps)


def starting() -> float:
    """Return the time from a new process to the start page."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, cwd=ROOT, env=environment)
    return float(done.stdout.split()[-1])
