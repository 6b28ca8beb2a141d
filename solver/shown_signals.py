"""Which variables of a model a person most likely wants to see."""

from __future__ import annotations

from collections.abc import Collection

from blocks.block import type_name
from solver.model import Model

# by name: the solver does not know the libraries
SINKS = frozenset(f"signals.{name}" for name in ("Scope", "VectorScope", "XYScope", "Display", "Lamp"))


def shown_signals(model: Model) -> list[str]:
    """Return the ports the diagram shows outside and what its scopes are connected to; without these, the states."""
    observer = model.observer
    names = [*exposed_signals(model), *(name for signals in scopes(model).values() for name in signals)]
    found = [scalar for name in names for scalar in observer.expand(name)]
    return list(dict.fromkeys(found or (name for name in model.state_names if name in observer.places)))


def exposed_signals(model: Model) -> list[str]:
    """Return the variables of the ports that the diagram shows outside."""
    found = []
    for name, (number, path) in model.system.exposed.items():
        for member in model.system.instances[number].template.trace.ports[path].members:
            found += model.observer.expand(name + member[len(path) :])
    return found


def scopes(model: Model, kinds: Collection[str] = SINKS) -> dict[str, list[str]]:
    """Return the connected inputs of all scopes and displays, by block."""
    connected = {terminal for pair in model.system.connections for terminal in pair}
    found: dict[str, list[str]] = {}
    for number, instance in enumerate(model.system.instances):
        if type_name(type(instance.block)) in kinds:
            ports = [path for path in instance.template.trace.ports if (number, path) in connected]
            if ports:
                found[instance.name] = [f"{instance.name}.{path}" for path in ports]
    return found
