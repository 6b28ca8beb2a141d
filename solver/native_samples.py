"""Samples inside the compiled step loop: equations as machine code, and plain code that is called back between them."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import casadi as ca

if TYPE_CHECKING:
    from solver.clock import Clock
    from solver.events import Events
    from solver.run import Run

PLAIN_CODE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_longlong)
TURN, FAULT = 1, 2  # answers of plain code, as in native_loop.c


def sample_code(events: Events, clock: Clock) -> tuple[list[ca.Function], str] | None:
    """Return the functions that samples need, and C text that does what is ``due``; None where only Python can."""
    if bool(clock.meetings) != bool(clock.periods):
        return None
    functions, cases = [], []
    for key, periods in clock.meetings.items():
        parts = _called(events, key, periods) if periods & events.calls.periods else _equations(events, key, periods)
        if parts is None:
            return None
        functions += parts[0]
        cases.append(f"if (due == {key}) {{ {' '.join(parts[1])} }}")
    return functions, " ".join(cases)


Parts = tuple[list[ca.Function], list[str]]


def _equations(events: Events, key: int, periods: frozenset[float]) -> Parts | None:
    """Return what a sample needs where everything is an equation."""
    function = events.functions.sample_function(periods, f"sample{key}")
    return None if function is None else ([function], [f"EVALUATE(sample{key})"])


def _called(events: Events, key: int, periods: frozenset[float]) -> Parts | None:
    """Return what a sample needs where plain code is called: what it reads is settled before, and what reads it after.

    Where blocks read their own results within an instant it is left to Python to find out and to say so.
    """
    calls = events.calls
    settle = events.functions.settling_function(periods, f"settle{key}")
    if settle is None or calls.has_circle:
        return None
    functions, text = [settle], [f"EVALUATE(settle{key})"]
    for number, call in enumerate(calls.all):
        if call.period in periods:
            text.append(f"CALL({number})")
            text += [f"EVALUATE(settle{key})"] * calls.is_read(call)
    if memory := events.functions.memory_function(periods, f"remember{key}"):
        functions.append(memory)
        text.append(f"EVALUATE(remember{key})")
    return functions, text


class Caller:
    """Lets plain code compute when the compiled loop asks for it; errors wait until the loop has ended."""

    def __init__(self, run: Run, loop: ctypes.Structure) -> None:
        self.run, self.loop = run, loop
        self.error: BaseException = RuntimeError("plain code has not failed")
        self.callback = PLAIN_CODE(self._call)

    def _call(self, number: int) -> int:
        run = self.run
        run.now.time = self.loop.time
        try:
            run.events.calls.all[number](run.now)
            return TURN if run.turns.is_due(run.now, run.recorder) else 0
        except BaseException as error:
            self.error = error
            return FAULT
