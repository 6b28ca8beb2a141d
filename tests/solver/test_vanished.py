"""Parameters that are zero where the model would divide by them."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from blocks import Diagram
from blocks.errors import ModelError
from libraries import electrical as e
from libraries import planar, spatial
from libraries import rotational as r
from libraries import translational as t
from solver.model import compile_model
from solver.parameters import ParameterSetter
from solver.simulate import simulate
from tests.libraries.simulated import build, run


def between_springs(**middle: Any) -> Diagram:
    """Return something between two springs, whose ends are 1 m apart."""
    return build(
        {
            "left": t.Fixed(), "right": t.Fixed(position=1), "soft": t.Spring(stiffness=100, free_length=0.2),
            "stiff": t.Spring(stiffness=300, free_length=0.2), **middle,
        },
        ["left.flange soft.a", "stiff.b right.flange"],
    )  # fmt: skip


REST = (100 * 0.2 + 300 * 0.8) / 400


@pytest.mark.parametrize("library", [planar, spatial])
def test_slide_without_mass_and_friction_rests_between_springs(library: ModuleType) -> None:
    diagram = between_springs(hold=library.Fixed(), slide=library.Prismatic())
    hold = "hold.a" if library is planar else "hold.frame"
    for ends in (hold, "slide.a"), ("soft.b", "slide.axis"), ("slide.axis", "stiff.a"):
        diagram.connect(*ends)
    result = simulate(diagram, until=0.1)
    assert result["slide.s"] == pytest.approx(REST)


def test_mass_of_zero_is_none() -> None:
    diagram = between_springs(mass=t.Mass(m=0))
    diagram.connect("soft.b", "mass.a")
    diagram.connect("mass.b", "stiff.a")
    result = simulate(diagram, until=0.1)
    assert result["mass.s"] == pytest.approx(REST)


def test_mass_of_zero_follows_what_moves_it() -> None:
    """A massless point between a spring and a damper creeps with the time constant of the two."""
    result = run(
        {
            "wall": t.Fixed(), "spring": t.Spring(stiffness=50), "point": t.Mass(m=0, start={"s": 0.1}),
            "damper": t.Damper(damping=10), "end": t.Fixed(),
        },
        ["wall.flange spring.a", "spring.b point.a", "point.b damper.a", "damper.b end.flange"],
    )  # fmt: skip
    assert result["point.s"] == pytest.approx(0.1 * np.exp(-5 * result.time), abs=1e-8)


def test_shaft_without_inertia_turns_with_the_load() -> None:
    result = run(
        {
            "motor": r.ConstantTorque(torque=3), "rotor": r.Inertia(J=0), "spring": r.Spring(stiffness=60),
            "wall": r.Fixed(),
        },
        ["motor.shaft rotor.a", "rotor.b spring.a", "spring.b wall.shaft"],
    )  # fmt: skip
    assert result["rotor.phi"] == pytest.approx(3 / 60)


def test_coil_without_inductance_is_a_wire() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=12), "resistor": e.Resistor(R=4), "coil": e.Inductor(L=0),
            "ground": e.Ground(),
        },
        ["source.p resistor.p", "resistor.n coil.p", "coil.n source.n", "source.n ground.p"],
    )  # fmt: skip
    assert result["resistor.i"] == pytest.approx(3)


def test_such_a_parameter_cannot_be_tuned() -> None:
    diagram = between_springs(mass=t.Mass(m=0))
    diagram.connect("soft.b", "mass.a")
    diagram.connect("mass.b", "stiff.a")
    setter = ParameterSetter(compile_model(diagram))
    setter.set("mass.m", 0.0)
    setter.set("soft.stiffness", 50.0)
    with pytest.raises(ModelError, match=r'"mass.m" was 0 when the model was compiled.*\n.*\n.*run again'):
        setter.set("mass.m", 1.0)
