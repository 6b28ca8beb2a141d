"""Code that a project brings along, loaded afresh for each run so that nothing is left over from the run before.

Nothing is loaded unless the project is trusted (see ``blocks.trust``). The files of a project are modules of one
package, so they may import each other: ``from .geometry import jacobian``.
"""

from __future__ import annotations

import ast
import importlib
import itertools
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from blocks.errors import ModelError, did_you_mean
from blocks.trust import is_trusted, was_trusted

PREFIX = "junctura_project_"
_numbers = itertools.count(1)


class Project:
    """The code beside a diagram; ``is_trusted`` says that whoever started the run trusts it, for this run."""

    def __init__(
        self, folder: Path | None, is_trusted: bool = False, open_diagram: Callable[..., Any] | None = None
    ) -> None:
        self.folder = None if folder is None else folder.resolve()
        self._is_trusted, self._open_diagram = is_trusted, open_diagram

    def function(self, file: str, name: str) -> Callable[..., Any]:
        """Return a function of one of the project's files."""
        folder, path = self._find(file, ".py")
        self._check_trust(folder)
        module = importlib.import_module(".".join([self._package, *path.relative_to(folder).with_suffix("").parts]))
        found = getattr(module, name, None)
        if callable(found):
            return found
        known = [key for key, item in vars(module).items() if callable(item) and not key.startswith("_")]
        raise _no_function(file, name, known)

    def look_for(self, file: str, name: str) -> None:
        """Raise what is wrong if a file or a function in it is missing. The file is read, nothing in it is run."""
        _, path = self._find(file, ".py")
        try:
            nodes = list(ast.walk(ast.parse(path.read_bytes())))
        except (SyntaxError, ValueError) as error:
            place = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
            raise ModelError(f"{file}{place} is not Python: {error.args[0]}.") from None
        known = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        known |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        known |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
        if name not in known and "*" not in known:
            raise _no_function(file, name, known)

    def diagram(self, file: str, *arguments: Any) -> Any:
        """Return a diagram of the project as its solver opens it. A diagram is no code, so it needs no trust."""
        assert self._open_diagram is not None
        return self._open_diagram(self._find(file, ".toml")[1], *arguments)

    def place_of(self, filename: str) -> str:
        """Return a file of the project as its folder sees it; empty for files from elsewhere."""
        path = Path(filename)
        if self.folder is None or not path.is_relative_to(self.folder):
            return ""
        return path.relative_to(self.folder).as_posix()

    def _find(self, file: str, ending: str) -> tuple[Path, Path]:
        if self.folder is None:
            why = "A diagram that was never saved has no folder to find it in."
            raise ModelError(f'The file "{file}" cannot be found.', why=why, fix="Save the diagram beside it.")
        path = (self.folder / file).resolve()
        if not _is_inside(path, self.folder) or path.suffix != ending or not path.stem.isidentifier():
            what = f'"{file}" is not a file with the ending {ending} inside the folder of the diagram.'
            raise ModelError(what, fix=f'Write its name as seen from there, such as "model{ending}".')
        if not path.is_file():
            near = did_you_mean(path.name, (other.name for other in self.folder.glob(f"*{ending}")))
            raise ModelError(f'There is no file "{file}" in the folder of the diagram.', why=near)
        return self.folder, path

    def _check_trust(self, folder: Path) -> None:
        if self._is_trusted or is_trusted(folder):
            return
        why = "Its code has changed since it was trusted." if was_trusted(folder) else ""
        raise ModelError(
            f'The project "{folder.name}" wants to run code of its own, and it is not trusted.', "",
            why or "A diagram from somebody else could do anything with your files.",
            "Look at its Python files. If you trust them: junctura run --trust, simulate(..., trust=True), "
            "or answer the question of the editor.",
        )  # fmt: skip

    @cached_property
    def _package(self) -> str:
        """Return the name of a new package for the project's folder."""
        assert self.folder is not None
        name = f"{PREFIX}{next(_numbers)}"
        package = ModuleType(name)
        package.__path__ = [str(self.folder)]
        _forget_others(self.folder)
        sys.modules[name] = package
        if not any(isinstance(item, _Finder) for item in sys.meta_path):
            sys.meta_path.insert(0, _Finder())
        return name


def _no_function(file: str, name: str, known: Iterable[str]) -> ModelError:
    return ModelError(f'{file} has no function "{name}".', fix=did_you_mean(name, known))


def _forget_others(folder: Path) -> None:
    """Remove the modules of earlier runs of the same project."""
    old = [name for name, item in sys.modules.items()
           if name.startswith(PREFIX) and getattr(item, "__path__", None) == [str(folder)]]  # fmt: skip
    for name in [key for key in sys.modules if key.partition(".")[0] in old]:
        del sys.modules[name]


class _Finder(MetaPathFinder):
    """Finds the modules of projects, and of nothing else.

    It stands before Python's own finders and leaves nothing to them: they would also load compiled files, which nobody
    can read before trusting them.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PREFIX) or not path:
            return None
        place = Path(path[0], fullname.rpartition(".")[2])
        (root,) = sys.modules[fullname.partition(".")[0]].__path__
        for file in (place / "__init__.py", place.with_suffix(".py")):
            if file.is_file() and _is_inside(file, Path(root)):
                return spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file)))
        if place.is_dir() and _is_inside(place, Path(root)):
            spec = ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = [str(place)]
            return spec
        raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def _is_inside(path: Path, root: Path) -> bool:
    """Tell whether a file or folder belongs to the code of a project, as ``blocks.trust`` sees it."""
    place = path.resolve()
    return place.is_relative_to(root) and not any(part.startswith(".") for part in place.relative_to(root).parts)


class _Loader(SourceFileLoader):
    """Compiles the source each time and leaves nothing on the disk: an old compiled file could hide a change."""

    def path_stats(self, path: str) -> Any:
        raise OSError
