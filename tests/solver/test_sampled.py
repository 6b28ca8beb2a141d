"""Sampled blocks: several rates, chains within one instant, memories; the same from Python and from machine code."""

from __future__ import annotations

import numpy as np
import pytest

from blocks import Block, Diagram, Equations, Input, ModelError, Output, Parameter, SampledBlock, Variable
from blocks.functions import der, previous, time, where
from libraries.signals import Step, ZeroOrderHold
from solver.clock import Clock
from solver.model import compile_model
from solver.parameters import ParameterSetter
from solver.result import Result
from solver.simulate import simulate

TIERS = pytest.mark.parametrize("native", ["never", "always"])


class Counter(SampledBlock):
    """Counts its samples."""

    y = Output("1", "how many samples there were", start=0)

    def equations(self) -> Equations:
        yield self.y == previous(self.y) + 1


class Plus(SampledBlock):
    """Adds one to its input."""

    u = Input("1", "input")
    y = Output("1", "output", start=0)

    def equations(self) -> Equations:
        yield self.y == self.u + 1


class Delay(SampledBlock):
    """The input of the sample before."""

    u = Input("1", "input")
    memory = Variable("1", "input kept", start=0)
    y = Output("1", "output")

    def equations(self) -> Equations:
        yield self.memory == self.u
        yield self.y == previous(self.memory)


class Change(SampledBlock):
    """How much the input changed since the sample before."""

    u = Input("1", "input")
    y = Output("1", "change")

    def equations(self) -> Equations:
        yield self.y == self.u - previous(self.u)


class Time(Block):
    """Time in seconds, as a number."""

    second = Parameter(1.0, "s", "one second")
    y = Output("1", "time")

    def equations(self) -> Equations:
        yield self.y == time / self.second


class Lag(Block):
    """Follows its input."""

    T = Parameter(0.1, "s", "time constant")
    u = Input("1", "input")
    y = Output("1", "output", start=0, fixed=True)

    def equations(self) -> Equations:
        yield self.T * der(self.y) == self.u - self.y


def run(
    blocks: dict[str, Block], *connections: tuple[str, str], until: float = 1.0, **settings: object
) -> Result:
    d = Diagram("sampled")
    for name, block in blocks.items():
        d.add(name, block)
    for pair in connections:
        d.connect(*pair)
    return simulate(d, until, **settings)


def at(result: Result, name: str, instant: float) -> float:
    """Return the value of a signal just after an instant."""
    return float(result[name][result.time <= instant + 1e-9][-1])


@TIERS
def test_several_rates_without_drift(native: str) -> None:
    periods = {"fast": "1 ms", "slow": "3 ms", "odd": "7 ms"}
    blocks: dict[str, Block] = {name: Counter(period=period) for name, period in periods.items()}
    blocks["lag"] = Lag()
    result = run(blocks, ("fast.y", "lag.u"), until=2.1, native=native)
    assert [result[f"{name}.y"][-1] for name in ("fast", "slow", "odd")] == [2101, 701, 301]


@TIERS
@pytest.mark.parametrize("order", ["abc", "cba", "bca"])
def test_a_chain_settles_within_one_instant_in_any_order(native: str, order: str) -> None:
    blocks: dict[str, Block] = {"count": Counter(period="0.1 s"), "lag": Lag()}
    blocks |= {name: Plus(period="0.1 s") for name in order}
    result = run(
        blocks, ("count.y", "a.u"), ("a.y", "b.u"), ("b.y", "c.u"), ("c.y", "lag.u"), native=native
    )
    last = np.append(np.diff(result.time) > 0, True)
    assert np.array_equal(result["c.y"][last], result["count.y"][last] + 3)


@TIERS
def test_delays_in_a_row(native: str) -> None:
    blocks: dict[str, Block] = {"count": Counter(period="0.1 s"), "lag": Lag()}
    blocks |= {name: Delay(period="0.1 s") for name in "ab"}
    result = run(blocks, ("count.y", "a.u"), ("a.y", "b.u"), ("b.y", "lag.u"), native=native)
    assert [at(result, "b.y", 0.1 * k) for k in range(6)] == [0, 0, 1, 2, 3, 4]


@TIERS
def test_a_delay_breaks_a_circle(native: str) -> None:
    blocks = {"plus": Plus(period="0.1 s"), "delay": Delay(period="0.1 s"), "lag": Lag()}
    result = run(blocks, ("plus.y", "delay.u"), ("delay.y", "plus.u"), ("plus.y", "lag.u"), native=native)
    assert result["plus.y"][-1] == 11


