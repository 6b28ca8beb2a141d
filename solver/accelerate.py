"""Change to machine code during a run: start at once on the virtual machine, compile in the background, swap when
ready.

A run that is over soon never waits for a compiler. The compiled loop is built before the start with
``native = "always"``, which is what repeated runs want, and where samples or fixed steps of a small model are known to
be many.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator
from functools import cached_property
from typing import TYPE_CHECKING

from solver.events import SURFACE

if TYPE_CHECKING:
    from solver.native_run import NativeLoop
    from solver.observe import Chunk
    from solver.run import Run

PATIENCE = 0.1  # seconds on the virtual machine before the compiler is asked
MANY_STEPS = 4_000  # take longer on the virtual machine than compiling a small model
SMALL = 4_000  # operations: such a model is compiled in about half a second
SLICE_STEPS = 2_000
REACHED, GUARD, FULL, REFUSED, SLICE, SAMPLED, FAILED, STIFF = range(8)  # why the loop returns, as in native_loop.c


class Accelerator:
    """Builds and drives the compiled loop of one run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.loop: NativeLoop | None = None
        self.is_hopeless = run.settings.native == "never"
        self._thread: threading.Thread | None = None
        self._built: list[NativeLoop | None] = []
        self._began = time.perf_counter()

    @property
    def is_ready(self) -> bool:
        """Tell whether the compiled loop can be used now; starts building it when the run has taken a while."""
        if self.loop is not None or self.is_hopeless:
            return self.loop is not None
        if self.run.settings.native == "always" or self._key in self.run.model.kept or self._is_long:
            self._take(self._build(self._source()))
        elif self._thread is None and time.perf_counter() - self._began > PATIENCE:
            source = self._source()
            self._thread = threading.Thread(target=lambda: self._built.append(self._build(source)), daemon=True)
            self._thread.start()
        elif self._built:
            self._take(self._built.pop())
        return self.loop is not None

    @cached_property
    def _is_long(self) -> bool:
        """Tell whether it is known beforehand that compiling pays, and soon."""
        clock, settings = self.run.clock, self.run.settings
        size = float(clock.tick) if clock.periods else math.inf
        if settings.is_fixed:
            size = min(size, settings.step or settings.recording_interval)
        return settings.until / size > MANY_STEPS and self.run.model.operations < SMALL

    @property
    def _key(self) -> str:
        return f"loop {self.run.statistics.solver} {self.run.clock.periods}"

    def _source(self) -> str | None:
        run = self.run
        if self._key in run.model.kept:
            return None
        # what handles compilers is loaded only by runs that need it
        from solver.native_run import loop_source

        return loop_source(run.model, run.events, run.statistics.solver, run.clock)

    def _build(self, source: str | None) -> NativeLoop | None:
        from solver.native import compiled, discard
        from solver.native_run import NativeLoop

        model, count = self.run.model, len(self.run.events.guard_names)
        library = model.keep(self._key, lambda: None if source is None else compiled(source))
        try:
            return None if library is None else NativeLoop(library, model, count)
        except (OSError, AttributeError):
            # a file in the cache is damaged: make it once more
            discard(library)
            model.kept[self._key] = library = None if source is None else compiled(source)
        try:
            return None if library is None else NativeLoop(library, model, count)
        except (OSError, AttributeError):
            model.kept[self._key] = None
            return None

    def _take(self, loop: NativeLoop | None) -> None:
        self.loop, self.is_hopeless = loop, loop is None
        if loop is not None:
            self._prepare(loop)

    def _prepare(self, native: NativeLoop) -> None:
        from solver.native_samples import Caller

        run, loop = self.run, native.loop
        now, settings, clock = run.now, run.settings, run.clock
        native.bind(x=now.states, m=now.modes, h=now.held, w=now.guesses, floor=run.floor)
        native.bind(periods=clock.tick_table)
        self._caller = Caller(run, loop)
        loop.call = self._caller.callback
        loop.clocks, (loop.tick_over, loop.tick_under) = len(clock.periods), clock.tick.as_integer_ratio()
        loop.tolerance, loop.interval = settings.tolerance, run.recorder.interval
        loop.surface, loop.most_residual = SURFACE, run.most_residual
        loop.is_adaptive = int(run.statistics.solver == "adaptive")
        loop.has_projection = int(bool(run.model.assembly.choice.constraints))
        loop.until, loop.least_left = settings.until, run.least_left
        loop.may_change, loop.most_steps = int(run.may_change), SLICE_STEPS

    def to_next_stop(self, step: float) -> Generator[Chunk, None, float]:
        """Advance with compiled code to the next event known beforehand; return the next step size."""
        run, native = self.run, self.loop
        assert native is not None
        now, loop = run.now, native.loop
        loop.stop = run.events.next_time(now, run.settings.until)
        loop.step, loop.time = step, now.time
        loop.largest = min(run.largest_step, run.settings.until)
        loop.tick_count, loop.must_sample = run.clock.count, 0
        loop.record = run.recorder.next_instant(now.time)
        parameters = now.parameters
        native.bind(p=parameters)
        native.take_rates(run.stepper)
        while not run.is_stopped:
            native.weights[: loop.guards] = run.events.watched(now.modes)
            loop.hold = run.turns.hold_at
            loop.steps, loop.stiff_checks, rejected = run.statistics.steps, run.stiff_checks, loop.rejected
            code = native.advance()
            now.time, run.clock.count = loop.time, loop.tick_count
            run.statistics.steps, run.stiff_checks = loop.steps, loop.stiff_checks
            run.statistics.rejected += loop.rejected - rejected
            run.recorder.add_rows(now, *native.recorded())
            if code == FAILED:
                raise self._caller.error
            if code == SAMPLED:
                run.events.react(now)
                run.recorder.add(now)
            if code in (FULL, SLICE, SAMPLED):
                yield from run.turns.deliver(now, run.recorder)
                # new parameters may move the stop
                if run.turns.is_single or now.parameters is not parameters:
                    break
                continue
            break
        assert run.stepper is not None
        run.stepper.restart()
        if code in (GUARD, REFUSED):
            native.give_rates(run.stepper)
        run.note_stiffness(run.stiff_checks)
        if run.is_stopped:
            return loop.step
        if code == REACHED:
            run.arrive(loop.stop)
        elif code in (GUARD, REFUSED):
            return (yield from run.to_next_stop(loop.step, is_single=True))
        return loop.step
