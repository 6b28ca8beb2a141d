"""``junctura explain``: states, loops, the largest block of equations, and what determines what."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from solver.commands.output import print_json
from solver.commands.run import compile_file


def explain(options: Namespace) -> int:
    """Print the structure of a diagram."""
    from solver.explain import explain as explain_model

    found = explain_model(compile_file(options.file, anyway=True))
    if options.json:
        print_json({**asdict(found), "summary": found.summary()})
    else:
        print(found.text(most=1_000_000 if options.all else 40))
    return 0
