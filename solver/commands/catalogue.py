"""``junctura blocks``: all blocks by library, or one of them in full."""

from __future__ import annotations

from argparse import Namespace

from blocks.block import Block, type_name
from blocks.describe import describe, describe_text
from blocks.errors import ModelError, did_you_mean
from blocks.registry import blocks_of, catalogue, libraries
from solver.commands.output import print_json, table


def show_blocks(options: Namespace) -> int:
    """Print the catalogue, one library of it, or one block."""
    if not options.name:
        chosen = catalogue()
    elif options.name in libraries():
        chosen = {type_name(cls): cls for cls in blocks_of(libraries()[options.name]).values()}
    else:
        return _show_one(find(options.name), options.json)
    if options.json:
        print_json([_line_facts(name, cls) for name, cls in chosen.items()])
    else:
        print(_listing(chosen))
    return 0


def _show_one(cls: type[Block], as_json: bool) -> int:
    if as_json:
        print_json(describe(cls))
    else:
        print(describe_text(cls))
    return 0


def find(name: str) -> type[Block]:
    """Return the block class of a name, written with its library or without, if only one library has it."""
    known = catalogue()
    found = [kind for kind in known if name.lower() in (kind.lower(), kind.split(".")[-1].lower())]
    if len(found) == 1:
        return known[found[0]]
    if found:
        raise ModelError(f'There are several blocks "{name}".', fix=f"Name one of: {', '.join(found)}.")
    hint = did_you_mean(name, [*known, *(kind.split(".")[-1] for kind in known), *libraries()])
    raise ModelError(f'There is no block "{name}".', fix=hint or "`junctura blocks` lists all blocks.")


def _summary(cls: type[Block]) -> str:
    return " ".join((cls.__doc__ or "").strip().split("\n\n")[0].split()).replace("``", "")


def _line_facts(name: str, cls: type[Block]) -> dict[str, str]:
    return {"type": name, "summary": _summary(cls)}


def _listing(chosen: dict[str, type[Block]]) -> str:
    by_library: dict[str, list[tuple[str, str]]] = {}
    for kind, cls in chosen.items():
        library, _, name = kind.rpartition(".")
        by_library.setdefault(library, []).append((name, _summary(cls)))
    width = max(len(name) for rows in by_library.values() for name, _ in rows)
    parts = []
    for library, rows in by_library.items():
        parts.append(f"{library}\n" + table([(name.ljust(width), text) for name, text in rows]))
    return "\n\n".join([*parts, f"{len(chosen)} blocks. `junctura blocks NAME` shows one in full."])
