"""Which times a scope shows when nobody has chosen any."""

from __future__ import annotations

import math

from editor.scope_data import Run

SHORT = 60.0  # s; of a longer run the time axis grows as it goes on
LEAST_SPAN = 10.0  # s


def times_to_show(run: Run | None, is_active: bool) -> tuple[float, float]:
    """Return the whole time of a short run; of a long one what is done, in spans that double.

    >>> times_to_show(Run(1, until=6.0), is_active=True), times_to_show(Run(1, until=1e6), is_active=True)
    ((0.0, 6.0), (0.0, 10.0))
    """
    if run is None:
        return 0.0, LEAST_SPAN
    reached = float(run.time[-1]) if len(run) else 0.0
    begin = float(run.time[0]) if run.forgotten else 0.0
    until = run.until
    if until and until <= SHORT:
        return 0.0, until
    if not is_active and reached > begin:
        return begin, reached
    span = LEAST_SPAN * 2 ** max(0, math.ceil(math.log2(max(reached, LEAST_SPAN) / LEAST_SPAN)))
    return begin, max(begin + LEAST_SPAN, min(span, until or span))


def times_behind(run: Run | None, span: float) -> tuple[float, float]:
    """Return the last times of a run: the newest values are at the right edge."""
    reached = float(run.time[-1]) if run is not None and len(run) else 0.0
    begin = max(0.0, reached - span)
    return begin, begin + span
