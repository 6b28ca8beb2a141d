"""The README of the editor tells every key."""

from pathlib import Path

from editor.actions import ENTRIES

README = Path(__file__).resolve().parents[2] / "editor" / "README.md"


def test_every_key_is_told() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    told = {cells[1].strip(): cells[2].strip() for line in lines if len(cells := line.split("|")) == 5}
    for entry in ENTRIES:
        if entry.keys:
            assert told[entry.text.rstrip("…")] == " or ".join(f"`{key}`" for key in entry.keys.split())
