"""Measures as they are written: in a table of a file, or in a few words on the command line."""

from __future__ import annotations

import shlex

from blocks.errors import ModelError, raise_all
from solver.experiments.fields import Fields
from solver.experiments.plan import MEASURES, STATISTICS, Measure


def measure_in_words(text: str) -> Measure:
    """Return the measure that a text describes: its kind, its signal or two, then what else it needs.

    >>> measure_in_words('value arm.angle at="5 s"').times
    {'at': 5.0}
    """
    problems: list[ModelError] = []
    try:
        kind, *rest = shlex.split(text)
    except ValueError:
        kind, rest = text, []
    signals = [word for word in rest if "=" not in word]
    table = {"measure": kind, **dict(word.split("=", 1) for word in rest if "=" in word)}
    table |= dict(zip(("signal", "other"), signals, strict=False))
    found = read_measure(Fields(table, f'The measure "{text}"', "", problems))
    raise_all(problems)
    assert found is not None
    return found


def read_measure(fields: Fields) -> Measure | None:
    """Return the measure in a table; None, and problems, if it is none."""
    kind = fields.choice("measure", MEASURES)
    if not kind:
        return None
    needed, possible = MEASURES[kind]
    signal = fields.text("signal", needed=True)
    other = fields.text("other") if "other" in possible else ""
    keys = [key for key in ("at", "from", "until") if key in (*needed, *possible)]
    times = {key: fields.time(key, key in needed) for key in keys}
    level = fields.amount("level", "level" in needed) if "level" in (*needed, *possible) else None
    within = fields.amount("within", True) if "within" in needed else None
    expected = fields.take("expected")
    least = most = None
    if expected is not None:
        limits = Fields(expected, fields.file, f"{fields.path}.expected", fields.problems)
        least, most = limits.amount("least"), limits.amount("most")
        if limits.table.keys().isdisjoint(("least", "most")):
            limits.report("", 'write "least", "most" or both.')
        limits.end()
    title, says, source, symbol = (fields.text(key) for key in ("title", "says", "source", "unit"))
    over = fields.choice("over", STATISTICS, "median")
    fields.end()
    given: dict[str, float] = {key: time for key, time in times.items() if time is not None}
    return Measure(kind, signal, other, given, level, within, title, says, source, over, least, most, symbol)
