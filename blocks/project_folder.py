"""Which diagram a project's folder is about."""

from __future__ import annotations

import tomllib
from pathlib import Path

from blocks.diagram_source import MAX_BYTES
from blocks.errors import ModelError

DIAGRAM, EXPERIMENTS = "diagram.toml", "experiments.toml"


def diagram_in(path: str | Path) -> Path:
    """Return the diagram of a project's folder, or the file itself.

    It is ``diagram.toml``, else the first that the experiments show, else the only one there is.
    """
    place = Path(path)
    if not place.is_dir() or (place / DIAGRAM).is_file():
        return place / DIAGRAM if place.is_dir() else place
    files = sorted(file for file in place.glob("*.toml") if file.name != EXPERIMENTS)
    named = [file for name in _shown_first(place / EXPERIMENTS) for file in files if file.name == name]
    if named or len(files) == 1:
        return (named or files)[0]
    why = f"It holds: {', '.join(file.name for file in files)}." if files else ""
    raise ModelError(f"{path}: the folder has no {DIAGRAM}.", why=why, fix="Name the file of the diagram.")


def _shown_first(experiments: Path) -> list[str]:
    """Return the diagrams that a file of experiments shows; none if it cannot be read, which others report."""
    try:
        if experiments.stat().st_size > MAX_BYTES:
            return []
        names = tomllib.loads(experiments.read_text(encoding="utf-8")).get("diagrams", [])
    except (OSError, ValueError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
