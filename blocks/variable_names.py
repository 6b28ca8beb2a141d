"""Names of variables in what a diagram says about itself: initial equations, and what its scopes show."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

Change = Callable[[str], str]

# block.variable, motor[2].shaft.phi, sensor.r[3]; in brackets stands a unit
NAME = re.compile(r"(?<![\w.\[])[A-Za-z_]\w*(?:\[\d+\])?(?:\.[A-Za-z_]\w*(?:\[[\d,]+\])?)+")
LISTS = ("signals", "left", "right")  # of a scope's table


def renamed_in_equation(text: str, change: Change) -> str:
    """Return an equation with other names of its variables.

    >>> renamed_in_equation("der(N.phi) == 2.5 * N.w + 5 [N.m]", lambda name: name.replace("N.", "motor."))
    'der(motor.phi) == 2.5 * motor.w + 5 [N.m]'
    """
    return NAME.sub(lambda match: change(match[0]), text)


def renamed_in_scopes(scopes: Any, change: Change) -> Any:
    """Return what scopes show with other names of the signals.

    >>> renamed_in_scopes([{"signals": ["a.phi"]}, {"plot": "a.phi", "left": ["b.w"]}], str.upper)
    [{'signals': ['A.PHI']}, {'plot': 'a.phi', 'left': ['B.W']}]
    """
    if isinstance(scopes, list):
        return [renamed_in_scopes(item, change) for item in scopes]
    if not isinstance(scopes, dict):
        return scopes
    return {key: _renamed(item, change) if key in LISTS else renamed_in_scopes(item, change)
            for key, item in scopes.items()}  # fmt: skip


def _renamed(names: Any, change: Change) -> Any:
    return [change(name) if isinstance(name, str) else name for name in names] if isinstance(names, list) else names


def of_block(old: str, new: str, way: Sequence[str] = ()) -> Change:
    """Return the change of names when a block gets another name; ``way`` leads to the subsystem in which it is.

    >>> of_block("motor", "drive")("motor[2].phi"), of_block("motor", "drive")("motors.phi")
    ('drive[2].phi', 'motors.phi')
    >>> of_block("motor", "drive", ["leg"])("leg[1].motor.phi")
    'leg[1].drive.phi'
    """
    path = "".join(rf"{re.escape(name)}(?:\[\d+\])?\." for name in way)
    start = re.compile(rf"({path}){re.escape(old)}(?=[.\[])")
    return lambda name: start.sub(lambda match: match[1] + new, name, count=1) if start.match(name) else name
