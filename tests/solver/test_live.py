"""Runs that are watched in this process: batches, pausing, stepping, tuning, pacing, stopping."""

from __future__ import annotations

import threading
import time
from itertools import islice

import numpy as np
import pytest

from blocks import ModelError
from libraries import electrical
from solver.batch import Batch, joined
from solver.live import LiveRun
from solver.model import Model, compile_model
from solver.simulate import simulate
from tests.models.live_models import charging, endless
from tests.solver.processes import LIVENESS


@pytest.fixture(scope="module")
def model() -> Model:
    return compile_model(charging())


@pytest.fixture(scope="module")
def long_model() -> Model:
    return compile_model(endless())


def take_until(live: LiveRun, time_reached: float) -> list[Batch]:
    batches = []
    for batch in live:
        batches.append(batch)
        if batch.time[-1] >= time_reached:
            break
    return batches


def test_batches_together_are_the_result(model: Model) -> None:
    result = simulate(model)
    whole = joined(list(LiveRun(model, signals=["c.v", "r.p.i"])))
    assert np.array_equal(whole.time, result.time)
    assert np.array_equal(whole["c.v"], result["c.v"])
    assert np.array_equal(whole["r.p.i"], result["r.p.i"])


def test_without_a_choice_the_model_chooses(model: Model) -> None:
    live = LiveRun(model)
    first = next(iter(live))
    assert live.signals == tuple(first.values) == ("c.v",)


def test_what_is_wished_besides_is_recorded_as_far_as_the_model_has_it(model: Model) -> None:
    besides = ["r.p.i", "c.v", "gone.w"]
    assert tuple(next(iter(LiveRun(model, also=besides))).values) == ("c.v", "r.p.i")
    assert tuple(next(iter(LiveRun(model, signals=["r.i"], also=besides))).values) == ("r.i", "r.p.i", "c.v")


def test_callback_in_this_thread(model: Model) -> None:
    batches: list[Batch] = []
    live = LiveRun(model, until=1, signals=["c.v"])
    live.run(batches.append)
    assert joined(batches).time[-1] == 1
    assert live.is_finished
    assert live.progress.fraction == 1
    assert live.progress.left == 0


