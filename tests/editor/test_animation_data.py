"""What is drawn of a diagram, and where: no window is needed."""

from __future__ import annotations

import subprocess
import sys
from math import pi

import numpy as np
import pytest

from blocks import Diagram
from editor.animation_data import ResultRun, Scene
from editor.animation_motion import Motion, round_step
from editor.animation_points import cardan
from libraries import planar, signals, spatial
from solver.simulate import simulate


def pendulum() -> Diagram:
    d = Diagram("pendulum")
    d.parameters["length"] = "400 mm"
    d.add("world", planar.World())
    d.add("ground", planar.Fixed())
    d.add("joint", planar.Revolute(start={"phi": 0.0, "w": 0.0}))
    d.add("rod", planar.Rod(m=1.0, length="= length"))
    d.connect("ground.a", "joint.a")
    d.connect("joint.b", "rod.a")
    return d


def motion_of(d: Diagram, until: float) -> Motion:
    scene = Scene(d)
    return Motion(scene, ResultRun(simulate(d, until=until), scene.signals))


def points_of(motion: Motion, name: str, instant: float, kind: str = "") -> np.ndarray:
    found = [points for mark, points in motion.picture(instant) if mark.name == name and kind in ("", mark.kind)]
    assert found, f"{name} is not drawn"
    return found[0]


class FakeRun:
    """A run with given numbers."""

    def __init__(self, time: list[float], **columns: list[float]) -> None:
        self.time = np.array(time)
        self.columns = {name.replace("__", "."): np.array(values) for name, values in columns.items()}

    def values(self, name: str) -> np.ndarray:
        return self.columns[name]


def test_signals_of_a_pendulum() -> None:
    wanted = Scene(pendulum()).signals
    assert {"rod.a.x", "rod.a.y", "rod.b.x", "rod.b.y", "joint.a.x", "ground.a.phi"} <= set(wanted)
    assert len(wanted) == len(set(wanted))


def test_every_signal_asked_for_is_one_of_the_model() -> None:
    d = pendulum()
    assert set(Scene(d).signals) <= set(simulate(d, until=0.01).names)


def test_diagram_without_mechanics_shows_nothing() -> None:
    d = Diagram()
    d.add("wave", signals.Sine())
    assert Scene(d).signals == []
    assert Scene(d).dimension == 0


def test_rod_is_a_bar_between_its_frames() -> None:
    motion = motion_of(pendulum(), 0.3)
    a, b = points_of(motion, "rod", 0.3)
    assert a == pytest.approx([0.0, 0.0], abs=1e-9)
    assert np.hypot(*b) == pytest.approx(0.4, rel=1e-4)
    assert b[1] < -0.05


def test_between_recorded_instants_the_picture_moves_evenly() -> None:
    run = FakeRun([0.0, 1.0], rod__a__x=[0, 0], rod__a__y=[0, 0], rod__b__x=[0, 1], rod__b__y=[0, 2])
    d = Diagram()
    d.add("rod", planar.Rod())
    assert points_of(Motion(Scene(d), run), "rod", 0.25)[1] == pytest.approx([0.25, 0.5])


def test_before_and_after_the_run_the_ends_are_shown() -> None:
    run = FakeRun([0.0, 1.0], rod__a__x=[0, 0], rod__a__y=[0, 0], rod__b__x=[0, 1], rod__b__y=[0, 2])
    d = Diagram()
    d.add("rod", planar.Rod())
    motion = Motion(Scene(d), run)
    assert points_of(motion, "rod", -5.0)[1] == pytest.approx([0.0, 0.0])
    assert points_of(motion, "rod", 9.0)[1] == pytest.approx([1.0, 2.0])


def test_what_was_not_recorded_is_left_out() -> None:
    run = FakeRun([0.0, 1.0], rod__a__x=[0, 0], rod__a__y=[0, 0], rod__b__x=[0, 1], rod__b__y=[0, 2])
    motion = Motion(Scene(pendulum()), run)
    assert [mark.name for mark in motion.picture(0.5).marks] == ["rod"]


def test_run_that_has_just_begun_gets_its_marks_as_values_arrive() -> None:
    d = Diagram()
    d.add("rod", planar.Rod())
    run = FakeRun([])
    motion = Motion(Scene(d), run)
    assert not len(motion.time)
    run.__init__([0.0, 1.0], rod__a__x=[0, 0], rod__a__y=[0, 0], rod__b__x=[0, 1], rod__b__y=[0, 2])  # type: ignore[misc]
    motion.refresh()
    assert [mark.name for mark in motion.picture(0.5).marks] == ["rod"]
    assert motion.is_traceable("rod.b")


def test_subsystems_and_arrays_have_their_full_names() -> None:
    inner = Diagram("leg")
    inner.parameters["size"] = 0.1
    inner.add("rod", planar.Rod(length="= size"))
    inner.add("foot", planar.DiscOnLine(radius="= size / 2"))
    inner.connect("rod.b", "foot.a")
    inner.values["size"] = 0.6
    d = Diagram("walker")
    d.add("leg", inner)
    d.add("link", planar.Rod(), count=3)
    d.add("tip", planar.DiscOnLine(radius=[0.1, 0.2, 0.3]), count=3)
    scene = Scene(d)
    assert {"leg.rod.a.x", "link[3].a.x", "tip[2].a.phi"} <= set(scene.signals)
    radii = {mark.name: mark.radius for mark in scene.marks if mark.kind == "disc"}
    assert radii == pytest.approx({"leg.foot": 0.3, "tip[1]": 0.1, "tip[2]": 0.2, "tip[3]": 0.3})


