"""The import contracts: dependencies point one way, and Qt and CasADi each have one home.

Each of ``libraries`` and ``solver`` knows only ``blocks``; ``editor`` knows all three.
"""

import ast
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("blocks", "libraries", "solver", "editor")
QT = {"PySide6", "shiboken6", "PyQt5", "PyQt6", "pyqtgraph"}

# All that a package may import beside itself and the standard library; a package not named here may import anything
# that is not forbidden to it below.
ALLOWED = {
    "blocks": {"numpy"},
    "libraries": {"blocks", "numpy"},
}
FORBIDDEN = {
    "solver": {"libraries", "editor", "junctura"} | QT,
    "editor": {"casadi"},
}
FORBIDDEN_ELSEWHERE = {"casadi"} | QT
VAGUE_NAMES = {"utils", "helpers", "core"}


def imports(tree: ast.Module, owner: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the top-level package of every import, wherever it stands, and of ``import_module("...")``."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield node.lineno, alias.name.partition(".")[0]
            case ast.ImportFrom(level=0, module=str(module)):
                yield node.lineno, module.partition(".")[0]
            case ast.ImportFrom():
                yield node.lineno, owner
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield node.lineno, module.partition(".")[0] or owner


def is_permitted(owner: str, imported: str) -> bool:
    """Return whether code in the package (or top-level module) ``owner`` may import ``imported``."""
    if imported == owner:
        return True
    if owner in ALLOWED:
        return imported in ALLOWED[owner] or imported in sys.stdlib_module_names
    return imported not in FORBIDDEN.get(owner, FORBIDDEN_ELSEWHERE)


def broken_contracts(root: Path) -> list[str]:
    """Return one line per forbidden import below ``root``, with file and line."""
    broken = []
    for path in source_files(root):
        relative = path.relative_to(root)
        owner = relative.parts[0].removesuffix(".py")
        for line, imported in imports(ast.parse(path.read_bytes(), str(path)), owner):
            if not is_permitted(owner, imported):
                broken.append(f"{relative.as_posix()}:{line}: {owner} must not import {imported}")
    return broken


def source_files(root: Path) -> list[Path]:
    """Return the Python files of the product: the packages, the projects and the modules beside them."""
    folders = [root / name for name in (*PACKAGES, "projects")]
    return sorted([*root.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py"))])


def vague_names(root: Path) -> list[str]:
    """Return the modules and packages whose name says nothing."""
    named = {path.parent if path.name == "__init__.py" else path for path in source_files(root)}
    return sorted(path.relative_to(root).as_posix() for path in named if path.stem.strip("_") in VAGUE_NAMES)


def test_imports_point_one_way() -> None:
    broken = broken_contracts(ROOT)
    assert not broken, "\n" + "\n".join(broken)


def test_module_names_say_what_is_inside() -> None:
    vague = vague_names(ROOT)
    assert not vague, f"name these after what they hold: {', '.join(vague)}"


def test_packages_are_imported_from_one_folder() -> None:
    """Another distribution with a package of the same name would shadow ours."""
    for name in PACKAGES:
        if not any((ROOT / name).glob("*.py")):
            continue
        spec = importlib.util.find_spec(name)
        assert spec is not None, f"{name} cannot be imported"
        found = {Path(location).resolve().parent for location in spec.submodule_search_locations or []}
        assert found == {ROOT}, f"{name} is imported from {', '.join(map(str, found))}, not from {ROOT}"


@pytest.mark.parametrize(
    ("file", "code", "message"),
    [
        ("blocks/a.py", "import math, scipy", "blocks/a.py:1: blocks must not import scipy"),
        ("blocks/a.py", "\nfrom libraries.planar import Revolute", "blocks/a.py:2: blocks must not import libraries"),
        ("blocks/a.py", "def f():\n    import solver.flatten", "blocks/a.py:2: blocks must not import solver"),
        (
            "blocks/a.py",
            "import importlib\nimportlib.import_module('editor.app')",
            "blocks/a.py:2: blocks must not import editor",
        ),
        ("libraries/planar/a.py", "import casadi as ca", "libraries/planar/a.py:1: libraries must not import casadi"),
        ("libraries/a.py", "from solver import simulate", "libraries/a.py:1: libraries must not import solver"),
        ("solver/a.py", "from libraries import planar", "solver/a.py:1: solver must not import libraries"),
        ("solver/a.py", "from PySide6.QtCore import QObject", "solver/a.py:1: solver must not import PySide6"),
        ("editor/canvas/a.py", "import casadi", "editor/canvas/a.py:1: editor must not import casadi"),
        ("junctura.py", "import pyqtgraph", "junctura.py:1: junctura must not import pyqtgraph"),
        ("projects/arm/a.py", "import casadi", "projects/arm/a.py:1: projects must not import casadi"),
    ],
)
def test_forbidden_import_is_named_with_file_and_line(tmp_path: Path, file: str, code: str, message: str) -> None:
    write(tmp_path, file, code)
    assert broken_contracts(tmp_path) == [message]


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("blocks/a.py", "from __future__ import annotations\nimport tomllib, numpy.linalg\nfrom . import b"),
        ("libraries/planar/a.py", "from ..rotational import Shaft\nfrom blocks import Block\nimport libraries.signals"),
        ("solver/a.py", "import casadi, networkx, scipy.sparse\nfrom blocks.diagram import Diagram"),
        ("editor/a.py", "import PySide6.QtWidgets, pyqtgraph, blocks, libraries, solver"),
        ("junctura.py", "import argparse, blocks, libraries, solver, editor.app"),
        ("tests/test_a.py", "import casadi, PySide6"),
    ],
)
def test_permitted_imports_pass(tmp_path: Path, file: str, code: str) -> None:
    write(tmp_path, file, code)
    assert broken_contracts(tmp_path) == []


def test_vague_names_are_found(tmp_path: Path) -> None:
    for file in ("blocks/utils.py", "solver/_helpers.py", "libraries/core/__init__.py", "libraries/cores.py"):
        write(tmp_path, file, "")
    assert vague_names(tmp_path) == ["blocks/utils.py", "libraries/core", "solver/_helpers.py"]


def write(root: Path, file: str, code: str) -> None:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code)
