"""The list of experiments: what it means, and what is said when it is wrong."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

from blocks.errors import ModelError
from solver.experiments.measure_reader import measure_in_words
from solver.experiments.measuring import outcome
from solver.experiments.reader import read_plan
from solver.experiments.recorded import Recorded

HEAD = 'format = "junctura-experiments"\nversion = 1\n'
DIAGRAM = 'format = "junctura-diagram"\nversion = 1\n'
GOOD = """
title = "Decay"
[sets.slow.values]
k = "0.5 1/s"
[experiments.first]
sets = ["slow"]
values = { x0 = 2 }
until = "4 s"
vary = { k = { from = "0 deg", to = "20 deg", count = 4, end = false }, m = [1, 2] }
[[experiments.first.measures]]
measure = "settled"
signal = "x"
within = "5 %"
expected = { most = "3 s" }
[[plots]]
experiments = ["first"]
signals = ["x"]
levels = { target = "2 m" }
"""


def read(folder: Path, text: str, head: str = HEAD):
    (folder / "diagram.toml").write_text(DIAGRAM)
    (folder / "experiments.toml").write_text(head + text)
    return read_plan(folder / "experiments.toml")


def test_what_a_file_says(tmp_path: Path) -> None:
    plan = read(tmp_path, GOOD)
    experiment = plan.experiments["first"]
    assert plan.title == "Decay"
    assert experiment.diagram == tmp_path / "diagram.toml"
    assert experiment.settings == {"until": 4.0}
    assert [member["k"] for member in experiment.members[::2]] == ["0 deg", "5 deg", "10 deg", "15 deg"]
    assert [member["m"] for member in experiment.members[:2]] == [1, 2]
    # what is varied stands above values, and these above sets
    assert experiment.parameters(2) == {"k": "5 deg", "x0": 2, "m": 1}
    (measure,) = experiment.measures
    assert (measure.kind, measure.most.value, measure.within.value) == ("settled", 3.0, 0.05)
    assert plan.plots[0].levels["target"].value == 2.0


def test_of_combinations_those_that_are_wanted(tmp_path: Path) -> None:
    """The number of pairs is that of the binomial coefficient; a limit counts what is left."""
    first = "{ from = 1, to = 40, count = 40 }"
    plan = read(tmp_path, f'[experiments.a]\nwhere = "k < m"\nvary = {{ k = {first}, m = {first} }}')
    members = plan.experiments["a"].members
    assert len(members) == comb(40, 2)
    assert all(float(member["k"]) < float(member["m"]) for member in members)


def test_a_measure_says_itself_in_words(tmp_path: Path) -> None:
    (measure,) = read(tmp_path, GOOD).experiments["first"].measures
    again = measure_in_words(measure.words())
    assert (again.kind, again.signals, again.within) == (measure.kind, measure.signals, measure.within)


CODES = """
[names.face]
1 = "axial"
2 = "planar"
[experiments.first.motion]
apart = true
[[experiments.first.measures]]
measure = "final"
signal = "x"
names = "face"
expected = { least = 2, most = 2 }
"""


def test_values_that_are_codes_have_names(tmp_path: Path) -> None:
    experiment = read(tmp_path, CODES).experiments["first"]
    time = np.linspace(0, 1, 3)
    one, other = (Recorded(time, {"x": np.full(3, code)}, {}) for code in (1.0, 2.0))
    (measure,) = experiment.measures
    found = outcome(measure, [other])
    assert (found.text, found.expected, found.is_met) == ("planar", "planar", True)
    assert outcome(measure, [one, other, other]).span == "axial, planar"
    assert experiment.motion.is_apart


@pytest.mark.parametrize(
    ("text", "what", "hint"),
    [
        ("", "there is no experiment in it.", "Add a table such as [experiments.first]."),
        ("[experiments.a]\nuntill = 2", "experiments.a.untill: there is no field of this name.",
         'Did you mean "until"?'),
        ("[experiments.a]\nuntil = '2 m'", "experiments.a.until: ", ""),
        ("[experiments.a]\nuntil = '-2 s'", "experiments.a.until: -2 s is before the start.", ""),
        ("[experiments.a]\nsets = ['D']", 'experiments.a.sets: there is no set "D".',
         "Add a table [sets.D.values]."),
        ("[experiments.a]\ndiagram = 'diagam.toml'", 'experiments.a.diagram: there is no diagram "diagam.toml"',
         'Did you mean "diagram.toml"?'),
        ("[experiments.a]\ndiagram = '../x.toml'", 'experiments.a.diagram: there is no diagram "../x.toml"', ""),
        ("[experiments.a]\n[[experiments.a.measures]]\nmeasure = 'maximun'\nsignal = 'x'",
         'experiments.a.measures[1].measure: there is no measure "maximun".', 'Did you mean "maximum"?'),
        ("[experiments.a]\n[[experiments.a.measures]]\nmeasure = 'value'\nsignal = 'x'",
         'experiments.a.measures[1]: "at" is missing.', ""),
        ("[experiments.a]\nvary = { k = { from = 1, to = 2 } }", 'experiments.a.vary.k: "count" is missing.', ""),
        ("[experiments.a]\nvary = { k = { from = '1 m', to = '2 s', count = 2 } }",
         "experiments.a.vary.k.to: 1 m and 2 s are not of one kind.", ""),
        ("[experiments.a]\nvary = { k = [1] }\ncases = [{ k = 1 }]", 'either "vary" or "cases"', "Remove one"),
        ("[experiments.a]\nwhere = 'k < 0'\nvary = { k = [1, 2] }", "a.where: no combination of values", ""),
        ("[experiments.a]\nwhere = 'k'\nvary = { k = [1, 2] }", '"k" is not a comparison', "first < second"),
        ("[experiments.a]\nwhere = 'k < 2'", 'experiments.a.where: only "vary" gives combinations', "Remove it."),
        ("[experiments.a]\nvary = { k = { from = 1, to = 2, count = 1000 }, m = [1, 2] }", "this gives 2,000 runs", ""),
        ("[experiments.a]\n[[plots]]\nexperiments = ['b']\nsignals = ['x']",
         'plots[1].experiments: there is no experiment "b".', ""),
        ("[experiments.a]\nvalues = { k = nan }", "nan is not a finite number.", "Correct it in a text editor."),
        ("[experiments.a]\n[[experiments.a.measures]]\nmeasure = 'final'\nsignal = 'x'\nnames = 'g'",
         'experiments.a.measures[1].names: there is no table of names "g".', "Add a table [names.g]."),
        ("[names.f]\nfirst = 'x'\n[experiments.a]", "names.f.first: a whole number is expected", ""),
        ("[experiments.a]\nmotion = { member = 3 }", "experiments.a.motion.member: a whole number from 1 to 1", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(tmp_path: Path, text: str, what: str, hint: str) -> None:
    with pytest.raises(ModelError) as caught:
        read(tmp_path, text)
    assert "experiments.toml" in str(caught.value)
    assert what in str(caught.value)
    assert hint in str(caught.value)


FAULTY = """
[names.face]
first = "axial"  # names.face.first
[experiments.a]
title = "until"
untill = "2 s"  # experiments.a.untill
vary = { k = { from = "1 m", to = "2 s", count = 2 } }  # experiments.a.vary.k.to
[[experiments.a.measures]]
measure = "final"
signal = "x"
[[experiments.a.measures]]  # experiments.a.measures[2]:
measure = "value"
signal = "x"
expected = { most = "1 quux" }  # experiments.a.measures[2].expected.most
[[plots]]
experiments = ["a"]
signals = ["x"]
[[plots]]
experiments = ["b"]  # plots[2].experiments
signals = ["x"]
"""


def test_problems_name_their_lines(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        read(tmp_path, FAULTY)
    lines = (tmp_path / "experiments.toml").read_text().splitlines()
    marked = {line.partition("  # ")[2]: number for number, line in enumerate(lines, 1) if "  # " in line}
    said = str(caught.value)
    for field, number in marked.items():
        assert f"experiments.toml, line {number}, {field}" in said
    assert said.count("experiments.toml, line ") == len(marked)


def test_a_line_that_cannot_be_read_is_shown(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        read(tmp_path, '[experiments.a]\nuntil = "1 s\n')
    assert "experiments.toml, line 4, column" in str(caught.value)
    assert 'until = "1 s' in str(caught.value)


def test_all_problems_are_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        read(tmp_path, "[experiments.a]\nuntill = 2\nsolver = 'quick'")
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("head", "what"),
    [
        ("x = [", "the file cannot be read."),
        ('format = "junctura-diagram"\n', "this is not a list of experiments."),
        ('format = "junctura-experiments"\nversion = 9\n', "the version of the file is not 1."),
    ],
)
def test_other_files_are_refused(tmp_path: Path, head: str, what: str) -> None:
    with pytest.raises(ModelError, match=what):
        read(tmp_path, "", head)


def test_the_projects_have_sound_lists() -> None:
    files = sorted(Path(__file__).resolve().parents[2].glob("projects/*/experiments.toml"))
    assert files
    for file in files:
        assert read_plan(file).experiments
