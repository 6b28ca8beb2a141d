"""A run is the same to the last bit with compiled code and without it, so it does not matter when that takes over."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from blocks import Diagram
from blocks.diagram_file import read_diagram
from libraries.signals import FirstOrder, Sine
from solver.accelerate import Accelerator
from solver.native import compiler
from solver.simulate import simulate
from solver.turns import Turns

ROOT = Path(__file__).parents[2]
REFERENCES = ROOT / "tests" / "conformance"

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")


@pytest.mark.parametrize(
    ("file", "until", "settings"),
    [
        ("projects/pendulum/diagram.toml", 1.0, {}),  # samples and an event
        ("projects/two_link_arm/diagram.toml", 0.5, {"solver": "rk4", "step": 1e-3, "interval": 0.7e-3}),
        ("projects/annular/rolling.toml", 0.05, {"trust": True}),  # a closed loop, contacts, code of the project
        ("references/08_HeatingRectifier.toml", None, {}),  # no guard is watched
        ("references/10_Rectifier.toml", None, {}),  # becomes stiff
        ("references/13_RotationalFriction.toml", None, {}),  # sticks and slips
        ("references/23_MB_Fourbar1.toml", 1.0, {}),
    ],
)
def test_compiled_runs_are_the_same(file: str, until: float | None, settings: dict[str, object]) -> None:
    path = REFERENCES / Path(file).name if file.startswith("references") else ROOT / file
    plain, compiled = (simulate(read_diagram(path), until, native=native, **settings) for native in ("never", "always"))
    counts = [{key: found.statistics[key] for key in ("steps", "rejected", "events", "solver")}
              for found in (plain, compiled)]  # fmt: skip
    assert counts[0] == counts[1]
    assert np.array_equal(plain.time, compiled.time)
    names = plain.names[:: len(plain.names) // 100 + 1]
    different = [name for name in names if not np.array_equal(plain[name], compiled[name], equal_nan=True)]
    assert different == []


@pytest.mark.parametrize("interval", [0.7e-3, 1e-5])
def test_many_instants_inside_a_step(interval: float) -> None:
    """More than compiled code has room for at once, in the middle of a step and within a single one."""
    plain, compiled = (simulate(lag(), 3, native=native, interval=interval) for native in ("never", "always"))
    assert np.array_equal(plain.time, compiled.time)
    assert np.array_equal(plain["lag.y"], compiled["lag.y"])
    w, t = 2 * np.pi, plain.time
    exact = (np.sin(w * t) - 0.3 * w * (np.cos(w * t) - np.exp(-t / 0.3))) / (1 + (0.3 * w) ** 2)
    assert np.abs(compiled["lag.y"] - exact).max() < 1e-5


def lag() -> Diagram:
    """Return a lag of first order behind a sine."""
    d = Diagram("lag")
    d.add("u", Sine(amplitude=1, frequency=1))
    d.add("lag", FirstOrder(T=0.3))
    d.connect("u.y", "lag.u")
    return d


def stateless() -> Diagram:
    """Return a model that only follows the time."""
    d = Diagram("stateless")
    d.add("u", Sine(amplitude=1, frequency=1))
    return d


@pytest.mark.parametrize("model", [lag, stateless])
@pytest.mark.parametrize("count", [1, 4])
def test_compiled_code_may_take_over_after_any_step(
    model: Callable[[], Diagram], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = simulate(model(), 3, native="never", interval=1e-2)
    asked: list[bool] = []
    ready = Accelerator.is_ready.fget

    def is_ready(accelerator: Accelerator) -> bool:
        asked.append(len(asked) >= count and ready(accelerator))
        return asked[-1]

    monkeypatch.setattr(Accelerator, "is_ready", property(is_ready))
    monkeypatch.setattr(Turns, "is_due", lambda *_: True)  # after every step
    mixed = simulate(model(), 3, native="always", interval=1e-2)
    assert asked[:count] == [False] * count
    assert asked[count]
    signal = plain.names[-1]
    assert np.array_equal(plain.time, mixed.time)
    assert np.array_equal(plain[signal], mixed[signal])
