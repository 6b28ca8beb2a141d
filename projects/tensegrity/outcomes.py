"""Counts what the pairs of a sweep do: the table in README.md.

    python projects/tensegrity/outcomes.py pairs.csv
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path

from blocks import Block
from blocks.diagram_file import read_diagram

OUTCOMES = ("stays", "neighbouring planar", "neighbouring axial", "farther", "rests on an edge", "struts would touch")
AXIAL = 8  # so many faces come first


def faces() -> list[set[int]]:
    """Return the vertices of each face, in the order of the diagram."""
    match = read_diagram(Path(__file__).parent / "triangle.toml").blocks["face"]
    assert isinstance(match, Block)
    codes = [int(code) for code in match.values["codes"]]  # type: ignore[union-attr]
    return [{code // 10_000, code // 100 % 100, code % 100} for code in codes]


def outcome(known: list[set[int]], first: int, last: int) -> str:
    """Return what a pair did that began on one face and ended on another; 0 is none."""
    if last == 0:
        return "rests on an edge"
    if first == last:
        return "stays"
    if len(known[first - 1] & known[last - 1]) < 2:
        return "farther"
    return "neighbouring axial" if last <= AXIAL else "neighbouring planar"


def counted(table: Path) -> dict[int, Counter[str]]:
    """Return how often each outcome happened, by the face on which a run began."""
    known, found = faces(), dict[int, Counter[str]]()
    with table.open(encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            first = round(float(row["start_face"]))
            counts = found.setdefault(first, Counter())
            counts[outcome(known, first, round(float(row["final face_number"])))] += 1
            counts["struts would touch"] += float(row["minimum strut_distance"]) < 0
    return found


if __name__ == "__main__":
    print(f"| begins on | {' | '.join(OUTCOMES)} |")
    for first, counts in counted(Path(sys.argv[1])).items():
        print(f"| face {first} | {' | '.join(str(counts[name]) for name in OUTCOMES)} |")
