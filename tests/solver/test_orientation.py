"""Orientations along a tree of parts, loops that close themselves, and parts that nothing holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import Diagram
from blocks.errors import ModelError
from libraries import spatial
from libraries.spatial import Body, Fixed, FixedRotation, FixedTranslation, Link, Revolute, Spherical, Spring, World
from solver.model import compile_model
from solver.simulate import simulate

ROUND = [0.001, 0.03, 0.03]


def diagram(connections: list[tuple[str, str]], **blocks: Any) -> Diagram:
    built = Diagram("mechanism")
    for name, block in blocks.items():
        built.add(name, block)
    for pair in connections:
        built.connect(*pair)
    return built


def bar(length: float) -> Link:
    return Link(r=[length, 0, 0], r_cm=[length / 2, 0, 0], m=length, I=ROUND)


def four_bar(tilt: float = 0.0) -> Diagram:
    """Return a four-bar in the x-y plane whose last axis is out of line by an angle."""
    return diagram(
        [
            ("world.origin", "r1.a"), ("r1.b", "crank.a"), ("crank.b", "r2.a"), ("r2.b", "coupler.a"),
            ("world.origin", "ground.a"), ("ground.b", "r4.a"), ("r4.b", "rocker.a"), ("rocker.b", "tilt.a"),
            ("tilt.b", "r3.a"), ("r3.b", "coupler.b"),
        ],
        world=World(g=[0, -9.81, 0]), r1=Revolute(start={"phi": "90 deg", "w": 0}), crank=bar(0.3),
        r2=Revolute(guess={"phi": "-70 deg"}), coupler=bar(0.9), ground=FixedTranslation(r=[1, 0, 0]),
        r4=Revolute(guess={"phi": "100 deg"}), rocker=bar(0.7), tilt=FixedRotation(angles=[tilt, 0, 0]),
        r3=Revolute(guess={"phi": "-60 deg"}),
    )  # fmt: skip


def test_a_tree_needs_no_constraints() -> None:
    model = compile_model(
        diagram(
            [("world.origin", "j1.a"), ("j1.b", "l1.a"), ("l1.b", "j2.a"), ("j2.b", "l2.a")],
            world=World(), j1=Revolute(direction="y"), l1=bar(1), j2=Revolute(direction="z"), l2=bar(1),
        )  # fmt: skip
    )
    assert sorted(model.state_names) == ["j1.phi", "j1.w", "j2.phi", "j2.w"]
    assert not model.assembly.choice.constraints


def test_a_tree_may_be_drawn_backwards() -> None:
    """A joint whose parent frame is on the far side gives the same motion with the opposite angle."""
    forward = simulate(
        diagram([("world.origin", "j.a"), ("j.b", "l.a")], world=World(), j=Revolute(direction="y"), l=bar(1)), 2
    )
    backward = simulate(
        diagram([("world.origin", "j.b"), ("j.a", "l.a")], world=World(), j=Revolute(direction="y"), l=bar(1)), 2
    )
    for time in (0.5, 1.0, 2.0):
        first, second = (np.interp(time, run.time, run["j.phi"]) for run in (forward, backward))
        assert first == pytest.approx(-second, abs=1e-5)


def test_planar_loop_drops_what_repeats() -> None:
    model = compile_model(four_bar())
    assert len(model.assembly.incidence.dropped) == 3
    assert len(model.assembly.choice.constraints) == 3
    assert "does not matter" in model.warnings[0] or "not determined" in model.warnings[0]


def loop_gap(result: Any) -> float:
    """Return how far the two branches of the four-bar are apart, from their joint angles alone."""
    a, b, c = (result[f"{name}.phi"] for name in ("r1", "r2", "r4"))
    x = 0.3 * np.cos(a) + 0.9 * np.cos(a + b) - 1 - 0.7 * np.cos(c)
    y = 0.3 * np.sin(a) + 0.9 * np.sin(a + b) - 0.7 * np.sin(c)
    return float(np.hypot(x, y).max())


def test_loops_stay_closed() -> None:
    assert loop_gap(simulate(four_bar(), 60, solver="rk4", step="1 ms", interval="10 ms")) < 1e-12


@pytest.mark.parametrize("tilt", [1e-9, 1e-7, 1e-5])
def test_axes_may_be_a_little_out_of_line(tilt: float) -> None:
    straight, crooked = (simulate(four_bar(angle), 1, solver="rk4", step="1 ms") for angle in (0.0, tilt))
    assert np.abs(straight["r1.phi"] - crooked["r1.phi"]).max() < 1e3 * tilt


def test_axes_far_out_of_line_are_an_error() -> None:
    with pytest.raises(ModelError, match=r"contradicts|fix the same quantity"):
        simulate(four_bar(0.02), 0.1)


def test_a_door_on_two_hinges() -> None:
    """The second hinge repeats everything; the door swings as on one."""
    leaf = Link(r=[0, 0, 1], r_cm=[0.5, 0, 0.5], m=1, I=[0.1, 0.1, 0.1])
    hung = [("world.origin", "h1.a"), ("h1.b", "leaf.a")]
    start = {"phi": 0.1, "w": 0}
    one = simulate(diagram(hung, world=World(g=[0, -9.81, 0]), h1=Revolute(start=start), leaf=leaf), 5, interval=0.01)
    hung += [("leaf.b", "h2.b"), ("world.origin", "up.a"), ("up.b", "h2.a")]
    door = diagram(
        hung, world=World(g=[0, -9.81, 0]), h1=Revolute(start=start), leaf=leaf, h2=Revolute(),
        up=FixedTranslation(r=[0, 0, 1]),
    )  # fmt: skip
    two = simulate(door, 5, interval=0.01)
    assert np.abs(np.interp(one.time, two.time, two["h1.phi"]) - one["h1.phi"]).max() < 1e-4
    assert np.abs(two["h2.phi"] - two["h1.phi"]).max() < 1e-9


def test_ball_joints_are_cut_without_closing_anything() -> None:
    built = diagram(
        [
            ("world.origin", "c1.a"), ("c1.b", "l1.a"), ("l1.b", "s1.a"), ("s1.b", "rod.a"), ("rod.b", "s2.a"),
            ("s2.b", "l2.b"), ("l2.a", "c2.b"), ("c2.a", "bearing.frame"),
        ],
        world=World(), bearing=Fixed(r=[1, 0.2, 0]), c1=Revolute(direction="x", start={"phi": 0.3, "w": 4}),
        l1=Link(r=[0, 0, 0.3], r_cm=[0, 0, 0.15], I=[0.02, 0.02, 0.01]), s1=Spherical(),
        rod=Link(r=[1, 0, 0.2], r_cm=[0.5, 0, 0.1], I=[0.01, 0.1, 0.1]), s2=Spherical(),
        l2=Link(r=[0, 0, 0.6], r_cm=[0, 0, 0.3], I=[0.05, 0.05, 0.01]), c2=Revolute(direction="y", guess={"phi": 0.2}),
    )  # fmt: skip
    model = compile_model(built)
    assert set(model.system.orientations.cuts.values()) == {"open"}
    assert len(model.assembly.choice.constraints) == 3
    result = simulate(model, 10, solver="rk4", step="1 ms", interval="10 ms")
    crank = result["c2.phi"]
    tip = np.array([1 + 0.6 * np.sin(crank), 0.2 + 0 * crank, 0.6 * np.cos(crank)])
    ends = np.array([[result[f"l2.b.r[{k}]"] for k in (1, 2, 3)], [result[f"rod.a.r[{k}]"] for k in (1, 2, 3)]])
    assert np.abs(tip - ends[0]).max() < 1e-12
    assert np.abs(np.linalg.norm(ends[0] - ends[1], axis=0) - np.hypot(1, 0.2)).max() < 1e-9


def test_a_body_that_nothing_holds_moves_freely() -> None:
    built = diagram(
        [("world.origin", "spring.a"), ("spring.b", "body.a")],
        world=World(), spring=Spring(stiffness=100), body=Body(start={"position": [1, 0, 0], "v": [0, 0, 0]}),
    )  # fmt: skip
    assert "body.motion.Q[1]" in compile_model(built).state_names


def test_free_fall_of_many_bodies() -> None:
    built = Diagram("rain")
    built.add("world", World())
    built.add("drop", Body(start={"position": [0, 0, 10], "v": [0, 0, 0]}), count=5)
    result = simulate(built, 1)
    assert result["drop[5].position[3]"][-1] == pytest.approx(10 - 9.81 / 2, abs=1e-6)


def test_a_frame_that_nothing_holds_is_an_error() -> None:
    built = diagram([("world.origin", "spring.a")], world=World(), spring=Spring())
    with pytest.raises(ModelError) as caught:
        compile_model(built)
    text = str(caught.value)
    assert 'Nothing holds "spring.b", and it has no mass of its own.' in text
    assert "Connect it to the origin of a World" in text


def test_rigid_loop_shares_its_load() -> None:
    """A bar between two walls: the motion is none, the load is not determined, and a warning says so."""
    built = diagram(
        [("left.frame", "bar.a"), ("bar.b", "right.frame")],
        world=World(), left=Fixed(), bar=bar(1), right=Fixed(r=[1, 0, 0]),
    )  # fmt: skip
    model = compile_model(built)
    assert model.warnings
    assert simulate(model, 0.1)["bar.position[1]"][-1] == pytest.approx(0.5)


def test_rigid_loop_that_does_not_fit_is_an_error() -> None:
    built = diagram(
        [("left.frame", "bar.a"), ("bar.b", "right.frame")],
        world=World(), left=Fixed(), bar=bar(1), right=Fixed(r=[1.5, 0, 0]),
    )  # fmt: skip
    with pytest.raises(ModelError):
        simulate(built, 0.1)


def test_every_joint_turns_as_often_as_it_says() -> None:
    freedoms = {"Revolute": 1, "Prismatic": 0, "Cylindrical": 1, "Universal": 2, "Planar": 1, "Spherical": 3, "Free": 3}
    for name, freedom in freedoms.items():
        built = diagram([("world.origin", "j.a"), ("j.b", "b.a")], world=World(), j=getattr(spatial, name)(), b=Body())
        instance = next(item for item in compile_model(built).system.instances if item.name == "j")
        assert instance.template.turns[0].freedom == freedom, name
