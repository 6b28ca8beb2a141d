"""Compile the ring of 16 links with its step loop: in a new process without any cache, and once more with it.

From the diagram to the point where a run of machine code can start. The first value shows that the result is right.
"""

from __future__ import annotations

from tests.benchmarks._measure import Answer, answer, child, empty_cache

RIGHT, LARGEST_ERROR = -1.67418815, 2e-7
MOST_COLD, MOST_WARM = 2.0, 0.1  # s
CODE = """
import json
from solver.simulate import simulate
from solver.model import compile_model
from tests.benchmarks._measure import timed
from tests.models.planar_models import ring
diagram = ring(16)
def ready():
    model = compile_model(diagram)
    simulate(model, 1e-3, solver="rk4", step=1e-3, native="always")
    return model
first, model = timed(ready)
again = [timed(ready)[0] for _ in range(3)]
result = simulate(model, 0.5, solver="rk4", step=1e-3, native="always")
print(json.dumps([first, min(again), float(result["pin.phi"][-1])]))
"""


def run(tiny: bool = False) -> list[Answer]:
    """Time compilations without and with a cache; there is no peer."""
    with empty_cache() as folder:
        cold, _, phi = child(CODE, cache=folder)
        runs = [child(CODE, cache=folder) for _ in range(1 if tiny else 3)]
    errors = {"deviation": (abs(phi - RIGHT), LARGEST_ERROR)}
    warm, again = min(item[0] for item in runs), min(item[1] for item in runs)
    return [
        answer("compile ring, cold", cold, None, "no peer", errors, f"{MOST_COLD} s", cold <= MOST_COLD),
        answer("compile ring, warm", warm, None, "no peer", errors, f"{MOST_WARM} s", warm <= MOST_WARM),
        answer("compile ring, same process", again, None, "no peer", errors, f"{MOST_WARM} s", again <= MOST_WARM),
    ]
