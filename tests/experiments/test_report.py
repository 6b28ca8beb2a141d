"""``junctura report`` for projects with and without a list of experiments: what the page holds."""

from __future__ import annotations

import base64
import json
import math
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import junctura
from blocks.diagram_file import write_diagram
from editor.report_pictures import ReportPictures
from solver.report_frames import frames_picture
from solver.simulate import simulate
from tests.models import planar_models, spatial_models
from tests.models.live_models import root_of_a_sine

PROJECTS = Path(__file__).resolve().parents[2] / "projects"
DECAY = """
format = "junctura-diagram"
version = 1
note = "A capacitor that empties."

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
"""
EXPERIMENTS = """
format = "junctura-experiments"
version = 1
title = "Decay <slow & fast>"

[sets.large.values]
V = "2 V"

[experiments.ensemble]
title = "Over the resistance"
sets = ["large"]
until = "1 s"
vary = { R = ["1 ohm", "2 ohm", "4 ohm"] }

[[experiments.ensemble.measures]]
title = "at the end"
says = "half is left"
measure = "final"
signal = "tank.v"
expected = { least = "1.2 V", most = "1.3 V" }

[[experiments.ensemble.measures]]
says = "soon at 1.9 V"
measure = "first"
signal = "tank.v"
level = "1.9 V"
expected = { most = "10 ms" }

[experiments.single]
until = "1 s"

[[plots]]
title = "Both."
experiments = ["ensemble", "single"]
signals = ["tank.v"]
levels = { limit = "1 V" }
"""


