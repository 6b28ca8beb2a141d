"""The command line of ``junctura`` in words: commands, options, and help that is worth reading."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from solver.typed_values import typed_value

HELP = """\
Junctura: draw a robot as a block diagram, turn the drawing into equations, see what happens.

usage: junctura COMMAND ...

simulate
  run FILE        simulate a diagram; print, save or plot what happens
  sweep FILE      simulate a diagram with many values of its parameters, into one table
  report PATH     simulate a diagram, or all experiments of a project, and write a page
  demo            open the example robot; without a display, simulate it and write a report

draw
  edit [FILE]     draw a diagram, run it, see what happens
  export FILE OUT a picture of a diagram: SVG, PDF, PNG or TikZ

look into a diagram
  check FILE      list everything that is wrong with it
  explain FILE    its states and loops, and what determines what

look up
  blocks [NAME]   all blocks by library, or one of them in full
  bench [NAME]    time the benchmark problems beside other simulators

examples
  junctura run arm.toml                                 the values at the end
  junctura run arm.toml --until 5 --plot arm.png        a picture
  junctura run arm.toml --set motor.R="2 ohm" --json    another value, for a script
  junctura run arm.toml --signals pid.command --out a.csv
  junctura sweep arm.toml --vary load="1..5 kg/9" --measure "maximum motor.i"
  junctura export arm.toml arm.pdf                      a drawing for a paper
  junctura blocks planar.Revolute

`junctura COMMAND --help` tells more about a command; `junctura --version` which version this is.
"""

RUN_EXAMPLES = """\
examples:
  junctura run arm.toml --until "2 min" --signals elbow.phi,motor.i --plot arm.pdf
  junctura run arm.toml --set elbow.damping="0.2 N.m.s" --set load=3 --out arm.parquet

Times and values may have units; bare numbers are in SI units. What is not given comes from the diagram.
Results are in SI units; a --json result is one object with compile_s, simulate_s, steps, events, until and final.
"""

SWEEP_EXAMPLES = """\
examples:
  junctura sweep arm.toml --vary load="1, 2, 5 kg" --vary elbow.damping="0..2 N.m.s/5" --measure "maximum motor.i"
  junctura sweep robot.toml --vary first=1..24 --vary second=1..24 --where "first < second" --measure "final path"
  junctura sweep robot.toml --cases pairs.csv --vary face=1,2 --measure "final path" --scheduler tcp://lab:8786

Values are a list, whole numbers FROM..TO, or FROM..TO/COUNT evenly spread numbers; all combinations are run.
The table has a row for each: values and measures in SI units, the seconds it took, and what went wrong, if anything.
It grows with every run. Stopped or killed, the same command goes on with what is missing.

On a cluster, one machine runs `dask scheduler`, each one `dask worker tcp://ADDRESS:8786 --nworkers auto --nthreads 1`,
with the same version of Junctura. The diagram is sent to them, with the code of its project if it has any.
"""

REPORT_EXAMPLES = """\
examples:
  junctura report projects/annular
  junctura report projects/annular --only with_D without_D --quick --out /tmp/page

The experiments of a project are listed in its file experiments.toml. What was computed before is not computed again.
Without such a file, the diagram is simulated once.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose wrong usage is told in two lines, not with the whole usage."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to find help."""
        self.exit(2, f"{self.prog}: {message}\nTry: {self.prog} --help\n")


class MainParser(Parser):
    """The parser of the command itself, with its help written by hand."""

    def format_help(self) -> str:
        """Return the overview."""
        return HELP


def make_parser(version: Callable[[], str]) -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    main = MainParser(prog="junctura", allow_abbrev=False)
    main.add_argument("--version", action=_Version, nargs=0, const=version)
    commands = main.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    _add_run(commands)
    _add_sweep(commands)
    _add_report(commands)
    _add_drawing(commands)
    _add_lookups(commands)
    return main


