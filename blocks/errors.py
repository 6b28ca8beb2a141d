"""What Junctura says when a model is wrong: what, where, why, and what to do about it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

ELEMENT = re.compile(r"\[\d+\]")


class ModelError(Exception):
    """One problem in a person's model, told in the person's own names.

    ``where`` is the full name of the block, port or parameter the problem is about ("arm.elbow.axis"), so that an
    editor can select it. ``why`` and ``fix`` may have several lines.

    >>> print(ModelError('Block "r1" has no ground.', "r1", "Its potential is free.", "Add a Ground block."))
    Block "r1" has no ground.
      Its potential is free.
      Add a Ground block.
    """

    def __init__(self, what: str, where: str = "", why: str = "", fix: str = "") -> None:
        super().__init__(what, where, why, fix)
        self.what, self.where, self.why, self.fix = what, where, why, fix

    def __str__(self) -> str:
        details = [line for part in (self.why, self.fix) if part for line in part.splitlines()]
        return "\n".join([self.what, *(f"  {line}".rstrip() for line in details)])

    @property
    def problems(self) -> Sequence[ModelError]:
        """Return every single problem this error stands for."""
        return (self,)


class ModelErrors(ModelError):
    """Several problems found in one go."""

    def __init__(self, problems: Iterable[ModelError]) -> None:
        self._problems = tuple(one for problem in problems for one in problem.problems)
        super().__init__(f"{len(self._problems)} problems were found.")

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self._problems,)

    @property
    def problems(self) -> Sequence[ModelError]:
        """Return the single problems."""
        return self._problems

    def __str__(self) -> str:
        """Return all of them; what is wrong with every block of an array is told once."""
        alike: dict[str, list[ModelError]] = {}
        for problem in self._problems:
            alike.setdefault(ELEMENT.sub("[]", str(problem)), []).append(problem)
        return "\n\n".join(str(first) + _more(others) for first, *others in alike.values())


def _more(others: Sequence[ModelError]) -> str:
    if not others:
        return ""
    names = ", ".join(f'"{problem.where}"' for problem in others[:2] if problem.where)
    names += " ..." if names and len(others) > 2 else ""
    return f"\n  The same holds for {len(others)} more{': ' if names else '.'}{names}"


@contextmanager
def told_of(block: str) -> Iterator[None]:
    """Name a block in errors that do not say where they are: its class knows what is wrong, but not its name."""
    try:
        yield
    except ModelError as error:
        if error.where or isinstance(error, ModelErrors):
            raise
        raise ModelError(f'Block "{block}": {error.what}', block, error.why, error.fix) from error


def raise_all(problems: Sequence[ModelError]) -> None:
    """Raise the problems, one as itself and several as ``ModelErrors``; do nothing when there are none."""
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise ModelErrors(problems)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``Did you mean "..."?`` for the nearest known word, or an empty string.

    >>> did_you_mean("strok", ["bore", "stroke"])
    'Did you mean "stroke"?'
    """
    words = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), list(words), n=1)
    return f'Did you mean "{words[near[0]]}"?' if near else ""
