"""E3: finding a block among all while a person types: the time from a key to the ranked list.

There is no peer. Goal: a list within 16 ms for every key, also of mistyped words, so that typing never feels held up.
"""

from __future__ import annotations

import time

from tests.benchmarks._measure import Answer, answer

WORDS = {
    "spring damper": "translational.SpringDamper", "planar.Fixed": "planar.Fixed", "pid": "control.PID",
    "sprng dampr": "translational.SpringDamper", "resitor": "electrical.Resistor",
}  # fmt: skip
GOAL = 0.016


def run(tiny: bool = False) -> list[Answer]:
    """Return the slowest key of each word, typed letter by letter; the error counts words that find another block."""
    from editor.block_search import all_entries, ranked

    entries = all_entries()
    found = []
    for word, meant in list(WORDS.items())[: 2 if tiny else None]:
        slowest = 0.0
        for length in range(1, len(word) + 1):
            times = []
            for _ in range(1 if tiny else 5):
                began = time.perf_counter()
                ranked(word[:length], entries)
                times.append(time.perf_counter() - began)
            slowest = max(slowest, min(times))
        wrong = float(ranked(word, entries)[0].type != meant)
        name, errors = f'E3 search "{word}" in {len(entries)} blocks', {"wrong": (wrong, 0.5)}
        found.append(answer(name, slowest, None, "no peer", errors, f"{GOAL * 1e3:g} ms", slowest <= GOAL))
    return found
