"""The compiled step loop seen from Python: builds it for a model and advances a run with it."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from solver.buffered import Array
from solver.crossing_search import BETWEEN, DOUBT_2, DOUBT_3, FAR, PLACES, WILD
from solver.native import MOST_INSTRUCTIONS, source_of
from solver.native_samples import PLAIN_CODE, sample_code
from solver.steppers import STIFF_CHECKS, STIFF_EVERY, STIFF_LIMIT, Explicit, Stepper
from solver.steps import DP_A, adaptive_step, fixed_step, projection_step, semi_implicit_step

if TYPE_CHECKING:
    from solver.clock import Clock
    from solver.events import Events
    from solver.model import Model

CAPACITY = 2048


class _Loop(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_longlong) for name in
          ("states", "guesses", "held", "guards", "capacity", "most_steps", "clocks")],
        *[(name, ctypes.c_void_p) for name in ("x", "p", "m", "h", "w", "weights", "floor", "rows", "periods",
                                               "first")],
        ("call", PLAIN_CODE),
        *[(name, ctypes.c_double) for name in
          ("time", "stop", "hold", "step", "largest", "tolerance", "interval", "surface", "most_residual",
           "tick_over", "tick_under", "until", "least_left")],
        *[(name, ctypes.c_longlong) for name in
          ("record", "count", "steps", "rejected", "tick_count", "is_adaptive", "has_projection", "must_sample",
           "stiff_checks", "may_change", "has_first")],
    ]  # fmt: skip


def loop_source(model: Model, events: Events, solver: str, clock: Clock) -> str | None:
    """Return the C text of a model's step loop, or None if the model is too large to compile in reasonable time."""
    derivatives = model.derivatives_function
    maker = {"adaptive": adaptive_step, "rk4": fixed_step, "semi-implicit": semi_implicit_step}[solver]
    step = model.keep(solver, lambda: maker(model))
    functions = [derivatives, step]
    has_projection = bool(model.assembly.choice.constraints)
    if has_projection:
        functions.append(model.keep("project", lambda: projection_step(model)))
    if events.has_guards:
        functions.append(events.guards.function)
    samples = sample_code(events, clock)
    if samples is None or model.operations > MOST_INSTRUCTIONS:
        return None
    functions += samples[0]
    call = "{0}(work.arg, work.res, work.iw, work.w, 0);"
    macros = {
        "ALL_NEEDS(most)": " ".join(f"need(most, {item.name()}_work);" for item in functions),
        "MODEL_DERIVATIVES(work)": call.format("derivatives"),
        "MODEL_STEP(work)": call.format(step.name()),
        "MODEL_PROJECT(work)": call.format("project") if has_projection else "",
        "MODEL_GUARDS(work)": call.format("guards") if events.has_guards else "",
        "MODEL_SAMPLE(due, work)": samples[1],
    }
    defines = "\n".join(f"#define {name} {text}" for name, text in macros.items())
    loop = Path(__file__).with_name("native_loop.c").read_text(encoding="utf-8")
    return "\n".join([source_of(functions), defines, looks_source() + loop])


def looks_source() -> str:
    """Return the C text of numbers that both loops use: where guards are looked at inside a step, how looks give what
    is between them, and when steps are stiff.
    """
    arrays = {"PLACES": PLACES[None], "BETWEEN": BETWEEN, "DOUBT_3": DOUBT_3, "DOUBT_2": DOUBT_2}
    rows = {name: ["{" + ", ".join(map(repr, row)) + "}" for row in array.tolist()] for name, array in arrays.items()}
    apart = np.array(DP_A[6]) - np.array([*DP_A[5], 0.0])
    return "\n".join([
        f"enum {{ STIFF_CHECKS = {STIFF_CHECKS}, STIFF_EVERY = {STIFF_EVERY} }};",
        f"static const double STIFF_LIMIT = {STIFF_LIMIT};",
        f"static const double APART[6] = {{{', '.join(map(repr, apart.tolist()))}}};",
        f"enum {{ LOOKS = {len(PLACES)}, PLACES_BETWEEN = {len(BETWEEN)} }};",
        f"static const double FAR = {FAR}, WILD = {WILD};",
        f"static const double PLACES[LOOKS] = {rows['PLACES'][0]};",
        *(f"static const double {name}[PLACES_BETWEEN][LOOKS] = {{{', '.join(rows[name])}}};"
          for name in ("BETWEEN", "DOUBT_3", "DOUBT_2")), "",
    ])  # fmt: skip


class NativeLoop:
    """A compiled loop bound to a moment; its arrays are shared with the run."""

    def __init__(self, library: Path, model: Model, guard_count: int) -> None:
        self.library = ctypes.CDLL(str(library))
        self.advance_function = self.library.junctura_advance
        program = model.assembly.program
        self.loop = _Loop()
        self.sizes = (model.state_count, program.held.numel(), program.guess_count)
        self.loop.states, self.loop.held, self.loop.guesses = self.sizes
        self.loop.guards = guard_count
        self.loop.capacity = CAPACITY
        self.rows = np.zeros((CAPACITY, 1 + sum(self.sizes)))
        self.loop.rows = self.rows.ctypes.data
        self.first = np.zeros(model.state_count)
        self.loop.first = self.first.ctypes.data
        self.weights = np.zeros(max(guard_count, 1))
        self.loop.weights = self.weights.ctypes.data
        self._kept: list[Array] = []

    def take_rates(self, stepper: Stepper | None) -> None:
        """Begin with the rates of change that the stepper knows, if it does."""
        known = stepper.first if isinstance(stepper, Explicit) else None
        self.loop.has_first = int(known is not None)
        if known is not None:
            self.first[:] = known

    def give_rates(self, stepper: Stepper) -> None:
        """Let the stepper go on with the rates of change that are known now."""
        if isinstance(stepper, Explicit) and self.loop.has_first:
            stepper.first = self.first.copy()

    def bind(self, **arrays: Array) -> None:
        """Let the loop work on the given arrays."""
        for name, array in arrays.items():
            self._kept.append(array)
            setattr(self.loop, name, array.ctypes.data)

    def advance(self) -> int:
        """Run until something stops the loop; return what."""
        self.loop.count = 0
        return int(self.advance_function(ctypes.byref(self.loop)))

    def recorded(self) -> tuple[Array, Array, Array, Array]:
        """Return times, states, held values and guesses recorded by the last call."""
        taken = self.rows[: self.loop.count].copy()
        n, h, _ = self.sizes
        return taken[:, 0], taken[:, 1 : 1 + n], taken[:, 1 + n : 1 + n + h], taken[:, 1 + n + h :]
