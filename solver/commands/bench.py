"""``junctura bench``: time the benchmark problems beside other simulators.

A benchmark is a module in ``tests/benchmarks`` with a function ``run()`` that returns a dictionary (or several) with
``name``, ``ours``, ``peer``, ``peer_name``, ``ratio`` and whatever else is worth knowing; ``peer`` is None where the
other simulator is not installed. Each runs in a process of its own, so that none profits from another.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from blocks.errors import ModelError, did_you_mean
from solver.commands.output import note, plain, print_json, table

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "benchmarks"
ANSWER = "JUNCTURA-BENCHMARK "  # marks the line with the answer among whatever else a benchmark prints
CODE = """
import json, runpy, sys
sys.path.insert(0, sys.argv[2])
found = runpy.run_path(sys.argv[1])["run"]()
print(sys.argv[3] + json.dumps(found if isinstance(found, list) else [found], default=str))
"""
NO_PEER = ("no peer", "analytic")  # nothing to compare with, so nothing is missing
KNOWN = ("name", "ours", "peer", "peer_name", "ratio", "error")


def bench(options: Namespace) -> int:
    """Run all benchmarks, or those named; return 1 if one fails."""
    files = benchmark_files(Path(options.folder) if options.folder else FOLDER, options.name)
    rows = []
    for k, file in enumerate(files, 1):
        if sys.stderr.isatty():
            note(f"{file.stem} ({k} of {len(files)}) ...")
        rows += run_benchmark(file)
    if options.json:
        print_json(rows)
    else:
        print(results_table(rows))
    return 1 if any("error" in row for row in rows) else 0


def benchmark_files(folder: Path, names: list[str]) -> list[Path]:
    """Return the benchmarks of a folder; the beginning of a name is enough."""
    known = {path.stem: path for path in sorted(folder.glob("[!_]*.py")) if not path.stem.startswith("test_")}
    if not known:
        raise ModelError(f"There are no benchmarks in {folder}.", fix="They are part of the source code of Junctura.")
    chosen: dict[str, Path] = {}
    for name in names or known:
        found = {stem: path for stem, path in known.items() if stem.startswith(name)}
        if not found:
            hint = did_you_mean(name, known)
            raise ModelError(f'There is no benchmark "{name}".', "", hint, f"The benchmarks are: {', '.join(known)}.")
        chosen |= found
    return list(chosen.values())


def run_benchmark(file: Path) -> list[dict[str, Any]]:
    """Return the answers of one benchmark, or what went wrong with it."""
    root = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, "-c", CODE, str(file), root, ANSWER]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    answers = [line.removeprefix(ANSWER) for line in done.stdout.splitlines() if line.startswith(ANSWER)]
    if done.returncode or not answers:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        return [{"name": file.stem, "error": lines[-1] if lines else f"ended with code {done.returncode}"}]
    return [with_ratio(row) for row in json.loads(answers[-1])]


def with_ratio(row: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with our time divided by the peer's, where both are known."""
    ours, peer = row.get("ours"), row.get("peer")
    ratio = row.get("ratio", ours / peer if ours and peer else None)
    return {**row, "peer": peer, "peer_name": row.get("peer_name", ""), "ratio": ratio}


def results_table(rows: list[dict[str, Any]]) -> str:
    """Return the answers for people."""
    lines = [("benchmark", "ours", "peer", "ratio", "", "")]
    for row in rows:
        if "error" in row:
            lines.append((row["name"], "failed", "", "", "", str(row["error"])))
            continue
        peer = _number(row["peer"]) if row["peer"] is not None else "-" if row["peer_name"] in NO_PEER else "missing"
        more = ", ".join(f"{key} {_number(plain(value))}" for key, value in row.items() if key not in KNOWN)
        lines.append((row["name"], _number(row.get("ours")), peer, _number(row["ratio"]), str(row["peer_name"]), more))
    return table(lines, numbers=[1, 2, 3])


def _number(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
