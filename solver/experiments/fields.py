"""The fields of one table in a file, each checked when it is taken; what nobody has taken is reported at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blocks.errors import ModelError, did_you_mean
from blocks.schema import described, is_value, shortened
from blocks.units import Dimension, Unit, read_quantity, unit
from solver.experiments.plan import Amount

SECOND = unit("s").dimension


class Fields:
    """One table of a file; problems are collected, so that a person sees all of them at once."""

    def __init__(self, table: Any, file: str, path: str, problems: list[ModelError]) -> None:
        self.file, self.path, self.problems = file, path, problems
        self.table: dict[str, Any] = table if isinstance(table, dict) else {}
        self._left = dict(self.table)
        self._known: set[str] = set()
        if not isinstance(table, dict):
            self.report("", f"a table is expected, not {described(table)}.")

    def report(self, key: str, what: str, why: str = "", fix: str = "") -> None:
        """Note a problem with a field, or with the whole table."""
        place = ".".join(filter(None, (self.path, key)))
        self.problems.append(ModelError(f"{self.file}, {place}: {what}" if place else f"{self.file}: {what}",
                                        place, why, fix))  # fmt: skip

    def take(self, key: str) -> Any:
        """Return a field as it is; None if it is not there."""
        self._known.add(key)
        return self._left.pop(key, None)

    def text(self, key: str, needed: bool = False) -> str:
        """Return a text."""
        value = self.take(key)
        if value is None and needed:
            self.report("", f'"{key}" is missing.')
        elif value is not None and not isinstance(value, str):
            self.report(key, f"a text is expected, not {described(value)}.")
        return value.strip() if isinstance(value, str) else ""

    def texts(self, key: str, needed: bool = False) -> tuple[str, ...]:
        """Return a list of texts; one text is a list, too."""
        value = self.take(key)
        if isinstance(value, str):
            return (value,)
        if value is None and not needed:
            return ()
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            self.report(key if value is not None else "", f'"{key}" must be a list of texts.')
            return ()
        return tuple(value)

    def choice(self, key: str, known: Iterable[str], default: str = "") -> str:
        """Return one of some words."""
        value, words = self.text(key, needed=not default) or default, list(known)
        if value and value not in words:
            what = f'there is no {key} "{shortened(value)}".'
            self.report(key, what, did_you_mean(value, words), f"Use one of: {', '.join(words)}.")
            return default
        return value

    def whole(self, key: str, default: int, least: int, most: int) -> int:
        """Return a whole number between two others."""
        value = self.take(key)
        if value is None:
            return default
        if type(value) is not int or not least <= value <= most:
            self.report(key, f"a whole number from {least} to {most} is expected.")
            return default
        return value

    def yes(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            self.report(key, f"true or false is expected, not {described(value)}.")
        return value if isinstance(value, bool) else default

    def amount(self, key: str, needed: bool = False) -> Amount | None:
        """Return a quantity with its unit."""
        value = self.take(key)
        if value is None:
            if needed:
                self.report("", f'"{key}" is missing.')
            return None
        return self.quantity(key, value)

    def quantity(self, key: str, value: Any, dimension: Dimension | None = None) -> Amount | None:
        """Return a value with its unit; None, and a problem, if it is none."""
        try:
            number, found = read_quantity(value, dimension)
        except ModelError as error:
            self.report(key, error.what, error.why, error.fix)
            return None
        if not isinstance(number, float | int):
            self.report(key, "one number is expected, not a list.")
            return None
        # a bare number may stand for anything
        own = found.dimension if isinstance(found, Unit) else found
        return Amount(float(number), own if isinstance(value, str) else None, str(value))

    def time(self, key: str, needed: bool = False) -> float | None:
        """Return a time in seconds, zero or later."""
        value = self.take(key)
        if value is None:
            if needed:
                self.report("", f'"{key}" is missing.')
            return None
        found = self.quantity(key, value, SECOND)
        if found is not None and found.value < 0:
            self.report(key, f"{value} is before the start.", fix="Give a time of zero or later.")
            return None
        return None if found is None else found.value

    def values(self, key: str) -> dict[str, Any]:
        """Return a table of parameters."""
        value = self.take(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.report(key, f"a table of parameters is expected, not {described(value)}.")
            return {}
        # a name with dots is written as a table in a table: arm.length = "1 m"
        found = dict(_flat(value, ""))
        for name, item in found.items():
            if not is_value(item):
                self.report(f"{key}.{name}", f"a number, a text or a list of these is expected, not {described(item)}.")
        return {name: item for name, item in found.items() if is_value(item)}

    def end(self) -> None:
        """Report the fields that nobody knows."""
        for key in self._left:
            names = ", ".join(sorted(self._known))
            self.report(shortened(key), "there is no field of this name.", did_you_mean(key, self._known),
                        f"The fields are: {names}.")  # fmt: skip


def _flat(table: dict[str, Any], prefix: str) -> Iterable[tuple[str, Any]]:
    for name, item in table.items():
        if isinstance(item, dict) and item:
            yield from _flat(item, f"{prefix}{name}.")
        else:
            yield prefix + name, item
