"""The structure of models in words."""

from __future__ import annotations

from blocks import Diagram
from libraries.control import SampledPI
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Resistor
from libraries.planar import Fixed, Revolute, Rod
from libraries.signals import Constant, Gain, LimitedIntegrator
from solver.explain import explain
from solver.model import compile_model


def bridge() -> Diagram:
    """Return five resistors whose currents can only be found together."""
    d = Diagram("bridge")
    d.add("source", ConstantVoltage(V=1.0))
    d.add("ground", Ground())
    for name in ("r1", "r2", "r3", "r4", "r5"):
        d.add(name, Resistor(R="1 ohm"))
    d.add("c", Capacitor(C="1 mF", start={"v": 0}))
    d.connect("source.n", "ground.p", "r2.n", "r4.n")
    d.connect("source.p", "c.p")
    d.connect("c.n", "r1.p", "r3.p")
    d.connect("r1.n", "r2.p", "r5.p")
    d.connect("r3.n", "r4.p", "r5.n")
    return d


def test_counts_states_and_loops() -> None:
    found = explain(compile_model(bridge()))
    assert found.states == ["c.v"]
    assert found.blocks == 8
    assert found.equations == found.unknowns
    assert found.reduced < found.unknowns
    assert len(found.loops) == 1
    assert found.loops[0].size == found.largest
    assert found.summary() == f"1 state, 1 loop, largest {found.largest} unknowns"
    assert found.text().splitlines()[0] == f'"bridge": {found.summary()}.'


def test_every_unknown_has_an_equation() -> None:
    found = explain(compile_model(bridge()))
    unknowns = [name for item in found.determined for name in item.unknowns]
    assert len(unknowns) == found.reduced
    assert all(item.equations for item in found.determined)
    by_name = {item.unknowns[0]: item.equations for item in found.determined if len(item.unknowns) == 1}
    assert by_name["source.v"] == ["source.v == source.V"]


def test_mechanics_is_differentiated() -> None:
    d = Diagram("pendulum")
    d.add("base", Fixed())
    d.add("joint", Revolute(start={"phi": 0, "w": 0}))
    d.add("rod", Rod())
    d.connect("base.a", "joint.a")
    d.connect("joint.b", "rod.a")
    found = explain(compile_model(d))
    assert found.index == 3
    assert len(found.states) == 2
    text = found.text(most=200)
    assert "Some equations had to be differentiated: the index is 3." in text
    assert "rod.x == rod.a.x + rod.length / 2 * cos(rod.phi)  (differentiated 2 times)" in text


def test_events_samples_and_inputs() -> None:
    d = Diagram("control")
    d.add("target", Constant())
    d.add("pi", SampledPI(period="10 ms"))
    d.add("plant", LimitedIntegrator())
    d.add("gain", Gain())
    d.connect("target.y", "pi.target")
    d.connect("plant.y", "pi.measured")
    d.connect("pi.command", "plant.u")
    d.expose("disturbance", "gain.u")
    d.connect("target.y", "gain.u")
    found = explain(compile_model(d))
    assert found.samples == {0.01: ["pi"]}
    assert "Sampled every 0.01 s: pi." in found.text()
    assert any("free / high / low" in event for event in found.events)
    assert found.inputs == ["disturbance"]


def test_long_lists_are_cut() -> None:
    text = explain(compile_model(bridge())).text(most=3)
    assert "  ... and " in text
