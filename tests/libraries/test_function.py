"""The block that calls code of a project: its lists of ports, and what reaches the code."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from blocks import Diagram, ModelError
from libraries.control import Function
from libraries.rotational import AngleSensor, Inertia
from libraries.signals import Constant
from solver.model import compile_model
from solver.simulate import simulate


def test_vectors_matrices_and_conditions_arrive_in_their_shapes(tmp_path: Path) -> None:
    (tmp_path / "control.py").write_text(
        "import numpy as np\n"
        "def step(t, a, state):\n"
        "    assert isinstance(t, float) and a.shape == (3,) and isinstance(a, np.ndarray)\n"
        "    a[0] += 100  # a copy\n"
        "    return {'J': np.outer(a[:2], a), 'n': np.linalg.norm(a)}, state\n"
    )
    diagram = Diagram()
    diagram.add("code", Function(file="control.py", inputs="a[3] m", outputs="J[2x3] m2, n m"))
    for i in (1, 2, 3):
        diagram.add(f"u{i}", Constant(level=f"{i} m"))
        diagram.connect(f"u{i}.y", f"code.a[{i}]")
    diagram.folder = tmp_path
    found = simulate(diagram, 0.1, trust=True)
    a = np.array([101.0, 2, 3])
    assert found["code.n"][-1] == pytest.approx(np.linalg.norm(a))
    assert [[found[f"code.J[{i},{j}]"][-1] for j in (1, 2, 3)] for i in (1, 2)] == np.outer(a[:2], a).tolist()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"inputs": "1a"}, "not the name of an input"),
        ({"inputs": "a[0]"}, "not the name of an input"),
        ({"outputs": "state"}, "cannot be the name"),
        ({"inputs": "a, a"}, "used twice"),
        ({"inputs": "y"}, "used twice"),
        ({"inputs": "file"}, "used twice"),
        ({"inputs": "angle deg"}, "SI units"),
        ({"inputs": "angle blob"}, "blob"),
    ],
)
def test_wrong_lists_of_ports_are_told(values: dict[str, str], words: str) -> None:
    diagram = Diagram()
    diagram.add("code", Function(**values))
    with pytest.raises(ModelError, match=words):
        simulate(diagram, 0.1)


def test_units_of_listed_ports_are_checked() -> None:
    diagram = Diagram()
    diagram.add("code", Function(file="control.py", inputs="angle rad"))
    diagram.add("source", AngleSensor())
    diagram.add("shaft", Inertia())
    diagram.connect("shaft.a", "source.shaft")
    diagram.connect("source.angle", "code.angle")
    compile_model(diagram)
    diagram.blocks["code"] = Function(file="control.py", inputs="angle m")
    with pytest.raises(ModelError, match="Cannot connect"):
        compile_model(diagram)
