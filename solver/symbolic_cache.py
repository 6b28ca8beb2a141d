"""A cache of what the symbolic passes found, so that a model compiled before is ready at once.

Kept are the expressions of all jets and of the projections, as text that CasADi reads back. The key covers everything
they depend on: the equations of all classes, how variables are connected and reduced, parameters and start values (they
decide which pivots are safe), and the state of our own code. A file that cannot be used only means compiling again.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path

import casadi as ca

from solver.assemble import Assembly
from solver.native import cache_folder, trim
from solver.starts import Start
from solver.template import Template

WORTH_KEEPING = 0.02  # seconds of symbolic work


@lru_cache(maxsize=1)
def _code_stamp() -> str:
    """Return a text that changes whenever a file of the compiler does."""
    folder = Path(__file__).parent
    stamps = [f"{item.name} {item.stat().st_size} {item.stat().st_mtime_ns}" for item in sorted(folder.glob("*.py"))]
    return "\n".join([ca.CasadiMeta.version(), *stamps])


def _template_text(template: Template) -> str:
    lowering = template.lowering
    inputs = [ca.vertcat(*lowering.jets.values()), *template.inputs]
    rows = ca.Function("rows", inputs, [ca.vertcat(*template.rows)]).serialize() if template.rows else ""
    wishes = [(variable.name, variable.info.declaration.state) for variable in template.variables]  # type: ignore[attr-defined]
    turns = [f"{turn.equation} {turn.orientation} {turn.base} {turn.relative}" for turn in template.turns]
    return f"{template.name} {list(lowering.jets)} {wishes} {rows} {turns}"


def key_of(assembly: Assembly, starts: list[Start]) -> str:
    """Return the key of an assembly that has not been worked out yet."""
    incidence = assembly.incidence
    system, aliases = incidence.system, incidence.aliases
    digest = hashlib.sha256(_code_stamp().encode())
    for template, instances in system.groups().items():
        digest.update(_template_text(template).encode())
        places = [(item.variables, item.parameters, item.relations, item.machines, item.held) for item in instances]
        digest.update(repr(places).encode())
    arrays = (
        aliases.root, aliases.sign, aliases.order, incidence.row, incidence.column, incidence.order, incidence.needed,
        system.parameter_values, assembly.offsets.rows, assembly.offsets.columns,
    )  # fmt: skip
    for array in arrays:
        digest.update(array.tobytes())
    choice = assembly.choice
    rows = [(row.terms, row.constant) for row in aliases.rows]
    facts = (sorted(aliases.constant.items()), rows, incidence.dropped, choice.determined_by, choice.constraints)
    kernels = [(group.template.name, group.kernel, group.first, group.shift) for group in incidence.kernels]
    digest.update(repr((facts, sorted(incidence.shared.items()), kernels, system.orientations.facts)).encode())
    digest.update(repr([(s.variable, s.derivative, s.value, s.is_fixed, s.weight) for s in starts]).encode())
    return digest.hexdigest()[:32]


def load(key: str, assembly: Assembly) -> list[ca.Function] | None:
    """Fill in all jets from the cache and return the projections; None if they are not there."""
    try:
        kept = json.loads((cache_folder() / f"{key}.symbolic").read_text(encoding="utf-8"))
        found = ca.Function.deserialize(kept["values"])(*assembly.program.arguments())
        projections = [ca.Function.deserialize(text) for text in kept["projections"]]
    except (OSError, ValueError, KeyError, TypeError, RuntimeError):
        return None
    values = ca.vertsplit(found)
    if len(values) != len(assembly.values):
        return None
    for i, value in enumerate(values):
        # states keep their own symbols
        if assembly.values[i] is None:
            assembly.values[i] = value
    return projections


def store(key: str, assembly: Assembly, projections: list[ca.Function]) -> None:
    """Keep all jets and the projections of an explicit model."""
    if not assembly.program.is_explicit or not assembly.values:
        return
    values = ca.vertcat(*[value for value in assembly.values if value is not None])
    function = ca.Function("values", assembly.program.arguments(), [ca.densify(values)])
    kept = {"values": function.serialize(), "projections": [item.serialize() for item in projections]}
    target = cache_folder() / f"{key}.symbolic"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        trim(target.parent)
        temporary = target.with_name(f"{key}.{os.getpid()}.tmp")
        temporary.write_text(json.dumps(kept), encoding="utf-8")
        os.replace(temporary, target)
    except OSError:
        return
