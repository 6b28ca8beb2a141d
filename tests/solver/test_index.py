"""How often equations are differentiated, and what becomes a state."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipk

from blocks import Block, Diagram, Equations, Parameter, Variable
from blocks.functions import der, sin, time
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Inductor, Resistor
from libraries.planar import Body, Fixed, Revolute, Rod
from libraries.rotational import ConstantTorque, IdealGear, Inertia, Position
from libraries.signals import Sine
from solver.explain import explain
from solver.model import Model, compile_model
from solver.simulate import simulate


def index_of(model: Model) -> int:
    return explain(model).index


def circuit(**parts: Block) -> Diagram:
    """Return a grounded source; parts are added for the test to connect."""
    d = Diagram("circuit")
    d.add("source", ConstantVoltage(V=1))
    d.add("g", Ground())
    d.connect("source.n", "g.p")
    for name, part in parts.items():
        d.add(name, part)
    return d


def test_a_resistor_and_a_capacitor_need_nothing_differentiated() -> None:
    d = circuit(r=Resistor(), c=Capacitor(C=1, start={"v": 0}))
    d.connect("source.p", "r.p")
    d.connect("r.n", "c.p")
    d.connect("c.n", "g.p")
    model = compile_model(d)
    assert model.assembly.offsets.is_plain
    assert model.state_names == ["c.v"]


def test_capacitors_in_a_loop_share_their_states() -> None:
    d = circuit(
        r=Resistor(R=2), c1=Capacitor(C=1, start={"v": 0}), c2=Capacitor(C=2), c3=Capacitor(C=3, start={"v": 0.2})
    )
    d.connect("source.p", "r.p")
    d.connect("r.n", "c1.p", "c2.p")
    d.connect("c2.n", "c3.p")
    d.connect("c1.n", "c3.n", "g.p")
    model = compile_model(d)
    assert index_of(model) == 2
    assert model.state_names == ["c1.v", "c3.v"]
    result = simulate(model, 3.0, tolerance=1e-8)
    assert result["c1.v"] == pytest.approx(result["c2.v"] + result["c3.v"], abs=1e-12)
    # c2 and c3 in series, beside c1
    total = 1 + 2 * 3 / 5
    assert result["c1.v"][-1] == pytest.approx(1 - np.exp(-3 / (2 * total)), abs=1e-6)


def test_a_capacitor_across_a_source_has_no_state() -> None:
    d = circuit(c=Capacitor(C=1), r=Resistor())
    d.connect("source.p", "c.p", "r.p")
    d.connect("c.n", "r.n", "g.p")
    model = compile_model(d)
    assert model.state_count == 0
    assert simulate(model)["source.i"][-1] == pytest.approx(-1)


def test_inductors_in_series_share_one_current() -> None:
    d = circuit(l1=Inductor(L=1, start={"i": 0}), l2=Inductor(L=3), r=Resistor(R=2))
    d.connect("source.p", "l1.p")
    d.connect("l1.n", "l2.p")
    d.connect("l2.n", "r.p")
    d.connect("r.n", "g.p")
    model = compile_model(d)
    assert model.state_count == 1
    assert simulate(model, 2.0, tolerance=1e-8)["l2.i"][-1] == pytest.approx((1 - np.exp(-1)) / 2, abs=1e-6)


def geared(*ratios: float) -> Diagram:
    """Return inertias of 1 kg.m2 with gears between them, driven by 5 N.m."""
    d = Diagram("gears")
    d.add("motor", ConstantTorque(torque=5))
    d.add("j0", Inertia(start={"phi": 0, "w": 0}))
    d.connect("motor.shaft", "j0.a")
    for k, ratio in enumerate(ratios, 1):
        d.add(f"gear{k}", IdealGear(ratio=ratio))
        d.add(f"j{k}", Inertia())
        d.connect(f"j{k - 1}.b", f"gear{k}.a")
        d.connect(f"gear{k}.b", f"j{k}.a")
    return d


@pytest.mark.parametrize("ratios", [(4.0,), (2.0, 3.0), (2.0, -1.5, 0.5, 3.0)])
def test_gears_leave_one_degree_of_freedom(ratios: tuple[float, ...]) -> None:
    model = compile_model(geared(*ratios))
    assert index_of(model) == 3
    assert model.state_count == 2
    total = 1 + sum(1 / np.prod(ratios[:k]) ** 2 for k in range(1, len(ratios) + 1))
    result = simulate(model, 1.0, tolerance=1e-8)
    assert result["j0.acceleration"][-1] == pytest.approx(5 / total)
    assert result[f"j{len(ratios)}.w"][-1] == pytest.approx(5 / total / np.prod(ratios))


class Pendulum(Block):
    """A point on a rigid massless rod in plain coordinates: the textbook problem of index three."""

    length = Parameter(1.0, "m", "length", min=0)
    g = Parameter(9.81, "m/s2", "gravity")
    x = Variable("m", "across")
    y = Variable("m", "up")
    pull = Variable("1/s2", "force in the rod over mass and length")

    def equations(self) -> Equations:
        yield der(der(self.x)) == -self.pull * self.x
        yield der(der(self.y)) == -self.pull * self.y - self.g
        yield self.x**2 + self.y**2 == self.length**2


def test_pendulum_in_plain_coordinates() -> None:
    d = Diagram("pendulum")
    d.add("p", Pendulum(start={"x": 0.6, "der(x)": 0.0}, guess={"y": -0.8}))
    model = compile_model(d)
    assert index_of(model) == 3
    assert model.state_count == 4
    result = simulate(model, 4.0, tolerance=1e-9)
    assert result["p.x"] ** 2 + result["p.y"] ** 2 == pytest.approx(1, abs=1e-7)
    # back at the start after a whole period, which an elliptic integral gives
    amplitude = np.arcsin(0.6)
    period = 4 * np.sqrt(1 / 9.81) * ellipk(np.sin(amplitude / 2) ** 2)
    assert np.interp(period, result.time, result["p.x"]) == pytest.approx(0.6, abs=1e-4)


def test_prescribed_motion_leaves_no_state_and_gives_the_torque() -> None:
    d = Diagram("driven")
    d.add("wave", Sine(amplitude=0.5, frequency=1))
    d.add("drive", Position())
    d.add("disc", Inertia(J=2))
    d.connect("wave.y", "drive.angle")
    d.connect("drive.shaft", "disc.a")
    model = compile_model(d)
    assert model.state_count == 0
    result = simulate(model, 1.0)
    exact = -0.5 * (2 * np.pi) ** 2 * np.sin(2 * np.pi * result.time)
    assert result["disc.acceleration"] == pytest.approx(exact, abs=1e-9)
    assert result["disc.a.tau"] == pytest.approx(2 * exact, abs=1e-9)


def test_prescribed_joint_of_an_arm() -> None:
    d = Diagram("arm")
    d.add("wall", Fixed())
    d.add("joint", Revolute())
    d.add("rod", Rod(m=2, length=1))
    d.add("wave", Sine(amplitude=0.3, frequency=0.5))
    d.add("drive", Position())
    d.connect("wall.a", "joint.a")
    d.connect("joint.b", "rod.a")
    d.connect("wave.y", "drive.angle")
    d.connect("drive.shaft", "joint.axis")
    result = simulate(d, 1.0)
    phi, bend = result["joint.phi"], -((np.pi) ** 2) * result["joint.phi"]
    assert phi == pytest.approx(0.3 * np.sin(np.pi * result.time), abs=1e-12)
    assert result["joint.axis.tau"] == pytest.approx(2 / 3 * bend + 2 * 9.81 / 2 * np.cos(phi), abs=1e-9)


class Derived(Block):
    """An output that needs the second derivative of a known signal."""

    rate = Parameter(2.0, "rad/s", "angular frequency")
    y = Variable("1/s2", "second derivative")
    x = Variable("1", "known")

    def equations(self) -> Equations:
        yield self.y == der(der(self.x))
        yield self.x == sin(self.rate * time)


def test_derivatives_of_known_signals() -> None:
    d = Diagram()
    d.add("d", Derived())
    result = simulate(d)
    assert result["d.y"] == pytest.approx(-4 * np.sin(2 * result.time))


def test_rigidly_joined_bodies_move_as_one() -> None:
    d = Diagram("pair")
    d.add("one", Body(m=1, I=0.1, start={"x": 0, "y": 0, "phi": 0, "vx": 1, "vy": 0, "w": 0}))
    d.add("two", Body(m=3, I=0.2))
    d.connect("one.a", "two.a")
    model = compile_model(d)
    assert model.state_count == 6
    assert simulate(model, 1.0)["two.y"][-1] == pytest.approx(-9.81 / 2)
