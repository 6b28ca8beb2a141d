"""Contacts of parts with each other, in a plane and in space: momentum, energy, and steps that miss nothing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from blocks import Block
from libraries import planar as p
from libraries import spatial as x
from tests.libraries.contact_parts import AT_REST, FLAT, FREE, LIGHT, K, never_rises, run
from tests.libraries.simulated import end


@pytest.mark.parametrize("offset", [0.0, 0.1, 0.17])
def test_discs_keep_their_momentum(offset: float) -> None:
    blocks = {
        **FLAT, "one": p.Body(m=1, I=0.005, start={**FREE, "vx": 2, "w": 8}),
        "two": p.Body(m=3, I=0.02, start={**FREE, "x": 1, "y": offset}), "contact": p.DiscOnDisc(),
    }  # fmt: skip
    result = run(blocks, ["one.a contact.a", "two.a contact.b"], until=2)
    one, two = ({name: result[f"{body}.{name}"] for name in FREE} for body in ("one", "two"))
    assert one["vx"] + 3 * two["vx"] == pytest.approx(2, abs=1e-8)
    assert one["vy"] + 3 * two["vy"] == pytest.approx(0, abs=1e-8)
    spin = 0.005 * one["w"] + 0.02 * two["w"]
    spin = spin + one["x"] * one["vy"] - one["y"] * one["vx"] + 3 * (two["x"] * two["vy"] - two["y"] * two["vx"])
    assert spin == pytest.approx(0.04, abs=1e-8)
    # it was hit, and both are apart
    assert two["vx"][-1] > 0.1
    assert end(result, "contact.gap")[0] > 0.1


SPHERES = x.SphereOnSphere()

BARS = x.CapsuleOnCylinder(radius_a=0.05, radius_b=0.05, r_a=[0.8, 0, 0], r_b=[0, 0.3, 0.9])


@pytest.mark.parametrize("contact", [SPHERES, BARS], ids=["spheres", "bars"])
def test_parts_in_space_keep_their_momentum(contact: Block) -> None:
    I = np.array([0.01, 0.02, 0.03])
    blocks = {
        **LIGHT, "contact": contact,
        "one": x.Body(m=1, I=I, start={"a.r": [-0.3, -0.5, 0.4], "angles": [0.1, 0.2, 0.3], "v": [0.2, 2, 0.1],
                                       "w": [1, 2, -1]}),
        "two": x.Body(m=2, I=2 * I, start={**AT_REST, "a.r": [-0.2, 0.1, 0.45] if contact is SPHERES else [0, 0, 0]}),
    }  # fmt: skip
    result = run(blocks, ["one.a contact.a", "two.a contact.b"], until=1)
    momentum, spin = np.zeros(3), np.zeros(3)
    for name, m in (("one", 1), ("two", 2)):
        r, v, w, angles = (result[f"{name}.{item}"] for item in ("position", "v", "w_body", "angles"))
        momentum = momentum + m * v
        spin = spin + m * np.cross(r, v) + Rotation.from_euler("XYZ", angles).apply(m * I * w)
    assert np.ptp(momentum, axis=0) == pytest.approx(0, abs=1e-8)
    assert np.ptp(spin, axis=0) == pytest.approx(0, abs=1e-7)
    # it was hit, and both are apart
    assert np.abs(result["two.v"][-1]).max() > 0.05
    assert end(result, "contact.gap")[0] > 0


def snake(events: bool) -> dict[str, Block]:
    """Return a link that is thrown between pegs without gravity."""
    pegs = {f"peg{k}": p.Fixed(position=place) for k, place in enumerate(PEGS)}
    start = {**FREE, "vx": 0.4, "vy": 3, "w": 1}
    link = p.Link(m=1, I=0.02, r=[0.5, 0], r_cm=[0.25, 0], start=start)
    touch = {"length": 0.5, "radius_a": 0.03, "radius_b": 0.02, "damping": 20, "mu": 0.2, "events": events}
    return {**FLAT, "link": link, **pegs, **{f"touch{k}": p.CapsuleOnDisc(**touch) for k in range(len(PEGS))}}


PEGS = [(0.45 * np.cos(angle), 0.3 * np.sin(angle)) for angle in np.arange(8) * np.pi / 4 + 0.1]

SNAKE_WIRES = [f"link.a touch{k}.a" for k in range(len(PEGS))] + [f"peg{k}.a touch{k}.b" for k in range(len(PEGS))]


def test_a_link_among_pegs() -> None:
    result = run(snake(events=True), SNAKE_WIRES, until=1.5, tolerance=1e-8)
    gaps = np.array([result[f"touch{k}.gap"] for k in range(len(PEGS))])
    forces = np.array([result[f"touch{k}.normal_force"] for k in range(len(PEGS))])
    assert (forces.max(axis=1) > 0).sum() >= 4
    assert forces.min() >= 0
    assert gaps.min() > -0.05
    held = K / 2 * np.sum(np.minimum(gaps, 0) ** 2, axis=0)
    vx, vy, w = (result[f"link.{name}"] for name in ("vx", "vy", "w"))
    assert never_rises((vx**2 + vy**2) / 2 + 0.01 * w**2 + held, 1e-6)
    # the distance is that of the peg from the line between the ends
    for k, (px, py) in enumerate(PEGS):
        angle = result["link.phi"]
        e = np.array([np.cos(angle), np.sin(angle)])
        start = np.array([result["link.x"], result["link.y"]]) - 0.25 * e
        way = np.array([[px], [py]]) - start
        nearest = way - np.clip(np.sum(e * way, axis=0), 0, 0.5) * e
        assert gaps[k] == pytest.approx(np.linalg.norm(nearest, axis=0) - 0.05, abs=1e-9)


def test_small_steps_need_no_events() -> None:
    exact, plain = (run(snake(events), SNAKE_WIRES, until=0.2, solver="rk4", step="0.1 ms") for events in (True, False))
    assert exact.statistics["events"] > 0
    assert plain.statistics["events"] == 0
    pose = "link.x", "link.y", "link.phi"
    assert end(plain, *pose) == pytest.approx(end(exact, *pose), abs=1e-3)


def test_pairs_in_plane_and_space_agree() -> None:
    begin = {"x": -0.1, "y": 0.4, "phi": 0.2, "vx": 0.3, "vy": -2, "w": 3}
    flat = p.Body(m=1, I=0.02, start=begin)
    solid = x.Body(m=1, I=[0.02, 0.02, 0.02], start={
        "a.r": [-0.1, 0.4, 0], "angles": [0, 0, 0.2], "v": [0.3, -2, 0], "w": [0, 0, 3]
    })  # fmt: skip
    for one, two in (
        (p.DiscOnDisc(), x.SphereOnSphere()),
        (p.CapsuleOnDisc(length=0.6), x.CapsuleOnCylinder(r_a=[0.6, 0, 0], r_b=[0, 0, 0.5])),
    ):
        first = run({**FLAT, "body": flat, "peg": p.Fixed(), "touch": one}, ["body.a touch.a", "peg.a touch.b"])
        # the middle of the peg is in the plane
        peg = x.Fixed(r=[0, 0, -0.25 if "r_b" in type(two).declarations else 0])
        second = run({**LIGHT, "body": solid, "peg": peg, "touch": two}, ["body.a touch.a", "peg.frame touch.b"])
        assert first["touch.normal_force"].max() > 10
        assert second["body.v"][-1] == pytest.approx([*end(first, "body.vx", "body.vy"), 0], abs=1e-6)
        assert second["body.w"][-1] == pytest.approx([0, 0, *end(first, "body.w")], abs=1e-5)


@pytest.mark.parametrize("distance", [3.0, 30.0])
@pytest.mark.parametrize("offset", [0.0, 0.19])
def test_long_steps_do_not_jump_over_a_contact(distance: float, offset: float) -> None:
    """In free flight nothing limits the step of an adaptive solver."""
    blocks = {
        **FLAT, "one": p.Body(m=1, start={**FREE, "vx": 1}),
        "two": p.Body(m=1, start={**FREE, "x": distance, "y": offset}), "contact": p.DiscOnDisc(),
    }  # fmt: skip
    result = run(blocks, ["one.a contact.a", "two.a contact.b"], until=2 * distance, tolerance=1e-6)
    near = {**blocks, "one": p.Body(m=1, start={**FREE, "vx": 1, "x": distance - 0.3})}
    expected = run(near, ["one.a contact.a", "two.a contact.b"], until=1, step="1 ms")
    assert end(result, "two.vx", "two.vy") == pytest.approx(end(expected, "two.vx", "two.vy"), abs=3e-4)
    assert end(result, "two.vx")[0] > 0.01


@pytest.mark.parametrize("solver", ["adaptive", "stiff"])
def test_nothing_is_undefined_where_parts_coincide(solver: str) -> None:
    """Concentric spheres, bars that are parallel or have no length, and an arc that lies flat."""
    bars = {"parallel": ([1, 0, 0], [1, 0, 0]), "opposite": ([0.3, 0, 0], [-0.6, 0, 0]), "none": ([0, 0, 0], [0, 0, 0])}
    touch = {name: x.CapsuleOnCylinder(r_a=a, r_b=b) for name, (a, b) in bars.items()}
    touch |= {"spheres": x.SphereOnSphere(), "free": x.SphereOnSphere(events=False)}
    blocks = {**LIGHT, "one": x.Body(start=AT_REST), "two": x.Body(start=AT_REST), "flat": x.ArcOnPlane(), **touch}
    wires = ["one.a flat.a", *(f"one.a {name}.a" for name in touch), *(f"two.a {name}.b" for name in touch)]
    result = run(blocks, wires, until=0.01, tolerance=1e-6, solver=solver)
    assert np.isfinite(result.values(result.names)).all()


def test_distance_of_bars_is_that_of_their_nearest_points() -> None:
    """Crossing, end to end, end beside a bar, and parallel; against a fine grid of points on both."""
    place = {
        "crossing": ([0.4, -0.3, 0.5], [0, 1, 0]), "ends": ([1.5, 0.2, 0], [1, 1, 0]),
        "beside": ([0.5, 0.3, 0], [0, 1, 1]), "parallel": ([0.3, 0.2, 0.1], [1, 0, 0]),
    }  # fmt: skip
    blocks: dict[str, Block] = {"world": x.World(), "one": x.Fixed()}
    for name, (origin, bar) in place.items():
        blocks[name] = x.Fixed(r=origin)
        blocks[f"to_{name}"] = x.BarDistance(r_a=[1, 0, 0], r_b=bar, radius_a=0.02, radius_b=0.03)
    links = [text for name in place for text in (f"one.frame to_{name}.a", f"{name}.frame to_{name}.b")]
    result = run(blocks, links, until=0.01)
    share = np.linspace(0, 1, 201)
    for name, (origin, bar) in place.items():
        own, other = share[:, None] * [1.0, 0, 0], np.array(origin) + share[:, None] * np.array(bar)
        least = np.linalg.norm(own[:, None] - other[None], axis=2).min()
        assert end(result, f"to_{name}.distance")[0] == pytest.approx(least - 0.05, abs=1e-3)