def test_disabled_blocks_are_not_drawn() -> None:
    d = pendulum()
    d.disabled = {"rod"}
    assert "rod" not in {mark.name for mark in Scene(d).marks}


def test_wrong_value_does_not_stop_the_rest() -> None:
    d = pendulum()
    d.add("wheel", planar.DiscOnLine(radius="= no_such_thing"))
    kinds = {mark.name: mark.kind for mark in Scene(d).marks}
    assert kinds["wheel"] == "disc"
    assert kinds["rod"] == "bar"


def test_contacts_share_one_ground() -> None:
    d = Diagram()
    for name in ("left", "right"):
        d.add(name, planar.DiscOnLine(radius=0.2))
    assert [mark.kind for mark in Scene(d).marks].count("ground") == 1


def test_open_end_is_traced_unless_a_sensor_tells_better() -> None:
    assert Scene(pendulum()).default_trace == "rod.b"
    d = pendulum()
    d.add("weight", planar.InertiaSensor())
    d.connect("weight.a", "rod.a")
    scene = Scene(d)
    assert scene.default_trace == "weight"
    assert {"weight.x", "weight.y"} <= set(scene.signals)


def test_trace_ends_where_the_point_is() -> None:
    motion = motion_of(pendulum(), 0.3)
    way = motion.trace("rod.b", 0.2)
    assert way[0] == pytest.approx([0.4, 0.0], abs=1e-6)
    assert way[-1] == pytest.approx(points_of(motion, "rod", 0.2)[1])


def test_disc_turns_with_its_frame() -> None:
    d = Diagram()
    d.add("wheel", planar.DiscOnLine(radius=0.5))
    run = FakeRun([0.0, 1.0], wheel__a__x=[1, 1], wheel__a__y=[2, 2], wheel__a__phi=[pi / 2, pi / 2])
    centre, rim = points_of(Motion(Scene(d), run), "wheel", 0.0, "disc")
    assert centre == pytest.approx([1.0, 2.0])
    assert rim == pytest.approx([1.0, 2.5])


def test_cardan_turns_about_x_then_y_then_z() -> None:
    assert cardan(np.array([0.0, 0.0, pi / 2])) @ [1, 0, 0] == pytest.approx([0, 1, 0], abs=1e-12)
    assert cardan(np.array([pi / 2, 0.0, pi / 2])) @ [1, 0, 0] == pytest.approx([0, 0, 1], abs=1e-12)


def hanging_box() -> Diagram:
    d = Diagram("box")
    d.add("world", spatial.World(g=[0, -9.81, 0]))
    d.add("joint", spatial.Revolute(start={"phi": 0.4, "w": 1.0}))
    d.add("box", spatial.Box(r=[0.5, 0, 0], width="60 mm", height="40 mm"))
    d.connect("world.origin", "joint.a")
    d.connect("joint.b", "box.a")
    return d


def test_box_has_its_size_and_hangs_on_its_frames() -> None:
    motion = motion_of(hanging_box(), 0.2)
    result = {name: motion.run.values(name) for name in motion.scene.signals}
    corners = points_of(motion, "box", 0.2)
    near, far = corners[:4], corners[4:]
    assert far.mean(axis=0) == pytest.approx([result[f"box.b.r[{k}]"][-1] for k in (1, 2, 3)], abs=1e-9)
    edges = sorted(np.linalg.norm(corners[k] - corners[0]) for k in (1, 3, 4))
    assert edges == pytest.approx([0.04, 0.06, 0.5])
    # the joint turns about z: the thin side stays along z
    assert abs((near[3] - near[0]) @ [0, 0, 1]) == pytest.approx(0.04)


def test_up_is_against_gravity() -> None:
    assert Scene(hanging_box()).up.tolist() == [0, 1, 0]
    assert Scene(hanging_box()).dimension == 3


def test_orientation_reaches_contacts_through_rigid_parts() -> None:
    d = Diagram()
    d.add("body", spatial.Body())
    d.add("turned", spatial.FixedRotation(angles=[0, 0, pi / 2]))
    d.add("foot", spatial.CapsuleOnPlane(r=[0.3, 0, 0], radius=0.05))
    d.connect("body.a", "turned.a")
    d.connect("turned.b", "foot.a")
    scene = Scene(d)
    bar = next(mark for mark in scene.marks if mark.name == "foot" and mark.kind == "round")
    place = bar.anchors[1][0]
    assert place.turn == ("body.angles[1]", "body.angles[2]", "body.angles[3]")
    assert np.array(place.base) @ [1, 0, 0] == pytest.approx([0, 1, 0], abs=1e-12)


def test_shape_stands_as_its_axes_say() -> None:
    d = Diagram()
    d.add("world", spatial.World())
    d.add("held", spatial.Fixed(r=[1, 0, 0], angles=[0, 0, pi / 2]))
    d.add("arrow", spatial.Shape(kind="arrow", length=0.5))
    d.connect("held.frame", "arrow.a")
    start, tip = points_of(motion_of(d, 0.1), "arrow", 0.1)
    assert start == pytest.approx([1, 0, 0], abs=1e-9)
    assert tip == pytest.approx([1, 0.5, 0], abs=1e-9)


@pytest.mark.parametrize(("value", "step"), [(0.3, 0.5), (1.0, 1.0), (7.0, 10.0), (0.0, 0.0)])
def test_round_step(value: float, step: float) -> None:
    assert round_step(value) == pytest.approx(step)


def test_neither_qt_nor_the_solver_is_needed() -> None:
    code = (
        "import sys; from editor.animation_data import Scene; from blocks import Diagram;"
        "from libraries import spatial; d = Diagram(); d.add('b', spatial.Body()); Scene(d).signals;"
        "assert not {'PySide6', 'casadi', 'solver'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
