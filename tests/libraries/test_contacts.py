"""Contacts with the ground, in a plane and in space: depth, impact, friction, rolling, and what none may ever do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block
from libraries import planar as p
from libraries import spatial as x
from solver.result import Result
from tests.libraries.contact_parts import FLAT, FREE, G, K, energy, never_rises, on_line, on_plane, run
from tests.libraries.simulated import Array, end


@pytest.mark.parametrize(
    ("rest", "contact"),
    [
        (on_line, p.DiscOnLine(damping=200)),
        (on_line, p.ArcOnLine(radius=0.1, direction="-90 deg", damping=200)),
        (on_plane, x.SphereOnPlane(damping=200)),
        (on_plane, x.SphereOnPlane(damping=200, law="hunt-crossley", events=False)),
    ],
    ids=["disc", "arc", "sphere", "hunt-crossley"],
)
def test_a_part_rests_where_the_spring_carries_it(rest: Callable[..., Result], contact: Block) -> None:
    start = {"y": 0.1} if rest is on_line else {"a.r": [0, 0, 0.1]}
    result = rest(contact, start, m=2.0, until=1.5)
    assert end(result, "contact.gap", "contact.normal_force") == pytest.approx([-2 * G / K, 2 * G], rel=1e-4)


def test_a_bar_rests_on_both_ends() -> None:
    bar = p.Link(m=3, I=0.1, r=[0.6, 0], r_cm=[0.2, 0], start={**FREE, "x": 0.2, "y": 0.05})
    result = run(
        {"world": p.World(), "bar": bar, "contact": p.CapsuleOnLine(length=0.6, radius=0.05, damping=300)},
        ["bar.a contact.a"], until=2,
    )  # fmt: skip
    # the centre of mass is nearer to the first end
    assert result["contact.normal_force"][-1] == pytest.approx([2 * G, G], rel=1e-4)


@pytest.mark.parametrize("law", ["linear", "hunt-crossley"])
@pytest.mark.parametrize("settings", [{}, {"solver": "rk4", "step": "1 ms"}], ids=["adaptive", "rk4"])
@pytest.mark.parametrize("events", [True, False], ids=["events", "no_events"])
def test_a_dropped_disc_only_loses_energy(law: str, settings: dict[str, Any], events: bool) -> None:
    disc = p.DiscOnLine(law=law, events=events, onset="1 mm", damping=8)
    result = on_line(disc, {"y": 1.1, "vx": 0.5, "w": 20}, until=1.5, interval="1 ms", **settings)
    total = energy(result) + K / 2 * np.minimum(result["contact.gap"], 0) ** 2
    slack = 1e-3 if settings else 1e-5
    assert never_rises(total, slack)
    assert result["body.y"].max() <= 1.1 + 1e-9
    assert result["contact.normal_force"].min() >= 0
    assert result["body.y"][result.time > 0.6].max() > 0.2


def rebound(law: str, speed: float, onset: float, damping: float) -> float:
    """Return the speed after an impact without gravity, for one kilogram, from the formula of the law."""

    def rate(_: float, state: Array) -> Array:
        depth, approach = state
        reach = max(depth, onset) if law == "linear" else onset
        return np.array([approach, -max(depth, 0) * max(K + damping * approach / reach, 0)])

    def leaves(_: float, state: Array) -> float:
        return float(state[0])

    leaves.terminal, leaves.direction = True, -1  # type: ignore[attr-defined]
    done = solve_ivp(rate, (0, 1), [0, speed], events=leaves, rtol=1e-10, atol=1e-12, max_step=1e-4)
    return -float(done.y[1, -1])


@pytest.mark.parametrize("speed", [0.2, 2.0])
@pytest.mark.parametrize(("law", "onset"), [("linear", 1e-9), ("linear", 1e-4), ("hunt-crossley", 3e-3)])
def test_restitution(law: str, onset: float, speed: float) -> None:
    disc = p.DiscOnLine(law=law, onset=onset, damping=60)
    body = p.Body(m=1, start={**FREE, "y": 0.2, "vy": -speed})
    result = run({**FLAT, "body": body, "contact": disc}, ["body.a contact.a"], until=0.1 / speed + 0.1)
    assert end(result, "body.vy") == pytest.approx([rebound(law, speed, onset, 60)], rel=1e-5)


def test_linear_damping_is_the_textbook_oscillator() -> None:
    """At the start of a contact with full damping at once, depth follows the damped oscillator."""
    body = p.Body(m=1, start={**FREE, "y": 0.1, "vy": -1})
    result = run({**FLAT, "body": body, "contact": p.DiscOnLine(damping=60, onset=1e-9)}, ["body.a contact.a"],
                 until=0.015)  # fmt: skip
    decay = 30.0
    w, t = np.sqrt(K - decay**2), result.time
    assert -result["contact.gap"] == pytest.approx(np.exp(-decay * t) * np.sin(w * t) / w, abs=1e-8)


def test_sliding_down_a_slope() -> None:
    mu, slope, slip = 0.5, 0.6, 1e-3
    start = {"x": -0.1 * np.sin(slope), "y": 0.1 * np.cos(slope), "phi": slope}
    bar = p.Link(m=2, I=0.05, r=[0.4, 0], r_cm=[0.2, 0], start={**FREE, **start, "x": start["x"] + 0.2 * np.cos(slope),
                                                                "y": start["y"] + 0.2 * np.sin(slope)})  # fmt: skip
    blocks = {"world": p.World(), "bar": bar, "ground": p.CapsuleOnLine(length=0.4, slope=slope, mu=mu,
                                                                          slip_speed=slip, damping=500)}  # fmt: skip
    result = run(blocks, ["bar.a ground.a"], until=1, tolerance=1e-7)
    speed = result["bar.vx"] * np.cos(slope) + result["bar.vy"] * np.sin(slope)
    late = result.time > 0.3
    gained = np.gradient(speed[late], result.time[late])[5:-5]
    assert gained == pytest.approx(-G * (np.sin(slope) - mu * np.cos(slope)), rel=2e-3)
    assert result["ground.friction"][-1].sum() == pytest.approx(mu * 2 * G * np.cos(slope), rel=1e-3)


def test_below_the_angle_of_friction_it_only_creeps() -> None:
    mu, slope, slip = 0.6, 0.4, 0.01
    disc = p.DiscOnLine(slope=slope, mu=mu, slip_speed=slip, damping=300)
    # a very large inertia keeps it from rolling
    start = {"x": -0.1 * np.sin(slope), "y": 0.1 * np.cos(slope)}
    result = on_line(disc, start, I=1e6, until=1.5)
    creep = slip * np.tan(slope) / np.sqrt(mu**2 - np.tan(slope) ** 2)
    assert np.hypot(*end(result, "body.vx", "body.vy")) == pytest.approx(creep, rel=1e-3)


def test_from_sliding_to_rolling() -> None:
    """A disc keeps two thirds of its speed, a ball five sevenths, whatever the friction."""
    stiff = {"stiffness": 2e5, "damping": 300, "slip_speed": "5 mm/s", "mu": 0.5}
    height = 0.1 - G / 2e5
    disc = on_line(p.DiscOnLine(**stiff), {"y": height, "vx": 1}, I=0.005, until=0.4, tolerance=1e-6)
    assert end(disc, "body.vx") == pytest.approx([2 / 3], rel=1e-3)
    start = {"a.r": [0, 0, height], "v": [0.6, 0.8, 0]}
    ball = on_plane(x.SphereOnPlane(**stiff), start, I=0.004, until=0.4, tolerance=1e-6)
    assert ball["body.v"][-1] == pytest.approx([0.6 * 5 / 7, 0.8 * 5 / 7, 0], abs=1e-3)
    assert ball["body.w"][-1] == pytest.approx([-8 * 5 / 7, 6 * 5 / 7, 0], abs=1e-2)


def rim(kind: type[Block], n: int, wires: list[str], **more: Any) -> dict[str, Block]:
    """Return arcs that make a whole circle, and wire them to a body."""
    arcs = {}
    for k in range(n):
        arcs[f"arc{k}"] = kind(radius=0.35, direction=2 * np.pi * k / n, half_angle=np.pi / n, mu=0.8, **more)
        wires.append(f"body.a arc{k}.a")
    return arcs


def sum_over(result: Result, name: str, n: int) -> Array:
    return np.sum([result[f"arc{k}.{name}"] for k in range(n)], axis=0)


@pytest.mark.parametrize(
    ("n", "phi", "damping"), [(16, 0.0, 0.0), (16, np.pi / 16, 0.0), (16, np.pi / 16, 100.0), (40, 0.0, 0.0)]
)
def test_arcs_end_to_end_roll_like_a_circle(n: int, phi: float, damping: float) -> None:
    m, w = 3.5, 3.0
    height = 0.35 - m * G / K
    start = {"x": 0, "y": height, "phi": phi, "vx": w * height, "vy": 0, "w": -w}
    wires: list[str] = []
    arcs = rim(p.ArcOnLine, n, wires, damping=damping)
    result = run({"world": p.World(), "body": p.Body(m=m, I=0.4, start=start), **arcs}, wires, tolerance=1e-8)
    assert sum_over(result, "normal_force", n) == pytest.approx(m * G, rel=1e-6)
    assert result["body.y"] == pytest.approx(height, abs=1e-9)
    assert min(result[f"arc{k}.normal_force"].min() for k in range(n)) >= 0
    if damping == 0:
        assert result["body.vx"] == pytest.approx(w * height, rel=1e-6)
    else:
        # the damping of a wide contact is a tiny resistance to rolling
        assert w * height * 0.99 < end(result, "body.vx")[0] < w * height


def arc_energy(result: Result, radius: float, half: float, direction: float) -> Array:
    """Return what the springs of an arc hold: the lowest point, and ends that count half."""
    y, phi = result["body.y"], result["body.phi"] + direction
    low = np.maximum(radius - y, 0)
    held = 0.0
    signs = []
    for turn, side in ((half, 1), (-half, -1)):
        sign = side * np.sign(np.cos(phi + turn))
        held = held - sign / 2 * np.maximum(-y - radius * np.sin(phi + turn), 0) ** 2
        signs.append(sign)
    return K / 2 * (held + np.maximum(signs[0] + signs[1], 0) / 2 * low**2)


@pytest.mark.parametrize("w", [0.0, 4.0, -9.0])
def test_a_rocking_and_tumbling_arc_only_loses_energy(w: float) -> None:
    radius, half, direction = 0.3, 0.4, -np.pi / 2 + 0.1
    arc = p.ArcOnLine(radius=radius, half_angle=half, direction=direction, damping=40, onset="1 mm")
    result = on_line(arc, {"y": 0.33, "phi": 0.3, "w": w}, I=0.02, until=1.5, interval="0.5 ms")
    total = energy(result, I=0.02) + arc_energy(result, radius, half, direction)
    assert never_rises(total, 1e-5)
    assert total[-1] < total[0] - 0.1
    assert result["contact.normal_force"].min() >= 0


def test_a_corner_between_arcs_carries_like_the_rim() -> None:
    """Two arcs that meet at an angle, as links of a ring that bends there."""
    wires = ["body.a right.a", "body.a left.a", "body.a slide.b", "ground.a slide.a"]
    arcs = {
        name: p.ArcOnLine(radius=0.35, centre=[-0.35 * np.sin(lean), 0.35 * np.cos(lean)], damping=200,
                          direction=-np.pi / 2 + lean + side * 0.2, half_angle=0.2)
        for name, lean, side in (("right", 0.15, 1), ("left", -0.15, -1))
    }  # fmt: skip
    blocks = {
        "world": p.World(), "ground": p.Fixed(), "slide": p.Prismatic(direction="90 deg", start={"s": 0.01, "v": 0}),
        "body": p.Body(m=2), **arcs,
    }  # fmt: skip
    result = run(blocks, wires, until=2)
    assert end(result, "right.normal_force", "left.normal_force") == pytest.approx([G, G], rel=1e-4)
    assert end(result, "slide.s") == pytest.approx([-2 * G / K], rel=1e-4)


@pytest.mark.parametrize(("ends", "depth"), [("shared", G / K), ("own", G / K / 2)])
def test_an_arc_upside_down_stands_on_both_ends(ends: str, depth: float) -> None:
    arc = p.ArcOnLine(
        radius=0.3, half_angle=0.5, direction="90 deg", damping=200, law="hunt-crossley", onset="0.5 mm", ends=ends
    )
    result = on_line(arc, {"y": -0.3 * np.cos(0.5)}, I=0.02, until=1)
    found = end(result, "contact.gap", "contact.normal_force", "body.phi")
    assert found == pytest.approx([-depth, G, 0], abs=0.1 * depth)


def test_arc_with_ends_of_its_own_keeps_its_energy() -> None:
    """Rocking over its ends without friction and damping; the nearest point presses with all of the stiffness."""
    radius, half, direction = 0.3, 0.4, -np.pi / 2
    arc = p.ArcOnLine(radius=radius, half_angle=half, direction=direction, damping=0, mu=0, ends="own")
    result = on_line(arc, {"y": 0.3, "phi": 0.3, "w": 4.0}, I=0.02, until=1, tolerance=1e-9)
    in_the_air = result["contact.gap"] > 0
    total = energy(result, I=0.02)[in_the_air]
    assert np.abs(total - total[0]).max() < 1e-5 * total[0]
    # it touched, and stood on an end
    assert np.diff(in_the_air.astype(int)).min() < 0
    assert np.abs(result["body.phi"]).max() > half


def same_motion(flat: Block, solid: Block, start: dict[str, float], until: float = 0.8) -> None:
    """Check that a contact in a plane and one in space carry a body the same way; y points up."""
    one = on_line(flat, start, m=2, I=0.03, until=until, tolerance=1e-10)
    begin = {**FREE, **start}
    body = x.Body(m=2, I=[0.03, 0.03, 0.03], start={
        "a.r": [begin["x"], begin["y"], 0], "angles": [0, 0, begin["phi"]], "v": [begin["vx"], begin["vy"], 0],
        "w": [0, 0, begin["w"]],
    })  # fmt: skip
    parts = {"world": x.World(g=[0, -G, 0]), "body": body, "contact": solid}
    two = run(parts, ["body.a contact.a"], until=until, tolerance=1e-10)
    assert one["contact.normal_force"].max() > 1
    expected = [*end(one, "body.x", "body.y"), 0]
    assert two["body.position"][-1] == pytest.approx(expected, abs=1e-6)
    assert two["body.w"][-1] == pytest.approx([0, 0, *end(one, "body.w")], abs=1e-5)
    assert two["contact.friction"][-1].sum(axis=0) == pytest.approx(np.sum(one["contact.friction"][-1]), abs=1e-4)


def test_plane_and_space_agree() -> None:
    slope = {"normal": [-np.sin(0.2), np.cos(0.2), 0]}
    start = {"y": 0.3, "vx": 1.0, "w": -5.0}
    same_motion(p.DiscOnLine(), x.SphereOnPlane(normal=[0, 2, 0]), start)
    same_motion(p.CapsuleOnLine(length=0.4), x.CapsuleOnPlane(r=[0.4, 0, 0], normal=[0, 1, 0]), start)
    arc = {"radius": 0.2, "half_angle": 0.5, "direction": -1.8, "damping": 100}
    same_motion(p.ArcOnLine(centre=[0.05, 0.02], slope=0.2, **arc),
                x.ArcOnPlane(centre=[0.05, 0.02, 0], **slope, **arc), start)  # fmt: skip
    same_motion(p.ArcOnLine(slope=0.2, ends="own", **arc), x.ArcOnPlane(**slope, ends="own", **arc), start)


def test_arcs_in_space_roll_like_a_circle() -> None:
    m, w, n = 3.5, 3.0, 16
    height = 0.35 - m * G / K
    start = {"a.r": [0, 0, height], "angles": "[90, 0, 0] deg", "v": [w * height, 0, 0], "w": [0, w, 0]}
    wires: list[str] = []
    blocks = {"world": x.World(), "body": x.Body(m=m, I=[0.2, 0.2, 0.4], start=start)}
    result = run({**blocks, **rim(x.ArcOnPlane, n, wires, damping=0)}, wires, until=0.5, tolerance=1e-8)
    assert sum_over(result, "normal_force", n) == pytest.approx(m * G, rel=1e-6)
    assert result["body.v"][-1] == pytest.approx([w * height, 0, 0], abs=1e-6)


def test_a_spinning_bar_does_not_step_over_the_ground() -> None:
    bar = p.Link(m=0.5, I=0.0135, r=[0.57, 0], r_cm=[0.285, 0], start={**FREE, "y": 0.3065, "phi": 0.3, "w": 20})
    blocks = {**FLAT, "bar": bar, "contact": p.CapsuleOnLine(length=0.57, radius=0.0225)}
    result = run(blocks, ["bar.a contact.a"], until=0.5, tolerance=1e-4)
    assert end(result, "bar.vy")[0] > 0.1


@pytest.mark.parametrize("solver", ["adaptive", "stiff"])
def test_nothing_is_undefined_in_symmetric_places(solver: str) -> None:
    """Concentric discs, a bar without length on a disc, an arc upside down, and one without size."""
    blocks = {
        **FLAT, "one": p.Body(start=FREE), "two": p.Body(start=FREE), "discs": p.DiscOnDisc(),
        "bar": p.CapsuleOnDisc(length=0), "arc": p.ArcOnLine(direction="90 deg"), "dot": p.ArcOnLine(radius=0),
    }  # fmt: skip
    wires = ["one.a discs.a bar.a arc.a", "two.a discs.b bar.b dot.a"]
    result = run(blocks, wires, until=0.01, tolerance=1e-6, solver=solver)
    assert np.isfinite(result.values(result.names)).all()
