"""Values as they are typed on a command line or stand in a table of text."""

from __future__ import annotations


def typed_value(text: str) -> bool | float | str:
    """Return the value that a text stands for, as a file would hold it.

    >>> typed_value("2 kohm"), typed_value("true"), typed_value("3")
    ('2 kohm', True, 3.0)
    """
    text = text.strip()
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text)
    except ValueError:
        return text
