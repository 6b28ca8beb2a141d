"""Results: names, units, tables, files and pictures, from chunks made by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from blocks import Block, Diagram, ModelError, Output, Parameter, Variable
from blocks.functions import der, time
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Resistor
from libraries.planar import Fixed, Revolute, Rod
from libraries.signals import Scope
from solver.matlab_names import matlab_paths
from solver.model import Model, compile_model
from solver.model_hash import model_hash
from solver.observe import Chunk
from solver.result import Result, even_chunks, load_result
from solver.result_plot import thinned


class Orbit(Block):
    """A vector and a matrix that follow from one state."""

    com = Variable("m", "place", shape=2)
    table = Variable("m", "matrix", shape=(2, 2))
    s = Output("m", "distance", start=0)
    v = Parameter(2.0, "m/s", "speed")

    def equations(self):
        yield der(self.s) == self.v
        yield self.com == [self.s, 2 * self.s]
        yield self.table == [[self.s, 0 * self.s], [self.v * time / 2, 3 * self.s]]


def divider() -> Diagram:
    d = Diagram("divider")
    d.add("source", ConstantVoltage(V=1.0))
    d.add("ground", Ground())
    d.add("r", Resistor(R="2 ohm"))
    d.add("c", Capacitor(C="1 F", start={"v": 0}))
    d.add("scope", Scope())
    d.connect("source.n", "ground.p")
    d.connect("source.p", "r.p")
    d.connect("r.n", "c.p")
    d.connect("c.n", "ground.p")
    return d


def chunk(model: Model, times: list[float], states: list[float]) -> Chunk:
    none = np.zeros((1, 0))
    return Chunk(np.array(times), np.array(states)[:, None], none, none, none, model.system.parameter_values)


@pytest.fixture(scope="module")
def result() -> Result:
    model = compile_model(divider())
    assert model.state_names == ["c.v"]
    chunks = [chunk(model, [0.0, 1.0], [0.0, 0.5]), chunk(model, [1.0, 3.0], [0.25, 0.75])]
    return Result(model, chunks, {"until": 3.0}, {"steps": 3})


@pytest.fixture(scope="module")
def orbit() -> Result:
    d = Diagram("orbit")
    d.add("o", Orbit())
    model = compile_model(d)
    return Result(model, [chunk(model, [0.0, 1.0, 2.0], [0.0, 2.0, 4.0])])


def test_time_has_events_twice(result: Result) -> None:
    assert result.time.tolist() == [0.0, 1.0, 1.0, 3.0]
    assert result["time"].tolist() == [0.0, 1.0, 1.0, 3.0]


def test_states_and_all_that_follows_from_them(result: Result) -> None:
    assert result["c.v"].tolist() == [0.0, 0.5, 0.25, 0.75]
    assert result["r.i"].tolist() == pytest.approx([0.5, 0.25, 0.375, 0.125])
    assert result["c.n.i"].tolist() == pytest.approx([-0.5, -0.25, -0.375, -0.125])


def test_names_include_aliases(result: Result) -> None:
    assert {"c.v", "c.p.v", "r.n.v", "source.p.i"} <= set(result.names)
    assert "c.p.v" in result
    assert "c.q" not in result


def test_unknown_name(result: Result) -> None:
    with pytest.raises(ModelError) as error:
        _ = result["c.w"]
    assert str(error.value) == 'There is no variable "c.w" in "divider".\n  Did you mean "c.v"?'


def test_units(result: Result) -> None:
    assert (result.unit("c.v"), result.unit("r.i"), result.unit("scope.u[1]")) == ("V", "A", "")


def test_signal_of_any_unit_has_that_of_its_source() -> None:
    d = Diagram("hinge")
    d.add("base", Fixed())
    d.add("joint", Revolute(start={"phi": 0, "w": 0}))
    d.add("rod", Rod())
    d.add("o", Orbit())
    d.add("scope", Scope())
    d.connect("base.a", "joint.a")
    d.connect("joint.b", "rod.a")
    d.connect("o.s", "scope.u[1]")
    found = Result(compile_model(d), [])
    assert found.unit("scope.u[1]") == "m"
    assert (found.unit("joint.phi"), found.display_unit("joint.phi")) == ("rad", "deg")
    assert found.in_words("joint.phi", np.pi) == ("180", "deg")


def test_vectors_and_matrices(orbit: Result) -> None:
    assert orbit["o.com"].tolist() == [[0, 0], [2, 4], [4, 8]]
    assert orbit["o.com[2]"].tolist() == [0, 4, 8]
    assert orbit["o.table"].shape == (3, 2, 2)
    assert orbit["o.table"][2].tolist() == [[4, 0], [2, 12]]
    assert orbit.unit("o.com") == "m"


def test_final(result: Result, orbit: Result) -> None:
    assert result.final(["c.v", "r.i"]) == {"c.v": 0.75, "r.i": pytest.approx(0.125)}
    assert set(result.final()) == set(result.names)
    assert orbit.final(["o.com"])["o.com"].tolist() == [4, 8]


def test_nothing_recorded(result: Result) -> None:
    empty = Result(result.model, [])
    assert empty["c.v"].shape == (0,)
    with pytest.raises(ModelError, match='The run of "divider" has recorded nothing.'):
        empty.final()


def test_values_in_between(result: Result, orbit: Result) -> None:
    assert result.at(0.5, "c.v") == 0.25
    assert result.at(1.0, "c.v") == 0.25, "after the event"
    assert result.at(2.0, "c.v") == 0.5
    assert result.at(3.0, "c.v") == 0.75
    assert orbit.at(0.5, "o.com").tolist() == [1, 2]


def test_values_outside(result: Result) -> None:
    with pytest.raises(ModelError) as error:
        result.at(4, "c.v")
    assert str(error.value) == "There is no value at 4 s.\n  The result covers 0 s to 3 s."


def test_chunks_are_divided_and_joined(result: Result) -> None:
    times = [part.time.tolist() for part in even_chunks(result.chunks, 3)]
    assert times == [[0.0, 1.0], [1.0, 3.0]]
    assert [part.count for part in even_chunks(result.chunks, 100)] == [4]
    assert [part.count for part in even_chunks(result.chunks, 1)] == [1, 1, 1, 1]
    joined = next(even_chunks(result.chunks, 100))
    assert joined.modes.shape == (4, 0)


def test_chunks_with_other_parameters_stay_apart(result: Result) -> None:
    first, second = result.chunks
    changed = Chunk(second.time, second.states, second.modes, second.held, second.guesses, second.parameters * 2)
    assert [part.count for part in even_chunks([first, changed], 100)] == [2, 2]
    found = Result(result.model, [first, changed])
    # both the resistance and the voltage are twice as large
    assert found["r.i"].tolist() == pytest.approx([0.5, 0.25, 0.4375, 0.3125])


def test_pandas(result: Result) -> None:
    table = result.to_pandas(["c.v", "r.i"])
    assert table.columns.tolist() == ["c.v", "r.i"]
    assert table.index.tolist() == [0.0, 1.0, 1.0, 3.0]
    assert table.attrs["units"] == {"time": "s", "c.v": "V", "r.i": "A"}
    assert table.attrs["hash"] == result.hash
    assert table.attrs["settings"] == {"until": 3.0}


@pytest.mark.parametrize("ending", ["csv", "mat", "parquet"])
def test_files_are_read_back(result: Result, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run.{ending}"
    result.save(path)
    found = load_result(path)
    assert found.names == result.names
    assert found.time.tolist() == result.time.tolist()
    for name in result.names:
        assert found[name].tolist() == result[name].tolist()
        assert found.unit(name) == result.unit(name)
    assert (found.name, found.hash, found.settings) == ("divider", result.hash, {"until": 3.0})
    assert found.at(0.5, "c.v") == 0.25
    assert list(tmp_path.iterdir()) == [path], "no temporary files are left"


@pytest.mark.parametrize("ending", ["csv", "mat", "parquet"])
def test_vectors_are_read_back(orbit: Result, tmp_path: Path, ending: str) -> None:
    orbit.save(tmp_path / f"run.{ending}", ["o.com", "o.table"])
    found = load_result(tmp_path / f"run.{ending}")
    assert found["o.com"].tolist() == orbit["o.com"].tolist()
    assert found["o.table"].tolist() == orbit["o.table"].tolist()


def test_saved_results_can_be_saved_again(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path / "a.csv", ["c.v"])
    load_result(tmp_path / "a.csv").save(tmp_path / "b.parquet")
    assert load_result(tmp_path / "b.parquet").final() == {"c.v": 0.75}


def test_csv_is_easy_to_read(result: Result, tmp_path: Path) -> None:
    import pandas as pd

    path = tmp_path / "run.csv"
    result.save(path, ["c.v"])
    lines = path.read_text().splitlines()
    assert lines[0] == "# junctura-result 1"
    assert lines[1] == '# model: "divider"'
    assert '# units: {"time": "s", "c.v": "V"}' in lines
    assert lines[-5:] == ["time,c.v", "0.0,0.0", "1.0,0.5", "1.0,0.25", "3.0,0.75"]
    assert pd.read_csv(path, comment="#")["c.v"].tolist() == [0.0, 0.5, 0.25, 0.75]


def test_parquet_carries_metadata(result: Result, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    result.save(tmp_path / "run.parquet", ["c.v"])
    schema = pq.read_schema(tmp_path / "run.parquet")
    assert schema.field("c.v").metadata == {b"unit": b"V"}
    assert json.loads(schema.metadata[b"junctura-result"])["hash"] == result.hash


def test_mat_has_structures(result: Result, tmp_path: Path) -> None:
    from scipy.io import loadmat

    result.save(tmp_path / "run.mat", ["c.v", "c.p.i"])
    found = loadmat(tmp_path / "run.mat", simplify_cells=True)
    assert found["c"]["v"].tolist() == [0.0, 0.5, 0.25, 0.75]
    assert found["c"]["p"]["i"].shape == (4,)
    assert found["junctura"]["units"].tolist() == ["V", "A"]


def test_matlab_names_do_not_collide() -> None:
    paths = matlab_paths(["a", "a.b", "a.b.c", "x_1", "x[1].y", "time", "_k", "long" * 30])
    assert len(set(paths)) == 8
    assert paths[:3] == [("a",), ("a_", "b"), ("a__", "b", "c")]
    assert all(re.fullmatch(r"[A-Za-z]\w{0,62}", part) for place in paths for part in place)
    prefixes = {place[:k] for place in paths for k in range(1, len(place))}
    assert not prefixes & set(paths)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("run.xlsx", 'run.xlsx: a result cannot be saved as ".xlsx" files.\n  Use .csv, .mat or .parquet.'),
        ("run", "run: a result cannot be saved as a file without an ending.\n  Use .csv, .mat or .parquet."),
        ("none/run.csv", "none/run.csv: there is no folder {folder}.\n  Make it, or name a file elsewhere."),
    ],
)
def test_wrong_places_for_files(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError) as error:
        result.save(name)
    assert str(error.value) == message.format(folder=tmp_path / "none")


def test_a_failed_save_keeps_the_old_file(result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")

    def fail(_: list[str]) -> None:
        raise RuntimeError

    monkeypatch.setattr(result, "pieces", fail)
    with pytest.raises(RuntimeError):
        result.save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["x.csv", "x.mat", "x.parquet"])
def test_other_files_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(ModelError, match="there is no such file"):
        load_result(path)
    path.write_bytes(b"\x00\xff nonsense")
    with pytest.raises(ModelError, match="this is not a saved result"):
        load_result(path)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_plot(result: Result, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run.{ending}"
    figure = result.plot(["c.v", "r.v", "r.i"], path)
    assert [axes.get_ylabel() for axes in figure.axes] == ["voltage [V]", "r.i [A]"]
    assert figure.axes[-1].get_xlabel() == "time [s]"
    assert path.stat().st_size > 1000


def test_plot_of_nothing(result: Result) -> None:
    with pytest.raises(ModelError, match="Nothing was chosen to be drawn."):
        result.plot([])


def test_long_curves_keep_their_peaks() -> None:
    x = np.linspace(0, 1, 100_001)
    y = np.zeros_like(x)
    y[54_321] = 9.0
    thin_x, thin_y = thinned(x, y, 2000)
    assert len(thin_x) <= 2002
    assert thin_y.max() == 9.0
    assert (thin_x[0], thin_x[-1]) == (0.0, 1.0)


def test_hash_ignores_what_is_only_seen() -> None:
    plain, moved = divider(), divider()
    moved.layout["r"] = (3, 4)
    moved.note = "better looking"
    moved.blocks["r"].note = "the one from the drawer"
    assert model_hash(plain) == model_hash(moved)
    assert len(model_hash(plain)) == 64


def test_hash_sees_values_and_inner_diagrams() -> None:
    other = divider()
    other.blocks["r"] = Resistor(R="3 ohm")
    assert model_hash(divider()) != model_hash(other)
    hashes = set()
    for inner in (divider(), other):
        outer = Diagram("outer")
        outer.add("inner", inner)
        outer.files["inner"] = "./inner.toml"
        hashes.add(model_hash(outer))
    assert len(hashes) == 2
