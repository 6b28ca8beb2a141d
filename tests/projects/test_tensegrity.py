"""The tensegrity robots: they stand where statics says, roll as they are known to, and their energy balances."""

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError
from solver.experiments.reader import read_plan
from solver.model import Model, compile_model
from solver.result import Result
from solver.simulate import simulate

FOLDER = Path(__file__).parents[2] / "projects" / "tensegrity"
NAMES = ("six_strut", "star")
G, HALF, RADIUS = 9.81, 0.285, 0.0225
AXIAL, PLANAR = 1, 9  # numbers of the faces 1-5-9 and 1-3-5
CHAIN: dict[str, Any] = {"second_pair": [1, 9], "third_pair": [1, 11]}
FORCES = [f"skeleton.ball[{k}].contact.normal_force" for k in range(1, 13)]
VARIED: dict[str, dict[str, Any]] = {
    "as it is": {},
    "slippery": {"friction": 0.3},
    "rough": {"friction": 1.0},
    "heavy": {"mass": "0.6 kg"},
    "light": {"mass": "0.4 kg"},
    "stiff": {"stiffness": "1.2 kN/m"},
    "soft": {"stiffness": "0.8 kN/m"},
}
STAR = {
    "heavy": {"mass": "0.36 kg"}, "light": {"mass": "0.24 kg"},
    "stiff": {"stiffness": "4.8 kN/m"}, "soft": {"stiffness": "3.2 kN/m"},
}  # fmt: skip


@cache
def robot(name: str = "six_strut") -> Model:
    return compile_model(read_diagram(FOLDER / f"{name}.toml"))


@cache
def moved(name: str, face: int, first: int, second: int, until: float = 3.7) -> Result:
    return simulate(robot(name), until, parameters={"start_face": face, "first": first, "second": second})


def triangle(result: Result, time: float) -> int:
    return int(result["contact_triangle"][np.searchsorted(result.time, time - 1e-6)])


# structure, face at the start, pair, where it lands and after how long at most
MOVES = [
    ("six_strut", AXIAL, 4, 15, 10305, 0.6),  # 1-11 and 4-10
    ("six_strut", PLANAR, 1, 9, 10306, 0.6),  # 1-5 and 3-5
    ("six_strut", PLANAR, 2, 12, 10509, 0.6),  # 1-6 and 3-12
    ("star", AXIAL, 1, 4, 10911, 0.6),
    ("star", PLANAR, 1, 8, 10509, 0.8),
]


@pytest.mark.parametrize(("name", "face", "first", "second", "lands", "time"), MOVES)
def test_a_pair_rolls_it_onto_the_named_face(
    name: str, face: int, first: int, second: int, lands: int, time: float
) -> None:
    result = moved(name, face, first, second)
    start = {AXIAL: 10509, PLANAR: 10305}[face]
    assert triangle(result, 1.5) == start
    landed = result.time[result["contact_triangle"] == lands]
    assert 1.5 < landed.min() < 1.5 + time
    # and stays after the release at 2.5 s, at rest
    late = result.time > 3.4
    assert (result["contact_triangle"][late] == lands).all()
    assert np.ptp(result["com"][late], axis=0).max() < 5e-3
    assert result["face"][-1] == (1 if lands == 10509 else 2)
    assert result["strut_distance"].min() > 0.04


@pytest.mark.parametrize(("name", "face", "first", "second"), [move[:4] for move in MOVES])
def test_energy_balances_and_nothing_drifts(name: str, face: int, first: int, second: int) -> None:
    result = moved(name, face, first, second)
    assert np.ptp(result["muscle_work"]) > 1
    assert np.abs(result["energy_error"]).max() < 1e-3 * np.ptp(result["muscle_work"])
    for k in range(1, 7):
        q = result[f"skeleton.strut[{k}].bar.motion.Q"]
        assert np.abs(np.linalg.norm(q, axis=1) - 1).max() < 1e-6
    assert min(result[force].min() for force in FORCES) >= 0
    assert result["muscle_tension"].min() >= 0


@pytest.mark.parametrize("name", VARIED)
def test_moves_are_robust(name: str) -> None:
    until = 1.5 + 3 * 2.2
    step = {"step": 1.25e-4} if name == "rough" else {}
    result = simulate(robot(), until, parameters={**CHAIN, **VARIED[name]}, **step)
    assert [triangle(result, 1.5 + k * 2.2) for k in range(4)] == [10509, 10305, 10306, 10611]
    result = simulate(robot("star"), 3.7, parameters={**VARIED[name], **STAR.get(name, {})})
    assert triangle(result, 3.7) == 10911


