"""The table of a sweep for people, who see the beginning of it, and for programs, which get all of it."""

from __future__ import annotations

from solver.commands.output import counted, print_json, table
from solver.experiments.measuring import NEVER
from solver.sweeps.cases import Case
from solver.sweeps.table import Table

MOST_ROWS = 40


def show_table(kept: Table, cases: list[Case], as_json: bool) -> int:
    """Print the rows of all cases; return 1 if every run failed."""
    columns, rows = kept.header.columns, [kept.rows[kept.key(case)] for case in cases]
    failed = sum(bool(row[-1]) for row in rows)
    if as_json:
        found = [dict(zip(columns, map(_plain, row), strict=True)) for row in rows]
        print_json({"file": str(kept.path), "units": kept.header.units, "failed": failed, "rows": found})
    else:
        print(_summary(kept, rows, failed))
    return int(failed == len(rows))


def _plain(text: str) -> str | float | None:
    try:
        return float(text)
    except ValueError:
        return text or None


def _summary(kept: Table, rows: list[list[str]], failed: int) -> str:
    units = kept.header.units
    head = [f"{name} [{units[name]}]" if name in units else name for name in kept.header.columns]
    shown = [[_short(text) for text in row] for row in rows[:MOST_ROWS]]
    width = len(head) if any(row[-1] for row in shown) else len(head) - 1
    lines = [table([row[:width] for row in (head, *shown)], numbers=range(len(head) - 1))]
    if len(rows) > MOST_ROWS:
        lines.append(f"  ... and {len(rows) - MOST_ROWS} more")
    others = len(kept.rows) - len(rows)
    lines.append(f"\n{counted(len(rows), 'run')} in {kept.path}" + (f"; {failed} failed." if failed else "."))
    if others:
        lines.append(f"The file keeps {counted(others, 'row')} of values that were not asked for now.")
    return "\n".join(lines)


def _short(text: str) -> str:
    value = _plain(text)
    if isinstance(value, float):
        return "never" if value == NEVER else f"{value:.5g}"
    return text
