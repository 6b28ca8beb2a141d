"""Every benchmark runs, in a short version, and gives right answers; how long they take is not judged here."""

import importlib
from pathlib import Path

import pytest

from tests.benchmarks._measure import is_right

NAMES = sorted(file.stem for file in Path(__file__).parent.glob("[!_]*.py") if not file.stem.startswith("test_"))


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_right(name: str) -> None:
    found = importlib.import_module(f"tests.benchmarks.{name}").run(tiny=True)
    answers = found if isinstance(found, list) else [found]
    assert answers
    for answer in answers:
        assert {"name", "ours", "peer", "peer_name", "ratio"} <= set(answer)
        assert is_right(answer), f"{answer['name']}: {answer['verdict']}"
        assert answer["ours"] > 0
        assert (answer["ratio"] is None) == (answer["peer"] is None)
