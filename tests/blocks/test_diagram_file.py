import os
import stat
import time
from pathlib import Path

import numpy as np
import pytest

from blocks import Diagram, ModelError
from blocks.diagram import Experiment, Placeholder
from blocks.diagram_file import name_for, read_diagram, read_text, write_diagram, write_text
from tests.models.shop import HEAD, Plain, Plate, installed, ladder, snapshot

FORMATS = Path(__file__).parent.parent / "formats"
V1 = sorted((FORMATS / "v1").rglob("*.toml"))
WITH_PROBLEMS = {"unknown.toml"}
NOT_CANONICAL = {"hand_written.toml"}


@pytest.fixture(autouse=True, scope="module")
def _shop():
    with installed():
        yield


@pytest.mark.parametrize("path", V1, ids=lambda path: path.relative_to(FORMATS).as_posix())
def test_golden_files_load(path):
    diagram = read_diagram(path)
    assert bool(diagram.problems) == (path.name in WITH_PROBLEMS), "\n".join(map(str, diagram.problems))
    text = write_text(diagram, name_for(path))
    if path.name not in NOT_CANONICAL:
        assert text == path.read_text(encoding="utf-8")
    again = read_text(text, name_for(path), path.parent)
    assert snapshot(again) == snapshot(diagram)
    assert write_text(again, name_for(path)) == text


def test_everything_is_found_where_it_belongs():
    d = read_diagram(FORMATS / "v1" / "everything.toml")
    assert d.note == 'Written by hand.\nLengths in "mm", µm or \a odd units.'
    assert d.parameters["corners"] == [[0, 0], [1, 0.5]]
    assert d.blocks["fixed"].values == {"position": ["0 mm", "20 mm"]}
    assert d.blocks["fixed"].note == "the wall"
    assert d.blocks["joint10"].start == {"der(w)": 0, "phi": ["1 deg", "2 deg", "3 deg"]}
    assert d.blocks["joint10"].guess == {"axis.phi": "10 deg", "r[2]": 0.5}
    assert (d.counts, d.disabled) == ({"joint10": 3}, {"joint2"})
    assert ("joint10[1:2].a", "fixed.a") in d.connections
    assert d.initial_equations == ["body.a.phi == 0", "joint2.w == 1"]
    assert d.ports == {"drive": "joint2.axis"}
    assert d.experiment == Experiment("2 s", 0.01, "rosenbrock", 1e-8, "1 ms")
    assert d.layout["joint2"] == (160, 80, 180, 1)
    assert d.routes == {"joint2.b -- body.a": [(200, 80), (200, 120)]}
    assert d.annotations[0] == {"position": [10, 20], "text": "The elbow"}
    assert d.scopes == {"first": {"signals": ["body.a.phi", "joint2.w"]}}


def test_unquoted_names_of_inner_variables_are_understood():
    d = read_diagram(FORMATS / "v1" / "hand_written.toml")
    assert d.blocks["joint"].start == {"axis.phi": "10 deg"}
    assert d.connections == [("r1.n", "ground.p")]
    assert d.layout == {"r1": (10, 20)}


def test_a_diagram_built_in_code_is_written_in_canonical_form():
    d = Diagram("diagram")
    d.add("r10", Plate(width="2 mm", holes=3), at=(20, 40))
    d.add("r2", Plate(corners=[0.5, 1]), count=4)
    d.add("R3", Plain(note="last"))
    d.connect("r10.p", "r2.n")
    d.connect("R3.p", "r10.n")
    d.disabled.add("r2")
    assert write_text(d) == (
        HEAD
        + """
[blocks.r2]
type = "shop.Plate"
count = 4
disabled = true
corners = [0.5, 1]

[blocks.R3]
type = "shop.Plain"
note = "last"

[blocks.r10]
type = "shop.Plate"
holes = 3
width = "2 mm"

[diagram]
connections = [
  ["R3.p", "r10.n"],
  ["r10.p", "r2.n"],
]

[layout]
r10 = [20, 40]
"""
    )


def test_an_empty_diagram_is_three_words():
    assert write_text(Diagram()) == HEAD
    assert snapshot(read_text(HEAD)) == snapshot(Diagram())


def test_values_of_numpy_are_written_as_numbers():
    d = Diagram()
    d.add("a", Plate(width=np.float64(0.1), height=np.float32(0.5), holes=np.int64(2), corners=np.array([1.0, 2.0])))
    read = read_text(write_text(d)).blocks["a"]
    assert read.values == {"width": 0.1, "height": 0.5, "holes": 2, "corners": [1.0, 2.0]}


def test_explicit_values_stay_even_if_they_are_the_default():
    text = f'{HEAD}\n[blocks.a]\ntype = "shop.Plate"\nwidth = 1.0\n'
    assert write_text(read_text(text)) == text


