"""``junctura check``: everything that is wrong with a diagram, in its file and in its equations."""

from __future__ import annotations

from argparse import Namespace

from blocks.diagram import Diagram, Placeholder
from blocks.errors import ModelError, ModelErrors
from blocks.project_folder import diagram_in
from solver.commands.output import counted, print_json


def check(options: Namespace) -> int:
    """Print all problems; return 1 if there are any."""
    problems = problems_of(options.file)
    if options.json:
        print_json({"file": options.file, "problems": [_facts(problem) for problem in problems]})
    elif problems:
        print(ModelErrors(problems))
        print(f"\n{counted(len(problems), 'problem')} found in {options.file}.")
    else:
        print("No problems found.")
    return 1 if problems else 0


def problems_of(path: str) -> list[ModelError]:
    """Return the problems of a file: those found on reading it, then those of its equations."""
    from blocks.diagram_file import read_diagram
    from solver.model import compile_model
    from solver.project_needs import missing_code

    try:
        diagram = read_diagram(diagram_in(path))
    except ModelError as error:
        return list(error.problems)
    found = list(diagram.problems)
    try:
        compile_model(diagram)
    except ModelError as error:
        # the reader has said already that a block is unknown
        unknown = placeholders(diagram)
        found += [problem for problem in error.problems if not found or problem.where not in unknown]
    return found + missing_code(diagram, diagram.folder)


def placeholders(diagram: Diagram, prefix: str = "") -> set[str]:
    """Return the full names of the blocks whose type is not installed."""
    names = set()
    for name, part in diagram.blocks.items():
        if isinstance(part, Placeholder):
            count = diagram.counts.get(name)
            names |= {prefix + name} if count is None else {f"{prefix}{name}[{k + 1}]" for k in range(count)}
        elif isinstance(part, Diagram):
            names |= placeholders(part, f"{prefix}{name}.")
    return names


def _facts(problem: ModelError) -> dict[str, str]:
    return {"what": problem.what, "where": problem.where, "why": problem.why, "fix": problem.fix}
