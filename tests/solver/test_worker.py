"""Runs in a worker process: the same batches and commands as in this process."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from blocks import Block, Diagram, Equations, ModelError, Variable
from blocks.diagram_file import write_diagram
from blocks.errors import ModelErrors
from blocks.functions import der
from solver.batch import Batch, joined
from solver.simulate import simulate
from solver.turns import LONGEST
from solver.worker import WorkerRun
from tests.models.live_models import charging, endless
from tests.solver.processes import LIVENESS, nothing_is_left


@pytest.fixture(scope="module", autouse=True)
def _clean() -> Iterator[None]:
    with nothing_is_left():
        yield


def test_batches_together_are_the_result() -> None:
    result = simulate(charging())
    began = time.perf_counter()
    with WorkerRun(charging(), signals=["c.v", "r.p.i"]) as run:
        whole = joined(list(run))
    cold = time.perf_counter() - began
    assert np.array_equal(whole.time, result.time)
    assert np.allclose(whole["c.v"], result["c.v"], rtol=1e-12)
    assert run.progress.fraction == 1
    began = time.perf_counter()
    with WorkerRun(charging(), signals=["c.v"]) as again:
        first = next(iter(again))
        latency = time.perf_counter() - began
        list(again)
    assert again.pid == run.pid
    print(f"cold run {cold:.3f} s; warm run: first batch after {1e3 * latency:.1f} ms")
    assert first.time[0] == 0


def test_another_model_in_the_same_worker() -> None:
    diagram = charging()
    list(WorkerRun(diagram))
    diagram.blocks["r"].values["R"] = 500  # type: ignore[union-attr]
    whole = joined(list(WorkerRun(diagram, signals=["c.v"])))
    assert np.allclose(whole["c.v"], 1 - np.exp(-2 * whole.time), atol=1e-5)


def test_a_file_and_its_problems(tmp_path: Path) -> None:
    write_diagram(charging(), tmp_path / "charging.toml")
    run = WorkerRun(tmp_path / "charging.toml")
    assert joined(list(run)).time[-1] == 5
    assert run.signals == ("c.v",)
    with pytest.raises(ModelError, match="missing.toml"):
        list(WorkerRun(tmp_path / "missing.toml"))


def test_inner_diagrams_go_as_they_are_in_memory() -> None:
    outer, inner = Diagram("outer"), charging()
    outer.add("cell", inner)
    outer.files["cell"] = "./nowhere.toml"
    outer.parameters["unused"] = 1
    whole = joined(list(WorkerRun(outer, until=1, signals=["cell.c.v"])))
    assert whole["cell.c.v"][-1] == pytest.approx(1 - np.exp(-1), abs=1e-5)


def test_parameter_bends_the_trajectory_when_it_is_set() -> None:
    with WorkerRun(charging(), until=20, interval=0.02, signals=["c.v"], pace=4.0) as run:
        batches = []
        for batch in run:
            batches.append(batch)
            if batch.time[-1] > 0.5:
                break
        run.pause()
        run.set_parameter("r.R", "100 ohm", wait=LIVENESS)
        # a sign of life after the pause tells where it is
        time.sleep(0.4)
        changed = run.progress.time
        run.set_pace(None)
        run.resume()
        batches += run
    whole = joined(batches)
    before, after = whole.time <= changed, whole.time > changed
    rest = 1 - whole["c.v"]
    assert np.allclose(rest[before], np.exp(-whole.time[before]), atol=1e-5)
    assert np.allclose(rest[after], np.exp(-changed - 10 * (whole.time[after] - changed)), atol=1e-4)


def test_pause_step_resume() -> None:
    with WorkerRun(endless(), until=20, signals=["c.v"], paused=True) as run:
        first = run.poll(LIVENESS)
        assert first is not None
        assert list(first.time) == [0]
        assert run.poll(0.1) is None
        run.step(3)
        assert run.poll(LIVENESS) is not None
        while run.poll(0.1) is not None:
            pass
        assert 0 < run.progress.time < 20
        run.resume()
        assert joined(list(run)).time[-1] == 20


def test_refused_parameter_is_raised_and_the_run_goes_on() -> None:
    with WorkerRun(endless(), signals=["c.v"]) as run:
        next(iter(run))
        with pytest.raises(ModelError, match='There is no parameter "r.Q"') as caught:
            run.set_parameter("r.Q", 1, wait=LIVENESS)
        assert caught.value.where == "r.Q"
        run.set_parameter("r.R", "5 kg", wait=0)
        began = time.perf_counter()
        while not run.problems and time.perf_counter() - began < LIVENESS:
            assert run.poll(LIVENESS) is not None
        assert "kg" in str(run.problems[0])


def test_stop_while_running() -> None:
    run = WorkerRun(endless(), signals=["c.v"])
    batches = list(islice(run, 3))
    began = time.perf_counter()
    run.stop()
    print(f"stopped after {1e3 * (time.perf_counter() - began):.1f} ms")
    batches += run
    assert np.allclose(np.diff(joined(batches).time), 0.05)
    assert run.is_finished
    run.stop()
    assert list(run) == []


def test_in_the_background() -> None:
    batches: list[Batch] = []
    with WorkerRun(charging(), signals=["c.v"]) as run:
        run.start(batches.append)
        assert run.wait(LIVENESS)
    assert joined(batches).time[-1] == 5
    with WorkerRun(endless(), signals=["c.v"]) as run:
        run.start(batches.append)
        time.sleep(0.1)
    assert not [thread for thread in threading.enumerate() if thread.name == "live run"]


def test_batches_come_often_but_not_too_often() -> None:
    with WorkerRun(endless(), signals=["c.v"]) as run:
        next(iter(run))
        arrivals = [time.perf_counter() for _ in islice(run, 30)]
    gaps = 1e3 * np.diff(arrivals)
    print(f"a batch every {np.median(gaps):.1f} ms, at most {gaps.max():.1f} ms")
    assert np.median(gaps) > 0.8 * 1e3 * LONGEST


def test_errors_keep_their_parts() -> None:
    error = ModelError("what", "where", "why", "fix")
    same = pickle.loads(pickle.dumps(error))
    assert (same.what, same.where, same.why, same.fix) == ("what", "where", "why", "fix")
    diagram = charging()
    diagram.connect("r.p", "c.nothing")
    with pytest.raises(ModelError) as here:
        simulate(diagram)
    with pytest.raises(ModelError) as there:
        list(WorkerRun(diagram))
    assert str(there.value) == str(here.value)
    assert [p.where for p in there.value.problems] == [p.where for p in here.value.problems]
    several = pickle.loads(pickle.dumps(ModelErrors([error, error])))
    assert [p.fix for p in several.problems] == ["fix", "fix"]


class Homemade(Block):
    """A block that is in no library."""

    x = Variable("1", "state", start=1)

    def equations(self) -> Equations:
        yield der(self.x) == -self.x


def test_blocks_in_no_library_cannot_be_sent() -> None:
    diagram = Diagram("private")
    diagram.add("decay", Homemade())
    with pytest.raises(ModelError) as caught:
        WorkerRun(diagram)
    assert caught.value.where == "decay"
    assert str(caught.value).startswith(
        'Block "decay" cannot be sent to a worker process: Homemade is in no installed library.\n'
    )
