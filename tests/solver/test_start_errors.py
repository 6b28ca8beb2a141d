"""What a person reads when a model cannot start: zeros, start values that do not fit together, two worlds."""

from __future__ import annotations

import re
from math import cos, radians, sin

import pytest

from blocks import Block
from libraries import rotational, spatial, translational
from libraries.electrical import Capacitor, ConstantVoltage, Ground
from solver.simulate import simulate
from tests.solver.test_errors import diagram, error


def told(blocks: dict[str, Block], *wires: str) -> list[str]:
    """Return the lines of the error of a diagram, each wire written as the ports it connects."""
    return str(error(diagram("machine", tuple(tuple(wire.split()) for wire in wires), **blocks))).split("\n")  # type: ignore[misc]


@pytest.mark.parametrize(
    ("blocks", "wires", "state", "zeros"),
    [
        ({"rotor": rotational.Inertia(J=0, start={"w": 1}), "push": rotational.ConstantTorque()},
         ["push.shaft rotor.a"], "rotor.w", "rotor.J is zero"),
        ({"world": spatial.World(), "hinge": spatial.Revolute(), "arm": spatial.Body(m=0, I=[0, 0, 0])},
         ["world.origin hinge.a", "hinge.b arm.a"], "hinge.w", "arm.I is zero"),
        ({"world": spatial.World(), "hinge": spatial.Revolute(), "arm": spatial.Body(m=0, r_cm=[1, 0, 0], I=[0, 0, 0])},
         ["world.origin hinge.a", "hinge.b arm.a"], "hinge.w", "arm.m, arm.I are zero"),
        ({"world": spatial.World(), "hinge": spatial.Revolute(direction="n", n=[0, 0, 0]), "arm": spatial.Body()},
         ["world.origin hinge.a", "hinge.b arm.a"], "hinge.w", "hinge.n is zero"),
    ],
)  # fmt: skip
def test_a_zero_that_leaves_the_motion_open_is_named(
    blocks: dict[str, Block], wires: list[str], state: str, zeros: str
) -> None:
    lines = told(blocks, *wires)
    assert lines[0] == '"machine" cannot start at t = 0 s.'
    assert lines[1] == f"  Nothing decides how {state} will change: {zeros}."
    assert lines[2].endswith("another value, or connect something that decides, such as a mass or a capacity.")


def test_two_joints_that_do_the_same() -> None:
    lines = told(
        {"world": spatial.World(), "one": spatial.Revolute(), "two": spatial.Revolute(), "arm": spatial.Body()},
        "world.origin one.a", "one.b two.a", "two.b arm.a",
    )  # fmt: skip
    assert lines[1] == "  The derivative of one.w, two.w is not a number."
    assert "two joints about one axis" in lines[2]


def test_a_joint_that_moves_nothing() -> None:
    assert told({"world": spatial.World(), "hinge": spatial.Revolute()}, "world.origin hinge.a") == [
        '"machine" cannot start at t = 0 s.',
        "  Nothing decides how hinge will move: no mass is moved, and no spring or damper holds it.",
        "  Connect a part with mass, give the joint some damping, or hold what is open.",
    ]


def test_start_values_that_do_not_fit_together_are_told_with_others_that_would() -> None:
    """A crank of 0.3 m and a rod of 0.5 m reach a bearing 0.6 m away only at one angle between them."""
    lines = told(
        {
            "world": spatial.World(), "far": spatial.Fixed(r=[0.6, 0, 0]),
            "crank": spatial.Link(r=[0.3, 0, 0]), "rod": spatial.Link(r=[0.5, 0, 0]),
            "j1": spatial.Revolute(direction="y", start={"phi": 0.9, "w": 0}),
            "j2": spatial.Revolute(direction="y", start={"phi": 1}), "j3": spatial.Revolute(direction="y"),
        },
        "world.origin j1.a", "j1.b crank.a", "crank.b j2.a", "j2.b rod.a", "rod.b j3.a", "far.frame j3.b",
    )  # fmt: skip
    assert lines[0].startswith('No consistent start could be found for "machine"')
    assert "  Fixed start values: j1.phi = 51.5662 deg, j1.w = 0 rad/s, j2.phi = 57.2958 deg." in lines
    (fits,) = (line for line in lines if line.startswith("  These would fit: "))
    angles = [radians(float(angle)) for angle in re.findall(r"= (-?[\d.]+) deg", fits)]
    tip = [0.3 * f(angles[0]) + 0.5 * f(sum(angles)) for f in (cos, sin)]
    assert tip == pytest.approx([0.6, 0], abs=1e-5)


def test_two_worlds() -> None:
    two = {"world": spatial.World(), "moon": spatial.World(g=[0, 0, -1.62]), "body": spatial.Body()}
    assert told(two) == [
        '"world" and "moon" are each the World of one diagram.',
        "  All parts of a diagram share one World; nothing says which of them counts.",
        "  Remove all but one. A place in the ground is a Fixed block.",
    ]
    # a subsystem may have a world of its own
    outside = diagram("outside", world=spatial.World(), body=spatial.Body())
    outside.add("on_the_moon", diagram("inside", world=spatial.World(g=[0, 0, -1.62]), body=spatial.Body()))
    result = simulate(outside, 1)
    assert result["body.v[3]"][-1] / result["on_the_moon.body.v[3]"][-1] == pytest.approx(9.81 / 1.62)


def test_start_values_of_one_quantity() -> None:
    rotors = {"left": rotational.Inertia(start={"w": "1 rad/s"}), "right": rotational.Inertia(start={"w": "60 rpm"})}
    assert told(rotors, "left.b right.a") == [
        '"left.w" and "right.w" are one quantity, for their blocks are connected, but start with different values.',
        "  left.w = 1 rad/s, right.w = 6.28319 rad/s.",
        "  Leave one of them out, make it a guess, or put something that gives way between the blocks.",
    ]


def test_initial_equations_that_contradict_each_other() -> None:
    d = diagram("slider", mass=translational.Mass())
    d.initial_equations += ["mass.v == 0", "mass.v == 3"]
    found = error(d)
    assert "mass.v == 3" in found.why
    assert found.fix == "Leave out one of the initial equations, or change it."


def test_a_start_value_that_others_fix_is_told_with_what_it_is() -> None:
    found = error(
        diagram(
            "charged", (("v.p", "c.p"), ("v.n", "c.n"), ("c.n", "g.p")), v=ConstantVoltage(V="5 V"), g=Ground(),
            c=Capacitor(start={"v": 0}),
        )
    )  # fmt: skip
    assert found.why.split("\n")[1] == "    c.v == 0"
    assert found.why.endswith("\nFixed start values: c.v = 0 V.\nThese would fit: c.v = 5 V.")
    gear = {"fast": rotational.Inertia(start={"w": 1}), "gear": rotational.IdealGear(ratio=2),
            "slow": rotational.Inertia(start={"w": 1})}  # fmt: skip
    assert "  These would fit: fast.w = 2 rad/s." in told(gear, "fast.b gear.a", "gear.b slow.a")