@TIERS
def test_the_memory_of_an_input_begins_with_the_input(native: str) -> None:
    blocks = {"time": Time(), "change": Change(period="0.25 s"), "lag": Lag()}
    result = run(blocks, ("time.y", "change.u"), ("change.y", "lag.u"), native=native)
    assert [at(result, "change.y", 0.25 * k) for k in range(5)] == pytest.approx([0, 0.25, 0.25, 0.25, 0.25])


@TIERS
def test_a_slow_block_reads_what_a_fast_one_said_at_the_same_instant(native: str) -> None:
    blocks = {"fast": Counter(period="10 ms"), "slow": Plus(period="40 ms"), "lag": Lag()}
    result = run(blocks, ("fast.y", "slow.u"), ("slow.y", "lag.u"), until=0.2, native=native)
    # the fast one has counted five samples, the last of them now
    assert at(result, "slow.y", 0.04) == 6
    assert at(result, "slow.y", 0.16) == 18


def test_both_tiers_give_the_same() -> None:
    blocks = {"fast": Counter(period="3 ms"), "change": Change(period="20 ms"), "lag": Lag()}
    wires = (("fast.y", "lag.u"), ("lag.y", "change.u"))
    one, two = (run(blocks, *wires, native=native, tolerance=1e-9) for native in ("never", "always"))
    assert np.interp(one.time, two.time, two["lag.y"]) == pytest.approx(one["lag.y"], abs=1e-5)
    for instant in np.arange(0, 1, 0.1):
        assert at(one, "change.y", instant) == pytest.approx(at(two, "change.y", instant), abs=1e-6)


class Thermostat(SampledBlock):
    """Switches at samples only, by a condition."""

    u = Input("1", "measurement")
    y = Output("1", "heating")

    def equations(self) -> Equations:
        yield self.y == where(self.u > 0.5, 0, 1)


@TIERS
def test_conditions_at_samples_are_no_events(native: str) -> None:
    result = run({"t": Thermostat(period="50 ms"), "lag": Lag()}, ("lag.y", "t.u"), ("t.y", "lag.u"), native=native)
    assert result.statistics["events"] == 0
    assert set(result["t.y"]) == {0, 1}


class Watch(Block):
    """Counts in continuous time how often a sampled signal passed two."""

    u = Input("1", "signal")
    y = Output("1", "1 while above two")

    def equations(self) -> Equations:
        yield self.y == where(self.u > 2, 1, 0)


@TIERS
def test_a_sample_may_cause_an_event(native: str) -> None:
    result = run(
        {"count": Counter(period="0.1 s"), "watch": Watch(), "lag": Lag()},
        ("count.y", "watch.u"), ("watch.y", "lag.u"), native=native,
    )  # fmt: skip
    rises = result.time[1:][np.diff(result["watch.y"]) > 0]
    assert rises == pytest.approx([0.2], abs=1e-9)


@pytest.mark.parametrize(
    ("periods", "tick"), [(["10 ms", "15 ms"], 0.005), (["1 ms"], 0.001), (["0.1 s", "0.25 s", "0.3 s"], 0.05)]
)
def test_the_tick_divides_all_periods(periods: list[str], tick: float) -> None:
    d = Diagram()
    for k, period in enumerate(periods):
        d.add(f"c{k}", Counter(period=period))
    model = compile_model(d)
    assert float(Clock(model, ParameterSetter(model)).tick) == pytest.approx(tick)


def test_a_period_of_zero() -> None:
    with pytest.raises(ModelError) as caught:
        run({"c": Counter(period=0)})
    assert str(caught.value) == '"c.period" is 0; it must be at least 1e-09 s.'


@TIERS
def test_a_period_may_be_changed_for_a_run(native: str) -> None:
    d = Diagram()
    d.add("c", Counter(period="0.1 s"))
    d.add("lag", Lag())
    d.connect("c.y", "lag.u")
    model = compile_model(d)
    assert simulate(model, 1.0, native=native)["c.y"][-1] == 11
    assert simulate(model, 1.0, native=native, parameters={"c.period": "50 ms"})["c.y"][-1] == 21
    assert simulate(model, 1.0, native=native)["c.y"][-1] == 11


@TIERS
def test_a_step_at_the_instant_of_a_sample_is_read_by_the_next(native: str) -> None:
    d = Diagram("d")
    d.add("step", Step(delay="0.1 s"))
    d.add("hold", ZeroOrderHold(period="10 ms"))
    d.connect("step.y", "hold.u")
    result = simulate(d, 0.2, interval="1 ms", native=native)
    held = result.time[np.flatnonzero(result["hold.y"] > 0.5)[0]]
    assert held == pytest.approx(0.11, abs=1e-9)
