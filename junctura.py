"""The front door of Junctura: the public names, and the ``junctura`` command.

    from junctura import Diagram, simulate

Names are loaded when they are first used, so that the command and small scripts start at once.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import Namespace

    from blocks.block import Block, SampledBlock
    from blocks.declare import Flow, Input, Output, Parameter, Structural, Variable
    from blocks.diagram import Diagram
    from blocks.diagram_file import read_diagram, write_diagram
    from blocks.errors import ModelError
    from blocks.port import Port
    from solver.explain import explain
    from solver.live import LiveRun
    from solver.model import Model, compile_model
    from solver.result import Result, load_result
    from solver.simulate import simulate
    from solver.worker import WorkerRun

__all__ = [
    "Block", "Diagram", "Flow", "Input", "LiveRun", "Model", "ModelError", "Output", "Parameter", "Port", "Result",
    "SampledBlock", "Structural", "Variable", "WorkerRun", "compile_model", "explain", "load_result", "read_diagram",
    "simulate", "write_diagram",
]  # fmt: skip

HOMES = {
    "blocks.block": ("Block", "SampledBlock"),
    "blocks.declare": ("Flow", "Input", "Output", "Parameter", "Structural", "Variable"),
    "blocks.diagram": ("Diagram",),
    "blocks.diagram_file": ("read_diagram", "write_diagram"),
    "blocks.errors": ("ModelError",),
    "blocks.port": ("Port",),
    "solver.explain": ("explain",),
    "solver.live": ("LiveRun",),
    "solver.model": ("Model", "compile_model"),
    "solver.result": ("Result", "load_result"),
    "solver.simulate": ("simulate",),
    "solver.worker": ("WorkerRun",),
}
COMMANDS = {
    "run": ("solver.commands.run", "run"),
    "sweep": ("solver.commands.sweep", "sweep"),
    "report": ("editor.commands", "report"),
    "edit": ("editor.commands", "edit"),
    "export": ("editor.commands", "export"),
    "check": ("solver.commands.check", "check"),
    "explain": ("solver.commands.explain", "explain"),
    "blocks": ("solver.commands.catalogue", "show_blocks"),
    "bench": ("solver.commands.bench", "bench"),
}
ROOT = Path(__file__).resolve().parent
EXAMPLE = ROOT / "projects" / "two_link_arm" / "diagram.toml"
PACKAGES = ("blocks", "libraries", "solver", "editor")


def __getattr__(name: str) -> Any:
    for home, names in HOMES.items():
        if name in names:
            found = globals()[name] = getattr(importlib.import_module(home), name)
            return found
    if name == "__version__":
        return importlib.import_module("solver.model_hash").installed_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code: 0, 1 for a problem, 2 for wrong usage."""
    from solver.commands.parser import make_parser

    parser = make_parser(lambda: __getattr__("__version__"))
    try:
        options = parser.parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    if options.command is None:
        parser.print_help()
        return 0
    return _guarded(options)


def _guarded(options: Namespace) -> int:
    """Run a command; whatever goes wrong with a person's model or files is said in words."""
    from blocks.errors import ModelError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # a terminal that cannot show a letter shows a question mark
            stream.reconfigure(errors="replace")
    try:
        _check_packages()
        return _run(options)
    except ModelError as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # whoever read the output has seen enough; Python would complain once more when it closes it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"{error.filename or options.command}: {error.strerror or error}.", file=sys.stderr)
    return 1


def _run(options: Namespace) -> int:
    if options.command == "demo":
        return _demo(options)
    home, name = COMMANDS[options.command]
    code: int = getattr(importlib.import_module(home), name)(options)
    sys.stdout.flush()
    return code


def _demo(options: Namespace) -> int:
    """Open the example in the editor if that is possible, else simulate it and write a report."""
    if not options.no_window and _has_display() and importlib.util.find_spec("editor.app"):
        code: int = importlib.import_module("editor.app").main([str(EXAMPLE)])
        return code
    from solver.commands.parser import make_parser

    arguments = ["report", str(EXAMPLE), "--out", options.out]
    return _run(make_parser(str).parse_args(arguments))


def _has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _check_packages() -> None:
    """Refuse to start when another distribution hides one of our packages, whose names are plain words."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        places = {Path(place).resolve().parent for place in (spec and spec.submodule_search_locations) or ()}
        if places != {ROOT}:
            from blocks.errors import ModelError

            other = ", ".join(map(str, places)) or "nowhere"
            fix = "Install Junctura in an environment of its own, as `make setup` does."
            raise ModelError(f'The package "{name}" of Junctura is hidden by another one.', "", f"Found: {other}.", fix)


if __name__ == "__main__":
    sys.exit(main())