class Outline(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += data

    def count(self, tag: str, kind: str = "") -> int:
        return sum(name == tag and (not kind or attributes.get("class") == kind) for name, attributes in self.tags)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUNCTURA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "decay"
    folder.mkdir()
    (folder / "diagram.toml").write_text(DECAY)
    (folder / "experiments.toml").write_text(EXPERIMENTS)
    return folder


def report(*words: str) -> tuple[int, Outline]:
    code = junctura.main(["report", *words, "--out", "page", "--workers", "1"])
    outline = Outline(Path("page/index.html").read_text("utf-8"))
    assert outline.open == []
    for _, attributes in outline.tags:
        # everything is inside the page
        assert not (attributes.get("src") or "").startswith(("http", "//"))
        assert (attributes.get("href") or "#").startswith("#")
    identities = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(identities) == len(set(identities))
    return code, outline


def test_the_page_of_experiments(project: Path) -> None:
    code, page = report("decay")
    assert code == 0
    for text in ("Decay <slow & fast>", "half is left", "Over the resistance", "Diagrams", "set large", "A capacitor"):
        assert text in page.text
    # the closed form of the median, which is the run with 2 ohm
    assert f"at the end: {2 * math.exp(-0.5):.4g} V" in page.text
    low, high = (2 * math.exp(-1 / resistance) for resistance in (1, 4))
    assert f"median of 3; {low:.4g} to {high:.4g} V" in page.text
    assert page.count("span", "met") == 1
    assert page.count("span", "missed") == 1
    assert page.count("svg") >= 2


CODES = """
format = "junctura-experiments"
version = 1

[names.speed]
1 = "slow"
2 = "fast"

[experiments.codes]
until = "1 s"
where = "V <= R * 1 A"
vary = { V = ["1 V", "2 V"], R = { from = "1 ohm", to = "5 ohm", count = 5 } }

[[experiments.codes.measures]]
title = "how it goes"
measure = "value"
signal = "tank.v"
at = "0 s"
names = "speed"
over = "most frequent"
"""


def test_names_are_counted(project: Path) -> None:
    """One volt goes with five resistances, two volts with four of them."""
    (project / "experiments.toml").write_text(CODES)
    code, page = report("decay")
    assert code == 0
    assert "how it goes: slowmost frequent of 9; slow, fast" in page.text
    assert "how it goesV = 1 VV = 2 Vrunsslow55fast44" in page.text
    # nowhere a code instead of its name
    assert "1\N{NO-BREAK SPACE}V1\N{NO-BREAK SPACE}ohmslow" in page.text
    assert "the run nearest to the most frequent, gives slow:" in page.text


def test_names_of_runs_that_agree(project: Path) -> None:
    (project / "experiments.toml").write_text(CODES.replace('V = ["1 V", "2 V"], ', "").replace("where", "# where"))
    assert "how it goes: slowin all 5 runs" in report("decay")[1].text


LATE = """
[[experiments.single.measures]]
title = "much later"
measure = "value"
signal = "tank.v"
at = "5 s"
"""


def test_a_measure_that_cannot_be_taken_is_said(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "experiments.toml").write_text(EXPERIMENTS.replace("\n[[plots]]", LATE + "\n[[plots]]"))
    code, page = report("decay")
    assert code == 1
    assert "much later: There is no value at 5 s." in page.text
    assert 'single: "much later" cannot be measured.\nThere is no value at 5 s.' in capsys.readouterr().err


def test_only_may_be_said_twice(project: Path) -> None:
    _, page = report("decay", "--only", "single", "--only", "ensemble")
    assert "experiments2" in page.text


def test_a_long_table_is_not_for_paper(project: Path) -> None:
    (project / "experiments.toml").write_text(CODES.replace("count = 5", "count = 70"))
    _, page = report("decay")
    assert page.count("details", "screen") == 1


def test_the_printed_command_gives_the_row_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, page = report("decay")
    command = re.search(r"junctura run .*--measure 'final tank.v'", page.text)
    assert command is not None
    assert "R=2 ohm" in command[0]
    capsys.readouterr()
    assert junctura.main([*shlex.split(command[0])[1:], "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)["measures"]["final tank.v"]
    assert measured == pytest.approx(2 * math.exp(-0.5), rel=1e-5)


def test_a_second_report_takes_what_is_known(project: Path) -> None:
    assert "computed before" not in report("decay")[1].text
    assert "4, 4 of them computed before" in report("decay")[1].text
    # another value is another run
    (project / "diagram.toml").write_text(DECAY.replace("1 F", "1.5 F"))
    assert "computed before" not in report("decay")[1].text


def test_some_experiments_and_a_quick_look(project: Path) -> None:
    code, page = report("decay", "--only", "ensemble", "--quick")
    assert code == 0
    assert "median of 2" in page.text
    assert page.count("p", "notice") == 1


def test_runs_in_processes_give_the_same(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, alone = report("decay")
    monkeypatch.setenv("JUNCTURA_CACHE", str(project / "another"))
    assert junctura.main(["report", "decay", "--out", "page", "--workers", "2"]) == 0
    together = Outline(Path("page/index.html").read_text("utf-8"))
    expected = f"at the end: {2 * math.exp(-0.5):.4g} V"
    assert "computed before" not in together.text
    assert expected in alone.text
    assert expected in together.text


def test_a_run_that_fails_is_told_and_the_others_go_on(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = EXPERIMENTS.replace('"4 ohm"]', '"-4 ohm"]')
    (project / "experiments.toml").write_text(text)
    code, page = report("decay")
    assert code == 1
    assert page.count("pre", "error") == 1
    assert "Run 3 failed" in page.text
    assert "ensemble: 1 run failed." in capsys.readouterr().err


def test_what_runs_warn_of_is_told_once(project: Path) -> None:
    d = root_of_a_sine()
    d.parameters["f"] = "1 Hz"
    d.blocks["wave"].values["frequency"] = "= f"
    write_diagram(d, project / "diagram.toml")
    page = report("decay/diagram.toml")[1]
    assert page.count("pre", "warning") == 1
    assert '"root.y" is not a number' in page.text
    text = 'format = "junctura-experiments"\nversion = 1\ntitle = "Roots"\n[experiments.all]\nuntil = "1 s"\n'
    (project / "experiments.toml").write_text(text + 'vary = { f = ["0.2 Hz", "1 Hz", "2 Hz"] }\n')
    page = report("decay")[1]
    assert page.count("pre", "warning") == 1
    assert '2 of 3 runs: "root.y" is not a number' in page.text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["decay", "--only", "singel"], 'There is no experiment "singel".\n  Did you mean "single"?'),
        (["decay", "--set", "R=2"], "--set is for one run"),
        (["decay/diagram.toml", "--quick"], "there are no experiments to choose from."),
    ],
)
def test_wrong_words(project: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert junctura.main(["report", *words]) == 1
    assert message in capsys.readouterr().err


def test_code_of_a_project_needs_trust(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "law.py").write_text("def law(t, u, state, p, period):\n    return u, state\n")
    law = {"type": "control.Function", "file": "law.py", "function": "law", "inputs": "u", "outputs": "y"}
    block = "\n[blocks.law]\n" + "".join(f'{key} = "{value}"\n' for key, value in law.items())
    source = '\n[blocks.one]\ntype = "signals.Constant"\n'
    ends = '"earth.p"], ["one.y", "law.u"]]'
    (project / "diagram.toml").write_text(DECAY.replace('"earth.p"]]', ends) + block + source)
    assert junctura.main(["report", "decay", "--workers", "1"]) == 1
    assert "wants to run code of its own, and it is not trusted: law.py." in capsys.readouterr().err
    code, page = report("decay", "--trust", "--only", "single")
    assert code == 0
    assert "--trust" in page.text


@pytest.mark.parametrize("name", ["pendulum", "two_link_arm"])
def test_a_project_without_a_list_is_run_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, page = report(str(PROJECTS / name))
    assert code == 0
    for text in ("What happens", "Diagram", "Parameters", "How to reproduce"):
        assert text in page.text
    assert page.count("div", "film") == 1
    # each file is drawn once, however often it is used
    assert page.count("figure", "drawing") == len(list((PROJECTS / name).glob("*.toml")))


@pytest.mark.parametrize(
    ("make", "size"), [(planar_models.fourbar, 2), (spatial_models.four_bar, 3)], ids=["planar", "spatial"]
)
def test_a_film_holds_what_moves(make, size: int) -> None:
    from solver.report_film import player

    result = simulate(make(), 0.2)
    film = ReportPictures().film(result.model.diagram, result)
    assert film is not None
    assert film.dimension == size
    data = json.loads(re.search(r'json">(.*)</script>', player(film))[1])
    steps = np.frombuffer(base64.b64decode(data["points"]), "<u2").reshape(len(data["time"]), data["count"], size)
    again = np.array(data["low"]) + steps / 65535 * np.array(data["span"])
    inside = [k for stroke in film.strokes if stroke.kind != "ground" for k in stroke.points]
    finest = float(np.max(data["span"])) / 65535
    assert np.abs(again[:, inside] - film.points[:, inside]).max() <= finest
    assert frames_picture(film, (0.0, 0.1, 0.2)).count("<g opacity=") == 3
    beside = frames_picture(film, (0.0, 0.1, 0.2), is_apart=True)
    assert beside.count('<g opacity="1.00"') == 3
    assert beside.count("s</text>") == 3
