"""Which variables of a model a person most likely wants to see."""

from __future__ import annotations

from collections.abc import Iterator

from blocks.block import type_name
from solver.model import Model

# by name: the solver does not know the libraries
SINKS = frozenset(f"signals.{name}" for name in ("Scope", "VectorScope", "XYScope", "Display", "Lamp"))


def shown_signals(model: Model) -> list[str]:
    """Return the ports the diagram shows outside and what its scopes are connected to; without these, the states."""
    observer = model.observer
    found = [scalar for name in (*_exposed(model), *_scoped(model)) for scalar in observer.expand(name)]
    return list(dict.fromkeys(found or (name for name in model.state_names if name in observer.places)))


def _exposed(model: Model) -> Iterator[str]:
    for name, (number, path) in model.system.exposed.items():
        for member in model.system.instances[number].template.trace.ports[path].members:
            yield name + member[len(path) :]


def _scoped(model: Model) -> Iterator[str]:
    connected = {terminal for pair in model.system.connections for terminal in pair}
    for number, instance in enumerate(model.system.instances):
        if type_name(type(instance.block)) in SINKS:
            for path in instance.template.trace.ports:
                if (number, path) in connected:
                    yield f"{instance.name}.{path}"
