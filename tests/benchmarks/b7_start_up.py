"""B7: from the shell to the first result of x' = -x, each in a new process, beside a script with CasADi alone.

Published: rumoca .07 s in-process, CasADi .07, SciPy .35, Drake .41, pathsim 1.07 s.
"""

from __future__ import annotations

import json
import sys
import tempfile
from math import exp
from pathlib import Path
from typing import Any

from blocks import Diagram
from blocks.diagram_file import write_diagram
from libraries.signals import Constant, FirstOrder
from tests.benchmarks._measure import Answer, answer, child, in_turns, process

LARGEST_ERROR = 1e-5
MOST_IMPORT, MOST_RUN = 0.2, 0.4  # s

IMPORT = "from junctura import Diagram, compile_model, simulate"
PEER = """
import casadi as ca
x = ca.SX.sym("x")
solve = ca.integrator("solve", "cvodes", {"x": x, "ode": -x}, 0, 1)
print(float(solve(x0=1)["xf"]))
"""
COMMAND = "import sys; from junctura import main; sys.exit(main(sys.argv[1:]))"


def decay() -> Diagram:
    """Return x' = -x from x = 1."""
    d = Diagram("decay")
    d.experiment.stop = 1.0
    d.add("zero", Constant(level=0.0))
    d.add("x", FirstOrder(T=1.0, start={"y": 1.0}))
    d.connect("zero.y", "x.u")
    return d


def run(tiny: bool = False) -> list[Answer]:
    """Compare the import, and a whole run from the shell, with CasADi."""
    repeats = 1 if tiny else 5
    child(IMPORT)  # from here on Python's own compiled modules are there
    child(PEER)
    inner, peer = in_turns(lambda: child(IMPORT), lambda: child("import casadi"), repeats)
    assert peer is not None
    goal = f"{MOST_IMPORT} s"
    imported = answer("B7 import", inner[0], peer[0], "import casadi", {}, goal, inner[0] <= MOST_IMPORT)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "decay.toml")
        write_diagram(decay(), file)
        from_shell(file)
        inner, peer = in_turns(lambda: from_shell(file), lambda: child(PEER), repeats)
    assert peer is not None
    errors = {"deviation": (abs(inner[1]["final"]["x.y"] - exp(-1)), LARGEST_ERROR)}
    ran = answer(
        "B7 junctura run", inner[0], peer[0], "CasADi CVODES by hand", errors, f"{MOST_RUN} s", inner[0] <= MOST_RUN,
        peer_deviation=abs(peer[1] - exp(-1)), compile_s=inner[1]["compile_s"], simulate_s=inner[1]["simulate_s"],
    )  # fmt: skip
    return [imported, ran]


def from_shell(file: str) -> dict[str, Any]:
    """Return what the command says about a run."""
    found: dict[str, Any] = json.loads(process([sys.executable, "-c", COMMAND, "run", file, "--json"]))
    return found
