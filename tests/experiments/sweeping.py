"""What the tests of sweeps share: a small diagram, and commands in processes of their own."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from pathlib import Path

import junctura

DECAY = """
format = "junctura-diagram"
version = 1

[parameters]
R = "1 ohm"
V = "1 V"

[blocks.tank]
type = "electrical.Capacitor"
C = "1 F"

[blocks.tank.start]
v = "= V"

[blocks.leak]
type = "electrical.Resistor"
R = "= R"

[blocks.earth]
type = "electrical.Ground"

[diagram]
connections = [["tank.p", "leak.p"], ["tank.n", "leak.n"], ["leak.n", "earth.p"]]

[experiment]
stop = "1 s"
"""
FINAL = ("--measure", "final tank.v")
LIVENESS = 60.0  # s; whatever takes longer hangs


def rows_in(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table as a person's program reads them; a line that is not complete is none."""
    text = path.read_text() if path.exists() else ""
    lines = text[: text.rfind("\n") + 1].splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def start(*words: str, folder: Path) -> subprocess.Popen[str]:
    """Return the process of a command that has begun."""
    command = [sys.executable, junctura.__file__, *words]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_rows(path: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until a table has so many rows."""
    end = time.monotonic() + LIVENESS
    while len(rows_in(path)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.002)
