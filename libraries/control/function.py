"""Code that a project brings along, as a block: for what blocks say clumsily, such as a search over all links."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any

from blocks import Equations, Input, ModelError, Output, Parameter, Structural
from blocks.called import CalledBlock, Given
from blocks.declare import RESERVED, Variable
from blocks.units import unit

PORT = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:\[(?P<rows>\d{1,4})(?:x(?P<columns>\d{1,4}))?\])?(?:\s+(?P<unit>\S.*))?")
OWN_NAMES = frozenset({"t", "time", "state", "project", "p", "period"})


class Function(CalledBlock):
    """Calls a function from a Python file beside the diagram at each sample: ``f(t, inputs..., state)``.

    It returns the outputs and the state for the next sample: ``y, state`` for one output, ``(y1, y2), state`` for
    several. The state is None at the first sample. Vectors are numpy arrays, and all numbers are in SI units. A
    function that has parameters of these names is also given ``p`` and ``period``. Code runs only where a person
    trusts the project.
    """

    runs_project_code = True
    u = Input("any", "the inputs that are listed")
    y = Output("any", "the outputs that are listed")
    file = Structural("function.py", "Python file in the folder of the diagram")
    function = Structural("step", "function in the file")
    inputs = Structural("u", "inputs with size and unit, in the order of the arguments: angle[16] rad, target m")
    outputs = Structural("y", "outputs with size and unit, in the order they are returned: valve[16], error m")
    p = Parameter([0.0], "any", "numbers for the function, such as gains; passed to it as p")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._fault: ModelError | None = None
        try:
            listed = [*_ports(self.inputs, Input, "input"), *_ports(self.outputs, Output, "output")]
            named = {item.name: item for item in listed}
            kept = {name: item for name, item in type(self).declarations.items() if name not in ("u", "y")}
            if twice := [item.name for item in listed if item.name in kept or named[item.name] is not item]:
                raise ModelError(f'The name "{twice[0]}" is used twice.', fix="Choose another name.")
            self.declarations = {**named, **kept}  # type: ignore[misc]
        except ModelError as error:
            # told when the block is used, so that it can be drawn and corrected
            self._fault = error

    def project_functions(self) -> list[tuple[str, str]]:
        """Return the one function."""
        return [(self.file, self.function)]

    def equations(self) -> Equations:
        if self._fault is not None:
            raise self._fault
        return iter(())

    def begin(self, given: Given) -> Any:
        """Return the function and its first state."""
        code = given.project.function(self.file, self.function)
        asked = inspect.signature(code).parameters
        ports = [[item.name for item in self._declared(kind)] for kind in (Input, Output)]
        return code, ports, [name for name in ("p", "period") if name in asked], None

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        """Return what the function returns."""
        code, ports, asked, inner = state
        values = vars(given)
        arguments = [values[name] for name in ports[0]]
        returned = code(given.time, *arguments, inner, **{name: values[name] for name in asked})
        if not isinstance(returned, tuple) or len(returned) != 2:
            what = f'"{self.function}" in {self.file} must return its outputs and its state, two things.'
            raise ModelError(what, fix="End it with `return y, state`.")
        return self._named(returned[0], ports[1]), (code, ports, asked, returned[1])

    def _named(self, results: Any, names: list[str]) -> Mapping[str, Any]:
        if isinstance(results, Mapping):
            return results
        if len(names) == 1:
            return {names[0]: results[0] if isinstance(results, tuple) and len(results) == 1 else results}
        if not isinstance(results, tuple | list) or len(results) != len(names):
            count = len(results) if isinstance(results, tuple | list) else 1
            what = f'"{self.function}" in {self.file} returned {count} outputs; {len(names)} are listed.'
            raise ModelError(what, fix=f"Return them as a tuple: ({', '.join(names)}), state")
        return dict(zip(names, results, strict=True))


def _ports(text: str, kind: type[Variable], word: str) -> list[Variable]:
    """Return the ports that a list such as ``angle[16] rad, target m`` means."""
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        match = PORT.fullmatch(part)
        if match is None or match["rows"] == "0" or match["columns"] == "0":
            what = f'"{part}" is not the name of an {word}.'
            raise ModelError(what, fix='Write name, size and unit: "angle", "angle rad", "angle[16] rad", "J[2x16]".')
        if match["name"] in RESERVED | OWN_NAMES:
            raise ModelError(f'"{match["name"]}" cannot be the name of an {word}.', fix="Choose another name.")
        if match["unit"] and not unit(match["unit"]).is_coherent:
            raise ModelError(f'"{part}": functions are given numbers in SI units.', fix="Use a unit such as rad or m.")
        shape = tuple(int(size) for size in (match["rows"], match["columns"]) if size)
        declared = kind(match["unit"] or "any", f"{word} of the function", shape=shape or None)
        declared.name = match["name"]
        found.append(declared)
    return found