def spring_model(face: int) -> float:
    """Return the height of the centre of mass where energy is least: struts, springs that only pull, ground."""
    d = HALF / 2
    centres = np.array([[0, d, 0], [0, -d, 0], [0, 0, d], [0, 0, -d], [d, 0, 0], [-d, 0, 0]])
    axes = np.repeat(np.eye(3)[[2, 0, 1]], 2, axis=0)
    vertices = np.stack([centres + HALF * axes, centres - HALF * axes], axis=1).reshape(12, 3)
    # the muscles are all edges between different struts, but for the six long ones
    edges = [(i, j) for i, j in combinations(range(12), 2)
             if i // 2 != j // 2 and np.linalg.norm(vertices[i] - vertices[j]) < 1.23 * HALF]  # fmt: skip
    edges = [pair for pair in edges if pair not in OPEN]
    assert len(edges) == 24
    down = np.array([1, 1, 1]) / 3**0.5 if face == AXIAL else np.array([1, 0, 2]) / 5**0.5
    rows, columns = np.array(edges).T

    def energy(x: Any) -> float:
        middle, direction = x.reshape(6, 6)[:, :3], x.reshape(6, 6)[:, 3:]
        direction = direction / np.linalg.norm(direction, axis=1)[:, None]
        ends = np.stack([middle + HALF * direction, middle - HALF * direction], axis=1).reshape(12, 3)
        stretch = np.maximum(np.linalg.norm(ends[rows] - ends[columns], axis=1) - 0.32, 0)
        depth = np.maximum(ends @ down - depth_0, 0)
        return float(500 * (stretch**2).sum() + 1e4 * (depth**2).sum() - 0.5 * G * (middle @ down).sum())

    depth_0 = (vertices @ down).max()
    found = minimize(energy, np.concatenate([centres, axes], axis=1).ravel(), options={"maxiter": 4000, "gtol": 1e-7})
    return float(depth_0 - (found.x.reshape(6, 6)[:, :3] @ down).mean() + RADIUS)


OPEN = [(0, 2), (1, 3), (4, 6), (5, 7), (8, 10), (9, 11)]


@pytest.mark.parametrize("face", [AXIAL, PLANAR])
def test_it_stands_where_energy_is_least(face: int) -> None:
    result = simulate(robot(), 3.0, parameters={"start_face": face, "first": 0, "second": 0})
    assert result["com"][-1, 2] == pytest.approx(spring_model(face), abs=1e-4)
    assert sum(result[force][-1] for force in FORCES) == pytest.approx(3.0 * G, rel=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_it_may_begin_on_any_face(name: str) -> None:
    codes = read_diagram(FOLDER / "triangle.toml").blocks["face"].values["codes"]  # type: ignore[union-attr]
    assert len(codes) == 20
    for number in range(1, 21, 3):
        result = simulate(robot(name), 0.5, parameters={"start_face": number, "first": 0, "second": 0})
        assert result["contact_triangle"][-1] == codes[number - 1]
        assert result["face_number"][-1] == number


def test_star_is_the_same_diagram_with_another_table() -> None:
    one, other = (read_diagram(FOLDER / f"{name}.toml") for name in NAMES)
    assert one.blocks.keys() == other.blocks.keys()
    assert one.files == other.files
    table = {pair for pair in {*one.connections} ^ {*other.connections} if "muscle[" not in pair[0] + pair[1]}
    assert not table
    assert (one.counts, other.counts) == ({"muscle": 24}, {"muscle": 12})


def test_struts_that_would_touch_are_reported() -> None:
    result = moved("six_strut", AXIAL, 1, 2)
    assert result["strut_distance"].min() < 0


def test_strange_wishes() -> None:
    result = simulate(robot(), 2.0, parameters={"supply_pressure": "1.01325 bar"})
    assert triangle(result, 2.0) == 10509
    with pytest.raises(ModelError, match="start_face|faces"):
        simulate(robot(), 1.0, parameters={"start_face": 21})


def test_experiments_name_every_triangle() -> None:
    plan = read_plan(FOLDER / "experiments.toml")
    assert {"axial_to_planar", "planar_to_planar", "planar_to_axial", "chain"} <= plan.experiments.keys()
    assert len(plan.experiments["chain"].measures[0].names) == 20