class _Version(argparse.Action):
    """Prints the version; it is looked up only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"junctura {self.const()}")
        parser.exit(0)


def _command(commands: Any, name: str, text: str, epilog: str = "") -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text, epilog=epilog, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    return parser


def _add_run(commands: Any) -> None:
    run = _command(commands, "run", "Simulate a diagram; print, save or plot what happens.", RUN_EXAMPLES)
    run.add_argument("file", metavar="FILE", help="the diagram, or the folder of a project")
    _add_simulation(run)
    output = run.add_argument_group("what to show")
    output.add_argument(
        "--signals", metavar="A,B", type=name_list,
        help="variables by their full names (default: exposed ports and scopes, else the states)",
    )  # fmt: skip
    output.add_argument(
        "--measure", metavar="WHAT", action="append", default=[],
        help="a number of the run, such as 'maximum arm.angle' or 'value arm.angle at=2', as often as you like",
    )  # fmt: skip
    output.add_argument("--out", metavar="FILE", help="save as .csv, .mat or .parquet (all variables, or --signals)")
    output.add_argument("--plot", metavar="FILE", help="draw as .png, .svg or .pdf")
    output.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def _add_sweep(commands: Any) -> None:
    text = "Simulate a diagram with many values of its parameters, and write a table with a row for each run."
    sweep = _command(commands, "sweep", text, SWEEP_EXAMPLES)
    sweep.add_argument("file", metavar="FILE", help="the diagram, or the folder of a project")
    values = sweep.add_argument_group("what to vary (each as often as you like)")
    values.add_argument("--vary", metavar="NAME=VALUES", action="append", default=[], help="a parameter and its values")
    values.add_argument(
        "--cases", metavar="FILE.csv", action="append", default=[],
        help="values that belong together: the first line names the parameters, every other line is a case",
    )  # fmt: skip
    values.add_argument(
        "--where", metavar="CONDITION", action="append", default=[],
        help="only combinations for which this holds, such as 'first < second'",
    )  # fmt: skip
    output = sweep.add_argument_group("what to keep")
    output.add_argument(
        "--measure", metavar="WHAT", action="append", default=[],
        help="a number of each run, such as 'maximum arm.angle' or 'value arm.angle at=2', as often as you like",
    )  # fmt: skip
    output.add_argument("--out", metavar="FILE.csv", default="sweep.csv", help="the table (default: sweep.csv)")
    output.add_argument("--retry", action="store_true", help="run those again that failed before")
    output.add_argument("--json", action="store_true", help="print the table as one JSON object")
    place = sweep.add_argument_group("where to run")
    place.add_argument("--jobs", metavar="N", type=count, help="how many run at once (default: one for each core)")
    place.add_argument("--scheduler", metavar="ADDRESS", help="on a Dask cluster, such as tcp://lab:8786")
    _add_simulation(sweep)


def _add_simulation(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how to simulate")
    group.add_argument("--until", metavar="TIME", help="when to stop")
    group.add_argument(
        "--set", metavar="NAME=VALUE", type=assignment, action="append", default=[],
        help="set a parameter of a block (motor.R) or of the diagram, as often as you like",
    )  # fmt: skip
    group.add_argument("--solver", metavar="NAME", help="auto, adaptive, stiff, rk4 or semi-implicit")
    group.add_argument("--tolerance", metavar="X", type=float, help="relative accuracy, such as 1e-6")
    group.add_argument("--step", metavar="TIME", help="the step of a fixed-step solver, else the longest step")
    group.add_argument("--start", metavar="HOW", help="given, or steady: begin where nothing changes")
    group.add_argument("--trust", action="store_true", help="let code run that the project brings along, this time")
    group.add_argument("--anyway", action="store_true", help="go on although the file has problems")


def _add_report(commands: Any) -> None:
    text = "Simulate a diagram, or all experiments of a project, and write a page with pictures, for screen and paper."
    report = _command(commands, "report", text, REPORT_EXAMPLES)
    report.add_argument("path", metavar="PATH", help="the diagram, or the folder of a project")
    report.add_argument("--out", metavar="FOLDER", default="report", help="where to write index.html (default: report)")
    group = report.add_argument_group("a project with experiments")
    group.add_argument("--only", metavar="NAME", nargs="+", action="extend", help="only these experiments")
    group.add_argument("--quick", action="store_true", help="only two members of each ensemble, for a first look")
    group.add_argument("--workers", metavar="N", type=count, default=2, help="how many run at once (default: 2)")
    _add_simulation(report)
    demo = _command(commands, "demo", "Open the example robot; without a display, simulate it and write a report.")
    demo.add_argument("--out", metavar="FOLDER", default="report", help="where to write the report (default: report)")
    demo.add_argument("--no-window", action="store_true", help="write the report even if there is a display")


def _add_drawing(commands: Any) -> None:
    edit = _command(commands, "edit", "Draw a diagram, run it, see what happens.")
    edit.add_argument("file", metavar="FILE", nargs="?", help="the diagram, or the folder of a project")
    edit.add_argument("--screenshot", metavar="OUT.png", help="paint the window once into a picture, and end")
    edit.add_argument("--theme", metavar="NAME", choices=("light", "dark"), help="light or dark")
    edit.add_argument("--run", action="store_true", help="run the diagram at once")
    export = _command(commands, "export", "Draw a diagram into a file: .svg, .pdf, .png or .tex (TikZ).")
    export.add_argument("file", metavar="FILE", help="the diagram, or the folder of a project")
    export.add_argument("out", metavar="OUT", help="the picture; its ending says which kind")
    export.add_argument("--subsystem", metavar="NAME", default="", help="a diagram inside it, such as arm.drive")
    export.add_argument("--theme", metavar="NAME", default="print", help="print, light or dark (default: print)")
    export.add_argument(
        "--motion", metavar="TIMES", help='the mechanism itself at these instants of a run, such as "0 s, 1.2 s" (.svg)'
    )
    export.add_argument("--levels", action="store_true", help="every level of the hierarchy, each in a file of its own")


def _add_lookups(commands: Any) -> None:
    check = _command(commands, "check", "List everything that is wrong with a diagram; the exit code is then 1.")
    explain = _command(commands, "explain", "Show the states and loops of a diagram, and what determines what.")
    blocks = _command(commands, "blocks", "List all blocks by library, or show one of them in full.")
    bench = _command(commands, "bench", "Time the benchmark problems beside other simulators.")
    for parser in (check, explain):
        parser.add_argument("file", metavar="FILE", help="the diagram, or the folder of a project")
    explain.add_argument("--all", action="store_true", help="show long lists in full")
    blocks.add_argument("name", metavar="NAME", nargs="?", help="a block (planar.Revolute, Revolute) or a library")
    bench.add_argument("name", metavar="NAME", nargs="*", help="the beginning of a benchmark's name")
    bench.add_argument("--folder", metavar="FOLDER", help="where the benchmarks are (default: tests/benchmarks)")
    for parser in (check, explain, blocks, bench):
        parser.add_argument("--json", action="store_true", help="print JSON")


def count(text: str) -> int:
    """Return a number of processes.

    >>> count("4")
    4
    """
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number from 1 to 1000')
    return int(text)


def name_list(text: str) -> list[str]:
    """Return names separated by commas; commas inside brackets belong to a name.

    >>> name_list("joint.phi, A[1,2],com")
    ['joint.phi', 'A[1,2]', 'com']
    """
    names = [name.strip() for name in re.split(r",(?![^\[]*\])", text)]
    return [name for name in names if name]


def assignment(text: str) -> tuple[str, object]:
    """Return name and value of a ``--set`` option; the value as a file would hold it.

    >>> assignment("r1.R=2 kohm"), assignment("lamp.is_on=true"), assignment("n=3")
    (('r1.R', '2 kohm'), ('lamp.is_on', True), ('n', 3.0))
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals or not value:
        raise argparse.ArgumentTypeError(f'"{text}" does not set anything; write NAME=VALUE, such as motor.R="2 ohm"')
    return name, typed_value(value)
