"""Machine code: the same results as without, a cache that may be damaged, and machines that have no compiler."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from blocks import Block, Diagram, Equations, Output, Parameter, SampledBlock, Variable
from blocks.functions import der, previous, where
from solver import native
from solver.model import compile_model
from solver.simulate import simulate
from tests.models import planar_models as models

needs_compiler = pytest.mark.skipif(native.compiler() is None, reason="there is no C compiler")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("JUNCTURA_CACHE", str(tmp_path / "cache"))
    native.compiler.cache_clear()
    yield tmp_path / "cache"
    native.compiler.cache_clear()


class Swinging(Block):
    """An oscillator with a stop on one side."""

    w = Parameter(3.0, "rad/s", "frequency")
    hard = Parameter(20.0, "1", "how much stiffer the stop is")
    x = Variable("m", "position", start=1, fixed=True)
    v = Variable("m/s", "speed", start=0, fixed=True)

    def equations(self) -> Equations:
        yield der(self.x) == self.v
        yield der(self.v) == -(self.w**2) * self.x * where(self.x < 0, self.hard, 1)


class Ticks(SampledBlock):
    """Counts its samples."""

    y = Output("1", "how many", start=0)

    def equations(self) -> Equations:
        yield self.y == previous(self.y) + 1


def swinging() -> Diagram:
    d = Diagram("swinging")
    d.add("s", Swinging())
    d.add("ticks", Ticks(period="30 ms"))
    return d


def libraries(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix in (".so", ".dll", ".dylib")]


@needs_compiler
@pytest.mark.parametrize("solver", ["adaptive", "rk4", "semi-implicit"])
@pytest.mark.parametrize("build", [swinging, lambda: models.pendulum(2), models.fourbar])
def test_both_tiers_give_the_same(build: object, solver: str, cache: Path) -> None:
    step = None if solver == "adaptive" else "1 ms"
    model = compile_model(build())  # type: ignore[operator]
    one, two = (
        simulate(model, 0.5, native=tier, solver=solver, step=step, tolerance=1e-9, interval=0.01)
        for tier in ("never", "always")
    )
    assert libraries(cache)
    name = model.state_names[0]
    assert two[name][-1] == pytest.approx(one[name][-1], abs=1e-7)
    assert one.statistics["events"] == two.statistics["events"]


@needs_compiler
def test_the_same_model_is_compiled_once(cache: Path) -> None:
    simulate(swinging(), 0.1, native="always")
    first = {path: path.stat().st_mtime_ns for path in libraries(cache)}
    simulate(swinging(), 0.1, native="always", parameters={"s.w": 5})
    assert {path: path.stat().st_mtime_ns for path in libraries(cache)} == first


class Failed:
    """What a compiler that refuses leaves behind."""

    returncode = 1
    stdout = stderr = b""


@needs_compiler
@pytest.mark.parametrize("damage", [b"", b"not a library at all", None])
def test_a_damaged_cache_does_no_harm(damage: bytes | None, cache: Path) -> None:
    expected = simulate(swinging(), 0.5, native="never")["s.x"][-1]
    source: list[str] = []
    path = native.library_path

    def remember(text: str) -> Path:
        source.append(text)
        return path(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "library_path", remember)
        patch.setattr(native.subprocess, "run", lambda *_, **__: Failed())
        simulate(swinging(), 0.1, native="always")
    target = path(source[0])
    assert not target.exists()
    target.parent.mkdir(parents=True, exist_ok=True)
    if damage is None:
        target.mkdir()
    else:
        target.write_bytes(damage)
    assert simulate(swinging(), 0.5, native="always")["s.x"][-1] == pytest.approx(expected, abs=1e-5)


def test_without_a_compiler_everything_still_runs(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    native.compiler.cache_clear()
    assert native.compiler() is None
    result = simulate(swinging(), 0.5, native="always", tolerance=1e-8)
    assert result["ticks.y"][-1] == 17
    assert np.abs(result["s.x"]).max() <= 1 + 1e-6
    assert not libraries(cache)


def test_a_cache_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("JUNCTURA_CACHE", str(blocked / "inside"))
    assert simulate(swinging(), 0.5, native="always")["ticks.y"][-1] == 17


@needs_compiler
def test_a_compiler_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "broken-cc"
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("CC", str(fake))
    native.compiler.cache_clear()
    assert simulate(swinging(), 0.5, native="always")["ticks.y"][-1] == 17


def test_the_place_of_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert native.cache_folder() == tmp_path / "cache"
    monkeypatch.delenv("JUNCTURA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(native.sys, "platform", "linux")
    assert native.cache_folder() == tmp_path / "junctura"


@needs_compiler
@pytest.mark.parametrize("name", ["fmax", "fmin"])
def test_helpers_inside_the_code_treat_what_is_no_number_as_the_library_does(name: str, tmp_path: Path) -> None:
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    text = native.source_of([ca.Function("larger", [x, y], [getattr(ca, name)(x, y)])])
    library = native.compiled(text)
    made, known = ca.external("larger", str(library)), getattr(np, name)
    values = [-np.inf, -1.5, 0.0, 2.0, np.inf, np.nan]
    for a in values:
        for b in values:
            assert np.array_equal(float(made(a, b)), known(a, b), equal_nan=True)


@needs_compiler
def test_an_argument_that_is_not_given_counts_as_zero(tmp_path: Path) -> None:
    x, y = ca.SX.sym("x", 3), ca.SX.sym("y", 2)
    text = native.source_of([ca.Function("mixed", [x, y], [x[2] * y[1] + ca.cos(x[0]), x[1] - y[0]])])
    mixed = ctypes.CDLL(str(native.compiled(text))).mixed
    numbers, results = (ctypes.c_double * 3)(0.5, 2.0, 3.0), [(ctypes.c_double * 1)(), (ctypes.c_double * 1)()]
    for given, expected in [(True, [np.cos(0.5), 2.0]), (False, [1.0, 0.0])]:
        arguments = (ctypes.c_void_p * 2)(ctypes.addressof(numbers) if given else None, None)
        mixed(arguments, (ctypes.c_void_p * 2)(*map(ctypes.addressof, results)), None, None, 0)
        assert [value[0] for value in results] == pytest.approx(expected)
