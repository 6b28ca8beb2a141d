"""Which blocks a person likes and which were used last, kept from one day to the next."""

from __future__ import annotations

from editor.settings import settings

FAVOURITES, RECENT = "blocks/favourites", "blocks/recent"
LONGEST = 6


def favourites() -> list[str]:
    """Return the types marked with a star, in the order they were marked."""
    return _read(FAVOURITES)


def recent() -> list[str]:
    """Return the types used last, the newest first."""
    return _read(RECENT)


def remember(type_name: str) -> None:
    """Put a type first among those used last; the diagrams of a project are not meant."""
    if type_name.startswith("."):
        return
    others = [name for name in recent() if name != type_name]
    settings().setValue(RECENT, [type_name, *others][:LONGEST])


def set_favourite(type_name: str, is_favourite: bool) -> None:
    """Mark a type with a star, or take the star away."""
    others = [name for name in favourites() if name != type_name]
    settings().setValue(FAVOURITES, [*others, type_name] if is_favourite else others)


def _read(key: str) -> list[str]:
    found = settings().value(key, [])
    # a list of one is read back as a text
    return [found] if isinstance(found, str) else [str(name) for name in found] if isinstance(found, list) else []
