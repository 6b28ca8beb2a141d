"""Finding blocks by what a person types: their names for people, and how well each fits. Nothing here draws."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from blocks.block import Block
from blocks.block_facts import docstring_parts
from blocks.registry import Library, blocks_of, libraries
from editor.project_parts import ProjectPart
from editor.style import DOMAINS, OTHER, Domain

TITLES = {"control": "Control and filters", "thermal": "Heat", "planar": "Planar mechanics",
          "spatial": "Spatial mechanics"}  # fmt: skip
DOMAIN_OF = {
    "signals": "signal", "control": "signal", "sensors": "signal", "estimation": "signal", "transmission": "rotational",
}  # fmt: skip
WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
SMALL_WORDS = frozenset(
    ["an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "it", "its", "of", "on", "or", "that", "the",
     "to", "with"]
)  # fmt: skip
SIMILAR = 0.74  # from here on a word counts as mistyped

BETWEEN = re.compile(r"[\s./·-]+")
PROJECT = "this project"

# how well a word fits, the best first
EXACT = -1
WHOLE, PREFIX, WORD_PREFIX, INITIALS, INSIDE, LIBRARY, DESCRIBED = range(7)


@dataclass(frozen=True)
class Entry:
    """A block type as people look for it."""

    type: str
    library: str
    name: str  # for people: "Lead screw"
    summary: str
    words: frozenset[str] = field(default=frozenset(), repr=False)  # of the docstring and the parameters

    @cached_property
    def name_words(self) -> tuple[str, ...]:
        """Return the words of the name in small letters."""
        return tuple(re.split(r"[\s_]+", self.name.lower()))

    @cached_property
    def joined(self) -> str:
        """Return the name in small letters without spaces."""
        return "".join(self.name_words)

    @cached_property
    def initials(self) -> str:
        """Return the first letters of the name's words."""
        return "".join(word[0] for word in self.name_words)


def readable_name(word: str) -> str:
    """Return a class name as words.

    >>> [readable_name(word) for word in ("LeadScrew", "DCMotor", "EMFWithSupport", "PID")]
    ['Lead screw', 'DC motor', 'EMF with support', 'PID']
    """
    words = WORD.findall(word.rpartition(".")[2])
    texts = [part if len(part) > 1 and part.isupper() else part.lower() for part in words]
    name = " ".join(texts) or word
    return name[0].upper() + name[1:]


def library_title(name: str) -> str:
    """Return what a library is called in lists.

    >>> library_title("electrical"), library_title("thermal")
    ('Electrical', 'Heat')
    """
    return TITLES.get(name) or readable_name(name)


def library_domain(name: str) -> Domain:
    """Return the domain whose colour a library has."""
    return DOMAINS.get(DOMAIN_OF.get(name, name), OTHER)


@cache
def library_entries(library_name: str) -> tuple[Entry, ...]:
    """Return the blocks of a library, by name; the library is imported by this."""
    library: Library = libraries()[library_name]
    found = [_entry(library_name, name, cls) for name, cls in blocks_of(library).items()]
    return tuple(sorted(found, key=lambda entry: entry.name.lower()))


def all_entries() -> list[Entry]:
    """Return every installed block."""
    return [entry for name in libraries() for entry in library_entries(name)]


def project_entries(parts: Iterable[ProjectPart]) -> list[Entry]:
    """Return the diagrams of a project as blocks."""
    found = []
    for part in parts:
        words = _words([part.note, part.type, *part.ports, *part.parameters])
        found.append(Entry(part.type, PROJECT, part.name, part.note or part.type, words))
    return found


def find_entry(type_name: str) -> Entry | None:
    """Return the entry of a block type, or None if it is not installed."""
    library = type_name.partition(".")[0]
    if library not in libraries():
        return None
    return next((entry for entry in library_entries(library) if entry.type == type_name), None)


