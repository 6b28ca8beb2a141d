"""Symbolic elimination against numeric solutions, above all at quarter turns, where bad pivots vanish."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from casadi import SX
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

from solver.eliminate import Elimination, LinearBlock, eliminate
from solver.program import solve_scaled
from tests.solver.linear_systems import QUARTER, System, angles, chain, closed_angles, grid, ladder, sliders

FOUR_BAR, RING = [1.0, 2.5, 2.0], [1.0] * 16
MODELS = {
    "pendulum 4": (chain([1.0] * 4, "hanging"), angles(4, 12), angles(4, 52, seed=1)),
    "pendulum 16": (chain([1.0] * 16, "hanging"), angles(16, 12), angles(16, 52, seed=1)),
    "pendulum 64": (chain([1.0] * 64, "hanging"), angles(64, 12), angles(64, 8, seed=1)),
    "ring 16 pinned": (chain(RING, "pinned"), closed_angles(RING, 0.0, 12), closed_angles(RING, 0.0, 40, 1)),
    "ring 16 free": (chain(RING, "ring"), closed_angles(RING, 0.0, 12), closed_angles(RING, 0.0, 40, 1)),
    "four-bar": (chain(FOUR_BAR, "pinned"), closed_angles(FOUR_BAR, 2.2, 12), closed_angles(FOUR_BAR, 2.2, 40, 1)),
    "sliders": (sliders(3), angles(3, 12), angles(3, 52, seed=1)),
    "ladder 100": (ladder(100), [np.empty(0)] * 4, [np.empty(0)] * 4),
    "grid 8x8": (grid(8), [np.empty(0)] * 4, [np.empty(0)] * 4),
    "grid 8x8, 100 to 90 000 ohm": (grid(8, spread=30.0), [np.empty(0)] * 4, [np.empty(0)] * 4),
}  # fmt: skip


def solved(block: LinearBlock) -> Elimination:
    result = eliminate(block)
    assert result is not None
    return result


def instructions(block: LinearBlock, result: Elimination) -> int:
    return ca.Function("f", [block.inputs], [ca.cse(ca.vertcat(*result.solution))]).n_instructions()


def worst_error(
    block: LinearBlock,
    solution: list[SX],
    points: np.ndarray,
    right: list[SX | float] | None = None,
    at_least: int | None = None,
) -> float:
    """Return the largest relative error over the points at which the un-eliminated system is regular."""
    coefficients = ca.vertcat(*block.entries.values()), ca.vertcat(*(right or block.right)), ca.vertcat(*solution)
    function = ca.Function("system", [block.inputs], coefficients)
    places = tuple(np.array(list(block.entries)).T)
    worst, regular = 0.0, 0
    for point in points.T:
        entries, rest, found = (np.array(part).ravel() for part in function(point))
        sizes = np.zeros(len(rest))
        np.maximum.at(sizes, places[0], np.abs(entries))
        entries, rest = entries / sizes[places[0]], rest / sizes
        try:
            factors = splu(csc_array((entries, places)))
        except RuntimeError:
            continue
        inverse_size = np.abs(factors.solve(np.random.default_rng(0).normal(size=(len(rest), 3)))).max()
        if inverse_size < 1e8:
            wanted = factors.solve(-rest)
            scale = np.abs(wanted).max() or 1.0
            worst, regular = max(worst, np.abs(found - wanted).max() / scale), regular + 1
    assert regular >= (at_least or len(points.T) // 2)
    return worst


@pytest.mark.parametrize("name", MODELS)
def test_models_match_the_numeric_solution(name: str) -> None:
    system, samples, others = MODELS[name]
    block = system.block(samples)
    start = time.process_time()
    result = solved(block)
    spent = time.process_time() - start
    error = worst_error(block, result.solution, system.points(others))
    print(
        f"\n{name}: {block.rows} rows, {result.operations} operations, {instructions(block, result)} instructions"
        f" after cse, built in {spent:.3f} s, error {error:.1e}"
    )
    assert error < (1e-11 if "ohm" in name else 1e-12)


@pytest.mark.parametrize(
    "name", [name for name in MODELS if name.split()[0] in {"pendulum", "ring", "four-bar", "sliders"}]
)
def test_pivots_do_not_vanish_at_quarter_turns(name: str) -> None:
    """Cos(phi) is a good pivot at random states and none at a quarter turn."""
    system, samples, others = MODELS[name]
    block = system.block(samples)
    result = solved(block)
    pivots = ca.Function("pivots", [block.inputs], [ca.vertcat(*result.pivots)])
    sizes = np.abs(np.array(pivots(system.points(others))))
    assert (sizes.min(axis=1) > 1e-3 * np.array(result.pivot_sizes)).all()


@pytest.mark.parametrize(
    ("name", "most"), [("pendulum 16", 1900), ("ring 16 pinned", 2000), ("ring 16 free", 2700), ("ladder 100", 1700)]
)
def test_instruction_counts(name: str, most: int) -> None:
    system, samples, _ = MODELS[name]
    block = system.block(samples)
    assert instructions(block, solved(block)) <= most


def test_cost_of_a_chain_grows_with_its_length() -> None:
    short, long = (solved(MODELS[name][0].block(MODELS[name][1])) for name in ("pendulum 16", "pendulum 64"))
    assert long.operations < 4.3 * short.operations


def test_large_networks_are_left_to_numeric_solution(caplog: pytest.LogCaptureFixture) -> None:
    block = grid(8).block([np.empty(0)] * 4)
    with caplog.at_level("INFO", logger="solver.eliminate"):
        assert eliminate(block, operation_limit=1000) is None
    assert "operations" in caplog.text


def test_singular_blocks_are_left() -> None:
    system = System()
    x, y, gain = system.unknown(), system.unknown(), system.parameter(2.0)
    system.row([(x, gain), (y, 1.0)], 1.0)
    system.row([(x, 2.0 * gain), (y, 2.0)], 1.0)
    assert eliminate(system.block([np.empty(0)] * 4)) is None


@pytest.mark.parametrize(("name", "part"), [("ring 16 pinned", 0.3), ("sliders", 0.05)])
def test_other_right_sides_share_the_factors(name: str, part: float) -> None:
    system, samples, others = MODELS[name]
    block = system.block(samples)
    result = solved(block)
    gaps = SX.sym("gaps", 2)
    right: list[SX | float] = [0.0] * block.rows
    right[0], right[3] = gaps[0], gaps[1] * block.inputs[1]
    again = result.resolve(right)
    wide = LinearBlock(**{**vars(block), "inputs": ca.vertcat(block.inputs, gaps), "right": right})
    points = np.vstack([system.points(others), np.random.default_rng(2).normal(size=(2, len(others)))])
    assert worst_error(wide, again, points) < 1e-12
    both = ca.Function("both", [wide.inputs], [ca.vertcat(*result.solution, *again)])
    apart = ca.Function("apart", [wide.inputs], [ca.vertcat(*again)])
    alone = ca.Function("alone", [wide.inputs], [ca.vertcat(*result.solution)])
    shared = alone.n_instructions() + apart.n_instructions() - both.n_instructions()
    assert shared > part * alone.n_instructions()


def test_one_equation_is_a_division() -> None:
    a, b = SX.sym("a"), SX.sym("b")
    block = LinearBlock(1, {(0, 0): a}, [b], ca.vertcat(a, b), [False], [False], np.ones((2, 1)), np.ones((2, 4)))
    result = solved(block)
    assert str(result.solution) == "[SX((-(b/a)))]"
    assert str(result.resolve([3.0])) == "[SX((-3/a))]"
    assert eliminate(LinearBlock(**{**vars(block), "entries": {(0, 0): 0.0}})) is None


def test_blocks_that_decompose() -> None:
    system = System()
    phi = system.coordinate()
    for _ in range(3):
        x, y = system.unknown(), system.unknown()
        system.row([(x, 2.0 + ca.sin(phi)), (y, 1.0)], ca.cos(phi))
        system.row([(x, 1.0), (y, 3.0)], phi)
    block = system.block(angles(1, 8))
    assert worst_error(block, solved(block).solution, block.samples) < 1e-14


def test_a_turned_frame_is_solved_by_its_determinant() -> None:
    """Every entry of a rotation matrix vanishes at some angle, so no order of plain pivots is safe."""
    system = System()
    phi = system.coordinate()
    x, y = system.unknown(), system.unknown()
    system.row([(x, ca.cos(phi)), (y, -ca.sin(phi))], system.rate())
    system.row([(x, ca.sin(phi)), (y, ca.cos(phi))], system.rate())
    block = system.block(angles(1, 12))
    result = solved(block)
    assert result.pivots == [1.0, 1.0]
    assert worst_error(block, result.solution, system.points([np.array([k * QUARTER]) for k in range(5)])) < 1e-15


def test_a_vanishing_diagonal_is_no_pivot_although_its_block_is_definite() -> None:
    """The constraint row with cos(phi) pairs with a force, and scaled to a unit diagonal it looks harmless."""
    system = System()
    cos = ca.cos(system.coordinate())
    force, other, speed, turn = system.unknown(), system.unknown(), system.unknown(True), system.unknown(True)
    moved = system.unknown(True)
    system.row([(force, 1.0), (moved, 1.0)], 1.0)
    system.row([(force, 1.0), (moved, -1.0)])
    system.row([(speed, 1.0), (turn, 1.0)])
    system.row([(force, cos), (speed, 1.0), (turn, cos)], 1.0, differentiated=True)
    system.row([(other, 1.0)], 0.0, differentiated=True)
    block = system.block(angles(1, 12))
    quarters = system.points([np.array([k * QUARTER]) for k in (1, 2, 3, 5, 6, 7)])
    assert worst_error(block, solved(block).solution, quarters) < 1e-14


def test_a_force_that_is_zero_at_all_samples_stays() -> None:
    """A contact is open at all samples near the start; its force must not be taken for zero."""
    system = System()
    gap, mass = system.rate(), system.parameter(2.0)
    force, acceleration = system.unknown(), system.unknown(derivative=True)
    system.row([(force, 1.0)], -1e3 * ca.fmax(0.0, -gap))
    system.row([(acceleration, mass), (force, -1.0)])
    block = system.block([np.empty(0)] * 4)
    block = LinearBlock(**{**vars(block), "samples": np.abs(block.samples)})
    closed = ca.Function("f", [block.inputs], [ca.vertcat(*solved(block).solution)])([-0.1, 2.0])
    assert np.array(closed).ravel() == pytest.approx([100.0, 50.0])


def test_coefficients_that_differ_in_the_ninth_digit_stay_apart() -> None:
    system = System()
    gain = system.parameter(2.0)
    unknowns = [system.unknown() for _ in range(3)]
    for k, column in enumerate(unknowns):
        system.row([(column, 1.0 + gain * (1.0 + k * 1e-9)), (unknowns[k - 1], 0.5)], 1.0)
    block = system.block([np.empty(0)] * 4)
    solution = ca.Function("f", [block.inputs], [ca.vertcat(*solved(block).solution)])(2.0)
    matrix = np.array([[3.0, 0.0, 0.5], [0.5, 3.0 + 2e-9, 0.0], [0.0, 0.5, 3.0 + 4e-9]])
    assert np.array(solution).ravel() == pytest.approx(np.linalg.solve(matrix, -np.ones(3)), rel=1e-14)


def test_sharing_merges_common_parts() -> None:
    system, samples, _ = MODELS["four-bar"]
    block = system.block(samples)
    plain, shared = solved(block), eliminate(block, share=True)
    assert shared is not None
    assert ca.n_nodes(ca.vertcat(*shared.solution)) < ca.n_nodes(ca.vertcat(*plain.solution))
    assert worst_error(block, shared.solution, block.samples) < 1e-13


ENTRY = st.sampled_from([1.0, -1.0, 2.5, "p", "-p", "cos", "sin", "p*cos", "q"])


@st.composite
def sparse_systems(draw: st.DrawFn) -> System:
    """Return a system with a random pattern, on which at least one matching is possible."""
    size = draw(st.integers(2, 9))
    matching = draw(st.permutations(range(size)))
    extra = draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=2 * size))
    system = System()
    phi, p, q = system.coordinate(), system.parameter(1.3), system.parameter(0.4)
    values = {"p": p, "-p": -p, "cos": ca.cos(phi), "sin": ca.sin(phi), "p*cos": p * ca.cos(phi), "q": q + phi**2}
    for _ in range(size):
        system.unknown(derivative=draw(st.booleans()))
    for i in range(size):
        terms = [(j, draw(ENTRY)) for j in {matching[i]} | {j for row, j in extra if row == i}]
        rest = draw(st.sampled_from([0.0, 1.0, ca.sin(phi), p]))
        system.row([(j, values.get(entry, entry)) for j, entry in terms], rest, differentiated=draw(st.booleans()))
    return system


@settings(max_examples=150, deadline=None, derandomize=True)
@given(sparse_systems())
def test_random_systems_are_solved_or_left(system: System) -> None:
    block = system.block(angles(1, 12))
    result = eliminate(block)
    if result is not None:
        assert worst_error(block, result.solution, block.samples, at_least=1) < 1e-7
        right: list[SX | float] = [float(k) for k in range(block.rows)]
        assert worst_error(block, result.resolve(right), block.samples, right, at_least=1) < 1e-7


def badly_scaled() -> tuple[ca.Function, ca.Function]:
    inputs = SX.sym("u", 2)
    matrix = SX(3, 3)
    matrix[0, 0], matrix[0, 1] = 1e5 * inputs[0], 1e5
    matrix[1, 1], matrix[1, 2] = 1e-5, 1e-5 * inputs[1]
    matrix[2, 0], matrix[2, 2] = 1.0, 3.0
    parts = ca.Function("parts", [inputs], [matrix, ca.vertcat(1e5, 0.0, inputs[0])])
    point = ca.MX.sym("point", 2)
    return parts, ca.Function("solved", [point], [solve_scaled(*parts(point))])


def test_numeric_solution() -> None:
    parts, solved = badly_scaled()
    A, b = (np.array(ca.DM(part)) for part in parts([2.0, 0.7]))
    assert np.array(solved([2.0, 0.7])) == pytest.approx(np.linalg.solve(A, -b), rel=1e-13)


@pytest.mark.skipif(not shutil.which("gcc"), reason="no C compiler")
def test_numeric_solution_can_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, solved = badly_scaled()
    monkeypatch.chdir(tmp_path)
    solved.generate("block.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "block.c", "-o", "block.so", "-lm"], check=True)
    compiled = ca.external("solved", "./block.so")
    assert np.array(compiled([2.0, 0.7])) == pytest.approx(np.array(solved([2.0, 0.7])), rel=1e-14)
