"""Events against exact solutions, and models that must stop with a clear message."""

from __future__ import annotations

from math import asin, hypot, pi, sqrt

import numpy as np
import pytest

from blocks import Block, Diagram, Equations, Input, ModelError, Output, Parameter, SampledBlock, Variable
from blocks.functions import der, initial, leave_when, machine, pre, previous, reinit, time, when, where
from blocks.functions import sin as sine
from solver.result import Result
from solver.simulate import simulate


def run(block: Block, until: float = 1.0, **settings: object) -> Result:
    d = Diagram("hybrid")
    d.add("b", block)
    return simulate(d, until, **settings)


def message(block: Block, until: float = 1.0) -> str:
    with pytest.raises(ModelError) as caught:
        run(block, until)
    return str(caught.value)


class Relay(Block):
    """A quantity that rises at rate 1 while on and falls at rate 2 while off, between two thresholds."""

    T = Parameter(1.0, "s", "unit of time")
    x = Variable("1", "quantity", start=0, fixed=True)
    on = Variable("1", "1 while on")
    switched = Variable("1", "how often it was switched off", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        relay = machine(
            {"on": [leave_when(self.x > 1, "off")], "off": [leave_when(self.x < 0.5, "on")]}, start="on"
        )
        yield self.on == where(relay.is_in("on"), 1, 0)
        yield self.T * der(self.x) == where(relay.is_in("on"), 1, -2)
        yield when(self.on < 0.5, self.switched == pre(self.switched) + 1)


def test_relay_with_hysteresis() -> None:
    result = run(Relay(), 9.9)
    # 1 s to the upper threshold, then 0.25 s down and 0.5 s up
    falls = result.time[1:][np.diff(result["b.on"]) < 0]
    assert falls == pytest.approx(1 + 0.75 * np.arange(12), abs=1e-8)
    assert result["b.switched"][-1] == 12
    assert result.statistics["events"] == 24


class PlainRelay(Block):
    """A relay without hysteresis, which would have to switch infinitely often."""

    T = Parameter(1.0, "s", "unit of time")
    x = Variable("1", "quantity", start=0.5, fixed=True)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == where(self.x > 0, -1, 1)


def test_relay_without_hysteresis_stops() -> None:
    assert message(PlainRelay(), 2.0) == (
        'No consistent mode was found at t = 0.5 s: "b: x > 0" switches forever.\n'
        "  Each of its modes makes the condition ask for the other one.\n"
        "  Give the condition a hysteresis, or let the quantity it acts on be stored (inertia, capacity)."
    )


class Impossible(Block):
    """Contradicts itself."""

    x = Variable("1", "quantity")

    def equations(self) -> Equations:
        yield self.x == where(self.x > 0, -1, 1)


def test_a_condition_that_denies_itself() -> None:
    assert message(Impossible()).startswith('No consistent mode was found at t = 0 s: "b: x > 0" switches forever.')


class Twice(Block):
    """Two solutions: it stays in the one it starts in."""

    x = Variable("1", "quantity")

    def equations(self) -> Equations:
        yield self.x == where(self.x > 0, 1, -1)


def test_a_condition_that_confirms_itself_keeps_its_mode() -> None:
    assert set(run(Twice())["b.x"]) == {-1.0}


class Limited(Block):
    """A mass on a spring whose force is limited: motion between the limits is a sine, beyond them a parabola."""

    w = Parameter(2.0, "rad/s", "frequency inside the limits")
    limit = Parameter(0.5, "m", "where the force stops growing")
    x = Variable("m", "position", start=1.0, fixed=True)
    v = Variable("m/s", "speed", start=0, fixed=True)

    def equations(self) -> Equations:
        force = where(self.x > self.limit, self.limit, where(self.x < -self.limit, -self.limit, self.x))
        yield der(self.x) == self.v
        yield der(self.v) == -(self.w**2) * force


def test_limits_are_events_and_keep_energy() -> None:
    result = run(Limited(), 20.0, tolerance=1e-9, interval=2e-3)
    x, v = result["b.x"], result["b.v"]
    inside = np.minimum(np.abs(x), 0.5)
    potential = 4 * (inside**2 / 2 + 0.5 * (np.abs(x) - inside))
    assert np.ptp(v**2 / 2 + potential) < 1e-6
    # quarter of a period: a parabola to the limit, then part of a sine
    speed = sqrt(2 * 4 * 0.5 * 0.5)
    quarter = speed / 2 + asin(0.5 / hypot(0.5, speed / 2)) / 2
    assert result.statistics["events"] == 4 * int(20 / (4 * quarter)) + int(20 % (4 * quarter) / quarter + 0.5)
    assert np.interp(4 * quarter, result.time, x) == pytest.approx(1.0, abs=1e-5)


class SampledPI(SampledBlock):
    """A sampled PI controller of an integrating plant, with the plant inside its diagram."""

    kp = Parameter(2.0, "1", "gain")
    ki = Parameter(1.0, "1", "gain of the sum")
    x = Input("1", "measurement")
    total = Variable("1", "sum of the errors", start=0)
    u = Output("1", "command")

    def equations(self) -> Equations:
        yield self.total == previous(self.total) + self.ki * (1 - self.x) / 100
        yield self.u == self.kp * (1 - self.x) + self.total


class Plant(Block):
    """Follows its input with a time constant."""

    T = Parameter(0.5, "s", "time constant")
    u = Input("1", "input")
    x = Output("1", "output", start=0, fixed=True)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == self.u - self.x


def test_sampled_control_is_exact_between_samples() -> None:
    d = Diagram("control")
    d.add("pi", SampledPI(period="10 ms"))
    d.add("plant", Plant())
    d.connect("pi.u", "plant.u")
    d.connect("plant.x", "pi.x")
    result = simulate(d, 1.0, tolerance=1e-10)
    x = total = 0.0
    for _ in range(100):
        total += (1 - x) / 100
        u = 2 * (1 - x) + total
        x = u + (x - u) * np.exp(-0.01 / 0.5)
    assert result["plant.x"][-1] == pytest.approx(x, abs=1e-10)


class Both(Block):
    """A crossing that falls on the very instant of a known one."""

    T = Parameter(1.0, "s", "unit of time")
    x = Variable("1", "rises from 0 to 1 in 1 s", start=0, fixed=True)
    crossings = Variable("1", "how often x passed 0.5", start=0, fixed=True, discrete=True)
    ticks = Variable("1", "how often time passed 0.5", start=0, fixed=True, discrete=True)
    together = Variable("1", "how often both held", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        yield self.T * der(self.x) == 1
        yield when(self.x > 0.5, self.crossings == pre(self.crossings) + 1)
        yield when(time > 0.5 * self.T, self.ticks == pre(self.ticks) + 1)
        yield when((self.x > 0.5) & (time > 0.5 * self.T), self.together == pre(self.together) + 1)


@pytest.mark.parametrize("solver", ["adaptive", "rk4", "stiff"])
def test_known_and_located_events_at_one_instant(solver: str) -> None:
    result = run(Both(), solver=solver, step=0.01 if solver == "rk4" else None)
    assert [result[f"b.{name}"][-1] for name in ("crossings", "ticks", "together")] == [1, 1, 1]


class Counters(Block):
    """Everything discrete that depends on something discrete."""

    T = Parameter(1.0, "s", "unit of time")
    w = Parameter(2 * pi, "rad/s", "frequency")
    wave = Variable("1", "sine")
    rises = Variable("1", "how often the wave became positive", start=0, fixed=True, discrete=True)
    pairs = Variable("1", "how often two more rises were counted", start=0, fixed=True, discrete=True)
    began = Variable("s", "when the wave became positive last", start=-1, fixed=True, discrete=True)
    height = Variable("1", "integrates, and starts again at every second rise", start=0, fixed=True)

    def equations(self) -> Equations:
        yield self.wave == sine(self.w * (time - 0.1 * self.T))
        yield when(self.wave > 0, self.rises == pre(self.rises) + 1, self.began == time)
        yield when(self.rises > 2 * self.pairs + 1.5, self.pairs == pre(self.pairs) + 1, reinit(self.height, 0))
        yield self.T * der(self.height) == 1


def test_counters_memories_and_jumps() -> None:
    result = run(Counters(), 4.6, tolerance=1e-9)
    # it becomes positive at 0.1, 1.1, 2.1, 3.1 and 4.1 s
    assert result["b.rises"][-1] == 5
    assert result["b.pairs"][-1] == 2
    assert result["b.began"][-1] == pytest.approx(4.1)
    assert result["b.height"][-1] == pytest.approx(4.6 - 3.1)


class AtStart(Block):
    """What happens at the start only."""

    x = Variable("1", "set at the start", start=0, fixed=True, discrete=True)
    y = Variable("1", "set when a condition that holds from the start becomes true: never", start=0, fixed=True,
                 discrete=True)  # fmt: skip
    z = Variable("1", "set at the start or at 0.5 s", start=0, fixed=True, discrete=True)
    T = Parameter(1.0, "s", "unit of time")

    def equations(self) -> Equations:
        yield when(initial(), self.x == 3)
        yield when(time > -self.T, self.y == 3)
        yield when(initial() | (time > 0.5 * self.T), self.z == pre(self.z) + 1)


def test_initial_is_true_at_the_start_only() -> None:
    result = run(AtStart())
    assert set(result["b.x"]) == {3}
    assert set(result["b.y"]) == {0}
    assert [result["b.z"][0], result["b.z"][-1]] == [1, 2]


class Nested(Block):
    """Conditions inside conditions."""

    T = Parameter(1.0, "s", "unit of time")
    x = Variable("1", "rises", start=0, fixed=True)
    y = Variable("1", "1, 2, 3, 4 as x passes 1, 2, 3")

    def equations(self) -> Equations:
        yield self.T * der(self.x) == 1
        low, high = where(self.x > 1, 2, 1), where(self.x > 3, 4, 3)
        yield self.y == where(self.x > 2, high, low)


def test_nested_conditions() -> None:
    result = run(Nested(), 4.0)
    steps = result.time[1:][np.diff(result["b.y"]) != 0]
    assert steps == pytest.approx([1, 2, 3], abs=1e-9)
    assert list(dict.fromkeys(result["b.y"])) == [1, 2, 3, 4]


class Many(Block):
    """Many conditions that become true at one instant."""

    T = Parameter(1.0, "s", "unit of time")
    x = Variable("1", "rises", start=0, fixed=True)
    y = Variable("1", "sum of ten steps")

    def equations(self) -> Equations:
        yield self.T * der(self.x) == 1
        yield self.y == sum((where(k * self.x > 0.5 * k, 1, 0) for k in range(2, 11)), where(self.x > 0.5, 1, 0))


def test_many_events_at_one_instant_are_one() -> None:
    result = run(Many())
    assert set(result["b.y"]) == {0, 10}
    assert result.statistics["events"] == 1


class Throw(Block):
    """A thrown ball that rises a little above a line."""

    above = Parameter(1e-7, "m", "how far the top is above the line")
    v0 = Parameter(1.0, "m/s", "speed at the start")
    g = Parameter(1.0, "m/s2", "gravity")
    x = Variable("m", "height", start=0, fixed=True)
    v = Variable("m/s", "speed", start=1, fixed=True)
    seen = Variable("1", "how often it passed the line upwards", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        yield der(self.x) == self.v
        yield der(self.v) == -self.g
        yield when(self.x > self.v0**2 / (2 * self.g) - self.above, self.seen == pre(self.seen) + 1)


@pytest.mark.parametrize(("above", "seen"), [(1e-2, 1), (1e-5, 1), (1e-7, 1), (-1e-7, 0)])
def test_the_top_of_a_throw_just_above_a_line(above: float, seen: int) -> None:
    assert run(Throw(above=above), 1.9)["b.seen"][-1] == seen


def test_hysteresis_remembers() -> None:
    """A relay that starts inside its band keeps the mode its author gave it."""
    assert run(Relay(start={"x": 0.7}), 0.1)["b.on"][-1] == 1


class Twisting(Block):
    """Two relays on position and speed: events accumulate without a limit that could be held."""

    one = Parameter(1.0, "1/s2", "acceleration")
    x = Variable("1", "position", start=1.0, fixed=True)
    v = Variable("1/s", "speed", start=0.0, fixed=True)

    def equations(self) -> Equations:
        yield der(self.x) == self.v
        yield der(self.v) == self.one * (-2 * where(self.x > 0, 1, -1) - where(self.v > 0, 1, -1))


def test_chattering_is_named_and_does_not_hang():
    d = Diagram("twisting")
    d.add("relays", Twisting())
    with pytest.raises(ModelError) as error:
        simulate(d, until=10)
    assert error.value.where == "relays"
    assert str(error.value).splitlines()[1:] == [
        "  Both sides of the condition drive it back across its limit.",
        "  Give the condition a hysteresis, or use a friction or contact block, which can stick.",
    ]
    assert error.value.what.startswith('Chattering at t = 4.4')
