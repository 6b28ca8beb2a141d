"""The explanation of a model as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.explain import KINDS, Determined, Explanation

WIDTH = 140


def explanation_text(found: Explanation, most: int) -> str:
    """Return the explanation for people; of long lists only the first ``most`` lines."""
    lines = [
        f'"{found.name}": {found.summary()}.',
        "",
        f"  {found.blocks} blocks give {found.equations} equations for {found.unknowns} unknowns; "
        f"{found.reduced} are left once equal ones are taken together.",
    ]
    lines += [f"  {sentence}" for sentence in _sentences(found)]
    for title, items in _sections(found):
        lines += ["", title, *_limited(items, most)]
    return "\n".join(lines)


def _sentences(found: Explanation) -> Iterator[str]:
    if found.index > 1:
        yield f"Some equations had to be differentiated: the index is {found.index}."
    if not found.loops:
        yield "Every unknown follows from those before it; nothing has to be solved together."
    for period, blocks in found.samples.items():
        yield f"Sampled every {period:g} s: {', '.join(blocks)}."


def _sections(found: Explanation) -> Iterator[tuple[str, list[str]]]:
    numbered = [f"{k}. {name}" for k, name in enumerate(found.states, 1)]
    sections = [
        ("States (integrated over time)", numbered),
        ("Inputs", found.inputs),
        ("Loops (unknowns that are solved together)", list(_loops(found))),
        ("Constraints (kept by small corrections at every step)", found.constraints),
        ("Events (what can switch)", found.events),
        ("Equations left out, because others say the same", found.dropped),
        ("What determines what, in the order of computation", list(_determined(found.determined))),
    ]
    yield from ((title, items) for title, items in sections if items)


def _loops(found: Explanation) -> Iterator[str]:
    for number, loop in enumerate(found.loops, 1):
        yield f"{number}. {loop.size} unknown{'s' * (loop.size != 1)}, {KINDS.get(loop.kind, loop.kind)}:"
        yield f"     {_shortened(loop.unknowns)}"


def _determined(items: list[Determined]) -> Iterator[str]:
    single = [item for item in items if len(item.unknowns) == 1]
    width = min(32, max((len(item.unknowns[0]) for item in single), default=0))
    for item in items:
        if len(item.unknowns) == 1:
            yield f"{item.unknowns[0]:{width}}  from  {'; '.join(item.equations)}"
        else:
            yield f"{_shortened(item.unknowns, 4)}  from"
            yield from (f"    {equation}" for equation in item.equations)


def _shortened(names: list[str], most: int = 6) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _limited(items: Iterable[str], most: int) -> list[str]:
    lines = list(items)
    shown = [f"  {line}" if len(line) < WIDTH else f"  {line[: WIDTH - 4]} ..." for line in lines[:most]]
    return [*shown, f"  ... and {len(lines) - most} more"] if len(lines) > most else shown