def _entry(library: str, name: str, cls: type[Block]) -> Entry:
    summary, details = docstring_parts(cls)
    words = _words([summary, details, *(item.text for item in cls.parameters().values())])
    return Entry(f"{library}.{name}", library, readable_name(name), summary.replace("``", ""), words)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9-]{2,}", " ".join(texts).lower())) - SMALL_WORDS


def ranked(query: str, entries: Iterable[Entry], limit: int = 40) -> list[Entry]:
    """Return the blocks that fit what was typed, the best first; if none does, those with a similar name."""
    typed = [word for word in BETWEEN.split(query.lower()) if word]
    if not typed:
        return []
    known = list(entries)
    whole = query.lower().strip()
    found = _best(known, lambda entry: EXACT if entry.type.lower() == whole else _fit(entry, typed))
    return (found or _best(known, lambda entry: _resemblance(entry, typed)))[:limit]


def _best(entries: Sequence[Entry], fit: Callable[[Entry], float | None]) -> list[Entry]:
    marks = [(mark, len(entry.name), place) for place, entry in enumerate(entries) if (mark := fit(entry)) is not None]
    return [entries[place] for _, _, place in sorted(marks)]


def _fit(entry: Entry, typed: list[str]) -> float | None:
    """Return how badly an entry fits all words; None if one of them is nowhere in it."""
    whole = "".join(typed)
    if entry.joined == whole:
        return WHOLE
    if entry.joined.startswith(whole):
        return PREFIX
    marks = [_word_fit(entry, word) for word in typed]
    known = [mark for mark in marks if mark is not None]
    if len(known) < len(marks):
        return None
    # words of the name that nobody typed make it the less likely one
    unasked = sum(not any(part.startswith(word) for word in typed) for part in entry.name_words)
    return sum(known) / len(known) + PREFIX + 0.1 * min(unasked, 5)


def _word_fit(entry: Entry, word: str) -> float | None:
    if any(part == word for part in entry.name_words):
        return WORD_PREFIX - 0.5
    if any(part.startswith(word) for part in entry.name_words):
        return WORD_PREFIX
    if len(word) > 1 and entry.initials.startswith(word):
        return INITIALS
    if len(word) > 2 and word in entry.joined:
        return INSIDE
    if entry.library.startswith(word) or library_title(entry.library).lower().startswith(word):
        return LIBRARY
    return DESCRIBED if len(word) > 1 and any(part.startswith(word) for part in entry.words) else None


def _resemblance(entry: Entry, typed: list[str]) -> float | None:
    """Return how far mistyped or shortened words are from a name; None if they are too far."""
    whole = "".join(typed)
    distances = [_far(entry.joined, whole), _words_far(entry, typed)]
    if len(whole) > 2 and entry.joined[0] == whole[0] and _has_in_order(entry.joined, whole):
        distances.append(0.5 + len(entry.joined) / 1000)
    return min((far for far in distances if far is not None), default=None)


def _words_far(entry: Entry, typed: list[str]) -> float | None:
    """Return how far the words are, each from the word of the name or library that it is most like."""
    total = 0.0
    for word in typed:
        if any(part.startswith(word) for part in (*entry.name_words, entry.library)):
            continue
        far = [far for part in (*entry.name_words, entry.library) if (far := _far(part, word)) is not None]
        if not far:
            return None
        total += min(far)
    return total / len(typed)


def _far(word: str, typed: str) -> float | None:
    # a word that is not finished yet is compared with as much of the name
    alike = max(_alike(word, typed), _alike(word[: len(typed)], typed) - 0.05 if len(typed) > 3 else 0.0)
    return 1 - alike if alike >= SIMILAR else None


@lru_cache(maxsize=4096)
def _alike(word: str, typed: str) -> float:
    if sorted(word) == sorted(typed):
        return 0.95  # letters that have changed places
    matcher = difflib.SequenceMatcher(None, word, typed, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= SIMILAR else 0.0


def _has_in_order(text: str, letters: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)
