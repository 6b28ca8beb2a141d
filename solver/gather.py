"""Find the masses that a sensor weighs, and connect them to it.

Input: a flat ``System`` before its variables are numbered. Output: the same, where every mass that hangs together with
a weighing sensor tells its share, and the sensor reads all shares. Whatever is connected by frames belongs to one
mechanism, but for what is connected through the ground alone, or by what does not join parts: contacts and sensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from blocks.block import Block
from blocks.errors import ModelError
from blocks.weighing import WeighingSensor, weighed, weighing

if TYPE_CHECKING:
    from solver.flatten import System, Terminal
    from solver.template import Template


def gather(system: System, make_template: Callable[[Block], Template]) -> None:
    """Let all weighing sensors of a system read the masses of their mechanism."""
    sensors = [i for i, item in enumerate(system.instances) if isinstance(item.block, WeighingSensor)]
    if not sensors:
        return
    around = _neighbours(system)
    for number in sensors:
        sensor = system.instances[number]
        parts = _mechanism(system, around, (number, sensor.block.weighs_at))  # type: ignore[attr-defined]
        masses = [i for i in parts if type(system.instances[i].block).weighing is not None]
        if not masses:
            system.problems.append(_nothing_to_weigh(sensor.name))
            continue
        for i in masses:
            _change(system, i, weighed(type(system.instances[i].block)), make_template)
        size = system.instances[masses[0]].template.trace.symbols["share"].shape[0]
        _change(system, number, weighing(type(sensor.block), len(masses), size), make_template)
        for row, i in enumerate(masses, 1):
            for k in range(1, size + 1):
                system.connections.append(((i, f"share[{k}]"), (number, f"shares[{row},{k}]")))


def _neighbours(system: System) -> dict[Terminal, list[Terminal]]:
    found: dict[Terminal, list[Terminal]] = {}
    for a, b in system.connections:
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    return found


def _mechanism(system: System, around: dict[Terminal, list[Terminal]], begin: Terminal) -> list[int]:
    """Return the blocks that hang together with a port, in the order of the diagram."""
    kind = type(system.port(begin).declaration)
    reached, parts, waiting = {begin}, set[int](), [begin]
    while waiting:
        place = _connected(around, waiting.pop())
        reached |= place
        if any(system.instances[number].block.is_ground for number, _ in place):
            continue
        for number in {number for number, _ in place} - parts:
            instance = system.instances[number]
            if instance.block.joins_parts:
                parts.add(number)
                ports = instance.template.trace.ports.items()
                waiting += [(number, path) for path, port in ports if type(port.declaration) is kind]
        waiting = [end for end in waiting if end not in reached]
    return sorted(parts)


def _connected(around: dict[Terminal, list[Terminal]], begin: Terminal) -> set[Terminal]:
    """Return all ports that are connected to one, itself among them."""
    found, waiting = {begin}, [begin]
    while waiting:
        fresh = [end for end in around.get(waiting.pop(), ()) if end not in found]
        found.update(fresh)
        waiting += fresh
    return found


def _change(system: System, number: int, kind: type[Block], make_template: Callable[[Block], Template]) -> None:
    """Let an instance be of another class with the same parameters."""
    instance = system.instances[number]
    if type(instance.block) is kind or instance.template.trace.symbols.get("share") is not None:
        return
    block = instance.block
    instance.block = kind(start=block.start, guess=block.guess, note=block.note, **block.values)
    instance.block.shared_structure = block.shared_structure
    instance.template = make_template(instance.block)


def _nothing_to_weigh(name: str) -> ModelError:
    return ModelError(
        f'There is nothing to weigh for "{name}": no mass hangs together with its frame.', name,
        fix="Connect its frame to a body, or to a part that is connected to one.",
    )  # fmt: skip