def test_old_names_of_blocks_are_replaced():
    d = read_text(f'{HEAD}\n[blocks.a]\ntype = "shop.Sheet"\nwidth = 2\n')
    assert isinstance(d.blocks["a"], Plate)
    assert d.problems == []
    assert 'type = "shop.Plate"' in write_text(d)


def test_names_come_from_files_and_are_written_only_if_different(tmp_path):
    d = Diagram("forearm")
    for path in ("forearm.toml", "forearm/diagram.toml", "other.toml"):
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        write_diagram(d, file)
        assert ("name =" in file.read_text()) == (path == "other.toml")
        assert read_diagram(str(file)).name == "forearm"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_files_of_other_editors_are_read(tmp_path, line_end, mark):
    text = (FORMATS / "v1" / "everything.toml").read_text(encoding="utf-8")
    (tmp_path / "a.toml").write_bytes(mark + text.replace("\n", line_end).encode())
    assert write_text(read_diagram(tmp_path / "a.toml"), "a") == text


def test_saving_replaces_the_file_in_one_step(tmp_path, monkeypatch):
    file = tmp_path / "a.toml"
    file.write_text("old")
    file.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(file)

    def fail(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(ModelError, match="cannot be saved") as caught:
            write_diagram(Diagram(), file)
    assert str(caught.value).endswith("a.toml: the file cannot be saved.\n  No space left on device.")
    assert file.read_text() == "old"
    write_diagram(Diagram("link"), link)
    assert link.is_symlink()
    assert file.read_text() == HEAD
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.toml", "link.toml"]


@pytest.mark.parametrize(
    ("change", "message", "where"),
    [
        (lambda d: d.blocks["a"].values.update(width=float("nan")), "blocks.a.width cannot be saved: nan", "a.width"),
        (lambda d: d.blocks["a"].values.update(width=object()), "blocks.a.width cannot be saved: object is", "a.width"),
        (lambda d: d.blocks["a"].values.update(holes=2**64), "blocks.a.holes cannot be saved: a whole", "a.holes"),
        (lambda d: d.parameters.update({"my gap": 1}), '"my gap" cannot be saved: it is not a name.', "my gap"),
        (lambda d: d.layout.update(a=(0, float("inf"))), 'The position of "a" cannot be saved', "a"),
        (lambda d: d.add("b", d), "Diagrams that are nested more than 8 deep cannot be saved.", "diagram"),
        (lambda d: d.add("b", Diagram(values={"type": 1})), '"type" of "b" cannot be saved', "b"),
    ],
)
def test_what_could_not_be_read_again_is_not_saved(tmp_path, change, message, where):
    d = Diagram()
    d.add("a", Plate())
    change(d)
    with pytest.raises(ModelError) as caught:
        write_diagram(d, tmp_path / "diagram.toml")
    assert caught.value.what.startswith(message)
    assert caught.value.where == where
    assert os.listdir(tmp_path) == []


def test_too_large_a_diagram_is_not_saved(tmp_path):
    d = Diagram()
    d.note = "x" * 10_000_000
    with pytest.raises(ModelError, match="larger than 10 MB"):
        write_diagram(d, tmp_path / "a.toml")


def test_placeholders_are_written_back(tmp_path):
    d = Diagram()
    d.add("a", Placeholder("nowhere.Thing", {"size": 3, "start": {"x": 1}}), count=2)
    assert snapshot(read_text(write_text(d))) == snapshot(d)


def test_unregistered_blocks_come_back_as_placeholders():
    class Local(Plain):
        pass

    d = Diagram()
    d.add("a", Local(note="here"))
    assert read_text(write_text(d)).blocks["a"] == Placeholder("Local", {"note": "here"})


@pytest.mark.parametrize(("cells", "limit"), [(1000, 1.0), (10_000, 8.0)])
def test_large_diagrams_are_fast(cells, limit):
    # limits four times the goal, for busy machines
    text = ladder(cells)
    start = time.process_time()
    d = read_text(text)
    middle = time.process_time()
    written = write_text(d)
    end = time.process_time()
    assert written == text
    assert (len(d.blocks), len(d.connections), d.problems) == (2 * cells + 2, 4 * cells, [])
    assert middle - start < limit
    assert end - middle < limit


def test_connecting_many_blocks_is_fast():
    d = Diagram()
    for i in range(5000):
        d.add(f"a{i}", Plain())
    start = time.process_time()
    for i in range(4999):
        d.connect(f"a{i}.n", f"a{i + 1}.p")
        d.connect(f"a{i + 1}.p", f"a{i}.n")
    assert time.process_time() - start < 2
    assert len(d.connections) == 4999
