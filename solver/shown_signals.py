"""Which variables of a model a person most likely wants to see, and under which names."""

from __future__ import annotations

from collections.abc import Collection

from blocks.block import type_name
from blocks.declare import Output
from solver.connect import connect
from solver.model import Model

# by name: the solver does not know the libraries
SINKS = frozenset(f"signals.{name}" for name in ("Scope", "XYScope", "Display", "Lamp"))
MOST = 12  # signals that nobody has chosen
PATHS = frozenset(["signals.XYScope"])  # show one signal over another


def shown_signals(model: Model) -> list[str]:
    """Return the ports the diagram shows outside and what its scopes are connected to.

    Without these it is the states; where nothing is integrated, outputs of blocks or what blocks have of their own.
    """
    found = [*exposed_signals(model), *(name for signals in scopes(model).values() for name in signals)]
    found = found or [name for name in model.state_names if name in model.observer.places]
    return list(dict.fromkeys(found)) or (_of_blocks(model, True) or _of_blocks(model, False))[:MOST]


def _of_blocks(model: Model, is_output: bool) -> list[str]:
    """Return the outputs of all blocks, or their own variables, each signal once."""
    aliases, found = model.assembly.incidence.aliases, dict[tuple[int, int], str]()
    for instance in model.system.instances:
        for local, variable in enumerate(instance.template.variables):
            info, number = variable.info, instance.variables + local
            if isinstance(info.declaration, Output) if is_output else not info.port:
                origin = int(aliases.root[number]), int(aliases.order[number])
                found.setdefault(origin, f"{instance.name}.{variable.name}")
    return list(found.values())


def exposed_signals(model: Model) -> list[str]:
    """Return the variables of the ports that the diagram shows outside."""
    exposed = model.system.exposed.items()
    return [name + rest for name, terminal in exposed for _, rest in model.system.members(terminal)]


def scopes(model: Model, kinds: Collection[str] = SINKS) -> dict[str, list[str]]:
    """Return the signals that scopes and displays show, by block, each under the name it has where the scope stands."""
    instances = [item for item in model.system.instances if type_name(type(item.block)) in kinds]
    if not instances:
        return {}
    sources = {target: source for source, target in connect(model.system).equal}
    names: dict[int, list[str]] = {}
    for name, variable in model.observer.places.items():
        names.setdefault(variable, []).append(name)
    found: dict[str, list[str]] = {}
    for instance in instances:
        inputs = range(instance.variables, instance.variables + len(instance.template.variables))
        shown = [_name_beside(instance.name, names[sources[k]]) for k in inputs if k in sources]
        if shown:
            found[instance.name] = shown
    return found


def _name_beside(scope: str, names: list[str]) -> str:
    """Return the shortest way to name a signal in the diagram of a scope, or in the whole model.

    >>> _name_beside("arm.scope", ["angle", "arm.drive.angle", "arm.drive.encoder.angle"])
    'arm.drive.angle'
    """
    prefix = scope[: scope.rfind(".") + 1]
    return min([name for name in names if name.startswith(prefix)] or names, key=lambda name: name.count("."))
