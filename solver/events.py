"""Events: which mode everything is in, and what happens when it changes.

Relations and machines are switches whose modes are inputs of all functions and constant between events. A switch must
change when its guard has crossed zero; on the surface itself the direction of the guard's motion decides, and if it
does not move, whether the condition includes equality. ``settle`` looks for a set of modes in which nothing wants to
change: all that are violated switch together, relations before machines, and when a set comes back only the first
violated one does, which is the least-index rule that cannot cycle. Of several sets that fit the one is wanted in which
lasting modes stay: faces that could go on sticking do. Then ``when`` clauses act, and so on until nothing
happens any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from blocks.errors import ModelError
from solver.accumulation import Accumulation
from solver.buffered import Array, Buffered
from solver.calls import Calls
from solver.compound_guards import Compound
from solver.event_functions import EventFunctions
from solver.model import Model
from solver.moment import Moment
from solver.starts import Start

SURFACE = 1e-10  # a guard nearer to zero than this is on its surface
STILL = 1e-8  # a guard that moves slower than this stays where it is
ALL_AT_ONCE = 10
MOST_PASSES = 200


@dataclass
class Search:
    """A search for modes that fit: where it is, and which lasting modes it has left without being forced to."""

    now: Moment
    forced: Array | None
    kept: list[tuple[int, int]] = field(default_factory=list)  # machines and modes that are asked last
    left: list[tuple[int, int]] = field(default_factory=list)
    passes: int = 0


class Events:
    """The switches, held values and when clauses of a model."""

    def __init__(self, model: Model) -> None:
        self.model, self.hybrid = model, model.hybrid
        self.functions: EventFunctions = model.keep("event functions", lambda: EventFunctions(model))
        hybrid = self.hybrid
        self.relation_count = len(hybrid.guards)
        self.way_machine = np.array([way.machine for way in hybrid.ways_out], dtype=int)
        self.way_mode = np.array([way.mode for way in hybrid.ways_out], dtype=int)
        self.guard_names = [*hybrid.relations, *(hybrid.machines[way.machine].name for way in hybrid.ways_out)]
        self.hold_first = model.system.relation_count + model.system.selector_count
        self.hold_count = len(model.jump_states)
        self.hold_direction = np.ones(self.hold_count)
        at_zero = [*hybrid.hold_at_zero, *(way.holds_at_zero for way in hybrid.ways_out), *[False] * self.hold_count]
        self.holds_at_zero = np.array(at_zero, dtype=bool)
        self.guard_names += [f"{clause.text} (held)" for clause in hybrid.whens for _ in clause.jumps]
        self.has_guards = bool(self.guard_names)
        self.accumulation = Accumulation()
        self.calls = Calls(model)
        self._held_places: dict[tuple[str, frozenset[float]], Array] = {}
        self.warnings: list[ModelError] = []
        self.condition_values = np.zeros(len(hybrid.whens))

    @cached_property
    def guards(self) -> Buffered:
        """Return the function of all guards: relations first, then ways out of machines."""
        return Buffered(self.functions.guards)

    @cached_property
    def rates(self) -> Buffered:
        """Return the function of the time derivatives of all guards."""
        return Buffered(self.functions.rates)

    @cached_property
    def discrete(self) -> Buffered:
        """Return the function of when conditions, updates of held values, and jumps."""
        return Buffered(self.functions.discrete)

    @property
    def clocked(self) -> Array:
        """Return which guards depend on time alone: their crossings are known beforehand."""
        return self.functions.clocked

    @cached_property
    def _compounds(self) -> tuple[dict[int, Compound], Buffered, Buffered] | None:
        found = self.functions.compounds
        return None if found is None else (found[0], Buffered(found[1]), Buffered(found[2]))

    def _rates_at(self, now: Moment) -> Array:
        """Return how fast all guards move, also where several conditions of one guard are at zero."""
        rates = self.rates(now.time, now.states, *now.rest)[0].copy()
        if self._compounds is not None:
            compounds, parts, part_rates = self._compounds
            values = parts(now.time, now.states, *now.rest)[0].copy()
            moving = part_rates(now.time, now.states, *now.rest)[0]
            for k, compound in compounds.items():
                rates[k] = compound.motion(values, moving, SURFACE)[1]
        return rates

    def margins(self, now: Moment, signs: Array | None = None) -> Array:
        """Return for every guard how far it is from switching: negative means it must switch."""
        guards = self.guards(now.time, now.states, *now.rest)[0]
        return (self.signs(now.modes) if signs is None else signs) * guards

    def signs(self, modes: Array) -> Array:
        """Return for every guard the sign that makes it a margin."""
        relations = np.where(modes[: self.relation_count] > 0.5, 1.0, -1.0)
        return np.concatenate([relations, -np.ones(len(self.way_machine)), -self.hold_direction])

    def active(self, modes: Array) -> Array:
        """Return which guards matter: all relations, and the ways out of the modes machines are in."""
        holds = modes[self.hold_first : self.hold_first + self.hold_count] > 0.5
        first = np.array([machine.first for machine in self.hybrid.machines], dtype=int)
        ways = modes[first[self.way_machine] + self.way_mode] > 0.5 if len(first) else np.zeros(0, dtype=bool)
        return np.concatenate([np.ones(self.relation_count, dtype=bool), ways, holds])

    def watched(self, modes: Array) -> Array:
        """Return the sign of every guard that a step must watch: active, and not known beforehand; else zero."""
        if not self.has_guards:
            return np.zeros(0)
        return np.where(self.active(modes) & ~self.clocked, self.signs(modes), 0.0)

    def next_time(self, now: Moment, until: float) -> float:
        """Return the time of the next event that is known beforehand."""
        if not self.has_guards or not self.clocked.any():
            return until
        guards = self.guards(now.time, now.states, *now.rest)[0][self.clocked]
        rates = self.rates(now.time, now.states, *now.rest)[0][self.clocked]
        with np.errstate(divide="ignore", invalid="ignore"):
            times = now.time - guards / rates
        ahead = times[times > now.time + 1e-12 * max(1.0, abs(now.time))]
        return min(until, float(ahead.min(initial=until)))

    def start(self, now: Moment) -> None:
        """Set machines to their first modes and forget what happened before."""
        self.restart_machines(now)
        self.condition_values[:] = 0.0

    def restart_machines(self, now: Moment) -> None:
        """Set machines to their first modes."""
        for number, machine in enumerate(self.hybrid.machines):
            self._set_mode(now, number, machine.start)

    def settle(self, now: Moment, forced: Array | None = None) -> bool:
        """Switch until nothing wants to change; return whether anything did."""
        if not self.has_guards:
            return False
        search, before = Search(now, forced), now.modes.copy()
        if len(violated := self._search(search)):
            names = ", ".join(f'"{self.guard_names[i]}"' for i in violated[:4])
            raise ModelError(
                f"No consistent mode was found at t = {now.time:.9g} s: {names} switches forever.",
                self.guard_names[int(violated[0])].split(":")[0],
                "Each of its modes makes the condition ask for the other one.",
                "Give the condition a hysteresis, or let the quantity it acts on be stored (inertia, capacity).",
            )
        # what lasted until now goes before what was only tried
        self._return_to_lasting(now, sorted(search.left, key=lambda mode: not self._is_in(before, *mode)))
        return search.passes > 0

    def _search(self, search: Search) -> Array:
        """Switch until nothing wants to change; return what still does when it goes on forever."""
        now = search.now
        seen: set[bytes] = set()
        one_at_a_time = False
        while search.passes < MOST_PASSES:
            forced = search.forced if search.passes == 0 else None
            violated = self._violated(now, forced, at_rest=not one_at_a_time)
            if not len(violated):
                break
            key = now.modes.tobytes()
            one_at_a_time = one_at_a_time or key in seen or search.passes >= ALL_AT_ONCE
            seen.add(key)
            violated = self._first_to_switch(violated)
            if search.kept:
                violated = self._others_first(violated, search.kept)
            for guard in violated[:1] if one_at_a_time else violated:
                self._switch(now, int(guard))
                search.left += self._lasting_mode(int(guard)) if forced is None or not forced[guard] else []
            self.refresh_guesses(now)
            search.passes += 1
        return violated

    def _others_first(self, violated: Array, kept: list[tuple[int, int]]) -> Array:
        """Return what may switch while some modes are kept, or those that leave them if it is only they."""
        others = [guard for guard in violated if not set(self._lasting_mode(int(guard))) & set(kept)]
        return np.array(others) if others else violated

    def _lasting_mode(self, guard: int) -> list[tuple[int, int]]:
        """Return the machine and the mode that a guard leaves, if it is one that stays if it can."""
        if not self.relation_count <= guard < self.relation_count + len(self.way_machine):
            return []
        way = self.hybrid.ways_out[guard - self.relation_count]
        return [(way.machine, way.mode)] if way.mode in self.hybrid.machines[way.machine].lasting else []

    def _return_to_lasting(self, now: Moment, left: list[tuple[int, int]]) -> None:
        """Go back to modes that were left only because another machine had not yet found its own."""
        kept: list[tuple[int, int]] = []
        for machine, mode in dict.fromkeys(left):
            search = Search(now.copy(), None, [*kept, (machine, mode)])
            self._set_mode(search.now, machine, mode)
            self.refresh_guesses(search.now)
            if not len(self._search(search)) and not set(search.left) & set(search.kept):
                kept = search.kept
                now.modes[:], now.guesses[:] = search.now.modes, search.now.guesses

    def _is_in(self, modes: Array, machine: int, mode: int) -> bool:
        return bool(modes[self.hybrid.machines[machine].first + mode] > 0.5)

    def _set_mode(self, now: Moment, machine: int, mode: int) -> None:
        info = self.hybrid.machines[machine]
        now.modes[info.first : info.first + len(info.modes)] = 0.0
        now.modes[info.first + mode] = 1.0

    def _violated(self, now: Moment, forced: Array | None, at_rest: bool) -> Array:
        """Return the guards that ask for another mode; ``at_rest`` is whether those that stay on their surface do."""
        margins = self.margins(now)
        wrong = margins < -SURFACE
        on_surface = np.abs(margins) <= SURFACE
        active = self.active(now.modes)
        if (on_surface & active).any():
            signs = self.signs(now.modes)
            rates = signs * self._rates_at(now)
            wrong |= on_surface & (rates < -STILL)
            if at_rest:
                holds = self.holds_at_zero & (signs < 0)
                fails = ~self.holds_at_zero & (signs > 0)
                fails[self.relation_count :] = False
                wrong |= on_surface & (np.abs(rates) <= STILL) & (holds | fails)
        if forced is not None:
            wrong |= forced & (margins < SURFACE)
        return np.flatnonzero(wrong & active)

    def _first_to_switch(self, violated: Array) -> Array:
        """Return what time alone decides if there is any, else relations: machines look at a world that fits."""
        is_relation = violated < self.relation_count
        for first in (violated[is_relation & self.clocked[violated]], violated[is_relation]):
            if len(first):
                return first
        return violated

    def _switch(self, now: Moment, guard: int) -> None:
        if guard < self.relation_count:
            now.modes[guard] = 1.0 - now.modes[guard]
            return
        if guard >= self.relation_count + len(self.way_machine):
            now.modes[self.hold_first + guard - self.relation_count - len(self.way_machine)] = 0.0
            return
        way = self.hybrid.ways_out[guard - self.relation_count]
        if self._is_in(now.modes, way.machine, way.mode):
            self._set_mode(now, way.machine, way.target)

    def refresh_guesses(self, now: Moment) -> None:
        """Let nonlinear loops find their unknowns for the present modes."""
        if len(now.guesses):
            found = self.derivatives(now.time, now.states, *now.rest)
            if np.isfinite(found[1]).all():
                now.guesses[:] = found[1]

    @cached_property
    def derivatives(self) -> Buffered:
        """Return the model's derivatives."""
        return Buffered(self.model.derivatives_function)

    def react(self, now: Moment, forced: Array | None = None, at_start: bool = False) -> None:
        """Settle the modes, let when clauses act, and repeat until nothing changes."""
        self.settle(now, forced)
        if not (self.hybrid.whens or any(item.kind == "pre" for item in self.hybrid.held)):
            return
        for _ in range(MOST_PASSES):
            acted = self._whens(now, at_start) | self._remember(now)
            at_start = False
            if not acted:
                return
            self.settle(now)
        raise ModelError(
            f"The events at t = {now.time:.9g} s never end.", self.hybrid.whens[0].text.split(":")[0],
            "A when clause keeps making its own condition true again.",
        )  # fmt: skip

    def _whens(self, now: Moment, at_start: bool) -> bool:
        if not self.hybrid.whens:
            return False
        plain, starting, updates, jumps = self.discrete(now.time, now.states, *now.rest)
        values = starting if at_start else plain
        before = np.zeros_like(values) if at_start else self.condition_values
        # what holds from the start is not an event, unless it says initial()
        rising = (values > 0.5) & (before < 0.5) & (self.functions.says_initial if at_start else True)
        self.condition_values = plain.copy()
        if not rising.any():
            return False
        states, held = now.states.copy(), now.held.copy()
        position = 0
        for number, clause in enumerate(self.hybrid.whens):
            if rising[number]:
                held[clause.held] = updates[clause.held]
                for k, (_, _, sign) in enumerate(clause.jumps, start=position):
                    states[self.model.jump_states[k]] = sign * jumps[k]
                if clause.jumps:
                    self._rest(number, range(position, position + len(clause.jumps)), states, now)
            position += len(clause.jumps)
        now.states[:], now.held[:] = states, held
        self._settle_held(now, [k for n, clause in enumerate(self.hybrid.whens) if rising[n] for k in clause.held])
        return True

    def _rest(self, clause: int, jumps: range, states: Array, now: Moment) -> None:
        """Hold the states that a clause sets once its jumps have become too many to follow."""
        end = self.accumulation.note(clause, now.time)
        if end is None:
            return
        for jump in jumps:
            state = self.model.jump_states[jump]
            self.hold_direction[jump] = np.sign(states[state]) or 1.0
            states[state] = 0.0
            now.modes[self.hold_first + jump] = 1.0
        text = self.hybrid.whens[clause].text
        what = (
            f"{text} happens ever faster, {self.accumulation.totals[clause]} times before "
            f"t = {end:.9g} s; held at rest from there until it is pulled away."
        )
        self.warnings.append(ModelError(what, text.split(":")[0]))

    def _settle_held(self, now: Moment, chosen: list[int] | Array) -> None:
        """Repeat updates that read each other's new values until they agree."""
        for _ in range(len(chosen) + 1):
            values = self.discrete(now.time, now.states, *now.rest)[2][chosen]
            if np.array_equal(values, now.held[chosen], equal_nan=True):
                return
            now.held[chosen] = values
        names = ", ".join(sorted({f'"{self.hybrid.held[k].block}"' for k in chosen}))
        raise ModelError(
            f"The sampled blocks {names} depend on each other's output at the same instant.",
            self.hybrid.held[chosen[0]].block,
            fix="Put a UnitDelay between them.",
        )

    def _remember(self, now: Moment) -> bool:
        memory = self.memory
        if not len(memory):
            return False
        values = self.discrete(now.time, now.states, *now.rest)[2][memory]
        changed = not np.array_equal(values, now.held[memory])
        now.held[memory] = values
        return changed

    @cached_property
    def memory(self) -> Array:
        """Return which held values are memories of discrete variables at the last event."""
        return np.array([k for k, item in enumerate(self.hybrid.held) if item.kind == "pre"], dtype=int)

    def sample(self, now: Moment, periods: set[float]) -> None:
        """Let the sampled blocks of the given periods compute, then remember what they will call previous."""
        due, memory = self._held_of("sample", periods), self._held_of("previous", periods)
        self._settle_held(now, due)
        self.calls.due(now, periods, lambda: self._settle_held(now, due))
        if len(memory):
            now.held[memory] = self.discrete(now.time, now.states, *now.rest)[2][memory]

    def _held_of(self, kind: str, periods: set[float]) -> Array:
        """Return which held values of a kind belong to some periods, looked up once for each set of them."""
        key = kind, frozenset(periods)
        if key not in self._held_places:
            chosen = [k for k, item in enumerate(self.hybrid.held) if item.kind == kind and item.period in periods]
            self._held_places[key] = np.array(chosen, dtype=int)
        return self._held_places[key]

    def start_held(self, now: Moment, starts: list[Start]) -> None:
        """Give held values their start values; memories of inputs begin with the current value."""
        values = {start.variable: start.value for start in starts}
        for k, item in enumerate(self.hybrid.held):
            now.held[k] = values.get(item.variable, 0.0)

    def start_memory(self, now: Moment) -> None:
        """Let memories of inputs begin with the current value."""
        chosen = [k for k, item in enumerate(self.hybrid.held) if item.starts_at_current]
        if chosen:
            now.held[chosen] = self.discrete(now.time, now.states, *now.rest)[2][chosen]
