"""The progress bar: only for patient people at a terminal."""

from __future__ import annotations

import re

import pytest

from solver.commands import progress
from solver.commands.progress import ProgressBar, remaining


def test_nobody_watches(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with ProgressBar("arm") as bar:
        bar(0.5, 1.0)
    assert capsys.readouterr() == ("", "")


def test_short_runs_need_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar("arm") as bar:
        bar.is_watched = True
        bar(0.5, 1.0)
    assert capsys.readouterr() == ("", "")


def test_long_runs_show_time_reached_and_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -30.0)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    with ProgressBar("arm") as bar:
        bar.is_watched, bar._began = True, bar._began - 30.0
        bar(0.75, 1.5)
    printed = capsys.readouterr()
    assert printed.out == ""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", printed.err)
    for text in ("arm", "75%", "t = 1.5 s", "about 11 s left"):
        assert text in plain


@pytest.mark.parametrize(
    ("elapsed", "done", "text"), [(1, 0.1, "about 9 s left"), (60, 0.1, "about 9 min left"), (1, 1, "")]
)
def test_remaining(elapsed: float, done: float, text: str) -> None:
    assert remaining(elapsed, done) == text
