"""A run in time: steps, events and samples, delivered as chunks of recorded instants.

The run is a generator: whoever consumes it decides when it goes on, so pausing is simply not asking for more. Between
chunks parameters may be changed and the run may be stopped. Steps end exactly on samples, on events that are known
beforehand, and on located ones.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from blocks.errors import ModelError
from solver.accelerate import Accelerator
from solver.blamed_zeros import CANNOT_TELL, undecided
from solver.buffered import Array
from solver.clock import Clock
from solver.closure import Closure
from solver.events import Events
from solver.initialize import Initialization
from solver.locate import Crossing, locate
from solver.model import Model
from solver.moment import Moment
from solver.not_numbers import NotNumbers
from solver.observe import Chunk
from solver.parameters import ParameterSetter
from solver.port_hints import more_where_unsolved
from solver.recorder import Recorder
from solver.redundant import open_start
from solver.settings import Settings, Statistics
from solver.steppers import (
    STIFF_CHECKS,
    STIFF_EVERY,
    STIFF_LIMIT,
    Attempt,
    Explicit,
    Projector,
    Stepper,
    Stiff,
    make_stepper,
)
from solver.supervise import Supervisor
from solver.turns import Turns

EXPLICIT_OPERATIONS = 4e7  # about half a second on the virtual machine
MOST_RESIDUAL = 1e-5
GUESS_SPREADS = (1e-3, 0.01, 0.1, 0.1, 0.5, 0.5, 1.0, 1.0, 2.0, 5.0, 10.0, 100.0)


class Run:
    """One run of a model."""

    def __init__(self, model: Model, settings: Settings, parameters: Mapping[str, Any] | None = None) -> None:
        self.model, self.settings, self.statistics = model, settings, Statistics()
        self.setter = ParameterSetter(model)
        self.events = Events(model)
        self.events.calls.is_trusted = settings.trust
        self.project = Projector(model)
        self.supervisor = Supervisor(self.events)
        self.recorder, self.turns = Recorder(settings.recording_interval), Turns()
        self.setter.set_all(parameters or {})
        self.clock = Clock(model, self.setter)
        program = model.assembly.program
        self.now = Moment(
            0.0, np.zeros(model.state_count), self.setter.vector.copy(), np.zeros(program.modes.numel()),
            np.zeros(program.held.numel()), np.zeros(program.guess_count),
        )  # fmt: skip
        # below this size, relative to the tolerance, errors of a state do not count
        self.floor = np.ascontiguousarray(1e-3 * model.nominals)
        self.most_residual = MOST_RESIDUAL
        self.is_stopped = False
        self.stepper: Stepper | None = None
        self.stiff_checks = 0

    def set_parameter(self, name: str, value: Any) -> None:
        """Change a parameter; takes effect at once, without recompiling."""
        self.setter.set(name, value)
        if self.stepper is not None:
            self.recorder.add(self.now)
        # chunks keep the vector they were recorded with
        self.now.parameters = self.setter.vector.copy()
        if self.stepper is not None:
            # a condition may hold, or no longer hold, with the new value
            self.events.react(self.now)
            self.recorder.add(self.now)
            self.stepper.restart()

    def stop(self) -> None:
        """End the run at the next opportunity."""
        self.is_stopped = True

    def begin(self) -> None:
        """Find consistent start values and let everything discrete take its first value."""
        now, events = self.now, self.events
        start = self._initialization()
        now.guesses[:] = start.guesses
        events.start_held(now, self.setter.starts)
        events.start(now)
        # conditions take the modes of the first point, so that the start is not looked for in a wrong one
        now.states[:] = start.first_point(now.time, now.rest)
        with suppress(ModelError):
            events.settle(now)
        for _ in range(20):
            if not self._solve_start(start):
                break
        events.start_memory(now)
        if self.clock.periods:
            events.sample(now, set(self.clock.periods))
        events.react(now, at_start=True)
        self._check_start()

    def _initialization(self) -> Initialization:
        """Return the start problem, made anew only where parameters of the diagram have changed it."""
        model, setter, steady = self.model, self.setter, self.settings.start == "steady"
        if setter.starts is not model.starts or (setter.diagram is not model.diagram and model.initial_equations):
            return Initialization(model, setter.starts, setter.diagram, steady)
        return model.keep(f"start {steady}", lambda: Initialization(model, model.starts, model.diagram, steady))

    def _solve_start(self, start: Initialization) -> bool:
        """Go to consistent states in the present modes; return whether other modes fit better there."""
        now, before = self.now, self.now.modes.copy()
        try:
            now.states[:] = start.solve(now.time, now.parameters, now.modes, now.held)
        except ModelError:
            # the modes may be wrong rather than the values: look at the nearest point
            now.states[:] = start.nearest
            if self.events.settle(now):
                return True
            raise
        self._solve_loops()
        # machines look afresh: what stuck at a first guess of the speeds may slip at the true ones
        self.events.restart_machines(now)
        self.events.settle(now)
        return not np.array_equal(now.modes, before)

    def _solve_loops(self) -> None:
        """Let nonlinear loops find a solution, from other guesses where the given ones lead nowhere."""
        now, events = self.now, self.events
        given = now.guesses.copy()
        random = np.random.default_rng(3)
        for spread in (0.0, *GUESS_SPREADS):
            now.guesses[:] = given + spread * random.uniform(-1.0, 1.0, len(given)) * np.maximum(np.abs(given), 1.0)
            residual = events.derivatives(now.time, now.states, *now.rest)[2]
            if not len(given) or residual[0] < MOST_RESIDUAL:
                events.refresh_guesses(now)
                return
        now.guesses[:] = given

    def _check_start(self) -> None:
        now = self.now
        name = self.model.system.name
        if problem := self._open_start():
            raise problem
        rate, _, residual = self.events.derivatives(now.time, now.states, *now.rest)
        if np.isfinite(rate).all() and residual[0] < MOST_RESIDUAL:
            NotNumbers(self.model).refuse(now)
            return
        bad = [name for name, value in zip(self.model.state_names, rate, strict=True) if not np.isfinite(value)]
        iterated = self.model.assembly.program.guess_names
        unsolved = [] if residual[0] < MOST_RESIDUAL else iterated[:5]
        if not unsolved:
            raise undecided(self.model, now.parameters, bad)
        raise ModelError(
            f'"{name}" cannot start at t = 0 s.', (bad or unsolved)[0].rsplit(".", 1)[0],
            f"The equations for {', '.join(unsolved)} have no solution near the guesses.",
            CANNOT_TELL + more_where_unsolved(self.model.system, unsolved),
        )  # fmt: skip

    def _open_start(self) -> ModelError | None:
        """Return the error for a start in a dead centre."""
        model, now = self.model, self.now
        if not model.assembly.choice.constraints:
            return None
        closure = model.keep("closure", lambda: Closure(model.assembly))
        return open_start(closure, now.states, [np.array([now.time]), now.parameters, now.modes, now.held])

    def chunks(self) -> Iterator[Chunk]:
        """Yield recorded chunks until the end; the first holds the start."""
        self.begin()
        self.recorder.add(self.now)
        yield from self.recorder.flush()
        name = "adaptive" if self.settings.solver == "auto" else self.settings.solver
        self.statistics.solver = name
        self.stepper = make_stepper(self.model, name)
        step = self._first_step()
        accelerator = Accelerator(self)
        while self.now.time < self.settings.until and not self.is_stopped:
            is_native = not self.turns.is_single and not isinstance(self.stepper, Stiff) and accelerator.is_ready
            step = yield from (accelerator.to_next_stop(step) if is_native else self.to_next_stop(step))
        yield from self.recorder.flush()

    @property
    def fixed_step(self) -> float:
        """Return the step of methods with a fixed one; it divides every sample period."""
        return self.clock.fitted(self.settings.step or self.settings.recording_interval)

    def _first_step(self) -> float:
        if self.settings.is_fixed:
            return self.fixed_step
        now, until = self.now, self.settings.until
        rate = self.events.derivatives(now.time, now.states, *now.rest)[0]
        scale = self._scale(now.states, now.states)
        size, speed = _norm(now.states / scale), _norm(rate / scale)
        guess = 0.01 * size / speed if size > 1e-5 and speed > 1e-5 else 1e-6 * until
        return min(guess, until / 10, self.largest_step)

    @property
    def largest_step(self) -> float:
        """Return the longest step of methods that choose their own.

        While everything rests, steps would grow without limit. A force that varies in time may then break something
        away and let it stick again within one step; so switches that watch the time are looked at as often as a person
        wants to see the result.
        """
        largest = self.settings.step or math.inf
        return min(largest, self.settings.recording_interval) if self.events.functions.watch_time else largest

    def to_next_stop(self, step: float, is_single: bool = False) -> Generator[Chunk, None, float]:
        """Integrate to the next sample, known event or the end, and let it happen; return the next step size.

        A single step is for compiled code that is not sure whether something happened inside it.
        """
        known = self.events.next_time(self.now, self.settings.until)
        sample = self.clock.next_sample(known)
        stop = known if sample is None else sample
        is_end = sample is None and stop >= self.settings.until  # else something happens there
        while self.now.time < stop:
            step, happened = self._advance(step, stop, is_end)
            if self.turns.is_due(self.now, self.recorder):
                yield from self.turns.deliver(self.now, self.recorder)
                # new parameters may move the stop, and compiled code may be ready
                if self.now.time < stop:
                    return step
            if self.is_stopped or happened or (is_single and self.now.time < stop):
                return step
        if not is_end:
            self._happen(is_sample=sample is not None)
        return step

    def arrive(self, stop: float) -> None:
        """Let happen what is due at a stop that was reached by compiled code."""
        sample = self.clock.next_sample(stop)
        if sample is not None or stop < self.settings.until:
            self._happen(is_sample=sample is not None)
        else:
            self.recorder.add(self.now)

    def _happen(self, is_sample: bool) -> None:
        """Let samples or known events at this very instant happen."""
        now = self.now
        if is_sample:
            self.events.sample(now, self.clock.due())
        else:
            self.recorder.add(now)
            self.statistics.events += 1
        self.events.react(now)
        if not is_sample or self.recorder.is_due(now.time) or now.time >= self.settings.until:
            self.recorder.add(now)
        assert self.stepper is not None
        self.stepper.restart()

    def _advance(self, step: float, stop: float, is_end: bool) -> tuple[float, bool]:
        """Take one step towards ``stop``, which is the end of the run or an event; return the size of the next, and
        whether another event happened.
        """
        now, stepper = self.now, self.stepper
        assert stepper is not None
        left = stop - now.time
        size = left if step >= left * (1 - 1e-9) else step
        attempt = stepper.attempt(now, size)
        if attempt is None or not attempt.residual <= MOST_RESIDUAL:
            return self._refused(size), False
        error = 0.0 if attempt.error is None else _norm(attempt.error / self._scale(now.states, attempt.states))
        if error > 1.0:
            self.statistics.rejected += 1
            return size * max(0.2, 0.9 * error ** (-1.0 / stepper.order)), False
        crossing = locate(self.events, stepper, now, size, attempt)
        if crossing is not None:
            following = self._event(crossing, size)
            return self.fixed_step if self.settings.is_fixed else following, True
        self._accept(attempt, size, stop if size == left else self._after(size))
        if is_end if now.time >= stop else self.recorder.is_due(now.time):
            self.recorder.add(now)  # an event at the stop records itself
        if self.settings.is_fixed:
            return self.fixed_step, False
        self._watch_stiffness(attempt, size)
        most = attempt.growth
        growth = most if error == 0 else min(most, max(0.2, 0.9 * error ** (-1.0 / stepper.order)))
        # a step cut short by a stop says little about the next one
        following = max(step, size * growth) if size < step else size * growth
        return min(following, self.largest_step), False

    def _accept(self, attempt: Attempt, size: float, end: float) -> None:
        now = self.now
        self.recorder.inside(now, end, attempt.dense, size)
        now.time = end
        now.states[:], now.guesses[:] = attempt.states, attempt.guesses
        assert self.stepper is not None
        self.stepper.accepted()
        if not self.settings.is_fixed:  # steps of fixed size are projected within
            self.project(now)
        self.statistics.steps += 1

    def _after(self, size: float) -> float:
        """Return the end of a step; fixed ones end on whole multiples, so that rounding does not add up."""
        end = self.now.time + size
        if self.settings.is_fixed:
            whole = round(end / size) * size
            return whole if abs(end - whole) < 1e-6 * size else end
        return end

    def _refused(self, size: float) -> float:
        self.statistics.rejected += 1
        smaller = size / 4
        if smaller > 1e-13 * max(1.0, abs(self.now.time)):
            return smaller
        loops = self.model.assembly.program.guess_names
        names = ", ".join(loops[:4]) if loops else ", ".join(self.model.state_names[:4])
        raise ModelError(
            f'"{self.model.system.name}" cannot go on at t = {self.now.time:.9g} s.',
            names.split(",")[0].rsplit(".", 1)[0],
            f"No step is small enough for {names}: values become infinite, or equations lose their solution.",
            "Look at these variables just before this time; a mechanism may be in a singular position."
            + more_where_unsolved(self.model.system, loops[:4]),
        )

    def _watch_stiffness(self, attempt: Attempt, size: float) -> None:
        """Change to the stiff method when stability, not accuracy, limits the step."""
        if not self.may_change or self.statistics.steps % STIFF_EVERY:
            return
        assert isinstance(self.stepper, Explicit)
        pays = (self.settings.until - self.now.time) / max(size, 1e-300) > self.least_left
        is_stiff = pays and self.stepper.stiffness(attempt, size) > STIFF_LIMIT
        self.note_stiffness(self.stiff_checks + 1 if is_stiff else 0)

    def note_stiffness(self, checks: int) -> None:
        """Take note how many times in a row steps were stiff, and change the method if they are."""
        self.stiff_checks = checks
        if checks >= STIFF_CHECKS:
            self.stepper = make_stepper(self.model, "stiff")
            self.statistics.solver = "stiff"
            self.stiff_checks = 0

    @property
    def may_change(self) -> bool:
        """Tell whether the run may go on with another method when steps become stiff."""
        return self.settings.solver == "auto" and isinstance(self.stepper, Explicit)

    @property
    def least_left(self) -> float:
        """Return from how many explicit steps left on it pays to change: a step of the stiff method costs far more."""
        return EXPLICIT_OPERATIONS / (7 * max(self.model.operations, 1))

    def _event(self, crossing: Crossing, size: float) -> float:
        """Go to the located event, let it happen, and return a first step for after it."""
        now = self.now
        self.recorder.inside(now, now.time + crossing.step, crossing.attempt.dense, size)
        now.time += crossing.step
        now.states[:], now.guesses[:] = crossing.states, crossing.guesses
        self.project(now)
        self.recorder.add(now)
        self.events.react(now, crossing.forced)
        self.project(now)
        self.recorder.add(now)
        self.statistics.events += 1
        self.supervisor.note(now, crossing)
        assert self.stepper is not None
        self.stepper.restart()
        return max(0.2 * size, 1e-10)

    def _scale(self, a: Array, b: Array) -> Array:
        return self.settings.tolerance * (self.floor + np.maximum(np.abs(a), np.abs(b)))


@np.errstate(over="ignore")
def _norm(values: Array) -> float:
    # added up one by one, as compiled code does: the same run has the same steps, whenever that takes over
    return math.sqrt(float(np.add.accumulate(values * values)[-1]) / len(values)) if len(values) else 0.0