def test_parameter_bends_the_trajectory_when_it_is_set(model: Model) -> None:
    """A tenth of the resistance: from then on what is missing decays ten times as fast."""
    live = LiveRun(model, until=2, signals=["c.v"], pace=4.0)
    before = joined(take_until(live, 0.5))
    live.set_parameter("r.R", "100 ohm")
    after = joined(list(live))
    changed = after.time[0]
    assert np.allclose(before["c.v"], 1 - np.exp(-before.time), atol=1e-5)
    later = after.time >= changed + 0.05
    rates = np.gradient(np.log(1 - after["c.v"][later]), after.time[later])
    assert np.allclose(rates[rates.size // 8 : rates.size // 2], -10, rtol=0.05)


@pytest.mark.parametrize(("delay", "new", "jumps"), [(10, 1, [2]), (10, 4, [4]), (1, 4, [1, 2, 4])])
def test_conditions_follow_a_parameter(delay: float, new: float, jumps: list[float]) -> None:
    """The delay of a step is changed at 2 s, to a time that has passed or is to come."""
    diagram = charging()
    diagram.blocks["source"] = electrical.StepVoltage(height=1, delay=delay)
    live = LiveRun(diagram, interval=0.1, solver="rk4", step=0.05, signals=["source.v"], paused=True)
    live.poll()
    live.step(40)
    batches = [batch for _ in range(60) if (batch := live.poll()) is not None]
    assert live.progress.time == pytest.approx(2)
    live.set_parameter("source.delay", new)
    live.resume()
    whole = joined([*batches, *live])
    assert whole.time[np.flatnonzero(np.diff(whole["source.v"]))] == pytest.approx(jumps)


def test_refused_parameter_is_raised_and_the_run_goes_on(model: Model) -> None:
    live = LiveRun(model, signals=["c.v"])
    next(iter(live))
    with pytest.raises(ModelError, match='There is no parameter "r.Q"'):
        live.set_parameter("r.Q", 1)
    assert joined(list(live)).time[-1] == 5


def test_pause_step_resume(long_model: Model) -> None:
    live = LiveRun(long_model, until=100, signals=["c.v"], paused=True)
    first = live.poll(LIVENESS)
    assert first is not None
    assert list(first.time) == [0]
    assert live.poll(0.1) is None
    live.step(5)
    stepped = joined([batch for _ in range(20) if (batch := live.poll()) is not None])
    # the end of each step is recorded, besides what the interval asks for
    assert np.sum(np.abs(stepped.time / 0.05 - np.round(stepped.time / 0.05)) > 1e-6) >= 4
    assert live.poll(0.1) is None
    reached = live.progress.time
    assert stepped.time[-1] == reached
    live.resume()
    assert joined(list(live)).time[-1] == 100


def test_stop_keeps_what_was_recorded(long_model: Model) -> None:
    live = LiveRun(long_model, signals=["c.v"])
    batches = take_until(live, 1.0)
    live.stop()
    rest = list(live)
    assert live.is_finished
    times = joined([*batches, *rest]).time
    assert np.allclose(np.diff(times), 0.05)
    assert times[-1] > live.progress.time - 0.05 - 1e-9


@pytest.mark.parametrize("native", ["never", "always"])
def test_pacing_follows_the_clock(model: Model, native: str) -> None:
    began = time.perf_counter()
    reached = []
    for batch in LiveRun(model, until=1, interval=0.01, signals=["c.v"], pace=2.0, native=native):
        reached.append((time.perf_counter() - began, batch.time[-1]))
    took = time.perf_counter() - began
    assert 0.4 < took < LIVENESS
    ahead = [simulated - 2.0 * passed for passed, simulated in reached]
    print(f"1 s at twice real time took {took:.3f} s in {len(reached)} batches, at most {max(ahead):.3f} s ahead")
    assert max(ahead) < 0.1
    assert len(reached) > 3


def test_fixed_steps_are_the_same_however_a_run_is_paced(model: Model) -> None:
    """Compiled code takes whole steps up to where the clock is."""
    settings = {"until": 0.3, "interval": 0.01, "solver": "rk4", "step": 0.001, "native": "always"}
    paced = joined(list(LiveRun(model, signals=["c.v"], pace=3.0, **settings)))
    free = joined(list(LiveRun(model, signals=["c.v"], **settings)))
    assert np.allclose(paced.time, free.time, rtol=0, atol=1e-12)
    assert np.allclose(paced["c.v"], free["c.v"], rtol=0, atol=1e-14)


@pytest.mark.parametrize("pace", [0, -1, float("inf"), float("nan")])
def test_impossible_pace(model: Model, pace: float) -> None:
    with pytest.raises(ModelError, match="times as fast as real time"):
        LiveRun(model, pace=pace)


def test_in_the_background_with_commands_from_here(long_model: Model) -> None:
    batches: list[Batch] = []
    has_begun = threading.Event()

    def note(batch: Batch) -> None:
        batches.append(batch)
        has_begun.set()

    with LiveRun(long_model, signals=["c.v"]) as live:
        live.start(note)
        assert has_begun.wait(LIVENESS)
        began = time.perf_counter()
        live.set_parameter("source.amplitude", "50 V")
        print(f"parameter set after {1e3 * (time.perf_counter() - began):.1f} ms")
        while not batches or np.abs(batches[-1]["c.v"]).max() < 5:
            assert time.perf_counter() - began < LIVENESS
            time.sleep(0.01)
        live.pause()
        assert not live.wait(0.2)
        count = len(batches)
        time.sleep(0.1)
        assert len(batches) == count
        live.resume()
        live.stop()
        assert live.wait(LIVENESS)
    assert not [thread for thread in threading.enumerate() if thread.name == "live run"]


def test_parameters_from_many_threads(long_model: Model) -> None:
    with LiveRun(long_model, signals=["c.v"]) as live:
        live.start(lambda batch: None)
        values = list(range(1, 9))
        threads = [threading.Thread(target=live.set_parameter, args=("r.R", 1000 * k, LIVENESS)) for k in values]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LIVENESS)
        assert not any(thread.is_alive() for thread in threads)
    assert live.problems == []


def test_error_in_the_model_arrives() -> None:
    diagram = charging()
    diagram.remove("ground")
    diagram.remove("c")
    live = LiveRun(diagram)
    live.start(lambda batch: None)
    with pytest.raises(ModelError):
        live.wait(LIVENESS)


def test_error_in_the_callback_ends_the_run(long_model: Model) -> None:
    def fail(batch: Batch) -> None:
        raise ZeroDivisionError

    live = LiveRun(long_model, signals=["c.v"])
    live.start(fail)
    with pytest.raises(ZeroDivisionError):
        live.wait(LIVENESS)


def test_unknown_signal(model: Model) -> None:
    with pytest.raises(ModelError, match='There is no variable "c.volt"'):
        next(iter(LiveRun(model, signals=["c.volt"])))


def test_compiled_code_leaves_room_for_commands(long_model: Model) -> None:
    live = LiveRun(long_model, signals=["c.v"], native="always")
    batches = list(islice(live, 3))
    live.set_parameter("source.amplitude", "50 V")
    for batch in live:
        batches.append(batch)
        if np.abs(batch["c.v"]).max() > 5:
            break
    live.pause()
    while live.poll(0.1) is not None:
        pass
    live.step(3)
    assert live.poll(LIVENESS) is not None
