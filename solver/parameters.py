"""Parameters as a vector of numbers that can be changed between and during runs, by the names people use."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.errors import ModelError, did_you_mean
from blocks.values import number, parameter_value
from solver.flatten import flatten

if TYPE_CHECKING:
    from solver.model import Model


class ParameterSetter:
    """The parameter vector of a model, by name."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.vector = model.system.parameter_values.copy()
        self.places: dict[str, list[int]] = {}
        # what was set so far, of the diagram and of single blocks
        self._of_diagram: dict[str, Any] = {}
        self._of_blocks: dict[str, tuple[list[int], np.ndarray[Any, Any]]] = {}
        for instance in model.system.instances:
            for k, item in enumerate(instance.template.parameters):
                if item.info.role == "parameter":
                    self.places.setdefault(f"{instance.name}.{item.info.path}", []).append(instance.parameters + k)

    def set(self, name: str, value: Any) -> None:
        """Set a parameter of a block (``r1.R``), or of the diagram itself (``arm_length``)."""
        if name in self.model.diagram.parameters:
            self._set_diagram_parameter(name, value)
            return
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
        self.vector[places] = numbers
        self._of_blocks[name] = places, numbers

    def _set_diagram_parameter(self, name: str, value: Any) -> None:
        """Work out all block parameters again with a new value of a diagram's parameter; what was set before stays."""
        number(value, None, {}, name)
        given = {**self._of_diagram, name: value}
        diagram = copy(self.model.diagram)
        diagram.values = {**diagram.values, **given}
        again = flatten(diagram)
        if again.problems:
            raise again.problems[0]
        if len(again.parameter_values) != len(self.vector):
            raise ModelError(f'"{name}" changes the structure of the model and cannot be set during a run.', name)
        self._of_diagram = given
        self.vector[:] = again.parameter_values
        for places, numbers in self._of_blocks.values():
            self.vector[places] = numbers
