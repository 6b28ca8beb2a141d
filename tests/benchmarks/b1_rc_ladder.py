"""B1: a ladder of resistors and capacitors from acausal blocks: read, compile and simulate 10 s, each in a new process.

A step of 1 V at t = 0, cells of 1 ohm in series and 0.01 F across, the end open. The exact solution is a sum of
sines, so every cell is compared. Published: rumoca (acausal, Rust) needs 11.6 s and 1.2 GB for 1000 cells.
"""

from __future__ import annotations

import tempfile
from math import pi
from pathlib import Path

import casadi as ca
import numpy as np

from blocks import Diagram
from blocks.diagram_file import write_diagram
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Resistor
from tests.benchmarks._measure import Answer, answer, child, timed

R, C, UNTIL = 1.0, 0.01, 10.0
LARGEST_ERROR = 5e-6  # V; the tolerance is 1e-6

OURS = """
import json, resource, sys, time
from blocks.diagram_file import read_diagram
from solver.model import compile_model
from solver.simulate import simulate
n, until = int(sys.argv[2]), float(sys.argv[3])
marks = [time.process_time()]
diagram = read_diagram(sys.argv[1])
marks.append(time.process_time())
model = compile_model(diagram)
marks.append(time.process_time())
result = simulate(model, until, tolerance=1e-6)
marks.append(time.process_time())
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
final = result.final([f"c{k}.v" for k in range(1, n + 1)])
parts = [b - a for a, b in zip(marks, marks[1:])]
print(json.dumps({"parts": parts, "memory": memory, "values": list(final.values())}))
"""


def ladder(n: int) -> Diagram:
    """Return the ladder with ``n`` cells."""
    d = Diagram("ladder")
    d.add("source", ConstantVoltage(V=1.0))
    d.add("ground", Ground())
    d.connect("source.n", "ground.p")
    end = "source.p"
    for k in range(1, n + 1):
        d.add(f"r{k}", Resistor(R=R))
        d.add(f"c{k}", Capacitor(C=C, start={"v": 0}))
        d.connect(end, f"r{k}.p")
        d.connect(f"r{k}.n", f"c{k}.p")
        d.connect(f"c{k}.n", "ground.p")
        end = f"r{k}.n"
    return d


def exact(n: int, time: float) -> np.ndarray:
    """Return the voltages of all cells, from the eigenvectors of the ladder.

    >>> [round(float(exact(n, 10.0)[n // 10 - 1]), 10) for n in (10, 100, 1000)]
    [1.0, 0.8230770278, 0.0253595216]
    """
    angles = (2 * np.arange(1, n + 1) - 1) * pi / (2 * n + 1)
    decay = np.exp(-4 * np.sin(angles / 2) ** 2 / (R * C) * time)
    slow = np.flatnonzero(decay > 1e-18)
    places = np.arange(1, n + 1)
    weights = [4 / (2 * n + 1) * np.sin(angles[j] * places).sum() * decay[j] for j in slow]
    return 1 - sum((w * np.sin(angles[j] * places) for w, j in zip(weights, slow, strict=True)), np.zeros(n))


def by_hand(n: int, until: float) -> np.ndarray:
    """Return the voltages found by CasADi's IDAS from hand-written equations."""
    v = ca.SX.sym("v", n)
    into = (ca.vertcat(1, v[:-1]) - v) / R
    rate = (into - ca.vertcat(into[1:], 0)) / C
    options = {"reltol": 1e-6, "abstol": 1e-9}
    solve = ca.integrator("solve", "idas", {"x": v, "ode": rate}, 0, until, options)
    return np.array(solve(x0=np.zeros(n))["xf"]).ravel()


def run(tiny: bool = False) -> list[Answer]:
    """Compare ladders of two sizes with CasADi's IDAS by hand."""
    if tiny:
        return [compare(20, 1.0, "", 1e9, 1e9, repeats=1)]
    return [compare(1000, UNTIL, "0.8 s, 250 MB", 0.8, 250.0), compare(10_000, UNTIL, "8 s", 8.0, 1e9)]


def compare(n: int, until: float, goal: str, most_seconds: float, most_memory: float, repeats: int = 3) -> Answer:
    """Return the answer for one size."""
    right = exact(n, until)
    runs, peers = [], []
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "ladder.toml")
        write_diagram(ladder(n), file)
        for _ in range(repeats):
            runs.append(child(OURS, file, str(n), str(until)))
            peers.append(timed(lambda: by_hand(n, until)))
    quickest = min(runs, key=lambda found: sum(found["parts"]))
    ours, memory = sum(quickest["parts"]), min(found["memory"] for found in runs)
    peer, theirs = min(seconds for seconds, _ in peers), peers[-1][1]
    errors = {"deviation": (float(np.abs(quickest["values"] - right).max()), LARGEST_ERROR)}
    return answer(
        f"B1 RC ladder of {n} cells", ours, peer, "CasADi IDAS by hand", errors, goal,
        ours <= most_seconds and memory <= most_memory,
        peer_deviation=float(np.abs(theirs - right).max()), read_s=quickest["parts"][0],
        compile_s=quickest["parts"][1], simulate_s=quickest["parts"][2], memory_MB=round(memory),
    )  # fmt: skip
