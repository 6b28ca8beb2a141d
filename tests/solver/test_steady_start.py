"""Starting at rest: whatever has no fixed start value begins where nothing changes."""

import numpy as np
import pytest

from blocks import Diagram, ModelError
from blocks.diagram_file import read_text, write_text
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Resistor
from libraries.translational import ConstantForce, Damper, Fixed, Mass, Spring
from solver.simulate import simulate


def divider() -> Diagram:
    """Return two resistors with a capacitor over the second one."""
    d = Diagram("divider")
    d.add("source", ConstantVoltage(V=10.0))
    d.add("upper", Resistor(R=1000.0))
    d.add("lower", Resistor(R=3000.0))
    d.add("store", Capacitor(C=1e-6))
    d.add("ground", Ground())
    d.connect("source.p", "upper.p")
    d.connect("upper.n", "lower.p", "store.p")
    d.connect("source.n", "lower.n", "store.n", "ground.p")
    return d


def test_a_circuit_at_rest():
    result = simulate(divider(), 0.01, start="steady")
    assert result["store.v"] == pytest.approx(7.5, abs=1e-9)


def test_given_start_values_are_the_rule():
    result = simulate(divider(), 0.1)
    assert result["store.v"][0] == 0.0
    assert result["store.v"][-1] == pytest.approx(7.5, abs=1e-3)


def test_a_mass_hangs_at_rest_in_its_spring():
    d = Diagram("hanging")
    d.add("wall", Fixed())
    d.add("spring", Spring(stiffness=200.0))
    d.add("damper", Damper(damping=3.0))
    d.add("mass", Mass(m=2.0))
    d.add("load", ConstantForce(force=10.0))
    d.connect("wall.flange", "spring.a", "damper.a")
    d.connect("spring.b", "damper.b", "mass.a")
    d.connect("mass.b", "load.flange")
    result = simulate(d, 5, start="steady")
    assert np.abs(result["mass.s"]).max() == pytest.approx(10 / 200, abs=1e-9)
    assert np.ptp(result["mass.s"]) < 1e-9


def test_the_setting_is_saved():
    d = divider()
    d.experiment.start = "steady"
    again = read_text(write_text(d))
    assert again.experiment.start == "steady"
    assert simulate(again, 0.01)["store.v"][0] == pytest.approx(7.5, abs=1e-9)


def test_another_word_is_refused():
    with pytest.raises(ModelError, match='There is no start "slow".'):
        simulate(divider(), start="slow")
