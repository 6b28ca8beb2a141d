"""Values that are no numbers do not pass in silence: the equation they come from is told, once."""

import numpy as np
import pytest

from blocks import Diagram, ModelError
from libraries.electrical import ConstantVoltage, Ground, Resistor
from libraries.signals import Add, Constant, Division, Gain, Ramp
from solver.live import LiveRun
from solver.simulate import simulate
from solver.worker import WorkerRun
from tests.models.live_models import root_of_a_sine


def loop(gain: float) -> Diagram:
    """y = gain * y + 1."""
    d = Diagram("loop")
    d.add("one", Constant(level=1.0))
    d.add("sum", Add())
    d.add("gain", Gain(k=gain))
    d.connect("one.y", "sum.u[1]")
    d.connect("sum.y", "gain.u")
    d.connect("gain.y", "sum.u[2]")
    return d


def test_the_equation_a_value_comes_from_is_told_with_what_went_in():
    result = simulate(root_of_a_sine(), 1.0, interval=0.01)
    (warning,) = result.statistics["warnings"]  # not for the gain behind it
    first = result.time[np.argmax(result["wave.y"] < 0)]
    assert f'"root.y" is not a number at t = {first:.4g} s.' in warning
    assert "root.y == sqrt(root.u)" in warning
    assert f"root.u is {np.sin(2 * np.pi * first):.4g} there." in warning


def test_a_short_circuit_is_told():
    d = Diagram("short")
    d.add("battery", ConstantVoltage(V="5 V"))
    d.add("wire", Resistor(R="0 ohm"))
    d.add("ground", Ground())
    d.connect("battery.p", "wire.p")
    d.connect("battery.n", "wire.n", "ground.p")
    (warning,) = simulate(d, 1.0).statistics["warnings"]
    assert '"wire.i" is infinite at t = 0 s.' in warning
    assert simulate(d, 1.0, parameters={"wire.R": "1 ohm"}).statistics["warnings"] == []


def test_one_instant_at_the_start_is_enough():
    d = Diagram("pole")
    d.add("one", Constant(level=1.0))
    d.add("time", Ramp(height=1.0, duration="1 s"))
    d.add("quotient", Division())
    d.connect("one.y", "quotient.u1")
    d.connect("time.y", "quotient.u2")
    assert '"quotient.y" is infinite at t = 0 s.' in simulate(d, 1.0).statistics["warnings"][0]


def test_a_loop_without_a_solution_is_refused():
    with pytest.raises(ModelError, match="have no solution, or many") as caught:
        simulate(loop(1.0), 1.0)
    assert '"sum.y"' in str(caught.value)
    assert "sum.y == sum.k @ sum.u" in caught.value.why
    assert simulate(loop(0.5), 1.0)["sum.y"][-1] == pytest.approx(2.0)


@pytest.mark.parametrize("kind", [LiveRun, WorkerRun])
def test_whoever_watches_a_run_is_told(kind):
    with kind(root_of_a_sine(), until=1.0, signals=["wave.y"]) as live:
        for _ in live:
            pass
        assert ['"root.y" is not a number' in warning.what for warning in live.warnings] == [True]
        assert live.warnings[0].where == "root"
