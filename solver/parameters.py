"""Parameters as a vector of numbers that can be changed between and during runs, by the names people use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.diagram import Diagram
from blocks.errors import ModelError, did_you_mean
from blocks.values import check_bound, number, parameter_value
from solver.flatten import flatten
from solver.starts import collect_starts

if TYPE_CHECKING:
    from solver.model import Model


class Unchangeable(ModelError):
    """A value that the equations were arranged for; with another one, the diagram has to be compiled again."""


class ParameterSetter:
    """The parameter vector of a model, by name."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.vector = model.system.parameter_values.copy()
        # the diagram as it was changed, and the start values that follow from it
        self.diagram, self.starts = model.diagram, model.starts
        self.places: dict[str, list[int]] = {}
        # what was set so far, of the diagram and of single blocks
        self._of_diagram: dict[str, Any] = {}
        self._of_blocks: dict[str, tuple[list[int], np.ndarray[Any, Any]]] = {}
        for instance in model.system.instances:
            for k, item in enumerate(instance.template.parameters):
                if item.info.role == "parameter":
                    self.places.setdefault(f"{instance.name}.{item.info.path}", []).append(instance.parameters + k)

    def set(self, name: str, value: Any) -> None:
        """Set a parameter of a block (``r1.R``), of a subsystem (``arm.gain``) or of the diagram (``arm_length``)."""
        self.set_all({name: value})

    def set_all(self, values: Mapping[str, Any]) -> None:
        """Set several parameters at once, in less time than one after another."""
        of_diagram = {name: value for name, value in values.items() if _has_parameter(self.model.diagram, name)}
        if of_diagram:
            self._set_diagram_parameters(of_diagram)
        vector, of_blocks = self.vector.copy(), dict(self._of_blocks)
        for name, value in values.items():
            if name not in of_diagram:
                self._set_block_parameter(name, value)
        try:
            self._check_bounds(values.keys() - of_diagram.keys())
        except ModelError:
            self.vector[:], self._of_blocks = vector, of_blocks
            raise

    def _set_block_parameter(self, name: str, value: Any) -> None:
        if name not in self.places:
            known = [*self.places, *self.model.diagram.parameters]
            raise ModelError(f'There is no parameter "{name}".', name, fix=did_you_mean(name, known))
        block, _, inner = name.rpartition(".")
        instance = next(item for item in self.model.system.instances if item.name == block)
        declaration = instance.template.trace.symbols[inner].declaration
        numbers = np.ravel(parameter_value(declaration, value, instance.scope, name))  # type: ignore[arg-type]
        places = self.places[name]
        if len(numbers) not in (1, len(places)):
            raise ModelError(f'"{name}" has {len(numbers)} numbers; {len(places)} are expected.', name)
        if instance.template.zeros & {place - instance.parameters for place in places} and numbers.any():
            raise Unchangeable(
                f'"{name}" was 0 when the model was compiled and cannot be set during a run.', name,
                "The equations were arranged for that, since they cannot be solved as for other values.",
                "Set it in the diagram and run again.",
            )  # fmt: skip
        self.vector[places] = numbers
        self._of_blocks[name] = places, numbers

    def _check_bounds(self, names: Iterable[str]) -> None:
        """Raise an error if parameters of the blocks that were named exceed others that they must not exceed."""
        blocks = {name.rpartition(".")[0] for name in names}
        for instance in self.model.system.instances:
            if instance.block.bounded and instance.name in blocks:
                parameters = instance.block.parameters()
                for key, other in instance.block.bounded.items():
                    where = f"{instance.name}.{key}"
                    places = self.places.get(f"{instance.name}.{other}")
                    bound = instance.block.structure[other] if places is None else self.vector[places]
                    check_bound(parameters[key], self.vector[self.places[where]], bound, where)

    def _set_diagram_parameters(self, values: dict[str, Any]) -> None:
        """Work out all block parameters again with new values of a diagram's parameters; what was set before stays."""
        for name, value in values.items():
            if "." not in name:
                number(value, None, {}, name)
        given = {**self._of_diagram, **values}
        diagram = self.model.diagram
        for name, typed in given.items():
            diagram = _changed(diagram, name, typed)
        again = flatten(diagram, known=self.model.system.templates)
        if again.problems:
            raise again.problems[0]
        if len(again.parameter_values) != len(self.vector):
            names = " or ".join(f'"{name}"' for name in values)
            what = f"{names} changes the structure of the model and cannot be set during a run."
            raise Unchangeable(what, next(iter(values)))
        starts = collect_starts(again)
        self._of_diagram, self.diagram = given, diagram
        # the same list stands for the same start, which need not be worked out again
        self.starts = self.model.starts if starts == self.model.starts else starts
        self.vector[:] = again.parameter_values
        for places, numbers in self._of_blocks.values():
            self.vector[places] = numbers


def _has_parameter(diagram: Diagram, name: str) -> bool:
    block, dot, rest = name.partition(".")
    if not dot:
        return name in diagram.parameters
    inner = diagram.blocks.get(block)
    return isinstance(inner, Diagram) and _has_parameter(inner, rest)


def _changed(diagram: Diagram, name: str, value: Any) -> Diagram:
    """Return a diagram with another value of a parameter, its own or that of a subsystem; the old one stays."""
    made = copy(diagram)
    block, dot, rest = name.partition(".")
    if not dot:
        made.values = {**diagram.values, name: value}
    else:
        inner = diagram.blocks[block]
        assert isinstance(inner, Diagram)
        made.blocks = {**diagram.blocks, block: _changed(inner, rest, value)}
    return made
